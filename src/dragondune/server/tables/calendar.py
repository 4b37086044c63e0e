"""When the clock of a seat stands still: on weekends, where the table keeps them free, and on vacation."""

import math
from typing import Final, NamedTuple

from dragondune.server.storage.card import Meta, Seat

DAY: Final = 86_400.0
WEEK: Final = 7 * DAY
SATURDAY: Final = 2 * DAY  # the first second of the first Saturday: 1970 began on a Thursday
Span = tuple[float, float]


class Calendar(NamedTuple):
    """What does not count: weekends by a clock so many seconds ahead of Greenwich, and spans of vacation."""

    ahead: float | None = None  # None: weekends count like any other day
    pauses: tuple[Span, ...] = ()

    def _stop(self, at: float) -> Span:
        """The first span from this moment on in which time stands still."""
        spans = [span for span in self.pauses if span[1] > at]
        if self.ahead is not None:
            week = math.floor((at + self.ahead - SATURDAY) / WEEK)
            begins = [(week + n) * WEEK + SATURDAY - self.ahead for n in (0, 1)]
            spans += [(begin, begin + 2 * DAY) for begin in begins if begin + 2 * DAY > at]
        return min(spans, default=(math.inf, math.inf))

    def after(self, at: float, seconds: float) -> float:
        """The moment when so many seconds have counted."""
        while True:
            begin, end = self._stop(at)
            free = max(0.0, begin - at)
            if seconds <= free:
                return at + seconds
            at, seconds = end, seconds - free

    def between(self, at: float, end: float) -> float:
        """How many seconds count between two moments."""
        counted = 0.0
        while at < end:
            begin, over = self._stop(at)
            counted += max(0.0, min(begin, end) - at)
            at = over
        return counted

    def stands(self, at: float) -> bool:
        """Does time stand still at this moment?"""
        return self._stop(at)[0] <= at


def calendar_of(card: Meta, seat: Seat) -> Calendar:
    """What does not count for a seat."""
    pace = card.pace
    ahead = 60.0 * pace.offset if pace.weekends_off else None
    return Calendar(ahead, tuple(sorted(seat.pauses)) if pace.vacation else ())


def left_of(card: Meta, seat: Seat) -> float:
    """Seconds that a seat has left for the whole game, where that is bounded."""
    return max(0.0, card.budget - seat.spent)


def overdrawn(card: Meta) -> set[str]:
    """Who has used up the time for the whole game."""
    used = (seat for seat in card.seats if card.budget and not left_of(card, seat))
    return {str(seat.faction) for seat in used}


def reserve_of(card: Meta, seat: Seat) -> float:
    """Seconds that a seat has left beside what each decision gives."""
    return float(card.pace.reserve) if seat.reserve is None else seat.reserve
