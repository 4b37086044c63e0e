"""What whoever runs the server has: is it alive, what does it count, what does it log?"""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from pathlib import Path

import httpx
import psycopg
import pytest

from dragondune.server.command import is_news
from dragondune.server.logs import JsonLines
from tools.database import Database
from tools.trials.fleet import Fleet
from tools.trials.running import RunningServer

FOUR = [{"kind": "human"}] * 4


def figures(server: RunningServer) -> dict[str, float]:
    lines = httpx.get(f"{server.http}/metrics").raise_for_status().text.splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
    return {name: float(value) for name, value in pairs}


def test_alive_and_ready(server: RunningServer) -> None:
    assert httpx.get(f"{server.http}/healthz").text == "ok\n"
    ready = httpx.get(f"{server.http}/readyz")
    assert (ready.status_code, ready.json()) == (200, {"ready": True, "why": ""})


def test_what_it_counts(server: RunningServer) -> None:
    before = figures(server)
    _, (token, *_) = table, _ = server.new_table(seats=FOUR)
    url = f"{server.http}/api/tables/{table}"
    tokens = [token, *_]
    for token in tokens:
        shown = httpx.get(f"{url}/seat", headers={"authorization": f"Bearer {token}"}).json()
        if decision := shown["decision"]:
            act = {"id": 1, "action": decision["actions"][0]["line"]}
            httpx.post(f"{url}/act", json=act, headers={"authorization": f"Bearer {token}"})
            break
    after = figures(server)

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert grown('dragondune_tables{status="playing"}') == 1
    assert grown('dragondune_lines_total{kind="act"}') == 1
    assert grown("dragondune_write_seconds_count") >= 2
    assert grown('dragondune_answers_total{status="200"}') >= 2
    assert after["dragondune_ready"] == 1
    assert after["process_cpu_seconds_total"] > 0


def test_figures_are_for_operators_alone(tmp_path: Path) -> None:
    with RunningServer(tmp_path, "--operators", "192.0.2.1") as running:
        refused = httpx.get(f"{running.http}/metrics")
        assert refused.status_code == 403
        assert "--operators" in refused.json()["error"]["text"]


def test_figures_are_not_passed_on_by_a_proxy_nobody_named(server: RunningServer) -> None:
    passed_on = httpx.get(f"{server.http}/metrics", headers={"x-forwarded-for": "192.0.2.7"})
    assert passed_on.status_code == 403


def test_a_process_without_its_database_is_not_ready(database: Database, tmp_path: Path) -> None:
    url = database.new("unready")
    with Fleet(tmp_path, url, 1) as fleet:
        server = fleet.servers[0]
        assert httpx.get(f"{server.http}/readyz").status_code == 200
        with psycopg.connect(database.url, autocommit=True) as keeper:
            keeper.execute("ALTER DATABASE unready ALLOW_CONNECTIONS FALSE")
            keeper.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'unready'"
            )
            answer = httpx.get(f"{server.http}/readyz", timeout=30)
            assert answer.status_code == 503
            assert answer.json()["why"] == "The database does not answer."
            assert httpx.get(f"{server.http}/healthz", timeout=30).status_code == 200
            keeper.execute("ALTER DATABASE unready ALLOW_CONNECTIONS TRUE")
        for _ in range(100):
            if httpx.get(f"{server.http}/readyz", timeout=30).status_code == 200:
                return
        pytest.fail("It did not become ready again.")


def test_a_line_of_the_log_is_one_object() -> None:
    record = logging.makeLogRecord(
        {"name": "dragondune.server", "levelname": "INFO", "msg": "one\ntwo %s", "args": ("★",)}
    )
    record.table = "abc"
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["message"], told["level"], told["table"]) == ("one\ntwo ★", "info", "abc")


def test_trouble_is_logged_as_json(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"no database at all" * 100)
    command = [sys.executable, "-m", "dragondune.server.command", "--browser", "0", "--port", "0"]
    done = subprocess.run(
        [*command, "--data", str(tmp_path), "--log", "json"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (asyncio.CancelledError("timeout graceful shutdown exceeded"), False),
        (
            RuntimeError("unable to perform operation on <TCPTransport>; the handler is closed"),
            False,
        ),
        (RuntimeError("something that nobody thought of"), True),
    ],
    ids=["stopped in the middle of a request", "cut off before the answer", "trouble"],
)
def test_what_clients_break_off_is_no_news(error: BaseException, told: bool) -> None:
    text, info = "Exception in ASGI application\n", (type(error), error, None)
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, text, (), info)
    assert is_news(record) is told
