"""Recruitment turns that were planned as a whole, while they are played.

A plan is played in one breath, until another player has to be heard; it goes on when that player has
let it happen. Whatever else happens, what is left of it is dropped and its player is asked again.
What is left is stored, so that it outlasts the server.
"""

from typing import Final, Protocol

import msgspec
from msgspec import Struct

from dragondune.model.refusal import Refusal
from dragondune.server.play.planning import ASKS, Course, is_recruiting, on_turn, unplanned
from dragondune.server.play.session import ALSO, PLAYER, Session, is_free
from dragondune.server.tables.journal import Entry
from dragondune.server.wire.incoming import PlannedLine

REST: Final = "rest"
NOT_YOURS: Final = Refusal("B9", "You can plan a turn of recruitment when it is yours to decide.")


class Left(Struct):
    """What is left of a plan, and after how many lines of the game it waits."""

    lines: list[PlannedLine]
    at: int


def may_plan(session: Session, seat: str) -> bool:
    """Is it this seat's recruitment turn, and its word that is waited for?"""
    return on_turn(session.game, seat)


class Playing(Protocol):
    """Whoever carries out what players do."""

    def player_acts(self, faction: str, line: str) -> Refusal | None:
        """Carry out a player's action, or refuse it."""


class Plans:
    """The plans of one table that wait for somebody else's word."""

    def __init__(self) -> None:
        self._left: dict[str, Left] = {}
        self._stored: dict[str, Left] = {}

    def begin(
        self, session: Session, seat: str, course: Course, driver: Playing
    ) -> tuple[list[Entry], Refusal | None]:
        """Play a plan as far as it goes; a refusal where not even its first action is possible."""
        self.drop(seat)
        if not on_turn(session.game, seat):
            return [], NOT_YOURS
        line = self._next(session, seat, course)
        if line is None:
            return [], Refusal("B9", "Choose what you do first.")
        refusal = driver.player_acts(seat, line)
        if refusal is not None:
            return [], refusal
        return [(PLAYER, seat, 0, line), *self._rest(session, seat, course, line)], None

    def go_on(self, session: Session) -> list[Entry]:
        """Somebody has spoken: plans that waited for it go on, if nothing was stopped."""
        entries: list[Entry] = []
        for seat, left in [*self._left.items()]:
            since = {line for _, line in session.lines[left.at :] if not is_free(line)}
            passed = len(session.lines) >= left.at and since <= {"pass"}
            if not passed or not is_recruiting(session.game, seat):
                self.drop(seat)
            elif on_turn(session.game, seat):
                self.drop(seat)
                entries += self._resume(session, seat, Course(left.lines))
        return entries

    def _resume(self, session: Session, seat: str, course: Course) -> list[Entry]:
        line = self._next(session, seat, course)
        if line is None or session.act(seat, line) is not None:
            return []  # it does not fit any more: its player is asked
        return [(PLAYER, seat, 0, line), *self._rest(session, seat, course, line)]

    def _rest(self, session: Session, seat: str, course: Course, line: str | None) -> list[Entry]:
        """Everything after the first action, up to where somebody has to be asked."""
        entries: list[Entry] = []
        while line is not None and not line.startswith(ASKS) and on_turn(session.game, seat):
            line = self._next(session, seat, course)
            if line is None or session.act(seat, line, ALSO) is not None:
                return entries
            entries.append((ALSO, seat, 0, line))
        if is_recruiting(session.game, seat) and not on_turn(session.game, seat):
            self._left[seat] = Left(course.left, len(session.lines))
        return entries

    def _next(self, session: Session, seat: str, course: Course) -> str | None:
        line = course.take(session.game, session.step())
        if line is None:
            return unplanned([one.code for one in session.game.legal(seat)])
        return line

    def drop(self, seat: str) -> None:
        """Its player is asked again."""
        self._left.pop(seat, None)

    # --- storing -----------------------------------------------------------------------------

    def changed(self) -> list[Entry]:
        """What the log has to know of plans that wait, and of those that do no more."""
        if not self._left and not self._stored:
            return []
        seats = sorted(self._left.keys() | self._stored.keys())
        news = [seat for seat in seats if self._left.get(seat) != self._stored.get(seat)]
        self._stored = dict(self._left)
        return [(REST, seat, 0, self._text(seat)) for seat in news]

    def _text(self, seat: str) -> str:
        left = self._left.get(seat)
        return "" if left is None else msgspec.json.encode(left).decode()

    def recall(self, texts: dict[str, str], session: Session | None) -> None:
        """The table was brought back: what waited waits on."""
        kept = {seat: text for seat, text in texts.items() if text and session is not None}
        self._left = {seat: msgspec.json.decode(text, type=Left) for seat, text in kept.items()}
        self._stored = dict(self._left)
