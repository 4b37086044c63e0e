"""Makes the screenshots under docs/screens: ``python3 run.py screens``.

Every main screen, on a desk and on a phone, from real games against the real server; then every
kind of choice from prepared positions, under docs/screens/choices. Words name what is wanted:
``python3 run.py screens learning``, ``… choices treachery ride``; ``--to FOLDER`` puts them elsewhere.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from browser import learner
from browser.chromium import launch
from browser.kit import AT_ONCE, Server, hold, play_until, seat, until
from browser.prepared import prepare
from browser.test_review import finished
from playwright.sync_api import Browser, Playwright, sync_playwright
from server.finished import opening

from tools import ROOT, TESTS

FOLDER = ROOT / "docs" / "screens"
POSITIONS = TESTS / "browser" / "positions.json"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
MINE = "() => !!document.querySelector('.action.mine')"
OVER = "() => document.querySelector('#action-head')?.textContent === 'The game is over'"


def lighten(path: Path) -> None:
    """256 colours are enough for the eye and a third of the size, where Pillow is at hand."""
    try:
        from PIL import Image
    except ImportError:
        return
    Image.open(path).convert("RGB").quantize(256, kmeans=2).save(path, optimize=True)


class Camera:
    """One size of screen."""

    def __init__(self, browser: Browser, server: Server, name: str, folder: Path) -> None:
        width, height = SIZES[name]
        small = name == "phone"
        self.name, self.server, self.folder = name, server, folder
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=small,
            is_mobile=small,
            reduced_motion="reduce",
        )
        self.page = self.context.new_page()
        self.page.add_init_script(AT_ONCE)

    def shoot(self, what: str, whole: bool = False) -> None:
        self.page.mouse.move(1, 1)
        self.page.wait_for_timeout(350)
        path = self.folder / f"{what}-{self.name}.png"
        self.page.screenshot(path=path, full_page=whole)
        lighten(path)
        print(path)

    def theme(self, theme: str) -> None:
        self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)


def first_game(camera: Camera) -> None:
    page, server = camera.page, camera.server
    page.goto(server.address)
    page.get_by_role("heading", name="New table").wait_for()
    camera.shoot("lobby", whole=True)
    hold(page, server, server.table([seat("human", "orcs"), *bots(3)]), steps=False)
    until(page, "() => !!document.querySelector('.action.mine .split')", 90)
    camera.shoot("setup")
    made = server.table([seat("human", "elves"), *bots(3)])
    hold(page, server, made, steps=False)
    play_until([page], "() => !!document.querySelector('.action.mine .quick')", 90)
    camera.shoot("auction")
    play_until([page], "() => !!document.querySelector('.action.mine [data-turn]')", 90)
    planned(camera)
    camera.theme("dark")
    camera.shoot("dark")
    camera.theme("light")
    battle = "() => !!document.querySelector('.action.mine .pick')"
    play_until([page], f"() => ({battle})() || ({OVER})()", 150)
    if page.evaluate(battle):
        page.locator(".pick:not(.closed)").last.click()
        page.locator(".action [role=spinbutton]").first.fill("1")
    camera.shoot("battle")
    panels(camera)
    play_until([page], OVER, 200)
    page.locator(".finale").wait_for()
    camera.shoot("finale")
    page.locator(".finale").get_by_role("button", name="The story of this game").click()
    until(page, "() => !document.querySelector('dialog progress')", 90)
    camera.shoot("story")


def planned(camera: Camera) -> None:
    """A recruitment turn on one plan: some are hired, and others march."""
    page = camera.page
    for what, presses in (("hire", 1), ("move", 2)):
        stage = page.locator(f"[data-stage={what}]").first
        if stage.get_attribute("aria-expanded") != "true":
            stage.click()
        for _ in range(presses):
            page.wait_for_timeout(300)
            page.locator(".place.lit").last.dispatch_event("click")
        page.wait_for_timeout(300)
        camera.shoot(what)


def panels(camera: Camera) -> None:
    page = camera.page
    to_tab(camera, "Contracts")
    page.get_by_role("button", name="Gold for peace").click()
    camera.shoot("contract")
    page.get_by_role("button", name="Cancel").click()
    to_tab(camera, "Orders")
    camera.shoot("orders")
    to_tab(camera, "Record")
    camera.shoot("record")
    if camera.name == "phone":
        page.locator(".fold").click()
    page.locator(".replay input").fill("12")
    page.locator(".past").wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    camera.shoot("past")
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Rules", exact=True).click()
    page.locator("dialog details[open] article").first.wait_for()
    camera.shoot("rules")
    page.get_by_role("button", name="Close").click()


def to_tab(camera: Camera, name: str) -> None:
    """On a phone the sheet's head leads there."""
    page = camera.page
    if camera.name == "phone":
        page.locator(".handle").get_by_role("button", name=name).click()
    else:
        page.get_by_role("tab", name=name).click()
    page.locator("#tabpanel > *").first.wait_for()


