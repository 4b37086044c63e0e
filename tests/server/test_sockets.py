"""The server as clients meet it: over HTTP and sockets, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from dragondune.server.command import served_at
from dragondune.server.fairness.verify import check_record
from dragondune.server.web import network
from dragondune.server.web.app import ROUTES
from dragondune.server.web.network import friends_link
from dragondune.server.web.openapi import CALLS
from tools.trials.command import snapshot
from tools.trials.fuzz import fuzz
from tools.trials.kills import rounds
from tools.trials.running import FREE_OF_LIMITS, RunningServer

UNSEEN = ("?", None)  # a card nobody shows, or one that is not dealt yet
BOTS = [{"kind": "bot", "bot": "random"}] * 3


def get(server: RunningServer, path: str, **more: Any) -> httpx.Response:
    return httpx.get(server.http + path, timeout=30, **more)


def post(server: RunningServer, path: str, body: object, **more: Any) -> httpx.Response:
    return httpx.post(server.http + path, json=body, timeout=30, **more)


def hear(client: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message = json.loads(client.recv(timeout=30))
        if message["t"] == kind:
            return dict(message)


def hello(client: ClientConnection, token: str | None, **more: int) -> dict[str, Any]:
    client.send(json.dumps({"t": "hello", "token": token, **more}))
    return hear(client, "table")


# --- HTTP ------------------------------------------------------------------------------------


def test_reference(server: RunningServer) -> None:
    meta = get(server, "/api/meta").json()
    names = [edition["name"] for edition in meta["editions"]]
    assert names == ["first", "r2", "r6", "r6b", "r9", "r10-proposal"]
    assert meta["editions"][-1]["base"] == "r9"
    assert "random" in meta["bots"]
    assert len(get(server, "/api/map").json()["territories"]) == 28
    book = get(server, "/api/rules?edition=r9&options=weaknesses").json()
    rules = {rule["id"]: rule for chapter in book["chapters"] for rule in chapter["rules"]}
    assert rules["V5"]["changed"][0]["rule"] == "O2"
    assert get(server, "/api/rules/III2?edition=r6").json()["id"] == "III2"
    assert get(server, "/api/rules/ruling%2011").json()["ruling"]


def test_house_rules_are_offered_with_bounds_and_what_the_edition_says(
    server: RunningServer,
) -> None:
    groups = {one["title"]: one["rules"] for one in get(server, "/api/house-rules").json()}
    by_name = {rule["name"]: rule for rules in groups.values() for rule in rules}
    assert by_name["turns"] | {"title": ""} == {
        "name": "turns",
        "title": "",
        "by_faction": False,
        "least": 2,
        "most": 20,
        "words": [],
        "usual": ["8"],
    }
    assert by_name["power.hides"]["usual"] == ["off", "on", "off", "off"]
    assert "power.ace_is_jack" not in by_name  # nobody has it in this edition
    proposed = get(server, "/api/house-rules?edition=r10-proposal").json()
    assert proposed != get(server, "/api/house-rules").json()
    assert get(server, "/api/house-rules?edition=/etc/passwd.toml").status_code == 400
    assert get(server, "/api/rules?edition=r10-proposal").json()["title"].endswith("proposal)")


def test_every_call_is_described(server: RunningServer) -> None:
    described = {(method.upper(), path) for method, path, *_ in CALLS}
    served = set()
    for route in ROUTES:
        if not isinstance(route, Route):
            continue
        methods = route.methods or ()
        served |= {
            (m, route.path) for m in methods if m != "HEAD" and route.path.startswith("/api/")
        }
    assert described == served - {("GET", "/api/openapi.json")}
    document = get(server, "/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert "NewTable" in document["components"]["schemas"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables", {"edition": "r7"}, 400),
        ("/api/tables", {"options": ["nonsense"]}, 400),
        ("/api/tables", {"seats": [{"kind": "human"}]}, 400),
        ("/api/tables", {"seats": [{"faction": "orcs"}, {"faction": "orcs"}]}, 400),
        ("/api/tables", {"seats": [{"kind": "bot", "bot": "hal"}] * 2}, 400),
        ("/api/tables", {"unknown": 1}, 400),
        ("/api/tables", {"title": "a\0b"}, 400),
        ("/api/tables", {"pace": {"kind": "live", "seconds": 1}}, 400),
        ("/api/tables/none/join", {}, 404),
        ("/api/tables", {"title": "x" * 20_000}, 413),
    ],
)
def test_bad_requests_are_told_why(
    server: RunningServer, path: str, body: object, status: int
) -> None:
    answer = post(server, path, body)
    assert answer.status_code == status
    assert answer.json()["error"]["text"]


def test_doors(server: RunningServer) -> None:
    answer = get(server, "/")
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "connect-src 'self';" in policy  # no socket to anywhere else either
    assert get(server, "/api/meta", headers={"host": "evil.example"}).status_code == 421
    evil = {"origin": "http://evil.example"}
    assert post(server, "/api/tables", {}, headers=evil).status_code == 403
    table, _ = server.new_table(seats=[{"kind": "human"}, *BOTS])
    with (
        pytest.raises(InvalidStatus),
        connect(server.socket_of(table), origin=Origin("http://evil.example")),
    ):
        pass
    for path in ("/../app.py", "/assets/../../app.py", "/%2e%2e/app.py", "/api/x"):
        assert "def " not in get(server, path).text


def test_friends_in_the_network_get_an_address_that_works_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else can open 0.0.0.0 or localhost: the link names this machine's own address."""
    with RunningServer(tmp_path, "--host", "0.0.0.0") as server:
        link = get(server, "/api/home").json()["link"]
        assert link == friends_link("0.0.0.0", server.port)
        for host in ("192.168.1.23", httpx.URL(link or "http://10.0.0.2").host):
            assert get(server, "/api/meta", headers={"host": f"{host}:8666"}).status_code == 200
        assert get(server, "/api/meta", headers={"host": "evil.example"}).status_code == 421
    monkeypatch.setattr(network, "own_address", lambda host: "192.168.1.23")
    told = served_at("0.0.0.0", 8666)
    assert "served at http://localhost:8666/ on this machine" in told
    assert "and at http://192.168.1.23:8666/ in your network" in told
    assert served_at("127.0.0.1", 8666) == "Dragon Dune is served at http://localhost:8666/"
    assert friends_link("localhost", 8666) is None
    monkeypatch.setattr(network, "own_address", lambda host: "fd00::2")
    assert friends_link("::", 8666) == "http://[fd00::2]:8666/"
    monkeypatch.setattr(network, "own_address", lambda host: None)
    assert "in no network" in served_at("0.0.0.0", 8666)


