"""Play over days: clocks that count only some time, my tables, substitutes, notes, tables that died."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from server.room import PEOPLE, Ear, Room
from server.signing import browser, signed_in

from dragondune.server.config import Config
from dragondune.server.lobby import people
from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.keeping import DIED, tidy
from dragondune.server.lobby.substitutes import take
from dragondune.server.people import vacations
from dragondune.server.people.accounts import Account
from dragondune.server.people.people import People
from dragondune.server.storage.card import OVER, hash_token
from dragondune.server.tables.calendar import Calendar
from dragondune.server.web.app import calls_of
from dragondune.server.wire.incoming import NewTable, OrderSet, Pace, PeopleWish, SeatWish
from dragondune.server.wire.problems import ProblemError
from tools.trials.fuzz import hostile_call
from tools.trials.running import RunningServer

Scene = Callable[..., None]
HOUR, DAY = 3600.0, 86_400.0
SLOW = Pace("slow", int(DAY), reserve=int(2 * DAY))
DUEL = [
    {"kind": "human", "faction": "dwarves"},
    {"kind": "open", "faction": "elves"},
    {"kind": "bot", "bot": "random"},
    {"kind": "bot", "bot": "random"},
]


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


# --- clocks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "hours", "end"),
    [
        ("2026-11-20 12:00", 6, "2026-11-20 18:00"),  # a Friday
        ("2026-11-20 12:00", 24, "2026-11-23 12:00"),
        ("2026-11-21 09:00", 24, "2026-11-24 00:00"),  # on Saturday the clock stands
        ("2026-11-20 12:00", 24 * 6, "2026-11-30 12:00"),  # over two weekends
    ],
)
def test_weekends_do_not_count(begin: str, hours: int, end: str) -> None:
    calendar = Calendar(0.0)
    assert calendar.after(at(begin), hours * HOUR) == at(end)
    assert calendar.between(at(begin), at(end)) == pytest.approx(hours * HOUR)
    assert Calendar().after(at(begin), hours * HOUR) == at(begin) + hours * HOUR
    ahead = Calendar(2 * HOUR)  # two hours east the weekend comes two hours sooner
    assert ahead.stands(at("2026-11-20 22:30"))
    assert not calendar.stands(at("2026-11-20 22:30"))


def test_neither_does_vacation() -> None:
    away = Calendar(0.0, ((at("2026-11-18 00:00"), at("2026-11-20 00:00")),))
    assert away.after(at("2026-11-17 12:00"), DAY) == at("2026-11-20 12:00")
    assert away.after(at("2026-11-17 12:00"), 2 * DAY) == at("2026-11-23 12:00")
    assert away.between(at("2026-11-17 12:00"), at("2026-11-23 12:00")) == pytest.approx(2 * DAY)


class Clock:
    """Wall time as a test has it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: float) -> None:
        self.now = now
        monkeypatch.setattr("dragondune.server.tables.clocks.time.time", lambda: self.now)


def test_a_reserve_is_used_once_and_kept_with_the_seat(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, at("2026-11-16 12:00"))

    async def play(room: Room) -> None:
        table, session = room.table, room.session
        mover = session.waiting()[0]
        table.driver._drop(mover)
        table.driver.look()
        assert table.clock()[mover] == clock.now + 3 * DAY

        async def move() -> str:
            seat = session.waiting()[0]
            await room.act(seat, str(room.game.legal(seat)[0]))
            return seat

        def left(seat: str) -> float | None:
            return table.meta.seat_of_faction(seat).reserve

        clock.now += 0.9 * DAY
        assert await move() == mover
        assert left(mover) is None, "all of it is there: it was decided in time"
        slow = session.waiting()[0]
        clock.now += 1.5 * DAY
        await move()
        assert left(slow) == pytest.approx(1.5 * DAY)
        if session.can_undo(slow):
            assert (await table.undo(slow, 999)).ok
            assert left(slow) == pytest.approx(1.5 * DAY), "taking back gives nothing back"
        again = Hall(table.config)
        try:
            stored = again.tables[table.meta.id].meta.seat_of_faction(slow)
            assert stored.reserve == pytest.approx(1.5 * DAY)
        finally:
            again.close()
        header = table.header()
        shown = {seat.faction: seat.reserve for seat in header.seats}
        assert shown[slow] == pytest.approx(1.5 * DAY)  # type: ignore[index]
        assert header.clock

    scene(play, NewTable(seats=PEOPLE, pace=SLOW))


