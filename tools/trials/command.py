"""``python3 run.py trial``: kill the server, flood it with hostile messages, or besiege it."""

import argparse
import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tools.trials.crowd import crowd
from tools.trials.fuzz import fuzz
from tools.trials.kills import rounds, stored
from tools.trials.running import FREE_OF_LIMITS, RunningServer
from tools.trials.siege import ATTACKS, siege


def run_trial(argv: Sequence[str]) -> int:
    """0 when the server stood it, 1 when not."""
    parser = argparse.ArgumentParser(prog="python3 run.py trial", description=__doc__)
    first = ("kills", "fuzz", "cluster", "siege", "crowd", "company", "archive")
    kinds = (*first, "worlds", "times", "pauses")
    parser.add_argument("kind", choices=kinds)
    parser.add_argument(
        "--attacks", default="", help="of a siege, separated by commas; all of them"
    )
    parser.add_argument("--times", type=int, default=0, help="kills (50) or messages (100,000)")
    parser.add_argument("--tables", type=int, default=6, help="tables played at while killing")
    parser.add_argument(
        "--load", type=int, default=250, help="tables of a cluster under load; 0: force alone"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="for each number of processes")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(argv)
    if chosen.kind == "crowd":
        for name, figure in crowd(chosen.times or 100_000).items():
            print(f"{name:24} {figure}")
        return 0
    if chosen.kind == "company":
        from tools.trials.company import company

        for name, told in company(chosen.times or 100_000).items():
            print(f"{name:24} {told}")
        return 0
    if chosen.kind == "archive":
        from tools.trials.archive import run_archive

        count = chosen.times or 100_000
        return run_archive(count, count)
    if chosen.kind == "worlds":
        from tools.trials.worlds import run_worlds

        return run_worlds(chosen.times or 1000, chosen.seed)
    if chosen.kind == "pauses":
        from tools.trials.pauses import run_pauses

        return run_pauses(chosen.load, chosen.times or 20_000, chosen.seed)
    if chosen.kind == "times":
        from tools.trials.times import run_times

        return run_times(chosen.times or 300, chosen.seed)
    if chosen.kind == "siege":
        names = [name for name in chosen.attacks.split(",") if name] or list(ATTACKS)
        return 0 if all(outcome.held for outcome in siege(names)) else 1
    if chosen.kind == "cluster":
        from tools.trials.cluster import run_cluster

        return run_cluster([1, 2, 4], chosen.load, chosen.seconds, chosen.times or 50, chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        if chosen.kind == "kills":
            return _kills(Path(folder), chosen.times or 50, chosen.tables, chosen.seed)
        return _fuzz(Path(folder), chosen.times or 100_000, chosen.seed)


def _kills(folder: Path, times: int, tables: int, seed: int) -> int:
    started = time.monotonic()
    promised, lost = asyncio.run(rounds(folder, times, tables, seed))
    seconds = time.monotonic() - started
    print(f"{times} kills, {promised} acknowledged actions, {len(lost)} lost ({seconds:.0f} s)")
    for line in lost[:20]:
        print(f"  lost: {line}")
    return 1 if lost or not promised else 0


def _fuzz(folder: Path, times: int, seed: int) -> int:
    started = time.monotonic()
    with RunningServer(folder, *FREE_OF_LIMITS, "--veil-median", "0") as server:
        table, tokens = server.new_table(seats=[{"kind": "human"}] * 4)
        before = snapshot(folder, server, table)
        statuses = asyncio.run(fuzz(server, table, tokens, times, seed))
        after = snapshot(folder, server, table)
    bad = sum(status >= 500 for status in statuses)
    seconds = time.monotonic() - started
    print(
        f"{times} messages ({seconds:.0f} s); HTTP statuses {dict(sorted(Counter(statuses).items()))}"
    )
    print(f"errors 500: {bad}; state changed: {'no' if before == after else 'YES'}")
    return 1 if bad or before != after else 0


def snapshot(folder: Path, server: RunningServer, table: str) -> str:
    """The table as stored and as served."""
    import httpx

    header = httpx.get(f"{server.http}/api/tables/{table}", timeout=60).json()
    kept = {name: header[name] for name in ("status", "turn", "round", "waiting", "order")}
    rows = {f"{seat} {cid}": text for (seat, cid), text in stored(folder, table).items()}
    return json.dumps([kept, rows], sort_keys=True)
