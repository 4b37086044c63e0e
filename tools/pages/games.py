"""Plays many whole games by what the page shows, on screens of five sizes: ``python3 run.py games``.

The long form of tests/browser/test_whole_games.py: other editions and options too, and with ``--drawn`` any
of them, with two to four players, by somebody who takes any choice. Prints each game as it ends, and fails
where one stands still, or anything was too wide, too small, out of reach, or serious to axe.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from browser.chromium import launch
from browser.kit import Server
from browser.player import SIZES, Report, whole_game
from playwright.sync_api import Browser, Error, sync_playwright

from dragondune.editions.build import EDITIONS, build, offered

FACTIONS = ("orcs", "goblins", "elves", "dwarves")
GAMES: tuple[dict[str, Any], ...] = (
    {"edition": "r9"},
    {"edition": "first"},
    {"edition": "r2"},
    {"edition": "r9", "options": ["oracles", "blessing"]},
    {"edition": "r6"},
    {"edition": "r6b"},
)


def drawn(lot: random.Random, faction: str) -> dict[str, Any]:
    """Any edition with any options that go together, for two to four players."""
    edition = lot.choice(list(EDITIONS))
    names = [option.name for option in offered(edition)]
    options = lot.sample(names, lot.choice((0, 2, 4, 8)))
    others = [one for one in FACTIONS if one != faction]
    foes = tuple(lot.sample(others, lot.choice((1, 2, 3, 3, 3))))
    try:
        build(edition, options)
    except ValueError:
        return drawn(lot, faction)
    return {"edition": edition, "options": options, "foes": foes, "daring": lot.random() < 0.7}


def games(number: int, seed: int | None) -> Iterator[tuple[tuple[int, int], str, dict[str, Any]]]:
    """So many games at each size: its screen, who plays, and what."""
    factions, lot = cycle(FACTIONS), random.Random(seed)
    for at in range(number):
        for size in SIZES:
            faction = next(factions)
            yield size, faction, GAMES[at % len(GAMES)] if seed is None else drawn(lot, faction)


def told(report: Report, game: dict[str, Any]) -> bool:
    """Print a game; True where nothing was wrong with it."""
    wrong = [*report.errors, *report.wrong, *report.serious]
    width, height = report.size
    print(
        f"{width}x{height} {game}: {report.questions} questions in {report.turns} turns", flush=True
    )
    for one in wrong:
        print(f"  {one}", flush=True)
    return not wrong


def play_all(chosen: argparse.Namespace, browser: Browser, server: Server) -> bool:
    """True where nothing was wrong in any game."""
    good = True
    reports: list[Report] = []
    for size, faction, game in games(chosen.games, chosen.drawn):
        try:
            reports.append(whole_game(browser, server, size, faction, **game))
            good &= told(reports[-1], {"faction": faction} | game)
        except (AssertionError, Error) as error:
            good = False
            print(f"{size} {faction} {game} FAILS: {error}", flush=True)
    asked, turns = (sum(getattr(one, what) for one in reports) for what in ("questions", "turns"))
    print(f"{asked} questions in {turns} turns: {asked / max(1, turns):.1f} a turn")
    return good


def run_games(argv: list[str]) -> int:
    """0 where nothing was wrong in any game."""
    parser = argparse.ArgumentParser(prog="python3 run.py games", description=__doc__)
    parser.add_argument("--games", type=int, default=len(GAMES), help="at each size")
    parser.add_argument("--drawn", type=int, metavar="SEED", help="editions and options by lot")
    chosen = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), launch(playwright)
        try:
            return 0 if play_all(chosen, browser, server) else 1
        finally:
            browser.close()
            server.stop()
