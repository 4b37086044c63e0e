"""Whatever a stored table holds: it says that it cannot be played and why, and others go on."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from server.room import Ear, Room

from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.store import INSERT_LOG, PUT_TABLE, card_row
from dragondune.server.tables.table import Table
from dragondune.server.web.http import get_record, get_table
from dragondune.server.wire.incoming import NewTable, SeatWish
from dragondune.server.wire.problems import ProblemError

Scene = Callable[..., None]
TWO = [SeatWish("human", faction="orcs"), SeatWish("human", faction="elves")]

# what a newer version, a fault or a bad disk could have left behind: kind, seat, cid, text
BROKEN: list[tuple[str, str, object, object]] = [
    ("orders", "orcs", 0, '{"bid_limit": 3, "mood": "grim"}'),
    ("orders", "orcs", 0, '{"bid_limit": "three"}'),
    ("orders", "orcs", 0, "no JSON"),
    ("chat", "#0", 0, '["all"]'),
    ("chat", "#0", 0, "{"),
    ("chat", "#7", 0, '[null, "nobody sits there"]'),
    ("chat", "orcs", 5, '[null, "no seat number"]'),
    ("chat", "#0", 5, "[]"),
    ("act", "orcs", 0, "fly to the moon"),
    ("act", "orcs", 0, "plan 3 5♥"),
    ("act", "orcs", 0, ""),
    ("act", "orcs", 0, b"\xff\xfe"),
    ("act", "trolls", 0, "pass"),
    ("act", "orcs", "many", "pass"),
    ("bot", "", 0, "pass"),
    ("forced", "elves", 0, "pass"),
    ("order", "elves", 0, "pass pass"),
    ("deal", "orcs", 0, "accept 99"),
    ("undo", "orcs", 0, ""),
    ("hint", "trolls", 0, "pass"),
    ("prophecy", "orcs", 0, "of a newer version"),
]
CARDS = [b"", b"{", b"null", b'{"id": "x"}', b"\xff"]


def request_for(hall: Hall, table_id: str) -> Any:
    """As much of a request as the calls about one table need."""

    app = SimpleNamespace(state=SimpleNamespace(hall=hall))
    return SimpleNamespace(app=app, path_params={"id": table_id}, scope={})


async def says_why(hall: Hall, table: Table) -> None:
    header = await get_table(request_for(hall, table.meta.id))
    assert header.status_code == 200
    assert table.meta.status == "unplayable"
    assert "cannot be played by this version" in table.meta.trouble
    assert "Nothing is lost" in table.meta.trouble
    assert not (await table.act("orcs", 1, "pass", None)).ok
    with pytest.raises(ProblemError) as refused:
        await get_record(request_for(hall, table.meta.id))
    assert refused.value.text == table.meta.trouble
    with pytest.raises(ProblemError):
        await hall.join(table, "Late", None, None)


@pytest.mark.parametrize("status", ["playing", "over", "open"])
def test_a_row_that_cannot_be_read_stops_its_own_table_alone(scene: Scene, status: str) -> None:
    async def play(room: Room) -> None:
        broken = []
        for kind, seat, cid, text in BROKEN:
            made = await room.hall.create(NewTable(seats=TWO), "here")
            table = room.hall.tables[made.table]
            table.driver.stop()
            row = (1, 3, kind, seat, cid, text, 0, 0.0)
            table.meta.status = status
            await room.hall.store.write([(INSERT_LOG, (table.meta.id, *row)), card_row(table.meta)])
            broken.append((table.meta.id, kind, text))
        # a sound table that was opened after all of these
        made = await room.hall.create(NewTable(seats=TWO), "here")
        sound = made.table
        before = room.hall.store.tables()
        other = Hall(room.hall.config)
        try:
            await other.wake()
            assert other.tables[sound].session is not None
            for table_id, kind, text in broken:
                if status == "open" and kind not in ("orders", "chat", "prophecy"):
                    continue  # no game, so nothing of it is played
                await says_why(other, other.find(table_id))
                # Everybody at the table reads why: what a seat did or said stays its own.
                if isinstance(text, str) and len(text) > 3:
                    assert text not in other.find(table_id).meta.trouble
        finally:
            other.close()
        assert room.hall.store.tables() == before, "an unreadable table was changed"

    scene(play, tables_per_hour=1000)


def test_a_card_that_cannot_be_read_is_still_a_table(scene: Scene) -> None:
    async def play(room: Room) -> None:
        for number, data in enumerate(CARDS):
            await room.hall.store.write([(PUT_TABLE, (f"card{number}", 1.0, "playing", data))])
        other = Hall(room.hall.config)
        try:
            await other.wake()
            assert other.tables[room.table.meta.id].session is not None
            for number in range(len(CARDS)):
                await says_why(other, other.find(f"card{number}"))
        finally:
            other.close()
        kept = {table_id: data for table_id, _, data in room.hall.store.tables()}
        assert [kept[f"card{number}"] for number in range(len(CARDS))] == CARDS

    scene(play)


def test_a_table_whose_waking_fails_does_not_stop_the_others(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Room) -> None:
        made = await room.hall.create(NewTable(seats=TWO), "here")
        other = Hall(room.hall.config)
        load = Table.load

        async def stumble(table: Table) -> None:
            if table.meta.id == room.table.meta.id:
                raise OSError("the disk is gone")
            await load(table)

        monkeypatch.setattr(Table, "load", stumble)
        try:
            await other.wake()
            assert other.tables[made.table].session is not None
        finally:
            other.close()

    scene(play)


def test_a_version_that_can_read_it_goes_on(scene: Scene) -> None:
    """Older versions stored that a table was unplayable; that is no judgement for ever."""

    async def play(room: Room) -> None:
        room.table.meta.status, room.table.meta.trouble = "unplayable", "It was."
        await room.hall.store.write([card_row(room.table.meta)])
        other = Hall(room.hall.config)
        try:
            await other.wake()
            table = other.tables[room.table.meta.id]
            assert (table.meta.status, table.meta.trouble) == ("playing", "")
            seat = table.session.waiting()[0]  # type: ignore[union-attr]
            line = str(table.session.game.legal(seat)[0])  # type: ignore[union-attr]
            assert (await table.act(seat, 1, line, None)).ok
        finally:
            other.close()

    scene(play)


def test_talk_in_the_waiting_room_outlives_a_restart(scene: Scene) -> None:
    async def play(room: Room) -> None:
        seats = [SeatWish("human"), SeatWish("open")]
        made = await room.hall.create(NewTable(seats=seats), "here")
        table = room.hall.tables[made.table]
        speaker: Any = Ear(0)
        assert (await table.talk.say(speaker, 1, "anyone?", None)).ok
        other = Hall(room.hall.config)
        try:
            again = other.tables[table.meta.id]
            await other.join(again, "Berta", None, None)
            assert [line.text for line in again.talk.lines] == ["anyone?"]
            assert (await again.talk.say(speaker, 2, "at last", None)).ok
        finally:
            other.close()

    scene(play)
