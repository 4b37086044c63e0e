"""One possible game, played on to the next decision that the network has to make (compiled)."""

from dragondune.bots.base import Bot
from dragondune.engine import agenda
from dragondune.ints import i64
from dragondune.learning.walk import OVER, PLAYED, Walk
from dragondune.model.state import State
from dragondune.views.view import View


class Course:
    """A game, the bots that play some of its seats, and how far it is to go."""

    def __init__(self, s: State, bots: list[Bot | None], last_turn: int, last_round: int) -> None:
        self.s = s
        self.bots = bots
        self.last_turn: i64 = last_turn
        self.last_round: i64 = last_round
        self.by_bots: i64 = 0  # decisions that bots have made
        self.walk = Walk()

    @property
    def legal(self) -> list[i64]:
        """What may be chosen at the open question."""
        return self.walk.legal

    def play(self, choice: i64) -> None:
        """Carry out the answer to the open question."""
        self.walk.play(self.s, choice)

    def passed(self) -> bool:
        """Has it gone beyond its horizon?"""
        s = self.s
        return s.turn > self.last_turn or (s.turn == self.last_turn and s.round > self.last_round)

    def advance(self) -> "View | None":
        """Play on to the next question: what its seat sees; None at the horizon and at the end."""
        s, walk = self.s, self.walk
        while not self.passed():
            found = walk.step(s)
            if found == PLAYED:
                continue
            if found == OVER:
                return None
            view = View(s, walk.faction)
            bot = self.bots[walk.faction]
            if bot is None:
                return view
            self.by_bots += 1
            agenda.apply(s, walk.faction, bot.choose(view, walk.legal))
        return None
