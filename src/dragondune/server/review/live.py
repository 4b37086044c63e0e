"""A live chance to win for a lone player among bots, by what that seat may know and nothing else.

Who plays with other people gets none: a number that moves is a help, and its moves could tell. The
worlds it is judged in are drawn from the seat's own view, so that it cannot know more than the seat.
"""

import asyncio
from collections import OrderedDict
from typing import Final

from dragondune.review.work import COMPILED
from dragondune.server.bots.parcels import Parcel
from dragondune.server.bots.workers import Thinkers

WORLDS: Final = 40 if COMPILED else 8  # the plain package is some ten times as slow
MOST_KEPT: Final = 500

Judged = tuple[float, float] | None


class LiveChances:
    """The chances that were asked for; the same moment is judged once."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self._kept: OrderedDict[str, tuple[int, asyncio.Task[Judged]]] = OrderedDict()

    async def chance(self, table_id: str, n: int, parcel: Parcel, payer: str) -> Judged:
        """The chance at an update, and how far it may be off; one thought at a time for each table."""
        known = self._kept.get(table_id)
        if known is not None and not known[1].done():
            await asyncio.wait([known[1]])
        known = self._kept.get(table_id)
        if known is None or known[0] != n:
            loop = asyncio.get_running_loop()
            known = n, loop.create_task(self.thinkers.paid_by(payer).chance(parcel, WORLDS))
            self._kept[table_id] = known
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return await asyncio.shield(known[1])
