"""Plays many whole games by what the page shows, on screens of five sizes: ``python3 run.py games``.

The long form of tests/browser/test_whole_games.py: other editions and options too. Prints each game as it
ends, and fails where anything was too wide, too small, out of reach, or serious to axe.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import cycle
from pathlib import Path
from typing import Any

from browser.chromium import launch
from browser.kit import Server
from browser.player import SIZES, Report, whole_game
from playwright.sync_api import sync_playwright

FACTIONS = ("orcs", "goblins", "elves", "dwarves")
GAMES: tuple[dict[str, Any], ...] = (
    {"edition": "r9"},
    {"edition": "first"},
    {"edition": "r2"},
    {"edition": "r9", "options": ["oracles", "blessing"]},
    {"edition": "r6"},
    {"edition": "r6b"},
)


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


def run_games(argv: list[str]) -> int:
    """0 where nothing was wrong in any game."""
    parser = argparse.ArgumentParser(prog="python3 run.py games", description=__doc__)
    parser.add_argument("--games", type=int, default=len(GAMES), help="at each size")
    chosen = parser.parse_args(argv)
    good, factions = True, cycle(FACTIONS)
    reports: list[Report] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder)), launch(playwright)
        try:
            for number in range(chosen.games):
                game = GAMES[number % len(GAMES)]
                for size in SIZES:
                    reports.append(whole_game(browser, server, size, next(factions), **game))
                    good &= told(reports[-1], game)
        finally:
            browser.close()
            server.stop()
    asked, turns = (sum(getattr(one, what) for one in reports) for what in ("questions", "turns"))
    print(f"{asked} questions in {turns} turns: {asked / max(1, turns):.1f} a turn")
    return 0 if good else 1
