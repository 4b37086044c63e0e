"""Many games at once, each played on to its next real decision of a seat that the network plays.

Choices without choice are played here, and so are the seats that bots hold; a game that has ended
is followed by the next one. What is asked comes out as bytes: a row, what the critic may see
besides, the legal actions and some numbers for each question.
"""

from collections.abc import Callable
from typing import Final

from librt.strings import BytesWriter, write_i64_le

from dragondune.bots.base import Bot
from dragondune.engine import agenda
from dragondune.ints import i64
from dragondune.learning.advice import marked
from dragondune.learning.encoder import encode, encode_secrets
from dragondune.learning.layout import ROW, SECRET_ROW
from dragondune.learning.seats import BUSY, IDLE, IMITATOR, TEACHER
from dragondune.learning.walk import OVER, PLAYED, Walk
from dragondune.model.state import State
from dragondune.views.view import View

# The numbers of a question (QUESTION in exchange.py): faction, who answers, number of legal actions, the teacher's choice (or
# -1), and of the game that ended at this place since the last question: ended?, winners, label, turn
MOST_BOT_DECISIONS: Final = 24  # of one game between two questions
_BLANK: Final = bytes(ROW)
_BLANK_SECRETS: Final = bytes(SECRET_ROW)


class Seating:
    """One game to be played: its first position, who sits where, and whether networks get advice."""

    def __init__(
        self,
        state: State,
        players: list[int],
        bots: list[Bot | None],
        label: int,
        advice: bool = False,
    ) -> None:
        self.state = state
        self.players = players
        self.bots = bots
        self.label = label
        self.advice = advice


class Stock:
    """Positions from the beginnings of turns of games under way, for other games to start from."""

    def __init__(self, size: int) -> None:
        self.size: i64 = size
        self.positions: list[State] = []
        self.seen: i64 = 0

    def keep(self, s: State) -> None:
        """Take a position in, an older one out."""
        if s.turn < 2:
            return
        copy = s.copy()
        if len(self.positions) < self.size:
            self.positions.append(copy)
        else:
            self.positions[self.seen % self.size] = copy
        self.seen += 1


class Place:
    """One of the games under way."""

    def __init__(self, draw: Callable[[], "Seating | None"], stock: Stock) -> None:
        self.draw = draw
        self.stock = stock
        self.seating = draw()
        self.began: i64 = 0  # the turn that has begun last
        self.walk = Walk()
        self.open = False  # is there a question?
        self.codes: list[i64] = []  # its legal actions, with a steward's mark where one advises
        self.taught: i64 = -1  # the teacher's choice
        self.patience: i64 = 0
        self.ended: i64 = 0
        self.winners: i64 = 0
        self.label: i64 = 0
        self.turn: i64 = 0

    def play(self, choice: i64) -> None:
        """Carry out the answer to the open question."""
        seating = self.seating
        if seating is not None and self.open:
            self.walk.play(seating.state, choice)

    def advance(self) -> "View | None":
        """Play on to the next question: what its seat sees.

        None when there are no more games, or when bots have decided so much on the way that the
        other games should not wait for this one any longer.
        """
        self.patience = MOST_BOT_DECISIONS
        while self.seating is not None:
            view = self._next(self.seating)
            if view is not None or self.patience <= 0:
                return view
            state = self.seating.state
            self.ended, self.winners = 1, state.winners
            self.label, self.turn = self.seating.label, state.turn
            self.seating = self.draw()
        return None

    def _next(self, seating: Seating) -> "View | None":
        s, walk = seating.state, self.walk
        while True:
            if s.stack and s.turn != self.began:
                self.began = s.turn
                self.stock.keep(s)
            found = walk.step(s)
            if found == PLAYED:
                continue
            if found == OVER:
                return None
            f = walk.faction
            view = View(s, f)
            bot = seating.bots[f]
            if bot is None:
                self.taught = -1
                self.codes = walk.legal
                if seating.advice and seating.players[f] != IMITATOR:
                    self.codes = marked(view, walk.legal)
                return view
            choice = bot.choose(view, walk.legal)
            if seating.players[f] == TEACHER:
                self.taught, self.codes = walk.legal.index(choice), walk.legal
                return view
            agenda.apply(s, f, choice)
            self.patience -= 1
            if self.patience <= 0 and s.stack:
                return None


class Hall:
    """All games of one process."""

    def __init__(
        self, size: int, draw: Callable[[], "Seating | None"], stock: "Stock | None" = None
    ) -> None:
        kept = Stock(1) if stock is None else stock
        self.places = [Place(draw, kept) for _ in range(size)]
        self.rows = BytesWriter()
        self.secrets = BytesWriter()
        self.actions = BytesWriter()
        self.questions = BytesWriter()

    def answer(self, choices: list[int]) -> None:
        """Carry out one choice (a place in its legal list) for each question."""
        for k in range(len(self.places)):
            place = self.places[k]
            place.play(choices[k] if place.taught < 0 else place.taught)

    def ask(self) -> tuple[bytes, bytes, bytes, bytes]:
        """The next question of every game: rows, critics' rows, legal actions, numbers."""
        self.rows, self.secrets = BytesWriter(), BytesWriter()
        self.actions, self.questions = BytesWriter(), BytesWriter()
        for place in self.places:
            self._put(place)
        return (
            self.rows.getvalue(),
            self.secrets.getvalue(),
            self.actions.getvalue(),
            self.questions.getvalue(),
        )

    def _put(self, place: Place) -> None:
        view = place.advance()
        seating = place.seating
        numbers = self.questions
        place.open = view is not None
        if view is None or seating is None:
            self.rows.write(_BLANK)
            self.secrets.write(_BLANK_SECRETS)
            write_i64_le(self.actions, 0)
            write_i64_le(numbers, 0)
            write_i64_le(numbers, IDLE if seating is None else BUSY)
            write_i64_le(numbers, 1)
            write_i64_le(numbers, 0)
        else:
            encode(view, self.rows)
            encode_secrets(seating.state, self.secrets)
            for code in place.codes:
                write_i64_le(self.actions, code)
            write_i64_le(numbers, place.walk.faction)
            write_i64_le(numbers, seating.players[place.walk.faction])
            write_i64_le(numbers, len(place.walk.legal))
            write_i64_le(numbers, place.taught)
        write_i64_le(numbers, place.ended)
        write_i64_le(numbers, place.winners)
        write_i64_le(numbers, place.label)
        write_i64_le(numbers, place.turn)
        place.ended = 0
