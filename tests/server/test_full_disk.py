"""A disk that takes no more: what it did not take has not happened, and nobody was told of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from server.room import Ear, Room

from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.card import Meta, from_bytes, hash_token, new_token, to_bytes
from dragondune.server.storage.store import Statement, StoreError, card_row
from dragondune.server.web.http import get_record
from dragondune.server.wire.incoming import NewTable, SeatWish
from dragondune.server.wire.problems import ProblemError

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


def anything(statements: Sequence[Statement]) -> bool:
    return True


def begins(statements: Sequence[Statement]) -> bool:
    """Do these store that the game is under way?"""
    return any("playing" in values for _, values in statements)


def on_disk(room: Room) -> Meta:
    """The table's card as a restart would find it."""
    found = [data for key, _, data in room.hall.store.tables() if key == room.table.meta.id]
    return from_bytes(found[0])


class Asker:
    """An HTTP request to a table."""

    def __init__(self, room: Room) -> None:
        self.app = self.state = self
        self.hall = room.hall
        self.path_params = {"id": room.table.meta.id}
        self.scope: dict[str, object] = {}


def test_a_game_is_over_only_when_the_disk_has_its_end(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table, rng = room.table, random.Random(1)
        asker: Any = Asker(room)

        async def all_is_secret() -> None:
            header = table.header()
            assert (header.status, header.winners, header.seed) == ("playing", [], None)
            with pytest.raises(ProblemError) as closed:
                await get_record(asker)
            assert closed.value.status == 409

        refused = refuse(room, ends, all_is_secret)
        while not refused[0]:
            seat = room.session.waiting()[0]
            answer = await room.act(seat, str(rng.choice(room.game.legal(seat))))
        assert not answer.ok
        assert not room.game.over
        await all_is_secret()
        del room.hall.store.write
        while table.meta.status == "playing":
            seat = room.session.waiting()[0]
            assert (await room.act(seat, str(rng.choice(room.game.legal(seat))))).ok
        assert table.header().winners == list(room.game.winners)
        assert (await get_record(asker)).status_code == 200

    scene(play, NewTable(edition="first", seats=TWO))


# --- the lobby ---------------------------------------------------------------------------------


def test_a_seat_that_could_not_be_stored_is_still_free(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        before = to_bytes(table.meta)
        refuse(room, anything)
        with pytest.raises(StoreError):
            await hall.join(table, "Ben", 1, None)
        assert to_bytes(table.meta) == before
        del hall.store.write
        joined = await hall.join(table, "Ben", 1, None)
        token = joined.token
        refuse(room, anything)
        for leave in (hall.stand_up(table, token), hall.fill(table, "random", token)):
            with pytest.raises(StoreError):
                await leave
        assert table.meta.seat_of_token(token) == 1
        assert table.meta.seats[2].kind == "open"
        assert (await hall.listed([token])).mine
        assert to_bytes(table.meta) == to_bytes(on_disk(room))

    scene(play, NewTable(seats=[SeatWish("human"), SeatWish("open"), SeatWish("open")]))


def test_a_beginning_that_could_not_be_stored_has_not_happened(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        before = to_bytes(table.meta)

        async def nobody_plays_yet() -> None:
            assert table.session is None
            assert to_bytes(table.meta) == before == to_bytes(on_disk(room))

        refused = refuse(room, begins, nobody_plays_yet)
        with pytest.raises(StoreError):
            await hall.join(table, "Ben", None, None)
        assert refused == [1]
        await nobody_plays_yet()
        del hall.store.write
        joined = await hall.join(table, "Ben", None, None)
        assert table.session is not None
        assert table.meta.seat_of_token(joined.token) == 1
        assert to_bytes(table.meta) == to_bytes(on_disk(room))
        seat = room.session.waiting()[0]
        assert (await room.act(seat, str(room.game.legal(seat)[0]))).ok

    scene(play, NewTable(seats=[SeatWish("human"), SeatWish("open")]))


def test_a_table_that_could_not_be_stored_is_not_there(scene: Scene) -> None:
    async def play(room: Room) -> None:
        refuse(room, anything)
        for seats in (TWO, [SeatWish("human"), SeatWish("open")]):
            with pytest.raises(StoreError):
                await room.hall.create(NewTable(seats=seats, public=True), "here")
        assert list(room.hall.tables) == [room.table.meta.id]
        assert not (await room.hall.listed([])).open

    scene(play)


def test_the_last_seat_and_the_beginning_are_stored_together(scene: Scene) -> None:
    """Else a server that stops between them leaves a full table at which nothing begins."""

    async def play(room: Room) -> None:
        written: list[int] = []
        store, write = room.hall.store, room.hall.store.write

        async def count(statements: Sequence[Statement]) -> None:
            written.append(len(statements))
            await write(statements)

        store.write = count  # type: ignore[method-assign]
        await room.hall.join(room.table, "Ben", None, None)
        assert len(written) == 1
        assert on_disk(room).status == "playing"

    scene(play, NewTable(seats=[SeatWish("human"), SeatWish("open")]))


def test_a_rematch_that_could_not_be_stored_can_be_asked_for_again(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall, table = room.hall, room.table
        token, table.meta.status = new_token(), "over"
        table.meta.seats[0].token_hash = hash_token(token)
        refuse(room, anything)
        with pytest.raises(StoreError):
            await hall.rematch(table, token, "here")
        assert table.header().next is None
        assert list(hall.tables) == [table.meta.id]
        del hall.store.write
        made = await hall.rematch(table, token, "here")
        assert table.header().next == made.table == on_disk(room).next_id

    scene(play)


@pytest.mark.parametrize("by", ["wake", "welcome"])
def test_a_full_table_that_never_began_begins(scene: Scene, by: str) -> None:
    async def play(room: Room) -> None:
        card = from_bytes(to_bytes(room.table.meta))
        card.seats[1].kind, card.seats[1].token_hash = "human", hash_token("Ben's")
        room.table.meta = card
        await room.hall.store.write([card_row(room.table.meta)])
        later = Hall(room.hall.config)
        try:
            table = later.tables[card.id]
            if by == "wake":
                await later.wake()
            else:
                assert await table.welcome(Ear(1), 0, 0)  # type: ignore[arg-type]
            assert table.meta.status == "playing"
            assert table.session is not None
            assert on_disk(room).status == "playing"
        finally:
            later.close()

    scene(play, NewTable(seats=[SeatWish("human"), SeatWish("open")]))