def test_a_machine_alone_has_no_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems name themselves 127.0.1.1, which is nobody's but their own."""
    own = [(socket.AF_INET, 0, 0, "", ("127.0.1.1", 0))]
    monkeypatch.setattr(network, "_AWAY", ())
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: own)
    assert network.own_address("0.0.0.0") is None
    own.append((socket.AF_INET, 0, 0, "", ("192.168.7.7", 0)))
    assert network.own_address("0.0.0.0") == "192.168.7.7"


def test_joining_by_link(server: RunningServer) -> None:
    made = post(server, "/api/tables", {"seats": [{"kind": "human"}, {}, *BOTS[:1]]}).json()
    path = f"/api/tables/{made['table']}"
    assert get(server, path).json()["status"] == "open"
    assert made["table"] not in json.dumps(get(server, "/api/tables").json())
    tokens = {"seat-tokens": made["tokens"][0]["token"]}
    mine = get(server, "/api/tables", headers=tokens).json()["mine"]
    assert [header["id"] for header in mine] == [made["table"]]
    joined = post(server, f"{path}/join", {"name": "Ben\u202e\n"})
    assert joined.status_code == 201
    header = get(server, path).json()
    assert header["status"] == "playing"
    assert header["seats"][1]["name"] == "Ben"
    assert header["seed"] is None
    assert len(header["commitment"]) == 64
    assert post(server, f"{path}/join", {}).status_code == 409
    assert get(server, f"{path}/record").status_code == 409
    assert post(server, f"{path}/rematch", {"token": joined.json()["token"]}).status_code == 409


