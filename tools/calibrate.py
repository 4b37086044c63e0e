"""Is "30 %" won in three of ten games? The judge of reviews beside how games of bots went on.

python3 run.py calibrate --games 300 --seconds 600               judge fresh games and print how it did
python3 run.py calibrate --games 300 --out judged.jsonl          the same, and keep what was judged
python3 run.py calibrate --fit judged.jsonl --check fresh.jsonl  fit the numbers of review/calibration.py

Every seat of a game is played by a bot drawn by lot. Two positions are taken at random from each game and
judged before anybody knows how it ends: by full information, and by what the seat that has to decide
knows. Chances are then sorted into tenths, and each tenth is compared with how often they won.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from dragondune.advice.scales import shares_of
from dragondune.bots import make_bot
from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.state import State
from dragondune.review.calibration import FITTED, Fit, adjusted
from dragondune.review.judge import Playouts, Spot
from dragondune.views.view import view_of

ORDERS: Final = ("orcs", "elves", "dwarves", "goblins")
EVERYONE: Final = (0, 1, 2, 3)
RAW: Final = Fit(1.0, 1.0, (0.0, 0.0, 0.0, 0.0))
PULL: Final = 0.01  # towards leaving log-odds as they are, so that few games do not fit too much
FINEST: Final = 0.01

Pairs = list[tuple[float, float]]


class Judged(NamedTuple):
    """A position as it was judged, and how its game ended."""

    game: int
    time: float
    seat: int
    worlds: int
    full: list[float]
    known: list[float]
    end: list[float]


# --- games ---------------------------------------------------------------------------------


def positions(
    number: int, bots: Sequence[str], editions: Sequence[str]
) -> tuple[list[State], list[float]]:
    """Two positions of a game, and how it ended."""
    rng = random.Random(f"calibrate {number}")
    game = Game.new(
        rng.choice(editions), rng.sample(ORDERS, 4), (), f"calibrate {number}", contracts=False
    )
    players = [make_bot(rng.choice(bots), number * 4 + f) for f in range(4)]
    s, seen = game.state, []
    s.log = None
    while s.stack:
        f = decider(s)
        legal = agenda.legal(s, f)
        if len(legal) > 1:
            seen.append(s.copy())
        choice = legal[0] if len(legal) == 1 else players[f].choose(view_of(s, f), legal)
        agenda.apply(s, f, choice)
    return rng.sample(seen, min(2, len(seen))), shares_of(s, 0) or [0.0] * 4


def decider(s: State) -> int:
    waiting: int = agenda.actors(s)
    return (waiting & -waiting).bit_length() - 1


def judge(number: int, bots: Sequence[str], editions: Sequence[str], worlds: int) -> list[Judged]:
    found, end = positions(number, bots, editions)
    return [_judge(number, s, end, worlds) for s in found]


def _judge(number: int, s: State, end: list[float], worlds: int) -> Judged:
    f, when = decider(s), min(1.0, s.turn / s.rules.turns)
    full = list(Playouts(worlds).full(Spot(s)).chances)
    known = list(Playouts(max(1, worlds // 2)).known(view_of(s, f)).chances)
    return Judged(number, round(when, 4), f, worlds, full, known, end)


def read(path: str) -> list[Judged]:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [Judged(**json.loads(line)) for line in lines]


# --- how good ------------------------------------------------------------------------------


def full_pairs(judged: Sequence[Judged], fit: Fit) -> Pairs:
    """Every faction's chance with all cards open, and what it won."""
    return [
        pair
        for one in judged
        for pair in zip(
            adjusted(one.full, one.worlds, one.time, EVERYONE, fit), one.end, strict=True
        )
    ]


