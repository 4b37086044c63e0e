"""What is still to be done at tables for somebody's sake: their account is gone, or they are called otherwise.

An errand is stored with the change that it follows from, so that none is lost; the process that has the table, or may
take it, does it soon after. Each can be done twice without harm.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.store import Statement, StoreError
from dragondune.server.tables.table import Table

LOGGER: Final = logging.getLogger("dragondune.server")
GONE, NAME, PAUSE, RESIGN = "gone", "name", "pause", "resign"
EVERY: Final = 1.0  # seconds between two looks
AT_ONCE: Final = 200
LATER: Final = 600.0  # seconds until one that failed is tried again
ON_CONFLICT: Final = (
    "ON CONFLICT(table_id, account, what) DO UPDATE SET text = excluded.text, at = excluded.at"
)
UNFINISHED: Final = "AND table_id IN (SELECT id FROM tables WHERE status IN ('open', 'playing'))"


class Errand(NamedTuple):
    """One of them."""

    table_id: str
    account: str
    what: str
    text: str
    at: float


Deed = Callable[[Table, Errand], Awaitable[list[Statement]]]


def _now() -> float:
    """The time in milliseconds that are over: what is due at once must not be due a moment later."""
    return int(time.time() * 1000) / 1000


def errand_row(account: str, table_id: str, what: str, text: str = "") -> Statement:
    """The statement that sends one to a table."""
    put = f"INSERT INTO errands VALUES (?, ?, ?, ?, ?) {ON_CONFLICT}"
    return put, (table_id, account, what, text, _now())


def errands_row(account: str, what: str, text: str = "", finished: bool = True) -> Statement:
    """The statement that sends one to every table of an account, or to those that are not over."""
    put = (
        "INSERT INTO errands SELECT table_id, account, CAST(? AS TEXT), CAST(? AS TEXT), "
        "CAST(? AS DOUBLE PRECISION) FROM holdings WHERE account = ? "
    )
    given = (what, text, _now(), account)
    return f"{put}{'' if finished else UNFINISHED} {ON_CONFLICT}", given


class Errands:
    """Does those that can be done here."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.deeds: dict[str, Deed] = {}
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """There are some."""
        self._woken.set()

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                LOGGER.warning("What is to be done at tables could not be read: %s", error)
            try:
                await asyncio.wait_for(self._woken.wait(), EVERY)
            except TimeoutError:
                continue
            self._woken.clear()

    async def look(self) -> None:
        """Do what is to be done now, as far as its tables can be had here."""
        for errand in await asyncio.to_thread(self._due):
            try:
                await self._do(errand)
            except Exception as error:  # one table in trouble must not keep all others waiting
                LOGGER.warning("Table %s: %r could not be done: %s", *errand[:3:2], error)
                later = "UPDATE errands SET at = ? WHERE table_id = ? AND account = ? AND what = ?"
                await self.hall.store.write([(later, (time.time() + LATER, *errand[:3]))])

    def _due(self) -> list[Errand]:
        sql = "SELECT table_id, account, what, text, at FROM errands WHERE at <= ? ORDER BY at LIMIT ?"
        return [Errand(*row) for row in self.hall.store.rows(sql, (time.time(), AT_ONCE))]

    async def _do(self, errand: Errand) -> None:
        table = await self.hall.have(errand.table_id)
        rows: list[Statement] = []
        if table is not None:
            rows = await self.deeds[errand.what](table, errand)
        elif await asyncio.to_thread(self.hall.store.card, errand.table_id) is not None:
            return  # another process has it, and does it
        done = "DELETE FROM errands WHERE table_id = ? AND account = ? AND what = ? AND at = ?"
        await self.hall.store.write([*rows, (done, (*errand[:3], errand.at))])
