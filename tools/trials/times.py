"""How long a pass takes: whether it was forced, ordered or chosen must not be told by time.

Pairs of positions at which a hire may be stopped: in one a seat holds no ace and can only pass, in the
other it holds one. A person with no choice is compared with one whose standing order passes, and a bot
with no choice with one that has it. Times are taken over real sockets from the same moment on, and the
two distributions compared (Kolmogorov and Smirnov).
"""

import asyncio
import json
import math
import random
import tempfile
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from browser.prepared import prepare
from websockets.asyncio.client import ClientConnection, connect

from dragondune.game import Game
from dragondune.model.factions import FACTION_NAMES
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.views.sample import sample
from tools.trials.running import FREE_OF_LIMITS, RunningServer

STEP: Final = "deny"
SURE: Final = 1.95  # times the root of (n + m) / nm: so far apart once in a thousand by chance
TOGETHER: Final = 20
FLAGS: Final = (*FREE_OF_LIMITS, "--veil-median", "0.6", "--bot-pace", "0.9")
SLOW: Final = ("--hello-seconds", "600", "--header-seconds", "600", "--body-seconds", "600")


@dataclass
class Window:
    """Two positions that the one who hires cannot tell apart, but the one who may stop it can."""

    hirer: str
    asked: str
    without: str  # the position in which the one who is asked holds no ace
    holding: str


def windows(seed: int) -> Iterator[Window]:
    """As many as anybody wants, from random games."""
    rng = random.Random(seed)
    while True:
        game = Game.new("r9", rng.sample(FACTION_NAMES, 4), (), str(rng.random()))
        while pending := game.pending():
            seat = pending[0].seat
            if pending[0].step == STEP and len(game.legal(seat)) == 1:
                found = _window(game, seat, rng)
                if found is not None:
                    yield found
            game.play(seat, rng.choice(game.legal(seat)))


def _window(game: Game, asked: str, rng: random.Random) -> Window | None:
    hirer = rng.choice([name for name in game.seats if name != asked])
    for _ in range(6):
        other = Game(game.header, sample(game.view(hirer), rng))
        if len(other.legal(asked)) > 1:
            return Window(hirer, asked, game.position(), other.position())
    return None


def distance(one: Sequence[float], two: Sequence[float]) -> float:
    """How far two distributions are apart at most: 0 where they are the same, 1 where all differs."""
    first, second = sorted(one), sorted(two)
    return max(
        abs(bisect_right(first, at) / len(first) - bisect_right(second, at) / len(second))
        for at in (*first, *second)
    )


def chance_bound(n: int, m: int) -> float:
    """The distance that two samples of one distribution hardly ever have."""
    return SURE * math.sqrt((n + m) / (n * m))


class Clock:
    """Tables at one server, and how long a pass takes there."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server

    async def person(self, window: Window, position: str, quiet: str) -> float | None:
        """Seconds from an order to the pass of the one who gave it."""
        made = prepare(self.server.folder, position, FACTION_NAMES)
        tokens = dict(zip(FACTION_NAMES, [held["token"] for held in made["tokens"]], strict=True))
        ear = await self._come(made["table"], tokens[window.hirer])
        asked = await self._come(made["table"], tokens[window.asked])
        orders = {"t": "orders", "id": 1, "orders": {"quiet": [quiet]}}
        await asked.send(json.dumps(orders))
        began = time.monotonic()
        passed = await self._passed(ear)
        taken = time.monotonic() - began
        await asyncio.gather(ear.close(), asked.close())
        return taken if passed else None

    async def bot(self, window: Window, position: str) -> float | None:
        """Seconds from the first look at a table to a pass of its bot; None where it did not pass."""
        people = [name for name in FACTION_NAMES if name != window.asked]
        made = prepare(self.server.folder, position, people)
        token = made["tokens"][people.index(window.hirer)]["token"]
        began = time.monotonic()
        ear = await self._come(made["table"], token)
        passed = await self._passed(ear)
        taken = time.monotonic() - began
        await ear.close()
        return taken if passed else None

    async def _come(self, table: str, token: str) -> ClientConnection:
        url = self.server.socket_of(table)
        client = await connect(
            url, max_size=None, compression=None, ping_interval=None, open_timeout=600
        )
        await client.send(json.dumps({"t": "hello", "token": token}))
        while json.loads(await client.recv())["t"] != "update":
            pass
        return client

    async def _passed(self, ear: ClientConnection) -> bool:
        """Wait for the next update; was it a pass?"""
        while True:
            told = json.loads(await ear.recv())
            if told["t"] == "update":
                kinds = [event["kind"] for event in told["events"]]
                return "denied" not in kinds


@dataclass
class Finding:
    """Two samples, and whether anybody could tell them apart."""

    title: str
    one: list[float]
    two: list[float]

    @property
    def is_told(self) -> bool:
        """Are they further apart than chance puts them?"""
        if not self.one or not self.two:
            return False
        return distance(self.one, self.two) > chance_bound(len(self.one), len(self.two))

    def __str__(self) -> str:
        if not self.one or not self.two:
            return f"{self.title}: too few passes"
        apart, bound = distance(self.one, self.two), chance_bound(len(self.one), len(self.two))
        return (
            f"{self.title}: {len(self.one)} and {len(self.two)} passes, {median(self.one):.2f} and "
            f"{median(self.two):.2f} s in the middle; apart {apart:.3f}, by chance up to {bound:.3f}"
        )


async def _measure(server: RunningServer, times: int, seed: int) -> list[Finding]:
    clock, found = Clock(server), windows(seed)
    people = Finding("people, without a choice and by order", [], [])
    bots = Finding("bots, without a choice and with one", [], [])
    gate = asyncio.Semaphore(TOGETHER)

    async def one(window: Window) -> None:
        async with gate:
            works = [
                (people.one, clock.person(window, window.without, "lend")),
                (people.two, clock.person(window, window.holding, STEP)),
                (bots.one, clock.bot(window, window.without)),
                (bots.two, clock.bot(window, window.holding)),
            ]
            random.Random(window.without).shuffle(works)  # what comes first is no part of it
            for kept, work in works:
                taken = await work
                if taken is not None:
                    kept.append(taken)

    await asyncio.gather(*(one(next(found)) for _ in range(times)))
    return [people, bots]


def measure(folder: Path, times: int, seed: int) -> list[Finding]:
    """So many windows, each of them four times."""
    SqliteStore(folder / "tables.sqlite3").close()
    with RunningServer(folder, *FLAGS, *SLOW) as server:
        return asyncio.run(_measure(server, times, seed))


def run_times(times: int, seed: int) -> int:
    """0 where time tells nothing."""
    from tools.trials.worlds import in_memory

    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        findings = measure(Path(folder), times, seed)
    for finding in findings:
        print(f"{finding}: {'TOLD' if finding.is_told else 'not told'}")
    return 1 if any(finding.is_told for finding in findings) else 0
