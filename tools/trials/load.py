"""``python3 run.py load``: many tables of scripted players, and how quickly everyone hears of a move.

The server runs in a process of its own, the players in another. In the same run a bare server that
does nothing but send messages of the same size round rooms of four is measured as the ceiling.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tools.trials.bare import BareServer
from tools.trials.running import FREE_OF_LIMITS, RunningServer, going_ahead, waited_seconds

SEATS = 4


class Line(msgspec.Struct):
    """Of an action only its line is read."""

    line: str


class Choice(msgspec.Struct):
    """Of a decision only what can be done, and since when."""

    actions: list[Line]
    opened: int


class Own(msgspec.Struct):
    """Of what has changed for a seat alone only its decision."""

    decision: Choice | None = None


class Heard(msgspec.Struct):
    """Of a message only what a scripted player needs; the rest is skipped unread."""

    t: str
    n: int = 0
    decision: Choice | None = None
    own: Own | None = None


decode = msgspec.json.Decoder(Heard).decode


@dataclass
class Room:
    """One table: when each move was sent and when the last of its seats had heard of it."""

    table: str
    tokens: list[str]
    sent: float = 0.0
    sent_n: int = 0
    heard: int = 0
    cid: int = 0


@dataclass
class Tally:
    """What was measured."""

    delays: list[float] = field(default_factory=list)
    moves: int = 0
    messages: int = 0
    size: int = 0
    counting: bool = False
    think: float = 0.0
    cpu: float = 0.0
    waited: float = 0.0  # for a processor: the server; and the players
    kept: float = 0.0
    collections: int = 0  # looks for garbage meanwhile
    longest: float = 0.0  # milliseconds below which each of them stayed
    protocol: int = 2
    joined: int = 0
    door: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(64))


async def player(
    server: RunningServer, room: Room, seat: int, tally: Tally, rng: random.Random
) -> None:
    """Hold one seat: act whenever asked, and note when news arrive."""
    async with tally.door:  # not all at once: a handshake that waits too long is given up
        client = await connect(
            server.socket_of(room.table),
            max_size=None,
            compression=None,
            ping_interval=None,
            open_timeout=120,
        )
    async with client:
        hello: dict[str, object] = {"t": "hello", "token": room.tokens[seat]}
        if tally.protocol > 1:
            hello["protocol"] = tally.protocol
        await client.send(msgspec.json.encode(hello), text=True)
        answered, there, tasks = 0, False, set[asyncio.Future[None]]()
        async for raw in client:
            message = decode(raw)
            if message.t == "ok":
                tally.moves += tally.counting
            elif message.t == "no":
                room.sent = 0.0  # two chose at once, and the other one was first
            elif message.t in ("update", "delta"):
                tally.joined += not there
                there = True
                _note(room, tally, message.n, len(raw))
                choice = message.decision if message.own is None else message.own.decision
                # A single choice is made by the server itself.
                if choice is not None and choice.opened > answered and len(choice.actions) > 1:
                    answered = choice.opened
                    acting = asyncio.ensure_future(
                        _act(client, room, tally, message.n, choice, rng)
                    )
                    tasks.add(acting)
                    acting.add_done_callback(tasks.discard)


def _note(room: Room, tally: Tally, n: int, size: int) -> None:
    if tally.counting:
        tally.messages += 1
        tally.size += size
    if n > room.sent_n and room.sent:
        room.heard += 1
        if room.heard == SEATS:
            if tally.counting:
                tally.delays.append(time.perf_counter() - room.sent)
            room.sent = 0.0


async def _act(
    client: ClientConnection,
    room: Room,
    tally: Tally,
    n: int,
    choice: Choice,
    rng: random.Random,
) -> None:
    room.cid += 1
    line = rng.choice(choice.actions).line
    if tally.think:
        await asyncio.sleep(rng.expovariate(1 / tally.think))
    act = {"t": "act", "id": room.cid, "n": n, "action": line}
    # Two plans can be made at once; the delay of the first is the one that counts.
    if not room.sent:
        room.sent, room.sent_n, room.heard = time.perf_counter(), n, 0
    with contextlib.suppress(ConnectionClosed):
        await client.send(msgspec.json.encode(act), text=True)


async def open_tables(server: RunningServer, tables: int) -> list[Room]:
    """All tables, with their tokens."""
    wish = {"seats": [{"kind": "human"}] * SEATS}
    rooms = []
    async with httpx.AsyncClient(base_url=server.http, timeout=60) as client:
        for _ in range(tables):
            made = (await client.post("/api/tables", json=wish)).json()
            rooms.append(Room(made["table"], [seat["token"] for seat in made["tokens"]]))
    return rooms


def collections(server: RunningServer) -> dict[float, int]:
    """By milliseconds: how many looks for garbage took no longer, as the server itself tells."""
    answer = httpx.get(f"{server.http}/metrics", timeout=60)  # an older build has no such page
    found = re.findall(r'collect_seconds_bucket\{le="([^"]+)"\} (\S+)', answer.text)
    return {1000 * float(most): int(float(many)) for most, many in found}


def note_collections(tally: Tally, before: dict[float, int], after: dict[float, int]) -> None:
    """How often everything waited for the garbage collector, and within which time each was over."""
    more = {most: many - before.get(most, 0) for most, many in after.items()}
    tally.collections = max(more.values(), default=0)
    tally.longest = min(
        (most for most, many in more.items() if many == tally.collections), default=0
    )


async def count(server: RunningServer, tally: Tally, seconds: float) -> None:
    """What happens in this time, and what it costs."""
    own, before = os.getpid(), collections(server)
    tally.counting, tally.cpu = True, -server.cpu()
    tally.waited, tally.kept = -waited_seconds(server.pid), -waited_seconds(own)
    await asyncio.sleep(seconds)
    tally.counting, tally.cpu = False, tally.cpu + server.cpu()
    tally.waited += waited_seconds(server.pid)
    tally.kept += waited_seconds(own)
    note_collections(tally, before, collections(server))


async def measure(
    server: RunningServer,
    tables: int,
    seconds: float,
    seed: int,
    think: float = 0.0,
    protocol: int = 2,
    ahead: bool = False,
) -> Tally:
    """Let everyone play for a while."""
    rng, tally = random.Random(seed), Tally(think=think, protocol=protocol)
    rooms = await open_tables(server, tables)
    players = [
        asyncio.ensure_future(player(server, room, seat, tally, random.Random(rng.random())))
        for room in rooms
        for seat in range(SEATS)
    ]
    for _ in range(600):
        await asyncio.sleep(0.5)
        if tally.joined >= SEATS * tables:
            break
    await asyncio.sleep(3.0)
    with going_ahead(os.getpid(), server.pid) if ahead else contextlib.nullcontext():
        await count(server, tally, seconds)
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return tally


def percentile(values: list[float], share: float) -> float:
    """The value that this share of all stays below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def report(
    tally: Tally, seconds: float, grown: int, tables: int, bare: BareServer
) -> dict[str, Any]:
    """The figures by name; those per second of processor time hold on a busy machine too."""
    sends, ceiling = tally.messages / seconds, bare.sends_per_second
    by_cpu = tally.messages / tally.cpu if tally.cpu else 0.0
    return {
        "tables": tables,
        "moves_per_second": round(tally.moves / seconds, 1),
        "updates_per_second": round(sends, 1),
        "bytes_per_update": round(tally.size / max(1, tally.messages)),
        "p50_ms": round(1000 * percentile(tally.delays, 0.5), 1),
        "p99_ms": round(1000 * percentile(tally.delays, 0.99), 1),
        "mean_ms": round(1000 * statistics.fmean(tally.delays or [0.0]), 1),
        "server_waited_share": round(tally.waited / seconds, 3),
        "players_waited_share": round(tally.kept / seconds, 3),
        "collections": tally.collections,
        "collections_below_ms": round(tally.longest, 1),
        "memory_per_table_kb": round(grown / tables / 1024),
        "bare_sends_per_second": round(ceiling, 1),
        "share_of_bare": round(sends / ceiling, 3) if ceiling else 0.0,
        "moves_per_cpu_second": round(tally.moves / tally.cpu, 1) if tally.cpu else 0.0,
        "updates_per_cpu_second": round(by_cpu, 1),
        "bare_sends_per_cpu_second": round(bare.sends_per_cpu, 1),
        "share_of_bare_by_cpu": round(by_cpu / bare.sends_per_cpu, 3)
        if bare.sends_per_cpu
        else 0.0,
    }


