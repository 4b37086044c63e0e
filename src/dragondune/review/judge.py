"""How likely each people is to win: positions judged by playing them on, many times.

"Full information" means all hands and secrets, but not the future: cards that nobody has seen yet lie
in a new order in every world, and dice fall anew. Every position of a game is judged in worlds of the
same numbers, hence with the same luck, so that two of them differ by the positions rather than by it.
"""

import math
import random
from dataclasses import dataclass
from typing import Final, Protocol

from dragondune.advice.scales import players, shares_of
from dragondune.bots.warlord.search import play_on
from dragondune.engine import agenda
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import View

TO_THE_END: Final = 99  # more turns than any game has
ENOUGH: Final = 32  # worlds, after which a position that is all but decided needs no more
SETTLED: Final = 0.98
LEAST_SPREAD: Final = 0.05  # counted as if one world in so many had gone otherwise


@dataclass(frozen=True)
class Estimate:
    """Chances of the four factions, in how many worlds, and the standard error of the largest."""

    chances: tuple[float, float, float, float]
    worlds: int
    spread: float


@dataclass(frozen=True)
class Spot:
    """A position to be judged: as it stands, or after a choice of which the outcome is left open.

    ``automatic``: nobody has to decide here, the agenda runs on first.
    """

    state: State
    choice: tuple[int, int] | None = None
    automatic: bool = False


class Judge(Protocol):
    """Whoever can say how likely each faction is to win."""

    def full(self, spot: Spot) -> Estimate:
        """Judged by all that lies on the table, open or hidden."""

    def known(self, view: View) -> Estimate:
        """Judged by what one seat may know."""


class Playouts:
    """The usual judge: stewards play on from the position in so many worlds."""

    def __init__(self, worlds: int, turns_ahead: int = TO_THE_END) -> None:
        self.worlds = worlds
        self.turns_ahead = turns_ahead

    def full(self, spot: Spot) -> Estimate:
        """Each world has its own future."""
        return self._judge([unveiled(spot.state, number) for number in range(self.worlds)], spot)

    def known(self, view: View) -> Estimate:
        """Each world has its own future, and its own secrets of the others."""
        worlds = [sample(view, random.Random(number)) for number in range(self.worlds)]
        return self._judge(worlds, None)

    def _judge(self, worlds: list[State], spot: Spot | None) -> Estimate:
        totals, fitting = [0.0] * 4, 0
        for number, s in enumerate(worlds):
            shares = self._play(s, spot, number)
            fitting += shares is not None
            totals = [a + b for a, b in zip(totals, shares or [0.0] * 4, strict=True)]
            if fitting >= ENOUGH and max(totals) >= SETTLED * fitting:
                break
        return estimate(totals, fitting)

    def _play(self, s: State, spot: Spot | None, number: int) -> list[float] | None:
        """The shares of victory in one world; None in one that cannot be."""
        last = int(s.turn) + self.turns_ahead
        if spot is not None and spot.choice is not None:
            agenda.apply(s, *spot.choice)
        elif spot is not None and spot.automatic:
            agenda.settle(s)
        play_on(s, players(number), last)
        return shares_of(s, last)


def estimate(totals: list[float], worlds: int) -> Estimate:
    """Means, and how far they may be off."""
    if not worlds:
        return Estimate((0.25, 0.25, 0.25, 0.25), 0, 0.5)
    means = [total / worlds for total in totals]
    most = max(means)
    spread = math.sqrt(max(most * (1 - most), LEAST_SPREAD / worlds) / worlds)
    return Estimate((means[0], means[1], means[2], means[3]), worlds, spread)


def unveiled(s: State, number: int) -> State:
    """The same position with another future: unseen cards in a new order, new dice."""
    rng = random.Random(number)
    world = s.copy()
    world.script, world.script_at = None, 0
    world.seed, world.draws = f"review {number}", 0
    seen = s.knows[0] | s.knows[1] | s.knows[2] | s.knows[3]
    world.deck = _reshuffled(world.deck, seen, rng)
    world.event_deck = _reshuffled(world.event_deck, seen, rng)
    return world


def _reshuffled(cards: list[int], seen: int, rng: random.Random) -> list[int]:
    """What somebody knows stays where it is."""
    places = [place for place, card in enumerate(cards) if not seen >> card & 1]
    unseen = [cards[place] for place in places]
    rng.shuffle(unseen)
    out = list(cards)
    for place, card in zip(places, unseen, strict=True):
        out[place] = card
    return out
