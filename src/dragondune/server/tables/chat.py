"""Talk at a table: to everyone, or to one seat alone."""

import time
from typing import TYPE_CHECKING, NamedTuple

from msgspec.json import encode

from dragondune.server.limits import Bucket
from dragondune.server.storage.card import UNPLAYABLE
from dragondune.server.web.connection import Connection
from dragondune.server.wire.answers import Answer

if TYPE_CHECKING:
    from dragondune.server.tables.table import Table


class Line(NamedTuple):
    """What a seat said, to everyone or to one faction."""

    sender: int
    to: str | None
    text: str
    at: float


class Talk:
    """The talk of one table. Lines are not numbered, or gaps would tell of whispers."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.lines: list[Line] = []
        self._quick: dict[int, Bucket] = {}

    async def say(self, connection: Connection, cid: int, text: str, to: str | None) -> Answer:
        """Somebody with a seat speaks."""
        table = self.table
        async with table.lock:
            sender = connection.seat  # not before: the seat may just have been given up
            if sender is None:
                return table.refused("You hold no seat here any more.")
            if table.meta.status == UNPLAYABLE:
                return table.refused(table.not_playing())
            if to is not None and to not in [seat.faction for seat in table.meta.seats]:
                return table.refused("Nobody plays that faction here.")
            known = table.known(f"#{sender}", cid, f"chat {to} {text}")
            if known is not None:
                return known
            if (much := self._too_much(sender)) is not None:
                return table.refused(much)
            return await self.put(Line(sender, to, text, round(time.time(), 3)), cid)

    def _too_much(self, sender: int) -> str | None:
        """Why a seat has to be silent for now, if it has: nobody is to fill the disk with talk."""
        config = self.table.hall.config
        if sum(line.sender == sender for line in self.lines) >= config.chat_lines:
            return f"You have said {config.chat_lines} lines at this table, the most it keeps."
        each = config.chat_per_minute
        bucket = self._quick.setdefault(sender, Bucket(each / 60, each))
        if not bucket.take():
            return f"You may say {each} lines a minute. Wait a moment."
        return None

    async def put(self, line: Line, cid: int = 0) -> Answer:
        """Store a line and let everyone hear it who may. The table is locked by the caller."""
        entry = ("chat", f"#{line.sender}", cid, encode([line.to, line.text]).decode())
        answer = await self.table.write([entry], line.at)
        if answer.ok:
            self.lines.append(line)
            for other in self.table.connections:
                if self.may_hear(other, line):
                    other.send(self.message(line))
        return answer

    def may_hear(self, connection: Connection, line: Line) -> bool:
        """Talk to one seat is heard there and by the one who spoke."""
        if line.to is None:
            return True
        if connection.seat is None:
            return False
        return connection.seat == line.sender or self.table.faction(connection.seat) == line.to

    def catch_up(self, connection: Connection, heard: int) -> None:
        """Send what a connection has not heard yet."""
        audible = [line for line in self.lines if self.may_hear(connection, line)]
        connection.send_all([self.message(line) for line in audible[heard:]])

    def message(self, line: Line) -> bytes:
        """A line as it is sent."""
        seat = self.table.meta.seats[line.sender]
        sender = {"from": seat.faction, "seat": line.sender, "name": seat.name}
        return encode({"t": "chat", **sender, "to": line.to, "text": line.text, "at": line.at})
