"""What the page does while it is not told anything: clocks, veiled passes, silent networks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.kit import Server, enter, hold, until
from browser.prepared import prepare
from playwright.sync_api import Page, WebSocketRoute, expect

from dragondune.server.wire.incoming import Pace

NewPage = Callable[..., Page]
TALKS = "order=DE D=10★5 E=5★5 gold=D5,E5 at=bidding"
# The usurper of the Dwarves is not among the Orcs, so there is nothing for them to choose.
NO_TREACHERY = (
    "order=DO turn=3 round=5 attacker=D defender=O place=9 O=9:2,11:5 D=1★1,9:1 hand=D:3♥6♥,O:2♣5♣ "
    "plans=1/3♥,1/2♣ usurper=D:Q♥,O:Q♠ sabotage=D:J♣,O:J♠ seen=2♣3♥ "
    "stack=sequence:-.0.0.12/battles:-.0.1/choose_battle:D/sequence:D.2.0.6/treachery:D"
)
MINE = "() => !!document.querySelector('.action.mine')"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A server that takes its time: whoever stands in, or is passed for, lets the page be seen."""
    folder = tmp_path_factory.mktemp("waiting")
    live = Pace("live", 2)
    tables = {
        "away": prepare(folder, TALKS, ["dwarves", "elves"], pace=live),
        "forced": prepare(folder, NO_TREACHERY, ["dwarves", "orcs"]),
        "silent": prepare(folder, TALKS, ["dwarves", "elves"]),
    }
    server = Server(folder, bot_pace="3", veil_median="12")
    yield server, tables
    server.stop()


def test_who_ran_out_of_time_is_told_and_comes_back(
    opened: tuple[Server, dict[str, Any]], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    hold(page, server, tables["away"])
    banner = page.locator(".away")
    expect(banner).to_contain_text("a bot plays for you")
    banner.get_by_role("button", name="I am back").tap()
    expect(banner).to_have_count(0)


def test_what_is_no_choice_is_not_asked(
    opened: tuple[Server, dict[str, Any]], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page()
    enter(page, server, tables["forced"])
    expect(page.locator(".action .prompt")).to_contain_text("goes on by itself")
    expect(page.locator("#action-head")).to_have_text("Please wait")
    expect(page.locator(".action [data-pass], .action [data-hint], .action.mine")).to_have_count(0)
    assert "●" not in page.title()
    expect(page.locator(".action .prompt")).not_to_contain_text("goes on by itself")


def test_a_network_that_falls_silent_is_noticed(
    opened: tuple[Server, dict[str, Any]], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page()
    silent: list[bool] = []

    def carry(route: WebSocketRoute) -> None:
        """Nothing is closed; what the server says just does not arrive any more."""
        server_side = route.connect_to_server()
        mute = not silent
        route.on_message(server_side.send)
        server_side.on_message(lambda said: None if mute and silent else route.send(said))

    page.route_web_socket("**/play", carry)
    hold(page, server, tables["silent"])
    until(page, MINE)
    silent.append(True)
    # The bid arrives and is carried out, but nobody hears of it.
    page.get_by_role("button", name="Bid 1").first.click()
    # Said for as long as it takes to connect again, which here is a moment.
    until(
        page,
        "() => document.querySelector('[role=status]')?.textContent.includes('Connection lost')",
    )
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    expect(page.locator("#action-head")).to_have_text("Please wait")
    # It was sent again, and done once: it stands, and nothing was refused.
    expect(page.locator(".log")).to_contain_text("bid 1")
    expect(page.locator(".refusal")).to_have_count(0)
    assert page.locator(".log p", has_text="bid 1").count() == 1
