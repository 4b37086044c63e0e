"""Attacks that freeze or fill a server, and how long a player elsewhere waits meanwhile.

Attackers come from other loopback addresses than the player, so that limits by address tell them apart.
"""

import asyncio
import contextlib
import json
import os
import random
import socket
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake

from tools.trials.kills import Seat, play_until_death
from tools.trials.running import RunningServer

FLAGS: Final = ("--bot-pace", "0", "--veil-median", "0")
BOTS: Final = [{"kind": "bot", "bot": "random"}] * 4
BESIEGER: Final = "127.0.0.2"
MEGABYTE: Final = 2**20


@dataclass
class Outcome:
    """What an attack did to everybody else."""

    name: str
    waited: float  # the longest that the player waited for an answer, in seconds
    grown: float  # megabytes
    note: str = ""
    held: bool = True

    def __str__(self) -> str:
        verdict = "held" if self.held else "DID NOT HOLD"
        return (
            f"{self.name:9} a player waited {self.waited:6.2f} s at most; memory grew by "
            f"{self.grown:6.1f} MB; {self.note}: {verdict}"
        )


class Bystander:
    """A player at another address, who asks all the time whether the server is there."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.waited = self._asked = 0.0
        self.waits: list[float] = []
        self._asking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Bystander":
        made = await asyncio.to_thread(self.server.new_table, seats=[{"kind": "human"}] * 2)
        self.table, (self.token, *_) = made
        self.client = await connect(self.server.socket_of(self.table), max_size=None)
        await self.client.send(json.dumps({"t": "hello", "token": self.token}))
        self._asking = asyncio.ensure_future(self._ask())
        return self

    async def _ask(self) -> None:
        number = 0
        while True:
            number += 1
            self._asked = asked = time.monotonic()
            await self.client.send(json.dumps({"t": "ping", "id": number}))
            while json.loads(await self.client.recv()).get("t") != "pong":
                pass
            self.waits.append(time.monotonic() - asked)
            self.waited = max(self.waited, self.waits[-1])
            self._asked = 0.0
            await asyncio.sleep(0.1)  # quicker, it would be told to slow down

    async def __aexit__(self, *error: object) -> None:
        assert self._asking is not None
        if self._asked:  # still without an answer
            self.waited = max(self.waited, time.monotonic() - self._asked)
        if self._asking.done():
            self.waited = float("inf")  # the player was thrown out
        self._asking.cancel()
        with contextlib.suppress(BaseException):
            await self._asking
        with contextlib.suppress(Exception):
            await self.client.close()


async def can_come(server: RunningServer, within: float = 10.0) -> bool:
    """Can a newcomer load something, and a player open a table?"""
    import httpx

    try:
        async with httpx.AsyncClient(timeout=within) as client:
            return (await client.get(f"{server.http}/api/map")).status_code == 200
    except httpx.TransportError:
        return False


async def besieging(server: RunningServer, table: str) -> ClientConnection:
    """A socket from the besiegers' address."""
    return await connect(
        server.socket_of(table), max_size=None, local_addr=(BESIEGER, 0), ping_interval=None
    )


