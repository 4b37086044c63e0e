"""Vacation: days for which the clocks of an account stand still, so many a year and no more.

A vacation begins when it is said and takes whole days, also where it ends early: so nobody winds a clock up by going
and coming back.
"""

import asyncio
import math
import time
from typing import Final, NamedTuple

from dragondune.server.lobby.hall import Hall
from dragondune.server.people.accounts import Account
from dragondune.server.storage.card import PLAYING, copy_of
from dragondune.server.storage.store import Store
from dragondune.server.tables.activity import DAY
from dragondune.server.tables.table import Table
from dragondune.server.wire.problems import ProblemError

YEAR: Final = 365 * DAY
KEPT: Final = 5  # pauses that a seat remembers; those before them are over


class Span(NamedTuple):
    """From when to when."""

    began: float
    ends: float

    @property
    def days(self) -> int:
        """Whole ones, as they count."""
        return max(1, math.ceil((self.ends - self.began) / DAY - 1e-6))


def vacations_of(store: Store, account: str) -> list[Span]:
    """Those of the last year, the oldest first."""
    sql = "SELECT began, ends FROM vacations WHERE account = ? AND ends > ? ORDER BY began"
    return [Span(*row) for row in store.rows(sql, (account, time.time() - YEAR))]


def days_left(spans: list[Span], most: int) -> int:
    """How many days may still be taken this year."""
    return max(0, most - sum(span.days for span in spans))


def running(spans: list[Span]) -> Span | None:
    """The vacation that holds now."""
    return next((span for span in spans if span.ends > time.time()), None)


async def begin(hall: Hall, account: Account, days: int) -> None:
    """From now on, for so many days."""
    spans = await asyncio.to_thread(vacations_of, hall.store, account.id)
    now = _now()
    if running(spans) is not None:
        raise ProblemError(409, "You are on vacation already.")
    left = days_left(spans, hall.config.vacation_days)
    if days > left:
        raise ProblemError(409, f"You have {left} days of vacation left this year.")
    while spans and spans[-1].began >= now:  # a vacation is known by the millisecond it begins
        await asyncio.sleep(0.001)
        now = _now()
    sql = "INSERT INTO vacations VALUES (?, ?, ?)"
    await hall.store.write([(sql, (account.id, now, now + days * DAY))])


async def end(hall: Hall, account: Account) -> None:
    """Back early; the day that has begun counts, and no clock stands still any more."""
    span = running(await asyncio.to_thread(vacations_of, hall.store, account.id))
    if span is None:
        raise ProblemError(409, "You are not on vacation.")
    sql = "UPDATE vacations SET ends = ? WHERE account = ? AND began = ?"
    await hall.store.write([(sql, (max(_now(), span.began), account.id, span.began))])


def _now() -> float:
    """In whole milliseconds; rounded up, a vacation would still hold for a moment after its end."""
    return math.floor(time.time() * 1000) / 1000


async def pause(table: Table, account: str, spans: list[Span]) -> None:
    """A table learns when the clock of a seat stands still."""
    async with table.lock:
        await table.load_locked()
        number = table.meta.seat_of_account(account)
        if number is None or table.meta.status != PLAYING or not table.meta.pace.vacation:
            return
        card = copy_of(table.meta)
        card.seats[number].pauses = [(span.began, span.ends) for span in spans[-KEPT:]]
        if card == table.meta:
            return
        await table.change_card(card)
        table.driver.paused(table.faction(number) or "")
    table.announcer.publish(table.session.n if table.session is not None else 0)
    table.announcer.now()
