"""The page at moments that a game seldom comes to: tables that begin at a prepared position."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.kit import Server, go_to, hold, hold_all, play_until, until, width_of
from browser.prepared import prepare
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

NewPage = Callable[..., Page]
Tables = dict[str, Any]
MINE = "() => !!document.querySelector('.action.mine')"
CHOICES = json.loads(Path(__file__).with_name("positions.json").read_text(encoding="utf-8"))
TALKS = "order=DE D=10★5 E=5★5 gold=D5,E5 at=bidding"
BATTLE = "order=OE turn=3 O=3★3,1★4 E=3★2,5★4 gold=O3,E5 hand=O:4♥2♣,E:6♦ at=plans:orcs>elves@3★"
# Nothing is left to do but to discard, and the game is over.
LAST = "order=EG turn=8 E=5★5,3★2 G=10★3,15★1,1★1 hand=G:2♥,E:3♣ at=discards"
FLIGHT = "order=DE turn=2 dragon=7 D=10★5 E=5★5 gold=D5,E5 usurper=D:Q♥,E:Q♣ sabotage=D:J♠,E:J♥ at=bidding"
PEOPLE = {
    "wide": (FLIGHT, ["dwarves", "elves"]),
    "talks": (TALKS, ["dwarves", "elves"]),
    "counter": (TALKS, ["dwarves", "elves"]),
    "orders": (TALKS, ["dwarves", "elves"]),
    "twice": (TALKS, ["dwarves", "elves"]),
    "half": (TALKS, ["dwarves", "elves"]),
    "sound": (TALKS, ["dwarves"]),
    "zoom": (TALKS, ["dwarves"]),
    "plan": (BATTLE, ["orcs", "elves"]),
    "keys": ("order=DE D=10★5 E=5★5 gold=D5,E5 at=recruitment", ["dwarves", "elves"]),
    "drag": ("order=DE D=10★5 E=5★5 gold=D5,E5 at=dwarves.move", ["dwarves", "elves"]),
    "last": (LAST, ["goblins", "elves"]),
}
ONE_DEVICE = (BATTLE, ["orcs", "elves"])


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Tables]]:
    """One server that finds all these tables when it starts."""
    folder = tmp_path_factory.mktemp("prepared")
    tables = {name: prepare(folder, place, people) for name, (place, people) in PEOPLE.items()}
    tables["device"] = prepare(folder, *ONE_DEVICE, hotseat=True)
    for name, one in CHOICES.items():
        tables[name, "choice"] = prepare(  # type: ignore[index]
            folder, one["position"], [one["seat"]], one["edition"], one["options"]
        )
    server = Server(folder)
    yield server, tables
    server.stop()


def sit(new_page: NewPage, opened: tuple[Server, Tables], name: str, n: int = 2) -> list[Page]:
    server, tables = opened
    pages = [new_page() for _ in range(n)]
    for number, page in enumerate(pages):
        hold(page, server, tables[name], number)
    return pages


WAYS = ".action .body button:not(.rule), .action select, .place.lit"
# What would make a choice hard to make: parts of the panel beyond its edge, or words cut off.
CUT_OFF = """() => {
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const wrong = [];
  for (const part of document.querySelectorAll('.action button, .action select, .action .prompt')) {
    const box = part.getBoundingClientRect();
    if (box.right > dock.right + 1 || box.left < dock.left - 1) wrong.push(part.textContent.trim());
    if (part.matches('button') && part.scrollWidth > part.clientWidth + 1) wrong.push(part.textContent.trim());
  }
  return wrong;
}"""


# The question that stands there belongs to this table, and no longer to the one before.
ASKED = "before => { const q = document.querySelector('.action.mine'); return !!q && q.closest('.page') !== window.before; }"


def test_every_kind_of_choice_is_asked_clearly(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    """On a desk, on a phone and on a small phone."""
    server, tables = opened
    page = new_page(1440, 900)
    made = {name: tables[name, "choice"] for name in CHOICES}  # type: ignore[index]
    hold_all(page, server, made.values())
    for name, table in made.items():
        page.set_viewport_size({"width": 1440, "height": 900})
        page.evaluate("() => { window.before = document.querySelector('.page'); }")
        go_to(page, table)
        page.wait_for_function(ASKED)
        until(page, f"() => document.querySelectorAll({WAYS!r}).length >= 2")
        prompt = page.locator(".action .prompt").inner_text()
        assert len(prompt) > 15, name
        assert prompt.count("Choose what you do") == 0, name
        for width, height in ((1440, 900), (390, 844), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CUT_OFF) == [], (name, width)
            assert width_of(page) <= width, name


# --- deals -----------------------------------------------------------------------------------


def offer_peace(page: Page) -> None:
    page.get_by_role("tab", name="Contracts").click()
    page.get_by_role("button", name="Peace", exact=True).click()
    page.get_by_role("button", name="Offer it").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()


def test_offers_are_refused_withdrawn_and_contracts_ended(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    anna, berta = sit(new_page, opened, "talks")
    offer_peace(anna)
    berta.get_by_role("tab", name="Contracts").click()
    berta.get_by_role("button", name="Refuse").click()
    for page in (anna, berta):
        expect(page.locator(".contracts .offer")).to_have_count(0)
    offer_peace(anna)
    anna.get_by_role("button", name="Withdraw").click()
    expect(berta.locator(".contracts .offer")).to_have_count(0)
    offer_peace(anna)
    berta.get_by_role("button", name="Sign").click()
    for page in (anna, berta):
        # It lies open beside the board, whichever tab is shown.
        expect(page.locator(".force li")).to_have_count(1)
    anna.get_by_role("button", name="Ready to end it").click()
    expect(anna.get_by_role("button", name="You have agreed to end it")).to_be_visible()
    expect(berta.locator(".force li")).to_have_count(1)
    berta.get_by_role("button", name="Ready to end it").click()
    for page in (anna, berta):
        expect(page.locator(".force")).to_have_count(0)


def test_on_a_phone_the_sheet_steps_aside_for_deals(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    hold(page, server, tables["zoom"])
    page.get_by_role("tab", name="Contracts").tap()
    page.get_by_role("button", name="Peace", exact=True).tap()
    offer = page.get_by_role("button", name="Offer it")
    offer.scroll_into_view_if_needed()
    expect(offer).to_be_in_viewport(ratio=1)
    above = "() => document.querySelector('.dock').getBoundingClientRect().top"
    box = offer.bounding_box()
    assert box
    assert box["y"] + box["height"] <= page.evaluate(above)
    expect(page.get_by_role("heading", name="Your turn")).to_be_in_viewport()


def test_an_offer_is_countered(opened: tuple[Server, Tables], new_page: NewPage) -> None:
    anna, berta = sit(new_page, opened, "counter")
    offer_peace(anna)
    # On a phone the sheet's head leads there.
    berta.set_viewport_size({"width": 390, "height": 844})
    berta.get_by_role("button", name="Offer 1").click()
    berta.get_by_role("button", name="Counter").click()
    # It starts from what was offered: one clause is struck out, another added.
    expect(berta.locator(".builder .sentence")).to_have_count(4)
    berta.get_by_role("button", name="Remove clause 4").click()
    berta.get_by_role("button", name="+ Clause").click()
    berta.get_by_label("What", exact=True).select_option("pay")
    berta.get_by_label("Who", exact=True).select_option("dwarves")
    berta.get_by_label("Whom", exact=True).select_option("elves")
    berta.get_by_label("How many").fill("2")
    berta.get_by_role("button", name="Counter with it").click()
    expect(anna.locator(".contracts .offer")).to_contain_text("pay the Elves 2 gold")
    anna.get_by_role("button", name="Sign").click()
    # It was to be paid at once: five gold less two.
    expect(anna.locator(".factions .me .coin")).to_have_text("3")
    expect(berta.locator(".factions .me .coin")).to_have_text("7")


def test_gold_is_given_and_orders_pass_auctions(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    anna, berta = sit(new_page, opened, "orders")
    berta.get_by_role("tab", name="Orders").click()
    berta.get_by_label("Pass when it costs more").first.check()
    less = berta.get_by_role("button", name="Pass when it costs more than: one less")
    for left in ("2", "1", "0"):
        less.click()
        expect(berta.locator(".orders [role=spinbutton]").first).to_have_value(left)
    anna.get_by_role("tab", name="Orders").click()
    anna.locator(".orders select").select_option("elves")
    anna.get_by_role("button", name="Give 1 gold to the Elves").click()
    expect(anna.locator(".factions .me .coin")).to_have_text("4")
    expect(berta.locator(".factions .me .coin")).to_have_text("6")
    # Anna bids; the order passes for Berta, who is never asked.
    anna.get_by_role("button", name="Bid 1").first.click()
    anna.get_by_role("tab", name="Record").click()
    expect(anna.locator(".log")).to_contain_text("The Elves pass")


def twice(button: Locator) -> None:
    """Pressed by a nervous finger: the second time before anybody can have answered."""
    button.evaluate("button => { button.click(); button.click(); }")


def give_one(page: Page) -> Locator:
    page.locator(".gift select").select_option("elves")
    return page.get_by_role("button", name="Give 1 gold to the Elves")


def test_what_is_pressed_twice_is_done_once(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    anna, berta = sit(new_page, opened, "twice")
    anna.get_by_role("tab", name="Contracts").click()
    gold = anna.locator(".factions .me .coin")
    twice(give_one(anna))
    expect(anna.get_by_role("status")).to_have_text("The Elves have your 1 gold.")
    give_one(anna).click()
    expect(gold).to_have_text("3")
    # Of two gifts only the last comes back.
    twice(anna.get_by_role("button", name="Take back"))
    expect(gold).to_have_text("4")
    anna.get_by_role("button", name="Peace", exact=True).click()
    twice(anna.get_by_role("button", name="Offer it"))
    expect(anna.get_by_role("button", name="Withdraw")).to_have_count(1)
    for page in (anna, berta):
        page.get_by_role("tab", name="Talk").click()
    say = anna.get_by_label("Say something")
    for words in ("Well met.", "Sign it!"):
        say.fill(words)
        twice(anna.get_by_role("button", name="Send"))
        expect(say).to_have_value("")
    # What was sent first has arrived when the last words have, and nothing came after it.
    said = ["Dwarves: Well met.", "Dwarves: Sign it!"]
    expect(berta.locator(".chat .lines p")).to_have_text(said)
    expect(gold).to_have_text("4")
    berta.get_by_role("tab", name="Contracts").click()
    expect(berta.locator(".contracts .offer")).to_have_count(1)


def test_what_is_half_written_waits_for_who_writes_it(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    """While another tab is read, and while somebody else plays at the same device."""
    server, tables = opened
    page, made = new_page(), tables["half"]
    page.goto(server.address)
    both = json.dumps({made["table"]: made["tokens"]})
    page.evaluate("held => localStorage.setItem('dragon-dune seats', held)", both)
    page.goto(f"{server.address}/#/table/{made['table']}")
    me, say = page.locator(".factions .me"), page.get_by_label("Say something")
    expect(me).to_contain_text("Dwarves")
    page.get_by_role("tab", name="Contracts").click()
    page.get_by_role("button", name="Gold for peace").click()
    page.get_by_label("How many").fill("4")
    page.get_by_role("tab", name="Talk").click()
    page.get_by_label("To whom").select_option("elves")
    say.fill("What would you say to")
    page.get_by_role("tab", name="Contracts").click()
    expect(page.get_by_label("How many")).to_have_value("4")
    expect(page.locator(".builder .sentence").first).to_contain_text("pay the Elves 4 gold")
    page.get_by_role("tab", name="Talk").click()
    expect(say).to_have_value("What would you say to")
    expect(page.get_by_label("To whom")).to_have_value("elves")
    page.get_by_role("button", name="Bid 1").first.click()
    expect(me).to_contain_text("Elves")
    expect(say).to_have_value("")
    page.get_by_role("tab", name="Contracts").click()
    expect(page.get_by_role("button", name="Gold for peace")).to_be_visible()
    expect(page.locator(".builder")).to_have_count(0)
    page.get_by_role("button", name="Bid 2").first.click()
    expect(me).to_contain_text("Dwarves")
    expect(page.get_by_label("How many")).to_have_value("4")


# --- the table -------------------------------------------------------------------------------

# Parts of the record's box that lie beyond its edge, where nobody can reach them.
BEYOND = """() => {
  const box = document.querySelector('.logbox').getBoundingClientRect();
  return [...document.querySelectorAll('.logbox *')].filter((part) => part.getBoundingClientRect().right > box.right + 1).map((part) => part.textContent);
}"""


def test_a_big_screen_shows_all_of_the_record(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    (page,) = sit(new_page, opened, "wide", 1)
    for width, height in ((1680, 1050), (1700, 1200), (1920, 1080), (2560, 1440), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("Record", "Talk", "Contracts", "Orders"):
            page.get_by_role("tab", name=name).click()
            expect(page.locator("#tabpanel > *").first).to_be_visible()
            assert page.evaluate(BEYOND) == [], (width, name)


def test_signs_and_cards_tell_what_they_mean(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    (page,) = sit(new_page, opened, "wide", 1)
    # Every dotted line is a territory that says so, and no other does.
    lines = page.locator(".things .next").count()
    assert lines > 2
    told = page.locator('.place[aria-label*="the dragons can come here next"]')
    expect(told).to_have_count(lines)
    expect(page.locator(".factions .suit")).to_have_text(["♦", "♥"])
    expect(page.locator(".hand .two")).to_contain_text("among Elves")
    expect(page.get_by_label("Q♥, Queen: a usurper among the Elves")).to_be_visible()
    expect(page.get_by_label("J♠, Jack: has sabotaged the ♠ artifacts")).to_be_visible()
    # The keyboard's focus and a long press are told what the mouse is told.
    tip = page.get_by_role("tooltip")
    page.keyboard.press("m")
    where = page.locator(".place:focus")
    before = where.get_attribute("data-territory")
    page.keyboard.press("ArrowDown")
    expect(where).not_to_have_attribute("data-territory", before or "")
    page.get_by_label("Q♥, Queen").focus()
    expect(tip).to_contain_text("a usurper among the Elves")
    page.keyboard.press("Escape")
    page.locator(".me .castles").dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(tip).to_contain_text("three at the end of a turn win")
    page.goto(f"{opened[0].address}/#/guide/gnomes")
    expect(page.get_by_text("There is no faction “gnomes”")).to_be_visible()


# Notes what the page says to the server.
LISTEN = """
window.sent = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); return send.call(this, text); };
"""
SAID = "kind => window.sent.filter((message) => message.t === kind).length"


def test_what_one_looked_at_is_not_shown_to_the_next_on_the_device(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    made = tables["device"]
    page = new_page()
    page.add_init_script(LISTEN)
    page.goto(server.address)
    held = {made["table"]: made["tokens"]}
    page.evaluate("held => localStorage.setItem('dragon-dune seats', held)", json.dumps(held))
    page.goto(f"{server.address}/#/table/{made['table']}")
    curtain = page.locator(".curtain")
    curtain.get_by_role("button", name="Orcs").click()
    expect(page.locator(".factions .orcs.me")).to_be_visible()
    # The Orcs look back while their turn goes by.
    page.locator("#action-head").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".past")).to_contain_text("what you knew then")
    expect(page.locator(".hand").get_by_label("4♥")).to_be_visible()
    deed = {"id": time.time_ns() // 1000, "action": "plan 1 4♥"}
    server.post(f"/api/tables/{made['table']}/act", deed, made["tokens"][0]["token"])
    elf = curtain.get_by_role("button", name="Elves")
    expect(elf).to_be_visible()
    asked = page.evaluate(SAID, "past")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(SAID, "past") == asked
    # Nor do keys lead behind the curtain, where the link to the Orcs' seat can be copied.
    page.keyboard.press("Shift+Tab")
    assert not page.evaluate("() => !!document.activeElement?.closest('.page')")
    elf.click()
    expect(page.locator(".factions .elves.me")).to_be_visible()
    expect(page.locator(".past")).to_have_count(0)
    expect(page.locator(".action.mine")).to_be_visible()
    expect(page.get_by_label("4♥")).to_have_count(0)


def test_a_look_back_leaves_what_was_chosen(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page()
    page.add_init_script(LISTEN)
    hold(page, server, tables["plan"])
    page.locator(".pick", has=page.get_by_label("4♥")).click()
    page.locator(".action [role=spinbutton]").first.fill("2")
    plan = page.get_by_role("button", name="Send 2 units with 4♥")
    expect(plan).to_be_visible()
    page.locator("#action-head").focus()
    for back in ("Back to now", "Escape"):
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".past")).to_be_visible()
        expect(page.locator(".action")).not_to_be_visible()
        # Nothing is done that is not seen.
        for key in ("p", "u", "Enter"):
            page.keyboard.press(key)
        if back == "Escape":
            page.keyboard.press(back)
        else:
            page.get_by_role("button", name=back).click()
        expect(page.locator(".past")).to_have_count(0)
        expect(plan).to_be_visible()
    assert page.evaluate(SAID, "act") == page.evaluate(SAID, "undo") == 0


def test_keys_do_one_thing_at_a_time(opened: tuple[Server, Tables], new_page: NewPage) -> None:
    server, tables = opened
    page = new_page()
    page.add_init_script(LISTEN)
    hold(page, server, tables["keys"])
    until(page, MINE)
    prompt, ready = page.locator(".action .prompt"), page.locator("[data-confirm]")
    expect(ready).to_contain_text("10★")
    # After an action the focus is on the panel's head, where Enter does what is ready.
    page.keyboard.press("a")
    expect(page.locator("#action-head")).to_be_focused()
    page.keyboard.press("Enter")
    expect(prompt).to_contain_text("Hire")
    # Pressed again before it is let go, a key repeats.
    page.keyboard.down("p")
    expect(prompt).to_contain_text("Move")
    expect(page.locator("[data-pass]")).to_be_enabled()
    page.keyboard.down("p")
    assert page.evaluate(SAID, "act") == 2
    page.keyboard.up("p")
    page.keyboard.down("u")
    expect(prompt).to_contain_text("Hire")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.keyboard.down("u")
    assert page.evaluate(SAID, "undo") == 1
    page.keyboard.up("u")
    page.keyboard.press("u")
    assert page.evaluate(SAID, "undo") == 2


# --- the board -------------------------------------------------------------------------------


def test_two_fingers_zoom_the_board(opened: tuple[Server, Tables], new_page: NewPage) -> None:
    server, tables = opened
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    hold(page, server, tables["zoom"])
    box = page.locator(".frame").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else points},
        )

    fingers("touchStart", 30)
    for apart in (40, 60, 80, 100):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    expect(page.locator(".frame.zoomed")).to_be_visible()
    page.get_by_role("button", name="Show the whole board").tap()
    expect(page.locator(".frame.zoomed")).to_have_count(0)


def test_a_turned_screen_shows_the_same_part_of_the_map(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    server, tables = opened
    page = new_page(1280, 800)
    hold(page, server, tables["zoom"])
    # The lower right corner, as large as it gets.
    box = page.locator(".frame").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + box["height"] - 3)
    page.mouse.wheel(0, -100)
    expect(page.locator(".frame.zoomed")).to_be_visible()
    for _ in range(15):
        page.mouse.wheel(0, -100)
    page.set_viewport_size({"width": 390, "height": 844})
    for side in ("right", "bottom"):
        edge = f"document.querySelector('{{}}').getBoundingClientRect().{side}"
        until(
            page,
            f"() => Math.abs({edge.format('.sheet')} - {edge.format('.frame')}) < 0.02 * innerWidth",
        )


def test_a_unit_let_go_off_the_board_is_let_go(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    (page,) = sit(new_page, opened, "drag", 1)
    until(page, MINE)
    token = page.locator(".things [data-token=dwarves]").first.bounding_box()
    board = page.locator(".frame").bounding_box()
    assert token
    assert board
    page.mouse.move(token["x"] + token["width"] / 2, token["y"] + token["height"] / 2)
    page.mouse.down()
    page.mouse.move(token["x"] - 30, token["y"] - 30, steps=3)
    expect(page.locator("svg.ghost")).to_be_visible()
    page.mouse.move(board["x"] + board["width"] + 60, board["y"] + 300, steps=5)
    page.mouse.up()
    expect(page.locator("svg.ghost")).to_have_count(0)
    # A click on a territory then chooses it once.
    goal = page.locator(".place.lit").first
    place = goal.get_attribute("data-territory")
    goal.click()
    expect(page.locator(f'.place.target[data-territory="{place}"]')).to_have_count(1)


UNCOVERED = """() => {
  const board = document.querySelector('.frame').getBoundingClientRect();
  return board.top >= 0 && board.bottom <= document.querySelector('.dock').getBoundingClientRect().top;
}"""


def resting(thing: Locator) -> FloatRect | None:
    """Where it is when it moves no more: the page may still be scrolling."""
    before, now = None, thing.bounding_box()
    while now != before:
        thing.page.wait_for_timeout(300)
        before, now = now, thing.bounding_box()
    return now


@pytest.mark.parametrize("steps", [True, False], ids=["step by step", "in the turn's plan"])
def test_a_finger_drags_units_and_not_the_page(
    opened: tuple[Server, Tables], new_page: NewPage, steps: bool
) -> None:
    server, tables = opened
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    hold(page, server, tables["drag"], steps=steps)
    until(page, MINE)
    # The page has moved up, so that the sheet of actions covers none of the places to be picked.
    until(page, UNCOVERED)
    goal = page.locator('.place.lit[data-territory="8"]')
    if not steps:
        expect(page.locator("[data-turn]")).to_be_visible()
    boxes = [resting(one) for one in (page.locator(".things [data-token=dwarves]").first, goal)]
    start, end = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    ]
    touch = page.context.new_cdp_session(page)
    for step in range(6):
        x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if step else "touchStart"
        point = {"x": x, "y": y, "id": 1}
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    expect(page.locator("svg.ghost")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    where = "[data-confirm]" if steps else ".stages"
    expect(page.locator(where)).to_contain_text("10★ → 8")
    expect(page.locator("[data-confirm]")).to_be_enabled()


def test_the_map_is_painted_though_the_network_was_away(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    page = new_page()
    refused: list[str] = []

    def once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    page.route("**/terrain*", once)
    server, tables = opened
    hold(page, server, tables["zoom"])
    until(page, "() => document.querySelectorAll('.terrain svg *').length > 400")
    assert refused


COUNT_TONES = """() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };
}"""


def test_sounds_are_off_until_switched_on(opened: tuple[Server, Tables], new_page: NewPage) -> None:
    (page,) = sit(new_page, opened, "sound", 1)
    page.evaluate(COUNT_TONES)
    lines = page.locator(".log p").count()
    play_until([page], f"() => document.querySelectorAll('.log p').length > {lines + 3}", 60)
    assert page.evaluate("() => window.tones") == 0
    page.get_by_label("Settings").click()
    page.get_by_label("Sounds").check()
    play_until([page], "() => window.tones > 0", 60)


# --- endings ---------------------------------------------------------------------------------


def test_a_rematch_brings_the_same_people_together(
    opened: tuple[Server, Tables], new_page: NewPage
) -> None:
    goblin, elf = sit(new_page, opened, "last")
    over = "() => document.querySelector('#action-head')?.textContent === 'The game is over'"
    play_until([goblin, elf], over, 60)
    until(elf, over)
    # The story has an address of its own, for friends who were not there.
    elf.goto(f"{elf.url}/story")
    elf.get_by_role("dialog", name="The story of this game").get_by_text("Close").click()
    elf.wait_for_url(lambda url: not url.endswith("/story"))
    old = goblin.url
    goblin.locator(".finale").get_by_role("button", name="Rematch").click()
    expect(goblin.get_by_text("The game begins when every seat is taken")).to_be_visible()
    assert goblin.url != old
    elf.get_by_role("button", name="Join the rematch").click()
    for page in (goblin, elf):
        expect(page.locator(".board .place")).to_have_count(28)
        expect(page.locator(".factions article")).to_have_count(2)
    # The same people, with the factions they had asked for.
    expect(goblin.locator(".factions .goblins.me")).to_be_visible()
    expect(elf.locator(".factions .elves.me")).to_be_visible()


def test_a_server_killed_in_mid_battle_loses_no_plan(tmp_path: Path, new_page: NewPage) -> None:
    made = prepare(tmp_path, BATTLE, ["orcs", "elves"])
    server = Server(tmp_path)
    try:
        orc, elf = new_page(), new_page()
        hold(orc, server, made, 0)
        hold(elf, server, made, 1)
        orc.locator(".pick", has=orc.get_by_label("4♥")).click()
        orc.locator(".action [role=spinbutton]").first.fill("2")
        expect(orc.locator(".worth")).to_contain_text("Your total")
        orc.get_by_role("button", name="Send 2 units with 4♥").click()
        expect(orc.locator("#action-head")).to_have_text("Please wait")
        server.kill()
        for page in (orc, elf):
            expect(page.get_by_role("status").first).to_contain_text("Connection lost")
        server.start()
        for page in (orc, elf):
            expect(page.get_by_text("Connection lost")).to_have_count(0)
        # The Orcs are not asked again, and the Elves still have not seen the plan.
        expect(orc.locator("#action-head")).to_have_text("Please wait")
        expect(elf.locator(".battle")).to_contain_text("plan made")
        expect(elf.locator(".battle")).not_to_contain_text("4♥")
        elf.locator(".pick").last.click()
        elf.locator(".action [role=spinbutton]").first.fill("1")
        elf.get_by_role("button", name="Send 1 unit").click()
        for page in (orc, elf):
            expect(page.locator(".log")).to_contain_text("4♥")
    finally:
        server.stop()
