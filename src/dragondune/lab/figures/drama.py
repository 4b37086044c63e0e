"""Is it exciting? What the games that were looked at closely add up to.

The minutes are an estimate: so many seconds for each kind of decision, for people who know the game.
They tell editions apart; they were not measured at a table.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import polars as pl

from dragondune.lab.figures.intervals import Interval, quantile, share_of_counts
from dragondune.model import events
from dragondune.model.events import Event
from dragondune.model.factions import FACTION_NAMES

# What a person takes for a decision, by its kind; all others take the usual time.
SECONDS: Final = {
    **dict.fromkeys(("pass", "answer-colour", "answer-number", "answer-value", "keep"), 4.0),
    **dict.fromkeys(("bid", "accept", "deny", "lose", "discard", "betray"), 8.0),
    **dict.fromkeys(("place", "conscript", "hire", "raise", "propose", "ask", "revive"), 15.0),
    **dict.fromkeys(("move", "plan", "predict"), 35.0),
}
USUAL_SECONDS: Final = 10.0
SURE: Final = 0.5  # a winner whose chance stays above this was no longer in doubt
# What belongs to options that a game may be without says nothing of its rules.
_ELSEWHERE: Final = (
    *("Predicted", "PredictionSealed", "WallsBroken", "HonestQuestion", "HonestAnswer"),
    *("SpecialPaid", "Chaos", "Blessed", "DragonSteered", "ExtraMove", "Gave", "BattlesForgone"),
)


def _counted() -> Iterator[str]:
    """Events of the game by its rules; those of contracts, and at the table, come after them."""
    for name, kind in vars(events).items():
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event:
            if events.CHAPTERS.get(kind) == "Contracts":
                return
            if name not in _ELSEWHERE:
                yield name


EVENTS: Final = tuple(_counted())


def happening(name: str) -> str:
    """What an event is, in words."""
    told = (getattr(events, name).__doc__ or name).strip().splitlines()[0]
    return str(told).rstrip(".")


class WaitClock:
    """Counts decisions and estimated seconds by seat, and the longest time each has to wait."""

    def __init__(self, seats: int) -> None:
        self.decisions = [0] * seats
        self.seconds = [0.0] * seats
        self.longest = [0.0] * seats
        self._since = [0.0] * seats

    def decided(self, f: int, seconds: float) -> None:
        """A seat has decided something that takes so long; the others have waited."""
        self.decisions[f] += 1
        self.seconds[f] += seconds
        self._turn_to(f)
        for g in range(len(self._since)):
            if g != f:
                self._since[g] += seconds

    def _turn_to(self, f: int) -> None:
        self.longest[f] = max(self.longest[f], self._since[f])
        self._since[f] = 0.0

    def end(self) -> None:
        """The game is over."""
        for f in range(len(self._since)):
            self._turn_to(f)


@dataclass(frozen=True)
class Drama:
    """One study's figures; means come with 95 % intervals."""

    games: int
    lead_changes: Interval
    upsets: Interval  # the leader at the start of the last turn did not win
    doubt: Interval  # the part of the turns in which the winner was in doubt
    comebacks: Interval  # the winner was once the least likely
    default: Interval
    decisions: Interval
    minutes: Interval
    idle: Interval  # the part of the time that whoever waits most spends waiting
    longest_wait: Interval  # minutes
    careless: Interval | None  # wins of one who leaves every tenth decision to chance


def mean_interval(values: Sequence[float]) -> Interval:
    """A mean with the usual interval, for figures that are no shares."""
    n = len(values)
    if not n:
        return Interval(0.0, 0.0, 0.0, 0)
    mean = math.fsum(values) / n
    spread = math.fsum((value - mean) ** 2 for value in values) / max(1, n - 1)
    half = quantile(1) * math.sqrt(spread / n)
    return Interval(mean, mean - half, mean + half, n)


def leaders(chances: Sequence[Sequence[float]]) -> list[int]:
    """Who is likeliest to win at each of the moments."""
    return [max(range(len(row)), key=lambda f: row[f]) for row in chances]


def lead_changes(chances: Sequence[Sequence[float]], won: Sequence[int]) -> int:
    """How often the lead passes to another, the victory of another at the end included."""
    led = leaders(chances)
    changes = sum(a != b for a, b in pairwise(led))
    return changes + (bool(led) and led[-1] not in won)


def doubtful_part(chances: Sequence[Sequence[float]], won: Sequence[int]) -> float:
    """The part of the turns until the winners together were likelier than all others, for good."""
    turns = len(chances) + 1  # before the first turn nobody has a lead
    sure = 0
    for row in reversed(chances):
        if sum(row[f] for f in won) < SURE:
            break
        sure += 1
    return 1 - sure / turns


def was_last(chances: Sequence[Sequence[float]], won: Sequence[int]) -> bool:
    """Was a winner the least likely at the beginning of some turn from the third on?"""
    return any(min(range(len(row)), key=lambda f: row[f]) in won for row in chances[1:])


def drama(seen: pl.DataFrame, ways: Sequence[str], slips: pl.DataFrame | None) -> Drama:
    """The figures of one study; ``ways`` are how its games ended."""
    games = [
        (chances, [FACTION_NAMES.index(name) for name in winners])
        for chances, winners in seen.select("chances", "winners").iter_rows()
    ]
    upset = [bool(c) and leaders(c)[-1] not in won for c, won in games]
    whole = [sum(seconds) for seconds in seen["seconds"].to_list()]
    idle = [
        1 - min(own for own in seconds if own) / total
        for seconds, total in zip(seen["seconds"].to_list(), whole, strict=True)
    ]
    by_default = sum(way == "default" for way in ways)
    return Drama(
        games=seen.height,
        lead_changes=mean_interval([float(lead_changes(c, won)) for c, won in games]),
        upsets=share_of_counts(sum(upset), len(upset), 1),
        doubt=mean_interval([doubtful_part(c, won) for c, won in games]),
        comebacks=share_of_counts(sum(was_last(c, won) for c, won in games), len(games), 1),
        default=share_of_counts(by_default, len(ways), 1),
        decisions=mean_interval([float(sum(d)) for d in seen["decisions"].to_list()]),
        minutes=mean_interval([total / 60 for total in whole]),
        idle=mean_interval(idle),
        longest_wait=mean_interval([max(w) / 60 for w in seen["longest wait"].to_list()]),
        careless=None if slips is None else _careless(slips),
    )


def _careless(slips: pl.DataFrame) -> Interval:
    """The mean share over the factions; deals are independent, the four games of one are not."""
    found = mean_interval([sum(shares) / len(shares) for shares in slips["shares"].to_list()])
    return Interval(found.value, max(0.0, found.low), found.high, found.deals)


def uses(seen: pl.DataFrame) -> list[tuple[str, float, float]]:
    """Each kind of event: in which part of the games it happens, and how often a game."""
    counts = seen["events"].to_list()
    found = []
    for at, name in enumerate(EVENTS):
        column = [row[at] for row in counts]
        part = sum(count > 0 for count in column) / max(1, len(column))
        found.append((name, part, sum(column) / max(1, len(column))))
    return found
