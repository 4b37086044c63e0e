"""Intervals: what can be said from so many games, and with how much doubt.

Games of one study are one per deal, and deals are independent, so every spread is taken over deals.
A shared victory counts as a share for each of the winners. Shares of several factions are told
together, so their intervals hold together: with 95 % all of them are right at once.

- ``shares``: Goodman's simultaneous intervals for the parts of a whole (score intervals at a level
  divided by the number of parts). Where victories are shared the spread is smaller than that of
  whole wins; then the games count as many as would give the spread that was seen.
- ``differences``: the mean of paired differences on the same deals, Tango's score intervals at a
  level divided by the number of differences told together (Bonferroni). They hold where few winners
  change, and more changes never make them narrower by leaps. Where victories are shared, the deals
  count as many as would give the spread that was seen.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, NamedTuple

LEVEL: Final = 0.95
# Below so many different deals a normal interval would promise too much.
FEW: Final = 30


@dataclass(frozen=True)
class Interval:
    """An estimate with its bounds, and the number of deals behind it."""

    value: float
    low: float
    high: float
    deals: int

    def above(self, bound: float) -> bool:
        """Does the whole interval lie above?"""
        return self.low > bound

    def below(self, bound: float) -> bool:
        """Does the whole interval lie below?"""
        return self.high < bound


def quantile(together: int, level: float = LEVEL) -> float:
    """How many standard errors to each side when so many intervals are to hold at once."""
    return NormalDist().inv_cdf(1 - (1 - level) / (2 * max(1, together)))


def score_interval(share: float, games: float, z: float) -> tuple[float, float]:
    """Wilson's interval of a share; with Goodman's z, one of his simultaneous ones."""
    if games <= 0:
        return 0.0, 1.0
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def share_interval(values: Sequence[float], together: int, level: float = LEVEL) -> Interval:
    """The mean of shares (0, 1/2, 1) over deals, told together with others."""
    n = len(values)
    if not n:
        return Interval(0.0, 0.0, 1.0, 0)
    mean = math.fsum(values) / n
    low, high = score_interval(mean, _effective(values, mean), quantile(together, level))
    return Interval(mean, min(low, mean), max(high, mean), n)


def _effective(values: Sequence[float], mean: float) -> float:
    """The number of whole wins with the same standard error as these shares."""
    n = len(values)
    spread = math.fsum((value - mean) ** 2 for value in values) / n
    whole = mean * (1 - mean)
    return n * whole / spread if spread > 0 and whole > 0 else float(n)


def share_of_counts(wins: float, games: int, together: int, level: float = LEVEL) -> Interval:
    """The same for counts of a whole: how often something happened in so many games."""
    share = wins / games if games else 0.0
    low, high = score_interval(share, games, quantile(together, level))
    return Interval(share, min(low, share), max(high, share), games)


def difference_interval(values: Sequence[float], together: int, level: float = LEVEL) -> Interval:
    """The mean of paired differences, told together with others."""
    n = len(values)
    if not n:
        return Interval(0.0, -1.0, 1.0, 0)
    mean = math.fsum(values) / n
    low, high = _tango(_changes(values), quantile(together, level))
    return Interval(mean, min(low, mean), max(high, mean), n)


class Changes(NamedTuple):
    """Deals that a change won and lost, among how many."""

    won: float
    lost: float
    deals: float


def _changes(values: Sequence[float]) -> Changes:
    """The whole wins and losses with the same mean and spread as these differences."""
    moved = math.fsum(abs(value) for value in values)
    weight = math.fsum(value * value for value in values) / moved if moved else 1.0
    won = math.fsum(value for value in values if value > 0)
    return Changes(won / weight, (moved - won) / weight, len(values) / weight)


def _tango(changes: Changes, z: float) -> tuple[float, float]:
    """The differences that a score test at z does not refuse."""
    mean = (changes.won - changes.lost) / changes.deals
    return _crossing(changes, -1.0, mean, z), _crossing(changes, mean, 1.0, -z)


def _crossing(changes: Changes, low: float, high: float, wanted: float) -> float:
    """Where the score falls to a value: it falls as the supposed difference grows."""
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _score(changes, middle) > wanted else (low, middle)
    return (low + high) / 2


def _score(changes: Changes, supposed: float) -> float:
    """How many standard errors the seen difference lies above a supposed one (Tango 1998)."""
    won, lost, n = changes
    b = -won - lost + (2 * n - won + lost) * supposed
    c = -lost * supposed * (1 - supposed)
    likeliest = (math.sqrt(max(0.0, b * b - 8 * n * c)) - b) / (4 * n)  # the share of losses
    spread = n * (2 * likeliest + supposed * (1 - supposed))
    above = won - lost - n * supposed
    return above / math.sqrt(spread) if spread > 0 else math.copysign(math.inf, above)
