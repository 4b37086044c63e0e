"""This process among the others: it says that it is there, and hears what they tell.

One thread holds a connection of its own for both, so that a busy event loop costs no lease.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Final

import psycopg

from dragondune.server.cluster.leases import Leases, come_in, say_here
from dragondune.server.cluster.peers import Peer
from dragondune.server.cluster.seals import SharedSeals
from dragondune.server.storage.postgres import CHANNEL, Connection, connect, run
from dragondune.server.storage.store import Statement, StoreError

LOGGER: Final = logging.getLogger("dragondune.server")
News = Callable[[str], None]


class Cluster:
    """What a server asks about the processes that share its database."""

    def __init__(self, url: str, seconds: float) -> None:
        self.leases = Leases(url, seconds)
        self.secret = self.leases.secret()
        self.seals = SharedSeals(self.leases)
        self.draining = False
        self.answered = time.monotonic()  # when the database last took our word
        self._away = False
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def id(self) -> str:
        """This process, by the name that the others know."""
        return self.leases.id

    # --- being there -------------------------------------------------------------------------

    def join(self, address: str, door: str, news: News) -> None:
        """Be there from now on; ``news`` is called in the event loop with what others tell."""
        me, loop = Peer(self.id, address, door), asyncio.get_running_loop()
        connection = connect(self.leases.url)
        say_here(connection, me, self.leases.seconds)
        self._thread = threading.Thread(
            target=self._beat, args=(connection, me, loop, news), name="lease", daemon=True
        )
        self._thread.start()

    def _beat(
        self, connection: Connection, me: Peer, loop: asyncio.AbstractEventLoop, news: News
    ) -> None:
        fresh = True
        while not self._stopping.is_set():
            try:
                if fresh:
                    come_in(connection, me)
                    run(connection, f"LISTEN {CHANNEL}")
                    _call(loop, news, "listening")  # what was told meanwhile was missed
                    fresh = False
                say_here(connection, me, self.leases.seconds)
                self._is_back()
                for told in connection.notifies(timeout=self.leases.seconds / 5):
                    _call(loop, news, told.payload)
            except (psycopg.Error, StoreError) as error:
                self._is_away(error)
                connection, fresh = self._again(connection), True
        connection.close()

    def _is_back(self) -> None:
        self.answered = time.monotonic()
        if self._away:
            LOGGER.warning("The database is back.")
        self._away = False

    def _is_away(self, error: Exception) -> None:
        if not self._away:
            LOGGER.warning("The database is away: %s", " ".join(str(error).split()))
        self._away = True

    def _again(self, connection: Connection) -> Connection:
        connection.close()
        self._stopping.wait(0.1)
        try:
            return connect(self.leases.url)
        except StoreError:
            return connection

    @property
    def is_heard(self) -> bool:
        """Does the database know that this process is there?"""
        return time.monotonic() - self.answered < self.leases.seconds

    async def leave(self) -> None:
        """Be gone."""
        await asyncio.to_thread(self._leave)

    def _leave(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        try:
            self.leases.leave()
        except StoreError as error:
            LOGGER.warning("The others find out by themselves that this process is gone: %s", error)
        self.leases.close()

    # --- tables ----------------------------------------------------------------------------

    async def claim(self, table_id: str) -> int:
        """Take a table if it may be taken: its fence, or 0."""
        return 0 if self.draining else await asyncio.to_thread(self.leases.claim, table_id)

    async def owner(self, table_id: str) -> Peer | None:
        """Who has a table; one of the others where this process takes none any more."""
        found = await asyncio.to_thread(self.leases.owner, table_id)
        if found is not None and found.id != self.id:
            return found
        return await asyncio.to_thread(self._anyone_else) if self.draining else None

    def _anyone_else(self) -> Peer | None:
        peers = [peer for peer in self.leases.peers() if peer.id != self.id and not peer.draining]
        return min(peers, default=None)

    async def has_others(self) -> bool:
        """Is there another process that takes tables?"""
        return await asyncio.to_thread(self._anyone_else) is not None

    async def orphans(self, most: int) -> list[tuple[str, int]]:
        """Take games under way that nobody has: table and fence."""
        return [] if self.draining else await asyncio.to_thread(self.leases.orphans, most)

    async def bury(self) -> bool:
        """Forget processes that are gone; True where there were some."""
        return await asyncio.to_thread(self.leases.bury)

    async def still_mine(self) -> dict[str, int]:
        """Every table that this process has, with its fence."""
        return await asyncio.to_thread(self.leases.still_mine)

    async def release(self, fences: dict[str, int]) -> None:
        """Let tables go."""
        await asyncio.to_thread(self.leases.release, fences)

    def begin(self, table_id: str) -> tuple[Statement, ...]:
        """What makes a new table this process's own, written with its first card."""
        return self.leases.begin(table_id)

    async def drain(self) -> None:
        """Take no tables any more."""
        self.draining = True
        await asyncio.to_thread(self.leases.drain)

    async def tell(self, news: str) -> None:
        """Let every process know."""
        await asyncio.to_thread(self.leases.tell, news)


def _call(loop: asyncio.AbstractEventLoop, news: News, told: str) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(news, told)
