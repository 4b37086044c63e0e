"""Newcomers in a real browser: the guided game and every lesson, from the lobby to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser import learner
from browser.kit import Server, drawn, faults, hold, seat, until
from playwright.sync_api import Page, expect

from dragondune.lessons.lesson import lessons

NewPage = Callable[..., Page]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
SHORT = [name for name, lesson in lessons().items() if lesson.number > 1]
# Is the guide's card on the screen, and which of the things it speaks of are not ringed there?
# A ring has to show enough of a thing to be told from a line.
RINGS = """(targets) => {
  const card = document.querySelector('.coach').getBoundingClientRect();
  const inside = (b) => b.width > 20 && b.height > 20 && b.right > 0 && b.left < innerWidth && b.bottom > 0 && b.top < innerHeight;
  const ringed = (name) => [...document.querySelectorAll('.ring')].some((one) => one.dataset.target === name && inside(one.getBoundingClientRect()));
  const over = (b) => b.left < card.right && b.right > card.left && b.top + 8 < card.bottom && b.bottom - 8 > card.top;
  return {covered: [...document.querySelectorAll('.ring')].some((one) => over(one.getBoundingClientRect())),
    card: card.width > 0 && card.top >= 0 && card.bottom <= innerHeight + 1,
    without: Object.keys(targets).filter((name) => document.querySelector(targets[name]) && !ringed(name))};
}"""
# What is on sale is below the guide's card, not under it.
UNCOVERED = """() => document.querySelector('.sale').getBoundingClientRect().top
  >= document.querySelector('.coach').getBoundingClientRect().bottom - 1"""
TARGETS = Path(__file__).parents[2] / "web" / "src" / "learn" / "targets.ts"
SELECTORS = dict(
    re.findall(r"^  (\w+): \(.*?\) => [\"`](.+)[\"`],", TARGETS.read_text(encoding="utf-8"), re.M)
)


def watch(page: Page, lesson_name: str) -> Callable[[str], None]:
    """Each step's card is on the screen, and what it points at is ringed."""
    steps = {step.id: step for step in lessons()[lesson_name].steps}

    def seen(step: str) -> None:
        if steps[step].point:
            until(page, "() => document.querySelector('.ring')")
        kinds = {point: point.partition(":") for point in steps[step].point}
        targets = {
            point: SELECTORS[kind].replace("${name}", name)
            for point, (kind, _, name) in kinds.items()
        }
        found = page.evaluate(RINGS, targets)
        # What it points at may still have to be drawn or to come into sight: moments, not seconds.
        for _ in range(400):
            if found["card"] and not found["without"] and not found["covered"]:
                return
            page.wait_for_timeout(50)
            found = page.evaluate(RINGS, targets)
        assert found["card"], f"{step}: the guide's card is not on the screen"
        assert not found["without"], f"{step}: not ringed on the screen: {found['without']}"
        assert not found["covered"], f"{step}: the guide's card covers what it points at"

    return seen


def test_a_newcomer_plays_the_guided_game_to_its_end(server: Server, new_page: NewPage) -> None:
    page = new_page(1280, 800)
    lesson = learner.start(page, server, "first-game")
    shown = learner.go(page, lesson, watch(page, "first-game"))
    assert len(shown) >= len(lesson.steps) - 3
    expect(page.locator(SELECTORS["rules"])).to_have_text("Rules")
    # The guide is gone and the game goes on: the bots play, and it will be the learner's turn.
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".turn")).to_have_text("Turn 3 of 8")
    until(page, "() => !!document.querySelector('.action.mine')")
    page.reload()
    drawn(page)
    expect(page.locator(".coach")).to_have_count(0)


