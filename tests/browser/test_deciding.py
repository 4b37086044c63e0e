"""How a person is asked: one plan a turn, and one device for four."""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections import Counter
from pathlib import Path

from browser.conftest import NewPage
from browser.kit import BUSY, CLICK, Server, drawn, hold, play_until, until
from browser.prepared import prepare
from playwright.sync_api import Page, TimeoutError, expect

LOOKED_AT = (
    "order=OEDG turn=3 round=4 dragon=7 moves_left=1 turns_taken=O O=1★5,7:2 E=5★4 D=10★5 G=15★3"
    " gold=D6,E5,G2,O3 hand=D:4♣,E:6♦,O:A♦2♥5♠ stack=sequence:-.0.0.10/recruitment:D/"
    "sequence:O.1.0.4/hire:O/keep:O.1"
)
# Not the plan itself, which comes a moment after the board is lit for it: a click would plan something.
PLANNING = "() => /Plan your turn/.test(document.querySelector('.action.mine')?.textContent)"


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


def test_what_is_asked_again_and_again_is_answered_for_good(
    tmp_path: Path, new_page: NewPage
) -> None:
    """Beside the question itself: no search for the order that answers it."""
    made = prepare(tmp_path, LOOKED_AT, ["orcs"])
    server = Server(tmp_path)
    try:
        page = new_page(360, 740, has_touch=True, is_mobile=True)
        hold(page, server, made)
        mine = page.locator(".action.mine")
        expect(mine).to_contain_text("choose a card to keep secret")
        for_good = mine.get_by_role("button", name="From now on: keep the best secret")
        expect(for_good).to_be_in_viewport(ratio=1)
        for_good.click()
        expect(page.locator(".action")).not_to_contain_text("choose a card to keep secret")
        expect(page.locator(".standing")).to_contain_text("keep the best secret")
        page.locator(".handle").get_by_role("button", name="Orders").click()
        expect(page.get_by_label(re.compile("which card I keep secret"))).to_be_checked()
    finally:
        server.stop()


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
        # Whoever looks on at the same screen is not away.
        assert page.locator(".factions :is(.gone, .dim)").count() == 0
        if "III" in page.evaluate(ROUND) and page.locator(".hand").count() == 0:
            bids += 1
        page.evaluate(CLICK)
        page.wait_for_timeout(30)
    assert bids
    assert not [one for one in called if one[1].startswith("III")], "the auction is open"
    assert max(called.values()) == 1
    assert sum(called.values()) <= 9, called
