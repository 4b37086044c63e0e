"""How a person is asked: one plan a turn, and one device for four."""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections import Counter

from browser.conftest import NewPage
from browser.kit import BUSY, CLICK, Server, drawn, hold, play_until, until
from playwright.sync_api import Page, TimeoutError, expect

# Not the plan itself, which comes a moment after the board is lit for it: a click would plan something.
PLANNING = "() => /Plan your whole/.test(document.querySelector('.action.mine')?.textContent)"


def open_stage(page: Page, step: str) -> None:
    """Open a line of the plan; a question that is asked anew meanwhile closes it again."""
    head = page.locator(f".stages [data-stage={step}]")
    for _ in range(20):
        if head.get_attribute("aria-expanded") == "false":
            head.click()
        with contextlib.suppress(TimeoutError):
            page.locator(".place.lit").first.wait_for(state="attached", timeout=3000)
            return
    raise AssertionError(f"nothing is lit for {step}")


def test_a_turn_is_planned_taken_back_and_confirmed_once(server: Server, new_page: NewPage) -> None:
    page = new_page(1440, 900)
    seats = [{"kind": "human", "faction": "goblins"}]
    seats += [{"kind": "bot", "bot": "random", "faction": f} for f in ("orcs", "elves", "dwarves")]
    hold(page, server, server.table(seats), steps=False)
    play_until([page], PLANNING, 60)
    plan = page.locator(".stages")
    expect(page.locator("[data-turn]")).to_have_text("Do nothing this turn")
    before = page.locator(".factions .me .coin").inner_text()
    open_stage(page, "hire")
    page.locator(".place.lit").first.dispatch_event("click")
    hire = plan.locator("li", has=page.locator("[data-stage=hire]"))
    expect(hire).to_contain_text(re.compile(r"1 in "))
    expect(page.locator(".sum")).to_contain_text(f"{before} →")
    expect(page.locator("[data-turn]")).to_have_text("Play this turn")
    # Typed digits count, and what is planned can be taken back.
    hire.locator("[role=spinbutton]").first.fill("2")
    expect(hire).to_contain_text("2 in ")
    hire.get_by_role("button", name="Take back").click()
    expect(hire).to_contain_text("nothing")
    expect(page.locator(".factions .me .coin")).to_have_text(before)
    page.locator(".place.lit").first.dispatch_event("click")
    expect(hire).to_contain_text("1 in ")
    page.locator("[data-turn]").click()
    expect(page.locator(".log")).to_contain_text(re.compile(r"The Goblins hire 1"))


# --- one device ----------------------------------------------------------------------------

ROUND = "() => document.querySelector('.rounds [aria-current]')?.textContent ?? ''"


def test_on_one_device_nobody_is_called_twice_in_a_round(server: Server, new_page: NewPage) -> None:
    """An all-pass turn of four: the auction is open to all, and each round calls a person once."""
    page = new_page()
    names = [("orcs", "Anna"), ("elves", "Berta"), ("dwarves", "Clara"), ("goblins", "Dora")]
    seats = [{"kind": "human", "faction": f, "name": name} for f, name in names]
    made = server.table(seats, hotseat=True)
    page.goto(server.address)
    held = {made["table"]: made["tokens"]}
    page.evaluate("held => localStorage.setItem('dragon-dune seats', held)", json.dumps(held))
    page.goto(f"{server.address}/#/table/{made['table']}")
    called: Counter[tuple[str, str]] = Counter()
    bids = 0
    end = time.monotonic() + 90 * BUSY
    while "Turn 2" not in page.locator("header").first.inner_text():
        assert time.monotonic() < end, "the turn does not come to its end"
        curtain = page.locator(".curtain")
        if curtain.count():
            who, round_ = curtain.locator("h1").inner_text(), page.evaluate(ROUND)
            called[(who, round_)] += 1
            curtain.get_by_role("button").click()
            until(page, "() => !document.querySelector('.curtain')")
            drawn(page)
            continue
        if "III" in page.evaluate(ROUND) and page.locator(".hand").count() == 0:
            bids += 1
        page.evaluate(CLICK)
        page.wait_for_timeout(30)
    assert bids
    assert not [one for one in called if one[1].startswith("III")], "the auction is open"
    assert max(called.values()) == 1
    assert sum(called.values()) <= 9, called
