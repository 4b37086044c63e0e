"""Somebody who plays whole games by what the page shows, and notes what is wrong with it on the way.

Every press has to be possible: what is pressed lies on the screen, and nothing lies over it. At every
question the page is measured against the screen's true width: on a phone ``innerWidth`` grows with what
is too wide, so that it proves nothing.
"""

from __future__ import annotations

import re
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browser.kit import AT_ONCE, BUSY, Server, drawn, faults, hold, until
from playwright.sync_api import Browser, Page, expect

SIZES = ((1440, 900), (1280, 720), (768, 1024), (390, 844), (360, 740))
PHONE = 760  # up to this width the page is laid out for a phone
OVER = "() => document.querySelector('#action-head')?.textContent === 'The game is over'"
WISHES = (
    "discard",
    "disband",
    "stop others",
    "hide units",
    "alliances",
    "how I pay",
    "keep secret",
)
# What even somebody who wants to decide everything that matters can do without being asked.
FEWEST = ("discard", "disband", "keep secret")

# What is wrong with the page as it stands: too wide, parts beyond its edge, targets too small for a
# finger, places to be picked that lie under the sheet.
UNFIT = """(width) => {
  const wrong = [];
  const name = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40) || one.className;
  const wide = document.documentElement.scrollWidth;
  if (wide > width) wrong.push(`the page is ${wide} px wide`);
  for (const one of document.querySelectorAll('button, a[href], input, select, summary, [role=tab]')) {
    if (!one.checkVisibility({visibilityProperty: true}) || one.closest('svg, .visually-hidden, [inert]')) continue;
    const box = one.getBoundingClientRect();
    const label = (one.closest('label') ?? one).getBoundingClientRect();
    if (!box.width) continue;
    if (box.right > width + 1 || box.left < -1) wrong.push(`beyond the edge: ${name(one)}`);
    if (Math.max(box.height, label.height) < 23.5 || Math.max(box.width, label.width) < 23.5)
      wrong.push(`smaller than 24 px: ${name(one)}`);
  }
  for (const place of document.querySelectorAll('.place.lit')) {
    const box = place.querySelector('.ground').getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const dock = document.querySelector('.dock').getBoundingClientRect();
    const under = getComputedStyle(document.querySelector('.dock')).position === 'fixed' && y > dock.top;
    if (under) wrong.push(`under the sheet: ${place.dataset.territory}`);
  }
  return wrong;
}"""

