"""A learner who does what the guide says, by clicking on the page like anybody else."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from browser.kit import Server, drawn, until
from playwright.sync_api import Page

from dragondune.lessons.lesson import Lesson, lessons
from dragondune.model.board import NAMES

BUILT = ("move", "hire", "raise", "conscript", "carry", "ride", "disband", "revive", "emerge")
TEXTS = {
    "ask number": "Ask how many units they send",
    "ask colour": "Ask for the colour of their artifact",
    "accept": "Accept the alliance",
    "hide": "Hide them",
    "come-out": "Come out of hiding",
    "propose elves": "Offer the Elves an alliance",
    "pay-gold": "Pay in gold",
    "pay-right": "Take it free, as my ally's right",
}
STATE = """() => {
  const coach = document.querySelector('.coach');
  if (!coach) return null;
  const shown = coach.classList.contains('waits') ? '' : coach.dataset.shown;
  return {at: coach.dataset.step, shown, rings: document.querySelectorAll('.ring').length,
    prompt: document.querySelector('.action.mine .prompt')?.textContent ?? '',
    pass: !!document.querySelector('[data-pass]')};
}"""


def start(page: Page, server: Server, name: str) -> Lesson:
    """Sit down to a lesson from the lobby."""
    lesson = lessons()[name]
    page.goto(server.address)
    button = "Start the guided game" if lesson.number == 1 else lesson.title
    page.get_by_role("button", name=button, exact=True).click()
    drawn(page)
    page.locator(".coach").wait_for()
    return lesson


def do(page: Page, line: str) -> None:
    """Carry out one action, the way a person would find it."""
    word, *more = line.split()
    if word == "pass":
        page.locator("[data-pass]").click()
    elif word == "confirm":
        page.locator("[data-confirm]").click()
    elif word == "bid":
        bid_button(page, more[0])
    elif word == "plan":
        plan(page, more[0], more[1])
    elif word == "look":
        page.locator(".action .any").get_by_role("button", name=re.compile(more[0], re.I)).click()
    elif word == "fight":
        attack = re.compile(rf"^Attack the {more[1]} in {more[0]}$", re.I)
        page.locator(".action .choices button").filter(has_text=attack).click()
    elif word in BUILT:
        build(page, word, more)
    else:
        starts = {"betray": "Betray", "pay-ace": "Pay with"}
        name = TEXTS.get(line) or TEXTS.get(word) or starts.get(word, line)
        page.locator(".action .choices button").filter(has_text=name).first.click()


def offer_peace(page: Page) -> None:
    page.get_by_role("tab", name="Contracts").click()
    page.get_by_role("button", name="Gold for peace").click()
    page.get_by_label("Offer to").select_option("Orcs")
    page.get_by_role("button", name="Offer it").click()


def bid_button(page: Page, n: str) -> None:
    set_number(page, n)
    page.locator(".action").get_by_role("button", name=f"Bid {n}", exact=True).first.click()


def set_number(page: Page, n: str) -> None:
    page.locator(".action [role=spinbutton]").first.fill(n)


def plan(page: Page, n: str, card: str) -> None:
    cards = page.locator(".action .pick")
    if card == "none":
        cards.filter(has_text="none").click()
    else:
        page.locator(f'.action .pick:has([aria-label^="{card}"])').first.click()
    set_number(page, n)
    page.locator("[data-confirm]").click()


def build(page: Page, word: str, more: list[str]) -> None:
    places = [one for one in more[1:] if one in NAMES]
    kind = page.locator('.action [role="group"] > button', has_text=re.compile(f"^{word}", re.I))
    if kind.count() == 1:
        kind.click()
    if "hidden" in more and page.get_by_role("button", name="Hidden units").count():
        page.get_by_role("button", name="Hidden units").click()
    for place in places:
        ground = page.locator(f'.board [data-territory="{place}"]')
        if ground.get_attribute("aria-pressed") != "true":
            ground.dispatch_event("click")
    ready = page.locator(".action .confirm")
    ready.wait_for()
    if more[0].isdigit() and page.locator(".action [role=spinbutton]").count():
        set_number(page, more[0])
    ready.click()


def go(
    page: Page,
    lesson: Lesson,
    seen: Callable[[str], None] = lambda step: None,
    stop: str | None = None,
    seconds: float = 240,
) -> list[str]:
    """Follow the guide to the end, or to a step; answers the steps that were shown."""
    steps = {step.id: step for step in lesson.steps}
    shown: list[str] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state = page.evaluate(STATE)
        if state is None:
            return shown
        page.evaluate("() => document.querySelector('.reveal button.primary')?.click()")
        if not state["shown"]:
            if state["prompt"] and state["pass"]:
                # A moment the lesson leaves free: let it pass, unless it has passed by itself.
                page.evaluate("() => document.querySelector('.action.mine [data-pass]')?.click()")
            page.wait_for_timeout(20)
            continue
        step = steps[state["shown"]]
        if not shown or shown[-1] != step.id:
            shown.append(step.id)
            seen(step.id)
        if step.id == stop:
            return shown
        if step.say:
            offer_peace(page)
        elif step.expect:
            line = next((one for one in step.expect if "*" not in one), None)
            do(page, line or choose(page, step.expect[0]))
        else:
            page.locator(".coach footer .primary").click()
        until(page, f"() => document.querySelector('.coach')?.dataset.shown !== '{step.id}'")
    raise AssertionError(f"it stands at {state} after {seconds} s")


def choose(page: Page, pattern: str) -> str:
    """Something that fits, where anything goes."""
    if pattern.startswith("betray"):
        return "betray"
    if pattern == "*":
        # A plan has nothing chosen beforehand: it is made.
        return "pass" if page.locator("[data-pass]").count() else "plan 1 none"
    return pattern.replace("*", "1", 1)
