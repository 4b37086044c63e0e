"""What playouts say, set right by how games went on.

Stewards play a position on in every world, and people and stronger bots do not play like stewards: what
comes out is too sure of the favourite, and of the Orcs, who profit most when nobody plans ahead. The
numbers below were fitted to games of mixed bots by ``python3 run.py calibrate --fit``; how well they do on
games that had no part in it is said in docs/review.md and kept by a test.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from dragondune.review.judge import Estimate

PRIOR: Final = 0.5  # a world that each faction is taken to have won besides those tried


class Fit(NamedTuple):
    """How log-odds are taken: how far, early and late in a game, and what each faction gets early."""

    early: float
    late: float
    factions: tuple[float, float, float, float]


FITTED: Final = Fit(0.56, 0.77, (-0.03, -0.45, 0.27, 0.20))


def calibrated(found: Estimate, time: float, order: Sequence[int], fit: Fit = FITTED) -> Estimate:
    """An estimate as games bear it out; ``time`` is 0 at the start of a game and 1 at its last turn."""
    chances = adjusted(found.chances, found.worlds, time, order, fit)
    most = max(range(4), key=lambda f: found.chances[f])
    steep = _slope(found.chances[most], chances[most], found.worlds, stretch(fit, time))
    return Estimate(chances, found.worlds, found.spread * steep)


def adjusted(
    chances: Sequence[float], worlds: int, time: float, order: Sequence[int], fit: Fit
) -> tuple[float, float, float, float]:
    """The chances of the factions in play, which add up to one."""
    odds = [0.0] * 4
    for f in order:
        log = math.log(_with_prior(chances[f], worlds))
        odds[f] = math.exp(stretch(fit, time) * log + (1 - time) * fit.factions[f])
    whole = sum(odds)
    return odds[0] / whole, odds[1] / whole, odds[2] / whole, odds[3] / whole


def stretch(fit: Fit, time: float) -> float:
    """How far log-odds are taken at a time."""
    return fit.early + (fit.late - fit.early) * time


def _with_prior(chance: float, worlds: int) -> float:
    return (chance * worlds + PRIOR) / (worlds + 4 * PRIOR)


def _slope(before: float, after: float, worlds: int, taken: float) -> float:
    """How much a small change of an estimate is after it was set right."""
    flat = _with_prior(before, worlds)
    return taken * after * (1 - after) / max(1e-6, flat * (1 - flat))