def raw(server: RunningServer) -> socket.socket:
    """A plain connection from there, which is written to and not waited for."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.bind((BESIEGER, 0))
    line.settimeout(5)
    line.connect(("127.0.0.1", server.port))
    line.setblocking(False)
    return line


def is_cut(line: socket.socket) -> bool:
    """Has the server ended this connection?"""
    try:
        return line.recv(65536) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


async def played_table(server: RunningServer, seconds: float = 60.0) -> str:
    """A game of bots with a long story, that anybody may watch."""
    table, _ = await asyncio.to_thread(server.new_table, seats=BOTS, contracts=False)
    end = time.monotonic() + seconds
    async with connect(server.socket_of(table), max_size=None) as client:
        await client.send(json.dumps({"t": "hello", "token": None}))
        async for said in client:
            message = json.loads(said)
            if message["t"] == "update" and (message["view"]["over"] or time.monotonic() > end):
                break
    return table


# --- the attacks ---------------------------------------------------------------------------


async def many_tables(server: RunningServer, count: int = 60) -> list[str]:
    """A long game at many tables."""
    return await asyncio.to_thread(copies, server, await played_table(server), count)


async def one_table(server: RunningServer) -> list[str]:
    """A long game."""
    return [await played_table(server, 20)]


async def nothing(server: RunningServer) -> list[str]:
    """Where an attack needs no game."""
    return []


async def hellos(server: RunningServer, tables: list[str], times: int = 80) -> str:
    """Many sockets say hello again and again at once, and want to hear everything each time."""
    lines = [upgraded(server, table) for table in tables]
    await asyncio.sleep(1)
    for line in lines:
        with contextlib.suppress(OSError):
            line.send(frame(1, b'{"t":"hello","token":null}') * times)
    end, heard = time.monotonic() + 40, 0
    while time.monotonic() < end:
        for line in lines:
            with contextlib.suppress(OSError):
                heard += len(line.recv(2**20))
        await asyncio.sleep(0.05)
    for line in lines:
        line.close()
    return f"{len(lines) * times} hellos, {heard / MEGABYTE:.0f} MB of answers in 40 s"


def copies(server: RunningServer, table: str, count: int) -> list[str]:
    """The same game at more tables; the server is stopped meanwhile."""
    server.stop()
    names = [f"{table}{number}" for number in range(count)]
    with contextlib.closing(sqlite3.connect(server.folder / "tables.sqlite3")) as store, store:
        for name in names:
            for kind in ("tables", "log", "positions"):
                column = "id" if kind == "tables" else "table_id"
                rows = store.execute(f"SELECT * FROM {kind} WHERE {column} = ?", (table,))
                for row in rows.fetchall():
                    changed: list[Any] = [name if value == table else value for value in row]
                    if kind == "tables":
                        changed[3] = changed[3].replace(table.encode(), name.encode())
                    marks = ", ".join("?" * len(changed))
                    store.execute(f"INSERT INTO {kind} VALUES ({marks})", changed)
    server.start()
    return names


def upgraded(server: RunningServer, table: str) -> socket.socket:
    """A plain connection that has asked to be a socket."""
    line = raw(server)
    line.send(
        f"GET /api/tables/{table}/play HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n"
        "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return line


async def endless_header(server: RunningServer, tables: list[str]) -> str:
    """One request whose head does not end."""
    begun = b"GET /api/map HTTP/1.1\r\nhost: localhost\r\nx: "
    return f"{await endless(server, begun, b'x' * 65536):.1f} MB of one header taken"


async def endless_rest(server: RunningServer, tables: list[str]) -> str:
    """Requests whose end does not end: trailers, a chunk's extension, a body that nobody reads."""
    post = b"POST /api/%b HTTP/1.1\r\nhost: localhost\r\n%b\r\n\r\n"
    chunked, long = b"transfer-encoding: chunked", b"content-length: 9999999999"
    trailer, filling = b"x: " + b"x" * 1000 + b"\r\n", b"x" * 65536
    taken = [
        await endless(server, post % (b"seals", chunked) + b"0\r\n", trailer * 64),
        await endless(server, post % (b"tables", chunked) + b"0\r\n", trailer * 64),
        await endless(server, post % (b"tables", chunked) + b"1;", filling),
        await endless(server, post % (b"tables", long), filling),
    ]
    if max(taken) > 20:
        raise BrokenError(f"{max(taken):.0f} MB of one request taken")
    return f"{max(taken):.1f} MB of one request taken"


async def endless(
    server: RunningServer, piece: bytes, more: bytes, most: int = 200 * MEGABYTE
) -> float:
    """Send a request that goes on and on; how many megabytes were taken, with what the system holds."""
    line, sent = raw(server), 0
    loop = asyncio.get_running_loop()
    with line, contextlib.suppress(OSError, TimeoutError):
        while sent < most:
            await asyncio.wait_for(loop.sock_sendall(line, piece), 5)
            sent += len(piece)
            piece = more
    return sent / MEGABYTE


async def silent(
    server: RunningServer, tables: list[str], count: int = 1300, patience: float = 15.0
) -> str:
    """Connections that say nothing, or half a request."""
    lines = []
    for number in range(count):
        with contextlib.suppress(OSError):
            lines.append(raw(server))
            if number % 2:
                lines[-1].send(b"GET /api/map HTTP/1.1\r\nho")
        if number % 50 == 0:
            await asyncio.sleep(0)
    came = await can_come(server)
    await asyncio.sleep(patience)
    open_still = sum(not is_cut(line) for line in lines)
    for line in lines:
        line.close()
    if not came or open_still:
        raise BrokenError(
            f"a newcomer came in: {came}; {open_still} of {len(lines)} silent lines open"
        )
    return f"a newcomer came in, none of {len(lines)} silent lines open after {patience:.0f} s"


