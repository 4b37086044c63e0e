"""Looking ahead: possible worlds, candidate actions, and stewards who play each to its end.

Every candidate is tried in the same worlds with the same luck, and the worse half is dropped again
and again, so that most of the effort goes to the choices that are close.
"""

import random
import time
from collections.abc import Sequence
from typing import Final

from dragondune.bots.evaluate import win_chance
from dragondune.bots.steward import Steward
from dragondune.bots.weights import Weights
from dragondune.engine import agenda
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import View, view_of

MARGIN: Final = 0.12  # in odds, by which another idea has to beat the first one
CLEAR: Final = 0.25  # a lead that needs no more trials
MOST_TRIES: Final = 60


class Budget:
    """How much thinking is left: simulations if a number is given, else seconds."""

    def __init__(self, seconds: float, simulations: int) -> None:
        self.left = simulations
        self.counted = simulations > 0
        self.ends = time.perf_counter() + seconds

    def candidates(self) -> int:
        """How many choices can be told apart with that much thinking."""
        return max(3, min(9, self.left // 6)) if self.counted else 9

    def spend(self) -> bool:
        """Take one simulation; False when there is none left."""
        if self.counted:
            self.left -= 1
            return self.left >= 0
        return time.perf_counter() < self.ends


def play_on(s: State, players: Sequence[Steward], last_turn: int) -> None:
    """Let stewards play until a later turn begins or the game is over."""
    while s.stack and s.turn <= last_turn:
        waiting: int = agenda.actors(s)
        f = (waiting & -waiting).bit_length() - 1
        legal = agenda.legal(s, f)
        if not legal:
            return  # a world that cannot be: somebody's last choice needs a card not dealt to them
        choice = legal[0] if len(legal) == 1 else players[f].choose(view_of(s, f), legal)
        agenda.apply(s, f, choice)


class Idea:
    """An action, and the temper in which this seat plays on after it."""

    __slots__ = ("action", "total", "tries", "weights")

    def __init__(self, action: int, weights: Weights | None) -> None:
        self.action = action
        self.weights = weights
        self.total = 0.0
        self.tries = 0

    @property
    def mean(self) -> float:
        """The chance to win as far as it was tried."""
        return self.total / self.tries if self.tries else 0.0


class Search:
    """Tries the ideas for one decision."""

    def __init__(self, view: View, rng: random.Random, turns_ahead: int = 0) -> None:
        self.view = view
        self.rng = rng
        self.last_turn = view.turn + turns_ahead
        self.worlds: list[tuple[State, int]] = []

    def _world(self, number: int) -> tuple[State, int]:
        while len(self.worlds) <= number:
            self.worlds.append((sample(self.view, self.rng), self.rng.getrandbits(32)))
        return self.worlds[number]

    def try_out(self, idea: Idea, number: int) -> float:
        """The chance to win after an idea's action in one possible world."""
        world, luck = self._world(number)
        s = world.copy()
        agenda.apply(s, self.view.seat, idea.action)
        players = [Steward(luck + f) for f in range(4)]
        players[self.view.seat].weights = idea.weights
        play_on(s, players, self.last_turn)
        return win_chance(s, self.view.seat)

    def best(self, ideas: list[Idea], budget: Budget) -> tuple[Idea, int]:
        """The best idea, and how many simulations that took.

        The first idea is the one to fall back on: others have to be better, not just equal.
        """
        alive = list(ideas)
        number = tried = 0
        while len(alive) > 1:
            for _ in range(3 if len(alive) > 2 else 6):
                for idea in alive:
                    if not budget.spend():
                        return _verdict(alive), tried
                    idea.total += self.try_out(idea, number)
                    idea.tries += 1
                    tried += 1
                number += 1
            alive = _better_half(alive)
        return alive[0], tried


def _better_half(alive: list[Idea]) -> list[Idea]:
    """Drop the worse half; of two keep both while they are close. The order stays."""
    ranked = sorted(alive, key=lambda idea: -idea.mean)
    if len(ranked) == 2:
        close = ranked[0].mean - ranked[1].mean < CLEAR and ranked[0].tries < MOST_TRIES
        return alive if close else ranked[:1]
    kept = ranked[: max(2, (len(ranked) + 1) // 2)]
    return [idea for idea in alive if idea in kept]


def _verdict(alive: list[Idea]) -> Idea:
    best = alive[0]
    needed = best.mean + MARGIN * best.mean * (1 - best.mean)
    for idea in alive[1:]:
        if idea.tries and idea.mean > needed:
            best, needed = idea, idea.mean
    return best
