"""Whom somebody does not want to hear, and who may not speak at all.

A server without accounts knows none of it. What is known is looked up again after a while, so that it needs no
word from other processes.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

FRESH: Final = 10.0  # seconds for which it is not looked up again
MOST: Final = 20_000


class Known(NamedTuple):
    """What holds for an account: whom it does not hear, why it may not speak, and when that was looked up."""

    deaf_to: frozenset[str] = frozenset()
    silenced: str = ""
    at: float = 0.0


NOTHING: Final = Known()


class Manners:
    """What holds for the accounts that are at tables."""

    def __init__(self) -> None:
        self.ask: Callable[[str], Known] | None = None
        self._known: dict[str, Known] = {}

    async def learn(self, account: str, anew: bool = False) -> Known:
        """Look up what holds for an account, unless that was done just now."""
        known = self._known.get(account, NOTHING)
        if self.ask is None or not account:
            return NOTHING
        if not anew and time.monotonic() - known.at < FRESH and known.at:
            return known
        if len(self._known) >= MOST:
            self._known.clear()
        found = await asyncio.to_thread(self.ask, account)
        self._known[account] = found._replace(at=time.monotonic())
        return found

    def hears(self, hearer: str, speaker: str) -> bool:
        """Does one account want to hear another?"""
        return not speaker or speaker not in self._known.get(hearer, NOTHING).deaf_to
