"""House rules set by hand in the lobby are those of the table that opens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.kit import Server, faults, width_of
from playwright.sync_api import Page, expect

NewPage = Callable[..., Page]


@pytest.mark.parametrize("width", [1280, 360])
def test_house_rules_are_set_in_the_lobby(server: Server, new_page: NewPage, width: int) -> None:
    page = new_page(width, 740)
    page.goto(server.address)
    new = page.locator(".new")
    new.locator("summary", has_text="House rules: numbers and powers").click()
    page.get_by_label("What you call these rules").fill("A short war")
    new.locator("summary", has_text="The game").click()
    page.get_by_label("Turns at most").fill("3")
    new.locator("summary", has_text="Factions").click()
    page.get_by_label("Factions: starting gold, Orcs").fill("9")
    new.get_by_text("Powers", exact=True).click()
    page.get_by_label("Powers: Hides free of charge, Elves").uncheck()
    page.get_by_label("Find a rule").fill("troll")
    expect(new.locator("details.group")).to_have_count(1)
    expect(page.get_by_label("Units may hide from a troll")).to_be_visible()
    page.get_by_label("Find a rule").fill("")
    expect(new.get_by_text("3 rules differ from the edition.")).to_be_visible()
    assert width_of(page) <= width
    assert not faults(page)
    page.get_by_label("Seat 2: who").select_option("bot")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_function("() => location.hash.startsWith('#/table/')")
    table = page.url.rpartition("/")[2]
    header = page.request.get(f"{server.address}/api/tables/{table}").json()
    assert header["edition_title"] == "A short war"
    assert set(header["options"]) == {
        *("title=A short war", "turns=3", "gold.orcs=9", "power.hides.elves=off")
    }


def test_a_proposal_is_chosen_like_an_edition(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.locator(".new select").first.select_option("r10-proposal")
    link = page.locator(".new .print a", has_text="A4")
    expect(link).to_have_attribute("href", "/api/print/r10-proposal.pdf?paper=a4")
    page.get_by_label("Seat 2: who").select_option("bot")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_function("() => location.hash.startsWith('#/table/')")
    header = page.request.get(f"{server.address}/api/tables/{page.url.rpartition('/')[2]}").json()
    assert (header["edition"], "proposal" in header["edition_title"]) == ("r9", True)
