"""Requests to addresses that people gave us: webhooks and push services.

A stranger must not have this server knock at doors behind it. A name is looked up once, every address that it stands
for has to be out in the Internet, and the connection goes to one of those; no redirect is followed, and of the answer
only the status is read. ``--targets-inside 1`` lifts this for a server that has its own services beside it.
"""

import asyncio
import contextlib
import ipaddress
import socket
import ssl
import threading
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlsplit

PATIENCE: Final = 10.0  # seconds for all of it
LONGEST: Final = 1000  # characters of an address
MOST_LOOKUPS: Final = 500  # names looked up at the same time; each may take its thread a minute
# Where addresses of the Internet are given out [RFC 4291]; and networks in there that lead to others behind
# a translator, though they count as global.
GIVEN_OUT: Final = ipaddress.IPv6Network("2000::/3")
TUNNELS: Final = tuple(map(ipaddress.IPv6Network, ("2002::/16", "2001::/32")))
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NoEntryError(Exception):
    """An address to which nothing is sent, and why."""


class Place(NamedTuple):
    """An address taken apart."""

    host: str
    port: int
    path: str
    safe: bool

    @property
    def origin(self) -> str:
        """As a push service wants it signed."""
        usual = 443 if self.safe else 80
        port = "" if self.port == usual else f":{self.port}"
        return f"http{'s' * self.safe}://{self.host}{port}"


def place_of(url: str, inside: bool) -> Place:
    """Where an address leads; NoEntryError where nothing is sent there."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        host = host if ":" in host else host.encode("idna").decode()
    except ValueError:
        raise NoEntryError("That is not an address.") from None
    shown = len(url) <= LONGEST and url.isprintable() and url.isascii() and " " not in url
    if not shown or not host or parts.username is not None or parts.fragment:
        raise NoEntryError("That is not an address.")
    if parts.scheme not in (("https", "http") if inside else ("https",)):
        raise NoEntryError("The address has to begin with https://.")
    safe = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(host, port or (443 if safe else 80), path, safe)


def is_outside(text: str) -> bool:
    """Is this an address of the Internet, and of nobody's own network?"""
    found: Address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, ipaddress.IPv6Address):
        if found not in GIVEN_OUT or any(found in net for net in TUNNELS):
            return False
    return found.is_global and not found.is_multicast


_looking_up: set[threading.Thread] = set()


async def _addresses(place: Place) -> list[str]:
    """All that a name stands for. A thread for each: a name that hangs keeps no other waiting."""
    if len(_looking_up) >= MOST_LOOKUPS:
        raise OSError("Too many names are being looked up.")
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def settle(addresses: list[str], error: OSError | None) -> None:
        if not found.done() and error is None:
            found.set_result(addresses)
        elif not found.done():
            found.set_exception(error or OSError())

    def look() -> None:
        addresses, error = [], None
        try:
            rows = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
            addresses = [str(row[4][0]) for row in rows]
        except (OSError, UnicodeError) as trouble:
            error = OSError(str(trouble))
        _looking_up.discard(threading.current_thread())
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(settle, addresses, error)

    thread = threading.Thread(target=look, daemon=True, name="names")
    _looking_up.add(thread)
    thread.start()
    return await found


async def _look_up(place: Place, inside: bool) -> str:
    """The address to connect to; NoEntryError where any that the name stands for is not outside."""
    found = await _addresses(place)
    if not inside and not all(map(is_outside, found)):
        raise NoEntryError("That address is not on the Internet.")
    return found[0]


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(url: str, headers: dict[str, str], body: bytes, inside: bool) -> int:
    """Send something there: the status of the answer. OSError, TimeoutError: nobody answered properly."""
    place = place_of(url, inside)
    async with asyncio.timeout(PATIENCE):
        address = await _look_up(place, inside)
        tls, name = (_tls(), place.host) if place.safe else (None, None)
        reader, writer = await asyncio.open_connection(
            address, place.port, limit=4096, ssl=tls, server_hostname=name
        )
        try:
            writer.write(_request(place, headers, body))
            await writer.drain()
            return _status(await reader.readuntil(b"\n"))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
            raise OSError("No answer.") from error
        finally:
            writer.close()


def _request(place: Place, headers: dict[str, str], body: bytes) -> bytes:
    host = f"[{place.host}]" if ":" in place.host else place.host
    heads = {
        "host": f"{host}:{place.port}",
        "user-agent": "DragonDune",
        "content-length": str(len(body)),
        "connection": "close",
        **headers,
    }
    lines = [f"POST {place.path} HTTP/1.1", *(f"{name}: {text}" for name, text in heads.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


def _status(line: bytes) -> int:
    word, status, *_ = line.split()
    if not word.startswith(b"HTTP/"):
        raise ValueError(line)
    return int(status)
