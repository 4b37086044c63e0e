"""A disk that takes no more: what it did not take has not happened, and nobody was told of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from server.room import Room

from dragondune.server.http import get_record
from dragondune.server.messages import NewTable, SeatWish
from dragondune.server.problems import ProblemError
from dragondune.server.store import Statement, StoreError

Scene = Callable[..., None]
TWO = [SeatWish("human"), SeatWish("human")]


def refuse(
    room: Room, when: Callable[[Sequence[Statement]], bool], meanwhile: Any = None
) -> list[int]:
    """From now on the disk takes nothing of this kind; counts what it has not taken."""
    store, refused = room.hall.store, [0]
    write = store.write

    async def perhaps(statements: Sequence[Statement]) -> None:
        if not when(statements):
            await write(statements)
            return
        refused[0] += 1
        if meanwhile is not None:
            await meanwhile()
        raise StoreError("disk full")

    store.write = perhaps  # type: ignore[method-assign]
    return refused


def ends(statements: Sequence[Statement]) -> bool:
    """Do these store that the game is over?"""
    return any("over" in values for _, values in statements)


class Asker:
    """An HTTP request to a table."""

    def __init__(self, room: Room) -> None:
        self.app = self.state = self
        self.hall = room.hall
        self.path_params = {"id": room.table.meta.id}


def test_a_game_is_over_only_when_the_disk_has_its_end(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table, rng = room.table, random.Random(1)
        asker: Any = Asker(room)

        async def all_is_secret() -> None:
            header = table.header()
            assert (header["status"], header["winners"], header["seed"]) == ("playing", [], None)
            with pytest.raises(ProblemError) as closed:
                await get_record(asker)
            assert closed.value.status == 409

        refused = refuse(room, ends, all_is_secret)
        while not refused[0]:
            seat = table.session.waiting()[0]
            answer = await room.act(seat, str(rng.choice(room.game.legal(seat))))
        assert not answer.ok
        assert not room.game.over
        await all_is_secret()
        del room.hall.store.write
        while table.meta.status == "playing":
            seat = table.session.waiting()[0]
            assert (await room.act(seat, str(rng.choice(room.game.legal(seat))))).ok
        assert table.header()["winners"] == list(room.game.winners)
        assert (await get_record(asker)).status_code == 200

    scene(play, NewTable(edition="first", seats=TWO))
