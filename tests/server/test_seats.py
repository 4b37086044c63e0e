"""Seats that are given up and taken again: an old token holds nothing, whatever still waits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from server.room import Ear, Room

from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.naming import rename
from dragondune.server.storage.card import hash_token, new_token
from dragondune.server.tables.table import Table
from dragondune.server.web.connection import Connection
from dragondune.server.web.http import get_seat, post_leave
from dragondune.server.web.socket import Player
from dragondune.server.wire.answers import Answer
from dragondune.server.wire.documents import MadeTable
from dragondune.server.wire.incoming import NewTable, SeatWish
from dragondune.server.wire.problems import ProblemError

Scene = Callable[..., None]
OPEN = [SeatWish("human"), SeatWish("open"), SeatWish("open")]


class Caller:
    """An HTTP request to a table that shows a token."""

    def __init__(self, hall: Hall, table: Table, token: str) -> None:
        self.app = self
        self.state = self
        self.hall = hall
        self.path_params = {"id": table.meta.id}
        self.headers = {"authorization": f"Bearer {token}"}
        self.query_params: dict[str, str] = {}
        self.scope: dict[str, object] = {}


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def told(connection: Connection) -> list[dict[str, Any]]:
    waiting = connection._waiting
    some = [waiting.get_nowait() for _ in range(waiting.qsize())]
    return [json.loads(one) for messages in some if messages for one in messages]


async def sit(room: Room, name: str, seat: int) -> str:
    return (await room.hall.join(room.table, name, seat, None)).token


def test_a_token_given_up_while_its_socket_waits_opens_nothing(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        old = await sit(room, "Mallory", 1)
        player = Player(hall, table, None)  # type: ignore[arg-type]
        async with table.lock:
            leaving = asyncio.create_task(hall.stand_up(table, old))
            await settle()
            hello = {"t": "hello", "token": old}
            coming = asyncio.create_task(player._hear(json.dumps(hello), None))
            await settle()
        await asyncio.gather(leaving, coming)
        answer = told(player.connection)
        assert [message["t"] for message in answer] == ["no"]
        assert "holds no seat" in answer[0]["text"]
        assert player.connection.seat is None
        assert player.connection not in table.connections
        await sit(room, "Bob", 1)
        await sit(room, "Carol", 2)
        assert table.session is not None
        assert not told(player.connection)
        await player._hear(json.dumps({"t": "act", "id": 1, "action": "pass"}), None)
        assert "hello" in told(player.connection)[-1]["text"]

    scene(play, NewTable(seats=OPEN))


def test_leaving_twice_does_not_throw_out_who_came_next(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        old = await sit(room, "Mallory", 1)
        caller: Any = Caller(hall, table, old)
        async with table.lock:
            first = asyncio.create_task(post_leave(caller))
            joining = asyncio.create_task(sit(room, "Bob", 1))
            again = asyncio.create_task(post_leave(caller))
            await settle()
        # Whatever comes before what: Bob is refused or keeps his seat.
        done = await asyncio.gather(first, joining, again, return_exceptions=True)
        if isinstance(done[1], ProblemError):
            assert done[1].status == 409
            token = await sit(room, "Bob", 1)
        else:
            token = str(done[1])
        assert table.meta.seat_of_token(token) == 1
        assert table.meta.seats[1].name == "Bob"
        with pytest.raises(ProblemError) as refused:
            await hall.stand_up(table, old)
        assert refused.value.status == 401
        assert table.meta.seat_of_token(token) == 1

    scene(play, NewTable(seats=OPEN))


def test_who_has_left_can_neither_begin_nor_look_nor_talk(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        old = await sit(room, "Mallory", 1)
        ear: Any = Ear(1)
        await table.welcome(ear, 0, 0)
        caller: Any = Caller(hall, table, old)
        async with table.lock:
            leaving = asyncio.create_task(hall.stand_up(table, old))
            await settle()
            late: list[asyncio.Task[Any]] = [
                asyncio.create_task(hall.fill(table, "random", old)),
                asyncio.create_task(table.talk.say(ear, 1, "I am Bob", None)),
                asyncio.create_task(get_seat(caller)),
            ]
            await settle()
        await leaving
        filled, said, looked = await asyncio.gather(*late, return_exceptions=True)
        assert isinstance(filled, ProblemError)
        assert filled.status == 401
        assert isinstance(said, Answer)
        assert not said.ok
        assert not table.talk.lines
        assert isinstance(looked, ProblemError)
        assert looked.status == 401
        assert table.meta.status == "open"
        assert not table.asked

    scene(play, NewTable(seats=OPEN))


def test_two_who_ask_for_a_rematch_together_get_one_table(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        tokens = [new_token() for _ in range(4)]
        for seat, token in zip(table.meta.seats, tokens, strict=True):
            seat.token_hash = hash_token(token)
        table.meta.status = "over"
        asked = [hall.rematch(table, token, "here") for token in tokens]
        first, *others = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(first, MadeTable)
        assert all(isinstance(other, ProblemError) for other in others)
        assert set(hall.tables) == {table.meta.id, first.table}
        again = hall.tables[first.table]
        for number, token in enumerate(tokens[1:], 1):
            assert (await hall.join(again, "", None, token)).seat == number
        assert again.meta.status == "playing"

    scene(play)


def test_who_holds_a_seat_may_be_called_otherwise_and_nobody_else(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table = room.table
        token = await sit(room, "Bob", 1)
        await rename(table, token, "  Bobby\n ")
        assert [seat.name for seat in table.meta.seats][1] == "Bobby"
        for bad, name, status in ((new_token(), "Eve", 401), (token, " \t", 400)):
            with pytest.raises(ProblemError) as refused:
                await rename(table, bad, name)
            assert refused.value.status == status
        assert [seat.name for seat in table.meta.seats][1] == "Bobby"

    scene(play, NewTable(seats=OPEN))