# One press of a person with moderate ambitions. Answers with the question's number, with what was
# pressed to answer it, and with what could not be pressed.
PRESS = """() => {
  const none = {at: '', done: false, unseen: ''};
  const skip = document.querySelector('.reveal button.primary, [data-skip]');
  if (skip) { skip.click(); return none; }
  const folded = document.querySelector('.dock.folded .fold');
  if (folded?.checkVisibility()) { folded.click(); return none; }
  const mine = document.querySelector('.action.mine');
  if (!mine?.checkVisibility()) return none;
  const at = mine.dataset.opened;
  if (window.question !== at) {
    [window.question, window.placed, window.been] = [at, 0, []];
    return {...none, at, fresh: true};
  }
  const press = (one, done) => {
    if (!one || one.disabled) return {...none, at};
    const target = one.querySelector?.('.ground') ?? one;
    const sheet = getComputedStyle(document.querySelector('.dock')).position === 'fixed';
    if (target === one || !sheet) target.scrollIntoView({block: target === one ? 'center' : 'nearest'});
    const box = target.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const seen = hit && (one.contains(hit) || hit.closest('.frame'));
    const unseen = seen ? '' : `${one.textContent.trim().slice(0, 40) || one.dataset.territory} at ${Math.round(box.top)}, under ${hit?.className}`;
    one.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    return {at, done, unseen};
  };
  const some = (list) => list[Math.floor(Math.random() * list.length)];
  const lands = [...document.querySelectorAll('.place.lit')];
  const fresh = lands.filter((one) => !window.been.includes(one.dataset.territory));
  const castles = fresh.filter((one) => one.dataset.territory.includes('★'));
  const lit = window.active ? some(castles.length && Math.random() < 0.7 ? castles : fresh)
    : lands[(7 * at + 5 * window.placed) % lands.length];
  const turn = mine.querySelector('[data-turn]');
  if (turn) {
    const must = mine.querySelector('.stages .must :is(.row button, .chip, .all)');
    if (must) return press(must, false);
    const all = mine.querySelector('.stages .stepper .all:not(:disabled)');
    if (window.placed++ > (window.active ? 6 : 3) || !(all ?? lit)) return press(turn, true);
    if (!all) window.been.push(lit.dataset.territory);
    return press(all ?? lit, false);
  }
  const bids = [...mine.querySelectorAll('.proxy button')];
  if (window.active && bids.length) {
    // A limit for a card that is worth something, two clicks above the least; no word about others.
    const more = mine.querySelector('.stepper [aria-label$="one more"]:not(:disabled)');
    const let_go = bids.at(-(bids.length > 3 ? 2 : 1));
    if (window.placed === 0) window.wants = Math.random() < 0.6;
    if (window.wants && more && window.placed++ < 2) return press(more, false);
    return press(window.wants ? bids[0] : let_go, true);
  }
  const ready = mine.querySelector('[data-confirm]');
  if (ready) return press(ready, true);
  const picks = [...mine.querySelectorAll('.pick:not(.closed)')];
  if (picks.length) {
    const chosen = picks.some((one) => one.classList.contains('on'));
    return press(chosen ? mine.querySelector('.stepper [aria-label$="one more"]') : picks.at(-1), false);
  }
  const plain = [...mine.querySelectorAll('[data-pass], .choices button, .confirm')];
  const kept = window.active && /^Break/.test(plain[0]?.textContent);
  if (plain.length) return press(window.daring ? some(plain) : kept ? plain.at(-1) : plain[0], true);
  return press(lit ?? mine.querySelector('.part:not(:has(.on)) .chip'), false);
}"""
# What tells that a game goes on: whose question it is, how far it was answered, what was told last.
WHERE = """() => [...document.querySelectorAll('header, .action')].map((one) => one.innerText).join('\\n')
  + document.querySelector('.replay input')?.max"""
STUCK = 60  # seconds in which nothing changes, however busy the machine is
# Where the page is looked at with axe, the first time it is there.
STATIONS = {
    "setup": "() => !!document.querySelector('.action.mine .split')",
    "turn": "() => !!document.querySelector('.action.mine [data-turn]')",
    "battle": "() => !!document.querySelector('.action.mine .pick')",
}


@dataclass
class Report:
    """What one game showed."""

    size: tuple[int, int]
    questions: int = 0
    turns: int = 0
    wrong: list[str] = field(default_factory=list)
    serious: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def look(self, page: Page, where: str) -> None:
        found = page.evaluate(UNFIT, self.size[0])
        self.wrong += [f"{where}: {one}" for one in found if f"{where}: {one}" not in self.wrong]

    def axe(self, page: Page, where: str) -> None:
        if where not in self.seen:
            self.seen.add(where)
            self.serious += [f"{where}: {one}" for one in faults(page)]


def open_page(browser: Browser, report: Report, **more: Any) -> Page:
    """A page of that size, a phone's where it is as narrow as a phone."""
    width, height = report.size
    phone = width <= PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
        service_workers="block",
        **more,
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.add_init_script(AT_ONCE)
    page.on("pageerror", lambda error: report.errors.append(str(error)))
    return page


def give_few_orders(page: Page) -> None:
    """What somebody can do without who bids, hires, marches, fights and uses every ace."""
    page.get_by_role("tab", name="Orders").click()
    for words in FEWEST:
        page.get_by_label(re.compile(words)).first.click()
    expect(page.locator(".standing")).to_contain_text("keep the best secret")


def give_orders(page: Page, bids: str = "3") -> None:
    """What somebody asks for who wants to be asked for what matters; without ``bids`` for each bid too."""
    page.get_by_role("tab", name="Orders").click()
    if bids:
        page.get_by_label(re.compile("Bid for me")).first.check()
        page.locator(".orders [role=spinbutton]").first.fill(bids)
    boxes = [page.get_by_label(re.compile(words)).first.element_handle() for words in WISHES]
    page.evaluate("boxes => boxes.forEach((box) => box.click())", boxes)  # faster than any answer
    if bids:
        expect(page.locator(".standing")).to_contain_text(f"bid up to {bids} a card")
    expect(page.locator(".standing")).to_contain_text("no discards")
    expect(page.locator(".standing")).to_contain_text("keep the best secret")


