"""All bots on one scale: games of mixed tables, and ratings that explain best who won them.

    python -m dragondune.champion.ladder --minutes 10 --workers 2 --out ladder.json

Every seat of a game goes to any of the bots. The chance of a seat to win is taken to grow with its
bot's rating and with its faction's advantage; 400 points more are ten times the odds. The steward
has 1000 points. Bounds are those of 95 %.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from dragondune.asking import add_workers
from dragondune.bots.arena.match import deal_order
from dragondune.bots.arena.registry import LEVEL_NAMES, make_bot
from dragondune.bots.arena.table import play_game
from dragondune.champion.crew import play_all
from dragondune.editions.build import NEWEST
from dragondune.model.factions import FACTION_NAMES

POINTS: Final = 400 / np.log(10)
ANCHOR: Final = "steward"
ANCHORED_AT: Final = 1000.0
RIDGE: Final = 1e-3
STEPS: Final = 50
Z95: Final = 1.96
EVERY: Final = 10.0  # seconds between two writings
USUAL: Final = ",".join(("random", ANCHOR, "warlord:8", "network", *LEVEL_NAMES))


class Mixed(NamedTuple):
    """One game: which bot sits at which faction."""

    deal: int
    bots: tuple[str, ...]
    edition: str


class Played(NamedTuple):
    """Who sat where, and everybody's share of the victory."""

    bots: tuple[str, ...]
    shares: tuple[float, ...]


def mixed_games(bots: Sequence[str], edition: str, seed: int) -> Iterator[Mixed]:
    """Tables of all kinds of bots, without an end."""
    rng = random.Random(f"ladder {seed}")
    deal = seed
    while True:
        yield Mixed(deal, tuple(rng.choice(bots) for _ in FACTION_NAMES), edition)
        deal += 1


def play_mixed(game: Mixed) -> Played:
    """Play one of them."""
    bots = {name: make_bot(game.bots[f], game.deal * 4 + f) for f, name in enumerate(FACTION_NAMES)}
    end = play_game(bots, game.deal, game.edition, (), deal_order(game.deal))
    return Played(game.bots, tuple(end.share(name) for name in FACTION_NAMES))


class Ratings(NamedTuple):
    """Points of each bot with the half of their interval, and of each faction."""

    bots: dict[str, tuple[float, float]]
    factions: dict[str, float]


def rate(games: Sequence[Played], names: Sequence[str]) -> Ratings:
    """The ratings under which what happened was likeliest."""
    seats = np.array([[names.index(bot) for bot in game.bots] for game in games])
    shares = np.array([game.shares for game in games])
    size = len(names) + len(FACTION_NAMES)
    x = np.zeros((*seats.shape, size))
    rows, columns = np.indices(seats.shape)
    x[rows, columns, seats] = 1
    x[rows, columns, len(names) + columns] = 1
    points, covariance = _fit(x, shares)
    return _told(names, points, covariance)


def _fit(x: Any, shares: Any) -> tuple[Any, Any]:
    """Newton's method for a multinomial logit, held back a little where nothing is known."""
    points = np.zeros(x.shape[2])
    hessian = np.eye(x.shape[2])
    for _ in range(STEPS):
        odds = np.exp(x @ points)
        chances = odds / odds.sum(1, keepdims=True)
        slope = np.einsum("gs,gsk->k", shares - chances, x) - RIDGE * points
        mean = np.einsum("gs,gsk->gk", chances, x)
        hessian = np.einsum("gs,gsk,gsl->kl", chances, x, x) - mean.T @ mean
        hessian += RIDGE * np.eye(len(points))
        step = np.linalg.solve(hessian, slope)
        points = points + np.clip(step, -1, 1)
        if abs(step).max() < 1e-6:
            break
    return points, np.linalg.inv(hessian)


def _told(names: Sequence[str], points: Any, covariance: Any) -> Ratings:
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    bots = {}
    for k, name in enumerate(names):
        spread = covariance[k, k] + covariance[anchor, anchor] - 2 * covariance[k, anchor]
        rating = ANCHORED_AT + POINTS * (points[k] - points[anchor])
        bots[name] = (float(rating), float(Z95 * POINTS * np.sqrt(max(spread, 0))))
    factions = points[len(names) :]
    told = POINTS * (factions - factions.mean())
    return Ratings(bots, dict(zip(FACTION_NAMES, told.tolist(), strict=True)))


def table(games: Sequence[Played], ratings: Ratings) -> str:
    """The ladder as lines for a page, the strongest first."""
    lines = ["| bot | points | games |", "|---|---|---|"]
    for name, (points, margin) in sorted(ratings.bots.items(), key=lambda one: -one[1][0]):
        seats = sum(game.bots.count(name) for game in games)
        lines.append(f"| `{name}` | {points:.0f} ± {margin:.0f} | {seats:,} |")
    return "\n".join(lines)


def _write(out: str, games: list[Played], names: Sequence[str]) -> None:
    if not out or not games:
        return
    ratings = rate(games, names)
    report = {
        "games": len(games),
        "bots": {name: [round(x, 1) for x in pair] for name, pair in ratings.bots.items()},
        "factions": {name: round(x, 1) for name, x in ratings.factions.items()},
    }
    Path(out).write_text(json.dumps(report, indent=1), encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """Play mixed tables and tell the ladder."""
    words = argparse.ArgumentParser(prog="python -m dragondune.champion.ladder")
    words.add_argument("--bots", default=USUAL, help="with commas between")
    words.add_argument("--minutes", type=float, default=10.0)
    words.add_argument("--games", type=int, default=1 << 40)
    add_workers(words)
    words.add_argument("--edition", default=NEWEST)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--out", default="")
    chosen = words.parse_args(argv)
    names = chosen.bots.split(",")
    for name in names:
        make_bot(name)  # what is misspelt is told at once
    source = mixed_games(names, chosen.edition, chosen.seed)
    games: list[Played] = []
    written = time.monotonic()
    for result in play_all(source, play_mixed, chosen.workers, chosen.minutes, chosen.games):
        if result is not None and result.played is not None:
            games.append(Played(*result.played))
        if time.monotonic() - written > EVERY:
            written = time.monotonic()
            _write(chosen.out, games, names)
    if not games:
        return 1
    _write(chosen.out, games, names)
    print(table(games, rate(games, names)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
