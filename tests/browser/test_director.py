"""What happened is shown: in its order, nothing ahead of it, and nobody has to wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.kit import Server, drawn, faults, hold, play_until, width_of
from browser.prepared import prepare
from playwright.sync_api import Page, expect

NewPage = Callable[..., Page]
Tables = dict[str, Any]
BATTLE = "order=OE turn=3 O=3★3,1★4 E=3★2,5★4 gold=O3,E5 hand=O:4♥2♣,E:6♦ at=battles"
# The Orcs move in their turn, and then the Elves are asked.
MARCH = "order=OE turn=3 O=3★3,1★4 E=5★4 gold=O3,E5 at=orcs.move"
# The Orcs hold two castles and stand in a third with the Elves, in the last turn but one.
CLOSE = "order=OE turn=7 O=3★3,1★4,5★2 E=5★4 gold=O3,E5 hand=O:4♥,E:6♦ at=battles"
# Nothing is left to do but to discard, and the Goblins have won.
LAST = "order=EGO turn=8 E=5★5,3★2 G=10★3,15★1,1★1 O=16•2 hand=G:2♥,E:3♣ at=discards"
ALL = {"watched": BATTLE, "march": MARCH, "close": CLOSE, "still": BATTLE, "phone": BATTLE}
PLANS = {"orcs": "plan 2 4♥", "elves": "plan 1 6♦"}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Tables]]:
    folder = tmp_path_factory.mktemp("directed")
    tables = {
        name: prepare(folder, place, ["orcs", "elves"], public=True) for name, place in ALL.items()
    }
    tables["last"] = prepare(folder, LAST, ["goblins", "elves"])
    server = Server(folder)
    yield server, tables
    server.stop()


def act(server: Server, made: Tables, faction: str, line: str) -> None:
    """Another player moves, somewhere else."""
    token = made["tokens"][["orcs", "elves"].index(faction)]["token"]
    body = {"id": time.time_ns() // 1000, "action": line}
    server.post(f"/api/tables/{made['table']}/act", body, token)


def fight(server: Server, made: Tables) -> None:
    """The two fight it out: whatever else they are asked they pass, until both plans are made."""
    path, waiting = f"/api/tables/{made['table']}", dict(PLANS)
    while waiting:
        for number, faction in enumerate(PLANS):
            asked = server.seat(path, made["tokens"][number]["token"])["decision"]
            if asked is None or asked["forced"]:
                continue
            planning = asked["step"] == "plans"
            lines = [one["line"] for one in asked["actions"]]
            act(server, made, faction, waiting.pop(faction) if planning else lines[0])
        time.sleep(0.05)


def watch(page: Page, server: Server, made: Tables) -> None:
    page.goto(f"{server.address}/#/table/{made['table']}")
    drawn(page)


# Writes down everything that the stage shows, and what the record said meanwhile.
NOTE = """() => {
  window.seen = [];
  const note = () => {
    const stage = document.querySelector('.stage');
    const now = JSON.stringify({
      down: !!stage?.querySelector('.back'),
      cards: stage?.querySelectorAll('.plan .card').length ?? 0,
      totals: [...(stage?.querySelectorAll('.total') ?? [])].map((one) => one.textContent).join(),
      wins: !!stage?.querySelector('.wins'),
      told: /win the battle/.test(document.querySelector('.log').textContent),
      shown: /4♥/.test(document.querySelector('.log').textContent),
      orcs: document.querySelector('.factions .orcs .coin').textContent,
    });
    if (now !== window.seen.at(-1)) window.seen.push(now);
  };
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
SEEN = "() => window.seen.map((one) => JSON.parse(one))"


def fought(page: Page, server: Server, made: Tables) -> list[dict[str, Any]]:
    """Two others fight, and what a page shows of it until the end is on the stage."""
    page.evaluate(NOTE)
    fight(server, made)
    page.locator(".stage .wins").wait_for()
    seen: list[dict[str, Any]] = page.evaluate(SEEN)
    return seen


def in_order(seen: list[dict[str, Any]]) -> None:
    down = next(i for i, one in enumerate(seen) if one["down"])
    opened = next(i for i, one in enumerate(seen) if one["cards"] == 2)
    added = next(i for i, one in enumerate(seen) if one["totals"])
    won = next(i for i, one in enumerate(seen) if one["wins"])
    assert down < opened < added < won
    # The record does not run ahead of the stage.
    assert not any(one["shown"] for one in seen[: opened - 1])
    assert not any(one["told"] and not one["wins"] for one in seen)


def test_a_battle_of_others_is_shown_step_by_step_and_stays(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page(show=True)
    watch(page, server, tables["watched"])
    in_order(fought(page, server, tables["watched"]))
    # Units, card and what does not count are added up where everybody sees it.
    stage = page.locator(".stage")
    expect(stage.locator("dt")).to_contain_text(["units", "artifact", "units", "artifact"])
    assert not faults(page)
    stage.get_by_role("button", name="Go on").click()
    expect(stage).to_have_count(0)


def test_who_wants_no_motion_is_told_all_the_same(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page(show=True, reduced_motion="reduce")
    watch(page, server, tables["still"])
    in_order(fought(page, server, tables["still"]))
    expect(page.locator(".flights")).to_have_count(0)


def test_the_stage_and_its_way_out_fit_every_screen(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page(360, 740, show=True, has_touch=True, is_mobile=True)
    watch(page, server, tables["phone"])
    fought(page, server, tables["phone"])
    go_on = page.locator(".stage").get_by_role("button", name="Go on")
    for width, height in ((360, 740), (390, 844), (768, 1024), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(go_on).to_be_in_viewport(ratio=1)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_a_march_is_shown_skipped_and_told_in_short(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    made = tables["march"]
    page = new_page(show=True)
    hold(page, server, made, 1)
    act(server, made, "orcs", "move 3 1★ 2")
    bar = page.get_by_role("group", name="What is happening")
    expect(bar).to_contain_text("The Orcs move 3 units from 1★ to 2")
    page.locator("#action-head").focus()
    page.keyboard.press("Space")
    expect(bar).to_have_count(0)
    expect(page.locator(".things [data-token=orcs]")).to_have_count(3)


def test_everybody_is_warned_of_who_is_about_to_win(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page()
    hold(page, server, tables["close"], 1)
    alarms = page.locator(".alarms")
    expect(alarms).to_contain_text("The Orcs hold two castles and win the game this turn")
    expect(alarms).to_contain_text("The next turn is the last one")
    expect(alarms).to_contain_text("the Orcs win")
    expect(page.locator(".factions .orcs .meter")).to_contain_text("2 of 3")
    expect(page.locator(".things .fight")).to_have_count(1)
    expect(page.locator('[data-territory="3★"].held')).to_have_count(1)
    alarms.locator("p").first.hover()
    expect(page.locator('[data-territory="5★"].glow')).to_have_count(1)
    assert not faults(page)


def test_a_game_ends_with_a_finale_and_the_lobby_marks_the_win(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    winner, loser = new_page(1280, 720), new_page(360, 740, has_touch=True, is_mobile=True)
    hold(winner, server, tables["last"], 0)
    hold(loser, server, tables["last"], 1)
    finale = "() => !!document.querySelector('.finale')"
    play_until([winner, loser], finale, 60)
    for page, head in ((winner, "You won!"), (loser, "The Goblins won")):
        sheet = page.get_by_role("dialog", name=head)
        expect(sheet).to_contain_text("won with three castles, in turn 8")
        expect(sheet.locator("tbody tr th")).to_contain_text(["Goblins", "Elves", "Orcs"])
        expect(sheet.get_by_role("link", name="Review this game")).to_be_in_viewport(ratio=1)
        assert width_of(page) <= (1280 if page is winner else 360)
        assert not faults(page)
    land = winner.locator(".frame .terrain svg")
    expect(land).to_have_count(2)
    winner.get_by_role("button", name="Look at the board").click()
    expect(land).to_have_count(1)
    winner.reload()
    drawn(winner)
    expect(winner.locator(".finale")).to_have_count(0)
    expect(winner.get_by_role("link", name="Review this game")).to_be_visible()
    winner.goto(server.address)
    expect(winner.get_by_text("you won")).to_be_visible()


def test_the_record_is_searched_and_stays_above_the_slider(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page(1280, 720)
    hold(page, server, tables["march"], 1)
    lines = page.locator(".log p")
    page.get_by_role("button", name="Search and filter the record").click()
    page.get_by_label("Search the record").fill("ORCS MOVE")
    expect(lines).to_have_count(1)
    page.get_by_label("Search the record").fill("")
    page.get_by_role("button", name="Battles").click()
    expect(page.locator(".log")).to_contain_text("Nothing like that has happened")
    page.get_by_role("button", name="All", exact=True).click()
    expect(lines.first).to_be_visible()
    foot = "document.querySelector('.log').getBoundingClientRect().bottom"
    slider = "document.querySelector('.replay').getBoundingClientRect().top"
    assert page.evaluate(f"() => {foot} <= {slider} + 1")
    tops = "() => new Set([...document.querySelectorAll('.tabs button')].map((one) => one.offsetTop)).size"
    assert page.evaluate(tops) == 1
