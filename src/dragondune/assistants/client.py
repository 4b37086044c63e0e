"""A table server as an assistant reaches it: HTTP for the lobby and the rules, a socket for each seat."""

import asyncio
import contextlib
import re
import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar

import httpx2
import msgspec
from mcp.server.mcpserver.exceptions import ToolError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from dragondune.server.wire import documents as d
from dragondune.server.wire import incoming as m
from dragondune.server.wire import outgoing as o
from dragondune.server.wire.parts import GameEvent

T = TypeVar("T")
PATIENCE: Final = 20.0  # seconds until a server that does not answer counts as gone
LONGEST: Final = 4_000_000  # bytes of a message
MOST_NEWS: Final = 300  # events kept for an assistant that does not ask
_IS_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch
_read_message: Final = msgspec.json.Decoder(o.ServerMessage).decode


class RefusedError(ToolError):
    """The server says no, or cannot be reached; the text is for whoever asked."""


class NotAllowedError(RefusedError):
    """The rules, or the table, do not allow it; nothing has changed."""


class TableServer:
    """The part of a table server that needs no seat."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self._client = httpx2.AsyncClient(base_url=self.address, timeout=PATIENCE)

    async def close(self) -> None:
        """Let its connections go."""
        await self._client.aclose()

    def table_path(self, table: str, *more: str) -> str:
        """The path of a table; what is no id could lead elsewhere, and is refused."""
        if not _IS_ID(table):
            raise RefusedError("There is no such table.")
        return "/".join(["/api/tables", table, *more])

    async def get(self, path: str, kind: type[T], token: str = "", **query: str) -> T:
        """What the server answers; RefusedError with its sentence where that is no."""
        # What is no token holds nothing, and may be no header either.
        shown = {"seat-tokens": token} if _IS_ID(token) else {}
        return await self._answer("GET", path, kind, params=query, headers=shown)

    async def post(self, path: str, kind: type[T], body: object = None, token: str = "") -> T:
        """The same, for what changes something."""
        shown = {"authorization": f"Bearer {token}"} if _IS_ID(token) else {}
        content = msgspec.json.encode(body if body is not None else {})
        return await self._answer("POST", path, kind, content=content, headers=shown)

    async def _answer(self, method: str, path: str, kind: type[T], **rest: Any) -> T:
        try:
            answer = await self._client.request(method, path, **rest)
        except (httpx2.HTTPError, UnicodeError) as error:
            raise RefusedError(f"The table server at {self.address}: {error}") from None
        if answer.is_success:
            return msgspec.json.decode(answer.content, type=kind)
        try:
            problem = msgspec.json.decode(answer.content, type=d.ErrorAnswer).error
        except msgspec.MsgspecError:
            raise RefusedError(f"The table server answers {answer.status_code}.") from None
        raise RefusedError(by_rule(problem.text, problem.rule))

    # --- the lobby -------------------------------------------------------------------------

    async def tables(self, token: str = "") -> d.TableList:
        """Open and watchable tables, and the one of this token."""
        return await self.get("/api/tables", d.TableList, token)

    async def open_table(self, wish: m.NewTable) -> tuple[str, str]:
        """A new table, its shuffle sealed first; its id, and the token of the own seat."""
        seal = await self.post("/api/seals", d.Seal)
        wish.commitment, wish.salt = seal.commitment, secrets.token_hex(16)
        made = await self.post("/api/tables", d.MadeTable, wish)
        return made.table, made.tokens[0].token

    async def join(self, table: str, name: str, seat: int | None) -> str:
        """Sit down at a table that waits; the token of the seat."""
        wish = m.Join(name, seat, salt=secrets.token_hex(16))
        return (await self.post(self.table_path(table, "join"), d.TakenSeat, wish)).token

    async def table_of(self, token: str) -> str:
        """The table at which this token holds a seat."""
        mine = (await self.tables(token)).mine
        if not mine:
            raise RefusedError("That token holds no seat at any table of this server.")
        return mine[0].id


class Place:
    """A place at a table, with a seat or as a spectator: what was told there, and questions answered."""

    def __init__(self, server: TableServer, table: str, token: str | None) -> None:
        self.server, self.table, self.token = server, table, token
        self.header: o.TableHeader | None = None
        self.update: o.UpdateMessage | None = None
        self.news: list[GameEvent] = []
        self.talk: list[o.ChatMessage] = []
        self._heard = 0  # the last event that was taken in
        self._next_id = 1
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._refused = ""

    # --- coming and going ------------------------------------------------------------------

    async def open(self) -> None:
        """Connect and say hello, unless that has been done; RefusedError where nobody is let in."""
        if self._socket is not None:
            return
        path = self.server.table_path(self.table, "play")
        address = "ws" + self.server.address.removeprefix("http") + path
        try:
            self._socket = await connect(address, max_size=LONGEST, open_timeout=PATIENCE)
        except (OSError, WebSocketException, TimeoutError) as error:
            raise RefusedError(f"The table server at {self.server.address}: {error}") from None
        self._refused, self.header = "", None
        self._reader = asyncio.create_task(self._read(self._socket))
        with contextlib.suppress(RefusedError):  # closed already: what was sent before says why
            await self._send(m.Hello(self.token, seen=self.update.n if self.update else 0))
        await self.until(self._is_welcome, PATIENCE)
        if self.header is None:
            await self.close()
            raise RefusedError(self._refused or "The table server did not answer.")

    def _is_welcome(self) -> bool:
        header = self.header
        begun = header is not None and header.status in ("playing", "over")
        return bool(self._refused) or (
            header is not None and (not begun or self.update is not None)
        )

    async def close(self) -> None:
        """Leave; the seat stays held, and whoever comes back hears what was missed."""
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader

    async def _read(self, socket: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException):
            async for raw in socket:
                with contextlib.suppress(msgspec.MsgspecError):  # a message of a newer server
                    self._take(_read_message(raw))
                self._changed.set()
        self._refused = self._refused or "The table server has closed the connection; try again."
        if self._socket is socket:
            self._socket = None
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_exception(RefusedError(self._refused))
        self._changed.set()

    # --- what is told ----------------------------------------------------------------------

    def _take(self, message: o.ServerMessage) -> None:
        if isinstance(message, o.TableMessage):
            self._take_header(message)
        elif isinstance(message, o.UpdateMessage):
            self._take_update(message)
        elif isinstance(message, o.ChatMessage):
            self.talk.append(message)
        elif isinstance(message, o.TalkMessage) and message.id is None:
            self.talk += message.said
        else:
            self._take_answer(message)

    def _take_header(self, message: o.TableMessage) -> None:
        self.header = message.header
        if message.you is not None:
            self._next_id = max(self._next_id, message.you.last_id + 1)

    def _take_update(self, message: o.UpdateMessage) -> None:
        self.update = message
        fresh = [event for event in message.events if event.n > self._heard]
        self._heard = max([self._heard, *(event.n for event in fresh)])
        self.news = [*self.news, *fresh][-MOST_NEWS:]

    def _take_answer(self, message: Any) -> None:
        number = getattr(message, "id", None)
        waiting = self._asked.pop(number, None) if number is not None else None
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
        elif isinstance(message, o.NoMessage) and number is None:
            self._refused = message.text

    def taken_news(self) -> tuple[list[GameEvent], list[o.ChatMessage]]:
        """What happened and what was said since this was last asked."""
        news, talk = self.news, self.talk
        self.news, self.talk = [], []
        return news, talk

    # --- questions -------------------------------------------------------------------------

    async def _send(self, message: m.Message) -> None:
        assert self._socket is not None
        try:
            await self._socket.send(msgspec.json.encode(message).decode())
        except WebSocketException:
            raise RefusedError("The table server has closed the connection; try again.") from None

    async def ask(self, kind: Callable[..., Any], *values: object, **named: object) -> Any:
        """Send a message and wait for its answer; RefusedError where that is no."""
        await self.open()
        number, self._next_id = self._next_id, self._next_id + 1
        message = _checked(kind(number, *values, **named))
        waiting = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            await self._send(message)
            answer = await asyncio.wait_for(waiting, PATIENCE)
        except TimeoutError:
            raise RefusedError("The table server did not answer in time.") from None
        finally:
            self._asked.pop(number, None)
        if isinstance(answer, o.NoMessage):
            raise NotAllowedError(by_rule(answer.text, answer.rule))
        return answer

    async def until(self, happens: Callable[[], bool], seconds: float) -> bool:
        """Wait until something is so, but no longer than this; is it?"""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not happens():
                    self._changed.clear()
                    await self._changed.wait()
        return happens()

    def is_asked(self) -> bool:
        """Is this seat to decide something that it has a choice in?"""
        decision = self.update.decision if self.update else None
        return decision is not None and not decision.forced and not decision.ordered

    def is_over(self) -> bool:
        """Has the game ended, or the connection?"""
        return self._socket is None or (self.update is not None and self.update.view.over)


def by_rule(text: str, rule: str | None) -> str:
    """A refusal with the id of its rule."""
    return f"{text} [{rule}]" if rule else text


def _checked(message: m.Message) -> m.Message:
    """What the server would not even read is refused here, with the reason."""
    try:
        m.decode_message(msgspec.json.encode(message))
    except msgspec.MsgspecError as error:
        raise RefusedError(f"That cannot be said: {error}") from None
    return message
