"""The lines that requests come over: a little stricter than uvicorn's own, which waits for ever.

A line has so many seconds and bytes for the head of a request, so many seconds for its body, and has
to take what it asked for; else it is cut. Behind these stand the limits of the doorkeeper.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any, ClassVar, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN, SERVER, Protocol

from dragondune.server.config import Config
from dragondune.server.limits import neighbourhood
from dragondune.server.web.visitors import Visitor, Visitors

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

LOGGER: Final = logging.getLogger("dragondune.server")
TOO_LONG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)
MOST_UNSENT: Final = 2 * 2**20  # bytes that a socket may leave unread
MOST_PIECES: Final = 1000  # of one message
MOST_UNHEARD: Final = 16  # messages after which no more are read
MOST_WAITING: Final = 500  # messages that may come at one go, before that can be said
MOST_CONTROLS: Final = (
    200  # pings and pongs of a socket in a moment: a client sends one now and then
)
MOMENT: Final = 10.0  # seconds
SLICE: Final = 4096  # bytes that the library reads before it is seen what came of them
MOST_AT_ONCE: Final = 32  # requests sent without waiting for an answer
WRAPPING: Final = 4  # times as long as its body a request may be: it may come in tiny pieces
MOST_LATE: Final = 65_536  # bytes that may still come after a goodbye
LAST_WORD: Final = 3.0  # seconds for a goodbye
BEAT: Final = 0.25  # seconds between two looks at who is still there
BEATS: Final = 80  # after so many looks everybody's turn comes again
# The head of a frame: what it is, and how long (RFC 6455, 5.2).
WHOLE_TEXT: Final = 0x81
CONTROL: Final = 0x88  # from here on: closings, pings and pongs
PING: Final = 0x89
PONG: Final = 0x8A
LONGEST_CONTROL: Final = 125
MASKED: Final = 0x80
TWO_BYTES: Final = 126
EIGHT_BYTES: Final = 127
_LAST: Final[list[bytes]] = [
    b"",
    bytes((WHOLE_TEXT, 0)),
]  # the message that was put into a frame last, and the frame


# Of what was said about a request, what a socket needs once it is open.
KEPT: Final[tuple[str, ...]] = ("type", "app", "path", "path_params", "client", "state", "visitor")
# What uvicorn keeps for shaking hands and for a clock of each socket's own.
SPENT: Final = frozenset(
    (
        *(
            "request",
            "response",
            "asgi_version",
            "root_path",
            "default_headers",
            "server",
            "scheme",
        ),
        *("ping_interval", "ping_timeout", "ping_timer", "pong_timer", "ping_sent_at"),
        *("last_ping_rtt", "handshake_initiated"),
    )
)


class Pulse:
    """Asks every socket in turn whether anybody is there: one clock for all, which never rings for many."""

    def __init__(self) -> None:
        self._groups: list[dict[SocketLine, None]] = [{} for _ in range(BEATS)]
        self._of: dict[SocketLine, int] = {}
        self._came = self._at = 0
        self._timer: asyncio.TimerHandle | None = None

    def join(self, line: "SocketLine") -> None:
        """One more."""
        self._of[line] = self._came % BEATS
        self._groups[self._came % BEATS][line] = None
        self._came += 1
        if self._timer is None:
            self._timer = line.loop.call_later(BEAT, self._beat, line.loop)

    def leave(self, line: "SocketLine") -> None:
        """It is gone; said twice it is the same."""
        if line in self._of:
            del self._groups[self._of.pop(line)][line]
        if not self._of and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(BEAT, self._beat, loop)
        self._at = (self._at + 1) % BEATS
        for line in list(self._groups[self._at]):
            line.ask()


class Lines:
    """What the lines of one server share."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.pulse = Pulse()
        self.proxies = {name.strip() for name in config.proxies.split(",") if name.strip()}
        self.visitors = Visitors(config.most_connections, config.connections_per_address)
        self._speaking: list[SocketLine] = []  # in this round of the loop

    def soon(self, line: "SocketLine") -> None:
        """Let it speak when the loop comes round."""
        if not self._speaking:
            line.loop.call_soon(self._speak)
        self._speaking.append(line)

    def _speak(self) -> None:
        speaking, self._speaking = self._speaking, []
        for line in speaking:
            try:
                line.speak()
            except Exception:  # what is wrong with one is not to silence the others
                LOGGER.exception("A socket could not be written to.")

    def come(self, address: str, cut: Callable[[], None]) -> Visitor | None:
        """One more line; a proxy brings many people over its own."""
        counted = address not in self.proxies and "*" not in self.proxies
        return self.visitors.come(neighbourhood(address), cut, counted)


