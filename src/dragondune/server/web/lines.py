"""The lines that requests come over: a little stricter than uvicorn's own, which waits for ever.

A line has so many seconds and bytes for the head of a request, so many seconds for its body, and has
to take what it asked for; else it is cut. Behind these stand the limits of the doorkeeper.
"""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from dragondune.server.config import Config
from dragondune.server.limits import neighbourhood
from dragondune.server.web.visitors import Visitor, Visitors

TOO_LONG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)
MOST_UNSENT: Final = 2 * 2**20  # bytes that a socket may leave unread
MOST_PIECES: Final = 1000  # of one message
LAST_WORD: Final = 3.0  # seconds for a goodbye


class Lines:
    """What the lines of one server share."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.proxies = {name.strip() for name in config.proxies.split(",") if name.strip()}
        self.visitors = Visitors(config.most_connections, config.connections_per_address)

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
        self._head_bytes = 0  # bytes of a head that is not complete; -1 once it is

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
        if self._timer is None and self._head_bytes >= 0:
            self._within(self.lines.config.header_seconds)
        super().data_received(data)
        if self._head_bytes >= 0:
            self._head_bytes += len(data)
            if (
                self._head_bytes > self.lines.config.header_bytes
                and not self.transport.is_closing()
            ):
                self.transport.write(TOO_LONG)
                self.transport.close()

    def on_headers_complete(self) -> None:
        """The head is there; its body has its own time."""
        self._head_bytes = -1
        self._within(self.lines.config.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of a request is there; the next one begins with a head."""
        self._in_time()
        self._head_bytes = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, which the doorkeeper counts."""
        self._let_go()
        super().handle_websocket_upgrade()

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


class SocketLine(WebSocketsSansIOProtocol):
    """Messages over one connection."""

    def handle_connect(self, event: Any) -> None:
        """Tell the application how to cut this line."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["cut"] = self.transport.abort
            self.scope["state"]["is_gone"] = self.transport.is_closing

    def data_received(self, data: bytes) -> None:
        """Whoever only sends, and leaves the answers where they are, is cut off."""
        super().data_received(data)
        unsent = self.transport.get_write_buffer_size()
        if unsent > MOST_UNSENT or len(self.frames) > MOST_PIECES:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """No answer to a ping: a goodbye would wait in line for ever."""
        super().keepalive_timeout()
        self.loop.call_later(LAST_WORD, self.transport.abort)


def lined(lines: Lines) -> type[Line]:
    """What uvicorn makes for each connection."""
    return type("Lined", (Line,), {"lines": lines})
