"""Hands a socket to the process that has its table.

On one machine the open connection itself goes over, by the other's door (a socket of the file
system), and costs nothing afterwards. To another machine its bytes are passed on, both ways and
unread. Either way the other process checks everything: who comes, how often, with which token.
"""

import asyncio
import contextlib
import os
import secrets
import socket
import stat
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from dragondune.server.cluster.peers import Peer
from dragondune.server.config import Config
from dragondune.server.lobby.ownership import Ownership
from dragondune.server.storage.store import StoreError
from dragondune.server.web.network import WILDCARDS

PATIENCE: Final = 10.0  # seconds that a request waits for a table that is changing hands
PAUSE: Final = 0.05
DRAINING: Final = 1.0  # seconds for which a process that ends still passes requests on
LONGEST_HEAD: Final = 1 << 17
VIA: Final = b"dragon-dune-via"  # the secret of the processes, and where the request came from
Arrival = Callable[[socket.socket, bytes], Awaitable[None]]


class Porter:
    """Between this process and the others that share its database."""

    def __init__(self) -> None:
        self.ownership: Ownership | None = None
        self.door: Door | None = None
        self.arrive: Arrival | None = None  # what is done with a connection that is handed in
        self.tasks: set[asyncio.Task[None]] = set()

    def serve(self, ownership: Ownership | None, config: Config) -> None:
        """Take part from now on, where several processes share the database."""
        if ownership is None:
            return
        self.ownership = ownership
        if self.arrive is not None and hasattr(socket, "send_fds"):
            self.door = Door(ownership.cluster.secret, self.arrive)
        address = config.peer_address or f"{here_name(config.host)}:{config.port}"
        ownership.cluster.join(address, self.door.path if self.door else "", ownership.hear)

    async def drain(self) -> None:
        """Give every table to the others; requests for them are passed on for a while."""
        if self.ownership is None:
            return
        with contextlib.suppress(StoreError):
            await self.ownership.drain()
            if await self.ownership.cluster.has_others():
                await asyncio.sleep(DRAINING)

    def close(self) -> None:
        """Take part no more."""
        if self.door is not None:
            self.door.close()

    def knows(self, table_id: str) -> bool:
        """Is the table here for certain?"""
        return self.ownership is None or table_id in self.ownership.tables

    async def place(self, table_id: str, hand: Callable[[Peer], Awaitable[bool]]) -> bool:
        """Have the table here, or ``hand`` to whoever has it: True where that was done.

        A table that is changing hands is waited for; StoreError where it takes too long.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                assert self.ownership is not None
                peer = await self.ownership.settle(table_id)
                if peer is None or (not peer.draining and await hand(peer)):
                    return peer is not None
            except StoreError:
                if time.monotonic() > until:
                    raise
            if time.monotonic() > until:
                raise StoreError("The table is changing hands; try again.")
            await asyncio.sleep(PAUSE)

    def do(self, work: Any) -> None:
        """Something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def via(self, client: tuple[str, int] | None) -> bytes:
        """What tells another process that a request comes from this one, and from whom before."""
        assert self.ownership is not None
        return f"{self.ownership.cluster.secret} {client[0] if client else '?'}".encode()

    def client_of(self, via: bytes) -> str | None:
        """From whom a request came to the process that passed it on; None: no such process."""
        if self.ownership is None:
            return None
        secret, _, client = via.decode("latin-1").partition(" ")
        known = secrets.compare_digest(secret.encode(), self.ownership.cluster.secret.encode())
        return client if known else None

    # --- sockets -------------------------------------------------------------------------------

    async def hand_over(self, peer: Peer, head: bytes, transport: asyncio.Transport) -> bool:
        """Give an open connection to a process of this machine; False: it is not there."""
        connection = transport.get_extra_info("socket")
        copy = os.dup(connection.fileno())
        assert self.ownership is not None
        words = self.ownership.cluster.secret.encode() + b"\n" + head
        try:
            await asyncio.to_thread(_pass, peer.door, words, copy)
        except OSError:
            return False
        finally:
            os.close(copy)
        transport.abort()  # the other process holds the connection now
        return True


def here_name(host: str) -> str:
    """Under which name this machine reaches a server that listens there."""
    return "127.0.0.1" if host in WILDCARDS else f"[{host}]" if ":" in host else host


def is_neighbour(peer: Peer) -> bool:
    """Is it a process of this machine?"""
    return bool(peer.door) and Path(peer.door).exists()


def _pass(door: str, words: bytes, connection: int) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.settimeout(2)
        line.connect(door)
        socket.send_fds(line, [words], [connection])


class Door:
    """Where other processes of this machine hand connections in."""

    def __init__(self, secret: str, arrive: Arrival) -> None:
        folder = Path(tempfile.gettempdir()) / f"dragon-dune-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        if (folder.stat().st_uid, stat.S_IMODE(folder.stat().st_mode)) != (os.getuid(), 0o700):
            folder = Path(tempfile.mkdtemp())  # somebody else was here first
        self.path = str(folder / f"{secrets.token_hex(8)}.sock")
        self._secret, self._arrive = secret.encode(), arrive
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.setblocking(False)
        self._line.bind(self.path)
        os.chmod(self.path, 0o600)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._line.fileno(), self._hear)
        self._tasks: set[asyncio.Future[None]] = set()

    def _hear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            words, given, _, _ = socket.recv_fds(self._line, LONGEST_HEAD, 4)
            connections = [socket.socket(fileno=number) for number in given]
            secret, _, head = words.partition(b"\n")
            if len(connections) == 1 and secrets.compare_digest(secret, self._secret):
                task = asyncio.ensure_future(self._arrive(connections[0], head))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                for connection in connections:
                    connection.close()

    def close(self) -> None:
        """Nobody comes in here any more."""
        self._loop.remove_reader(self._line.fileno())
        self._line.close()
        Path(self.path).unlink(missing_ok=True)
