"""Playing a game on to the next real decision (compiled): for learning, and for the champion's trials.

Choices without choice are made here, and the Elves look at hands whenever that may matter.
"""

from typing import Final

from dragondune.engine import agenda
from dragondune.engine.agenda import step_of
from dragondune.engine.steps import KEEP
from dragondune.ints import i64
from dragondune.model.actions import KIND, LOOK, WHO
from dragondune.model.powers import LOOKS
from dragondune.model.state import State
from dragondune.rules.standing import may_look, play_anytime

PLAYED: Final = 0  # something was done that nobody had to decide
ASKED: Final = 1  # a seat has a choice
OVER: Final = 2  # the game has ended, or cannot go on
MOST_LOOKS: Final = 8  # looks at hands at one moment
FIRST_LOOK: Final = 3  # the rounds in which what a hand holds matters
LAST_LOOK: Final = 5


class Walk:
    """How far one game has been played, and the decision it stands at."""

    def __init__(self) -> None:
        self.faction: i64 = 0
        self.legal: list[i64] = []
        self._moment: i64 = 0
        self._looks: i64 = 0

    def copy(self) -> "Walk":
        """As far on the way, for a copy of the game."""
        other = Walk()
        other.faction, other.legal = self.faction, self.legal
        other._moment, other._looks = self._moment, self._looks
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return restored_walk, (self.faction, self.legal, self._moment, self._looks)

    def step(self, s: State) -> i64:
        """Do what needs no decision, one thing at a time, or find the seat that has a choice."""
        if not s.stack:
            return OVER
        if self._looked(s):
            return PLAYED
        waiting = agenda.actors(s)
        f: i64 = 0
        while not waiting >> f & 1:
            f += 1
        legal = agenda.legal(s, f)
        if not legal:
            return OVER  # a world that cannot be
        if len(legal) == 1:
            agenda.apply(s, f, legal[0])
            return PLAYED
        self.faction, self.legal = f, legal
        return ASKED

    def play(self, s: State, choice: i64) -> None:
        """Carry out one of the legal actions, by its place in the list."""
        agenda.apply(s, self.faction, self.legal[choice])

    def _looked(self, s: State) -> bool:
        """The Elves look at hands whenever a round or a battle begins [EL2]."""
        now = s.turn << 24 | s.round << 16 | s.attacker << 12 | s.defender << 8 | s.place
        if now != self._moment:
            self._moment = now
            self._looks = MOST_LOOKS if FIRST_LOOK <= s.round <= LAST_LOOK else 0
        if not self._looks or step_of(s.stack[-1]) == KEEP:
            return False
        self._looks -= 1
        for f in s.order:
            if s.powers[f] & LOOKS:
                for g in s.order:
                    if may_look(s, f, g):
                        play_anytime(s, f, LOOK * KIND + g * WHO)
                        return True
        self._looks = 0
        return False


def restored_walk(faction: int, legal: list[i64], moment: int, looks: int) -> Walk:
    """A game's way as pickle brings it."""
    walk = Walk()
    walk.faction, walk.legal, walk._moment, walk._looks = faction, legal, moment, looks
    return walk
