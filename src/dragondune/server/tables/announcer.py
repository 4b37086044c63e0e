"""Who is told when something changes at a table."""

import asyncio
from collections.abc import Set as AbstractSet
from typing import Final, Protocol, cast

from dragondune.server.audience.rights import is_own, name_of
from dragondune.server.play.session import Session
from dragondune.server.tables.attendance import Attendance
from dragondune.server.tables.journal import Journal
from dragondune.server.tables.listener import Listener
from dragondune.server.tables.publisher import Publisher
from dragondune.server.tables.stream import Step, Stream
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.incoming import OrderSet
from dragondune.server.wire.outgoing import (
    GuideMessage,
    NudgeMessage,
    OrdersMessage,
    StandInMessage,
    TableHeader,
    TableMessage,
    You,
    encode,
)
from dragondune.server.wire.parts import GuideState

CHANGES: Final = 2  # the protocol from which on updates are told as what they change
BETWEEN: Final = 1.0  # seconds between two announcements of people who come and go


class Announced(Protocol):
    """A table, as far as it is told about."""

    @property
    def session(self) -> Session | None:
        """The game, while there is one."""

    @property
    def connections(self) -> AbstractSet[Listener]:
        """Who is there."""

    @property
    def journal(self) -> Journal:
        """What was carried out."""

    def header(self) -> TableHeader:
        """The table's card, as anyone may know it."""

    def faction(self, number: int | None) -> str | None:
        """The faction of a seat, once it is known."""

    def seat_number(self, connection: Listener) -> int:
        """The seat as views number it."""

    @property
    def attendance(self) -> Attendance:
        """Who is gone, and what the others want done about it."""

    def guide_of(self, faction: str | None) -> GuideState | None:
        """Where a lesson's guide stands, for its learner."""

    def report_to(self, faction: str) -> StandInMessage | None:
        """What a bot did for somebody who is back."""

    def clock(self) -> dict[str, float]:
        """When whose time runs out."""

    def is_timed(self) -> bool:
        """Does this table play with a clock?"""


class Sending:
    """One update on its way: made once for each seat, as a whole and as what it changes."""

    def __init__(self, table: Announced, publisher: Publisher, since: int) -> None:
        self.table, self.publisher, self.since = table, publisher, since
        self.clock = table.clock()
        self.step: Step | None = None
        self._wholes: dict[int, bytes] = {}
        self._changes: dict[int, bytes | None] = {}

    def _guide(self, seat: int) -> GuideState | None:
        return self.table.guide_of(name_of(seat))

    def whole(self, seat: int) -> bytes:
        """The position as this seat sees it, and what happened since."""
        if seat not in self._wholes:
            made = self.publisher.update(seat, self.since, self.clock, self._guide(seat))
            self._wholes[seat] = made
        return self._wholes[seat]

    def change(self, seat: int) -> bytes | None:
        """What it changes for this seat; None where that seat has not heard the update before."""
        if self.step is None:
            return None
        if seat not in self._changes:
            self._changes[seat] = self.step.message(seat, self._guide(seat))
        return self._changes[seat]


