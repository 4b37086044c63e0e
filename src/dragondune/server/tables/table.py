"""One table: its people, its game, and every message that changes either.

A lock lets one change through at a time. A change is carried out in memory, written to the disk,
and only then told to anybody; should the disk refuse it, the table is read back as it stands there.
"""

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from dragondune.agreements import is_spoken
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.refusal import Refusal
from dragondune.server.lessons.coach import Coach
from dragondune.server.play import session as played
from dragondune.server.play.past import Past
from dragondune.server.play.session import Session
from dragondune.server.storage.card import OPEN, OVER, PLAYING, UNPLAYABLE, Meta, copy_of
from dragondune.server.storage.store import INSERT_LOG, Row, Statement, StoreError, card_row
from dragondune.server.tables.activity import DAY, is_idle, is_resting
from dragondune.server.tables.announcer import Announcer, header_json
from dragondune.server.tables.chat import Line, Talk
from dragondune.server.tables.driver import Driver
from dragondune.server.tables.publisher import Publisher
from dragondune.server.tables.quotas import Asides, is_aside
from dragondune.server.tables.receipts import digest, said
from dragondune.server.tables.replay import AWAY, BACK, Loaded, load_session
from dragondune.server.tables.start import change_card
from dragondune.server.web.connection import Connection
from dragondune.server.wire.answers import Answer
from dragondune.server.wire.incoming import OrderSet
from dragondune.views.view import SPECTATOR

if TYPE_CHECKING:
    from dragondune.server.lobby.hall import Hall

PRESENT: Final = 30.0  # seconds for which one who came by without a socket counts as there
encode: Final = msgspec.json.encode


