"""Nothing freezes the server: half requests, silent lines, endless heads, deaf readers, crowds."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.websockets import WebSocketDisconnect, WebSocketState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from dragondune.server.command import fitted
from dragondune.server.config import Config
from dragondune.server.limits import Bucket, Buckets, Costs, neighbourhood
from dragondune.server.web.connection import MOST_BYTES, Connection
from dragondune.server.web.visitors import Visitors
from tools.trials.running import RunningServer
from tools.trials.siege import frame

QUICK = ("--header-seconds", "0.5", "--body-seconds", "0.5", "--hello-seconds", "3")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with little patience, so that nobody has to wait for it to end."""
    folder = tmp_path_factory.mktemp("strict")
    flags = (*QUICK, "--connections-per-address", "30", "--most-connections", "60")
    with RunningServer(folder, *flags, "--veil-median", "0") as running:
        yield running


def line_to(server: RunningServer, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    line.sendall(said)
    return line


def takes(line: socket.socket, piece: bytes, times: int) -> bool:
    """Does the server listen to all of this?"""
    with line:
        try:
            for _ in range(times):
                line.sendall(piece)
        except (ConnectionError, TimeoutError):
            return False
    return True


def heard(line: socket.socket) -> bytes:
    """All that is said until the server ends the connection; TimeoutError if it does not."""
    found = b""
    with line:
        try:
            while piece := line.recv(65536):
                found += piece
        except ConnectionResetError:
            pass
    return found


GET = b"GET /api/map HTTP/1.1\r\nhost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{"


@pytest.mark.parametrize(
    "said",
    [b"", b"\r\n", b"GET", GET, GET + b"x: y", POST, GET + b"\r\n" + GET],
    ids=["silence", "blank", "word", "half a head", "half a line", "half a body", "half a second"],
)
def test_a_line_that_does_not_go_on_ends(strict: RunningServer, said: bytes) -> None:
    heard(line_to(strict, said))


def test_a_head_has_an_end(strict: RunningServer) -> None:
    line = line_to(strict, GET + b"x: ")
    assert not takes(line, b"y" * 65536, 200)
    assert b" 431 " in heard(line_to(strict, GET + b"x: " + b"y" * 40_000))


@pytest.mark.parametrize("size", [20_000, 40_000, 100_000, 1_000_000])
def test_a_long_body_is_no_long_head(strict: RunningServer, size: int) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: %d\r\n" % size
    over = b"" if size > 200_000 else b"connection: close\r\n"  # else the server has to end it
    answered = heard(line_to(strict, head + over + b"\r\n" + b" " * size))
    assert answered.startswith(b"HTTP/1.1 413 ")
    assert b" 431 " not in answered


def test_half_a_body_leaves_no_trace(tmp_path: Path) -> None:
    told = tmp_path / "told"
    with told.open("w") as errors, RunningServer(tmp_path, *QUICK, errors=errors) as server:
        for _ in range(5):
            line_to(server, POST).close()
        heard(line_to(server))
        heard(line_to(server, POST))
    assert "Traceback" not in told.read_text(encoding="utf-8")


def test_a_socket_has_to_say_hello(strict: RunningServer) -> None:
    table, tokens = strict.new_table(seats=[{"kind": "human"}] * 2)
    with connect(strict.socket_of(table)) as mute:
        mute.send(json.dumps({"t": "ping", "id": 1}))
        assert json.loads(mute.recv(timeout=20))["t"] == "pong"
        with pytest.raises(ConnectionClosed) as gone:
            mute.recv(timeout=20)
        assert gone.value.rcvd is not None
        assert gone.value.rcvd.code == 1008
    with connect(strict.socket_of(table)) as polite:
        polite.send(json.dumps({"t": "hello", "token": tokens[0]}))
        polite.recv(timeout=20)
        time.sleep(4)
        polite.send(json.dumps({"t": "ping", "id": 1}))
        while json.loads(polite.recv(timeout=20))["t"] != "pong":
            pass


def test_one_address_has_so_many_lines(strict: RunningServer) -> None:
    lines = [line_to(strict) for _ in range(40)]
    assert any(line.recv(1) == b"" for line in lines[30:])
    for line in lines:
        line.close()
    for _ in range(50):
        if httpx.get(f"{strict.http}/api/map", timeout=20).status_code == 200:
            return
    raise AssertionError("nobody is let in any more")


def test_who_does_not_read_is_cut_off(strict: RunningServer) -> None:
    """Pings are answered by the library itself: unread answers must not pile up."""
    table, _ = strict.new_table(seats=[{"kind": "human"}] * 2)
    line = line_to(
        strict,
        f"GET /api/tables/{table}/play HTTP/1.1\r\nhost: 127.0.0.1:{strict.port}\r\n"
        "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        + frame(1, b'{"t":"hello","token":null}'),
    )
    before, pings = strict.memory(), frame(9, b"x" * 125) * 1000
    assert not takes(line, pings, 2000)
    assert strict.memory() - before < 40 * 2**20


class OverSix(RunningServer):
    """A server that is reached by IPv6."""

    @property
    def http(self) -> str:
        return f"http://[::1]:{self.port}"

    def socket_of(self, table: str) -> str:
        return f"ws://[::1]:{self.port}/api/tables/{table}/play"


def has_six() -> bool:
    """Can this machine speak IPv6 with itself?"""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@pytest.mark.skipif(not has_six(), reason="this machine has no IPv6")
def test_a_household_shares_its_limits_over_ipv6(tmp_path: Path) -> None:
    """Straight from ::1, and through a proxy there for addresses of two networks."""
    flags = ("--tables-per-hour", "1", "--sockets-per-address", "2", "--proxies", "::1")
    with OverSix(tmp_path, "--host", "::1", *flags) as server:
        table, _ = server.new_table(seats=[{"kind": "human"}] * 4)

        def opened(address: str) -> int:
            headers = {"x-forwarded-for": address} if address else {}
            wish = {"seats": [{"kind": "human"}] * 4}
            return httpx.post(f"{server.http}/api/tables", json=wish, headers=headers).status_code

        assert opened("") == 429  # ::1 has opened one
        household = ("2001:db8::a", "2001:db8::b", "2001:db8:0:0:ffff::c")
        assert [opened(address) for address in household] == [201, 429, 429]
        assert [opened(address) for address in ("2001:db8:0:1::a", "192.0.2.7")] == [201, 201]

        def enters(address: str) -> Any:
            return connect(server.socket_of(table), additional_headers={"x-forwarded-for": address})

        with enters(household[0]), enters(household[1]):
            with pytest.raises(InvalidStatus):
                enters(household[2])
            with enters("2001:db8:0:1::a"):
                pass


# --- the parts ---------------------------------------------------------------------------------


def test_addresses_are_counted_by_household() -> None:
    assert neighbourhood("192.0.2.7") == "192.0.2.7"
    assert neighbourhood("::ffff:192.0.2.7") == "192.0.2.7"
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1%eth0")
    assert neighbourhood("2001:db8::1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("testclient") == "testclient"


def test_those_without_a_seat_make_room() -> None:
    gone: list[str] = []
    visitors = Visitors(8, 6, share=0.75)

    def come(address: str, name: str) -> Any:
        return visitors.come(address, lambda: gone.append(name))

    crowd = [come("crowd", f"crowd {n}") for n in range(6)]
    assert all(crowd)
    assert come("crowd", "one too many") is None
    player = come("player", "player")
    assert player is not None
    assert gone == ["crowd 0"], "whoever came first from where most came from"
    player.seated = True
    assert come("crowd", "crowd 6") is not None, "six may stand"
    assert come("crowd", "crowd 7") is None, "the crowd cannot push anybody out"
    other = come("other", "other")
    assert other is not None
    assert gone == ["crowd 0", "crowd 1"]
    assert len(visitors.here) <= 8
    for visitor in list(visitors.here):
        visitors.go(visitor)
    assert not visitors.by_address


def test_seats_are_reserved() -> None:
    visitors = Visitors(8, 100, share=0.5)
    seated = [visitors.come(f"player {n}", lambda: None) for n in range(3)]
    for visitor in seated:
        assert visitor is not None
        visitor.seated = True
    watching = [visitors.come("crowd", lambda: None) for _ in range(20)]
    assert sum(visitor is not None for visitor in watching) == 4
    assert visitors.come("a player", lambda: None) is not None


def test_what_costs_much_is_waited_for_and_then_refused() -> None:
    costs = Costs(10.0)
    assert costs.wait("a", "table", None, 100.0) == 0.0
    waits = [costs.wait("a", "table", None, 10.0) for _ in range(10)]
    assert waits[0] is not None
    assert 0.5 < waits[0] < 1.5
    assert waits[-1] is None
    assert costs.wait("b", "table", 2, 10.0) == 0.0, "a player is not held up by who watches"
    assert costs.wait("c", "table", None, 60.0) is None, "but others who watch are"
    assert costs.wait("c", "another", None, 60.0) == 0.0


def test_who_asks_for_much_in_the_lobby_keeps_nobody_else_waiting() -> None:
    costs = Costs(100)
    while costs.wait("greedy", "", None, 50) is not None:
        pass
    assert costs.wait("modest", "", None, 50) == 0
    assert costs.wait("greedy", "", None, 50) is None


def test_those_who_were_here_lately_are_remembered() -> None:
    buckets = Buckets(0.0, 1.0, most=10)
    assert buckets.of("me").take()
    for number in range(100):
        buckets.of(str(number)).take()
        assert not buckets.of("me").take(), "a crowd makes nobody fresh again"
    assert isinstance(buckets.of("0"), Bucket)


class FakeSocket:
    """Takes nothing."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.cut = False
        self.scope = {"state": {"cut": self.end}}

    def end(self) -> None:
        self.cut = True


def test_what_waits_for_a_reader_is_counted_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    from dragondune.server.web import connection as module

    monkeypatch.setattr(module, "LAST_WORD", 0.01)

    async def play() -> None:
        line = FakeSocket()
        slow = Connection(line)  # type: ignore[arg-type]
        slow.send(b"x" * (2 * MOST_BYTES))  # a long message alone is fine
        assert slow.waiting_bytes == 2 * MOST_BYTES
        for _ in range(3):
            slow.send(b"x" * 1000)
        assert slow.waiting_bytes == 0
        assert slow._waiting.qsize() == 1
        assert slow._waiting.get_nowait() is None
        await asyncio.sleep(0.1)
        assert line.cut, "a goodbye that nobody reads is not waited for"

    asyncio.run(play())


def test_a_goodbye_to_nobody_is_no_trouble() -> None:
    class Gone(FakeSocket):
        async def close(self, code: int, why: str) -> None:
            raise WebSocketDisconnect(1006)

    asyncio.run(Connection(Gone()).close(1008, "Say hello first."))  # type: ignore[arg-type]


def test_no_more_connections_than_the_system_allows() -> None:
    resource = pytest.importorskip("resource")
    had = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = fitted(Config(most_sockets=10**9, most_connections=10**9))
    try:
        now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if now != resource.RLIM_INFINITY:
            assert wanted.most_sockets + wanted.most_connections < max(now, 2 * 10**8 + 1)
        small = fitted(Config(most_sockets=20, most_connections=20))
        assert (small.most_sockets, small.most_connections) == (20, 20)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, had)
