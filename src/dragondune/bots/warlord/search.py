"""Looking ahead: possible worlds, candidate actions, and stewards who play each to its end.

Every idea is tried in the same worlds with the same luck, and two ideas are compared world by
world. Where no trial ends the game within the turn little is at stake, and the search is over soon;
else ideas that fall clearly behind are dropped, and the effort goes to those that are close.
"""

import math
import random
import time
from collections.abc import Sequence
from typing import Final

from dragondune.bots.steward.steward import Steward
from dragondune.bots.steward.weights import Weights
from dragondune.bots.warlord.evaluation import win_chance
from dragondune.engine import agenda, steps
from dragondune.engine.agenda import step_of
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import View, view_of

TRIES: Final = 3  # worlds between two judgements
DOUBT: Final = 1.0  # standard errors by which an idea has to be behind to be dropped
FEW_TRIES: Final = 0.1  # variance added, so that few trials do not look certain
MARGIN: Final = 0.005  # by which another idea has to beat the first one
MOST_TRIES: Final = 80  # of one idea, however much time there is


class Budget:
    """How much thinking is left: simulations if a number is given, else seconds."""

    def __init__(self, seconds: float, simulations: int) -> None:
        self.left = simulations
        self.counted = simulations > 0
        self.ends = time.perf_counter() + seconds

    def candidates(self) -> int:
        """How many choices can be told apart with that much thinking."""
        return max(2, min(10, self.left // 3)) if self.counted else 10

    def spend(self, number: int = 1) -> bool:
        """Take so many simulations; False when they are not left."""
        if self.counted:
            self.left -= number
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
    """An action, the temper in which this seat plays on after it, and what speaks for it."""

    __slots__ = ("action", "ends", "reason", "total", "weights")

    def __init__(self, action: int, weights: Weights | None, reason: str = "") -> None:
        self.action = action
        self.weights = weights
        self.reason = reason
        self.ends: list[float] = []  # chances to win, one for each world it was tried in
        self.total = 0.0

    @property
    def mean(self) -> float:
        """The chance to win as far as it was tried."""
        return self.total / len(self.ends) if self.ends else 0.0

    def note(self, chance: float) -> None:
        """One more trial."""
        self.ends.append(chance)
        self.total += chance


class Search:
    """Tries the ideas for one decision."""

    def __init__(self, view: View, rng: random.Random, turns_ahead: int = 0) -> None:
        self.view = view
        self.rng = rng
        self.last_turn = view.turn + turns_ahead
        self.worlds: list[tuple[State, int]] = []
        self.decided = False  # did any trial end the game?
        self.plans = step_of(view.stack[-1]) == steps.PLANS

    def _world(self, number: int) -> tuple[State, int]:
        while len(self.worlds) <= number:
            s = sample(self.view, self.rng)
            if self.plans:
                side = 0 if self.view.attacker == self.view.seat else 1
                plans = list(s.plans)
                plans[1 - side] = -1  # the opponent decides anew in each world
                s.plans = plans
            self.worlds.append((s, self.rng.getrandbits(32)))
        return self.worlds[number]

    def try_out(self, idea: Idea, number: int) -> float:
        """The chance to win after an idea's action in one possible world."""
        world, luck = self._world(number)
        s = world.copy()
        agenda.apply(s, self.view.seat, idea.action)
        players = [Steward(luck + f) for f in range(4)]
        players[self.view.seat].weights = idea.weights
        play_on(s, players, self.last_turn)
        if not s.stack:
            self.decided = True
        return win_chance(s, self.view.seat)

    def best(self, ideas: list[Idea], budget: Budget) -> tuple[Idea, list[Idea], int]:
        """The best idea, those not clearly worse, and how many simulations that took.

        The first idea is the one to fall back on: others have to be better, not just equal.
        """
        alive = list(ideas)
        number = tried = 0
        while len(alive) > 1 and number < MOST_TRIES:
            for _ in range(TRIES):
                if not budget.spend(len(alive)):
                    return verdict(alive), alive, tried
                for idea in alive:
                    idea.note(self.try_out(idea, number))
                tried += len(alive)
                number += 1
            if not self.decided and not self.plans:
                break
            alive = _still_open(alive)
            if all(idea.action == alive[0].action for idea in alive):
                break
        return verdict(alive), alive, tried


def _still_open(alive: list[Idea]) -> list[Idea]:
    """Those that are not clearly behind the best, world by world. The order stays."""
    best = max(alive, key=lambda idea: idea.mean)
    return [idea for idea in alive if idea is best or not _behind(idea, best)]


def _behind(idea: Idea, best: Idea) -> bool:
    number = len(idea.ends)
    mean = best.mean - idea.mean
    spread = 0.0
    for one, two in zip(best.ends, idea.ends, strict=True):
        spread += (one - two - mean) ** 2
    return mean > DOUBT * math.sqrt(spread + FEW_TRIES) / number


def verdict(alive: list[Idea]) -> Idea:
    """The best by its mean; the first one unless another is better by a margin."""
    best = alive[0]
    needed = best.mean + MARGIN
    for idea in alive[1:]:
        if idea.mean > needed:
            best, needed = idea, idea.mean
    return best
