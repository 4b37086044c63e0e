"""How far a game is from giving every faction the same part of the victories, in one number.

It is the root of the mean square distance of the shares from an even part. Chance alone makes shares
uneven, so what chance would add with so many games is taken off; 0 means that nothing is left.
"""

import math
from dataclasses import dataclass
from typing import Final

from dragondune.lab.figures.intervals import quantile
from dragondune.lab.figures.tables import FACTIONS, Sample

LEVEL: Final = 0.9  # of the bounds that decide who stays in a race


@dataclass(frozen=True)
class Imbalance:
    """The distance with rough bounds, the farthest faction's distance, and how many games."""

    value: float
    low: float
    high: float
    worst: float
    games: int


def imbalance_of(sample: Sample) -> Imbalance:
    """The imbalance that the games of a sample show."""
    shares = [sample.shares(name) for name in sample.seated]
    games = min(map(len, shares))
    return imbalance([sum(one) / len(one) for one in shares], games, sample.even)


def imbalance(means: list[float], games: int, fair: float = 1 / FACTIONS) -> Imbalance:
    """The imbalance of shares that were seen in so many games, each beside what would be even."""
    seen = sum((mean - fair) ** 2 for mean in means) / len(means)
    noise = sum(mean * (1 - mean) for mean in means) / len(means) / max(1, games - 1)
    value = math.sqrt(max(0.0, seen - noise))
    half = quantile(1, LEVEL) * math.sqrt(noise)
    worst = max(abs(mean - fair) for mean in means)
    return Imbalance(value, max(0.0, value - half), value + half, worst, games)
