"""Somebody closes the page: the other nudges, lets a bot play, and in the end resigns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.kit import Server, faults, hold
from browser.prepared import prepare
from playwright.sync_api import Page, expect

NewPage = Callable[..., Page]
# The Dwarves are to bid first, then the Elves.
AUCTION = "order=DE D=10★5 E=5★5 gold=D5,E5 at=bidding"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A server that is not patient with those who are gone."""
    folder = tmp_path_factory.mktemp("people")
    made = prepare(folder, AUCTION, ["dwarves", "elves"], names=["Ann", "Ben"])
    server = Server(
        folder, absence_minutes="0.03", nudge_after="0", nudge_again="0", stand_in="random"
    )
    yield server, made
    server.stop()


def test_a_table_goes_on_without_somebody_and_somebody_comes_back(
    opened: tuple[Server, dict[str, Any]], new_page: NewPage
) -> None:
    server, made = opened
    ann, ben = new_page(1280, 720), new_page(360, 740, has_touch=True, is_mobile=True)
    hold(ann, server, made, 0)
    hold(ben, server, made, 1)

    # Ben is waiting, and says so: Ann's page tells her in its title too.
    ben.get_by_role("button", name="Players").tap()
    players = ben.get_by_role("dialog", name="Players")
    players.get_by_role("button", name="Nudge").tap()
    expect(players).to_contain_text("Ann has been nudged")
    expect(ann.get_by_role("alert")).to_contain_text("Ben is waiting for you")
    assert "Ben is waiting for you" in ann.title()
    ann.get_by_role("button", name="I am here").click()
    expect(ann.get_by_role("alert")).to_have_count(0)
    assert not faults(ben)
    players.get_by_role("button", name="Close").tap()
    expect(players).to_have_count(0)

    # Ann is gone; after a while Ben, the only other person, lets a bot play.
    ann.goto("about:blank")
    awaited = ben.locator(".awaited")
    expect(awaited).to_contain_text("Ann (Dwarves) has been away since")
    awaited.get_by_role("button", name="Let a bot play").tap()
    expect(awaited).to_have_count(0)
    expect(ben.locator(".action.mine")).to_be_visible()
    assert not faults(ben)

    # She comes back, plays at once, and reads what was done for her.
    hold(ann, server, made, 0)
    card = ann.locator(".stand-in")
    expect(card).to_contain_text("While you were away")
    # What it did is told of the Dwarves, what came of it of her: a card that she got, say.
    told = card.locator("li").filter(has_text=re.compile("Dwarves|You"))
    expect(told.first).to_be_visible()
    expect(ann.locator(".away")).to_have_count(0)
    assert not faults(ann)
    card.get_by_role("button", name="Got it").click()
    expect(card).to_have_count(0)
    ann.reload()
    expect(ann.locator("#action-head")).to_be_visible()
    expect(card).to_have_count(0)

    # Ann leaves for now, with a bot of her choice, and finds the table as she left it.
    ann.get_by_role("button", name="Players").click()
    hers = ann.get_by_role("dialog", name="Players")
    hers.get_by_role("button", name="Leave for now").click()
    hers.get_by_label("Who plays on for you").select_option("random")
    hers.get_by_role("button", name="Leave", exact=True).click()
    expect(ann).to_have_url(f"{server.address}/#/")
    expect(ben.locator("article.dwarves")).to_contain_text("Wanderer stands in")
    ann.goto(f"{server.address}/#/table/{made['table']}")
    ann.get_by_role("alert").get_by_role("button", name="I am back").click()
    expect(ann.get_by_role("alert")).to_have_count(0)

    # Ben has had enough. A hasty Enter changes nothing.
    ben.get_by_role("button", name="Players").tap()
    players.get_by_role("button", name="Resign").tap()
    expect(players).to_contain_text("This is final")
    assert not faults(ben)
    expect(players.get_by_role("button", name="Keep playing")).to_be_focused()
    ben.keyboard.press("Enter")
    expect(players.get_by_role("button", name="Resign …")).to_be_visible()
    players.get_by_role("button", name="Resign …").tap()
    players.get_by_role("button", name="Resign for good").tap()
    expect(players).to_have_count(0)
    expect(ben.locator(".action .prompt")).to_contain_text("You are watching")
    expect(ann.locator("article.elves")).to_contain_text("Ben resigned")

    # Then there is nobody to play with, and the table says what became of it.
    ann.get_by_role("button", name="Players").click()
    hers.get_by_role("button", name="Resign …").click()
    expect(hers).to_contain_text("will end without a winner")
    hers.get_by_role("button", name="Resign for good").click()
    expect(ann.locator("#action-head")).to_have_text("The game is over")
    expect(ann.get_by_role("status").first).to_contain_text("ended without a winner")
