"""What only one of several processes does: whoever has the chore, as long as it is heard of."""

import asyncio
import secrets
import time
from typing import Final

from dragondune.server.storage.store import Store, StoreError

LASTS: Final = 20.0  # seconds of silence after which another takes over


class Chore:
    """One that this process would do. By itself it always does."""

    def __init__(self, store: Store, name: str, alone: bool) -> None:
        self.store, self.name, self.alone = store, name, alone
        self.me = secrets.token_hex(8)
        self._sure = 0.0  # until when it is this process's, whatever others do

    async def is_mine(self) -> bool:
        """Does this process have it now? It is kept by asking again."""
        now = time.time()
        if self.alone or now < self._sure - LASTS / 2:
            return True
        keep = "UPDATE chores SET until = ? WHERE name = ? AND holder = ?"
        drop = "DELETE FROM chores WHERE name = ? AND until < ?"
        await self.store.write([(drop, (self.name, now))])
        await self.store.write([(keep, (now + LASTS, self.name, self.me))])
        holder = await asyncio.to_thread(self._holder)
        mine = holder == self.me or (not holder and await self._take(now))
        self._sure = now + LASTS if mine else 0.0
        return mine

    def _holder(self) -> str:
        rows = self.store.rows("SELECT holder FROM chores WHERE name = ?", (self.name,))
        return str(rows[0][0]) if rows else ""

    async def _take(self, now: float) -> bool:
        put = "INSERT INTO chores VALUES (?, ?, ?)"
        try:
            await self.store.write([(put, (self.name, self.me, now + LASTS))])
        except StoreError:
            return False  # another was quicker
        return True

    async def leave(self) -> None:
        """Let another have it at once."""
        self._sure = 0.0
        if not self.alone:
            sql = "DELETE FROM chores WHERE name = ? AND holder = ?"
            await self.store.write([(sql, (self.name, self.me))])
