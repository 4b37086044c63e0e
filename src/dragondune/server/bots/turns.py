"""Whose bot thinks next, where more want to than there are workers.

Those who wait are served by the time that was spent on them before, the one with least first. So whoever
lets many bots think at many tables makes their own tables wait, and nobody else's for long.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator


class Turns:
    """The line before the workers, with a place for each address."""

    def __init__(self, workers: int) -> None:
        self.workers = self._free = workers
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._spent: dict[str, float] = {}
        self._least = (
            0.0  # what was spent on the one who was served last: nobody saves up for later
        )

    @contextlib.asynccontextmanager
    async def turn(self, payer: str) -> AsyncIterator[None]:
        """Wait for a worker, and pay for the time it is needed."""
        await self._wait(payer)
        began = time.monotonic()
        try:
            yield
        finally:
            self._spent[payer] = self._spent.get(payer, 0.0) + time.monotonic() - began
            self._pass_on()

    async def _wait(self, payer: str) -> None:
        self._spent[payer] = max(self._spent.get(payer, 0.0), self._least)
        if self._free:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(payer, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._pass_on()  # it was called just when it went
            raise

    def _pass_on(self) -> None:
        """A worker is free: call the next who still waits."""
        while self._waiting:
            payer = min(self._waiting, key=lambda one: self._spent[one])
            called = self._waiting[payer].popleft()
            if not self._waiting[payer]:
                del self._waiting[payer]
            if not called.done():
                self._least = self._spent[payer]
                called.set_result(None)
                return
        self._free += 1
        if self._free == self.workers:
            self._spent.clear()
            self._least = 0.0
