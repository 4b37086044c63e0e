"""Several processes on one PostgreSQL, and players who go on wherever they are let in.

A player whose connection breaks comes again at any process and says once more what was not
answered, under the same number: so it is carried out once, and nothing acknowledged may be lost.
"""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tools.trials.running import FREE_OF_LIMITS, RunningServer

SEATS = 4
STALE = "The game has moved on"


class Fleet:
    """So many processes, one database."""

    def __init__(self, folder: Path, url: str, processes: int, *flags: str) -> None:
        usual = (*FREE_OF_LIMITS, "--veil-median", "0", "--postgres", url)
        self.url = url
        self.servers = [RunningServer(folder, *usual, *flags) for _ in range(processes)]

    def __enter__(self) -> "Fleet":
        for server in self.servers:
            server.start()
        return self

    def __exit__(self, *error: object) -> None:
        for server in self.servers:
            with contextlib.suppress(Exception):
                server.kill()

    def any(self, rng: random.Random) -> RunningServer:
        """One that runs, as a proxy that knows nothing of tables would choose it."""
        return rng.choice([server for server in self.servers if server.process] or self.servers)

    def cpu(self) -> float:
        """Processor time that all of them have used."""
        return sum(server.cpu() for server in self.servers)


@dataclass
class Tally:
    """What happened."""

    moves: int = 0
    counting: bool = True
    refused: Counter[str] = field(default_factory=Counter)
    last: dict[str, float] = field(default_factory=dict)  # when a table last moved
    over: set[str] = field(default_factory=set)


@dataclass
class Player:
    """One seat, what it has said and what was promised."""

    table: str
    token: str
    rng: random.Random
    next_id: int = 1
    faction: str = ""
    open: dict[str, Any] | None = None  # what was said and not answered yet
    latest: dict[str, Any] = field(default_factory=dict)  # how the game stands
    kept: dict[int, str] = field(default_factory=dict)

    async def play(self, fleet: Fleet, tally: Tally) -> None:
        """Until cancelled: come, play, and come again."""
        while True:
            try:
                url = fleet.any(self.rng).socket_of(self.table)
                async with connect(
                    url, max_size=None, compression=None, ping_interval=None, open_timeout=15
                ) as client:
                    await self._talk(client, tally)
            except (WebSocketException, OSError, TimeoutError):
                await asyncio.sleep(self.rng.uniform(0.02, 0.1))

    async def _talk(self, client: ClientConnection, tally: Tally) -> None:
        self.latest = {}
        await client.send(json.dumps({"t": "hello", "token": self.token}))
        if self.open is not None:
            await client.send(json.dumps(self.open))
        async for raw in client:
            message = json.loads(raw)
            kind = message["t"]
            if kind in ("ok", "no"):
                self._answered(message, tally)
                await self._decide(client)
            elif kind == "table" and message["you"]:
                self.faction = message["you"]["faction"] or ""
                if message["header"]["status"] == "over":
                    tally.over.add(self.table)
            elif kind == "update":
                self._moved(tally)
                self.latest = message
                await self._decide(client)

    def _moved(self, tally: Tally) -> None:
        tally.last[self.table] = time.monotonic()

    def _answered(self, message: dict[str, Any], tally: Tally) -> None:
        said = self.open
        if said is None or message["id"] != said["id"]:
            return
        self.open = None
        if message["t"] == "ok":
            self.kept[said["id"]] = said["action"]
            tally.moves += tally.counting
        elif not message["text"].startswith(STALE):
            tally.refused[message["text"]] += 1

    async def _decide(self, client: ClientConnection) -> None:
        decision = self.latest.get("decision")
        if not decision or self.open or len(decision["actions"]) < 2:
            return
        line = str(self.rng.choice(decision["actions"])["line"])
        self.open = {"t": "act", "id": self.next_id, "n": self.latest["n"], "action": line}
        self.next_id += 1
        await client.send(json.dumps(self.open))


def seat_players(fleet: Fleet, tables: int, rng: random.Random) -> list[Player]:
    """Open tables at every process in turn."""
    players = []
    for number in range(tables):
        server = fleet.servers[number % len(fleet.servers)]
        table, tokens = server.new_table(seats=[{"kind": "human"}] * SEATS)
        players += [Player(table, token, random.Random(rng.random())) for token in tokens]
    return players


def faults(url: str, players: list[Player]) -> list[str]:
    """Every promise that was not kept, everything done twice, and every table with two owners."""
    wrong: list[str] = []
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT table_id, seat, cid, text FROM log WHERE cid > 0")
        stored: dict[tuple[str, str, int], list[str]] = {}
        for table, seat, cid, text in rows:
            stored.setdefault((table, seat, cid), []).append(text)
        for player in players:
            for number, line in player.kept.items():
                if stored.get((player.table, player.faction, number)) != [line]:
                    wrong.append(f"lost: {player.table} {player.faction} {number} {line}")
        wrong += [f"twice: {key}" for key, texts in stored.items() if len(texts) > 1]
        wrong += _two_owners(connection)
    return wrong


def _two_owners(connection: "psycopg.Connection[Any]") -> list[str]:
    """Lines of a former owner after those of a later one, or of one that never had the table."""
    late = connection.execute(
        "SELECT table_id, seq FROM (SELECT table_id, seq, fence, max(fence) OVER "
        "(PARTITION BY table_id ORDER BY seq) AS highest FROM log) AS lines WHERE fence < highest"
    )
    stray = connection.execute(
        "SELECT l.table_id, l.seq FROM log l LEFT JOIN tenures t USING (table_id, fence) "
        "WHERE t.process IS NULL"
    )
    return [f"two owners: {table} line {seq}" for table, seq in (*late, *stray)]
