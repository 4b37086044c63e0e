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
from dragondune.engine import agenda
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import View, view_of

MARGIN: Final = 0.01  # by which another choice has to beat the first idea


class Budget:
    """How much thinking is left: simulations if a number is given, else seconds."""

    def __init__(self, seconds: float, simulations: int) -> None:
        self.left = simulations
        self.counted = simulations > 0
        self.ends = time.perf_counter() + seconds

    def candidates(self) -> int:
        """How many choices can be told apart with that much thinking."""
        return max(3, min(8, self.left // 6)) if self.counted else 8

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


class Search:
    """Tries candidates of one decision."""

    def __init__(self, view: View, rng: random.Random, turns_ahead: int = 0) -> None:
        self.view = view
        self.rng = rng
        self.last_turn = view.turn + turns_ahead
        self.worlds: list[tuple[State, int]] = []

    def _world(self, number: int) -> tuple[State, int]:
        while len(self.worlds) <= number:
            self.worlds.append((sample(self.view, self.rng), self.rng.getrandbits(32)))
        return self.worlds[number]

    def try_out(self, action: int, number: int) -> float:
        """The chance to win after this action in one possible world."""
        world, luck = self._world(number)
        s = world.copy()
        agenda.apply(s, self.view.seat, action)
        players = [Steward(luck + f) for f in range(4)]
        play_on(s, players, self.last_turn)
        return win_chance(s, self.view.seat)

    def best(self, candidates: list[int], budget: Budget) -> tuple[int, float, int]:
        """The best candidate, its chance to win, and how many simulations that took.

        The first candidate is the one to fall back on: others have to be better, not just equal.
        """
        totals = dict.fromkeys(candidates, 0.0)
        counts = dict.fromkeys(candidates, 0)
        alive = list(candidates)
        number = tried = 0
        while True:
            for _ in range(self._worlds_per_stage(len(alive))):
                for action in alive:
                    if not budget.spend():
                        return self._verdict(alive, totals, counts, tried)
                    totals[action] += self.try_out(action, number)
                    counts[action] += 1
                    tried += 1
                number += 1
            alive = self._better_half(alive, totals, counts)
            if len(alive) == 1:
                return self._verdict(alive, totals, counts, tried)

    def _worlds_per_stage(self, alive: int) -> int:
        return 3 if alive > 2 else 6

    def _better_half(
        self, alive: list[int], totals: dict[int, float], counts: dict[int, int]
    ) -> list[int]:
        """Drop the worse half; of two keep both while they are close."""
        ranked = sorted(alive, key=lambda action: -totals[action] / counts[action])
        if len(ranked) == 2:
            lead = totals[ranked[0]] / counts[ranked[0]] - totals[ranked[1]] / counts[ranked[1]]
            close = lead < 0.25 and counts[ranked[0]] < 60
            return alive if close else ranked[:1]
        kept = ranked[: max(2, (len(ranked) + 1) // 2)]
        return [action for action in alive if action in kept]

    def _verdict(
        self, alive: list[int], totals: dict[int, float], counts: dict[int, int], tried: int
    ) -> tuple[int, float, int]:
        seen = [action for action in alive if counts[action]]
        if not seen:
            return alive[0], 0.0, tried
        best = first = seen[0]
        for action in seen[1:]:
            mean = totals[action] / counts[action]
            needed = MARGIN if best == first else 0.0
            if mean > totals[best] / counts[best] + needed:
                best = action
        return best, totals[best] / counts[best], tried
