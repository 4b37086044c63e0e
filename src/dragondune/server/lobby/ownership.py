"""Which tables this process has, where several share a database.

A table is looked for here before anything is asked of it: either this process has it or takes it,
or another one has it, which then gets the request. Games under way that nobody has are taken up, so
that bots and clocks go on there. What this process is to leave it lets go of, table by table: each
finishes the change that is under way, and whoever was there comes again and is let in elsewhere.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from dragondune.server.cluster.peers import Peer, Shared
from dragondune.server.config import Config
from dragondune.server.storage.store import LostError, StoreError
from dragondune.server.tables.table import Table

LOGGER: Final = logging.getLogger("dragondune.server")
LOOK: Final = 1.0  # seconds between looks for games that nobody has
AT_ONCE: Final = 16  # such games taken up by one look: the other processes get their share
Bring = Callable[[str, int], Awaitable[Table | None]]
Wake = Callable[[Table], Awaitable[None]]


def owner_of(
    config: Config, tables: dict[str, Table], bring: Bring, wake: Wake
) -> "Ownership | None":
    """Which tables this process has; None where the database is its own, and so are all tables."""
    if not config.postgres:
        return None
    from dragondune.server.cluster.cluster import Cluster

    return Ownership(Cluster(config.postgres, config.lease_seconds), tables, bring, wake)


class Ownership:
    """The tables of this process, and their fences."""

    def __init__(self, cluster: Shared, tables: dict[str, Table], bring: Bring, wake: Wake) -> None:
        self.cluster = cluster
        self.tables = tables
        self._bring, self._wake = bring, wake
        self.asked_to_end: Callable[[], None] = lambda: None
        self._left = asyncio.Event()
        self._left.set()
        self._coming: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Future[None]] = set()

    # --- finding ---------------------------------------------------------------------------

    async def settle(self, table_id: str) -> Peer | None:
        """Have a table here, if it may be; else who has it. None also where there is no such table."""
        if table_id in self.tables:
            return None
        async with self._coming.setdefault(table_id, asyncio.Lock()):
            try:
                return await self._settle(table_id)
            finally:
                self._coming.pop(table_id, None)

    async def _settle(self, table_id: str) -> Peer | None:
        if table_id in self.tables:
            return None
        fence = await self.cluster.claim(table_id)
        if not fence:
            return await self.cluster.owner(table_id)
        await self._bring(table_id, fence)
        return None

    # --- games that nobody has -------------------------------------------------------------

    async def look(self) -> None:
        """Take up what nobody has, whenever a process has gone."""
        while True:
            try:
                if await self.cluster.bury() or self._left.is_set():
                    self._left.clear()
                    while await self._take_orphans():
                        pass
            except StoreError:
                self._left.set()
                await asyncio.sleep(LOOK)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._left.wait(), LOOK)

    async def _take_orphans(self) -> int:
        found = await self.cluster.orphans(AT_ONCE)
        for table_id, fence in found:
            table = await self._bring(table_id, fence)
            if table is not None:
                await self._wake(table)
        return len(found)

    # --- what the others tell --------------------------------------------------------------

    def hear(self, told: str) -> None:
        """News of the other processes."""
        if told == "left":
            self._left.set()
        elif told == f"drain {self.cluster.id}":
            self.asked_to_end()
        elif told == "listening":
            task = asyncio.ensure_future(self._check())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _check(self) -> None:
        """Let go of what another process took while the database could not tell us so."""
        try:
            mine = await self.cluster.still_mine()
        except StoreError:
            return
        for table in list(self.tables.values()):
            if mine.get(table.meta.id) != table.journal.fence:
                await self.part_with(table)

    async def exists(self, table_id: str) -> bool:
        """Does any process have this table?"""
        return table_id in self.tables or await self.cluster.owner(table_id) is not None

    # --- leaving ---------------------------------------------------------------------------

    async def leave(self) -> None:
        """Let go of what is still here, and be gone."""
        try:
            await self.drain()
        except StoreError as error:
            LOGGER.warning("The others find out by themselves what this process had: %s", error)
        await self.cluster.leave()

    async def drain(self) -> None:
        """Let go of every table, after the change that is under way there."""
        await self.cluster.drain()
        await asyncio.gather(*(self.part_with(table) for table in list(self.tables.values())))
        await self.cluster.tell("left")

    async def part_with(self, table: Table) -> None:
        """Not before the change under way is stored; and only then another may have the table."""
        with contextlib.suppress(LostError):
            async with table.lock:
                await self.cluster.release({table.meta.id: table.journal.fence})
                table.let_go()