def test_free_seats_go_to_bots_and_seats_are_given_up(server: RunningServer) -> None:
    made = post(server, "/api/tables", {"seats": [{"kind": "human"}, {}, {}]}).json()
    path = f"/api/tables/{made['table']}"
    joined = post(server, f"{path}/join", {"name": "Ben"}).json()
    mine, bens = (
        {"authorization": f"Bearer {token}"}
        for token in (made["tokens"][0]["token"], joined["token"])
    )
    assert post(server, f"{path}/bots", {}).status_code == 401
    assert post(server, f"{path}/leave", {}).status_code == 401
    with connect(server.socket_of(made["table"]), max_size=None) as client:
        assert hello(client, joined["token"])["you"]["seat"] == 1
        assert post(server, f"{path}/leave", {}, headers=bens).status_code == 200
        while (left := hear(client, "table"))["you"] is not None:
            pass
        free = left["header"]["seats"][1]
        assert (free["kind"], free["name"]) == ("open", "")
        assert not free["taken"]
        assert not free["online"]
    assert post(server, f"{path}/leave", {}, headers=bens).status_code == 401
    assert post(server, f"{path}/bots", {"bot": "hal"}, headers=mine).status_code == 400
    begun = post(server, f"{path}/bots", {"bot": "random"}, headers=mine)
    assert begun.status_code == 200
    assert begun.json()["status"] == "playing"
    assert [seat["bot"] for seat in begun.json()["seats"]] == [None, "random", "random"]
    for late in ("bots", "leave"):
        assert post(server, f"{path}/{late}", {}, headers=mine).status_code == 409


def test_play_over_http(server: RunningServer) -> None:
    table, tokens = server.new_table(seats=[{"kind": "human"}, *BOTS])
    path = f"/api/tables/{table}"
    assert get(server, f"{path}/seat").status_code == 401
    shown = {"authorization": f"Bearer {tokens[0]}"}
    for _ in range(200):
        update = get(server, f"{path}/seat", headers=shown).json()
        if update["decision"]:
            break
    line = update["decision"]["actions"][0]["line"]
    body = {"id": 1, "action": line, "n": update["n"]}
    assert post(server, f"{path}/act", body, headers=shown).json()["ok"]
    assert post(server, f"{path}/act", body, headers=shown).json()["ok"]
    refused = post(server, f"{path}/act", {"id": 2, "action": "rubbish"}, headers=shown)
    assert refused.status_code == 409
    assert refused.json()["error"]["text"]


# --- sockets -----------------------------------------------------------------------------------


def play_to_the_end(server: RunningServer, table: str, token: str, seed: int) -> dict[str, Any]:
    """A scripted player plays a whole game, leaving and coming back now and then."""
    rng, cid, seen, events = random.Random(seed), 0, 0, []
    while True:
        with connect(server.socket_of(table), max_size=None) as client:
            hello(client, token, seen=seen)
            answered = 0
            for _ in range(120):
                update = hear(client, "update")
                assert update["since"] == seen or update["since"] == update["n"] - 1
                seen = update["n"]
                events += [event["n"] for event in update["events"]]
                if update["view"]["over"]:
                    assert events == list(range(1, len(events) + 1)), "nothing lost or doubled"
                    return update
                if update["decision"] and update["decision"]["opened"] > answered:
                    answered, cid = update["decision"]["opened"], cid + 1
                    line = rng.choice(update["decision"]["actions"])["line"]
                    client.send(json.dumps({"t": "act", "id": cid, "n": seen, "action": line}))


def test_a_whole_game_its_record_and_a_rematch(server: RunningServer) -> None:
    table, tokens = server.new_table(name="Ann", seats=[{"kind": "human"}, *BOTS], public=True)
    promised = get(server, f"/api/tables/{table}").json()["commitment"]
    play_to_the_end(server, table, tokens[0], 5)
    record = get(server, f"/api/tables/{table}/record").json()
    assert check_record(record, promised) == []
    record["chances"][-1][0] ^= 1
    assert check_record(record, promised)
    again = post(server, f"/api/tables/{table}/rematch", {"token": tokens[0]}).json()
    assert get(server, f"/api/tables/{table}").json()["next"] == again["table"]
    assert get(server, f"/api/tables/{again['table']}").json()["status"] == "playing"


