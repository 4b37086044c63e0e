"""Who is not there, since when, and whether the others want a bot to play for them.

Nothing here depends on a hand, a plan or an order: it goes by connections, by whom the table openly
waits for, and by what people said.
"""

import asyncio
import math
import time
from typing import Final, Protocol

from dragondune.server.config import Config
from dragondune.server.limits import Bucket
from dragondune.server.storage.card import PLAYING, Meta
from dragondune.server.tables.calendar import Calendar, calendar_of
from dragondune.server.tables.clocks import runs

LEAVES, LEAVE_AGAIN = 5, 120.0  # how often one may leave in a row; seconds until once more
LEAST_SILENCE: Final = 900.0  # seconds: nobody is passed over for thinking long


class Gathered(Protocol):
    """A table, as far as people come and go there."""

    @property
    def config(self) -> Config:
        """How this server is run."""

    @property
    def meta(self) -> Meta:
        """The table's card."""

    @property
    def loaded(self) -> bool:
        """Is its game in memory?"""

    @property
    def away(self) -> set[str]:
        """For whom a bot plays."""

    @property
    def asked(self) -> dict[int, float]:
        """When a seat last came by without a socket."""

    def online(self, number: int) -> bool:
        """Is somebody there for this seat?"""

    def somebody_is_gone(self) -> None:
        """Somebody has been gone for long enough."""


