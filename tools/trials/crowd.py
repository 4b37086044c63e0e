"""A hall with many finished tables: memory, how long it takes to start, and what a look at the lobby costs."""

import contextlib
import json
import sqlite3
import tempfile
import time
from pathlib import Path

import httpx

from tools.trials.running import RunningServer

LOOKS = 20


def crowd(count: int) -> dict[str, float]:
    """The figures of a server that keeps so many finished tables."""
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder), "--requests-per-second", "10000")
        with server:
            server.new_table(seats=[{"kind": "human"}] * 4, public=True)
        finish(Path(folder), count)
        began = time.monotonic()
        with server:
            started = time.monotonic() - began
            looks = sorted(_look(server) for _ in range(LOOKS))
            return {
                "seconds to start": round(started, 2),
                "MB of memory": round(server.memory() / 2**20, 1),
                "ms a look at the lobby": round(1000 * looks[LOOKS // 2], 1),
            }


def _look(server: RunningServer) -> float:
    began = time.monotonic()
    httpx.get(f"{server.http}/api/tables", headers={"seat-tokens": "x" * 43}, timeout=60)
    return time.monotonic() - began


def finish(folder: Path, count: int) -> None:
    """Copy the one table of a store many times, as one that is over."""
    with contextlib.closing(sqlite3.connect(folder / "tables.sqlite3")) as store, store:
        name, data = store.execute("SELECT id, data FROM tables").fetchone()
        card = json.loads(data)
        card["status"] = "over"
        text = json.dumps(card)
        rows = (
            (f"{number:012}", 1e9 + number, "over", text.replace(name, f"{number:012}").encode())
            for number in range(count)
        )
        store.executemany("INSERT INTO tables VALUES (?, ?, ?, ?)", rows)
