"""One open socket: messages wait here, so that a slow reader holds nobody up."""

import asyncio
import contextlib
from typing import Any, Final, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from dragondune.server.storage.card import Meta

MOST_WAITING: Final = 256
MOST_BYTES: Final = 2**20  # one message may be longer, where nothing else waits
NOTHING: Final["asyncio.Queue[list[bytes] | None]"] = asyncio.Queue()  # where a line keeps it
TOO_FAR_BEHIND: Final = (1013, "Too far behind; come again.")
LAST_WORD: Final = 3.0  # seconds in which one who is too far behind may still be told so


class Below(Protocol):
    """The line below a socket, where it can be spoken to directly."""

    @property
    def waits(self) -> bool:
        """Is more there that was not heard yet?"""

    def say(self, message: bytes, most: int) -> bool:
        """Send a message of text; False where the reader would then have more bytes than that to take."""

    async def receive(self) -> Any:
        """What the client says next."""


class Connection:
    """A client at a table. ``seat`` is its number there, or None for one who watches."""

    __slots__ = (
        *("_asks_gone", "_behind", "_below", "_farewell", "_waiting"),
        *("leaving", "seat", "socket", "waiting_bytes"),
    )

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.seat: int | None = None
        self.waiting_bytes = 0
        self._behind = False
        self._farewell = TOO_FAR_BEHIND
        # Where the server's own line lies below the socket, it is spoken to directly and keeps what
        # the reader has not taken; on any other line messages wait here.
        self._below: Below | None = self._line("line")
        self._asks_gone = self._line("is_gone")
        self._waiting = asyncio.Queue() if self._below is None else NOTHING
        self.leaving: asyncio.Future[None] | None = None

    def sit(self, meta: Meta, token: str) -> bool:
        """Speak for the seat that a token holds now; False where it holds none."""
        number = meta.seat_of_token(token)
        if number is None and meta.seats:  # none: its card cannot be read, and all may watch
            return False
        self.seat = number
        return True

    # --- speaking --------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Say it as soon as the reader takes it; one who is too far behind has to come again."""
        line = self._below
        if line is None:
            self.send_all([message])
        elif not self._behind and not line.say(message, MOST_BYTES):
            self._fall_behind()

    def send_all(self, messages: list[bytes]) -> None:
        """Say several things in a row."""
        if self._below is not None:
            for message in messages:
                self.send(message)
        elif not self._behind:
            self._wait(messages)

    def _wait(self, messages: list[bytes]) -> None:
        size = sum(map(len, messages))
        many = self._waiting.qsize() >= MOST_WAITING
        if many or (self.waiting_bytes and self.waiting_bytes + size > MOST_BYTES):
            self._fall_behind()
        else:
            self.waiting_bytes += size
            self._waiting.put_nowait(messages)

    def _fall_behind(self) -> None:
        self._behind = True
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self.waiting_bytes = 0
        self._take_leave()
        # A goodbye may never get through to one who does not read.
        cut = self._line("cut")
        if cut is not None:
            asyncio.get_running_loop().call_later(LAST_WORD, cut)

    def _take_leave(self) -> None:
        """Say goodbye after what waits."""
        if self._below is None:
            self._waiting.put_nowait(None)
        else:
            self.leaving = asyncio.ensure_future(self.close(*self._farewell))

    def dismiss(self) -> None:
        """Close it after what waits: the table is gone from here, and whoever comes again finds it."""
        self._farewell = (1012, "The table has moved; come again.")
        self._take_leave()

    # --- the line --------------------------------------------------------------------------

    def _line(self, what: str) -> Any:
        """What can be done about, or asked of, the line below the socket; None where nothing can."""
        return None if self.socket is None else self.socket.scope.get("state", {}).get(what)

    @property
    def is_gone(self) -> bool:
        """Has the client left, whatever of its messages is still to be heard?"""
        return self._asks_gone is not None and bool(self._asks_gone())

    async def hear(self) -> Any:
        """What the client says next, or that it is gone."""
        return await (self.socket if self._below is None else self._below).receive()

    @property
    def has_more(self) -> bool:
        """Does the client, as far as is known, say more than was heard yet?"""
        return self._below is None or self._below.waits

    @property
    def needs_pump(self) -> bool:
        """Do messages wait here until they are sent?"""
        return self._below is None

    async def pump(self) -> None:
        """Send what waits, until the socket is gone."""
        while True:
            messages = await self._waiting.get()
            if messages is None:
                await self.close(*self._farewell)
                return
            for message in messages:
                if self.socket.application_state is not WebSocketState.CONNECTED:
                    return
                await self.socket.send_text(message.decode())
                self.waiting_bytes = max(0, self.waiting_bytes - len(message))

    async def close(self, code: int, why: str) -> None:
        """Say goodbye, unless that was done, or nobody is there to hear it."""
        if self.socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self.socket.close(code, why)
