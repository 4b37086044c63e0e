"""Reviews at the server: never of a game in play, made in the background once, kept, and limited."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.finished import last_turn, play_out
from server.room import Room
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from dragondune.advice.scales import Trials
from dragondune.review.work import EFFORTS, Effort
from dragondune.server.config import Config
from dragondune.server.lobby.hall import Hall
from dragondune.server.review import jobs
from dragondune.server.review.jobs import Reviews
from dragondune.server.review.live import LiveChances
from dragondune.server.web import app as web
from dragondune.server.web.reviews import NOT_OVER
from dragondune.server.wire.incoming import ForkWish
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.reviews import Frame, ReviewStatus

Scene = Callable[..., None]
EFFORTS["least"] = Effort(curve=1, known=1, trials=Trials(first=1, check=2, sure=2))


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews are worked at in this process: starting another would take longer than the test."""
    threads = ThreadPoolExecutor(1)
    monkeypatch.setattr(Reviews, "executor", lambda reviews: threads)


def client_of(config: Config) -> TestClient:
    """The client takes an app for one of today's only where it is a coroutine itself."""
    app = web.make_app(config)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await app(scope, receive, send)

    return TestClient(answer)


@pytest.fixture
def served(tmp_path: Path) -> Callable[..., Any]:
    """A client of a server in this process, with a game under way and one that is over."""

    def start(**settings: Any) -> tuple[TestClient, str, str]:
        usual: dict[str, Any] = {"data": str(tmp_path), "bot_pace": 0, "veil_median": 0}
        config = Config(**(usual | {"review_effort": "least", "names": "testserver"} | settings))

        async def prepare() -> tuple[str, str]:
            hall = Hall(config)
            running, over = await last_turn(hall), await last_turn(hall)
            await play_out(over)
            hall.close()
            return running.meta.id, over.meta.id

        running, over = asyncio.run(prepare())
        return client_of(config), running, over

    return start


def wait_for(client: TestClient, table: str) -> dict[str, Any]:
    for _ in range(600):
        told: dict[str, Any] = client.get(f"/api/tables/{table}/review").json()
        if told["state"] in ("done", "failed"):
            return told
        client.portal.call(asyncio.sleep, 0.05)  # type: ignore[union-attr]
    raise AssertionError("the review did not come to an end")


# --- a game in play ------------------------------------------------------------------------


def test_a_game_in_play_is_not_reviewed_shown_forked_or_shared(served: Any) -> None:
    client, running, _ = served()
    with client:
        path = f"/api/tables/{running}"
        answers = [
            client.get(f"{path}/review"),
            client.post(f"{path}/review"),
            client.get(f"{path}/frames"),
            client.post(f"{path}/fork", json={"at": 0, "seat": "orcs"}),
            client.get(f"{path}/qr.svg"),
        ]
        assert [one.status_code for one in answers] == [409] * 5
        assert answers[0].json()["error"]["text"] == NOT_OVER
        assert client.get(f"{path}/picture.png").status_code == 404
        unknown = client.get("/r/nosuchtable")
        shared = client.get(f"/r/{running}")
        assert (shared.status_code, shared.text) == (200, unknown.text)


# --- a finished game -----------------------------------------------------------------------