class Line(HttpToolsProtocol):
    """Requests over one connection."""

    lines: ClassVar[Lines]

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._visitor: Visitor | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._bytes = 0  # of a request that is not complete
        self._in_head = True
        self._ended = False  # was a request complete with the piece that came last?

    def _within(self, seconds: float) -> None:
        """Cut the line unless something is done by then."""
        self._in_time()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _in_time(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        self._visitor = self.lines.come(address, transport.abort)
        if self._visitor is None:
            transport.abort()
        else:
            self._within(self.lines.config.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._let_go()
        super().connection_lost(exc)
        self.parser = None  # type: ignore[assignment]  # or each would hold the other

    def _let_go(self) -> None:
        """It is no line of requests any more."""
        self._in_time()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        if self._visitor is not None:
            self.lines.visitors.go(self._visitor)
            self._visitor = None

    # --- what comes in ---------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """A piece of a request."""
        if self._timer is None and self._in_head:
            self._within(self.lines.config.header_seconds)
        self._ended = False
        super().data_received(data)
        if not self._ended:  # or it was the rest of a request
            self._bytes += len(data)
            if self._is_too_long() and not self.transport.is_closing():
                self._end_long()

    def _is_too_long(self) -> bool:
        config = self.lines.config
        rest = 0 if self._in_head else WRAPPING * config.message_bytes
        return self._bytes > config.header_bytes + rest

    def _end_long(self) -> None:
        """What is asked so lengthily gets an answer, and no more is read."""
        if self._in_head:
            self.transport.write(TOO_LONG)
        if self._in_head or self.cycle.response_complete:
            self.transport.close()
        else:
            self.flow.pause_reading()

    def on_headers_complete(self) -> None:
        """The head is there; its body has its own time."""
        if len(self.pipeline) >= MOST_AT_ONCE:
            raise ValueError("too many requests at once")  # which ends the line
        self._in_head = False
        self._within(self.lines.config.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of a request is there; the next one begins with a head."""
        self._in_time()
        self._bytes, self._in_head, self._ended = 0, True, True
        super().on_message_complete()
        if self.cycle is not None and self.cycle.response_complete:  # before it was heard out
            self._within(self.lines.config.header_seconds)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, which the doorkeeper counts."""
        self._let_go()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    # --- what goes out ---------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Nobody takes what was asked for."""
        super().pause_writing()
        if self._stuck is None:
            seconds = self.lines.config.body_seconds
            self._stuck = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It is taken again."""
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


class Inbox:
    """What waits to be heard; as much of a queue as one reader needs, in a tenth of its room."""

    __slots__ = ("_waiter", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put_nowait(self, item: Any) -> None:
        """One more."""
        self._waiting.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def empty(self) -> bool:
        """Is everything heard?"""
        return not self._waiting

    def take(self) -> Any:
        """The first that waits."""
        return self._waiting.pop(0)

    def next(self) -> "asyncio.Future[None]":
        """Until something comes."""
        self._waiter = asyncio.get_running_loop().create_future()
        return self._waiter


class Writable:
    """Whether more can be written; as much of an event as is needed, in a tenth of its room."""

    __slots__ = ("_full",)

    def __init__(self) -> None:
        self._full: asyncio.Future[None] | None = None  # until the reader has taken enough

    def set(self) -> None:
        """There is room."""
        if self._full is not None and not self._full.done():
            self._full.set_result(None)
        self._full = None

    @property
    def is_full(self) -> bool:
        """Is there none?"""
        return self._full is not None

    def clear(self) -> None:
        """There is none."""
        if self._full is None:
            self._full = asyncio.get_running_loop().create_future()

    async def wait(self) -> None:
        """Until there is."""
        while self._full is not None:
            await asyncio.shield(self._full)


class SocketLine(WebSocketsSansIOProtocol):
    """Messages over one connection.

    Whole messages of text are read and written here; whatever else comes (pieces, pings, closings,
    mistakes) is uvicorn's affair, which is handed complete frames and so always stands between two.
    """

    lines: ClassVar[Lines]
    _library: Any = None

    def __init__(self, *settings: Any, **more: Any) -> None:
        super().__init__(*settings, **more)
        self.inbox = Inbox()
        self.queue = self.inbox  # type: ignore[assignment]
        self._writable = Writable()
        self.writable = self._writable  # type: ignore[assignment]
        self._quick = False  # is it open, and has nothing unusual come yet?
        self._rest = b""
        self._controls, self._since = 0, 0.0  # pings and pongs of this moment
        self._words: list[bytes] = []  # what is said in this round of the loop: it goes out at once
        self._said = 0  # bytes of these
        self._late = 0  # bytes that came after a goodbye

    @property
    def conn(self) -> Any:
        """What the library knows of this connection; one that is open needs it for the unusual alone."""
        if self._library is None:
            size = self.config.ws_max_size
            self._library = Protocol(SERVER, state=OPEN, max_size=size, logger=self.logger)
        return self._library

    @conn.setter
    def conn(self, library: Any) -> None:
        self._library = library

    def handle_connect(self, event: Any) -> None:
        """Tell the application how to cut this line, and how to speak over it."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["cut"] = self.transport.abort
            self.scope["state"]["is_gone"] = self.transport.is_closing
            self.scope["state"]["line"] = self

    async def send(self, message: Any) -> None:
        """What the application says; once it has said yes, the line is open."""
        self.speak()
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            self._open()

    @property
    def waits(self) -> bool:
        """Is more there that was not heard yet?"""
        return not self.inbox.empty()

    async def receive(self) -> Any:
        """What the client says next."""
        while self.inbox.empty():
            await self.inbox.next()
        message = self.inbox.take()
        if self.read_paused and self.inbox.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def _open(self) -> None:
        """What was needed to shake hands is let go: most connections live long."""
        self._part_with_library()
        self.__dict__ = {name: it for name, it in vars(self).items() if name not in SPENT}
        scope = cast("dict[str, Any]", self.scope)
        kept = {name: scope[name] for name in KEPT if name in scope}
        scope.clear()
        scope.update(kept)
        self._quick = True

    def _part_with_library(self) -> None:
        """It is tied to itself, and would wait for the collector."""
        if self._library is not None:
            self._library.parser.close()
            vars(self._library).clear()
            self._library = None

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """The conversation is over: nothing of it is to hold on to anything else of it."""
        super().on_task_complete(task)
        self.scope["state"].clear()
        self._end_soon()

    def eof_received(self) -> None:
        """Nothing more comes; whoever does not read either would stay for ever."""
        self._end_soon()

    def _end_soon(self) -> None:
        """A line that is closed waits until all is read that was said, which may be never."""
        self.loop.call_later(LAST_WORD, self.transport.abort)

    # --- what comes in ---------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Whoever only sends, and leaves the answers where they are, is cut off."""
        if self.close_sent:
            self._late += len(data)
        if self._quick:
            self._read(self._rest + data if self._rest else data)
        else:
            self._hand_over(data)
        if self._is_too_much():
            self.transport.abort()

    def _is_too_much(self) -> bool:
        waiting = len(self.inbox) > MOST_WAITING or len(self.frames) > MOST_PIECES
        return waiting or self.unsent > MOST_UNSENT or self._late > MOST_LATE

    def _hand_over(self, data: bytes) -> None:
        """Let the library read, a little at a time: thousands of tiny pieces would take seconds."""
        for at in range(0, len(data), SLICE):
            super().data_received(data[at : at + SLICE])
            if self._is_too_much() or self.transport.is_closing():
                return

    def _read(self, data: bytes) -> None:
        """Take whole messages of text; from anything unusual on, uvicorn reads."""
        at = 0
        while at < len(data):
            frame = frame_at(data, at, self.config.ws_max_size)
            if frame is None:
                break
            body, end = frame
            text = _text_in(data, at, body, end) if body else None
            if text is not None:
                self._hear(text)
            elif body and data[at] >= CONTROL:
                self._control(data[at], data[at:end])
            else:
                self._quick, self._rest = False, b""
                self._hand_over(data[at:])
                return
            if self.transport.is_closing() or len(self.inbox) > MOST_WAITING:
                return
            at = end
        self._rest = data[at:]

    def _control(self, kind: int, frame: bytes) -> None:
        """A ping is answered, a pong noted; a goodbye, and what is wrong, is the library's affair."""
        if kind not in (PING, PONG) or len(frame) > LONGEST_CONTROL + 6:
            super().data_received(frame)
        elif self._may_control():
            said = apply_mask(frame[6:], frame[2:6])
            if kind == PING:
                self.transport.write(bytes((PONG, len(said))) + said)
            elif said == self.pending_ping_payload:
                self.pending_ping_payload = None

    def handle_ping(self) -> None:
        """Answered, unless they come without end."""
        if self._may_control():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """The same."""
        if self._may_control() and bytes(event.data) == self.pending_ping_payload:
            self.pending_ping_payload = None

    def _may_control(self) -> bool:
        """Whoever sends pings or pongs without end is cut off."""
        now = self.loop.time()
        if now - self._since > MOMENT:
            self._controls, self._since = 0, now
        self._controls += 1
        if self._controls > MOST_CONTROLS:
            self.transport.abort()
        return self._controls <= MOST_CONTROLS

    def _hear(self, text: str) -> None:
        if self.close_sent:
            return
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})
        if len(self.inbox) >= MOST_UNHEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    # --- what goes out ---------------------------------------------------------------------

    @property
    def unsent(self) -> int:
        """Bytes that the reader has not taken yet, where they are more than a few."""
        unread = self.transport.get_write_buffer_size() if self._writable.is_full else 0
        return int(unread) + self._said

    def say(self, message: bytes, most: int) -> bool:
        """Send a message of text, together with what else is said before the loop comes round.

        Whoever moves is told that it was taken and what it changed: handing both to the system at
        once costs half as much. False, and nothing is said, where so many bytes are not taken yet.
        """
        unsent, words = self.unsent if self._writable.is_full else self._said, self._words
        if unsent and unsent + len(message) > most:
            return False
        if not words:
            self.lines.soon(self)
        words.append(framed(message))
        self._said += len(message)
        return True

    def speak(self) -> None:
        """Send what was said; nothing where nobody listens any more."""
        words, self._words, self._said = self._words, [], 0
        gone = self.close_sent or self.disconnected or self.transport.is_closing()
        if words and not gone:
            self.transport.write(words[0] if len(words) == 1 else b"".join(words))

    # --- is anybody there? -----------------------------------------------------------------

    def start_keepalive(self) -> None:
        """From now on it is asked."""
        self.lines.pulse.join(self)

    def stop_keepalive(self) -> None:
        """It is gone."""
        self.lines.pulse.leave(self)

    def ask(self) -> None:
        """Send a ping; where the last one has had no answer since, nobody is there."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.pending_ping_payload is not None:
            self.keepalive_timeout()
            return
        self.pending_ping_payload = random.randbytes(4)
        self.transport.write(bytes((PING, 4)) + self.pending_ping_payload)

    def keepalive_timeout(self) -> None:
        """No answer to a ping: a goodbye would wait in line for ever."""
        super().keepalive_timeout()
        self._end_soon()


def frame_at(data: bytes, at: int, most: int) -> tuple[int, int] | None:
    """Where the body of a frame begins, mask included, and where the frame ends.

    None where it is not complete yet; a body at 0 where it is too long or not masked.
    """
    there = len(data) - at
    if there < 2:
        return None
    size, body = data[at + 1] - MASKED, at + 2
    if size == TWO_BYTES:
        if there < 4:
            return None
        size, body = int.from_bytes(data[body : body + 2], "big"), body + 2
    elif size > TWO_BYTES:
        return 0, 0
    if not 0 <= size <= most:
        return 0, 0
    end = body + 4 + size
    return (body, end) if end <= len(data) else None


def _text_in(data: bytes, at: int, body: int, end: int) -> str | None:
    """The text of a frame; None where it is no whole message of text."""
    if data[at] != WHOLE_TEXT:
        return None
    try:
        return apply_mask(data[body + 4 : end], data[body : body + 4]).decode()
    except UnicodeDecodeError:
        return None


def framed(message: bytes) -> bytes:
    """A message of text as it goes over the line; what goes to several is put together once."""
    if message is _LAST[0]:
        return _LAST[1]
    size = len(message)
    if size < TWO_BYTES:
        head = bytes((WHOLE_TEXT, size))
    elif size < 65_536:
        head = bytes((WHOLE_TEXT, TWO_BYTES)) + size.to_bytes(2, "big")
    else:
        head = bytes((WHOLE_TEXT, EIGHT_BYTES)) + size.to_bytes(8, "big")
    _LAST[:] = message, head + message
    return _LAST[1]


def lined(lines: Lines) -> type[Line]:
    """What uvicorn makes for each connection."""
    return type("Lined", (Line,), {"lines": lines})


def sockets_lined(lines: Lines) -> type[SocketLine]:
    """What it becomes where a client wants a socket."""
    return type("SocketLined", (SocketLine,), {"lines": lines})
