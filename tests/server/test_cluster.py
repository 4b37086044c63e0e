"""Several processes on one database: each table has one owner, and any process takes any request."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.finished import last_turn, play_out
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from dragondune.server.admin import run_admin
from dragondune.server.cluster.leases import ALIVE, Leases, come_in, say_here
from dragondune.server.cluster.peers import Peer
from dragondune.server.config import Config
from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.card import Meta
from dragondune.server.storage.postgres import PostgresStore
from dragondune.server.storage.postgres import connect as connect_to
from dragondune.server.storage.store import card_row
from tools.database import Database
from tools.trials.cluster import by_force
from tools.trials.fleet import Fleet, faults
from tools.trials.running import RunningServer

FOUR = [{"kind": "human"}] * 4


@pytest.fixture(scope="module")
def fleet(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """Two processes."""
    with Fleet(tmp_path_factory.mktemp("fleet"), database.new("fleet"), 2) as running:
        yield running


def owner_of(fleet: Fleet, table: str) -> str:
    leases = Leases(fleet.url, 3)
    try:
        found = leases.owner(table)
        assert found is not None
        return found.address
    finally:
        leases.close()


async def first_words(url: str, token: str, act: bool = False) -> list[dict[str, Any]]:
    """What a seat is told on coming in; and the answer to its first move, if it is asked for one."""
    async with connect(url, max_size=None) as client:
        await client.send(json.dumps({"t": "hello", "token": token}))
        told = [json.loads(await client.recv()) for _ in range(2)]
        decision = told[1].get("decision")
        if act and decision:
            line = decision["actions"][0]["line"]
            await client.send(json.dumps({"t": "act", "id": 1, "n": told[1]["n"], "action": line}))
            while told[-1]["t"] not in ("ok", "no"):
                told.append(json.loads(await client.recv()))
        return told


@pytest.mark.parametrize("through_bytes", [False, True])
def test_a_socket_finds_its_table_wherever_it_comes_in(fleet: Fleet, through_bytes: bool) -> None:
    """On one machine the connection goes over; to another machine its bytes do."""
    first, second = fleet.servers
    table, tokens = first.new_table(seats=FOUR)
    if through_bytes:
        leases = Leases(fleet.url, 3)
        leases.ask("UPDATE processes SET door = '' WHERE address LIKE ?", (f"%:{first.port}",))
        leases.close()
    answers = []
    for token in tokens:
        told = asyncio.run(first_words(second.socket_of(table), token, act=True))
        assert [message["t"] for message in told[:2]] == ["table", "update"]
        answers += [message["t"] for message in told if message["t"] in ("ok", "no")]
    assert "ok" in answers
    assert "no" not in answers
    assert owner_of(fleet, table).endswith(f":{first.port}")


def test_a_request_is_answered_by_whoever_has_the_table(fleet: Fleet) -> None:
    first, second = fleet.servers
    table, tokens = first.new_table(seats=[{"kind": "human"}, {"kind": "open"}])
    url = f"{second.http}/api/tables/{table}"
    assert httpx.get(url).json()["status"] == "open"
    joined = httpx.post(f"{url}/join", json={"name": "Ben"})
    assert joined.status_code == 201
    assert httpx.get(url).json()["status"] == "playing"
    for token in (tokens[0], joined.json()["token"]):
        shown = httpx.get(f"{url}/seat", headers={"authorization": f"Bearer {token}"})
        assert shown.status_code == 200
        if decision := shown.json()["decision"]:
            act = {"id": 1, "action": decision["actions"][0]["line"]}
            played = httpx.post(
                f"{url}/act", json=act, headers={"authorization": f"Bearer {token}"}
            )
            assert played.status_code == 200
    long = httpx.post(f"{url}/join", content=b"x" * 20_000)
    assert long.status_code == 413
    assert httpx.get(f"{second.http}/api/tables/nothing").status_code == 404
    assert owner_of(fleet, table).endswith(f":{first.port}")


def test_no_table_has_a_name_that_no_database_holds(fleet: Fleet) -> None:
    asked = httpx.get(f"{fleet.servers[0].http}/api/tables/a%00b", timeout=60)
    assert asked.status_code == 404, "and nobody waits until it changes hands"


def test_a_commitment_of_one_process_holds_at_another(fleet: Fleet) -> None:
    first, second = fleet.servers
    promised = httpx.post(f"{first.http}/api/seals").json()["commitment"]
    wish = {"seats": FOUR, "commitment": promised, "salt": "0123456789abcdef" * 2}
    made = httpx.post(f"{second.http}/api/tables", json=wish)
    assert made.status_code == 201
    table = httpx.get(f"{first.http}/api/tables/{made.json()['table']}").json()
    assert table["commitment"] == promised
    assert httpx.post(f"{first.http}/api/tables", json=wish).status_code == 409


def test_the_lobby_shows_what_all_processes_have(fleet: Fleet) -> None:
    first, second = fleet.servers
    seats = [{"kind": "human"}, {"kind": "open"}]
    table, (token,) = first.new_table(seats=seats, public=True)

    def listed(kind: str) -> list[str]:
        shown = httpx.get(f"{second.http}/api/tables", headers={"seat-tokens": token}).json()
        return [header["id"] for header in shown[kind]]

    until = time.monotonic() + 60
    while table not in listed("open") and time.monotonic() < until:
        time.sleep(0.05)
    assert table in listed("open")
    assert listed("mine") == [table]
    httpx.post(f"{second.http}/api/tables/{table}/join", json={"name": "Ben"}).raise_for_status()
    while table not in listed("watchable") and time.monotonic() < until:
        time.sleep(0.05)
    assert table in listed("watchable")
    assert table not in listed("open")


def seen_at(server: RunningServer, table: str, kind: str = "watchable") -> dict[str, Any]:
    """A table as the lobby of one process shows it; nothing where it does not."""
    shown = httpx.get(f"{server.http}/api/tables").json()[kind]
    return next((header for header in shown if header["id"] == table), {})


def test_the_lobby_tells_whose_turn_it_is_wherever_that_is(fleet: Fleet) -> None:
    first, second = fleet.servers
    table, tokens = first.new_table(seats=FOUR, public=True)

    async def sit_and_wait() -> None:
        async with connect(first.socket_of(table), max_size=None) as client:
            await client.send(json.dumps({"t": "hello", "token": tokens[0]}))
            await asyncio.to_thread(wait_for, True)
        await asyncio.to_thread(wait_for, False)

    def wait_for(online: bool) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            here, there = seen_at(first, table), seen_at(second, table)
            if there == here and there and there["seats"][0]["online"] == online:
                return
            time.sleep(0.1)
        assert here == there

    asyncio.run(sit_and_wait())
    shown = seen_at(second, table)
    assert shown["waiting"]


def test_every_lobby_forgets_a_table_that_was_deleted(fleet: Fleet) -> None:
    first, second = fleet.servers
    seats = [{"kind": "human"}, {"kind": "open"}]
    table, _ = first.new_table(seats=seats, public=True)
    until = time.monotonic() + 60
    while not seen_at(second, table, "open") and time.monotonic() < until:
        time.sleep(0.05)
    assert seen_at(second, table, "open")
    assert run_admin(["--postgres", fleet.url, "delete", table]) == 0
    while seen_at(second, table, "open") and time.monotonic() < until:
        time.sleep(0.05)
    assert not seen_at(second, table, "open")
    leases = Leases(fleet.url, 3)
    for name in ("owners", "tenures"):
        assert not leases.ask(f"SELECT 1 FROM {name} WHERE table_id = ?", (table,)), name
    leases.close()


def test_a_finished_table_leaves_memory_and_comes_back(postgres: str, tmp_path: Path) -> None:
    async def play() -> None:
        hall = Hall(Config(data=str(tmp_path), postgres=postgres, veil_median=0))
        assert hall.ownership is not None
        table = await last_turn(hall)
        name = table.meta.id
        await play_out(table)
        table.used = -math.inf
        await table.keep_position()
        await hall._let_unused_go()
        assert name not in hall.tables
        assert await hall.ownership.cluster.owner(name) is None
        again = await hall.have(name)
        assert again is not None
        assert again.meta.winners == table.meta.winners
        await hall._learn_of("")
        assert name not in hall.elsewhere
        hall.close()

    asyncio.run(play())


def test_nobody_from_outside_passes_for_a_process(fleet: Fleet) -> None:
    """Who knows the secret may say for whom it asks; who does not is taken as what it is."""
    flood = {"dragon-dune-via": "wrong 10.1.2.3"}
    assert httpx.get(f"{fleet.servers[0].http}/api/map", headers=flood).status_code == 200


def test_a_table_has_one_owner_until_its_lease_is_over(postgres: str) -> None:
    store = PostgresStore(postgres)
    asyncio.run(store.write([card_row(Meta("t", 1.0, "r9", [], [], "seed", status="playing"))]))
    here, there = Leases(postgres, 3600), Leases(postgres, 3600)
    for leases in (here, there):
        leases.ask(
            "INSERT INTO processes (id, address, door, until) "
            "VALUES (?, 'x:1', '', clock_timestamp() + interval '1 hour')",
            (leases.id,),
        )
    assert here.claim("t") == 1
    assert there.claim("t") == 0
    assert there.orphans(10) == []
    assert here.claim("nothing") == 0
    owner = there.owner("t")
    assert owner is not None
    assert owner.id == here.id
    for leases in (here, there):  # long after PostgreSQL was started, silence counts
        leases.seconds = 0.0
    here.ask("UPDATE processes SET until = clock_timestamp() WHERE id = ?", (here.id,))
    assert there.bury()
    assert there.orphans(10) == [("t", 2)]
    assert here.claim("t") == 0
    there.release({"t": 1})
    assert here.claim("t") == 0
    there.release({"t": 2})
    assert here.claim("t") == 3
    rows = store.rows("SELECT fence, process FROM tenures ORDER BY fence")
    assert rows == [(1, here.id), (2, there.id), (3, here.id)]
    for closed in (store, here, there):
        closed.close()


def test_force_loses_doubles_and_refuses_nothing(database: Database, tmp_path: Path) -> None:
    """The short form of ``python3 run.py trial cluster``."""
    found = asyncio.run(by_force(database, tmp_path, processes=2, tables=2, kills=2, seed=7))
    assert len(found) == 3
    for title, outcome in found.items():
        assert outcome.promised, title
        assert not outcome.wrong, title
        assert not outcome.refused, title


def test_a_drained_process_gives_its_tables_away(postgres: str, tmp_path: Path) -> None:
    with Fleet(tmp_path, postgres, 2) as fleet:
        first, second = fleet.servers
        table, tokens = first.new_table(seats=FOUR)

        async def sit_through(server: RunningServer) -> int:
            async with connect(server.socket_of(table), max_size=None) as client:
                await client.send(json.dumps({"t": "hello", "token": tokens[0]}))
                await client.recv()
                await asyncio.to_thread(first.stop)
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await client.recv()
                return client.close_code or 0

        assert asyncio.run(sit_through(first)) == 1012
        assert httpx.get(f"{second.http}/api/tables/{table}").json()["status"] == "playing"
        assert owner_of(fleet, table).endswith(f":{second.port}")
        assert faults(fleet.url, []) == []


def test_a_process_that_is_gone_is_missed_before_its_lease_is_over(postgres: str) -> None:
    """Silent for a while and not connected any more: that is no process which is only slow."""
    PostgresStore(postgres).close()
    leases, slow, dead = Leases(postgres, 3600), connect_to(postgres), connect_to(postgres)
    for connection, name in ((slow, "slow"), (dead, "dead")):
        come_in(connection, Peer(name, "x:1", ""))
        say_here(connection, Peer(name, "x:1", ""), 600)

    def alive(lease: float) -> list[str]:
        sql = f"SELECT p.id FROM processes p WHERE {ALIVE} ORDER BY p.id DESC"
        return [name for (name,) in leases.ask(sql, (0.0, lease))]

    assert alive(3600) == ["slow", "dead"]
    dead.close()
    until = time.monotonic() + 60
    while "dead" in alive(3600) and time.monotonic() < until:
        time.sleep(0.05)
    assert alive(3600) == ["slow"]
    assert alive(600) == ["slow", "dead"]  # heard of just now
    slow.close()
    leases.close()
