"""The page in a real browser, against the real server."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from browser.kit import (
    CLICK,
    STEP_BY_STEP,
    Server,
    drawn,
    enter,
    faults,
    hold,
    play_until,
    seat,
    until,
)
from browser.prepared import prepare
from playwright.sync_api import Page, expect

from dragondune.server.web.network import friends_link

NewPage = Callable[..., Page]
MINE = "() => !!document.querySelector('.action.mine')"
OVER = "() => document.querySelector('#action-head')?.textContent === 'The game is over'"


# Notes at which sales a bid was offered.
WATCH_BIDS = """() => {
  window.bids = {};
  const note = () => {
    const sale = document.querySelector('.sale small')?.textContent;
    const bid = [...document.querySelectorAll('.action.mine button')].some((b) => /^Bid \\d/.test(b.textContent));
    if (sale && bid) window.bids[sale] = true;
  };
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def table_id(page: Page) -> str:
    found = re.search(r"table/([\w-]+)", page.url)
    assert found
    return found[1]


def below(lower: str, upper: str) -> str:
    """That one thing stands under another, once both are there."""
    box = "document.querySelector('{}')?.getBoundingClientRect()"
    return f"() => {box.format(lower)}?.top >= {box.format(upper)}?.bottom"


def test_a_new_user_plays_within_a_minute(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    expect(page.get_by_text("Vincent von Guard, CC BY-SA 4.0")).to_be_visible()
    page.get_by_role("button", name="Play now against three bots").click()
    drawn(page)
    until(page, MINE)
    expect(page.locator(".action .prompt")).not_to_be_empty()
    # The caption of a territory under the mouse covers no other.
    page.locator('.board [data-territory="15★"]').hover()
    until(page, below(".info", ".frame"))
    before = page.locator(".log p").count()
    play_until([page], f"() => document.querySelectorAll('.log p').length > {before + 12}", 60)
    # The record follows what happens, and stays where one reads.
    log = "document.querySelector('.log')"
    until(page, f"() => {log}.scrollHeight - {log}.scrollTop - {log}.clientHeight < 40")
    page.locator(".log").hover()
    page.mouse.wheel(0, -200)
    until(page, f"() => {log}.scrollHeight - {log}.scrollTop - {log}.clientHeight > 100")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Rulebook of this game")).to_be_visible()
    page.get_by_placeholder("Search the rules").fill("troll")
    expect(page.locator("dialog article").first).to_contain_text("roll")


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
CLOSED = """Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('closed', 'SecurityError'); },
})"""


@pytest.mark.parametrize("storage", [FULL, CLOSED], ids=["full", "closed"])
def test_a_browser_that_keeps_nothing_plays(
    server: Server, new_page: NewPage, storage: str
) -> None:
    page = new_page()
    page.add_init_script(storage)
    page.goto(server.address)
    page.get_by_role("button", name="Play now against three bots").click()
    drawn(page)
    until(page, MINE)
    before = page.locator(".log p").count()
    play_until([page], f"() => document.querySelectorAll('.log p').length > {before + 3}", 60)
    made = server.table([seat("human"), seat("bot")])
    page.goto("about:blank")
    page.goto(
        f"{server.address}/#/table/{made['table']}/seat/0.{made['tokens'][0]['token']}",
    )
    drawn(page)
    expect(page.locator(".hand")).to_be_visible()


def test_four_people_play_a_whole_game(server: Server, new_page: NewPage) -> None:
    people = [new_page(1100, 760) for _ in range(4)]
    first = people[0]
    made = server.table([seat("human"), *(seat("open") for _ in range(3))])
    held = [made["tokens"][0]]
    first.goto(server.address)
    first.evaluate(
        "([id, held]) => localStorage.setItem('dragon-dune seats', JSON.stringify({[id]: held}))",
        [made["table"], held],
    )
    first.goto(f"{server.address}/#/table/{made['table']}")
    expect(first.get_by_text("The game begins when every seat is taken")).to_be_visible()
    link = first.locator("#share").input_value()
    for number, page in enumerate(people[1:], 2):
        page.goto(link)
        page.get_by_label("Your name").fill(f"Player {number}")
        page.get_by_role("button", name="Sit down").first.click()
    for page in people:
        drawn(page)
        # Standing orders let auctions pass, which is most of the clicking.
        page.get_by_role("tab", name="Orders").click()
        page.get_by_label("Pass when it costs more").first.check()
        less = page.get_by_role("button", name=re.compile("^Pass when it costs more.*one less"))
        for left in ("2", "1", "0"):
            less.click()
            expect(page.locator(".orders [role=spinbutton]").first).to_have_value(left)
    clicks = play_until(people, OVER, 150)
    assert clicks > 60
    finale = first.locator(".finale")
    expect(finale.locator("tbody tr")).to_have_count(4)
    finale.get_by_role("button", name="The story of this game").click()
    story = first.get_by_role("dialog", name="The story of this game")
    expect(story.get_by_text("matches the seal")).to_be_visible()
    expect(story.locator("figure svg")).to_have_count(3)
    until(first, "() => !document.querySelector('dialog progress')", 60)
    assert not faults(first)


def test_the_waiting_room_gives_friends_an_address_of_the_network(
    server: Server, tmp_path: Path, new_page: NewPage
) -> None:
    page = new_page()
    made = server.table([seat("human"), seat("open")])
    page.goto(f"{server.address}/#/table/{made['table']}")
    expect(page.get_by_text("This link works on this machine only")).to_be_visible()
    house = Server(tmp_path, host="0.0.0.0")
    try:
        made = house.table([seat("human"), seat("open")])
        home = friends_link("0.0.0.0", house.port)
        page.goto(f"{house.address}/#/table/{made['table']}")
        link = f"{home or house.address + '/'}#/table/{made['table']}/join"
        expect(page.locator("#share")).to_have_value(link)
        page.goto(link)
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    finally:
        house.stop()


def test_bots_take_free_seats_and_a_seat_moves_to_another_device(
    server: Server, new_page: NewPage
) -> None:
    here, there = new_page(), new_page(390, 844)
    left = server.table([seat("human"), seat("open")])
    enter(here, server, left)
    here.get_by_role("button", name="Leave this table").click()
    expect(here.get_by_role("button", name="Play now against three bots")).to_be_visible()
    assert left["table"] not in (here.evaluate("localStorage.getItem('dragon-dune seats')") or "")
    made = server.table([seat("human"), seat("open"), seat("open")])
    enter(here, server, made)
    here.get_by_label("Level of the bots").select_option("random")
    here.get_by_role("button", name="Let bots take the free seats").click()
    drawn(here)
    here.context.grant_permissions(["clipboard-read", "clipboard-write"])
    here.get_by_label("Settings").click()
    expect(here.get_by_text("Anyone who has this link can play for you")).to_be_visible()
    here.get_by_role("button", name="Copy the link to my seat").click()
    expect(here.get_by_role("button", name="Copied")).to_be_visible()
    link = here.evaluate("navigator.clipboard.readText()")
    token = made["tokens"][0]["token"]
    assert link.endswith(token)
    asked: list[str] = []
    there.on("request", lambda request: asked.append(request.url))
    there.goto(link)
    expect(there.locator(".hand")).to_be_visible()
    assert there.url == f"{server.address}/#/table/{made['table']}"
    assert not [url for url in asked if token in url.partition("#")[0]]
    there.reload()
    expect(there.locator(".hand")).to_be_visible()


def test_hot_seat_hides_the_cards_between_two_people(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.get_by_label(re.compile("^Players")).select_option("2")
    page.get_by_label("Seat 2: who").select_option("human")
    page.get_by_label("Seat 2: name").fill("Berta")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Open the table").click()
    curtain = page.locator(".curtain")
    seen = set()
    page.locator(".curtain, .action").first.wait_for()
    for _ in range(8):
        # What is decided in the open needs no curtain: there the players go on.
        play_until([page], "() => !!document.querySelector('.curtain')", 60)
        expect(page.locator(".hand")).to_have_count(0)
        name = curtain.locator("h1").inner_text()
        seen.add("Anna" if "Anna" in name else "Berta")
        curtain.get_by_role("button").click()
        if len(seen) == 2:
            break
    assert seen == {"Anna", "Berta"}
    # Should a choice be made for the one who was to take the device, nobody waits for them.
    play_until([page], "() => !!document.querySelector('.curtain')", 60)
    who = curtain.locator("h1").inner_text()
    made = page.evaluate("() => Object.entries(JSON.parse(localStorage['dragon-dune seats']))")
    table, held = made[0]
    seat_of = held["Berta" in who]
    path = f"/api/tables/{table}"
    while (asked := server.seat(path, seat_of["token"])["decision"]) is not None:
        line = next((a for a in asked["actions"] if a["kind"] == "pass"), asked["actions"][0])[
            "line"
        ]
        server.post(f"{path}/act", {"id": time.time_ns() // 1000, "action": line}, seat_of["token"])
    expect(page.get_by_role("heading", name=who)).to_have_count(0)


def test_who_watches_sees_public_facts_alone(server: Server, new_page: NewPage) -> None:
    made = server.table([seat("human"), seat("bot"), seat("bot")], public=True)
    player, watcher = new_page(), new_page()
    hold(player, server, made)
    watcher.goto(server.address)
    watcher.get_by_role("link", name="Watch").first.click()
    drawn(watcher)
    expect(watcher.locator(".hand")).to_have_count(0)
    expect(watcher.locator(".action.mine")).to_have_count(0)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    expect(watcher.locator(".factions article")).to_have_count(3)


def test_a_killed_server_loses_nothing(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path)
    try:
        page = new_page()
        made = server.table([seat("human"), seat("bot"), seat("bot"), seat("bot")])
        hold(page, server, made)
        play_until([page], "() => document.querySelectorAll('.log p').length > 25", 60)
        until(page, MINE)
        prompt = page.locator(".action .prompt").inner_text()
        lines = page.locator(".log p").all_inner_texts()
        server.kill()
        expect(page.get_by_role("status").first).to_contain_text("Connection lost")
        server.start()
        expect(page.get_by_text("Connection lost")).to_have_count(0)
        until(page, MINE)
        assert page.locator(".action .prompt").inner_text() == prompt
        assert page.locator(".log p").all_inner_texts()[: len(lines)] == lines
        assert page.evaluate(CLICK)
        until(page, f"() => document.querySelectorAll('.log p').length > {len(lines)}")
    finally:
        server.stop()


def test_a_choice_can_be_taken_back(server: Server, new_page: NewPage) -> None:
    page = new_page()
    made = server.table([seat("human", "elves"), seat("bot"), seat("bot"), seat("bot")])
    hold(page, server, made)
    step = "() => document.querySelector('.action .prompt')?.textContent.startsWith('Hire')"
    play_until([page], step, 60)
    page.get_by_role("button", name="Hire nobody").click()
    expect(page.locator(".action .prompt")).to_contain_text("Move")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".action .prompt")).to_contain_text("Hire")
    expect(page.locator(".log")).to_contain_text("take that back")


def test_a_refusal_names_its_rule(server: Server, new_page: NewPage) -> None:
    page = new_page()
    made = server.table([seat("human", "elves"), seat("bot"), seat("bot"), seat("bot")])
    hold(page, server, made)
    step = "() => document.querySelector('.action .prompt')?.textContent.startsWith('Move')"
    play_until([page], step, 60)
    dark = page.locator(".place:not(.lit):not(.origin)").first
    dark.dispatch_event("click")
    refusal = page.locator(".refusal")
    expect(refusal).to_be_visible()
    refusal.get_by_role("button", name="Read rule").click()
    expect(page.locator("dialog article.at")).to_be_visible()


def test_units_are_dragged_along_the_map(server: Server, new_page: NewPage) -> None:
    page = new_page()
    made = server.table([seat("human", "goblins"), seat("bot"), seat("bot"), seat("bot")])
    hold(page, server, made)
    step = "() => document.querySelector('.action .prompt')?.textContent.startsWith('Move')"
    play_until([page], step, 60)
    token = page.locator(".things [data-token=goblins]").first.bounding_box()
    assert token
    page.mouse.move(token["x"] + token["width"] / 2, token["y"] + token["height"] / 2)
    page.mouse.down()
    page.mouse.move(token["x"] - 30, token["y"] - 30, steps=3)
    goal = page.locator(".place.lit").first.bounding_box()
    assert goal
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    expect(page.locator("svg.ghost")).to_be_visible()
    page.mouse.up()
    ready = page.locator("[data-confirm]")
    expect(ready).to_contain_text("Move")
    ready.click()
    expect(page.locator(".log")).to_contain_text(re.compile(r"The Goblins move \d"))


def test_a_contract_is_offered_signed_and_binds(tmp_path: Path, new_page: NewPage) -> None:
    # The Dwarves are asked first for the first of two cards, so that nobody has bid when they sign.
    position = "order=DE D=10★5 E=5★5 gold=D5,E5 at=bidding"
    made = prepare(tmp_path, position, ["dwarves", "elves"])
    server = Server(tmp_path)
    try:
        anna, berta = new_page(), new_page()
        hold(anna, server, made, 0)
        hold(berta, server, made, 1)
        for page in (anna, berta):
            page.evaluate(WATCH_BIDS)
            page.get_by_role("tab", name="Contracts").click()
        anna.get_by_role("button", name="Clause by clause").click()
        anna.get_by_label("What", exact=True).select_option("no-bid")
        anna.get_by_label("Who", exact=True).select_option("elves")
        sentence = "The Elves do not bid on the next card."
        expect(anna.locator(".sentence")).to_contain_text(sentence)
        anna.get_by_role("button", name="What would it forbid?").click()
        expect(anna.locator(".preview li").first).to_be_visible()
        anna.get_by_role("button", name="Offer it").click()
        berta.get_by_role("button", name="Sign").click()
        for page in (anna, berta):
            expect(page.locator(".contracts")).to_contain_text(sentence)
            expect(page.locator(".contracts")).to_contain_text("Contract")
            page.get_by_role("tab", name="Record").click()
        # Clicking along always passes, so what counts is what each was offered.
        play_until([anna, berta], "() => !!(window.bids['the last one'])", 60)
        until(berta, "() => window.bids['the last one']")
        of_anna, of_berta = (p.evaluate("() => Object.keys(window.bids)") for p in (anna, berta))
        assert "1 more after it" in of_anna
        assert of_berta == ["the last one"]
    finally:
        server.stop()


def test_the_past_can_be_looked_at(server: Server, new_page: NewPage) -> None:
    page = new_page()
    made = server.table([seat("human"), seat("bot"), seat("bot"), seat("bot")])
    hold(page, server, made)
    play_until([page], "() => document.querySelectorAll('.log p').length > 25", 60)
    until(page, MINE)
    page.locator("#action-head").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".past")).to_contain_text("what you knew then")
    page.locator(".replay input").fill("2")
    expect(page.locator(".past")).to_contain_text("Move 2 of")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".action.mine")).to_be_visible()
    # A line of the record leads to its moment, by keys too.
    page.locator(".log").focus()
    for _ in range(16):  # the last lines may tell of the moment that is now
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".past")).to_be_visible()
    page.goto(f"{server.address}/#/table/{made['table']}/at/1")
    expect(page.locator(".past")).to_contain_text("Move 1 of")


