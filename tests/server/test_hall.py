"""Who is in the hall: live tables alone are in memory, and nobody takes all the seats."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from server.room import PEOPLE, Ear, Room
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from dragondune.server.lobby import hall as module
from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.hosting import decide
from dragondune.server.storage import schema
from dragondune.server.storage.card import Meta, copy_of, hash_token
from dragondune.server.storage.store import card_row, seat_row
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import NewTable, SeatWish
from dragondune.server.wire.problems import ProblemError
from tools.trials.running import RunningServer

Scene = Callable[..., None]
WAITING = [SeatWish("human"), SeatWish("open"), SeatWish("open")]


async def opened(hall: Hall, address: str = "here", **more: Any) -> tuple[Table, str]:
    made = await hall.create(NewTable(seats=WAITING, public=True, **more), address)
    return hall.tables[made.table], made.tokens[0].token


async def finished(room: Room, count: int, token: str) -> list[str]:
    """Tables that are over, as a store has them."""
    names = []
    for number in range(count):
        card: Meta = copy_of(room.table.meta)
        card.id, card.status, card.created = f"over {number}", "over", 1000.0 + number
        for seat in card.seats:
            seat.token_hash = ""
        card.seats[0].token_hash = hash_token(f"{token} {number}")
        rows = [card_row(card), seat_row(card.seats[0].token_hash, card.id)]
        await room.hall.store.write(rows)
        names.append(card.id)
    return names


# --- what is in memory ---------------------------------------------------------------------------


def test_finished_tables_are_not_in_memory_until_asked_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Room) -> None:
        names = await finished(room, 30, "mine")
        other = Hall(room.hall.config)
        try:
            assert list(other.tables) == [room.table.meta.id]
            mine = (await other.listed(["mine 3", "mine 17", "mine 3", "nobody's"])).mine
            assert [header.id for header in mine] == ["over 17", "over 3"], "the latest first"
            older = (await other.listed(["mine 3", "mine 17"], before=1017.0)).mine
            assert [header.id for header in older] == ["over 3"]
            assert len(other.tables) == 1, "a list brings nothing into memory"
            found = other.find(names[5])
            assert found is other.find(names[5])
            assert found.meta.status == "over"
            with pytest.raises(ProblemError):
                other.find("nothing")
            monkeypatch.setattr(module, "UNUSED", 0.0)
            found.loaded = False
            assert other._is_unused(found)
            found.connections.add(Ear(None))  # type: ignore[arg-type]
            assert not other._is_unused(found), "somebody looks at it"
            found.connections.clear()
            other._gone(found)
            assert names[5] not in other.tables
        finally:
            other.close()

    scene(play)


def test_tables_that_rest_come_back_when_asked_for(scene: Scene) -> None:
    async def play(room: Room) -> None:
        meta = room.table.meta
        meta.created = meta.touched = time.time() - 40 * 86_400
        await room.hall.store.write([card_row(meta)])
        other = Hall(room.hall.config)
        try:
            assert not other.tables
            table = other.find(meta.id)
            assert table.header().resting
            await table.welcome(Ear(0), 0, 0)  # type: ignore[arg-type]
            assert not table.header().resting
            assert table.session is not None
        finally:
            other.close()

    scene(play)


def test_an_older_store_knows_whose_seats_they_are(scene: Scene) -> None:
    """Files from before the list of seats get it when they are opened."""

    async def play(room: Room) -> None:
        made = await room.hall.create(NewTable(seats=PEOPLE), "here")
        token = made.tokens[2].token
        later = re.findall(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)", schema.for_sqlite(3))
        assert "seats" in later
        dropped = [(f"DROP TABLE {name}", ()) for name in later]
        await room.hall.store.write([*dropped, ("PRAGMA user_version = 3", ())])
        bad = ("INSERT INTO tables VALUES ('bad', 1.0, 'over', ?)", (b"{nonsense",))
        await room.hall.store.write([bad])
        other = Hall(room.hall.config)
        try:
            found = other.store.tables_of([hash_token(token)])
            assert found == {hash_token(token): made.table}
            assert other.find("bad").meta.status == "unplayable"
        finally:
            other.close()

    scene(play)


# --- seats -----------------------------------------------------------------------------------------


def test_a_stranger_takes_some_seats_and_not_all(scene: Scene) -> None:
    async def play(room: Room) -> None:
        tables = [(await opened(room.hall, f"host {n}"))[0] for n in range(10)]
        for table in tables[:4]:
            await room.hall.join(table, "Eve", None, None, "", "stranger")
        with pytest.raises(ProblemError) as refused:
            await room.hall.join(tables[4], "Eve", None, None, "", "stranger")
        assert refused.value.status == 429
        for table in tables[:3]:  # games that begin free her seats, but not for ever
            await room.hall.join(table, "Ben", None, None, "", "friend")
        await room.hall.join(tables[5], "Eve", None, None, "", "stranger")
        with pytest.raises(ProblemError, match="this hour"):
            await room.hall.join(tables[6], "Eve", None, None, "", "stranger")
        await room.hall.join(tables[9], "Ben", None, None, "", "another")

    scene(play, seats_per_address=4, seats_per_hour=5)


def test_one_address_does_not_fill_the_hall(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        for _ in range(3):
            await opened(hall, "greedy")
        with pytest.raises(ProblemError) as refused:
            await opened(hall, "greedy")
        assert refused.value.status == 429
        await opened(hall, "modest")
        alone = [SeatWish("human"), SeatWish("bot", "random")]
        for _ in range(12):
            await hall.create(NewTable(seats=alone), "crowd")
        going = [t for t in hall.tables.values() if t.opened_from == "crowd"]
        assert sum(not t.header().resting for t in going) == 5

    scene(play, waiting_per_address=3, tables_per_address=5)


def test_seats_of_a_rematch_are_kept_for_those_who_played(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        table, ann = await opened(hall)
        ben = (await hall.join(table, "Ben", 1, None, "", "b")).token
        await hall.join(table, "Cleo", 2, None, "", "c")
        table.meta.status = "over"
        await hall.store.write([card_row(table.meta)])
        again = hall.tables[(await hall.rematch(table, ann, "here")).table]
        for wanted in (None, 1, 2):
            with pytest.raises(ProblemError) as refused:
                await hall.join(again, "Eve", wanted, None, "", "e")
            assert "kept" in str(refused.value)
        assert [seat.reserved for seat in again.header().seats] == [False, True, True]
        assert (await hall.join(again, "Ben", None, ben, "", "b")).seat == 1
        token = again.meta.seats[0].token_hash
        assert token
        assert again.meta.status == "open"

    scene(play)


# --- the host --------------------------------------------------------------------------------------


def test_the_host_lets_people_in_and_sends_them_away(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        table, ann = await opened(hall, approval=True)
        assert table.header().host == 0
        ben = (await hall.join(table, "Ben", 1, None, "", "b")).token
        assert table.header().seats[1].asking
        assert not table.header().seats[1].taken
        with pytest.raises(ProblemError) as refused:
            await decide(table, ben, 1, "approve")
        assert refused.value.status == 403, "not by oneself"
        await decide(table, ann, 1, "approve")
        assert table.header().seats[1].taken
        await decide(table, ann, 1, "remove")
        assert table.meta.seats[1].kind == "open"
        assert table.meta.seat_of_token(ben) is None
        for number in (1, 2):
            await hall.join(table, "Cleo", number, None, "", "c")
            await decide(table, ann, number, "approve")
        assert table.meta.status == "playing"
        with pytest.raises(ProblemError):
            await decide(table, ann, 0, "remove")

    scene(play)


def test_the_host_has_a_bot_play_for_who_is_gone(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        made = await hall.create(NewTable(seats=PEOPLE), "here")
        table, (ann, ben, *_) = hall.tables[made.table], [one.token for one in made.tokens]
        ear = Ear(1)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        with pytest.raises(ProblemError, match="is here"):
            await decide(table, ann, 1, "bot")
        table.leave(ear)  # type: ignore[arg-type]
        with pytest.raises(ProblemError, match="5 minutes"):
            await decide(table, ann, 1, "bot")
        table.attendance._gone[1] -= 301
        await decide(table, ann, 1, "bot")
        assert table.header().seats[1].away
        assert table.meta.seat_of_token(ben) == 1, "and the player may come back"
        table.attendance._gone[1] -= 86_400
        await decide(table, ann, 1, "remove")
        assert table.meta.seats[1].kind == "bot"
        assert table.meta.seat_of_token(ben) is None
        assert table.session is not None
        again = Hall(hall.config)
        try:
            found = again.find(made.table)
            await found.load()
            assert found.meta.status == "playing"
        finally:
            again.close()

    scene(play)


# --- the lobby -------------------------------------------------------------------------------------


def test_the_lobby_is_told_what_changes(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        private = (await hall.create(NewTable(seats=WAITING), "here")).tokens[0].token
        me, stranger = Ear(None), Ear(None)
        await hall.listen(me, [private])
        await hall.listen(stranger, [])
        hall.notices.tell()
        assert not me.heard, "nothing has changed"
        table, _ = await opened(hall)
        hall.notices.tell()
        hall.notices.tell()
        for ear in (me, stranger):
            (news,) = [json.loads(raw) for raw in ear.heard]
            assert [header["id"] for header in news["put"]] == [table.meta.id]
            assert not news["gone"]
        mine = next(t for t in hall.tables.values() if t.meta.seat_of_token(private) is not None)
        await hall.join(mine, "Ben", None, None, "", "b")
        hall.notices.tell()
        assert len(stranger.heard) == 1, "a table that is not public is nobody else's affair"
        assert json.loads(me.heard[-1])["put"][0]["seats"][1]["name"] == "Ben"
        for number in (1, 2):
            await hall.join(table, "Cleo", number, None, "", "c")
        table.meta.status = "over"
        hall.notices.tell()
        assert json.loads(stranger.heard[-1])["gone"] == [table.meta.id]
        hall.notices.go(stranger)
        assert list(hall.notices._hearers) == [me]

    scene(play)


def test_the_lobby_has_a_socket(server: RunningServer) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/api/lobby") as client:
        client.send(json.dumps({"tokens": []}))
        time.sleep(0.3)
        table, _ = server.new_table(seats=[{"kind": "human"}, {}], public=True)
        while True:
            put = json.loads(client.recv(timeout=30))["put"]
            if table in [header["id"] for header in put]:
                break
    with connect(f"ws://127.0.0.1:{server.port}/api/lobby") as rude:
        rude.send("rubbish")
        with pytest.raises(ConnectionClosed):
            rude.recv(timeout=30)