def test_the_card_on_sale_stays_in_sight_on_a_small_phone(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(width=360, height=740, has_touch=True, is_mobile=True)
    lesson = learner.start(page, server, "first-game")

    def seen(step: str) -> None:
        if step.startswith("bid-"):
            expect(page.locator(".sale")).to_be_in_viewport(ratio=1)
            until(page, UNCOVERED)
            expect(page.locator("[data-pass]")).to_be_in_viewport(ratio=1)

    learner.go(page, lesson, seen, stop="recruiting")


def test_leaving_and_coming_back_on_a_phone(tmp_path: Path, new_page: NewPage) -> None:
    """The server is killed as well: table and guide stand where they stood."""
    server = Server(tmp_path)
    try:
        page = new_page(**PHONE)
        lesson = learner.start(page, server, "first-game")
        watched = watch(page, "first-game")
        learner.go(page, lesson, watched, stop="hire")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        page.reload()
        expect(page.locator(".coach")).to_have_attribute("data-shown", "hire")
        page.goto(server.address)
        server.kill()
        server.start()
        page.get_by_role("button", name="Continue your guided game").click()
        expect(page.locator(".coach")).to_have_attribute("data-shown", "hire")
        learner.go(page, lesson, watched, stop="proposal")
        page.goto(server.address)
        page.get_by_role("link", name="Continue").first.click()
        expect(page.locator(".coach")).to_have_attribute("data-shown", "proposal")
        assert not faults(page)
        learner.go(page, lesson, watched)
        expect(page.locator(".coach")).to_have_count(0)
    finally:
        server.stop()


def test_a_guide_stays_at_its_step_when_the_screen_is_turned(
    server: Server, new_page: NewPage
) -> None:
    """The card has one place on wide screens and another on narrow ones, and moves between them."""
    page = new_page()
    lesson = learner.start(page, server, "first-game")
    learner.go(page, lesson, stop="castles")
    wide, narrow = page.locator(".guide .coach"), page.locator(".dock .coach")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(narrow).to_have_attribute("data-shown", "castles")
    page.keyboard.press("n")
    expect(narrow).not_to_have_attribute("data-shown", "castles")
    step = narrow.get_attribute("data-shown") or ""
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(wide).to_have_attribute("data-shown", step)
    # A guide that was ended does not come again either, and the server is told nothing else.
    page.get_by_role("button", name="End the guide").click()
    page.get_by_role("button", name=re.compile("the game goes on")).click()
    expect(page.locator(".coach")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".rounds .now")).to_contain_text("Bidding")
    page.reload()
    drawn(page)
    expect(page.locator(".coach")).to_have_count(0)


def test_a_gentle_word_back_and_keys(server: Server, new_page: NewPage) -> None:
    page = new_page()
    lesson = learner.start(page, server, "first-game")
    learner.go(page, lesson, stop="castles")
    page.keyboard.press("n")
    expect(page.locator(".coach h2")).to_have_text("The others")
    page.keyboard.press("b")
    expect(page.locator(".coach h2")).to_have_text("What you are fighting for")
    learner.go(page, lesson, stop="bid-1")
    gold = page.locator(".factions .elves .coin").inner_text()
    learner.do(page, "bid 4")
    expect(page.locator(".coach .word")).to_contain_text("Start with 1")
    expect(page.locator(".coach")).to_have_attribute("data-step", "bid-1")
    assert page.locator(".factions .elves .coin").inner_text() == gold
    assert not faults(page)
    learner.go(page, lesson, stop="conscript")
    learner.do(page, "conscript 2 5★")
    expect(page.locator(".coach")).to_have_attribute("data-step", "hire")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".coach")).to_have_attribute("data-step", "conscript")
    page.locator(".coach").get_by_role("button", name="Read rule IV3").click()
    expect(page.locator("dialog article.at")).to_contain_text("IV3")


def test_a_lesson_can_be_started_over_and_repeated(server: Server, new_page: NewPage) -> None:
    page = new_page()
    lesson = learner.start(page, server, "auction")
    learner.go(page, lesson, stop="first-bid")
    page.goto(server.address)
    page.get_by_role("button", name="The auction", exact=True).click()
    expect(page.locator(".coach")).to_have_attribute("data-shown", "first-bid")
    page.goto(server.address)
    page.get_by_role("button", name="The auction: start again").click()
    expect(page.locator(".coach")).to_have_attribute("data-shown", "start")
    learner.go(page, lesson)
    # The game at that table goes on, but the lesson is done, and can be taken again.
    page.goto(server.address)
    expect(page.locator(".learn li", has_text="The auction")).to_contain_text("done")
    page.get_by_role("button", name="The auction", exact=True).click()
    expect(page.locator(".coach")).to_have_attribute("data-shown", "start")


