"""What is gone is gone: neither tables nor sockets wait for the garbage collector."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import httpx
import pytest
import uvicorn
from server.room import PEOPLE, Room
from websockets.asyncio.client import connect

from dragondune.server.command import uvicorn_config
from dragondune.server.config import Config
from dragondune.server.wire.incoming import NewTable, SeatWish


@contextlib.contextmanager
def found_by_the_collector() -> Iterator[Counter[str]]:
    """The kinds of things that held each other and nothing else held, of those that matter here."""
    gc.collect()
    found: Counter[str] = Counter()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        kinds = [type(thing) for thing in gc.garbage]
        ours = [kind for kind in kinds if kind.__module__.startswith(("dragondune", "starlette"))]
        found.update(f"{kind.__module__}.{kind.__qualname__}" for kind in ours)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def play_and_leave(room: Room) -> Any:
    """Some of everything that a table keeps; what is left of it is a weak reference."""
    await room.sit(0, 1, 2, 3)
    for _ in range(40):
        pending = room.game.pending()[0]
        await room.act(pending.seat, str(room.game.legal(pending.seat)[-1]))
        await room.table.undo(pending.seat, 1000 + room.last)
    await room.table.talk.say(room.ears["elves"], 5000, "hello", None)  # type: ignore[arg-type]
    room.table.attendance.nudged(1)
    for ear in room.ears.values():
        room.table.leave(ear)  # type: ignore[arg-type]
    await room.table.keep_position()
    room.hall._gone(room.table)
    gone = ref(room.table)
    del room.table
    return gone


@pytest.mark.parametrize("bots", [0, 2])
def test_a_table_that_is_dropped_leaves_nothing(scene: Callable[..., None], bots: int) -> None:
    async def play(room: Room) -> None:
        with found_by_the_collector() as found:
            gone = await play_and_leave(room)
            for _ in range(20):  # tasks that were told to stop need a moment
                await asyncio.sleep(0.01)
            assert gone() is None
        assert not found

    seats = [*PEOPLE[bots:], *[SeatWish("bot", "random")] * bots]
    scene(play, NewTable(seats=PEOPLE if not bots else seats))


def test_a_socket_that_is_gone_leaves_nothing(tmp_path: Path) -> None:
    async def talk(url: str, token: str, *said: Any, rudely: bool = False) -> None:
        client = await connect(url, compression=None, ping_interval=None)
        await client.send(json.dumps({"t": "hello", "token": token, "protocol": 2}))
        await client.recv()
        for message in said:
            await client.send(message)
        if rudely:
            client.transport.abort()
        else:
            await client.close()

    async def run() -> None:
        taken = socket.create_server(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        server = uvicorn.Server(uvicorn_config(Config(data=str(tmp_path), port=port)))
        serving = asyncio.ensure_future(server.serve(sockets=[taken]))
        while not server.started:
            await asyncio.sleep(0.01)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            wish = {"seats": [{"kind": "human"}] * 4}
            made = (await client.post("/api/tables", json=wish)).json()
        url = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/play"
        token = made["tokens"][0]["token"]
        await talk(url, token)  # what is made once is made
        with found_by_the_collector() as found:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
                assert (await client.get("/api/tables")).status_code == 200
                assert (await client.post("/api/tables", content=b"{")).status_code == 400
            await talk(url, token, '{"t":"ping","id":1}')
            await talk(url, token, "rubbish", b"\xff", rudely=True)
            await talk(url, token, ['{"t":"ping",', '"id":2}'])
            for _ in range(100):
                if not server.server_state.connections:
                    break
                await asyncio.sleep(0.02)
        server.should_exit = True
        await serving
        assert not found

    asyncio.run(run())
