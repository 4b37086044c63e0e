"""``python3 run.py trial cluster``: several processes on one PostgreSQL, under load and by force.

First the same load on one, two and four processes. Then, under load: processes killed at random
moments, PostgreSQL restarted, and every process replaced in turn as an upgrade would.
"""

import asyncio
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tools.database import Database, database
from tools.trials.fleet import Fleet, Player, Tally, faults, seat_players

GOES_ON = 5.0  # seconds within which a game has to go on after a process died


@dataclass
class Outcome:
    """What came of the force."""

    promised: int = 0
    wrong: list[str] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)  # seconds until all tables played on

    @property
    def longest(self) -> float:
        """The longest of them."""
        return max(self.times, default=0.0)

    @property
    def stood(self) -> bool:
        """Was nothing lost, doubled or refused, and did play go on soon?"""
        return bool(self.promised) and not self.wrong and not self.refused


class Force:
    """Players at all tables of a fleet, while something is done to it."""

    def __init__(self, fleet: Fleet, tables: int, seed: int) -> None:
        self.fleet = fleet
        self.rng = random.Random(seed)
        self.tally = Tally()
        self._replaced: set[str] = set()
        self.players: list[Player] = seat_players(fleet, tables, self.rng)

    async def __aenter__(self) -> "Force":
        self._tasks: list[asyncio.Future[None]] = []
        self._begin(self.players)
        await self.everyone_plays()
        return self

    def _begin(self, players: list[Player]) -> None:
        self._tasks += [asyncio.ensure_future(p.play(self.fleet, self.tally)) for p in players]

    async def replace_finished(self) -> None:
        """Where a game has ended, another begins: there is to be load."""
        ended = self.tally.over - self._replaced
        self._replaced |= ended
        more = await asyncio.to_thread(seat_players, self.fleet, len(ended), self.rng)
        self.players += more
        self._begin(more)

    async def __aexit__(self, *error: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def everyone_plays(self, patience: float = 60.0) -> float:
        """Wait until every table has moved; seconds that the last one took."""
        began = time.monotonic()
        while time.monotonic() < began + patience:
            open_tables = {player.table for player in self.players} - self.tally.over
            if all(self.tally.last.get(table, 0) > began for table in open_tables):
                break
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def kills(self, times: int) -> list[float]:
        """Kill a random process, start it again, and so on; each time until all play on."""
        taken = []
        for _ in range(times):
            await asyncio.sleep(self.rng.uniform(0.2, 1.0))
            server = self.rng.choice(self.fleet.servers)
            await asyncio.to_thread(server.kill)
            taken.append(await self.everyone_plays())
            await asyncio.to_thread(server.start)
            await self.replace_finished()
        return taken

    async def restart(self, running: Database, seconds: float) -> list[float]:
        """Restart the database while all play; the time from its end until all play on."""
        await asyncio.sleep(seconds)
        began = time.monotonic()
        await asyncio.to_thread(running.restart)
        await self.everyone_plays()
        taken = time.monotonic() - began
        await asyncio.sleep(seconds)
        return [taken]

    async def roll(self) -> list[float]:
        """Replace every process in turn, as an upgrade would."""
        taken = []
        for server in self.fleet.servers:
            await asyncio.to_thread(server.stop)
            taken.append(await self.everyone_plays())
            await asyncio.to_thread(server.start)
            await self.replace_finished()
        return taken

    def outcome(self, times: list[float]) -> Outcome:
        """What is to be said of it."""
        promised = sum(len(player.kept) for player in self.players)
        wrong = faults(self.fleet.url, self.players)
        return Outcome(promised, wrong, dict(self.tally.refused), times)


async def by_force(
    running: Database,
    folder: Path,
    processes: int,
    tables: int,
    kills: int,
    seed: int,
    seconds: float = 0.5,
) -> dict[str, Outcome]:
    """Each kind of force, with what came of it."""
    found = {}
    with Fleet(folder, running.new(f"force{seed}"), processes) as fleet:
        async with Force(fleet, tables, seed) as force:
            found[f"{kills} kills"] = force.outcome(await force.kills(kills))
        async with Force(fleet, tables, seed + 1) as force:
            found["restart of PostgreSQL"] = force.outcome(await force.restart(running, seconds))
        async with Force(fleet, tables, seed + 2) as force:
            found["rolling restart"] = force.outcome(await force.roll())
    return found


@dataclass
class Rate:
    """What one, two or four processes carry."""

    processes: int
    moves_per_second: float
    moves_per_cpu_second: float
    database_cpu: float  # processor seconds of PostgreSQL for each of ours


async def load(
    running: Database, folder: Path, processes: int, tables: int, seconds: float
) -> Rate:
    """The same tables on so many processes; sockets come in anywhere."""
    with Fleet(folder, running.new(f"load{processes}"), processes) as fleet:
        async with Force(fleet, tables, 1) as force:
            force.tally.moves, cpu, theirs = 0, fleet.cpu(), running.cpu()
            began = time.monotonic()
            await asyncio.sleep(seconds)
            moves, took = force.tally.moves, time.monotonic() - began
            cpu, theirs = fleet.cpu() - cpu, running.cpu() - theirs
    return Rate(processes, moves / took, moves / max(cpu, 0.01), theirs / max(cpu, 0.01))


def run_cluster(processes: list[int], tables: int, seconds: float, kills: int, seed: int) -> int:
    """0 when it stood everything."""
    with tempfile.TemporaryDirectory() as name, database() as running:
        folder = Path(name)
        counts = processes if tables else []
        rates = [asyncio.run(load(running, folder, n, tables, seconds)) for n in counts]
        for rate in rates:
            share = rate.moves_per_cpu_second / max(rates[0].moves_per_cpu_second, 0.01)
            print(
                f"{rate.processes} processes: {rate.moves_per_second:.0f} moves/s, "
                f"{rate.moves_per_cpu_second:.0f} moves per processor-second ({share:.0%} of "
                f"{rates[0].processes}); PostgreSQL {rate.database_cpu:.2f} s for each of ours",
                flush=True,
            )
        most = max(processes[-1], 2)
        found = asyncio.run(by_force(running, folder, most, 6, kills, seed, seconds))
    for title, outcome in found.items():
        print(
            f"{title}: {outcome.promised} acknowledged moves, {len(outcome.wrong)} lost, doubled or "
            f"of two owners; {sum(outcome.refused.values())} refused; all play on within "
            f"{outcome.longest:.1f} s ({median(outcome.times):.1f} s in the middle)"
        )
        for line in [*outcome.wrong, *outcome.refused][:10]:
            print(f"  {line}")
    good = all(each.stood and each.longest < GOES_ON for each in found.values())
    return 0 if good else 1
