"""Frames on a table's line: whole messages of text are read here, everything else by the library."""

from __future__ import annotations

import json
import os
import socket
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from dragondune.server.web.lines import frame_at, framed
from tools.trials.running import RunningServer

PING = '{"t":"ping","id":%d}'
MOST = 16_384


def sent(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 4000, 65_535, 65_536])
def test_a_message_becomes_the_frame_that_the_library_would_make(size: int) -> None:
    message = os.urandom(size)
    assert framed(message) == Frame(Opcode.TEXT, message).serialize(mask=False)
    assert framed(message) is framed(message), "what goes to several is made once"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 4000, MOST])
def test_a_frame_is_found_once_it_is_complete(size: int) -> None:
    frame = sent(b"x" * size)
    head = 2 + (2 if size > 125 else 0)
    for have in (*range(min(len(frame), 12)), len(frame) - 1):
        assert frame_at(frame[:have], 0, MOST) is None or have == len(frame)
    assert frame_at(b"--" + frame + b"more", 2, MOST) == (2 + head, 2 + len(frame))


def test_frames_that_are_too_long_or_bare_are_left_to_the_library() -> None:
    assert frame_at(sent(b"x" * (MOST + 1)), 0, MOST) == (0, 0)
    assert frame_at(sent(b"x" * 70_000), 0, MOST) == (0, 0)
    assert frame_at(Frame(Opcode.TEXT, b"hello").serialize(mask=False), 0, MOST) == (0, 0)


@pytest.fixture
def client(server: RunningServer) -> Any:
    table, tokens = server.new_table(seats=[{"kind": "human"}] * 4)
    with connect(server.socket_of(table), max_size=None) as found:
        found.send(json.dumps({"t": "hello", "token": tokens[0], "protocol": 2}))
        yield found


def pong(client: ClientConnection, number: int) -> None:
    """Wait for the answer to that ping."""
    while json.loads(client.recv(timeout=20)) != {"t": "pong", "id": number}:
        pass


def listen(client: ClientConnection) -> None:
    """Until the connection ends."""
    while True:
        client.recv(timeout=20)


def raw(client: ClientConnection, data: bytes) -> None:
    client.socket.sendall(data)


def test_several_messages_in_one_packet_and_one_in_several(client: ClientConnection) -> None:
    raw(client, b"".join(sent((PING % n).encode()) for n in range(1, 8)))
    pong(client, 7)
    frame = sent((PING % 8).encode())
    client.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in frame:
        raw(client, bytes((byte,)))
    pong(client, 8)


def test_pings_pieces_and_binary_frames_are_heard_too(client: ClientConnection) -> None:
    assert client.ping(b"").wait(20)
    raw(client, sent(b"early", Opcode.PING) + sent((PING % 1).encode()))
    pong(client, 1)
    client.send([b'{"t":"ping",', b'"id":2}'], text=True)
    pong(client, 2)
    client.send((PING % 3).encode())
    pong(client, 3)
    client.send(PING % 4)
    pong(client, 4)


def test_a_close_without_a_word_is_answered(client: ClientConnection) -> None:
    raw(client, sent(b"", Opcode.CLOSE))
    with pytest.raises(ConnectionClosed):
        listen(client)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (sent(b"\xff\xfe"), 1007),
        (sent(b"x" * 20_000), 1009),
        (Frame(Opcode.TEXT, b"{}").serialize(mask=False), 1002),
        (b"\xc1\x80\0\0\0\0", 1002),
    ],
    # Masks are drawn by lot, so the bytes themselves would be another name in every process.
    ids=["no text", "too long", "unmasked", "reserved bits"],
)
def test_mistakes_end_the_connection_with_their_code(
    client: ClientConnection, said: bytes, code: int
) -> None:
    raw(client, sent((PING % 1).encode()) + said)
    with pytest.raises(ConnectionClosed) as closed:
        listen(client)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


# --- floods --------------------------------------------------------------------------------------


def opened(server: RunningServer, at: str = "") -> socket.socket:
    """A bare line on which a table's socket is open; a new table's, where none is named."""
    table = at or server.new_table(seats=[{"kind": "human"}] * 2)[0]
    line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    line.sendall(
        f"GET /api/tables/{table}/play HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\n"
        "connection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b" 101 " in line.recv(65536)
    return line


def is_cut(line: socket.socket) -> bool:
    """Does the server end the line, however much of what it said is still to be read?"""
    with line:
        try:
            while line.recv(65536):
                pass
        except ConnectionResetError:
            pass
        except TimeoutError:
            return False
    return True


@pytest.mark.parametrize(
    ("first", "piece"),
    [
        (b"", sent(b"", Opcode.PING)),
        (b"", sent(b"", Opcode.PONG)),
        (b"", sent(b"x")),
        (sent(b"", fin=False), sent(b"", Opcode.CONT, fin=False)),
        (sent(b"", fin=False), sent(b"", Opcode.PING)),
    ],
    ids=["pings", "pongs", "messages", "pieces", "pings between pieces"],
)
def test_a_flood_of_tiny_frames_is_cut_off(
    server: RunningServer, first: bytes, piece: bytes
) -> None:
    line = opened(server)
    try:
        for _ in range(40):
            line.sendall(first + piece * 5000)
            first = b""
    except (ConnectionError, TimeoutError):
        line.close()
        return
    assert is_cut(line)


def test_requests_without_end_on_one_line_are_cut_off(server: RunningServer) -> None:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    asking = b"GET /api/tables HTTP/1.1\r\nhost: localhost\r\n\r\n"
    try:
        for _ in range(20):
            line.sendall(asking * 500)
    except (ConnectionError, TimeoutError):
        line.close()
        return
    assert is_cut(line)


POST = b"POST /api/%b HTTP/1.1\r\nhost: localhost\r\n%b\r\n\r\n"
CHUNKED = b"transfer-encoding: chunked"
LONG = b"content-length: 9999999999"


@pytest.mark.parametrize(
    ("begun", "piece"),
    [
        (POST % (b"tables", CHUNKED) + b"0\r\n", b"x-more: " + b"x" * 1000 + b"\r\n"),
        (POST % (b"seals", CHUNKED) + b"0\r\n", b"x-more: " + b"x" * 1000 + b"\r\n"),
        (POST % (b"tables", CHUNKED) + b"1;", b"x" * 1000),
        (POST % (b"seals", LONG), b"x" * 1000),
        (POST % (b"tables", LONG), b"x" * 1000),
    ],
    ids=["trailers", "trailers, answered", "extension of a chunk", "body, answered", "body"],
)
def test_a_request_without_end_is_read_no_further(
    server: RunningServer, begun: bytes, piece: bytes
) -> None:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=2)
    taken = 0
    try:
        line.sendall(begun)
        while taken < 50:
            line.sendall(piece * 1000)
            taken += 1
    except (ConnectionError, TimeoutError):
        pass
    line.close()
    assert taken < 50, "megabytes that nobody asked for"


def test_what_comes_after_a_goodbye_is_not_read_for_long(server: RunningServer) -> None:
    line = opened(server, "none")
    try:
        for _ in range(40):
            line.sendall(sent(b"x" * 100) * 500)
    except (ConnectionError, TimeoutError):
        line.close()
        return
    assert is_cut(line)
