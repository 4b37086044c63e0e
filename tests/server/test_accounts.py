"""Accounts: who a request comes from, seats that are an account's, and a server that wants none of it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from server.signing import browser, cookie_for, signed_in
from starlette.routing import Route
from websockets.asyncio.client import connect

from dragondune.server.config import Config
from dragondune.server.people.accounts import Account, Accounts, new_account, safe_name
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.web.app import calls_of, routes_of
from dragondune.server.web.identity import COOKIE
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import alike, told_apart
from tools.trials.running import RunningServer

FOUR = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def opened(client: httpx.Client) -> tuple[str, str]:
    """A table that this browser opens, and the token of its seat."""
    made = client.post("/api/tables", json={"seats": FOUR, "name": "Anna"}).json()
    return made["table"], made["tokens"][0]["token"]


def mine(client: httpx.Client) -> set[str]:
    return {table["id"] for table in client.get("/api/tables").json()["mine"]}


# --- without it ----------------------------------------------------------------------------


def test_a_server_that_wants_none_of_it_has_none_of_it(server: RunningServer) -> None:
    account, client = signed_in(server, f"Stray {server.port}")
    assert client.get("/api/people/me").status_code != 200 or not client.get(
        "/api/people/me"
    ).headers["content-type"].startswith("application/json")
    assert not client.get("/api/meta").json()["people"]
    assert not [
        path for path in client.get("/api/openapi.json").json()["paths"] if "people/" in path
    ]
    table, _ = opened(client)
    assert client.get(f"/api/tables/{table}").json()["seats"][0]["account"] is None
    assert client.get(f"/api/tables/{table}/seat", headers=bearer("account")).status_code == 401
    assert account.id not in client.get("/api/tables").text


def test_every_call_is_described() -> None:
    config = Config(people=1)
    served = {
        (method, route.path)
        for route in routes_of(config)
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in route.methods or ()
        if method != "HEAD"
    }
    described = {(call.method.upper(), call.path) for call in calls_of(config)}
    assert served - {("GET", "/api/openapi.json")} == described


# --- names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "anna"), ("Anna", "Аnnа"), ("Anna", "A n n a"), ("Bill", "Bi1l"), ("Zoé", "Zoe")],
)
def test_names_that_look_alike_are_alike(one: str, other: str) -> None:
    assert alike(one) == alike(other)


def test_names_are_safe_to_show() -> None:
    assert safe_name(" An\u202ena\u0000\n ") == "Anna"
    with pytest.raises(ProblemError):
        safe_name("\u200b\u3164")
    assert told_apart("Аnna", ["Anna", "Ben"]) == "Аnna (2)"
    assert told_apart("Anna", ["Ben"]) == "Anna"
    assert alike("Anna") != alike("Hanna")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_account_has_a_name_of_its_own(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres") if kind == "postgres" else ""
    store = open_store(Config(data=str(tmp_path), postgres=url))
    try:
        accounts = Accounts(store)
        anna, _ = cookie_for(store, "Anna")
        with pytest.raises(ProblemError, match="looks like"):
            asyncio.run(accounts.put(new_account("Аnna")))
        ben: Account = asyncio.run(accounts.rename(anna, "Ben"))
        assert accounts.find(anna.id) == ben
        assert ben.id == anna.id
        asyncio.run(accounts.put(new_account("Anna")))
    finally:
        store.close()


# --- who it is -----------------------------------------------------------------------------


def test_a_cookie_says_who_it_is(people_server: RunningServer) -> None:
    account, here = signed_in(people_server, "Cookie")
    assert here.get("/api/people/me").json()["account"]["id"] == account.id
    assert browser(people_server).get("/api/people/me").json()["account"] is None
    assert browser(people_server, "made-up").get("/api/people/me").json()["account"] is None
    assert (
        here.post("/api/people/name", json={"name": "Kookie"}).json()["account"]["name"] == "Kookie"
    )
    assert browser(people_server).post("/api/people/name", json={"name": "x"}).status_code == 401
    strange = here.post("/api/people/name", json={"name": "y"}, headers={"origin": "http://evil"})
    assert strange.status_code == 403
    gone = here.post("/api/people/out")
    assert "httponly" in gone.headers["set-cookie"].lower()
    assert "samesite=lax" in gone.headers["set-cookie"].lower()
    assert here.get("/api/people/me").json()["account"] is None


def test_sessions_are_listed_and_revoked(people_server: RunningServer) -> None:
    _, here = signed_in(people_server, "Devices")
    _, stranger = signed_in(people_server, "Stranger")
    rows = here.get("/api/people/visits").json()
    assert [row["here"] for row in rows] == [True]
    assert stranger.post(f"/api/people/visits/{rows[0]['id']}/end").status_code == 404
    assert here.post(f"/api/people/visits/{rows[0]['id']}/end").status_code == 200
    assert here.get("/api/people/visits").status_code == 401


# --- seats ---------------------------------------------------------------------------------


def test_a_guests_seat_moves_to_the_account_and_to_every_device(
    people_server: RunningServer,
) -> None:
    guest = browser(people_server)
    table, token = opened(guest)
    account, here = signed_in(people_server, "Mover")
    assert table not in mine(here)
    claimed = here.post(f"/api/tables/{table}/claim", headers=bearer(token))
    assert claimed.json() == {"table": table, "seat": 0}
    assert here.post(f"/api/tables/{table}/claim", headers=bearer(token)).status_code == 200
    phone = browser(people_server, here.cookies[COOKIE])
    assert table in mine(phone)
    assert phone.get(f"/api/tables/{table}").json()["seats"][0]["account"] == account.id
    named = phone.post(f"/api/tables/{table}/name", json={"name": "M"}, headers=bearer("account"))
    assert named.json()["seats"][0]["name"] == "M"
    _, other = signed_in(people_server, "Other")
    assert table not in mine(other)
    assert other.post(f"/api/tables/{table}/claim", headers=bearer(token)).status_code == 409
    assert other.get(f"/api/tables/{table}/seat", headers=bearer("account")).status_code == 401
    assert guest.get(f"/api/tables/{table}/seat", headers=bearer(account.id)).status_code == 401


def test_an_account_plays_over_a_socket_by_its_cookie(people_server: RunningServer) -> None:
    _, here = signed_in(people_server, "Socket")
    table, _ = opened(here)

    async def seat_of(cookie: str) -> object:
        headers = {"cookie": f"{COOKIE}={cookie}"}
        async with connect(people_server.socket_of(table), additional_headers=headers) as line:
            await line.send(json.dumps({"t": "hello", "token": "account"}))
            said = json.loads(await line.recv())
            return said["you"]["seat"] if said["t"] == "table" and said["you"] else said["t"]

    assert asyncio.run(seat_of(here.cookies[COOKIE])) == 0
    assert asyncio.run(seat_of("")) == "no"


def test_who_looks_like_another_at_the_table_is_numbered(people_server: RunningServer) -> None:
    table, _ = opened(browser(people_server))
    joined = browser(people_server).post(f"/api/tables/{table}/join", json={"name": "Аnna"})
    header = browser(people_server).get(f"/api/tables/{table}").json()
    assert header["seats"][joined.json()["seat"]]["name"] == "Аnna (2)"


def test_the_latest_tables_of_an_account_are_found_without_their_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    try:
        ask = store.rows
        monkeypatch.setattr(store, "rows", lambda sql, given: [(sql,)])
        sql = store.held_by("anna", 1e9, 100)[0]
        plan = ask(f"EXPLAIN QUERY PLAN {sql}", ("anna", 1e9, 100))
        assert "COVERING INDEX tables_by_id" in str(plan)
    finally:
        store.close()
