"""Every route of results, circles and cups: bounded, closed to guests where it should be, and deaf to nonsense."""

from __future__ import annotations

import inspect
import random
import re

import httpx
import msgspec
import pytest
from server.signing import browser, signed_in
from starlette.routing import Route

from dragondune.server.web import circles, cups, ranks
from dragondune.server.web.openapi import Call
from tools.trials.fuzz import NASTY
from tools.trials.running import RunningServer

MODULES = (ranks, circles, cups)
CALLS: list[Call] = [call for module in MODULES for call in module.CALLS]
ROUTES: list[Route] = [route for module in MODULES for route in module.ROUTES]
# What anybody may read: ratings without names, profiles that are open, tournaments.
OPEN_TO_ALL = {
    "/api/people/ratings",
    "/api/people/ratings/{edition}/{players}",
    "/api/people/players/{account}",
    "/api/people/players/{account}/results",
    "/api/people/cups",
    "/api/people/cups/{cup}",
    "/api/people/cups/{cup}/games.csv",
}


def filled(path: str, value: str) -> str:
    return re.sub(r"\{\w+\}", value, path)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.endpoint.__name__}")
def test_every_route_is_paid_for(route: Route) -> None:
    """Whatever is asked costs its share, by ``spend`` itself or by one who calls it."""
    assert re.search(r"await (spend|mine|reading|_moderator)\(", inspect.getsource(route.endpoint))


def test_guests_get_no_further_than_what_is_open(people_server: RunningServer) -> None:
    guest = browser(people_server)
    for call in CALLS:
        body = b'{"do": "x"}' if call.body is not None else None
        path = filled(call.path, "me")
        found = guest.request(call.method.upper(), path, content=body)
        closed = call.method == "post" or call.path not in OPEN_TO_ALL
        assert found.status_code in ((400, 401, 404) if closed else (200, 401, 404)), path


def nonsense(call: Call, rng: random.Random) -> bytes:
    """A body that has the right fields with anything in them, or is none at all."""
    if rng.random() < 0.1 or call.body is None:
        return rng.randbytes(rng.randrange(40))
    fields = [one.name for one in msgspec.structs.fields(call.body)]
    words = ("enter", "ask", "join", "hand", "suspend", "me", "friends")
    made = {name: rng.choice((*NASTY, *words)) for name in fields if rng.random() < 0.8}
    return msgspec.json.encode(made)


def test_nonsense_is_refused_and_changes_nothing(people_server: RunningServer) -> None:
    _, here = signed_in(people_server, "Fuzzer")
    other, there = signed_in(people_server, "Fuzzed")
    rng = random.Random(16)
    before = there.get("/api/people/circle").json()
    for turn in range(600):
        call = rng.choice(CALLS)
        value = rng.choice(
            ("me", "x", "%00", "..%2f..", "%F0%9F%90%89", "1e309", other.id[:8], "~")
        )
        query = rng.choice(("", "?page=1~2~3", "?page=%00", "?after=-1", "?before=x", "?page=~"))
        path = filled(call.path, value) + query
        body = nonsense(call, rng) if call.method == "post" else b""
        client = here if turn % 3 else browser(people_server)
        try:
            found = client.request(call.method.upper(), path, content=body)
        except httpx.InvalidURL:
            continue
        assert found.status_code < 500, (call.method, path, body, found.text)
    assert there.get("/api/people/circle").json() == before
    assert here.get("/api/people/me").json()["account"]["name"] == "Fuzzer"
