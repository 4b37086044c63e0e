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
