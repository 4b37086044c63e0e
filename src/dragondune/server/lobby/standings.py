"""How far the games of this process are, told to the others that share its database.

Their lobbies list these tables too: whose turn it is there, and who is there. Every two seconds it is
told what has changed since; whoever begins to listen asks for all of it.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Final

import msgspec

from dragondune.server.storage.store import StoreError
from dragondune.server.tables.header import Standing, standing_of
from dragondune.server.tables.table import Table

PAUSE: Final = 2.0  # seconds between two looks
AT_ONCE: Final = 100  # tables looked at before others get their turn
LONGEST: Final = 6000  # bytes of one piece of news; PostgreSQL takes 8000
WORD: Final = "standings"  # how such news begins
ASKING: Final = "standings?"  # told by whoever has not heard the earlier ones

Told = tuple[str, Standing]  # a table's id, and how it stands
read: Final = msgspec.json.Decoder(list[Told]).decode


class Standings:
    """What this process has told of its tables."""

    def __init__(self, tables: Mapping[str, Table], tell: Callable[[str], Awaitable[None]]) -> None:
        self._tables, self._tell = tables, tell
        self._told: dict[str, Standing] = {}

    def forget(self) -> None:
        """Somebody has not heard what was told: tell it again."""
        self._told.clear()

    async def run(self) -> None:
        """Until the server stops."""
        while True:
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(StoreError):  # it is told later
                await self.tell()

    async def tell(self) -> None:
        """Tell what has changed."""
        changed = await self._changed()
        for words in in_pieces(changed):
            await self._tell(words)

    async def _changed(self) -> list[Told]:
        before, self._told = self._told, {}
        changed = []
        for number, (name, table) in enumerate(list(self._tables.items())):
            if number % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
            stands = standing_of(table)
            self._told[name] = stands
            if before.get(name) != stands:
                changed.append((name, stands))
        return changed


def in_pieces(told: list[Told]) -> Iterator[str]:
    """News of a length that the database passes on."""
    parts = [msgspec.json.encode(one).decode() for one in told]
    piece: list[str] = []
    for part in parts:
        if piece and sum(map(len, piece)) + len(part) + len(piece) > LONGEST:
            yield _words(piece)
            piece = []
        piece.append(part)
    if piece:
        yield _words(piece)


def _words(parts: list[str]) -> str:
    return f"{WORD} [{','.join(parts)}]"
