"""Play over a WebSocket: reads messages, hands them to the table, answers each."""

import asyncio
import contextlib
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from dragondune.model.refusal import Refusal
from dragondune.server.limits import Bucket
from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.card import PLAYING
from dragondune.server.storage.store import LostError
from dragondune.server.tables.activity import why_not_playing
from dragondune.server.tables.latch import GONE
from dragondune.server.tables.plan_preview import preview
from dragondune.server.tables.plans import NOT_YOURS, may_plan
from dragondune.server.tables.publisher import Publisher, position
from dragondune.server.tables.table import Table
from dragondune.server.web.connection import Connection
from dragondune.server.web.guard import address_of
from dragondune.server.web.identity import Caller
from dragondune.server.wire import incoming as m
from dragondune.server.wire.answers import Answer
from dragondune.server.wire.outgoing import (
    HintMessage,
    NoMessage,
    OkMessage,
    PastMessage,
    PongMessage,
    PreviewMessage,
    StoryMessage,
    YesMessage,
    encode,
)

NOT_SHOWN = (
    "The rules have changed since, and this moment cannot be replayed: this is the board as it stood "
    "after update {}."
)
TOO_MUCH = "Too many requests are coming from your address: wait a moment."
LOADING = 40.0  # more, where a game has to be played again from its log
# What a message costs, in about milliseconds of work.
COSTS: Final[dict[type, float]] = {
    m.Hello: 3.0,
    m.Whole: 3.0,
    m.Past: 5.0,
    m.Plan: 5.0,
    m.Contract: 3.0,
    m.Hint: 3.0,
    m.Ping: 0.0,  # whoever waits has to know that somebody is there
}
NOT_SEATED = Answer(False, "You are watching: only those who hold a seat can do that.")


