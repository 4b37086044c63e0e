"""A request for a socket goes on where its table is: uvicorn's protocol, with a look before."""

import asyncio
import contextlib
import re
from collections.abc import Callable
from typing import Any, ClassVar, Final
from urllib.parse import unquote

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dragondune.server.cluster.peers import Peer
from dragondune.server.storage.store import StoreError
from dragondune.server.web.lines import Line, Lines
from dragondune.server.web.porter import VIA, Porter, is_neighbour

TABLE: Final = re.compile(r"/api/tables/([^/]+)/play/?$")
AWAY: Final = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n"
HIGH_WATER: Final = 1 << 18


class HandingProtocol(Line):
    """One connection; where it asks for a table of another process, it is handed there."""

    porter: ClassVar[Porter]

    def handle_websocket_upgrade(self) -> None:
        """A client wants a socket."""
        found = TABLE.match(unquote(self.url.decode("latin-1").partition("?")[0]))
        if found is None or self.porter.knows(found[1]):
            super().handle_websocket_upgrade()
            return
        self._let_go()
        self.transport.pause_reading()
        self.porter.do(self._find_its_place(found[1]))

    async def _find_its_place(self, table_id: str) -> None:
        try:
            handed = await self.porter.place(table_id, self._hand)
        except StoreError:
            self.transport.write(AWAY)
            self.transport.close()
            return
        if not handed and not self.transport.is_closing():
            super().handle_websocket_upgrade()
            self.transport.resume_reading()

    async def _hand(self, peer: Peer) -> bool:
        if self.transport.is_closing():
            return True  # the client has given up
        if is_neighbour(peer):
            return await self.porter.hand_over(peer, self._head(), self.transport)
        return await self._pass_bytes(peer)

    def _head(self, *more: tuple[bytes, bytes]) -> bytes:
        """The request as it came."""
        kept = [(name, value) for name, value in self.scope["headers"] if name != VIA]
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % header for header in (*kept, *more)]
        return b"\r\n".join([*lines, b"", b""])

    async def _client(self) -> tuple[str, int] | None:
        """Who asks, by the word of a proxy if it came from one that is believed."""
        scope: Any = {**self.scope}

        async def nobody(*_: Any) -> None:
            return None

        if self.config.proxy_headers:
            trusted = self.config.forwarded_allow_ips or ()
            await ProxyHeadersMiddleware(nobody, trusted)(scope, nobody, nobody)  # type: ignore[arg-type]
        client: tuple[str, int] | None = scope.get("client")
        return client

    async def _pass_bytes(self, peer: Peer) -> bool:
        """To another machine."""
        host, _, port = peer.address.rpartition(":")
        there = Pipe(self.transport, self.connections.discard)
        loop = asyncio.get_running_loop()
        try:
            opening = loop.create_connection(lambda: there, host.strip("[]"), int(port))
            onward, _ = await asyncio.wait_for(opening, 3)
        except (OSError, TimeoutError, ValueError):
            return False
        here = Pipe(onward, self.connections.discard)
        onward.write(self._head((VIA, self.porter.via(await self._client()))))
        self.connections.discard(self)
        self.connections.add(here)  # type: ignore[arg-type]
        self.transport.set_protocol(here)
        self.transport.resume_reading()
        return True


class Pipe(asyncio.Protocol):
    """What comes in on one connection goes out on the other."""

    def __init__(self, other: Any, gone: Callable[[Any], None]) -> None:
        self.other = other
        self._gone = gone

    def data_received(self, data: bytes) -> None:
        """Pass it on."""
        self.other.write(data)

    def eof_received(self) -> bool:
        """Nothing more comes."""
        with contextlib.suppress(OSError, RuntimeError):
            self.other.write_eof()
        return True

    def connection_lost(self, error: Exception | None) -> None:
        """One end is gone, and with it the other."""
        self._gone(self)
        self.other.close()

    def pause_writing(self) -> None:
        """Who reads here is slow: let the other side wait."""
        with contextlib.suppress(RuntimeError):
            self.other.pause_reading()

    def resume_writing(self) -> None:
        """Who reads here has caught up."""
        with contextlib.suppress(RuntimeError):
            self.other.resume_reading()

    def shutdown(self) -> None:
        """The server stops."""
        self.other.close()


def handing(porter: Porter, lines: Lines) -> type[HandingProtocol]:
    """The protocol for one server."""
    return type("Handing", (HandingProtocol,), {"porter": porter, "lines": lines})