def test_observers_get_public_facts_alone(server: RunningServer) -> None:
    table, tokens = server.new_table(seats=[{"kind": "human"}] * 4, hotseat=True)
    with connect(server.socket_of(table), max_size=None) as watcher:
        assert hello(watcher, None)["you"] is None
        update = hear(watcher, "update")
        assert update["view"]["me"] is None
        assert update["decision"] is None
        assert all(f["usurper"] in UNSEEN for f in update["view"]["factions"].values())
        assert not any(event["secret"] for event in update["events"])
        for number, kind in enumerate(("act", "undo", "chat", "hint", "orders", "contract"), 1):
            extra: dict[str, dict[str, object]] = {
                "act": {"action": "pass"},
                "chat": {"text": "x"},
                "orders": {"orders": {}},
            }
            body = {"t": kind, "id": number, **extra.get(kind, {})}
            watcher.send(json.dumps(body | ({"do": "offer"} if kind == "contract" else {})))
            assert hear(watcher, "no")["id"] == number
        watcher.send(json.dumps({"t": "past", "id": 9, "n": 2}))
        assert hear(watcher, "past")["view"]["me"] is None
    with connect(server.socket_of(table)) as thief:
        thief.send(json.dumps({"t": "hello", "token": tokens[0][:-1] + "x"}))
        assert "no seat" in hear(thief, "no")["text"]


def test_one_device_holds_several_seats(server: RunningServer) -> None:
    table, tokens = server.new_table(seats=[{"kind": "human"}] * 3, hotseat=True)
    assert len(set(tokens)) == 3
    with connect(server.socket_of(table), max_size=None) as client:
        for number, token in enumerate(tokens):
            you = hello(client, token)["you"]
            assert you["seat"] == number
            view = hear(client, "update")["view"]
            assert view["me"]["faction"] == you["faction"]
            others = [f for f in view["factions"] if f != you["faction"]]
            assert all(view["factions"][f]["usurper"] in UNSEEN for f in others)


def test_too_much_is_refused(tmp_path: Path) -> None:
    flags = ("--messages-per-second", "5", "--sockets-per-address", "3", "--tables-per-hour", "2")
    with RunningServer(tmp_path, *flags) as server:
        table, tokens = server.new_table(seats=[{"kind": "human"}] * 2)
        server.new_table()
        assert post(server, "/api/tables", {}).status_code == 429
        address = server.socket_of(table)
        with (
            connect(address, close_timeout=0.2) as one,
            connect(address, close_timeout=0.2) as two,
            connect(address, close_timeout=0.2),
        ):
            with pytest.raises(InvalidStatus), connect(address):
                pass
            hello(one, tokens[0])
            for number in range(40):
                one.send(json.dumps({"t": "ping", "id": number}))
            assert "slow down" in hear(one, "no")["text"]
            two.send("x" * 100_000)
            with pytest.raises(ConnectionClosed):
                two.recv(timeout=10)


# --- by force ------------------------------------------------------------------------------------


def test_hostile_messages_change_nothing(tmp_path: Path) -> None:
    with RunningServer(tmp_path, *FREE_OF_LIMITS, "--veil-median", "0") as server:
        table, tokens = server.new_table(seats=[{"kind": "human"}] * 4)
        before = snapshot(tmp_path, server, table)
        statuses = asyncio.run(fuzz(server, table, tokens, 3000))
        assert max(statuses) < 500
        assert snapshot(tmp_path, server, table) == before


def test_no_acknowledged_action_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    promised, lost = asyncio.run(rounds(tmp_path, kills=3, tables=4))
    assert not lost
    assert promised > 20


def test_one_folder_is_served_once(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        command = [sys.executable, "-m", "dragondune.server.command", "--browser", "0"]
        command += ["--port", "0", "--data", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        assert f"already, at http://localhost:{server.port}/" in second.stdout
        assert (tmp_path / "tables.sqlite3").stat().st_mode & 0o077 == 0