def sit_down(
    page: Page, server: Server, faction: str, foes: tuple[str, ...] = (), **more: Any
) -> None:
    all_of_them = ("orcs", "elves", "dwarves", "goblins")
    bots = foes or [one for one in all_of_them if one != faction]
    seats = [{"kind": "human", "faction": faction}]
    seats += [{"kind": "bot", "bot": "steward", "faction": one} for one in bots]
    hold(page, server, server.table(seats, **more), steps=False)


def visit_lobby(page: Page, server: Server, report: Report) -> None:
    page.goto(server.address)
    page.locator(".new .seats").wait_for()
    for summary in page.locator(".new summary").all():
        summary.click()
    report.look(page, "lobby")
    report.axe(page, "lobby")


class Watch:
    """Notices a game that stands still, and says at which question."""

    def __init__(self, page: Page, size: tuple[int, int]) -> None:
        self.page, self.size = page, size
        self.where, self.since, self.looks = "", time.monotonic(), 0

    def look(self) -> None:
        self.looks += 1
        if self.looks % 10:
            return
        where = self.page.evaluate(WHERE)
        if where != self.where:
            self.where, self.since = where, time.monotonic()
        elif time.monotonic() - self.since > STUCK:
            raise AssertionError(self.told())

    def told(self) -> str:
        picture = Path(tempfile.mkdtemp(prefix="stuck-")) / "page.png"
        self.page.screenshot(path=picture)
        return f"{self.size}: nothing changes any more (see {picture}):\n{self.where}"


def play_out(page: Page, report: Report, seconds: float = 120) -> None:
    """Play until the game is over; looks at the page at every question."""
    answered: set[str] = set()
    end = time.monotonic() + seconds * BUSY
    watch = Watch(page, report.size)
    while not page.evaluate(OVER):
        watch.look()
        assert time.monotonic() < end, f"{watch.told()}\nand took too long altogether"
        pressed = page.evaluate(PRESS)
        if pressed.get("fresh"):
            station(page, report)
        if pressed["done"]:
            answered.add(pressed["at"])
        if pressed["unseen"]:
            report.wrong.append(f"cannot be pressed: {pressed['unseen']}")
        page.wait_for_timeout(20)
    report.questions = len(answered)
    told = page.locator("header").first.inner_text()
    report.turns = int(re.findall(r"Turn (\d+)", told)[0])


def station(page: Page, report: Report) -> None:
    """A question has come: the page settles, and is looked at."""
    page.wait_for_timeout(60)
    prompt = page.evaluate("() => document.querySelector('.action .prompt')?.textContent ?? ''")
    report.look(page, prompt.strip()[:30])
    for name, condition in STATIONS.items():
        if name not in report.seen and page.evaluate(condition):
            report.axe(page, name)


def whole_game(
    browser: Browser,
    server: Server,
    size: tuple[int, int],
    faction: str,
    daring: bool = False,
    active: bool = False,
    **more: Any,
) -> Report:
    """From the lobby to the finale, with standing orders; whoever is ``daring`` takes any choice.

    Whoever is ``active`` gives few orders: a limit for each card, aces, armies and alliances are
    decided one by one.
    """
    report = Report(size)
    page = open_page(browser, report)
    page.add_init_script(
        f"window.daring = {str(daring).lower()}; window.active = {str(active).lower()}"
    )
    try:
        visit_lobby(page, server, report)
        sit_down(page, server, faction, **more)
        drawn(page)
        give_few_orders(page) if active else give_orders(page)
        report.look(page, "orders")
        report.axe(page, "orders")
        page.get_by_role("tab", name="Contracts").click()
        report.look(page, "contracts")
        page.get_by_role("tab", name="Record").click()
        play_out(page, report)
        until(page, "() => !!document.querySelector('.finale')")
        report.look(page, "finale")
        report.axe(page, "finale")
    finally:
        page.context.close()
    return report
