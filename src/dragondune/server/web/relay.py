"""Requests about a table of another process are answered there, and what it says is passed on."""

import asyncio
import re
from collections.abc import Awaitable, Iterable
from typing import Any, Final

import h11
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragondune.server import gauges
from dragondune.server.cluster.peers import Peer
from dragondune.server.storage.store import StoreError
from dragondune.server.web.guard import refuse
from dragondune.server.web.porter import VIA, Porter
from dragondune.server.wire.problems import ProblemError

TABLE: Final = re.compile(r"/api/tables/([^/]+)")
MARK: Final = "dragon-dune-gone"  # an answer with this header: the table is gone, ask again
OWN: Final = frozenset((b"connection", b"transfer-encoding", b"keep-alive", VIA))
SECONDS: Final = 60.0


class Gone(Exception):  # noqa: N818
    """The table went elsewhere while it was asked."""


class Relay:
    """Stands between the doorkeeper and the application."""

    def __init__(self, app: ASGIApp, porter: Porter, most: int) -> None:
        self.app, self.porter, self.most = app, porter, most

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer here, or pass it on; a socket, which stays for hours, leaves no frame here."""
        found = TABLE.match(scope["path"]) if scope["type"] == "http" else None
        if found is None or self.porter.ownership is None:
            return self.app(scope, receive, send)
        return self._answer_somewhere(found[1], scope, receive, send)

    async def _answer_somewhere(
        self, table_id: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        request = Asked(scope, await _body(receive, self.most), receive)
        for _ in range(5):
            try:
                await self._answer(table_id, request, send)
                return
            except Gone:
                await asyncio.sleep(0.05)
            except StoreError as error:
                await refuse(ProblemError(503, str(error)), send)
                return
        await refuse(ProblemError(503, "The table is changing hands; try again."), send)

    async def _answer(self, table_id: str, request: "Asked", send: Send) -> None:
        answered = Answered(send)

        async def forward(peer: Peer) -> bool:
            return await self._forward(peer, request, answered)

        if self.porter.knows(table_id) or not await self.porter.place(table_id, forward):
            await self.app(request.scope, request.receive, answered)

    async def _forward(self, peer: Peer, request: "Asked", answered: "Answered") -> bool:
        host, _, port = peer.address.rpartition(":")
        try:
            opening = asyncio.open_connection(host.strip("[]"), int(port))
            reader, writer = await asyncio.wait_for(opening, 3)
        except (OSError, TimeoutError, ValueError):
            return False
        try:
            via = (VIA, self.porter.via(request.scope.get("client")))
            async with asyncio.timeout(SECONDS):
                await _converse(reader, writer, request, via, answered)
        except (OSError, TimeoutError, EOFError, h11.ProtocolError) as error:
            if answered.begun or not request.may_be_repeated:
                raise StoreError("The process that has the table broke off; look again.") from error
            return False
        finally:
            writer.close()
        gauges.PASSED_ON.labels("request").inc()
        return True


class Asked:
    """A request that can be put more than once."""

    def __init__(self, scope: Scope, body: bytes, receive: Receive) -> None:
        self.body = body
        self._original, self._receive = scope, receive
        self._told = False

    @property
    def may_be_repeated(self) -> bool:
        """Is it the same to ask once or twice? A move carries a number by which it is known."""
        return self._original["method"] in ("GET", "HEAD") or self._original["path"].endswith(
            "/act"
        )

    @property
    def scope(self) -> Scope:
        """The request anew: the application writes into it."""
        self._told = False
        return dict(self._original)

    async def receive(self) -> Message:
        """The body, then whatever else comes."""
        if not self._told:
            self._told = True
            return {"type": "http.request", "body": self.body, "more_body": False}
        return await self._receive()


class Answered:
    """Passes an answer on, unless it says that the table is gone."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        """One part of the answer."""
        if message["type"] == "http.response.start":
            if any(name == MARK.encode() for name, _ in message["headers"]):
                raise Gone
            self.begun = True
        await self._send(message)


async def _body(receive: Receive, most: int) -> bytes:
    """All of it; of one that is too long as much as shows that it is."""
    body = b""
    while len(body) <= most:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return body


def _passed_on(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in headers if name.lower() not in OWN]


async def _converse(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    asked: Asked,
    via: tuple[bytes, bytes],
    answered: Answered,
) -> None:
    line = h11.Connection(h11.CLIENT)
    scope = asked.scope
    target = scope.get("raw_path") or scope["path"].encode()
    if scope["query_string"]:
        target += b"?" + scope["query_string"]
    kept = [(n, v) for n, v in _passed_on(scope["headers"]) if n != b"content-length"]
    length = (b"content-length", str(len(asked.body)).encode())
    headers = [*kept, length, (b"connection", b"close"), via]
    writer.write(
        line.send(h11.Request(method=scope["method"], target=target, headers=headers)) or b""
    )
    if asked.body:
        writer.write(line.send(h11.Data(data=asked.body)) or b"")
    writer.write(line.send(h11.EndOfMessage()) or b"")
    await writer.drain()
    await _read(line, reader, answered)


async def _read(line: h11.Connection, reader: asyncio.StreamReader, answered: Answered) -> None:
    while True:
        event: Any = line.next_event()
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(1 << 16))
        elif isinstance(event, h11.Response):
            headers = _passed_on(event.headers)
            start = {"type": "http.response.start", "status": event.status_code, "headers": headers}
            await answered(start)
        elif isinstance(event, h11.Data):
            part = {"type": "http.response.body", "body": bytes(event.data), "more_body": True}
            await answered(part)
        elif isinstance(event, h11.EndOfMessage):
            await answered({"type": "http.response.body", "body": b""})
            return


class Gate:
    """The outermost: a request that another process passed on comes from whom it says."""

    def __init__(self, app: ASGIApp, porter: Porter) -> None:
        self.app, self.porter = app, porter

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Set the client right."""
        if scope["type"] in ("http", "websocket"):
            for name, value in scope["headers"]:
                client = self.porter.client_of(value) if name == VIA else None
                if client is not None:
                    scope["client"] = (client, 0)
        return self.app(scope, receive, send)
