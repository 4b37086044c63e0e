"""Films a stretch of a game for the README: ``python3 run.py film``.

Four players move by a script from a prepared position; a page that watches shows it at its own pace,
and what it shows becomes a small animated picture, docs/assets/film.webp.
"""

from __future__ import annotations

import argparse
import io
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from browser.chromium import launch
from browser.kit import Server, drawn
from browser.prepared import prepare
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tools import ROOT

FILE = ROOT / "docs" / "assets" / "film.webp"
SIZE = (1280, 800)
SHOWN = (880, 550)
FRAME = 0.24  # seconds between two pictures, at least
LONGEST = 44.0
PEOPLE = ["orcs", "elves", "dwarves", "goblins"]
POSITION = (
    "order=OEDG turn=2 dragon=12 O=1★5,3★4 E=5★3 D=10★4 G=15★3 gold=O6,E6,D5,G7 "
    "hand=O:4♥2♣,E:6♦5♣,D:3♥,G:5♠ at=orcs.move"
)
# What each of them does when it can; else it passes, or does the first thing there is.
WISHES = {
    "orcs": ["move 4 3★ 5★", "fight elves 5★", "plan 3 4♥", "bid 1", "bid 3"],
    "elves": ["hire 2 5★", "hire 3 5★", "plan 2 6♦", "bid 2", "bid 4"],
    "dwarves": ["hire 2 10★", "hire 3 10★", "move 2 10★ 9", "bid 3"],
    "goblins": ["hire 3 15★", "move 2 15★ 16", "bid 5"],
}
# The players are there, though a script moves for them.
SIT = """([id, tokens]) => {
  window.lines = tokens.map((token) => {
    const line = new WebSocket(`ws://${location.host}/api/tables/${id}/play`);
    line.onopen = () => line.send(JSON.stringify({t: 'hello', token}));
    return line;
  });
}"""
BUSY = "() => !!document.querySelector('[data-skip]')"


def choice(faction: str, lines: list[str]) -> str:
    """What a player does: the first of its wishes that is legal, once."""
    wished = next((line for line in WISHES[faction] if line in lines), None)
    if wished is not None:
        WISHES[faction].remove(wished)
        return wished
    return "pass" if "pass" in lines else lines[0]


def one_move(server: Server, made: dict[str, Any]) -> bool:
    """Somebody who is asked moves; False when nobody is."""
    path = f"/api/tables/{made['table']}"
    for faction, held in zip(PEOPLE, made["tokens"], strict=True):
        asked = server.seat(path, held["token"])["decision"]
        if asked is not None and not asked["forced"]:
            line = choice(faction, [one["line"] for one in asked["actions"]])
            act = {"id": time.time_ns() // 1000, "action": line}
            server.post(f"{path}/act", act, held["token"])
            return True
    return False


def pictures(page: Page, server: Server, made: dict[str, Any]) -> Iterator[tuple[float, bytes]]:
    """Pictures of the page with their times, while one move after the other is shown."""
    start = time.monotonic()
    while (now := time.monotonic() - start) < LONGEST:
        if not page.evaluate(BUSY):
            one_move(server, made)
        yield now, page.screenshot(type="jpeg", quality=92)
        time.sleep(max(0.0, FRAME - (time.monotonic() - start - now)))


def joined(taken: list[tuple[float, bytes]], path: Path) -> None:
    """All pictures as one that moves; what stands still is kept once."""
    frames: list[Image.Image] = []
    lengths: list[int] = []
    for (at, data), following in zip(taken, [*taken[1:], (taken[-1][0] + 2, b"")], strict=True):
        picture = (
            Image.open(io.BytesIO(data)).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)
        )
        frames.append(picture)
        lengths.append(int(1000 * (following[0] - at)))
    path.parent.mkdir(parents=True, exist_ok=True)
    frames[0].save(
        path,
        save_all=True,
        append_images=frames[1:],
        duration=lengths,
        loop=0,
        quality=38,
        method=4,
        minimize_size=True,
    )


def run_film(argv: list[str]) -> int:
    """Film, and write the picture."""
    parser = argparse.ArgumentParser(prog="python3 run.py film", description=__doc__)
    parser.add_argument("--to", type=Path, default=FILE)
    chosen = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = prepare(Path(folder), POSITION, PEOPLE, public=True)
        server = Server(Path(folder))
        browser = launch(playwright)
        try:
            players = browser.new_page()
            players.goto(f"{server.address}/#/guide/elves")
            players.evaluate(SIT, [made["table"], [one["token"] for one in made["tokens"]]])
            page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
            page.goto(f"{server.address}/#/table/{made['table']}")
            drawn(page)
            joined(list(pictures(page, server, made)), chosen.to)
        finally:
            browser.close()
            server.stop()
    print(f"{chosen.to}: {chosen.to.stat().st_size / 1e6:.1f} MB")
    return 0