class Player:
    """One client's conversation with a table."""

    __slots__ = (
        *("_leaving", "address", "bucket", "caller", "connection", "greeted", "hall", "previews"),
        "table",
    )

    def __init__(
        self, hall: Hall, table: Table, socket: WebSocket, caller: Caller | None = None
    ) -> None:
        self.hall = hall
        self.table = table
        self.connection = Connection(socket)
        self.caller = caller
        self.greeted = False
        rate = hall.config.messages_per_second
        self.bucket = Bucket(rate, rate * 4)
        self.previews = Bucket(hall.config.plans_per_second, hall.config.plans_per_second * 4)
        self.address = "?" if socket is None else address_of(socket.scope)

    async def talk(self) -> None:
        """Until the client leaves."""
        connection = self.connection
        pump = asyncio.ensure_future(connection.pump()) if connection.needs_pump else None
        silent = asyncio.get_running_loop().call_later(
            self.hall.config.hello_seconds, self._show_out
        )
        try:
            while True:
                event = await self.connection.hear()
                if event["type"] == "websocket.disconnect":
                    return
                if not self.connection.is_gone:
                    await self._hear(event.get("text"), event.get("bytes"))
                if self.connection.has_more:
                    await asyncio.sleep(0)  # who sends much at once does not keep others waiting
        except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
            return  # the last of these: the server stops
        except LostError:
            # No answer: whoever comes again says it again, where the table is now.
            self.connection.dismiss()
            leaving = connection.leaving or pump
            if leaving is not None:
                await asyncio.wait([leaving], timeout=2)
        finally:
            silent.cancel()
            self.table.leave(self.connection)
            if self.caller is not None:
                self.caller.leave(self.connection)
            if pump is not None:
                pump.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await pump

    def _show_out(self) -> None:
        """Whoever does not say hello goes."""
        if not self.greeted:
            self._leaving = asyncio.ensure_future(self.connection.close(1008, "Say hello first."))

    async def _hear(self, text: str | None, data: bytes | None) -> None:
        raw = (text if text is not None else data) or ""
        if not self.bucket.take():
            self._answer(_id_in(raw), Answer(False, "Too many messages: slow down."))
            await asyncio.sleep(0.25)
            return
        if len(raw) > self.hall.config.message_bytes:
            self._answer(_id_in(raw), Answer(False, "That message is too long."))
            return
        try:
            message = m.decode_message(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._answer(_id_in(raw), Answer(False, f"That is no message: {error}"))
            return
        if await self._afford(message):
            await self._dispatch(message)

    async def _afford(self, message: m.Incoming) -> bool:
        """Wait until there is room for what a message costs; False where that would take long."""
        cost = COSTS.get(type(message), 1.0)
        if not cost:
            return True
        cost += 0.0 if self.table.loaded else LOADING
        seat = self.connection.seat
        wait = self.hall.costs.wait(self.address, self.table.meta.id, seat, cost)
        if wait is None:
            if isinstance(message, m.Hello):
                await self.connection.close(1013, "Too much is asked from there; come again.")
            else:
                self._answer(message.id, Answer(False, TOO_MUCH))
            return False
        if wait:
            await asyncio.sleep(wait)
        return True

    async def _dispatch(self, message: m.Incoming) -> None:
        if self.table.lock.shut:
            raise LostError(GONE)
        if isinstance(message, m.Hello):
            await self._hello(message)
        elif isinstance(message, m.Ping):
            self.connection.send(encode(PongMessage(message.id)))
        elif not self.greeted:
            self._answer(message.id, Answer(False, "Say hello first."))
        elif isinstance(message, m.Whole):
            await self.table.tell_whole(self.connection, message.seen)
        elif isinstance(message, m.Past):
            await self._past(message)
        elif isinstance(message, m.Story):
            await self._story(message)
        elif isinstance(message, m.Talk):
            told = self.table.talk.page_before(self.connection, message.id, message.before)
            self.connection.send(encode(told))
        elif self.connection.seat is None:
            self._answer(message.id, NOT_SEATED)
        else:
            await self._from_a_seat(message)

    async def _from_a_seat(self, message: m.Seated) -> None:
        """Whatever somebody with a seat wants shows that they are there."""
        number = self.connection.seat
        faction = self.table.faction(number)
        if number is not None and faction is not None and self.table.attendance.wonders(number):
            async with self.table.lock:
                await self.table.show_life(faction)
        if isinstance(message, m.Chat):
            connection = self.connection
            answer = await self.table.talk.say(connection, message.id, message.text, message.to)
            self._answer(message.id, answer)
        else:
            await self._seated(message)

    async def _hello(self, message: m.Hello) -> None:
        if message.token is None:
            self.connection.seat = None
        token = message.token
        if token is not None and self.caller is not None:
            token = await self.caller.seat_of(self.connection, token)
        told = (message.seen, message.heard, token, message.protocol)
        if await self.table.welcome(self.connection, *told):
            self.greeted = True
            self._note_seat()
        else:
            self._answer(None, Answer(False, "That token holds no seat at this table."))

    def _note_seat(self) -> None:
        """Whoever holds a seat is not shown out where others need room."""
        visitor = (
            None if self.connection.socket is None else self.connection.socket.scope.get("visitor")
        )
        if visitor is not None:
            visitor.seated = self.connection.seat is not None

    async def _seated(
        self,
        message: m.Playing,
    ) -> None:
        table, faction = self.table, self.table.faction(self.connection.seat)
        if faction is None or table.session is None:
            self._answer(message.id, Answer(False, why_not_playing(table.meta)))
        elif isinstance(message, m.Act):
            answer = await table.act(faction, message.id, message.action, message.n)
            self._answer(message.id, answer)
        elif isinstance(message, m.Plan):
            await self._plan(faction, message)
        elif isinstance(message, m.Undo):
            self._answer(message.id, await table.undo(faction, message.id))
        elif isinstance(message, m.Orders):
            self._answer(message.id, await table.set_orders(faction, message.id, message.orders))
        elif isinstance(message, m.Why):
            self._why(faction, message)
        elif isinstance(message, m.Hint):
            await self._hint(faction, message)
        elif isinstance(message, m.Lesson):
            self._answer(message.id, await table.read(faction, message.do, message.step))
        elif isinstance(message, m.Back):
            async with table.lock:  # or a bot could be stopped in the middle of a move
                await table.come_back(faction)
            self._answer(message.id, Answer(True))
        elif message.do == "preview":
            told = table.session.game.preview(faction, message.words())
            self.connection.send(encode(PreviewMessage(message.id, told)))
        else:
            answer = await table.act(faction, message.id, message.line(), None)
            self._answer(message.id, answer)

    async def _plan(self, faction: str, message: m.Plan) -> None:
        if message.do == "play":
            answer = await self.table.plan(faction, message.id, message.lines, message.n)
            self._answer(message.id, answer)
            return
        async with self.table.lock:  # what is not stored yet has not happened
            session = self.table.session
        if session is None or not may_plan(session, faction):
            self._answer(message.id, Answer(False, NOT_YOURS.text, NOT_YOURS.rule))
        elif not self.previews.take():
            self._answer(message.id, Answer(False, "Too many plans at once: wait a moment."))
        else:
            told = preview(session, message.id, faction, message.lines)
            self.connection.send(encode(told))

    def _why(self, faction: str, message: m.Why) -> None:
        assert self.table.session is not None
        refusal = self.table.session.game.why_not(faction, message.action)
        if isinstance(refusal, Refusal):
            self._answer(message.id, Answer(False, refusal.text, refusal.rule))
        else:
            self.connection.send(encode(YesMessage(message.id)))

    async def _hint(self, faction: str, message: m.Hint) -> None:
        table = self.table
        session = table.session
        assert session is not None
        legal = session.legal.get(faction)
        if not table.meta.hints or table.meta.status != PLAYING:
            self._answer(message.id, Answer(False, "This table plays without hints."))
        elif legal is None:
            self._answer(message.id, Answer(False, "You have nothing to decide now."))
        else:
            hint = await table.adviser.hint(faction, legal)
            told = HintMessage(message.id, hint.line, hint.why, hint.lesson)
            self.connection.send(encode(told))

    async def _past(self, message: m.Past) -> None:
        table = self.table
        async with table.lock:  # what is not stored yet has not happened
            session, past = table.session, table.past
        if session is None or past is None or not 1 <= message.n <= session.n:
            self._answer(message.id, Answer(False, "There is no such moment in this game."))
            return
        seat = table.seat_number(self.connection)
        shown = session.shown_at(message.n)
        game = await past.game_at(shown)
        events = Publisher(session).events(seat, message.n - 1, message.n)
        told = PastMessage(message.id, message.n, session.n, position(game, seat), events)
        told.note = None if shown == message.n else NOT_SHOWN.format(shown)
        self.connection.send(encode(told))

    async def _story(self, message: m.Story) -> None:
        table = self.table
        async with table.lock:  # what is not stored yet has not happened
            if table.session is None:
                self._answer(message.id, Answer(False, why_not_playing(table.meta)))
                return
            seat = table.seat_number(self.connection)
            events = Publisher(table.session).page_before(seat, message.before)
        self.connection.send(encode(StoryMessage(message.id, events)))

    def _answer(self, number: int | None, answer: Answer) -> None:
        n = self.table.session.n if self.table.session is not None else 0
        if answer.ok:
            self.connection.send(encode(OkMessage(number, n)))
        else:
            self.connection.send(encode(NoMessage(number, answer.rule, answer.text, answer.guide)))


def _id_in(raw: str | bytes) -> int | None:
    """The number of a message that is no message otherwise, so that its sender knows which."""
    with contextlib.suppress(Exception):
        found = msgspec.json.decode(raw)
        number = found.get("id") if isinstance(found, dict) else None
        return number if type(number) is int and 0 <= number <= 2**53 else None
    return None


async def play(socket: WebSocket) -> None:
    """The endpoint ``/api/tables/{id}/play``."""
    hall: Hall = socket.app.state.hall
    table, caller = hall.known(socket.path_params["id"]), Caller(socket)
    await socket.accept()
    if table is None and await hall.is_elsewhere(socket.path_params["id"]):
        await socket.close(1012, GONE)
        return
    if table is None:
        told = NoMessage(None, None, "There is no such table.")
        await socket.send_text(encode(told).decode())
        await socket.close(4404)
        return
    await Player(hall, table, socket, caller).talk()
