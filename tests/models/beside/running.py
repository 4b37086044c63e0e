"""Cases: from a number and a seed everything is drawn, so that a difference can be met again."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from models.beside.comparing import LAST, DifferenceError
from models.beside.drawing import draw_position, met_in_games
from models.beside.live import LIVE, moments
from models.beside.subjects import SUBJECTS
from models.positions import Position, write

# An engine that breaks down is as wrong as one that answers otherwise.
FAILURES = (DifferenceError, ValueError, LookupError, AttributeError, AssertionError)


@dataclass(frozen=True)
class Found:
    """What came of one case: how many positions were compared, and the first difference."""

    positions: int
    difference: str = ""


def positions(rng: random.Random, subject: str) -> Iterator[Position]:
    """Nine of ten cases are one made-up position, the others some out of one random game."""
    if rng.random() < 0.9:
        yield draw_position(rng, subject)
    else:
        yield from met_in_games(rng, subject)


def run_case(subject: str, number: int, seed: int) -> Found:
    """Compare all positions of a case; a comparison answers False where it had nothing to compare."""
    rng = random.Random(f"{seed}/{subject}/{number}")
    compared = 0
    p = None
    try:
        if subject in LIVE and rng.random() < 0.05:
            for p, game, seat, step in moments(subject, rng):
                LAST[0] = ""
                compared += 1
                LIVE[subject][1](p, game, seat, step)
            return Found(compared)
        for p in positions(rng, subject):
            compared += SUBJECTS[subject](p, rng)
    except FAILURES as failure:
        return Found(compared + 1, told(p, failure))
    return Found(compared)


def told(p: Position | None, difference: Exception) -> str:
    """A report: what differs, and where."""
    if p is None:
        return repr(difference)
    options = f" {','.join(p.options)}" if p.options else ""
    what = str(difference) if isinstance(difference, DifferenceError) else repr(difference)
    return f"{what}\n  {p.edition}{options}\n  {LAST[0] or write(p, 'turn')}"


def run_cases(subject: str, cases: Iterable[int], seed: int) -> Found:
    """Case after case until one differs."""
    compared = 0
    for number in cases:
        found = run_case(subject, number, seed)
        compared += found.positions
        if found.difference:
            again = f"python3 run.py check --against-models --subject {subject}"
            line = f"{again} --seed {seed} --case {number}"
            return Found(compared, f"{subject}: {found.difference}\n  again: {line}")
    return Found(compared)
