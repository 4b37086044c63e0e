"""Is "30 %" won in three of ten games? The judge of reviews beside how games of bots went on.

python3 run.py calibrate --games 300 --bots steward --seconds 600

Positions are taken at random from games, three of each, and judged before anybody knows how the game
ends: by full information, and by what the seat that has to decide knows. Chances of all four peoples
are then sorted into tenths, and each tenth is compared with how often they won.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator

from dragondune.advice.scales import shares_of
from dragondune.bots import make_bot
from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.state import State
from dragondune.review.judge import Playouts, Spot
from dragondune.views.view import view_of

ORDERS = ("orcs", "elves", "dwarves", "goblins")
FULL, KNOWN = "all cards open", "what the seat could know"
Pairs = list[tuple[float, float]]


def positions(number: int, bots: str, edition: str) -> tuple[list[State], list[float]]:
    """Three positions of a game, and how it ended."""
    rng = random.Random(number)
    order = rng.sample(ORDERS, 4)
    game = Game.new(edition, order, (), f"calibrate {number}", False)
    players = [make_bot(bots, number * 4 + f) for f in range(4)]
    s, seen = game.state, []
    s.log = None
    while s.stack:
        waiting: int = agenda.actors(s)
        f = (waiting & -waiting).bit_length() - 1
        legal = agenda.legal(s, f)
        if len(legal) > 1:
            seen.append(s.copy())
        choice = legal[0] if len(legal) == 1 else players[f].choose(view_of(s, f), legal)
        agenda.apply(s, f, choice)
    return rng.sample(seen, min(3, len(seen))), shares_of(s, 0) or [0.0] * 4


def judged(games: range, bots: str, edition: str, worlds: int) -> Iterator[dict[str, Pairs]]:
    """Chances and outcomes of one game after another."""
    judge = Playouts(worlds)
    for number in games:
        found, end = positions(number, bots, edition)
        pairs: dict[str, Pairs] = {FULL: [], KNOWN: []}
        for s in found:
            waiting: int = agenda.actors(s)
            f = (waiting & -waiting).bit_length() - 1
            pairs[FULL] += zip(judge.full(Spot(s)).chances, end, strict=True)
            pairs[KNOWN].append((judge.known(view_of(s, f)).chances[f], end[f]))
        yield pairs


def table(pairs: Pairs) -> list[str]:
    """Tenths of the scale: how many, what was judged on average, what came of it."""
    tenths: dict[int, Pairs] = defaultdict(list)
    for chance, share in pairs:
        tenths[min(9, int(10 * chance))].append((chance, share))
    rows = ["| judged | cases | on average | won |", "|---|---|---|---|"]
    for tenth, cases in sorted(tenths.items()):
        chance = sum(c for c, _ in cases) / len(cases)
        won = sum(w for _, w in cases) / len(cases)
        span = f"{10 * tenth} to {10 * tenth + 10} %"
        rows.append(f"| {span} | {len(cases)} | {chance:.0%} | {won:.0%} |")
    squares = sum((c - w) ** 2 for c, w in pairs) / max(1, len(pairs))
    return [*rows, "", f"Mean squared error of a chance: {squares:.3f}"]


def main(argv: list[str] | None = None) -> int:
    """Play, judge, print."""
    parser = argparse.ArgumentParser(prog="python3 run.py calibrate", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--bots", default="steward")
    parser.add_argument("--edition", default="r9")
    parser.add_argument("--worlds", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=3600.0)
    asked = parser.parse_args(argv)
    begin, played = time.monotonic(), 0
    numbers = range(asked.first, asked.first + asked.games)
    whole: dict[str, Pairs] = {FULL: [], KNOWN: []}
    for pairs in judged(numbers, asked.bots, asked.edition, asked.worlds):
        played += 1
        for kind, found in pairs.items():
            whole[kind] += found
        if time.monotonic() - begin > asked.seconds:
            break
    for kind, found in whole.items():
        print(f"{asked.bots}, {played} games, {asked.worlds} worlds, {kind}:\n")
        print("\n".join([*table(found), ""]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
