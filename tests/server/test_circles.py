"""Friends, clubs and blocks; talk of those who watch; reports and what moderators do about them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from server.room import Room
from server.signing import browser, cookie_for, signed_in

from dragondune.server.admin import run_admin
from dragondune.server.circles import clubs, ties
from dragondune.server.circles.circles import Circles
from dragondune.server.circles.moderation import HOST, REPORTS_A_DAY, Moderation
from dragondune.server.circles.remarks import MOST
from dragondune.server.lobby.keeping import close
from dragondune.server.lobby.substitutes import take
from dragondune.server.people.accounts import Account
from dragondune.server.people.people import People
from dragondune.server.storage.card import AccountId
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import Statement
from dragondune.server.wire.problems import ProblemError
from tools.trials.running import RunningServer

Scene = Callable[..., None]
TWO = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]


def opened(client: httpx.Client, **more: object) -> str:
    made = client.post("/api/tables", json={"seats": TWO, **more})
    assert made.status_code == 201, made.text
    return f"/api/tables/{made.json()['table']}"


def tie(client: httpx.Client, do: str, other: Account) -> httpx.Response:
    return client.post("/api/people/ties", json={"do": do, "account": other.id})


def kinds(client: httpx.Client) -> dict[str, str]:
    return {one["name"]: one["kind"] for one in client.get("/api/people/circle").json()["ties"]}


def sit(client: httpx.Client, table: str) -> int:
    return client.post(f"{table}/join", json={"name": "x"}).status_code


def write(server: RunningServer, rows: list[Statement]) -> None:
    store = SqliteStore(Path(server.folder) / "tables.sqlite3")
    try:
        asyncio.run(store.write(rows))
    finally:
        store.close()


def test_friends_ask_each_other_and_sit_at_tables_for_friends(
    people_server: RunningServer,
) -> None:
    (ann, a), (bob, b) = signed_in(people_server, "Fr Ann"), signed_in(people_server, "Fr Bob")
    _, c = signed_in(people_server, "Fr Cleo")
    table = opened(a, circle="friends", public=True)
    assert sit(b, table) == 403
    assert sit(browser(people_server), table) == 401
    assert tie(a, "ask", bob).status_code == 200
    assert kinds(a) == {"Fr Bob": "asked"}
    assert kinds(b) == {"Fr Ann": "asking"}
    assert tie(b, "ask", ann).status_code == 200
    assert kinds(a) == {"Fr Bob": "friend"}
    assert sit(b, table) == 201
    assert sit(c, table) == 403
    assert c.post(f"{table}/invite", json={"account": bob.id}).status_code == 409
    assert tie(a, "ask", ann).status_code == 400
    assert (
        a.post("/api/people/ties", json={"do": "ask", "name": "Nobody at all"}).status_code == 404
    )
    other = opened(a)
    assert a.post(f"{other}/invite", json={"account": bob.id}).status_code == 200
    invited = b.get("/api/people/circle").json()["invitations"]
    assert [(one["name"], other.endswith(one["table"])) for one in invited] == [("Fr Ann", True)]
    assert tie(b, "end", ann).status_code == 200
    assert kinds(a) == {}


def test_a_blocked_person_cannot_sit_down_and_is_not_told_why(
    people_server: RunningServer,
) -> None:
    (ann, a), (bob, b) = signed_in(people_server, "Bl Ann"), signed_in(people_server, "Bl Bob")
    table = opened(a)
    assert tie(a, "block", bob).status_code == 200
    refused = b.post(f"{table}/join", json={"name": "x"})
    assert refused.status_code == 403
    assert "block" not in refused.text.lower()
    assert tie(b, "ask", ann).status_code == 200  # which leads nowhere
    assert kinds(a) == {"Bl Bob": "blocked"}
    assert kinds(b) == {}
    assert sit(a, opened(b)) == 403  # nor the other way round
    assert tie(a, "unblock", bob).status_code == 200
    assert sit(b, table) == 201


def test_rematches_and_substitutes_pass_the_same_doors(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        Circles(People(hall))
        for number, seat in enumerate(table.meta.seats):
            seat.account = f"account-{number}"
        out = "INSERT INTO sanctions VALUES (?, ?, ?)"
        late = [(out, (who, "suspend", 9e9)) for who in ("account-0", "stranger")]
        await hall.store.write([*late, ties.tie_row("account-1", "account-2", ties.BLOCKED)])
        table.meta.seats[3].wanted = True
        with pytest.raises(ProblemError, match="until"):
            await take(hall, table, 3, ("stranger", "Stranger"))
        await close(table)
        with pytest.raises(ProblemError, match="until"):
            await hall.rematch(table, AccountId("account-0"), "")
        made = await hall.rematch(table, AccountId("account-3"), "")
        again = hall.tables[made.table]

        async def come(who: str) -> int:
            return (await hall.join(again, "", None, AccountId(who), account=who)).seat

        assert await come("account-1") == 1  # the other's seat is kept, but nobody sits there yet
        with pytest.raises(ProblemError, match="You cannot sit down"):
            await come("account-2")
        with pytest.raises(ProblemError, match="until"):
            await come("account-0")

    scene(play)


def test_ties_have_an_end(people_server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, a = signed_in(people_server, "Many Ann")
    bob, _ = signed_in(people_server, "Many Bob")
    write(people_server, [ties.tie_row(ann.id, f"x{n}", ties.MUTED) for n in range(ties.MOST)])
    assert tie(a, "ask", bob).status_code == 429


def test_who_is_blocked_or_muted_is_not_heard(scene: Scene, tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        circles = Circles(People(room.hall))
        for number, seat in enumerate(room.table.meta.seats):
            seat.account = f"account-{number}"
        await room.sit(0, 1, 2)
        await circles.change("account-0", [ties.tie_row("account-0", "account-1", ties.MUTED)])
        speaker = room.ears["elves"]
        assert (await room.table.talk.say(speaker, 1, "hello", None)).ok  # type: ignore[arg-type]
        assert [line["text"] for line in room.ears["dwarves"].told("chat")] == [""]
        assert [line["text"] for line in room.ears["goblins"].told("chat")] == ["hello"]
        again = room.ears["dwarves"]
        again.heard.clear()
        room.table.talk.catch_up(again, 0)  # type: ignore[arg-type]
        assert "hello" not in str(again.heard)
        rows = Moderation(room.hall.store)
        await room.hall.store.write(
            [("INSERT INTO sanctions VALUES (?, ?, ?)", ("account-2", "silence", 9e9))]
        )
        assert rows.until("account-2", "silence")
        await circles.manners.learn("account-2", anew=True)
        refused = await room.table.talk.say(room.ears["goblins"], 1, "I", None)  # type: ignore[arg-type]
        assert "cannot talk" in refused.text

    scene(play)


def test_a_club_has_an_owner_members_and_tables(people_server: RunningServer) -> None:
    (ann, a), (bob, b) = signed_in(people_server, "Cl Ann"), signed_in(people_server, "Cl Bob")
    _, c = signed_in(people_server, "Cl Cleo")
    made = a.post("/api/people/clubs", json={"name": "Sand Riders", "about": "Fridays"})
    club = f"/api/people/clubs/{made.json()['id']}"
    assert b.post("/api/people/clubs", json={"name": "Sand Ridеrs"}).status_code == 409
    table = opened(a, circle=made.json()["id"])
    assert sit(b, table) == 403
    assert (
        b.post("/api/tables", json={"seats": TWO, "circle": made.json()["id"]}).status_code == 403
    )
    assert b.get(club).json()["members"] == []
    assert b.get(club).json()["tables"] == []
    assert b.post(club, json={"do": "invite", "account": bob.id}).status_code == 403
    assert b.post(club, json={"do": "join"}).status_code == 200
    assert b.get(club).json()["role"] == "asking"
    assert sit(b, table) == 403
    assert a.post(club, json={"do": "invite", "account": bob.id}).status_code == 200
    assert [one["role"] for one in b.get(club).json()["members"]] == ["owner", "member"]
    assert table.endswith(b.get(club).json()["tables"][0]["id"])
    assert sit(b, table) == 201
    assert c.get(club).json()["members"] == []
    assert a.post(club, json={"do": "leave"}).status_code == 409
    assert a.post(club, json={"do": "hand", "account": bob.id}).status_code == 200
    assert b.post(club, json={"do": "remove", "account": ann.id}).status_code == 200
    assert b.post(club, json={"do": "leave"}).status_code == 200
    assert b.get(club).status_code == 404


def test_a_club_outlives_the_account_of_its_owner(people_server: RunningServer) -> None:
    (_, a), (bob, b) = signed_in(people_server, "He Ann"), signed_in(people_server, "He Bob")
    made = [
        f"/api/people/clubs/{a.post('/api/people/clubs', json={'name': name}).json()['id']}"
        for name in ("Heirs", "Loners")
    ]
    a.post(made[0], json={"do": "invite", "account": bob.id})
    b.post(made[0], json={"do": "join"})
    assert a.post("/api/people/delete", json={"name": "He Ann"}).status_code == 200
    assert b.get(made[0]).json()["role"] == "owner"
    assert [one["name"] for one in b.get(made[0]).json()["members"]] == ["He Bob"]
    assert b.get(made[1]).status_code == 404


def test_nobody_is_kept_from_clubs_by_invitations(people_server: RunningServer) -> None:
    (ann, a), (bob, b) = signed_in(people_server, "In Ann"), signed_in(people_server, "In Bob")
    rows = [clubs.found_rows(f"Many {n}", "", ann.id) for n in range(20, 41)]
    for club, _ in rows:
        write(people_server, [clubs.member_row(club, bob.id, clubs.INVITED)])
    write(people_server, [row for _, each in rows for row in each])
    assert b.post("/api/people/clubs", json={"name": "Bob's own"}).status_code == 201
    assert tie(b, "block", ann).status_code == 200
    write(people_server, [("DELETE FROM members WHERE account = ?", (bob.id,))])
    club = f"/api/people/clubs/{rows[0][0]}"
    assert a.post(club, json={"do": "invite", "account": bob.id}).status_code == 200
    assert b.get(club).json()["role"] == "", "nothing comes from whoever is blocked"


def test_a_club_cannot_ask_everybody_there_is(people_server: RunningServer) -> None:
    (ann, a), (bob, b) = signed_in(people_server, "All Ann"), signed_in(people_server, "All Bob")
    club, rows = clubs.found_rows("Everybody", "", ann.id)
    asked = (clubs.member_row(club, f"x{n}", clubs.INVITED) for n in range(clubs.MOST_MEMBERS))
    write(people_server, [*rows, *asked])
    wish = {"do": "invite", "account": bob.id}
    assert a.post(f"/api/people/clubs/{club}", json=wish).status_code == 429
    assert b.post(f"/api/people/clubs/{club}", json={"do": "join"}).status_code == 200
    assert a.post(f"/api/people/clubs/{club}", json=wish).status_code == 200, "Bob has asked"
    assert b.get(f"/api/people/clubs/{club}").json()["role"] == "member"


def test_those_who_watch_talk_and_players_hear_it_after_the_end(
    people_server: RunningServer,
) -> None:
    _, a = signed_in(people_server, "Re Ann")
    (wanda, w), (bad, x) = signed_in(people_server, "Re Wanda"), signed_in(people_server, "Re Bad")
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    table = opened(a, seats=seats, public=True)
    assert w.post(f"{table}/remarks", json={"text": "Watch\u202e this"}).status_code == 201
    assert [one["text"] for one in x.get(f"{table}/remarks").json()] == ["Watch this"]
    assert a.get(f"{table}/remarks").status_code == 403
    assert a.post(f"{table}/remarks", json={"text": "I play"}).status_code == 403
    assert browser(people_server).get(f"{table}/remarks").status_code == 401
    assert x.get(f"{table}/remarks?after=x").status_code == 400
    assert tie(x, "mute", wanda).status_code == 200
    assert x.get(f"{table}/remarks").json() == []
    game = table.rpartition("/")[2]
    last = ("INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?)", (game, MOST, bad.id, "y", "z", 1.0))
    write(people_server, [last])
    assert w.post(f"{table}/remarks", json={"text": "more"}).status_code == 409
    resigned = a.post(
        f"{table}/people", json={"do": "resign"}, headers={"authorization": "Bearer account"}
    )
    assert resigned.json()["status"] == "over"
    assert len(a.get(f"{table}/remarks").json()) == 2


def test_moderators_decide_about_reports_and_it_is_written_down(
    people_server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    (_, a), (mod, m) = signed_in(people_server, "Mo Ann"), signed_in(people_server, "Mo Judge")
    bad, b = signed_in(people_server, "Mo Rude")
    told = a.post("/api/people/reports", json={"about": bad.id, "text": "Swears at all of us"})
    assert told.status_code == 201
    assert m.get("/api/people/moderation").status_code == 403
    data = ["--data", str(people_server.folder)]
    assert run_admin([*data, "moderator", "Mo Judge"]) == 0
    desk = m.get("/api/people/moderation").json()
    report = next(one for one in desk["reports"] if one["name"] == "Mo Rude")
    assert report["text"] == "Swears at all of us"
    decision = {
        "do": "suspend",
        "about": bad.id,
        "days": 2,
        "why": "Swearing",
        "report": report["id"],
    }
    after = m.post("/api/people/moderation", json=decision).json()
    assert not [one for one in after["reports"] if one["id"] == report["id"]]
    assert [(d["moderator"], d["name"], d["what"]) for d in after["deeds"]][:1] == [
        ("Mo Judge", "Mo Rude", "suspend")
    ]
    assert b.post("/api/tables", json={"seats": TWO}).status_code == 403
    assert sit(b, opened(a)) == 403
    assert "Swearing" in str(b.get("/api/people/circle").json()["notices"])
    assert m.post("/api/people/moderation", json=decision | {"about": mod.id}).status_code == 403
    assert b.post("/api/people/moderation", json=decision).status_code == 403
    assert run_admin([*data, "sanction", "Mo Rude", "lift", "--why", "Sorry"]) == 0
    assert b.post("/api/tables", json={"seats": TWO}).status_code == 201
    assert run_admin([*data, "sanction", "Mo Rude", "rename"]) == 0
    assert b.get("/api/people/me").json()["account"]["name"] == f"Player {bad.id[:6]}"
    assert run_admin([*data, "moderator", "Mo Judge", "--remove"]) == 0
    assert m.get("/api/people/moderation").status_code == 403
    capsys.readouterr()
    assert run_admin([*data, "deeds"]) == 0
    said = capsys.readouterr().out
    assert "suspend" in said
    assert HOST in said
    for _ in range(REPORTS_A_DAY - 1):
        a.post("/api/people/reports", json={"about": bad.id, "text": "again"})
    spam = a.post("/api/people/reports", json={"about": bad.id, "text": "and again"})
    assert spam.status_code == 429


def test_ratings_are_reckoned_anew_by_the_keeper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    account, _ = cookie_for(store, "Solo")
    row = ("r9/4", account.id, 30.0, 5.0, 3, 1, 0, 1.0)
    asyncio.run(store.write([("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)]))
    store.close()
    data = ["--data", str(tmp_path)]
    assert run_admin([*data, "ratings"]) == 1
    assert "without games" in capsys.readouterr().out
    assert run_admin([*data, "ratings", "--rebuild"]) == 0
    assert run_admin([*data, "ratings"]) == 0
    assert run_admin([*data, "moderator", "Nobody"]) == 2