class Attendance:
    """Who of a table's people is gone, and the votes about them."""

    def __init__(self, table: Gathered) -> None:
        self.table = table
        self.votes: dict[int, set[int]] = {}  # about which seat: the seats that want a bot there
        self._gone: dict[int, float] = {}  # when a seat's last connection went
        self._begun = time.time()  # before which nobody here knows who was there
        self._nudged: dict[int, float] = {}
        self._unanswered: dict[int, float] = {}  # since when a nudge has had no answer of any kind
        self._leaving: dict[int, Bucket] = {}
        self._timer: asyncio.TimerHandle | None = None

    # --- coming and going ------------------------------------------------------------------

    def came(self, number: int) -> None:
        """Somebody is there for a seat."""
        self._gone.pop(number, None)

    def went(self, number: int | None) -> None:
        """A connection of a seat is gone, perhaps the last."""
        for seat in range(len(self.table.meta.seats)) if self.table.meta.hotseat else (number,):
            if seat is not None and not self.table.online(seat):
                self._gone[seat] = time.time()
        self.look_ahead()

    def recall(self, votes: dict[int, dict[int, float]]) -> None:
        """The table was brought back: nobody is gone because the server was, but who was before."""
        self._begun = time.time()
        self._gone = {n: one.gone for n, one in enumerate(self.table.meta.seats) if one.gone}
        for seat, cast in votes.items():
            if cast:
                self._gone[seat] = min(*cast.values(), self._gone.get(seat, math.inf))
        self.votes = {seat: set(cast) for seat, cast in votes.items() if cast}
        self.look_ahead()

    def look_ahead(self) -> None:
        """Say so when the next of those who are gone has been so for long enough."""
        self.stop()
        seats = range(len(self.table.meta.seats))
        ends = [
            self._calendar(n).after(since, self.patience)
            for n in seats
            if (since := self.since(n)) is not None
        ]
        ends += [since + self.silence for since in self._unanswered.values()]
        left = [end - time.time() for end in ends if end > time.time()]
        if left:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(min(left) + 0.05, self._tell)

    def _tell(self) -> None:
        self._timer = None
        self.table.somebody_is_gone()
        self.look_ahead()

    def stop(self) -> None:
        """Nobody waits here any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- who is gone -----------------------------------------------------------------------

    @property
    def patience(self) -> float:
        """Seconds that one may be gone; where a clock runs, no less than it gives for a decision."""
        meta = self.table.meta
        usual = meta.patience or self.table.config.absence_minutes * 60
        return max(usual, meta.pace.seconds + meta.pace.reserve) if runs(meta) else usual

    def _calendar(self, number: int) -> Calendar:
        """On weekends and vacation nobody is absent who would not be without them."""
        return calendar_of(self.table.meta, self.table.meta.seats[number])

    def since(self, number: int) -> float | None:
        """When a person was last there who plays here and is not now."""
        table = self.table
        if not table.loaded or table.meta.status != PLAYING or self._is_bots(number):
            return None
        if table.online(number):
            return None
        asked = table.asked.get(number)
        by_request = 0.0 if asked is None else time.time() - (time.monotonic() - asked)
        return round(max(self._gone.get(number, self._begun), by_request), 3)

    def _is_bots(self, number: int) -> bool:
        return self.table.meta.seats[number].kind == "bot"

    @property
    def silence(self) -> float:
        """Seconds for which one who is connected may leave a nudge without an answer."""
        return max(LEAST_SILENCE, 3 * self.patience)

    def silent(self, number: int) -> float | None:
        """Since when somebody has not answered, whose page is open but who may be asleep before it."""
        since = self._unanswered.get(number)
        long = since is not None and time.time() - since >= self.silence
        return since if long and self.table.online(number) else None

    @property
    def by_clock(self) -> bool:
        """Does the clock alone say who is late? Over days nobody has to look in who is not asked."""
        return self.table.meta.pace.kind == "slow" and runs(self.table.meta)

    def is_gone(self, number: int, seconds: float) -> bool:
        """Has somebody had no connection for so long, and over days let their time run out?"""
        since = self.since(number)
        if self.by_clock and self.table.meta.seats[number].faction not in self.table.away:
            return False
        return since is not None and self._calendar(number).between(since, time.time()) >= seconds

    def is_absent(self, number: int) -> bool:
        """May the others let a bot play for somebody: gone, or silent for much longer?"""
        return self.is_gone(number, self.patience) or self.silent(number) is not None

    def may_leave(self, number: int) -> bool:
        """Is there no end of leaving and coming back, which everybody is told each time?"""
        return self._leaving.setdefault(number, Bucket(1 / LEAVE_AGAIN, LEAVES)).take()

    # --- votes -----------------------------------------------------------------------------

    def voters(self, number: int) -> list[int]:
        """Whose agreement it takes: every other person who plays here and is not absent too."""
        seats = self.table.meta.seats
        others = [n for n in range(len(seats)) if n != number and not self._is_bots(n)]
        playing = [n for n in others if seats[n].faction not in self.table.away]
        return [n for n in playing if not self.is_absent(n)]

    def is_up_for_vote(self, number: int) -> bool:
        """Could the others let a bot play for this seat now?"""
        away = self.table.meta.seats[number].faction in self.table.away
        return not away and self.is_absent(number)

    def count(self, number: int) -> tuple[int, int]:
        """How many agree, of how many whose agreement it takes; nothing where nobody is asked."""
        if not self.is_up_for_vote(number):
            return 0, 0
        voters = self.voters(number)
        return len(self.votes.get(number, set()).intersection(voters)), len(voters)

    def agreed(self) -> list[int]:
        """The seats for which a bot is to play, as everybody says who has a say."""
        counts = {number: self.count(number) for number in self.votes}
        return [number for number, (yes, all_) in counts.items() if all_ and yes == all_]

    def votes_of(self, number: int) -> list[int]:
        """The seats for which this one wants a bot."""
        return sorted(seat for seat, cast in self.votes.items() if number in cast)

    # --- nudges ----------------------------------------------------------------------------

    def may_nudge(self, number: int) -> bool:
        """Was this one left in peace for long enough?"""
        last = self._nudged.get(number)
        return last is None or time.monotonic() - last >= self.table.config.nudge_again

    def nudged(self, number: int) -> None:
        """It was reminded just now."""
        self._nudged[number] = time.monotonic()
        self._unanswered.setdefault(number, time.time())
        self.look_ahead()

    @property
    def is_anybody_missed(self) -> bool:
        """Is there anything that a sign of life would end?"""
        return bool(self._unanswered or self.votes)

    def wonders(self, number: int) -> bool:
        """Do the others wait for a sign of life, or vote?"""
        return number in self._unanswered or bool(self.votes.get(number))

    def alive(self, number: int) -> bool:
        """Somebody did something: no nudge is without an answer. Did anybody wonder?"""
        wondered = self.wonders(number)
        self._unanswered.pop(number, None)
        return wondered
