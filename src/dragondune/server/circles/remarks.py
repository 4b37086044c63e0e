"""Talk of those who watch a table. Its players get none of it before the end.

Whoever reads or writes it is signed in, so that nobody reads it as a guest who plays by another window.
"""

import asyncio
import time
from typing import Final, NamedTuple

from dragondune.server.limits import Buckets
from dragondune.server.people.accounts import Account
from dragondune.server.storage.card import OVER, Meta
from dragondune.server.storage.store import Store, StoreError
from dragondune.server.tables.manners import Manners
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import clean

LONGEST, MOST, PAGE = 300, 500, 100  # signs of a line; lines of a table; lines told at once
TRIES: Final = 5


class Remark(NamedTuple):
    """A line of it."""

    number: int
    account: str
    name: str
    text: str
    at: float


def may_listen(meta: Meta, account: str) -> None:
    """ProblemError where somebody may not hear those who watch."""
    if meta.status == OVER:
        return
    if not account:
        raise ProblemError(401, "Sign in to talk with those who watch.")
    if any(seat.account == account for seat in meta.seats):
        raise ProblemError(403, "You play here: what those who watch say is for after the game.")


class Remarks:
    """What those who watch say."""

    def __init__(self, store: Store, manners: Manners, each_minute: int) -> None:
        self.store, self.manners = store, manners
        self._quick = Buckets(each_minute / 60, each_minute)

    def after(self, game: str, number: int, hearer: str) -> list[Remark]:
        """What was said after a line, or lately; without those whom one does not want to hear."""
        sql = (
            "SELECT number, account, name, text, at FROM remarks WHERE game = ? AND number > ? "
            "ORDER BY number DESC LIMIT ?"
        )
        rows = [Remark(*row) for row in self.store.rows(sql, (game, number, PAGE))]
        return [one for one in reversed(rows) if self.manners.hears(hearer, one.account)]

    async def say(self, game: str, account: Account, text: str) -> None:
        """One more line; ProblemError where it cannot be."""
        said = clean(text, LONGEST)
        if not said:
            raise ProblemError(400, "The message is empty.")
        if (known := await self.manners.learn(account.id)).silenced:
            raise ProblemError(403, known.silenced)
        if not self._quick.of(account.id).take():
            raise ProblemError(429, "You have said a lot in a short time. Wait a moment.")
        await self._put(game, account, said)

    async def _put(self, game: str, account: Account, said: str) -> None:
        put = "INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?)"
        last = "SELECT MAX(number) FROM remarks WHERE game = ?"
        for attempt in range(TRIES):
            rows = await asyncio.to_thread(self.store.rows, last, (game,))
            number = int(rows[0][0] or 0) + 1
            if number > MOST:
                raise ProblemError(409, f"{MOST} lines were said here: that is the most.")
            row = (game, number, account.id, account.name, said, round(time.time(), 3))
            try:
                await self.store.write([(put, row)])
                return
            except StoreError:  # another was quicker
                if attempt + 1 == TRIES:
                    raise