def known_flags(build: str) -> tuple[str, ...]:
    """The flags of a load, as far as a build knows them: an older one knows fewer."""
    command = [sys.executable, "-m", "dragondune.server.command", "--help"]
    where = {**os.environ, "PYTHONPATH": build}
    told = subprocess.run(command, env=where, capture_output=True, text=True, check=True).stdout
    flags = (*FREE_OF_LIMITS, "--veil-median", "0")
    pairs = zip(flags[::2], flags[1::2], strict=True)
    return tuple(word for pair in pairs if f"{pair[0]} " in told for word in pair)


def run_server(chosen: argparse.Namespace, build: str = "") -> tuple[Tally, int]:
    """One server under load: what was measured, and by how many bytes it grew."""
    flags = known_flags(build) if build else (*FREE_OF_LIMITS, "--veil-median", "0")
    protocol = 1 if build else 2
    with tempfile.TemporaryDirectory() as folder, _server(folder, flags, build) as server:
        before = server.memory()
        times = (chosen.tables, chosen.seconds, chosen.seed, chosen.think)
        tally = asyncio.run(measure(server, *times, protocol, chosen.ahead))
        return tally, server.memory() - before


def _server(folder: str, flags: tuple[str, ...], build: str) -> RunningServer:
    return RunningServer(Path(folder), *flags, build=build)


