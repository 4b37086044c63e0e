"""So that time tells nothing: how long a seat takes that has nothing to choose.

Where a choice could hang on a secret card, a seat that can only pass is passed by the server after
a time drawn from those that the same player took, at this table, to pass there when there was a
choice. Nobody else's times count, or one could lay down how long another seems to think. Until
enough of them are known, they are eked out with a usual spread. The time runs only while the player
is there, as it would for one who thinks. Bots get the same treatment from times of their own. The log
of a table tells all of this again after a restart.
"""

import math
import random
from array import array
from collections.abc import Iterable
from typing import Final

KEPT: Final = 60
SPREAD: Final = 0.5
LONGEST: Final = 20.0
MADE_UP: Final = 12
RNG: Final = random.SystemRandom()  # each would take a few kilobytes, and all draw from one well


class Veil:
    """Times taken at one table, by player and step."""

    def __init__(self, median: float) -> None:
        self.median = median
        self._rng = RNG
        self._taken: dict[tuple[str, str], array[float]] = {}

    def note(self, who: str, step: str, seconds: float) -> None:
        """Somebody with a choice passed after this time."""
        times = self._taken.get((who, step))
        if times is None:
            times = self._taken[who, step] = array("d")
        times.append(min(seconds, LONGEST))
        del times[:-KEPT]

    def recall(self, passes: Iterable[tuple[str, str, float]]) -> None:
        """What the log told: who passed, where, and after how many seconds."""
        self._taken.clear()
        for who, step, seconds in passes:
            self.note(who, step, max(0.0, seconds))

    def knows(self, who: str, step: str) -> bool:
        """Was any time noted there?"""
        return bool(self._taken.get((who, step)))

    def draw_taken(self, who: str, step: str) -> float:
        """One of the times noted; 0 where there are none. Bots need no made-up ones."""
        times = self._taken.get((who, step))
        return self._rng.choice(times) if times else 0.0

    def draw(self, who: str, step: str) -> float:
        """How long a person without a choice is to seem to think."""
        times = self._taken.get((who, step), ())
        at = int(self._rng.random() * (len(times) + MADE_UP))
        if at < len(times):
            return times[at] * math.exp(self._rng.gauss(0, 0.1))
        if not self.median:
            return 0.0
        return min(LONGEST, self.median * math.exp(self._rng.gauss(0, SPREAD)))