class Announcer:
    """Tells everyone at a table how it stands."""

    def __init__(self, table: Announced) -> None:
        self.table = table
        self._told = 0  # a hash of the card that everyone knows
        self._next = 0.0
        self._greeted: dict[Listener, int] = {}
        self._waiting: asyncio.TimerHandle | None = None
        self._stream = Stream()
        self._streaming: set[Listener] = set()  # those who hear what an update changes

    # --- updates ---------------------------------------------------------------------------

    def publish(self, since: int | None = None) -> None:
        """Send each seat what it may know of the latest update."""
        table, session = self.table, self.table.session
        if session is None or not table.connections:
            self._stream.forget()
            return
        sent = Sending(table, Publisher(session), session.n - 1 if since is None else since)
        seats = [(one, table.seat_number(one), one in self._streaming) for one in table.connections]
        if since is None and self._streaming:
            sent.step = self._step(sent, {seat for _, seat, streaming in seats if streaming})
        for connection, seat, streaming in seats:
            change = sent.change(seat) if streaming else None
            connection.send(change or sent.whole(seat))
            if streaming and change is None:
                self._stream.begin(sent.publisher, seat)
        if len(self._streaming) >= len(table.connections):
            session.board = None  # nobody is sent a whole board again and again
        if session.game.over:
            self.now()

    def _step(self, sent: "Sending", seats: set[int]) -> Step | None:
        clock = sent.clock if self.table.is_timed() else None
        return self._stream.go_on(sent.publisher, seats, clock)

    def whole(self, connection: Listener, seen: int) -> None:
        """Tell one connection the position as it is, and what it has not heard."""
        session, seat = self.table.session, self.table.seat_number(connection)
        if session is None:
            return
        since = session.recent(seat, seen if 0 < seen <= session.n else 0)
        sent = Sending(self.table, Publisher(session), since)
        connection.send(sent.whole(seat))
        if connection in self._streaming:
            self._stream.begin(sent.publisher, seat)

    def listen(self, connection: Listener, protocol: int) -> None:
        """From now on this connection is told what updates change, or whole ones."""
        if protocol >= CHANGES:
            self._streaming.add(connection)
        else:
            self._streaming.discard(connection)

    def left(self, connection: Listener) -> None:
        """A connection is gone."""
        self._streaming.discard(connection)
        if not self._streaming:
            self._stream.forget()
        self.soon()

    # --- the table's card ------------------------------------------------------------------

    def now(self) -> None:
        """Tell everyone."""
        self._greeted.clear()
        self._tell()

    def _tell(self) -> None:
        """Tell everyone who has not heard just that on coming in."""
        header = self.table.header()
        self._told = hash(encode(header))
        for connection in self.table.connections:
            if self._greeted.get(connection) != self._told:
                connection.send(encode(self.message(connection, header)))
        self._greeted.clear()

    def orders(self, faction: str, orders: OrderSet, only: Listener | None = None) -> None:
        """Tell a seat its standing orders, or one connection alone."""
        for connection in self.table.connections if only is None else (only,):
            if is_own(self.table.faction(connection.seat), faction):
                connection.send(encode(OrdersMessage(orders)))

    def stand_in(self, faction: str, only: Listener | None = None) -> None:
        """Tell somebody who is back what a bot did for them, or one connection of theirs alone."""
        report = self.table.report_to(faction)
        for connection in self.table.connections if only is None else (only,):
            if report is not None and is_own(self.table.faction(connection.seat), faction):
                connection.send(encode(report))

    def nudge(self, number: int, nudge: NudgeMessage) -> None:
        """Remind a seat that it is waited for."""
        for connection in self.table.connections:
            if connection.seat == number:
                connection.send(encode(nudge))

    def repeat(self, faction: str) -> None:
        """Tell one seat alone how it stands: what is asked of it may be answered by its orders."""
        table, session = self.table, self.table.session
        for connection in table.connections if session is not None else ():
            if session is not None and is_own(table.faction(connection.seat), faction):
                self.whole(connection, session.n)

    def guide(self) -> None:
        """Tell the learner of a lesson where the guide stands."""
        for connection in self.table.connections:
            state = self.table.guide_of(self.table.faction(connection.seat))
            if state is not None:
                connection.send(encode(GuideMessage(state)))

    def greet(self, connection: Listener) -> None:
        """Tell one connection how the table stands, and the others that it came."""
        header = self.table.header()
        connection.send(encode(self.message(connection, header)))
        self._greeted[connection] = hash(encode(header))
        self.soon()

    def soon(self) -> None:
        """Somebody came or went: tell it, at most once a second and only where it is news."""
        if self._waiting is None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, self._next - loop.time())
            self._waiting = loop.call_later(wait, self._tell_news)

    def stop(self) -> None:
        """Nobody is there to be told."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _tell_news(self) -> None:
        self._waiting = None
        self._next = asyncio.get_running_loop().time() + BETWEEN
        if hash(encode(self.table.header())) != self._told:
            self._tell()
        self._greeted.clear()

    def message(self, connection: Listener, header: TableHeader) -> TableMessage:
        """The table as one connection is told of it."""
        number, table = connection.seat, self.table
        you = None
        if number is not None:
            faction = table.faction(number)
            last = table.journal.last_id(faction or "", f"#{number}")
            votes = table.attendance.votes_of(number)
            you = You(number, cast("FactionName | None", faction), last, votes)
        return TableMessage(header, you)
