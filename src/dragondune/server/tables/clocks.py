"""How long each open decision may take.

A clock belongs to its decision: free acts meanwhile do not wind it up, and an undo gives back what
was left for the choice that is made anew, not more each time. Behind the time of each decision stands the
reserve that a seat has for the whole game: what was used of it stays used. What is left is counted
in seconds that count; on weekends and vacation none do. A tournament's table bounds all of a player's time
together: who has used it up has a few seconds for each decision.
"""

import time
from typing import Final

from dragondune.server.play.session import Session
from dragondune.server.storage.card import Meta, Seat, copy_of
from dragondune.server.tables.calendar import Calendar, calendar_of, left_of, reserve_of

FREE_UNDOS: Final = 4  # in a row; each one more halves what a clock gets back
LAST: Final = 20.0  # seconds for each decision when the time for the game is used up
GRACE: Final = 60.0  # seconds that a clock runs at least after a restart
Spot = tuple[str, int]  # who acted, and after how many lines


class Clocks:
    """The clocks of one table."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._until: dict[str, float] = {}
        self._before: dict[str, float] = {}  # clocks that ran before the table was brought back
        self._asked: dict[str, int] = {}  # the decisions that clocks belong to
        self._renewed: dict[str, int] = {}  # those that have had all the time they get
        self._given: dict[str, float] = {}  # seconds that an undo gives back
        self._left_at: dict[Spot, tuple[float, int]] = {}  # what a clock had, for which decision
        self._undone: dict[str, int] = {}  # how often a seat took back since there was no way back
        self._calendars: dict[str, Calendar] = {}
        self._counted: dict[str, float] = {}  # up to when time was counted as spent
        # What is left of reserves that were used, and what was spent in all, until it is stored.
        self._reserves: dict[str, float] = {}
        self._spent: dict[str, float] = {}

    # --- looking ---------------------------------------------------------------------------

    def left(self, faction: str) -> float | None:
        """Seconds that a player's clock still has; None where none runs."""
        until = self._until.get(faction)
        return None if until is None else max(0.0, until - time.time())

    def spare(self, faction: str) -> float | None:
        """The same in seconds that count."""
        until = self._until.get(faction)
        if until is None:
            return None
        return self._calendars.get(faction, Calendar()).between(time.time(), until)

    def taken(self, faction: str) -> float:
        """Seconds since a decision came up."""
        now = time.monotonic()
        return now - self._since.get(faction, now)

    def ends(self) -> dict[str, float]:
        """When whose time runs out, in seconds since 1970."""
        return {faction: round(until, 1) for faction, until in self._until.items()}

    # --- what happens ----------------------------------------------------------------------

    def acted(self, session: Session, spot: Spot, left: float | None) -> None:
        """A player has acted, who had this much time left."""
        faction, _ = spot
        if not session.can_undo(faction):
            self._left_at.clear()  # no way leads back
        elif left is not None:
            self._left_at[spot] = left, session.asked[faction]

    def use(self, card: Meta, faction: str, spare: float | None) -> None:
        """A player has decided with so much left: less than the reserve means that some of it is used."""
        if spare is None and not card.budget:
            return
        seat = card.seat_of_faction(faction)
        if spare is not None and spare < reserve_of(card, seat):
            self._reserves[faction] = round(spare, 1)
        if card.budget:
            self._spend(faction, seat)

    def _spend(self, faction: str, seat: Seat) -> None:
        """All that a player takes counts, whatever is taken back."""
        now = time.monotonic()
        since = self._since.get(faction, now)
        since = max(since, self._counted.get(faction, since))
        self._counted[faction] = now
        self._spent[faction] = self._spent.get(faction, seat.spent) + now - since

    def charged(self, meta: Meta, card: Meta | None) -> Meta | None:
        """The card with what was used since the last time, where any was."""
        reserves, self._reserves = self._reserves, {}
        spent, self._spent = self._spent, {}
        if not reserves and not spent:
            return card
        fresh = copy_of(card or meta)
        for faction, left in reserves.items():
            fresh.seat_of_faction(faction).reserve = left
        for faction, seconds in spent.items():
            fresh.seat_of_faction(faction).spent = round(seconds, 1)
        return fresh

    def pause(self, card: Meta, faction: str) -> None:
        """Its vacation has changed: what is left of a clock is counted anew."""
        spare = self.spare(faction)
        calendar = self._calendars[faction] = calendar_of(card, card.seat_of_faction(faction))
        if spare is not None:
            self._until[faction] = calendar.after(time.time(), spare)

    def took_back(self, session: Session, faction: str, asked: int | None) -> None:
        """A player took a choice back, and was asked for the decision of that update meanwhile."""
        left, decision = self._left_at.get((faction, len(session.lines)), (None, None))
        # After a free act the decision is the one it was before, and its clock goes on.
        if left is not None and decision != asked:
            self._undone[faction] = times = self._undone.get(faction, 0) + 1
            self._given[faction] = left / 2 ** max(0, times - FREE_UNDOS)

    def go_on(self, since: dict[str, float]) -> None:
        """The table was brought back: clocks that ran go on, they do not begin anew."""
        self._before = dict(since)

    def ask(self, session: Session, card: Meta, faction: str) -> None:
        """A decision is open: wind its clock up, or let it go on."""
        asked = session.asked[faction]
        same = self._asked.get(faction) == asked
        running = self._until.pop(faction, None)
        if not same:
            # A restart gives back none of the time for the game.
            before = self._before.get(faction, time.time())
            self._since[faction] = time.monotonic() - max(0.0, time.time() - before)
            self._asked[faction] = asked
            if faction not in self._given and not session.can_undo(faction):
                self._undone.pop(faction, None)
        if runs(card) and (seat := card.seat_of_faction(faction)).kind != "bot":
            until = self._end(faction, card, seat, running if same else None)
            self._until[faction] = until

    def _end(self, faction: str, card: Meta, seat: Seat, running: float | None) -> float:
        now, before = time.time(), self._before.get(faction)
        calendar = self._calendars[faction] = calendar_of(card, seat)
        seconds = card.pace.seconds + reserve_of(card, seat)
        if card.budget:
            seconds = min(seconds, max(LAST, left_of(card, seat)))
        until = calendar.after(now, seconds)
        if faction in self._given:
            self._renewed[faction] = self._asked[faction]
            return min(until, calendar.after(now, self._given[faction]))
        if running is not None:
            return running
        if before is not None:
            # Nobody is to be away because the server was: time to come back is given.
            return max(min(until, calendar.after(before, seconds)), now + min(seconds, GRACE))
        return until

    def all_asked(self) -> None:
        """Every open decision has its clock: what came from before is used up."""
        self._before.clear()
        self._given.clear()

    def drop(self, faction: str) -> None:
        """Its decision is made."""
        self._until.pop(faction, None)

    def may_renew(self, session: Session, faction: str) -> bool:
        """May one who is back have all the time for this decision? Once."""
        if faction not in session.legal:
            return True
        asked = session.asked[faction]
        if self._renewed.get(faction) == asked:
            return False
        self._renewed[faction] = asked
        return True


def runs(card: Meta) -> bool:
    """Does this table play with a clock?"""
    return card.pace.kind != "none" and bool(card.pace.seconds)
