"""How much a person is asked: a whole game with standing orders, one device for four, one plan a turn."""

from __future__ import annotations

import json
import re
import time
from collections import Counter

from browser.conftest import NewPage
from browser.kit import BUSY, CLICK, Server, drawn, hold, until
from playwright.sync_api import Page, expect

OVER = "() => document.querySelector('#action-head')?.textContent === 'The game is over'"
# One click of a person with moderate ambitions, on what the page shows. Answers with the number of the
# question where the click has answered it.
ANSWER = """() => {
  document.querySelector('.reveal button.primary, [data-skip]')?.click();
  const mine = document.querySelector('.action.mine');
  if (!mine?.checkVisibility()) return '';
  const click = (one) => one.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  const last = (one) => { if (one.disabled) return ''; click(one); return mine.dataset.opened; };
  const turn = mine.querySelector('[data-turn]');
  if (turn) {
    const some = mine.querySelector('.stages .stepper .all:not(:disabled)');
    const lit = document.querySelector('.place.lit');
    const tries = window.tries === mine.dataset.opened;
    window.tries = mine.dataset.opened;
    if (some && !tries) click(some); else if (lit && !tries) click(lit); else return last(turn);
    return '';
  }
  const picks = [...mine.querySelectorAll('.pick:not(.closed)')];
  const ready = mine.querySelector('[data-confirm]');
  if (ready) return last(ready);
  if (picks.length) {
    click(picks.some((one) => one.classList.contains('on'))
      ? mine.querySelector('.stepper [aria-label$="one more"]') : picks.at(-1));
    return '';
  }
  const plain = mine.querySelector('[data-pass], .choices button, .confirm');
  if (plain) return last(plain);
  const lit = document.querySelector('.place.lit');
  if (lit) click(lit);
  return '';
}"""


def give_orders(page: Page, bids: str) -> None:
    """What somebody asks for who wants to be asked for what matters."""
    page.get_by_role("tab", name="Orders").click()
    page.get_by_label("Bid for me, for each card up to").first.check()
    page.locator(".orders [role=spinbutton]").first.fill(bids)
    for words in (
        "discard",
        "disband",
        "stop others",
        "hide units",
        "alliances",
        "how I pay",
        "keep secret",
    ):
        page.get_by_label(re.compile(words)).first.check()
    expect(page.locator(".standing")).to_contain_text(f"bid up to {bids} a card")
    expect(page.locator(".standing")).to_contain_text("no discards")


def whole_game(server: Server, page: Page, faction: str) -> tuple[int, int]:
    """How many questions a game asked, and how many turns it had."""
    bots = [f for f in ("orcs", "elves", "dwarves", "goblins") if f != faction]
    seats = [{"kind": "human", "faction": faction}]
    seats += [{"kind": "bot", "bot": "steward", "faction": one} for one in bots]
    hold(page, server, server.table(seats), steps=False)
    give_orders(page, "3")
    answered: set[str] = set()
    end = time.monotonic() + 120 * BUSY
    while not page.evaluate(OVER):
        assert time.monotonic() < end, "the game does not come to its end"
        answered.add(page.evaluate(ANSWER))
        page.wait_for_timeout(30)
    answered.discard("")
    turns = int(re.findall(r"Turn (\d+)", page.locator("header").first.inner_text())[0])
    print(f"{faction}: {len(answered)} questions in {turns} turns")
    return len(answered), turns


def test_whole_games_ask_five_questions_a_turn_at_most(server: Server, new_page: NewPage) -> None:
    """On average: a short game is all battles, so games are played until ten turns are counted."""
    questions = turns = 0
    for faction in ("orcs", "goblins", "elves", "dwarves"):
        asked, lasted = whole_game(server, new_page(1440, 900), faction)
        questions, turns = questions + asked, turns + lasted
        if turns >= 10:
            break
    assert questions >= turns, "there was something to decide"
    assert questions <= 5 * turns


def test_a_turn_is_planned_taken_back_and_confirmed_once(server: Server, new_page: NewPage) -> None:
    page = new_page(1440, 900)
    seats = [{"kind": "human", "faction": "goblins"}]
    seats += [{"kind": "bot", "bot": "random", "faction": f} for f in ("orcs", "elves", "dwarves")]
    hold(page, server, server.table(seats), steps=False)
    for _ in range(400):
        if page.locator("[data-turn]").count():
            break
        page.evaluate(ANSWER.replace("const turn =", "const turn = null; const none ="))
        page.wait_for_timeout(30)
    plan = page.locator(".stages")
    expect(page.locator("[data-turn]")).to_have_text("Do nothing this turn")
    before = page.locator(".factions .me .coin").inner_text()
    plan.locator("[data-stage=hire]").click()
    page.locator('.place.lit[data-territory="9•"], .place.lit').first.dispatch_event("click")
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