class Table:
    """Everything about one table while the server runs."""

    def __init__(self, hall: "Hall", meta: Meta, loaded: bool) -> None:
        self.hall = hall
        self.meta = meta
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.session: Session | None = None
        self.past: Past | None = None
        self.seq = 0
        self.done: dict[str, dict[int, int]] = {}
        self.orders: dict[str, OrderSet] = {}
        self.talk = Talk(self)
        self.away: set[str] = set()
        self.asked: dict[int, float] = {}  # when a seat last came by without a socket
        self.asides = Asides(hall.config)
        self.coach = Coach(meta.lesson, meta.lesson_step)
        self.driver = Driver(self)
        self.loaded = loaded
        self.last = max(meta.created, meta.touched)  # sign of life, in seconds since 1970
        self.laid_to_rest = False
        self.announcer = Announcer(self)

    # --- beginning and loading -------------------------------------------------------------

    async def load(self) -> None:
        """Bring the game back from its log, if that has not been done yet."""
        if not self.loaded or self.meta.full:
            async with self.lock:
                await self.load_locked()

    async def load_locked(self) -> None:
        """The same. The table is locked by the caller."""
        if not self.loaded:
            await self._take(await asyncio.to_thread(load_session, self.hall.store, self.meta))
        if self.meta.full:  # somebody stopped the server between the last seat and the deal
            with contextlib.suppress(StoreError):
                await change_card(self, copy_of(self.meta))

    async def _take(self, found: Loaded) -> None:
        self.session, self.orders = found.session, found.orders
        self.done, self.seq = found.done, found.seq
        self.away, self.asides.written = found.away, found.asides
        self.driver.dealmaker.recall = found.recall
        self.driver.go_on(found.since)
        self.talk.lines = [Line(*line) for line in found.talk]
        self.past = Past(found.session, self.meta.seed) if found.session else None
        self.loaded = True
        if found.trouble:
            # Not stored: a version that can read this table goes on with it.
            self.meta.status, self.meta.trouble = UNPLAYABLE, found.trouble
        elif self.meta.status == UNPLAYABLE and found.session is not None:
            over = found.session.game.over
            self.meta.status, self.meta.trouble = OVER if over else PLAYING, ""
            self.meta.winners = list(found.session.game.winners)
        self.driver.look()

    # --- who is here -----------------------------------------------------------------------

    def faction(self, number: int | None) -> str | None:
        """The faction of a seat, once it is known."""
        return None if number is None else self.meta.seats[number].faction

    def online(self, number: int) -> bool:
        """Is a connection open for this seat? On one device one connection stands for all."""
        if self.meta.hotseat:
            return any(c.seat is not None for c in self.connections)
        if time.monotonic() - self.asked.get(number, -PRESENT) < PRESENT:
            return True
        return any(c.seat == number for c in self.connections)

    def header(self) -> dict[str, object]:
        """The table's card, with who is here and how far the game is."""
        return header_json(self)

    def veiled(self) -> bool:
        """Is there anyone, now or later, from whom the time a seat takes must be kept?"""
        watched = self.meta.public or any(c.seat is None for c in self.connections)
        return watched or self.meta.humans > 1

    def announce(self) -> None:
        """Tell everyone how the table stands."""
        self.announcer.now()

    # --- coming and going ------------------------------------------------------------------

    async def welcome(
        self, connection: Connection, seen: int, heard: int, token: str | None = None
    ) -> bool:
        """Bring a connection up to date, and keep it so; False: its token holds no seat here."""
        async with self.lock:
            await self.load_locked()
            # Not before: a seat may be given up while this waits for the lock.
            if token is not None and not connection.sit(self.meta, token):
                return False
            self.connections.add(connection)
            faction = self.faction(connection.seat)
            if connection.seat is not None:
                await self.touch()
            if faction is not None:
                await self.come_back(faction)
            self.announcer.greet(connection)
            session = self.session
            if session is not None:
                since = seen if 0 < seen <= session.n else 0
                message = Publisher(session).update(
                    self.seat_number(connection), since, self.driver.clock_json()
                )
                connection.send(message)
            self.talk.catch_up(connection, heard)
            if faction is not None:
                connection.send(encode({"t": "orders", "orders": self.orders_of(faction)}))
            self.driver.look()
            return True

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        if connection in self.connections:
            self.connections.discard(connection)
            self.announcer.soon()
            self.rest()

    def rest(self) -> None:
        """A game that nobody needs now needs no memory; its log brings it back."""
        if self.connections or not self.loaded or self.lock.locked():
            return
        if self.meta.status == OVER or is_idle(self) or is_resting(self):
            self.driver.stop()
            self.session = self.past = None
            self.loaded = False

    async def touch(self) -> None:
        """One of its players is here. The table is locked by the caller."""
        self.last = time.time()
        self.laid_to_rest = False
        if self.last - self.meta.touched > DAY and self.meta.status in (OPEN, PLAYING):
            await self.write([], card=replace(self.meta, touched=round(self.last, 3)))

    async def come_back(self, faction: str) -> None:
        """Whoever was away plays for themselves again. The table is locked by the caller."""
        if faction in self.away and (await self.write([(BACK, faction, 0, "")])).ok:
            self.away.discard(faction)
            self.driver.restart(faction)
            self.announce()

    async def time_is_up(self, faction: str, opened: int) -> bool:
        """A player has not decided in time; False where the decision was made after all."""
        async with self.lock:
            row = (AWAY, faction, 0, "")
            if self._still_open(faction, opened) is None or not (await self.write([row])).ok:
                return False
            self.away.add(faction)
        self.announce()
        return True

    def _still_open(self, faction: str, opened: int) -> Session | None:
        """The game, if the decision that a faction was asked for at that update is not made yet."""
        session = self.session if self.meta.status == PLAYING else None
        if session is None or faction not in session.legal or session.opened[faction] != opened:
            return None
        return session

    def seat_number(self, connection: Connection) -> int:
        """The seat as views number it."""
        faction = self.faction(connection.seat)
        return SPECTATOR if faction is None else FACTION_OF_NAME[faction]

    # --- what players do -------------------------------------------------------------------

    async def act(self, faction: str, cid: int, line: str, n: int | None) -> Answer:
        """A player plays."""
        async with self.lock:
            session = self.session
            if session is None or self.meta.status != PLAYING:
                return Answer(False, self.not_playing())
            known = self.known(faction, cid, f"act {line}")
            if known is not None:
                return known
            if is_spoken(line) and (much := self.asides.refusal(faction)) is not None:
                return Answer(False, much)
            await self.come_back(faction)
            if n is not None and session.is_stale(faction, n, line):
                return Answer(False, "The game has moved on: look again before you choose.")
            refusal = self.driver.player_acts(faction, line)
            if refusal is not None:
                return Answer(False, refusal.text, refusal.rule)
            return await self._finish([(played.PLAYER, faction, cid, line)])

    async def undo(self, faction: str, cid: int) -> Answer:
        """A player takes a choice back."""
        async with self.lock:
            session = self.session
            if session is None or self.meta.status != PLAYING:
                return Answer(False, self.not_playing())
            known = self.known(faction, cid, "undo")
            if known is not None:
                return known
            if (much := self.asides.refusal(faction)) is not None:
                return Answer(False, much)
            refusal = self.driver.player_undoes(faction)
            if refusal is not None:
                return Answer(False, refusal.text, refusal.rule)
            return await self._finish([("undo", faction, cid, "")], follow=False)

    async def server_acts(self, faction: str, opened: int, line: str, by: str) -> bool:
        """The server plays for a seat, if that decision is still open."""
        async with self.lock:
            session = self._still_open(faction, opened)
            if session is None or isinstance(session.act(faction, line, by), Refusal):
                return False
            return (await self._finish([(by, faction, 0, line)])).ok

    async def server_says(self, faction: str, n: int, line: str, sentence: str) -> bool:
        """A bot speaks of contracts, if nothing has happened since it thought about update ``n``."""
        async with self.lock:
            session = self.session
            if session is None or self.meta.status != PLAYING or session.n != n:
                return False
            if session.act(faction, line, played.BOT) is not None:
                return False
            answer = await self._finish([(played.BOT, faction, 0, line)])
            if answer.ok:
                sender = [seat.faction for seat in self.meta.seats].index(faction)
                await self.talk.put(Line(sender, None, sentence, round(time.time(), 3)))
            return answer.ok

    async def set_orders(self, faction: str, cid: int, orders: OrderSet) -> Answer:
        """Standing orders, which nobody else sees."""
        async with self.lock:
            if self.meta.status != PLAYING:
                return Answer(False, self.not_playing())
            text = encode(orders).decode()
            known = self.known(faction, cid, f"orders {text}")
            if known is not None:
                return known
            if orders == self.orders_of(faction):
                return Answer(True)
            if (much := self.asides.refusal(faction)) is not None:
                return Answer(False, much)
            answer = await self.write([("orders", faction, cid, text)])
            if not answer.ok:
                return answer
            self.orders[faction] = orders
            for other in self.connections:
                if self.faction(other.seat) == faction:
                    other.send(encode({"t": "orders", "orders": orders}))
            if self.driver.order_applies():
                await self._finish([])
            return answer

    async def reach(self, step: int) -> Answer:
        """The learner has read on: remember it, and let the bots go on."""
        async with self.lock:
            if self.coach.lesson is None:
                return Answer(False, "There is no lesson at this table.")
            card = replace(self.meta, lesson_step=step)
            if (answer := await self.write([], card=card)).ok:
                self.coach.reach(step)
            return answer

    def not_playing(self) -> str:
        """Why nothing can be played here."""
        if self.meta.status == UNPLAYABLE:
            return self.meta.trouble
        return "The game is over." if self.meta.status == OVER else "The game has not begun."

    def refused(self, text: str) -> Answer:
        """A plain no."""
        return Answer(False, text)

    def known(self, who: str, cid: int, what: str) -> Answer | None:
        """The answer to a message that was carried out before, or that reuses its number."""
        done = self.done.get(who, {}).get(cid)
        if done is None:
            return None
        if done == digest(what):
            return Answer(True, "again")
        return Answer(False, f"The number {cid} was used for another message.")

    # --- carrying out ----------------------------------------------------------------------

    async def _finish(self, first: list[tuple[str, str, int, str]], follow: bool = True) -> Answer:
        """Play what follows of itself, store it all, then tell everyone."""
        session = self.session
        assert session is not None
        entries = [*first, *(self.driver.follow_up() if follow else ())]
        session.close_update()
        card = None if first else self.meta
        if session.game.over:
            # A copy: the record is open to all when the disk has the end, and not before.
            card = replace(self.meta, status=OVER, winners=list(session.game.winners))
        answer = await self.write(entries, card=card)
        if answer.ok:
            self.driver.look()
            self.announcer.publish()
        return answer

    async def write(
        self,
        entries: list[tuple[str, str, int, str]],
        at: float | None = None,
        card: Meta | None = None,
    ) -> Answer:
        """Store lines, and a changed card if there is one, which then is the table's."""
        at = time.time() if at is None else at
        statements = self.rows(entries, at)
        if card is not None:
            statements.append(card_row(card))
        try:
            await self.hall.store.write(statements)
        except StoreError as error:
            await self.recover()
            return Answer(False, f"It could not be stored, so nothing has changed ({error}).")
        self.meta = card or self.meta
        self.seq += len(entries)
        self.last = max(self.last, at)
        for kind, seat, cid, text in entries:
            self.asides.written[seat] += is_aside(kind, text)
            if cid:
                self.done.setdefault(seat, {})[cid] = digest(said(kind, text))
        return Answer(True)

    def rows(self, entries: list[tuple[str, str, int, str]], at: float) -> list[Statement]:
        """The statements that add lines to the log."""
        session = self.session
        n, mark = (session.n, session.mark) if session is not None else (0, 0)
        rows = [
            Row(number, n, kind, seat, cid, text, mark, at)
            for number, (kind, seat, cid, text) in enumerate(entries, self.seq + 1)
        ]
        return [(INSERT_LOG, (self.meta.id, *row)) for row in rows]

    async def recover(self) -> None:
        """The disk knows best: forget what it did not take. The table is locked by the caller."""
        found = await asyncio.to_thread(load_session, self.hall.store, self.meta)
        await self._take(found)
        self.announcer.publish(0)

    def meta_row(self) -> Statement:
        """The statement that stores the table's card."""
        return card_row(self.meta)

    # --- small things ----------------------------------------------------------------------

    def orders_of(self, faction: str) -> OrderSet:
        """A seat's standing orders."""
        return self.orders.get(faction, OrderSet())

    async def mark_hint(self, faction: str, line: str) -> None:
        """A hint was given: everyone is told that, though not what it said."""
        async with self.lock:
            if self.session is not None and self.meta.status == PLAYING:
                self.session.hint(faction)
                await self._finish([("hint", faction, 0, line)], follow=False)
