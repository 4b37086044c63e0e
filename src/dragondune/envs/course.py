"""Games on their way from question to question (compiled): one by one, and many in one call."""

from collections.abc import Callable
from typing import Final

from librt.strings import BytesWriter, write_i64_le

from dragondune.bots.base import Bot
from dragondune.engine import agenda
from dragondune.envs.parts import ACTIONS, Question
from dragondune.ints import i64
from dragondune.learning.encoder import row_of
from dragondune.learning.walk import OVER, PLAYED, Walk
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.rules.setup import begin, new_state
from dragondune.views.view import View

NUMBERS: Final = (
    4  # of each game of a batch: the seat asked, whether a game ended, its winners, its turn
)
_NOT_ASKED: Final = bytes(8)
_NO_MASK: Final = bytes(ACTIONS)


def opened(rules: Ruleset, order: tuple[int, ...], seed: str) -> State:
    """A game before its first decision; an empty order is drawn."""
    s = new_state(rules, order, seed)
    begin(s)
    return s


def row_for(s: State, f: i64) -> bytes:
    """What a seat sees, as a row of ``learning/layout.py``."""
    return row_of(View(s, f))


class Course:
    """One game: who is asked, what they see, which numbers they may answer."""

    def __init__(self, state: State, bots: "list[Bot | None] | None" = None) -> None:
        self.state = state
        self.bots: list[Bot | None] = [None, None, None, None] if bots is None else bots
        self.walk = Walk()
        self.question = Question()
        self.seat: i64 = -1  # the faction that is asked; -1 once the game is over
        self.row = b""
        self._go_on()

    def answer(self, number: i64) -> None:
        """Carry out an answer that is allowed, and play on to the next question."""
        question = self.question
        if not question.answer(number):
            agenda.apply(self.state, self.seat, question.left[0])
            self._go_on()

    def _go_on(self) -> None:
        s, walk = self.state, self.walk
        while True:
            found = walk.step(s)
            if found == PLAYED:
                continue
            if found == OVER:
                self.seat = -1
                return
            bot = self.bots[walk.faction]
            if bot is None:
                break
            agenda.apply(s, walk.faction, bot.choose(View(s, walk.faction), walk.legal))
        self.seat = walk.faction
        self.question.begin(walk.legal)
        self.row = row_for(s, self.seat)

    def observation_into(self, out: BytesWriter) -> None:
        """Write what the seat that is asked sees."""
        out.write(self.row)
        self.question.settled_into(out)

    def observation(self, f: i64) -> bytes:
        """What a seat sees, whoever is asked."""
        out = BytesWriter()
        if f == self.seat:
            self.observation_into(out)
        else:
            out.write(row_for(self.state, f))
            out.write(_NOT_ASKED)
        return out.getvalue()

    def mask(self, f: i64) -> bytes:
        """Which numbers a seat may answer now: none where it is not asked."""
        if f != self.seat:
            return _NO_MASK
        out = BytesWriter()
        self.question.mask_into(out)
        return out.getvalue()


class Games:
    """Many games at once; one that has ended is followed by the next."""

    def __init__(self, size: int, draw: "Callable[[], State]") -> None:
        self.draw = draw
        self.games = [Course(draw()) for _ in range(size)]

    def first_refused(self, numbers: list[int]) -> int:
        """The first game in which the number for it may not be answered; -1 if there is none."""
        for k in range(len(self.games)):
            if not self.games[k].question.allows(numbers[k]):
                return k
        return -1

    def step(self, numbers: list[int]) -> tuple[bytes, bytes, bytes]:
        """Answer every question; what is asked next. The numbers must be allowed."""
        rows, masks, told = BytesWriter(), BytesWriter(), BytesWriter()
        for k in range(len(self.games)):
            game = self.games[k]
            game.answer(numbers[k])
            if game.seat < 0:
                game = self._next(k, game, told)
            else:
                _tell(told, game.seat, 0, 0, game.state.turn)
            game.observation_into(rows)
            game.question.mask_into(masks)
        return rows.getvalue(), masks.getvalue(), told.getvalue()

    def _next(self, k: i64, over: Course, told: BytesWriter) -> Course:
        game = Course(self.draw())
        self.games[k] = game
        _tell(told, game.seat, 1, over.state.winners, over.state.turn)
        return game

    def asked(self) -> tuple[bytes, bytes, bytes]:
        """What is asked now."""
        rows, masks, told = BytesWriter(), BytesWriter(), BytesWriter()
        for game in self.games:
            _tell(told, game.seat, 0, 0, game.state.turn)
            game.observation_into(rows)
            game.question.mask_into(masks)
        return rows.getvalue(), masks.getvalue(), told.getvalue()


def _tell(out: BytesWriter, seat: i64, ended: i64, winners: i64, turn: i64) -> None:
    write_i64_le(out, seat)
    write_i64_le(out, ended)
    write_i64_le(out, winners)
    write_i64_le(out, turn)
