"""Whom somebody does not want to hear, and who may not speak at all.

A server without accounts knows none of it. What is known is looked up again when somebody changes it, in whichever
process, and now and then besides.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

FRESH: Final = 10.0  # seconds for which it is not looked up again
MOST: Final = 20_000


class Known(NamedTuple):
    """What holds for an account: whom it does not hear, why it may not speak, what it has to be called, and when that
    was looked up."""

    deaf_to: frozenset[str] = frozenset()
    silenced: str = ""
    called: str = ""
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

    async def refresh(self, account: str = "") -> None:
        """Something has changed for an account, or perhaps for any; of those that are not here nobody asks."""
        for one in [account] if account else list(self._known):
            if one in self._known:
                await self.learn(one, anew=True)

    def hears(self, hearer: str, speaker: str) -> bool:
        """Does one account want to hear another?"""
        return not speaker or speaker not in self._known.get(hearer, NOTHING).deaf_to
