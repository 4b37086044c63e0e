"""Sudden death: the server is killed at random moments under load, and nothing acknowledged is lost.

Players at several tables act as quickly as they can and note what was acknowledged. After each kill
the server is started again, and every table has to hold every acknowledged action, once.
"""

import asyncio
import json
import random
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tools.trials.running import FREE_OF_LIMITS, RunningServer

SEATS = [{"kind": "human"}] * 4


@dataclass
class Seat:
    """One scripted player, and what the server has promised it."""

    table: str
    token: str
    number: int
    next_id: int = 1
    sent: dict[int, str] = field(default_factory=dict)
    acknowledged: dict[int, str] = field(default_factory=dict)
    faction: str = ""


async def play_until_death(server: RunningServer, seat: Seat, rng: random.Random) -> None:
    """Act whenever asked, until the connection breaks."""
    try:
        async with connect(server.socket_of(seat.table), max_size=None) as client:
            await client.send(json.dumps({"t": "hello", "token": seat.token}))
            async for raw in client:
                message = json.loads(raw)
                line = _hear(seat, message, rng)
                if line is not None:
                    number, seat.next_id = seat.next_id, seat.next_id + 1
                    seat.sent[number] = line
                    act = {"t": "act", "id": number, "n": message["n"], "action": line}
                    await client.send(json.dumps(act))
    except (ConnectionClosed, InvalidHandshake, OSError):
        return


def _hear(seat: Seat, message: dict[str, Any], rng: random.Random) -> str | None:
    """Note a promise; the line to play if it is this seat's turn."""
    kind = message["t"]
    if kind == "ok":
        seat.acknowledged[message["id"]] = seat.sent[message["id"]]
    elif kind == "table" and message["you"]:
        seat.faction = message["you"]["faction"]
        seat.next_id = max(seat.next_id, message["you"]["last_id"] + 1)
    elif kind == "update" and message["decision"]:
        return str(rng.choice(message["decision"]["actions"])["line"])
    return None


def stored(folder: Path, table: str) -> dict[tuple[str, int], list[str]]:
    """What the database holds of a table: lines by seat and number."""
    connection = sqlite3.connect(folder / "tables.sqlite3")
    rows = connection.execute(
        "SELECT seat, cid, text FROM log WHERE table_id = ? AND cid > 0", (table,)
    )
    found: dict[tuple[str, int], list[str]] = {}
    for seat, cid, text in rows:
        found.setdefault((seat, cid), []).append(text)
    connection.close()
    return found


def losses(folder: Path, seats: list[Seat]) -> list[str]:
    """Every promise that was not kept, in words."""
    wrong = []
    for seat in seats:
        found = stored(folder, seat.table)
        for number, line in seat.acknowledged.items():
            if found.get((seat.faction, number)) != [line]:
                wrong.append(f"{seat.table} {seat.faction} {number} {line}")
    return wrong


async def rounds(folder: Path, kills: int, tables: int, seed: int = 1) -> tuple[int, list[str]]:
    """Kill it so many times; how many actions were acknowledged, and what was lost."""
    rng = random.Random(seed)
    server = RunningServer(folder, *FREE_OF_LIMITS, "--veil-median", "0")
    server.start()
    seats: list[Seat] = []
    wrong: list[str] = []
    for _ in range(kills):
        if len(seats) < 4 * tables or rng.random() < 0.2:
            for _ in range(tables if not seats else 1):
                table, tokens = server.new_table(seats=SEATS)
                seats += [Seat(table, token, at) for at, token in enumerate(tokens)]
        playing = asyncio.gather(*(play_until_death(server, seat, rng) for seat in seats))
        await asyncio.sleep(rng.uniform(0.3, 1.5))
        await asyncio.to_thread(server.kill)
        await playing
        await asyncio.to_thread(server.start)
        wrong += losses(folder, seats)
        wrong += await unreadable(server, seats)
    server.stop()
    return sum(len(seat.acknowledged) for seat in seats), wrong


async def unreadable(server: RunningServer, seats: list[Seat]) -> list[str]:
    """Tables that did not come back."""
    import httpx

    wrong = []
    async with httpx.AsyncClient(base_url=server.http, timeout=30) as client:
        for table in {seat.table for seat in seats}:
            header = (await client.get(f"/api/tables/{table}")).json()
            if header.get("status") not in ("playing", "over"):
                wrong.append(f"{table}: {header}")
    return wrong
