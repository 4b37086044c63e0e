"""Ratings by openskill's Plackett-Luce: how strong somebody seems (``mu``), and how doubtful that is (``sigma``).

The same games in the same order give the same ratings: nothing here is random, and nothing depends on the time.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dragondune.server.ranks.anchors import ANCHORS, DOUBT, MU, SIGMA
from dragondune.server.ranks.counting import Showing

ENOUGH: Final = 10  # games after which a rating is no longer provisional
BASE, STEP = (
    1000,
    20,
)  # a steward and everybody who begins have 1000; about 400 points are ten times the odds


class Rating(NamedTuple):
    """What somebody has by their games in one pool."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    wins: int = 0

    @property
    def provisional(self) -> bool:
        """Were there too few games to go by it?"""
        return self.games < ENOUGH


def shown(mu: float) -> int:
    """A rating as people read it."""
    return round(BASE + STEP * (mu - MU))


def doubt(sigma: float) -> int:
    """By how much it may well be wrong, either way."""
    return round(STEP * 2 * sigma)


def is_there() -> bool:
    """Can ratings be reckoned here?"""
    try:
        _model()
    except ImportError:
        return False
    return True


def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated(seats: Sequence[Showing], before: dict[str, Rating]) -> dict[str, Rating]:
    """The ratings of a game's people after it. Bots stay where they are."""
    model = _model()
    teams = [[model.rating(*_start(one, before))] for one in seats]
    found = model.rate(teams, ranks=[one.place for one in seats])
    return {
        one.account: _after(before.get(one.account, Rating()), team[0], one)
        for one, team in zip(seats, found, strict=True)
        if one.account
    }


def _start(one: Showing, before: dict[str, Rating]) -> tuple[float, float]:
    if one.account:
        return before.get(one.account, Rating())[:2]
    return ANCHORS[one.bot].mu, DOUBT


def _after(old: Rating, new: Any, one: Showing) -> Rating:
    return Rating(float(new.mu), float(new.sigma), old.games + 1, old.wins + one.won)
