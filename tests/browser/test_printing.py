"""The page offers the printed game: of what is chosen in the lobby, and of the table one sits at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.kit import Server, hold, seat
from playwright.sync_api import Page, expect

pytest.importorskip("typst")

NewPage = Callable[..., Page]


def test_the_lobby_prints_what_is_chosen(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.locator(".new select").first.select_option("r2")
    page.locator("summary", has_text="Mechanics").click()
    page.locator("input[value=oracles]").check()
    link = page.locator(".new .print a", has_text="Letter")
    expect(link).to_have_attribute("href", "/api/print/r2.pdf?paper=letter&options=oracles")
    answer = page.request.get(server.address + str(link.get_attribute("href")))
    assert answer.status == 200
    assert answer.body().startswith(b"%PDF-")


def test_the_rulebook_prints_the_game_of_its_table(server: Server, new_page: NewPage) -> None:
    page = new_page(390, 844)
    bots = [seat("bot") for _ in range(3)]
    made = server.table([seat("human"), *bots], edition="r6", options=["plunder"])
    page.goto(server.address)
    hold(page, server, made)
    page.keyboard.press("r")
    link = page.locator("dialog .print a", has_text="A4")
    expect(link).to_have_attribute("href", "/api/print/r6.pdf?paper=a4&options=plunder")
    expect(link).to_be_in_viewport()


def test_the_way_it_is_printed_can_be_chosen(server: Server, new_page: NewPage) -> None:
    """On a phone, by finger and by sight: what is chosen is asked for, and a PDF comes."""
    page = new_page(390, 844)
    page.goto(server.address)
    page.locator(".new .print button").click()
    dialog = page.get_by_role("dialog", name="Print and play")
    pdf = dialog.get_by_role("link")
    expect(pdf).to_have_attribute("href", "/api/print/r9.pdf?paper=a4")
    for words in ("US Letter", "Standard Card Game", "turned over the short edge", "a white board"):
        dialog.get_by_role("radio", name=words).check()
    dialog.get_by_role("button", name="None").click()
    expect(pdf).to_have_count(0)
    for part in ("slips", "board"):
        dialog.get_by_role("checkbox", name=part).check()
    asked = "paper=letter&cards=poker&duplex=short&ink=low&parts=board%2Cslips"
    expect(pdf).to_have_attribute("href", f"/api/print/r9.pdf?{asked}")
    answer = page.request.get(server.address + str(pdf.get_attribute("href")))
    assert answer.status == 200
    named = "dragon-dune-r9-letter-poker-duplex-short-ink-low-board-slips.pdf"
    assert named in answer.headers["content-disposition"]
    dialog.get_by_role("button", name="All").click()
    expect(pdf).to_have_attribute("href", f"/api/print/r9.pdf?{asked.partition('&parts')[0]}")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