def compare(chosen: argparse.Namespace) -> None:
    """This build and an older one turn about, so that both meet the same machine."""
    ratios: list[float] = []
    for number in range(1, chosen.rounds + 1):
        (old, _), (new, _) = run_server(chosen, chosen.beside), run_server(chosen)
        rates = [tally.moves / tally.cpu if tally.cpu else 0.0 for tally in (old, new)]
        ratios.append(rates[1] / rates[0] if rates[0] else 0.0)
        delays = [1000 * percentile(tally.delays, 0.99) for tally in (old, new)]
        print(
            f"round {number}: moves per processor second {rates[0]:.0f} and {rates[1]:.0f}, "
            f"{ratios[-1]:.2f} times as many; p99 {delays[0]:.0f} and {delays[1]:.0f} ms",
            flush=True,
        )
    print(f"times_as_many_moves      {statistics.median(ratios):.2f}")


def run_load(argv: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python3 run.py load", description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    text = "seconds a player thinks on average; 0 loads the server to its limit"
    parser.add_argument("--think", type=float, default=0.0, help=text)
    text = "folder of a build from before there were deltas, to be measured in the same run"
    parser.add_argument("--beside", default="", help=text)
    parser.add_argument("--rounds", type=int, default=3, help="how often both are measured")
    text = "while they are measured, server and players go before all other work (needs root)"
    parser.add_argument("--ahead", action="store_true", help=text)
    chosen = parser.parse_args(argv)
    if chosen.beside:
        compare(chosen)
    tally, grown = run_server(chosen)
    size = tally.size // max(1, tally.messages)
    with BareServer(size) as bare:
        asyncio.run(bare.measure(chosen.tables, chosen.seconds / 2))
    figures = report(tally, chosen.seconds, grown, chosen.tables, bare)
    for name, value in figures.items():
        print(f"{name:24} {value}")
    return 0
