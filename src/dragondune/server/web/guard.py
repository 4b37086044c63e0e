"""The doorkeeper: who may knock, how often, and what every answer carries.

Plain ASGI, so that it stands before HTTP and sockets alike. A browser always says from which page
a request comes (``Origin``); one that was sent by another site's page is turned away. A host name
that is not ours is refused, or another site could point its name at this machine and be let in.
"""

import ipaddress
import re
from collections.abc import Awaitable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragondune.server.config import Config
from dragondune.server.limits import Buckets, neighbourhood
from dragondune.server.web.network import LOCAL_NAMES
from dragondune.server.web.visitors import SHARE, Visitors
from dragondune.server.wire.outgoing import encode
from dragondune.server.wire.problems import ProblemError

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# What only a document can use would be half of what a small part of the page weighs.
ASSET_HEADERS: Final = ("x-content-type-options", "cross-origin-resource-policy")


# Nothing else: what one reads as localhost, a browser may read as the stranger's name before a sign.
_HOST: Final = re.compile(r"([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?", re.ASCII | re.IGNORECASE)


def host_of(text: str) -> str:
    """``example.org`` of ``example.org:8666`` or ``[::1]:8666``; ValueError where it is no host."""
    if text and not _HOST.fullmatch(text):
        raise ValueError(text)
    return (urlsplit(f"//{text}").hostname or "").rstrip(".")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app = app
        self.config = config
        self.names = {name.strip().lower() for name in config.names.split(",") if name.strip()}
        self.local = config.host in LOCAL_NAMES
        self.visitors = Visitors(config.most_sockets, config.sockets_per_address, SHARE)
        rate = config.requests_per_second
        self._buckets = Buckets(rate, rate * 4)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Let it through, or turn it away."""
        if scope["type"] == "http":
            return self._http(scope, receive, send)
        if scope["type"] == "websocket":
            return self._socket(scope, receive, send)
        return self.app(scope, receive, send)

    # --- what is checked ---------------------------------------------------------------------

    def trouble(self, scope: Scope) -> ProblemError | None:
        """Why a request is turned away, if it is."""
        headers = Headers(scope=scope)
        try:
            host = host_of(headers.get("host", ""))
            origin = headers.get("origin")
            home = urlsplit(origin).netloc.lower() if origin is not None else None
        except ValueError:
            return ProblemError(400, "The request names no host that could be.")
        if not self._is_ours(host):
            return ProblemError(421, "This server does not go by that name (see --names).")
        if "\0" in scope["path"]:  # no database holds one, and some would stumble over it
            return ProblemError(404, "There is nothing here.")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and home is not None and home != headers.get("host", "").lower():
            return ProblemError(403, "Requests from other sites' pages are not taken.")
        return None

    def _is_ours(self, host: str) -> bool:
        """A name of ours. An address is no name that anyone could point elsewhere."""
        if host in LOCAL_NAMES or host in self.names:
            return True
        return not self.local and _is_address(host)

    def _is_too_fast(self, scope: Scope) -> bool:
        return not self._buckets.of(address_of(scope)).take()

    # --- HTTP ----------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        part = scope["path"].startswith("/assets/") and not scope["path"].endswith(".svg")
        names = ASSET_HEADERS if part else tuple(HEADERS)

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name in names:
                    headers.setdefault(name, HEADERS[name])
            await send(message)

        problem = self.trouble(scope)
        if problem is None and self._is_too_fast(scope):
            problem = ProblemError(429, "Too many requests: slow down.")
        if problem is not None:
            await refuse(problem, dressed)
            return
        await self.app(scope, receive, dressed)

    # --- sockets -------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        welcome = self.trouble(scope) is None and not self._is_too_fast(scope)
        cut = scope.get("state", {}).get("cut", _nothing)
        visitor = self.visitors.come(address_of(scope), cut) if welcome else None
        if visitor is None:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "not let in"})
            return
        scope["visitor"] = visitor
        try:
            await self.app(scope, receive, send)
        finally:
            self.visitors.go(visitor)


def _nothing() -> None:
    """Where no line can be cut."""


def address_of(scope: Scope) -> str:
    """Where a request comes from, as limits go by it."""
    client = scope.get("client")
    return neighbourhood(str(client[0])) if client else "?"


async def refuse(problem: ProblemError, send: Send) -> None:
    """Say no over HTTP."""
    body = encode(problem.body())
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