async def half_bodies(server: RunningServer, tables: list[str], count: int = 50) -> str:
    """Requests that break off, and requests that never go on."""
    lines = []
    for number in range(count):
        line = raw(server)
        line.send(b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 500\r\n\r\n{")
        lines.append(line)
        if number % 2:
            line.close()
    await asyncio.sleep(25)
    open_still = sum(not is_cut(line) for line in lines if line.fileno() >= 0)
    for line in lines:
        line.close()
    if open_still:
        raise BrokenError(f"{open_still} requests without an end are still open")
    return f"{count} requests broke off"


async def mute(server: RunningServer, tables: list[str], count: int = 60) -> str:
    """Sockets that never say hello."""
    table, _ = await asyncio.to_thread(server.new_table, seats=[{"kind": "human"}] * 2)
    clients = []
    for _ in range(count):
        with contextlib.suppress(InvalidHandshake, OSError):
            clients.append(await besieging(server, table))
    await asyncio.sleep(14)
    left = sum(client.state.name == "OPEN" for client in clients)
    for client in clients:
        await client.close()
    if left:
        raise BrokenError(f"{left} of {len(clients)} sockets that said nothing are still open")
    return f"none of {len(clients)} sockets that said nothing is left"


async def deaf(
    server: RunningServer, tables: list[str], count: int = 40, seconds: float = 12.0
) -> str:
    """Sockets that ask for everything, ping, and read nothing."""
    lines = [upgraded(server, tables[0]) for _ in range(count)]
    await asyncio.sleep(1)
    end, sent = time.monotonic() + seconds, 0
    hello = frame(1, b'{"t":"hello","token":null}')
    past = frame(1, b'{"t":"story","id":1,"before":200}')
    pings = frame(9, b"x" * 125) * 100
    while time.monotonic() < end:
        for line in lines:
            with contextlib.suppress(OSError):
                sent += line.send(hello + past + pings)
        await asyncio.sleep(0.01)
    for line in lines:
        line.close()
    return f"{sent / MEGABYTE:.0f} MB sent and nothing read"


async def thousand_games(server: RunningServer, count: int = 1000) -> list[str]:
    """The same game under way at many tables, all of them in memory: each with its players' tokens."""
    table, tokens = await asyncio.to_thread(server.new_table, seats=[{"kind": "human"}] * 4)
    await play_at(server, [" ".join([table, *tokens])], 15)
    names = await asyncio.to_thread(copies, server, table, count)
    last, grown = -1, server.memory()
    while grown - last > MEGABYTE:  # they are brought back one after the other
        await asyncio.sleep(5)
        last, grown = grown, server.memory()
    return [" ".join([name, *tokens]) for name in names]


async def play_at(server: RunningServer, games: list[str], seconds: float) -> int:
    """Play at random at these tables; how many actions were acknowledged."""
    rng = random.Random(1)
    seats = [
        Seat(table, token, number)
        for table, *tokens in map(str.split, games)
        for number, token in enumerate(tokens)
    ]
    playing = [asyncio.ensure_future(play_until_death(server, seat, rng)) for seat in seats]
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return sum(len(seat.acknowledged) for seat in seats)


async def garbage(server: RunningServer, tables: list[str], seconds: float = 40.0) -> str:
    """No attack: a thousand games in memory, and players at some of them."""
    moves = await play_at(server, tables[:10], seconds)
    return f"{len(tables)} games in memory, {moves} moves in {seconds:.0f} s"


def frame(opcode: int, data: bytes) -> bytes:
    """A masked frame of a socket."""
    mask = os.urandom(4)
    size = bytes([0x80 | len(data)])
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
    return bytes([0x80 | opcode]) + size + mask + masked


class BrokenError(Exception):
    """The server did not stand it."""


Preparation = Callable[[RunningServer], Awaitable[list[str]]]
Attack = Callable[[RunningServer, list[str]], Coroutine[Any, Any, str]]
ATTACKS: Final[dict[str, tuple[Preparation, Attack]]] = {
    "hellos": (many_tables, hellos),
    "header": (nothing, endless_header),
    "rest": (nothing, endless_rest),
    "silent": (nothing, silent),
    "bodies": (nothing, half_bodies),
    "mute": (nothing, mute),
    "deaf": (one_table, deaf),
    "garbage": (thousand_games, garbage),
}
# What a player may have to wait at most while it lasts, and how much the server may grow.
LONGEST, LARGEST = 2.0, 60.0


async def endure(server: RunningServer, name: str) -> Outcome:
    """Carry one attack out while a player plays."""
    prepare, attack = ATTACKS[name]
    tables = await prepare(server)
    before, most = server.memory(), 0
    async with Bystander(server) as player:
        while not player.waits:  # or a short attack would be over before anybody has asked
            await asyncio.sleep(0.1)
        running = asyncio.ensure_future(attack(server, tables))
        while not running.done():
            most = max(most, server.memory())
            await asyncio.wait([running], timeout=0.1)
    held, often = True, sorted(player.waits)[int(0.99 * len(player.waits))]
    try:
        note = f"p99 {often * 1000:.0f} ms; {running.result()}"
    except BrokenError as broken:
        note, held = str(broken), False
    grown = (max(most, server.memory()) - before) / MEGABYTE
    return Outcome(
        name, player.waited, grown, note, held and player.waited < LONGEST and grown < LARGEST
    )


def siege(names: list[str]) -> list[Outcome]:
    """Each attack on a server of its own, with the limits that a host has who sets none."""
    outcomes = []
    for name in names:
        with tempfile.TemporaryDirectory() as folder, RunningServer(Path(folder), *FLAGS) as server:
            outcomes.append(asyncio.run(endure(server, name)))
            print(outcomes[-1], flush=True)
    return outcomes