def reviewed(camera: Camera, table: str) -> None:
    """A finished game looked through, as a link to it shows it."""
    page = camera.page
    page.goto(f"{camera.server.address}/r/{table}")
    page.locator("section:has(#hands) li").first.wait_for()
    camera.shoot("review")
    page.get_by_label("Look through the eyes of").select_option("orcs")
    camera.shoot("review-whole", whole=True)


def rooms(camera: Camera) -> None:
    page, server = camera.page, camera.server
    made = server.table(
        [seat("human", name="Anna"), seat("open"), *bots(2)], title="Friday evening"
    )
    page.goto(f"{server.address}/#/table/{made['table']}")
    page.locator("#share").wait_for()
    camera.shoot("waiting")
    made = server.table(
        [seat("human", "dwarves", "Anna"), seat("human", "elves", "Berta")], hotseat=True
    )
    held = {made["table"]: made["tokens"]}
    page.evaluate("held => localStorage.setItem('dragon-dune seats', JSON.stringify(held))", held)
    page.goto(f"{server.address}/#/table/{made['table']}")
    play_until([page], "() => !!document.querySelector('.curtain')", 90)
    camera.shoot("hotseat")


def learning(camera: Camera) -> None:
    """The guided first game, and a page about a people."""
    page, server = camera.page, camera.server
    lesson = learner.start(page, server, "first-game")
    learner.go(page, lesson, stop="hire", seconds=300)
    camera.shoot("lesson")
    page.goto(f"{server.address}/#/guide/elves")
    page.get_by_role("heading", name="The Elves").wait_for()
    camera.shoot("guide")


def bots(n: int) -> list[dict[str, object]]:
    return [seat("bot") | {"bot": "steward"} for _ in range(n)]


def choices(camera: Camera, tables: dict[str, dict[str, Any]]) -> None:
    """One picture for each kind of choice."""
    page = camera.page
    for name, made in tables.items():
        hold(page, camera.server, made)
        until(page, MINE)
        camera.shoot(f"choices/{name}")


def prepared(folder: Path, wanted: list[str]) -> dict[str, dict[str, Any]]:
    positions = json.loads(POSITIONS.read_text(encoding="utf-8"))
    return {
        name: prepare(folder, p["position"], [p["seat"]], p["edition"], p["options"])
        for name, p in positions.items()
        if not wanted or name in wanted
    }


@contextmanager
def shot(folder: Path, games: bool) -> Iterator[tuple[Playwright, str]]:
    """A browser's driver, and a finished game in the folder where one is wanted.

    The game is made first: the driver runs a loop of its own, in which no other can begin.
    """
    over = asyncio.run(finished(folder, "quick", opening)) if games else ""
    with sync_playwright() as playwright:
        yield playwright, over


def run_screens(argv: list[str]) -> int:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(prog="python3 run.py screens", description=__doc__)
    parser.add_argument("what", nargs="*", help="games, learning, or choices and which of them")
    parser.add_argument("--to", type=Path, default=FOLDER)
    chosen = parser.parse_args(argv)
    (chosen.to / "choices").mkdir(parents=True, exist_ok=True)
    both = not chosen.what
    games = both or chosen.what[0] == "games"
    with tempfile.TemporaryDirectory() as folder, shot(Path(folder), games) as (playwright, over):
        tables = {}
        if both or chosen.what[0] == "choices":
            tables = prepared(Path(folder), chosen.what[1:])
        server = Server(Path(folder))
        browser = launch(playwright)
        try:
            for name in SIZES:
                camera = Camera(browser, server, name, chosen.to)
                if games:
                    first_game(camera)
                    rooms(camera)
                    reviewed(camera, over)
                if both or chosen.what[0] == "learning":
                    learning(camera)
                choices(camera, tables)
                camera.context.close()
        finally:
            browser.close()
            server.stop()
    return 0