def test_vacation_stops_a_clock_and_cannot_wind_it_up(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        known, account = People(hall), Account("a0", "Ann", 1.0)
        mover = room.session.waiting()[0]
        number = table.number_of(mover)
        card = table.meta
        card.seats[number].account, card.seats[number].token_hash = "a0", hash_token("t")
        await hall.store.write([("INSERT INTO holdings VALUES ('a0', ?, 1)", (card.id,))])
        before = table.clock()[mover]
        await vacations.begin(hall, account, 3)
        await known.pause_tables(account)
        assert table.clock()[mover] == pytest.approx(before + 3 * DAY, abs=5)
        assert table.header().seats[number].paused == pytest.approx(time.time() + 3 * DAY, abs=60)
        assert not table.attendance.is_absent(number)
        with pytest.raises(ProblemError, match="already"):
            await vacations.begin(hall, account, 3)
        await vacations.end(hall, account)
        await known.pause_tables(account)
        assert table.clock()[mover] == pytest.approx(before, abs=5), "not more than was left"
        for _ in range(4):  # each time a day of it is gone
            await vacations.begin(hall, account, 1)
            await vacations.end(hall, account)
        with pytest.raises(ProblemError, match="0 days"):
            await vacations.begin(hall, account, 1)
        known.close()

    pace = Pace("slow", int(DAY), vacation=True)
    scene(play, NewTable(seats=PEOPLE, pace=pace), people=1, vacation_days=5)


# --- substitutes ---------------------------------------------------------------------------


def test_somebody_else_takes_a_seat_and_is_told_what_the_bot_did(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table, session = room.hall, room.table, room.session
        for number, seat in enumerate(table.meta.seats):
            seat.token_hash, seat.account = hash_token(f"t{number}"), f"a{number}"
        faction = session.waiting()[0]
        mine = table.number_of(faction)
        await table.set_orders(faction, 1, OrderSet(bid_limit=3))
        old = Ear(mine)
        await table.welcome(old, 0, 0)  # type: ignore[arg-type]

        async def do(who: int, deed: Any, seat: int | None = None) -> None:
            await people.act(hall, table, f"t{who}", PeopleWish(deed, seat))

        with pytest.raises(ProblemError) as found:
            await take(hall, table, mine, ("new", "Nia"))
        assert found.value.status == 409
        other = (mine + 1) % 4
        with pytest.raises(ProblemError) as found:
            await do(other, "want", mine)  # not theirs to give
        assert found.value.status == 403
        await do(mine, "want")
        assert table.header().seats[mine].wanted
        for knows in (f"a{mine}", f"a{other}"):
            with pytest.raises(ProblemError, match="somebody else"):
                await take(hall, table, mine, (knows, "Again"))
        await do(mine, "leave")
        await hall.store.write(
            [("INSERT INTO notes VALUES (?, ?, 1, ?)", (table.meta.id, mine, b"{}"))]
        )
        for _ in range(1200):
            if table.stints[faction].deeds:
                break
            await asyncio.sleep(0.05)
        taken = await take(hall, table, mine, ("new", "Nia"))
        seat = table.meta.seats[mine]
        assert (seat.name, seat.account, seat.former) == ("Nia", "new", [f"a{mine}"])
        assert faction not in table.away
        assert not table.header().seats[mine].wanted
        assert hall.store.rows("SELECT * FROM notes") == [], "notes were another's"
        assert table.orders_of(faction) == OrderSet()
        assert old.seat is None, "whoever had it looks on"
        fresh = Ear(mine)
        await table.welcome(fresh, 0, 0)  # type: ignore[arg-type]
        assert fresh.told("stand_in")[0]["lines"] or fresh.told("stand_in")[0]["quiet"]
        assert table.meta.seat_of_token(taken.token) == mine
        with pytest.raises(ProblemError) as found:
            await do(mine, "back")
        assert found.value.status == 401
        assert session.heard[-1].event.kind == "substituted" or any(
            one.event.kind == "substituted" for one in session.heard[-5:]
        )
        again = Hall(table.config)
        try:
            stored = again.tables[table.meta.id]
            await stored.load()
            assert stored.meta.status == "playing"
            assert stored.away == set()
            assert stored.orders_of(faction) == OrderSet()
        finally:
            again.close()

    scene(play, people=1)


def test_the_host_finds_somebody_for_a_seat_that_was_given_up(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        for number, seat in enumerate(table.meta.seats):
            seat.token_hash, seat.account = hash_token(f"t{number}"), f"a{number}"
        await people.act(hall, table, "t3", PeopleWish("resign"))
        with pytest.raises(ProblemError):
            await people.act(hall, table, "t2", PeopleWish("want", 3))
        await people.act(hall, table, "t0", PeopleWish("want", 3))
        with pytest.raises(ProblemError, match="somebody else"):
            await take(hall, table, 3, ("a3", "Back"))
        await take(hall, table, 3, ("new", "Nia"))
        seat = table.meta.seats[3]
        assert (seat.kind, seat.resigned, seat.former) == ("human", False, ["a3"])

    scene(play, people=1)


def test_a_server_without_accounts_has_no_substitutes(scene: Scene) -> None:
    async def play(room: Room) -> None:
        room.table.meta.seats[0].token_hash = hash_token("t")
        with pytest.raises(ProblemError) as found:
            await people.act(room.hall, room.table, "t", PeopleWish("want"))
        assert found.value.status == 409
        room.table.meta.rated = True
        with pytest.raises(ProblemError, match="counts"):
            await people.act(room.hall, room.table, "t", PeopleWish("want"))

    scene(play)


# --- tables that died ----------------------------------------------------------------------


def test_a_table_nobody_came_back_to_is_closed_and_says_so(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        seats = [SeatWish("human"), SeatWish("open"), SeatWish("open"), SeatWish("open")]
        waiting = hall.tables[(await hall.create(NewTable(seats=seats), "here")).table]
        await tidy(hall.config, hall.store, hall.have)
        assert table.meta.status == "playing", "somebody was here today"
        soon = replace(hall.config, dead_days=1e-9)
        listener = Ear(0)
        await table.welcome(listener, 0, 0)  # type: ignore[arg-type]
        await tidy(soon, hall.store, hall.have)
        assert table.meta.status == "playing", "somebody is here"
        table.leave(listener)  # type: ignore[arg-type]
        await tidy(soon, hall.store, hall.have)
        assert table.meta.status == OVER
        assert table.header().why == DIED.format(0)
        assert hall.store.card(waiting.meta.id) is None

    scene(play)


# --- over HTTP -----------------------------------------------------------------------------


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def opened(client: httpx.Client, **wish: Any) -> str:
    made = client.post("/api/tables", json={"seats": DUEL, "name": "Ann", **wish})
    return str(made.json()["table"])


def test_my_tables_come_with_the_most_urgent_first(people_server: RunningServer) -> None:
    _, ann = signed_in(people_server, "Ann Urgent")
    _, ben = signed_in(people_server, "Ben Urgent")
    waits = opened(ann)
    slow, quick = (
        opened(ann, pace={"kind": "slow", "seconds": seconds, "reserve": 60})
        for seconds in (90_000, 80_000)
    )
    for table in (slow, quick):
        assert ben.post(f"/api/tables/{table}/join", json={"name": "Ben"}).status_code == 201

    def told(who: httpx.Client) -> dict[str, Any]:
        found = who.get("/api/people/tables")
        assert found.status_code == 200
        return dict(found.json())

    end = time.monotonic() + 30
    while not (told(ann)["waiting"] + told(ben)["waiting"]) and time.monotonic() < end:
        time.sleep(0.05)
    for who in (ann, ben):
        found = told(who)
        mine = [(one["table"]["id"], one["turn"], one["deadline"]) for one in found["tables"]]
        turns = [one for one in mine if one[1]]
        assert mine[: len(turns)] == turns
        assert turns == sorted(turns, key=lambda one: one[2])
        assert len(turns) == found["waiting"]
    assert [one["table"]["id"] for one in told(ann)["tables"]][-1] == waits
    assert browser(people_server).get("/api/people/tables").status_code == 401


def test_notes_are_kept_with_the_seat_and_told_to_nobody(people_server: RunningServer) -> None:
    _, ann = signed_in(people_server, "Ann Notes")
    guest, stranger = browser(people_server), browser(people_server)
    table = opened(ann)
    joined = guest.post(f"/api/tables/{table}/join", json={"name": "G"}).json()
    path = f"/api/tables/{table}/notes"
    mine = {
        "text": "hidden words",
        "marks": [{"place": "10★", "sign": "eye", "text": "here\u202e"}],
    }
    kept = ann.post(path, json=mine, headers=bearer("account"))
    assert kept.status_code == 200
    assert kept.json()["notes"]["marks"] == [{"place": "10★", "sign": "eye", "text": "here"}]
    phone = browser(people_server, dict(ann.cookies).popitem()[1])
    assert phone.get(path, headers=bearer("account")).json() == kept.json()
    assert guest.get(path, headers=bearer(joined["token"])).json()["notes"]["text"] == ""
    assert stranger.get(path).status_code == 401
    assert stranger.post(path, json=mine).status_code == 401
    for leak in (f"/api/tables/{table}", "/api/tables", f"/api/tables/{table}/seat"):
        assert "hidden words" not in guest.get(leak, headers=bearer(joined["token"])).text
    assert "hidden words" in ann.get("/api/people/export").text
    guest.post(path, json=mine, headers=bearer(joined["token"]))
    waits = {"seats": [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]}
    room = ann.post("/api/tables", json=waits).json()["table"]
    for text in ("first", ""):
        seat = guest.post(f"/api/tables/{room}/join", json={"name": "G"}).json()
        where, head = f"/api/tables/{room}/notes", bearer(seat["token"])
        assert guest.get(where, headers=head).json()["notes"]["text"] == "", "another's are gone"
        guest.post(where, json={"text": text}, headers=head)
        guest.post(f"/api/tables/{room}/leave", json={}, headers=head)
    for wrong in (
        {"text": "x" * 4001},
        {"marks": [{"place": "everywhere"}]},
        {"marks": [{"place": "1", "sign": "skull"}]},
        {"marks": [{"place": "1"}] * 41},
        {"words": ""},
    ):
        assert ann.post(path, json=wrong, headers=bearer("account")).status_code == 400
    ann.post(path, json={}, headers=bearer("account"))
    assert ann.get(path, headers=bearer("account")).json()["notes"] == {"text": "", "marks": []}


def test_targets_are_ones_own_and_bounded(people_server: RunningServer) -> None:
    _, ann = signed_in(people_server, "Ann Targets")
    _, ben = signed_in(people_server, "Ben Targets")
    assert browser(people_server).get("/api/people/tidings").status_code == 401
    begun = ann.get("/api/people/tidings").json()
    assert begun["targets"] == []
    assert begun["push_key"]
    secret = "https://hooks.example.com/secret"
    hook = {"channel": "webhook", "address": secret, "shape": "slack"}
    kept = ann.post("/api/people/targets", json=hook).json()["targets"]
    assert [(one["name"], one["shape"]) for one in kept] == [("hooks.example.com", "slack")]
    assert "secret" not in ann.get("/api/people/tidings").text, "whoever has it can write there"
    where = f"/api/people/targets/{kept[0]['id']}"
    assert ben.post(f"{where}/remove").status_code == 404
    assert ben.post(f"{where}/try").status_code == 404
    for address in ("http://example.org/", "https://user:x@example.org/", "file:///etc/passwd"):
        wrong = ann.post("/api/people/targets", json={"channel": "webhook", "address": address})
        assert wrong.status_code == 400
    inside = {"channel": "webhook", "address": "https://127.0.0.1:1/"}
    found = ann.post("/api/people/targets", json=inside).json()["targets"]
    tried = ann.post(f"/api/people/targets/{found[-1]['id']}/try")
    assert tried.status_code == 502
    assert tried.json()["error"]["text"] == "That address is not on the Internet."
    mail = {"channel": "mail", "address": "another@example.org"}
    assert ann.post("/api/people/targets", json=mail).status_code == 400
    push = {"channel": "push", "address": "https://push.example.com/x", "p256dh": "x", "auth": "y"}
    assert ann.post("/api/people/targets", json=push).status_code == 400
    for number in range(12):
        full = ann.post("/api/people/targets", json={**hook, "address": f"{secret}{number}"})
    assert full.status_code in (409, 429)
    assert len(ann.get("/api/people/tidings").json()["targets"]) == 10
    assert ann.post(f"{where}/remove").status_code == 200
    assert len(ann.get("/api/people/tidings").json()["targets"]) == 9


def test_what_one_wants_to_be_told_is_kept(people_server: RunningServer) -> None:
    _, ann = signed_in(people_server, "Ann Wishes")
    wanted = {"zone": "America/New_York", "quiet": [1320, 420], "unheard": ["offer/mail"]}
    assert ann.post("/api/people/tidings", json=wanted).json()["wishes"] == wanted
    assert ann.get("/api/people/tidings").json()["wishes"] == wanted
    for wrong in (
        {"zone": "Nowhere/Land"},
        {"zone": "../../etc/passwd"},
        {"quiet": [0, 1440]},
        {"unheard": ["everything"]},
    ):
        assert ann.post("/api/people/tidings", json=wrong).status_code == 400
    assert ann.get("/api/people/export").json()["settings"]["zone"] == "America/New_York"


def test_vacation_and_substitutes_over_http(people_server: RunningServer) -> None:
    _, ann = signed_in(people_server, "Ann Away")
    _, cat = signed_in(people_server, "Cat Comes")
    table = opened(ann, pace={"kind": "slow", "seconds": 90_000, "vacation": True})
    guest = browser(people_server)
    guest.post(f"/api/tables/{table}/join", json={"name": "G"})
    gone = ann.post("/api/people/vacation", json={"days": 5}).json()
    assert gone["left"] == 25
    seats = ann.get(f"/api/tables/{table}").json()["seats"]
    assert seats[0]["paused"] == pytest.approx(gone["until"])
    assert ann.post("/api/people/vacation", json={"days": 0}).json() == {"until": None, "left": 29}
    assert ann.post("/api/people/vacation", json={"days": 40}).status_code == 409
    assert ann.post("/api/people/vacation", json={"days": -1}).status_code == 400
    assert cat.post(f"/api/tables/{table}/take", json={"seat": 0}).status_code == 409
    wish = ann.post(f"/api/tables/{table}/people", json={"do": "want"}, headers=bearer("account"))
    assert wish.json()["seats"][0]["wanted"]
    assert guest.post(f"/api/tables/{table}/take", json={"seat": 0}).status_code == 401
    tie = {"name": "Cat Comes"}
    assert ann.post("/api/people/ties", json={"do": "block", **tie}).status_code == 200
    assert cat.post(f"/api/tables/{table}/take", json={"seat": 0}).status_code == 403
    assert ann.post("/api/people/ties", json={"do": "unblock", **tie}).status_code == 200
    taken = cat.post(f"/api/tables/{table}/take", json={"seat": 0})
    assert taken.status_code == 200
    assert cat.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Cat Comes"
    assert ann.get(f"/api/tables/{table}/seat", headers=bearer("account")).status_code == 401


def test_hostile_bodies_of_every_call_break_nothing(people_server: RunningServer) -> None:
    """Whatever is sent to what is served only with accounts, nothing of it is an error of the server."""
    rng = random.Random(16)
    _, ann = signed_in(people_server, "Ann Fuzzed")
    table = opened(ann)
    before = ann.get(f"/api/tables/{table}").json()
    calls = [call for call in calls_of(Config(people=1)) if call not in calls_of(Config())]
    seen = set()
    for number in range(300):
        call = calls[number % len(calls)]
        if call.path.endswith(("/out", "/delete", "/end", "/vacation")):
            continue
        method, path, body = hostile_call(rng, call, table)
        head = bearer(rng.choice(("x", "account", "y" * 43)))
        answer = ann.request(method, path, json=body if method == "post" else None, headers=head)
        assert answer.status_code < 500 or answer.status_code in (501, 502), (call.path, body)
        seen.add(answer.status_code)
    assert {400, 404} <= seen
    after = ann.get(f"/api/tables/{table}").json()
    same = ("status", "seats", "waiting", "title")
    assert [before[name] for name in same] == [after[name] for name in same]