def test_the_guide_can_be_ended_and_the_bots_go_on(server: Server, new_page: NewPage) -> None:
    page = new_page()
    learner.start(page, server, "first-game")
    page.get_by_role("button", name="End the guide").click()
    page.get_by_role("button", name=re.compile("the game goes on")).click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".rounds .now")).to_contain_text("Bidding")
    # Who ends it has not done the lesson.
    page.goto(server.address)
    expect(page.get_by_role("button", name="Start the guided game")).to_be_visible()
    expect(page.locator(".learn .done")).to_have_count(0)


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_short_lesson_to_its_end(server: Server, new_page: NewPage, name: str, size: str) -> None:
    page = new_page(**PHONE) if size == "phone" else new_page()
    lesson = learner.start(page, server, name)
    shown = learner.go(page, lesson, watch(page, name))
    assert len(shown) >= len(lesson.steps) - 2
    expect(page.locator(".coach")).to_have_count(0)


def test_the_lesson_on_contracts_waits_and_can_be_skipped(
    server: Server, new_page: NewPage
) -> None:
    """Whoever lets the auction pass first finds the card still there, and its Skip works."""
    page = new_page(1440, 900)
    lesson = learner.start(page, server, "deals")
    learner.go(page, lesson, stop="contract")
    page.get_by_role("tab", name="Contracts").click()
    page.get_by_role("button", name="Gold for peace").click()
    expect(page.get_by_role("button", name="Offer it")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Offer it").click()  # to the Elves, who have no time now
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator("#tabpanel")).to_contain_text("After the lesson")
    now = page.locator(".rounds .now")
    while "Bidding" in now.inner_text():
        page.evaluate("() => document.querySelector('.action.mine [data-pass]')?.click()")
        page.wait_for_timeout(30)
    expect(page.locator(".coach")).to_have_attribute("data-shown", "contract")
    page.locator(".coach").get_by_role("button", name="Skip").click()
    expect(page.locator(".coach")).to_have_attribute("data-shown", "signed")
    page.locator(".coach").get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Play on against the bots").click()
    expect(page.locator(".coach")).to_have_count(0)


def test_guides_to_the_factions(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.get_by_role("link", name="Orcs").click()
    expect(page.get_by_role("heading", name="The Orcs")).to_be_visible()
    expect(page.locator("main")).to_contain_text("when turn 8 ends")
    page.get_by_label("Edition").select_option("first")
    expect(page.locator("main")).to_contain_text("when turn 6 ends")
    page.get_by_role("link", name="Dwarves").click()
    expect(page.locator("main")).to_contain_text("2 of your units are elite")
    assert not faults(page)
    page.get_by_role("link", name="Lobby").click()
    page.get_by_label("Seat 1: faction").select_option("goblins")
    expect(page.get_by_role("link", name="About the Goblins")).to_be_visible()
    learner.start(page, server, "auction")
    page.locator(".factions").get_by_role("button", name="Elves").click()
    dialog = page.get_by_role("dialog", name="Elves")
    expect(dialog).to_contain_text("You alone see each artifact")
    assert not faults(page)
    dialog.get_by_role("button", name="Read rule EL1", exact=True).first.click()
    expect(page.locator("dialog article.at")).to_contain_text("EL1")


def test_a_hint_says_what_and_why_and_can_be_switched_off(
    server: Server, new_page: NewPage
) -> None:
    page = new_page()
    lesson = learner.start(page, server, "battle")
    advice = page.locator(".advice")
    page.get_by_role("button", name="Hint").click()
    expect(advice).to_contain_text("In this lesson: Attack the Goblins in 14.")
    expect(page.locator(".log")).not_to_contain_text("ask for a hint")  # news to others only
    learner.go(page, lesson, stop="plan")
    page.get_by_role("button", name="Hint").click()
    expect(advice).to_contain_text("Send 1 unit with 3♥")
    expect(advice).to_be_in_viewport(ratio=1)
    made = server.table([seat("human", "orcs"), seat("bot")])
    hold(page, server, made)
    until(page, "() => !!document.querySelector('.action.mine .split')")
    page.get_by_role("button", name="Hint").click()
    split = r"Try this: \d in 1★, \d in 9•, \d in 16•\. .+\."
    expect(advice).to_contain_text(re.compile(split))
    made = server.table([seat("human"), seat("bot")], hints=False)
    hold(page, server, made)
    until(page, "() => !!document.querySelector('.action.mine')")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
