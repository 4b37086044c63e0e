"""Many accounts and many finished games: how long the start takes, and every list that a person looks at."""

import contextlib
import json
import secrets
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import httpx
from msgspec.json import encode

from dragondune.server.people.accounts import Wishes
from dragondune.server.people.visits import begin
from dragondune.server.web.identity import COOKIE
from tools.trials.running import RunningServer

LOOKS: Final = 21
HELD: Final = 400  # finished games of the one who looks
RUNNING: Final = 12  # and games under way
LISTS: Final = (
    *("/api/people/me", "/api/people/tables", "/api/people/tidings", "/api/people/visits"),
    "/api/tables",
)
FLAGS: Final = ("--people", "1", "--requests-per-second", "100000", "--cost-per-second", "1e9")


def company(count: int) -> dict[str, str]:
    """The figures of a server with so many accounts and so many finished games."""
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder), *FLAGS)
        empty = _start(server)
        with server:
            for _ in range(RUNNING):
                server.new_table(seats=[{"kind": "human"}] * 2)
            server.new_table(seats=[{"kind": "human"}] * 4)
        token = settle(Path(folder), count)
        figures = {"start of an empty server": empty, "start": _start(server)}
        with server:
            return figures | {path: _look(server, path, token) for path in LISTS}


def _start(server: RunningServer) -> str:
    began = time.monotonic()
    with server:
        return f"{time.monotonic() - began:.2f} s, {server.cpu():.2f} s of work"


def _look(server: RunningServer, path: str, token: str) -> str:
    """Milliseconds of a look: the middle one of several by the clock, and the server's own work."""
    times, worked = [], server.cpu()
    with httpx.Client(base_url=server.http, cookies={COOKIE: token}, timeout=60) as client:
        for _ in range(LOOKS):
            began = time.monotonic()
            assert client.get(path).status_code == 200, path
            times.append(1000 * (time.monotonic() - began))
    work = 1000 * (server.cpu() - worked) / LOOKS
    return f"{sorted(times)[LOOKS // 2]:.1f} ms, {work:.1f} ms of work"


def settle(folder: Path, count: int) -> str:
    """Fill a store; the cookie of somebody who has played for years."""
    with contextlib.closing(sqlite3.connect(folder / "tables.sqlite3")) as store, store:
        names = [f"{number:016x}" for number in range(count)]
        people = ((name, f"Player {name}", f"p{name}", 1e9, encode(Wishes())) for name in names)
        store.executemany("INSERT INTO accounts VALUES (?, ?, ?, ?, ?)", people)
        targets = ((secrets.token_hex(8), n, "mail", f"{n}@x.y", b"{}", 1e9, 0, "") for n in names)
        store.executemany("INSERT INTO targets VALUES (?, ?, ?, ?, ?, ?, ?, ?)", targets)
        _play(store, names)
        token, rows = begin(names[0], "A trial")
        for sql, values in rows:
            store.execute(sql, values)
        return token


def _play(store: sqlite3.Connection, names: list[str]) -> None:
    """Everybody has played, the first of them most of all, who is in the games under way too."""
    under_way = store.execute("SELECT id, data FROM tables").fetchall()
    table, card = under_way[-1][0], json.loads(under_way[-1][1])
    for name, data in under_way:
        mine: dict[str, Any] = json.loads(data)
        mine["seats"][0]["account"] = names[0]
        store.execute("UPDATE tables SET data = ? WHERE id = ?", (json.dumps(mine).encode(), name))
        store.execute("INSERT INTO holdings VALUES (?, ?, 1)", (names[0], name))
    card["status"] = "over"
    text = json.dumps(card)
    rows = (
        (f"{n:012}", 1e9 + n, "over", text.replace(table, f"{n:012}").encode())
        for n in range(len(names))
    )
    store.executemany("INSERT INTO tables VALUES (?, ?, ?, ?)", rows)
    held = (
        (names[0 if n < HELD and not k else (n * 4 + k) % len(names)], f"{n:012}", 1e9 + n)
        for n in range(len(names))
        for k in range(4)
    )
    store.executemany("INSERT OR IGNORE INTO holdings VALUES (?, ?, ?)", held)
