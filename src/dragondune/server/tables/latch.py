"""The lock of a table: one change at a time, and none at all once the table is gone from here."""

import asyncio
from typing import Final, Literal

from dragondune.server.storage.store import LostError

GONE: Final = "This table has moved to another process; please reconnect."


class Latch(asyncio.Lock):
    """A lock that can be shut for good: whoever waits for it then is told that the table is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.shut = False

    async def acquire(self) -> Literal[True]:
        """Wait for one's turn."""
        await super().acquire()
        if self.shut:
            self.release()
            raise LostError(GONE)
        return True