# A slider that is dragged from 2 to the last but one, faster than anybody can answer.
DRAG = """(slider) => {
  window.asked = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const said = JSON.parse(text);
    if (said.t === 'past') window.asked.push(said.n);
    return send.call(this, text);
  };
  for (let n = 2; n < +slider.max; n++) {
    slider.value = n;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
  }
  return +slider.max - 1;
}"""


def test_a_dragged_slider_comes_to_rest_where_it_was_let_go(
    server: Server, new_page: NewPage
) -> None:
    page = new_page()
    made = server.table([seat("human"), seat("bot"), seat("bot"), seat("bot")])
    hold(page, server, made)
    play_until([page], "() => +document.querySelector('.replay input').max > 6", 60)
    until(page, MINE)
    slider = page.locator(".replay input")
    last = slider.evaluate(DRAG)
    expect(page.locator(".past")).to_contain_text(f"Move {last} of")
    expect(slider).to_have_value(str(last))
    # The server was asked for where it began and where it ended, not for all between.
    assert page.evaluate("() => window.asked") == [2, last]


def test_what_could_not_be_fetched_is_said_and_forgotten(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    page.route("**/api/tables", lambda route: route.abort(), times=1)
    page.goto(server.address)
    banner = page.get_by_text("The server is not responding")
    expect(banner).to_be_visible()
    page.clock.run_for(9000)
    expect(banner).to_have_count(0)
    # A page of an older server: a part of it that was not needed yet is gone.
    page = new_page()
    page.route("**/assets/Contracts*.js", lambda route: route.abort())
    made = server.table([seat("human"), seat("bot")])
    hold(page, server, made)
    page.get_by_role("tab", name="Contracts").click()
    expect(page.locator("#tabpanel")).to_contain_text("could not be loaded")
    page.unroute("**/assets/Contracts*.js")
    page.get_by_role("button", name="Load the page again").click()
    drawn(page)
    page.get_by_role("tab", name="Contracts").click()
    expect(page.locator(".contracts")).to_be_visible()


def test_a_phone_shows_everything(server: Server, new_page: NewPage) -> None:
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    made = server.table([seat("human"), seat("open")])
    page.goto(f"{server.address}/#/table/{made['table']}")
    until(page, below("footer", ".room"))
    page.goto(server.address)
    expect(page.locator(".new .seats")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Play now against three bots").tap()
    drawn(page)
    until(page, MINE)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    board = page.locator(".frame").bounding_box()
    assert board
    assert board["width"] > 330
    page.get_by_role("button", name="Zoom in").tap()
    expect(page.locator(".frame.zoomed")).to_be_visible()
    page.get_by_role("button", name="Show the whole board").tap()
    until(page, "() => document.querySelector('.dock').getBoundingClientRect().bottom <= 741")
    before = page.locator(".log p").count()
    play_until([page], f"() => document.querySelectorAll('.log p').length > {before + 5}", 60)
    for name in ("Talk", "Contracts", "Orders"):
        page.get_by_role("tab", name=name).tap()


# What a keyboard can see: which decision is open, and what is in the focus.
DECISION = "() => document.querySelector('.action.mine .prompt')?.textContent + document.querySelectorAll('.log p').length"
FOCUSED = "wanted => !!document.activeElement?.matches(wanted)"


def tab_to(page: Page, wanted: str, most: int = 40) -> None:
    """Press Tab until something is in the focus."""
    for _ in range(most):
        if page.evaluate(FOCUSED, wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{most} presses of Tab do not lead to {wanted}")


def decide_by_keys(page: Page) -> None:
    """Make one decision with keys alone: pass, or confirm, or the first thing offered."""
    before = page.evaluate(DECISION)
    if page.locator("[data-pass]").count():
        page.keyboard.press("p")
    else:
        page.keyboard.press("a")
        tab_to(page, "[data-confirm], .choices button, .action .pick")
        if page.evaluate(FOCUSED, ".action .pick"):  # a plan: nothing in it is chosen beforehand
            page.keyboard.press("Enter")
            tab_to(page, ".action [role=spinbutton]")
            page.keyboard.type("1")
            tab_to(page, "[data-confirm]")
        page.keyboard.press("Enter")
    until(page, f"() => ({DECISION})() !== {json.dumps(before)}")


def test_everything_goes_by_keyboard(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(STEP_BY_STEP)
    page.goto(server.address)
    page.locator("button.large").wait_for()
    tab_to(page, "button.large", 60)
    page.keyboard.press("Enter")
    drawn(page)
    for _ in range(60):
        until(page, MINE)
        prompt = page.locator(".action .prompt").inner_text()
        if re.search("hire|move|raise", prompt, re.I) and page.locator(".place.lit").count():
            break
        decide_by_keys(page)
    # M goes to the map; Enter takes a territory, then the next, until there is something to confirm.
    page.keyboard.press("m")
    for _ in range(4):
        expect(page.locator(".place.lit:focus, [data-confirm]:focus")).to_have_count(1)
        done = page.evaluate(FOCUSED, "[data-confirm]")
        lines = page.locator(".log p").count()
        page.keyboard.press("Enter")
        if done:
            break
    until(page, f"() => document.querySelectorAll('.log p').length > {lines}")
    until(page, MINE)
    page.keyboard.press("r")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".past")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".past")).to_have_count(0)


def test_axe_finds_no_serious_fault_in_the_dark(server: Server, new_page: NewPage) -> None:
    """By daylight it looks while whole games are played."""
    page = new_page(color_scheme="dark")
    page.goto(server.address)
    page.get_by_role("heading", name="New table").wait_for()
    for summary in page.locator(".new summary").all():
        summary.click()
    found = {"lobby": faults(page)}
    page.get_by_role("button", name="Play now against three bots").click()
    drawn(page)
    until(page, MINE)
    found["table"] = faults(page)
    for name in ("Talk", "Contracts", "Orders"):
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        found[name] = faults(page)
    page.keyboard.press("r")
    page.locator("dialog details[open] article").first.wait_for()
    found["rules"] = faults(page)
    bad = [f"{where}: {one}" for where, what in found.items() for one in what]
    assert not bad, "\n".join(bad)
