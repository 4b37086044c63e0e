"""Which idea does best: tried in the same worlds with the same luck, and compared world by world.

The network's own first choice is played unless another is better beyond what chance could feign:
a gain that was seen in few trials, or that varies much, is taken back towards nothing.
"""

import math
import random
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from dragondune.champion.judge import Judge
from dragondune.champion.trials import (
    ALL_ROUNDS,
    DEPTH,
    LOTS,
    Ending,
    Horizon,
    Trial,
    World,
    play_out,
)
from dragondune.engine import agenda, steps
from dragondune.engine.agenda import step_of
from dragondune.learning.encoder import row_of
from dragondune.model.state import State
from dragondune.views.view import View

# By how much ideas differ in truth, for each kind of decision: measured as what is left of the
# variance of their means when that of the trials is taken off.
USUAL_SPREAD: Final = 0.02
SPREAD: Final = {
    steps.PLANS: 0.1,
    steps.HIRE: 0.05,
    steps.CONSCRIPT: 0.05,
    steps.EARLY_DISBAND: 0.04,
    steps.DRAGON_ACTS: 0.05,
    steps.MOVE: 0.03,
    steps.BID: 0.008,
}
FEW_TRIALS: Final = 0.002  # variance added, so that few trials that agree do not look certain
TRUST: Final = 0.004  # chance of winning for which an idea that is liked e times less is as good
LEAST_WORLDS: Final = 4  # below which another round of trials tells nothing
A_TRIAL: Final = 40  # questions that it may take, to begin with
FEW: Final = 4  # trials that every idea should have
ENOUGH: Final = 160  # worlds, after which more of them change little
ENOUGH_FOR_BIDS: Final = 64


@dataclass
class Idea:
    """An action, how much the network likes it, and how it came out in each world."""

    action: int
    liked: float
    endings: list[Ending] = field(default_factory=list)
    merit: float = 0.0  # gain over the first idea, as far as it can be trusted

    def chances(self, seat: int) -> Any:
        """A seat's chance of winning in each world."""
        return np.array([ending.chances[seat] for ending in self.endings])

    def mean(self, seat: int) -> float:
        """A seat's chance of winning over all worlds."""
        return float(self.chances(seat).mean()) if self.endings else 0.0


@dataclass(frozen=True)
class Effort:
    """How much is thought about one decision."""

    rows: int = 4000  # questions that the network may be asked
    stewards: float = 0.5  # share of worlds in which stewards play the other seats
    warmth: float = 1.0  # how much lots count in the choices of the trials

    @property
    def ideas(self) -> int:
        """How many ideas can be told apart with that much thinking."""
        return max(2, min(8, self.rows // (A_TRIAL * FEW)))

    def worlds(self, ideas: int) -> int:
        """In how many worlds every idea is tried at first."""
        return max(2, min(12, self.rows // (A_TRIAL * ideas)))


class Search:
    """The trials of one decision."""

    def __init__(self, view: View, judge: Judge, rng: random.Random, effort: Effort) -> None:
        self.view, self.judge, self.rng, self.effort = view, judge, rng, effort
        self.luck = np.random.default_rng(rng.getrandbits(63))
        self.worlds: list[World] = []
        self.beliefs: Any = judge.beliefs(row_of(view))
        self.step = step_of(view.stack[-1])
        self.spread = SPREAD.get(self.step, USUAL_SPREAD)

    def best(self, ideas: list[Idea]) -> list[Idea]:
        """Those tried to the end, the best first; the first given is the one to fall back on."""
        budget = self.judge.asked + self.effort.rows
        alive, number = list(ideas), self.effort.worlds(len(ideas))
        while True:
            before = self.judge.asked
            self._try(alive, number)
            spent = max(1.0, (self.judge.asked - before) / (number * len(alive)))
            _weigh(alive, ideas[0], self.view.seat, self.spread)
            alive = _halved(alive, ideas[0])
            left = budget - self.judge.asked
            number = min(2 * number, int(left / (spent * len(alive))), self._wanted())
            if number < LEAST_WORLDS or len(alive) < 2:
                return sorted(alive, key=lambda idea: -idea.merit)

    def _wanted(self) -> int:
        """How many worlds more can change anything."""
        return (ENOUGH_FOR_BIDS if self.step == steps.BID else ENOUGH) - len(self.worlds)

    @property
    def horizon(self) -> Horizon:
        """Trials go on to the end of the turn; what an auction brings shows when all are over."""
        bidding = self.step in (steps.BID, steps.PAY)
        return Horizon(self.view.turn, self.view.round if bidding else ALL_ROUNDS)

    def world(self, number: int) -> World:
        """One of the worlds; they are drawn as they are needed."""
        while len(self.worlds) <= number:
            self.worlds.append(self._draw(len(self.worlds)))
        return self.worlds[number]

    def _draw(self, number: int) -> World:
        lots: Any = self.luck.gumbel(size=(DEPTH, LOTS)).astype(np.float32) * self.effort.warmth
        share = self.effort.stewards
        stewards = int((number + 1) * share) > int(number * share)
        return World(self.view, self.rng, self.beliefs, lots, stewards)

    def _try(self, ideas: list[Idea], number: int) -> None:
        first = len(ideas[0].endings)
        worlds = [self.world(k) for k in range(first, first + number)]
        trials = [[self._trial(world, idea) for world in worlds] for idea in ideas]
        together = [trial for row in trials for trial in row]
        play_out(together, self.judge)
        for idea, row in zip(ideas, trials, strict=True):
            idea.endings += [trial.ending for trial in row]

    def _trial(self, world: World, idea: Idea) -> Trial:
        state = State(world.state)
        agenda.apply(state, self.view.seat, idea.action)
        return Trial(world, state, self.view.seat, self.horizon)


def trusted(gains: Any, spread: float = USUAL_SPREAD) -> float:
    """The mean of some gains, taken back towards nothing as far as it may be chance."""
    doubt = (float(gains.var()) + FEW_TRIALS) / len(gains)
    return float(gains.mean()) * spread**2 / (spread**2 + doubt)


def _weigh(alive: list[Idea], first: Idea, seat: int, spread: float) -> None:
    base = first.chances(seat)
    for idea in alive:
        liking = math.log(max(idea.liked, 1e-4) / max(first.liked, 1e-4))
        idea.merit = trusted(idea.chances(seat) - base, spread) + TRUST * liking


def _halved(alive: list[Idea], first: Idea) -> list[Idea]:
    """The better half, and the first idea, with which all are compared."""
    ranked = sorted(alive, key=lambda idea: -idea.merit)
    kept = ranked[: max(2, (len(ranked) + 1) // 2)]
    return kept if first in kept else [*kept, first]
