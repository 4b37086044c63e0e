"""One possible game, played on to the next decision that the network has to make (compiled).

Choices without choice are made here, and those of seats that a bot plays.
"""

from typing import Final

from dragondune.bots.base import Bot
from dragondune.engine import agenda
from dragondune.engine.agenda import step_of
from dragondune.engine.steps import KEEP
from dragondune.ints import i64
from dragondune.model.actions import KIND, LOOK, WHO
from dragondune.model.powers import LOOKS
from dragondune.model.state import State
from dragondune.rules.standing import may_look, play_anytime
from dragondune.views.view import View

MOST_LOOKS: Final = 8  # looks at hands at one moment
FIRST_LOOK: Final = 3  # the rounds in which what a hand holds matters
LAST_LOOK: Final = 5


class Course:
    """A game, the bots that play some of its seats, and how far it is to go."""

    def __init__(self, s: State, bots: list[Bot | None], last_turn: int, last_round: int) -> None:
        self.s = s
        self.bots = bots
        self.last_turn: i64 = last_turn
        self.last_round: i64 = last_round
        self.by_bots: i64 = 0  # decisions that bots have made
        self.faction: i64 = 0
        self.legal: list[i64] = []
        self._moment: i64 = 0
        self._looks: i64 = 0

    def play(self, choice: i64) -> None:
        """Carry out the answer to the open question."""
        agenda.apply(self.s, self.faction, self.legal[choice])

    def passed(self) -> bool:
        """Has it gone beyond its horizon?"""
        s = self.s
        return s.turn > self.last_turn or (s.turn == self.last_turn and s.round > self.last_round)

    def advance(self) -> "View | None":
        """Play on to the next question: what its seat sees; None at the horizon and at the end."""
        s = self.s
        while s.stack and not self.passed():
            if self._looked():
                continue
            waiting = agenda.actors(s)
            f: i64 = 0
            while not waiting >> f & 1:
                f += 1
            legal = agenda.legal(s, f)
            if not legal:
                return None  # a world that cannot be
            if len(legal) == 1:
                agenda.apply(s, f, legal[0])
                continue
            view = View(s, f)
            bot = self.bots[f]
            if bot is None:
                self.faction, self.legal = f, legal
                return view
            self.by_bots += 1
            agenda.apply(s, f, bot.choose(view, legal))
        return None

    def _looked(self) -> bool:
        """The Elves look at hands whenever a round or a battle begins [EL2]."""
        s = self.s
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