def test_a_review_is_made_once_kept_and_shared(
    served: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    client, _, over = served()
    with client:
        path = f"/api/tables/{over}"
        assert client.get(f"{path}/review").json()["state"] == "none"
        early = client.get(f"/r/{over}").text
        assert 'won" />' in early  # who won is told at once, the curves when there are any
        assert "picture.png" not in early
        asked = client.post(f"{path}/review").json()
        assert asked["state"] in ("working", "waiting")
        told = wait_for(client, over)
        assert told["state"] == "done"
        review = told["review"]
        assert set(review["totals"]) == {"orcs", "elves", "dwarves", "goblins"}
        typed = msgspec.json.decode(client.get(f"{path}/review").content, type=ReviewStatus)
        assert typed.review is not None
        monkeypatch.setattr(jobs, "count", None)  # nobody counts again what is kept
        assert client.post(f"{path}/review").json()["review"] == review
        page = client.get(f"/r/{over}").text
        assert 'property="og:title"' in page
        assert f"http://testserver/r/{over}" in page
        assert client.get(f"{path}/picture.svg").text.startswith("<svg")
        assert client.get(f"{path}/qr.svg").headers["content-type"] == "image/svg+xml"
    again = client_of(Config(data=str(tmp_path), names="testserver"))
    with again:
        assert again.get(f"/api/tables/{over}/review").json()["review"] == review


def test_every_hand_lies_open_at_every_moment(served: Any) -> None:
    client, _, over = served()
    with client:
        record = client.get(f"/api/tables/{over}/record").json()
        shown: list[dict[str, Any]] = []
        while len(shown) <= len(record["actions"]):
            path = f"/api/tables/{over}/frames?first={len(shown)}&number=100000"
            answer = client.get(path)
            msgspec.json.decode(answer.content, type=list[Frame])
            more = answer.json()
            assert 0 < len(more) <= 60
            shown += more
        assert [frame["at"] for frame in shown] == list(range(len(record["actions"]) + 1))
        assert [[f["seat"], f["line"]] for f in shown[1:]] == record["actions"]
        for frame in shown:
            for facts in frame["view"]["factions"].values():
                assert len(facts["known"]) == facts["hand"]
                assert facts["usurper"] != "?"
        assert shown[-1]["view"]["over"]
        for wrong in ("first=-1", "first=x", "number=1e9", "first=9999999999"):
            assert client.get(f"/api/tables/{over}/frames?{wrong}").status_code == 400
        assert client.get(f"/api/tables/{over}/frames?first=99999").json() == []


def test_one_plays_on_from_a_moment_against_bots(served: Any) -> None:
    client, _, over = served()
    with client:
        path = f"/api/tables/{over}/fork"
        made = client.post(path, json={"at": 3, "seat": "elves", "name": "Ada"})
        assert made.status_code == 201
        header = client.get(f"/api/tables/{made.json()['table']}").json()
        kinds = {seat["faction"]: seat["kind"] for seat in header["seats"]}
        assert kinds == {"orcs": "bot", "elves": "human", "dwarves": "bot", "goblins": "bot"}
        assert (header["turn"], header["status"]) == (8, "playing")
        assert header["origin"] == f"{over}/3"
        frame = client.get(f"/api/tables/{over}/frames?first=3&number=1").json()[0]["view"]
        token = made.json()["tokens"][0]["token"]
        seat = client.get(
            f"/api/tables/{made.json()['table']}/seat", headers={"authorization": f"Bearer {token}"}
        ).json()
        assert sorted(seat["view"]["me"]["hand"]) == sorted(frame["factions"]["elves"]["known"])


def test_a_fork_is_refused_where_it_makes_no_sense(served: Any) -> None:
    client, _, over = served()
    rng = random.Random(5)
    with client:
        path = f"/api/tables/{over}/fork"
        lines = len(client.get(f"/api/tables/{over}/record").json()["actions"])
        assert client.post(path, json={"at": lines, "seat": "orcs"}).status_code == 409
        assert client.post(path, json={"at": lines + 1, "seat": "orcs"}).status_code == 400
        odd: list[Any] = [None, -1, 10**9, 1.5, "3", [], {}, "orcs", "\x00", "warlord:9999", True]
        for _ in range(60):
            body = {name: rng.choice(odd) for name in ("at", "seat", "name", "bot", "x")}
            assert client.post(path, json=body).status_code == 400
        wanted = {"at": 2, "seat": "orcs", "bot": "warlord:9999"}
        assert client.post(path, json=wanted).status_code == 400


def test_cards_that_nobody_saw_are_shuffled_anew_in_a_fork(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        over = await last_turn(hall)
        game = over.session.game.copy() if over.session else None
        assert game is not None
        positions = set()
        for _ in range(14):
            made = await hall.fork(over, game, ForkWish(0, "orcs"), "here")
            positions.add(hall.tables[made.table].meta.position.split("seed=")[0])
        assert len(positions) > 1

    scene(play)


# --- limits and failures -------------------------------------------------------------------


def test_reviews_are_limited_by_address_and_in_number(scene: Scene, monkeypatch: Any) -> None:
    async def play(room: Room) -> None:
        reviews = room.hall.reviews
        monkeypatch.setattr(Reviews, "_work", lambda reviews: asyncio.sleep(0))
        reviews.ask("a", "{}", "here")
        reviews.ask("a", "{}", "here")  # the same one is not counted twice
        reviews.ask("b", "{}", "here")
        with pytest.raises(ProblemError) as refused:
            reviews.ask("c", "{}", "here")
        assert refused.value.status == 429
        reviews.ask("c", "{}", "there")
        with pytest.raises(ProblemError) as refused:
            reviews.ask("d", "{}", "there")
        assert refused.value.status == 503
        assert reviews.progress("b")[0] == "waiting"

    scene(play, reviews_per_hour=2, most_reviews=3)


def test_a_server_without_workers_says_that_it_makes_none(scene: Scene) -> None:
    async def play(room: Room) -> None:
        with pytest.raises(ProblemError) as refused:
            room.hall.reviews.ask("a", "{}", "here")
        assert refused.value.status == 501

    scene(play, review_workers=0)


def test_a_record_that_cannot_be_reviewed_fails_alone(scene: Scene) -> None:
    async def play(room: Room) -> None:
        reviews = room.hall.reviews
        for wrong in ("{}", "[]", '{"format": "dragon-dune record"}'):
            reviews.ask(wrong, wrong, "here")
        for _ in range(200):
            if reviews.progress('{"format": "dragon-dune record"}')[0] == "failed":
                break
            await asyncio.sleep(0.02)
        assert all(reviews.trouble(one) for one in ("{}", "[]"))

    scene(play)


# --- the live chance -----------------------------------------------------------------------


class Counted:
    """Thinkers that count how often they are asked."""

    def __init__(self) -> None:
        self.asked = 0

    def paid_by(self, payer: str, failed: set[str] | None = None) -> Counted:
        return self

    async def chance(self, parcel: object, worlds: int) -> tuple[float, float]:
        self.asked += 1
        await asyncio.sleep(0)
        return 0.25, 0.01


def test_a_moment_is_judged_once_however_often_it_is_asked() -> None:
    async def play() -> None:
        thinkers = Counted()
        live = LiveChances(thinkers)  # type: ignore[arg-type]
        parcel: Any = ("r9", (), {})
        told = await asyncio.gather(*(live.chance("t", 5, parcel, "me") for _ in range(8)))
        assert (thinkers.asked, set(told)) == (1, {(0.25, 0.01)})
        await live.chance("t", 6, parcel, "me")
        assert thinkers.asked == 2

    asyncio.run(play())


def test_the_live_chance_is_for_a_lone_player_alone(served: Any, monkeypatch: Any) -> None:
    """What it is judged by is the seat's own view: the parcel that bots get, too."""
    parcels: list[Any] = []

    async def note(
        live: LiveChances, table: str, n: int, parcel: Any, payer: str
    ) -> tuple[float, float]:
        parcels.append(parcel)
        return 0.5, 0.1

    monkeypatch.setattr(LiveChances, "chance", note)
    client, running, _ = served()
    with client:
        assert client.get(f"/api/tables/{running}/chance").status_code == 401
        seats = [{"kind": "human", "faction": "elves"}, *[{"kind": "bot", "bot": "random"}] * 3]
        for extra, expected in (({}, 200), ({"hints": False}, 403)):
            made = client.post("/api/tables", json={"seats": seats, **extra}).json()
            bearer = {"authorization": f"Bearer {made['tokens'][0]['token']}"}
            told = client.get(f"/api/tables/{made['table']}/chance", headers=bearer)
            assert told.status_code == expected
        view = parcels[0][2]
        assert view["seat"] == 1
        assert all(not cards & ~view["knows"] for cards in view["hands"])
        two = [{"kind": "human"}, {"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * 2]
        made = client.post("/api/tables", json={"seats": two, "hotseat": True}).json()
        bearer = {"authorization": f"Bearer {made['tokens'][0]['token']}"}
        refused = client.get(f"/api/tables/{made['table']}/chance", headers=bearer)
        assert refused.status_code == 403
        assert len(parcels) == 1
