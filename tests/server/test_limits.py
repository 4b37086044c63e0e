"""What a public host has to bear: tables left alone, talk without end, knocking without end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server.room import Ear, Room

from dragondune.server.config import Config, parse
from dragondune.server.lobby import Hall
from dragondune.server.messages import NewTable, SeatWish
from dragondune.server.problems import ProblemError
from dragondune.server.table import Table

Scene = Callable[..., None]
DAY = 86_400.0
WAITING = [SeatWish("human"), SeatWish("open")]
BOTS = [SeatWish("bot", "random") for _ in range(3)]


async def opened(hall: Hall, *seats: SeatWish, **more: Any) -> Table:
    made = await hall.create(NewTable(seats=list(seats), **more), "here")
    return hall.tables[str(made["table"])]


def left_alone(table: Table, days: float) -> None:
    table.last = time.time() - days * DAY


# --- tables that rest ------------------------------------------------------------------------


def test_a_full_hall_lets_tables_rest_that_were_left_alone(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        waiting = await opened(hall, *WAITING, public=True)
        with pytest.raises(ProblemError) as refused:
            await opened(hall, *WAITING)
        assert refused.value.status == 503
        left_alone(waiting, 2.9)
        assert hall.listed([])["open"]
        left_alone(waiting, 3.1)
        assert not hall.listed([])["open"]
        await opened(hall, *WAITING)
        left_alone(room.table, 31)
        await opened(hall, *WAITING)
        with pytest.raises(ProblemError):
            await opened(hall, *WAITING)
        assert room.table.meta.id in hall.tables, "it rests, and is not gone"
        room.table.rest()
        assert room.table.session is None
        await room.sit(0)
        assert room.table.session is not None
        assert not room.table.header()["resting"]

    scene(play, most_tables=2)


def test_where_room_is_needed_the_table_left_alone_longest_rests(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        other = await opened(hall, *WAITING)
        left_alone(room.table, 0.3)
        left_alone(other, 0.2)
        await room.sit(0)
        await opened(hall, *WAITING)
        assert other.header()["resting"]
        assert not room.table.header()["resting"], "somebody is there"

    scene(play, most_tables=2)


def test_how_long_a_table_was_left_alone_outlives_a_restart(scene: Scene) -> None:
    async def play(room: Room) -> None:
        meta = room.table.meta
        meta.created = meta.touched = time.time() - 40 * DAY
        await room.hall.store.write([room.table.meta_row()])
        for talk, resting in ((False, True), (True, False)):
            if talk:
                await room.table.talk.say(Ear(0), 1, "I am back", None)  # type: ignore[arg-type]
            other = Hall(room.hall.config)
            try:
                table = other.tables[meta.id]
                await other.wake()
                assert table.header()["resting"] is resting
                assert (table.session is None) is resting
                if resting:
                    await table.welcome(Ear(0), 0, 0)  # type: ignore[arg-type]
                    assert table.session is not None
                    assert time.time() - table.meta.touched < 60
            finally:
                other.close()

    scene(play)


def test_bots_alone_play_only_while_somebody_watches(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table = await opened(room.hall, *BOTS, contracts=False)
        await asyncio.sleep(0.2)
        assert table.session is not None
        n = table.session.n
        watcher = Ear(None)
        await table.welcome(watcher, 0, 0)  # type: ignore[arg-type]
        for _ in range(100):
            await asyncio.sleep(0.1)
            if table.session.n > n:
                break
        assert table.session.n > n
        async with table.lock:
            pass
        table.leave(watcher)  # type: ignore[arg-type]
        for _ in range(20):
            if table.session is None:
                break
            await asyncio.sleep(0.05)
            table.rest()
        lines = len(room.hall.store.log(table.meta.id))
        await asyncio.sleep(0.3)
        assert len(room.hall.store.log(table.meta.id)) == lines
        await opened(room.hall, *WAITING)  # and it takes no room

    scene(play, most_tables=2)


# --- talk --------------------------------------------------------------------------------------


def test_talk_is_limited_by_the_minute_and_by_the_table(scene: Scene) -> None:
    async def play(room: Room) -> None:
        say, me, other = room.table.talk.say, Ear(0), Ear(1)
        for number in range(1, 6):
            assert (await say(me, number, "la", None)).ok  # type: ignore[arg-type]
        slow = await say(me, 6, "la", None)  # type: ignore[arg-type]
        assert not slow.ok
        assert "5 lines a minute" in slow.text
        assert (await say(me, 5, "la", None)).ok, "said already"  # type: ignore[arg-type]
        assert (await say(other, 1, "hush", None)).ok  # type: ignore[arg-type]
        room.table.talk._quick.clear()
        for number in range(10, 13):
            assert (await say(me, number, "la", None)).ok  # type: ignore[arg-type]
        full = await say(me, 13, "la", None)  # type: ignore[arg-type]
        assert not full.ok
        assert "8 lines" in full.text
        assert len(room.hall.store.log(room.table.meta.id)) == 9

    scene(play, chat_per_minute=5, chat_lines=8)


def test_a_long_talk_can_be_heard_at_once(scene: Scene) -> None:
    """A connection takes 256 messages at a time; a talk that was longer shut everyone out."""
    from dragondune.server.connection import Connection

    async def play(room: Room) -> None:
        for number in range(1, 301):
            await room.table.talk.say(Ear(0), number, "la", None)  # type: ignore[arg-type]
        late = Connection(None)  # type: ignore[arg-type]
        await room.table.welcome(late, 0, 0)
        waiting = [late._waiting.get_nowait() for _ in range(late._waiting.qsize())]
        assert sum(b'"la"' in one for some in waiting if some for one in some) == 300

    scene(play, chat_per_minute=1000)


# --- knocking ----------------------------------------------------------------------------------


def test_a_watcher_who_says_hello_again_and_again_disturbs_nobody(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1)
        await asyncio.sleep(0.05)
        ear = room.ears[room.table.meta.seats[0].faction or ""]
        watcher = await room.watch()
        before = len(ear.heard)
        for _ in range(50):
            await room.table.welcome(watcher, 0, 0)  # type: ignore[arg-type]
        await asyncio.sleep(1.2)
        assert len(ear.heard) - before <= 1
        assert ear.told("table")[-1]["header"]["watchers"] == 1
        assert len(watcher.told("table")) == 51

    scene(play)


def test_seals_are_counted_by_address(scene: Scene) -> None:
    async def play(room: Room) -> None:
        for _ in range(3):
            room.hall.seal("one address")
        with pytest.raises(ProblemError) as refused:
            room.hall.seal("one address")
        assert refused.value.status == 429
        assert room.hall.seal("another")

    scene(play, seals_per_hour=3)


def test_sockets_are_counted_with_the_requests() -> None:
    from dragondune.server.guard import Guard

    async def knock() -> list[str]:
        let_in: list[str] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            let_in.append(scope["type"])

        async def nothing(*_: Any) -> dict[str, object]:
            return {}

        guard = Guard(app, Config(requests_per_second=2))
        scope = {"headers": [(b"host", b"localhost")], "client": ("here", 1), "method": "GET"}
        for kind in ("websocket", "http") * 10:
            await guard({"type": kind, **scope}, nothing, nothing)
        return let_in

    assert asyncio.run(knock()) == ["websocket", "http"] * 4


def test_the_limits_can_be_set(tmp_path: Path) -> None:
    set_here = parse(["--rest-days", "7"], {"DRAGONDUNE_WAITING_DAYS": "0.5"})
    assert (set_here.rest_days, set_here.waiting_days) == (7.0, 0.5)
    assert parse(["--chat-per-minute", "9"], {}).chat_per_minute == 9
