"""A table's card, and who is told when something on it changes."""

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from dragondune.server.storage.card import OPEN
from dragondune.server.tables.activity import is_resting
from dragondune.server.tables.publisher import Publisher
from dragondune.server.web.connection import Connection

if TYPE_CHECKING:
    from dragondune.server.tables.table import Table

BETWEEN: Final = 1.0  # seconds between two announcements of people who come and go
encode: Final = msgspec.json.encode


def header_json(table: "Table") -> dict[str, object]:
    """The table's card, with who is here and how far the game is."""
    seats = []
    for number, seat in enumerate(table.meta.seats):
        faction = seat.faction if table.meta.status != OPEN else seat.wish
        seats.append(
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot or None,
                "faction": faction,
                "taken": seat.taken,
                "online": seat.kind == "bot" or table.online(number),
                "away": seat.faction in table.away,
            }
        )
    state = table.session.game.state if table.session is not None else None
    watchers = sum(c.seat is None for c in table.connections)
    return table.meta.header() | {
        "seats": seats,
        "turn": int(state.turn) if state else 0,
        "round": int(state.round) if state else 0,
        "waiting": table.session.waiting() if table.session else [],
        "watchers": watchers,
        "resting": is_resting(table),
    }


class Announcer:
    """Tells everyone at a table how it stands."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._told = b""
        self._next = 0.0
        self._greeted: dict[Connection, bytes] = {}
        self._waiting: asyncio.TimerHandle | None = None

    def now(self) -> None:
        """Tell everyone."""
        self._greeted.clear()
        self._tell()

    def _tell(self) -> None:
        """Tell everyone who has not heard just that on coming in."""
        header = self.table.header()
        self._told = encode(header)
        for connection in self.table.connections:
            if self._greeted.get(connection) != self._told:
                connection.send(encode(self.message(connection, header)))
        self._greeted.clear()

    def publish(self, since: int | None = None) -> None:
        """Send each seat what it may know of the latest update."""
        table, session = self.table, self.table.session
        if session is None or not table.connections:
            return
        publisher = Publisher(session)
        clock = table.driver.clock_json()
        made: dict[int, bytes] = {}
        for connection in list(table.connections):
            seat = table.seat_number(connection)
            if seat not in made:
                before = session.n - 1 if since is None else since
                made[seat] = publisher.update(seat, before, clock)
            connection.send(made[seat])
        if session.game.over:
            self.now()

    def greet(self, connection: Connection) -> None:
        """Tell one connection how the table stands, and the others that it came."""
        header = self.table.header()
        connection.send(encode(self.message(connection, header)))
        self._greeted[connection] = encode(header)
        self.soon()

    def soon(self) -> None:
        """Somebody came or went: tell it, at most once a second and only where it is news."""
        if self._waiting is None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, self._next - loop.time())
            self._waiting = loop.call_later(wait, self._tell_news)

    def _tell_news(self) -> None:
        self._waiting = None
        self._next = asyncio.get_running_loop().time() + BETWEEN
        if encode(self.table.header()) != self._told:
            self._tell()
        self._greeted.clear()

    def message(self, connection: Connection, header: object) -> dict[str, object]:
        """The table as one connection is told of it."""
        number, table = connection.seat, self.table
        you = None
        if number is not None:
            faction = table.faction(number)
            ids = [*table.done.get(faction or "", ()), *table.done.get(f"#{number}", ())]
            last = max(ids, default=0)
            you = {"seat": number, "faction": faction, "last_id": last}
        return {"t": "table", "header": header, "you": you}