def known_pairs(judged: Sequence[Judged], fit: Fit) -> Pairs:
    """The deciding seat's chance by what it knew, and what it won."""
    return [
        (
            adjusted(one.known, one.worlds // 2, one.time, EVERYONE, fit)[one.seat],
            one.end[one.seat],
        )
        for one in judged
    ]


def tenths(pairs: Pairs) -> Iterator[tuple[int, int, float, float]]:
    """Each tenth of the scale: how many, what was judged on average, what came of it."""
    rows: dict[int, Pairs] = defaultdict(list)
    for chance, share in pairs:
        rows[min(9, int(10 * chance))].append((chance, share))
    for tenth, cases in sorted(rows.items()):
        chance, won = (sum(column) / len(cases) for column in zip(*cases, strict=True))
        yield tenth, len(cases), chance, won


def calibration_error(pairs: Pairs) -> float:
    """How far a chance is off on average, tenth by tenth."""
    return sum(n * abs(chance - won) for _, n, chance, won in tenths(pairs)) / max(1, len(pairs))


def squared_error(pairs: Pairs) -> float:
    """The mean squared error of a chance."""
    return sum((c - w) ** 2 for c, w in pairs) / max(1, len(pairs))


def report(pairs: Pairs) -> list[str]:
    rows = ["| judged | cases | on average | won |", "|---|---|---|---|"]
    rows += [
        f"| {10 * k} to {10 * k + 10} % | {n} | {chance:.0%} | {won:.0%} |"
        for k, n, chance, won in tenths(pairs)
    ]
    error, squares = calibration_error(pairs), squared_error(pairs)
    return [*rows, "", f"Calibration error {error:.3f}, mean squared error {squares:.3f}", ""]


# --- fitting -------------------------------------------------------------------------------


def loss(judged: Sequence[Judged], fit: Fit) -> float:
    """The mean surprise at how games ended, and what it costs to stray from the raw chances."""
    surprise = 0.0
    for one in judged:
        chances = adjusted(one.full, one.worlds, one.time, EVERYONE, fit)
        surprise -= sum(w * math.log(max(1e-9, c)) for c, w in zip(chances, one.end, strict=True))
    strayed = sum(number**2 for number in fit.factions)
    strayed += (fit.early - 1) ** 2 + (fit.late - 1) ** 2
    return surprise / max(1, len(judged)) + PULL * strayed


def fitted(judged: Sequence[Judged]) -> Fit:
    """The numbers with the least loss, one after the other by steps that grow finer."""
    numbers, step = [1.0, 1.0, 0.0, 0.0, 0.0, 0.0], 0.32
    best = loss(judged, _fit(numbers))
    while step >= FINEST:
        improved = False
        for place in range(len(numbers)):
            for change in (step, -step):
                tried = [*numbers]
                tried[place] += change
                found = loss(judged, _fit(tried))
                if found < best - 1e-9:
                    best, numbers, improved = found, tried, True
        if not improved:
            step /= 2
    return _fit([round(number, 2) for number in numbers])


def _fit(numbers: list[float]) -> Fit:
    return Fit(numbers[0], numbers[1], (numbers[2], numbers[3], numbers[4], numbers[5]))


# --- the command ---------------------------------------------------------------------------


def gather(asked: argparse.Namespace) -> list[Judged]:
    begin, found = time.monotonic(), []
    bots, editions = asked.bots.split(","), asked.editions.split(",")
    for number in range(asked.first, asked.first + asked.games):
        judged = judge(number, bots, editions, asked.worlds)
        found += judged
        if asked.out:
            with Path(asked.out).open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(one._asdict()) + "\n" for one in judged)
        if time.monotonic() - begin > asked.seconds:
            break
    return found


def tell(judged: list[Judged], fit: Fit) -> None:
    games = len({one.game for one in judged})
    for title, one in (("as the playouts say", RAW), ("set right", fit)):
        print(f"{games} games, all cards open, {title}:\n")
        print("\n".join(report(full_pairs(judged, one))))
        print(f"{games} games, what the seat could know, {title}:\n")
        print("\n".join(report(known_pairs(judged, one))))


def main(argv: list[str] | None = None) -> int:
    """Play, judge, print; or fit."""
    parser = argparse.ArgumentParser(prog="python3 run.py calibrate", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--bots", default="steward,steward,skilled,warlord:8")
    parser.add_argument("--editions", default="r9,r9,r9,r6b,r2")
    parser.add_argument("--worlds", type=int, default=48)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--out", help="keep what was judged in this file")
    parser.add_argument("--fit", help="fit to what was kept in this file instead of playing")
    parser.add_argument("--check", help="and try the fit on what was kept in this one")
    asked = parser.parse_args(argv)
    if not asked.fit:
        tell(gather(asked), FITTED)
        return 0
    fit = fitted(read(asked.fit))
    print(fit, "\n")
    tell(read(asked.check or asked.fit), fit)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
