"""One open socket: messages wait here, so that a slow reader holds nobody up."""

import asyncio
from typing import Final

from starlette.websockets import WebSocket, WebSocketState

from dragondune.server.storage.card import Meta

MOST_WAITING: Final = 256


class Connection:
    """A client at a table. ``seat`` is its number there, or None for one who watches."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.seat: int | None = None
        self._farewell = (1013, "Too far behind; come again.")
        self._waiting: asyncio.Queue[list[bytes] | None] = asyncio.Queue(MOST_WAITING)

    def sit(self, meta: Meta, token: str) -> bool:
        """Speak for the seat that a token holds now; False where it holds none."""
        number = meta.seat_of_token(token)
        if number is None and meta.seats:  # none: its card cannot be read, and all may watch
            return False
        self.seat = number
        return True

    def send(self, message: bytes) -> None:
        """Say it as soon as the reader takes it; one who is too far behind has to come again."""
        self.send_all([message])

    def send_all(self, messages: list[bytes]) -> None:
        """Say several things in a row: whoever hears a long talk at once is not far behind."""
        try:
            self._waiting.put_nowait(messages)
        except asyncio.QueueFull:
            while not self._waiting.empty():
                self._waiting.get_nowait()
            self._waiting.put_nowait(None)

    def dismiss(self) -> None:
        """Close it after what waits: the table is gone from here, and whoever comes again finds it."""
        self._farewell = (1012, "The table has moved; come again.")
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    async def pump(self) -> None:
        """Send what waits, until the socket is gone."""
        while True:
            messages = await self._waiting.get()
            if messages is None:
                await self.socket.close(*self._farewell)
                return
            for message in messages:
                if self.socket.application_state is not WebSocketState.CONNECTED:
                    return
                await self.socket.send_text(message.decode())
