"""What a public host has to bear: tables left alone, talk without end, knocking without end."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.room import Ear, Room

from dragondune.game import Game
from dragondune.server.config import Config, parse
from dragondune.server.limits import Bucket
from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.store import card_row
from dragondune.server.tables.replay import load_session
from dragondune.server.tables.table import Table
from dragondune.server.web.socket import Player
from dragondune.server.web.tidying import Tidying
from dragondune.server.wire.incoming import Contract, NewTable, OrderSet, SeatWish
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import clean
from tools.trials.pauses import measure

Scene = Callable[..., None]
DAY = 86_400.0
WAITING = [SeatWish("human"), SeatWish("open")]
BOTS = [SeatWish("bot", "random") for _ in range(3)]


async def opened(hall: Hall, *seats: SeatWish, **more: Any) -> Table:
    made = await hall.create(NewTable(seats=list(seats), **more), "here")
    return hall.tables[made.table]


def plays(table: Table) -> bool:
    """Is its game in memory?"""
    return table.session is not None


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
        assert (await hall.listed([])).open
        left_alone(waiting, 3.1)
        assert not (await hall.listed([])).open
        await opened(hall, *WAITING)
        left_alone(room.table, 31)
        await opened(hall, *WAITING)
        with pytest.raises(ProblemError):
            await opened(hall, *WAITING)
        assert room.table.meta.id in hall.tables, "it rests, and is not gone"
        room.table.rest()
        assert not plays(room.table)
        await room.sit(0)
        assert plays(room.table)
        assert not room.table.header().resting

    scene(play, most_tables=2)


def test_where_room_is_needed_the_table_left_alone_longest_rests(scene: Scene) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        other = await opened(hall, *WAITING)
        left_alone(room.table, 0.3)
        left_alone(other, 0.2)
        await room.sit(0)
        await opened(hall, *WAITING)
        assert other.header().resting
        assert not room.table.header().resting, "somebody is there"

    scene(play, most_tables=2)


def test_how_long_a_table_was_left_alone_outlives_a_restart(scene: Scene) -> None:
    async def play(room: Room) -> None:
        meta = room.table.meta
        meta.created = meta.touched = time.time() - 40 * DAY
        await room.hall.store.write([card_row(room.table.meta)])
        for talk, resting in ((False, True), (True, False)):
            if talk:
                await room.table.talk.say(Ear(0), 1, "I am back", None)  # type: ignore[arg-type]
            other = Hall(room.hall.config)
            try:
                await other.wake()
                assert (meta.id in other.tables) is not resting
                table = other.find(meta.id)
                assert table.header().resting is resting
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
            if not plays(table):
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


# --- orders, offers, choices taken back --------------------------------------------------------


def test_orders_that_change_nothing_are_not_written(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table = room.table
        before = len(room.hall.store.log(table.meta.id))
        for number in range(1, 200):
            assert (await table.set_orders("elves", number, OrderSet(bid_limit=3))).ok
        assert len(room.hall.store.log(table.meta.id)) == before + 1
        table.meta.status = "over"
        late = await table.set_orders("elves", 300, OrderSet(bid_limit=4))
        assert not late.ok
        assert late.text == "The game is over."
        assert table.orders_of("elves").bid_limit == 3

    scene(play)


def test_what_a_seat_writes_besides_its_moves_is_limited(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table = room.table

        async def give_orders(seat: str, numbers: range) -> list[str]:
            answers = [await table.set_orders(seat, n, OrderSet(bid_limit=n)) for n in numbers]
            return [answer.text for answer in answers]

        assert await give_orders("elves", range(1, 6)) == [""] * 5
        spoken = await room.act("elves", "offer The Elves do not attack the Orcs.", 98)
        for text in (spoken.text, (await table.undo("elves", 99)).text):
            assert "5 times a minute" in text
        assert await give_orders("orcs", range(1, 4)) == [""] * 3, "others are not held up"
        seat = room.game.pending()[0].seat
        assert (await room.act(seat, str(room.game.legal(seat)[0]), 500)).ok, "moves are free"
        table.quotas._quick.clear()
        *fine, refused = await give_orders("elves", range(6, 10))
        assert not any(fine)
        assert "8 times at this table" in refused
        # as a restart finds it
        assert load_session(room.hall.store, table.meta).asides == table.quotas.written

    scene(play, asides_per_minute=5, asides=8)


def test_an_offer_full_of_blanks_is_folded_before_it_is_read(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taking sentences apart takes the longer the wider their gaps are."""
    lines = ["The Orcs" + " " * 280 + "do not", *[" " * 300] * 14, "  attack the Elves.  "]
    read: list[str] = []
    preview = Game.preview

    def listen(game: Game, faction: str, text: str) -> Any:
        read.append(text)
        return preview(game, faction, text)

    async def play(room: Room) -> None:
        monkeypatch.setattr(Game, "preview", listen)
        player = Player(room.hall, room.table, None)  # type: ignore[arg-type]
        player.connection.seat, player.greeted = 0, True
        await player._dispatch(Contract(1, "preview", 0, lines))
        assert read == ["The Orcs do not attack the Elves."]

    scene(play)
    words = "The Orcs do not attack the Elves."
    assert Contract(1, "counter", 7, lines).line() == f"counter 7 {words}"
    assert Contract(1, "accept", 7).line() == "accept 7"


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


def test_whoever_is_too_quick_is_told_which_message_was_not_heard(scene: Scene) -> None:
    """A page waits for the answer to each of its messages."""

    async def play(room: Room) -> None:
        player = Player(room.hall, room.table, None)  # type: ignore[arg-type]
        player.bucket = Bucket(0, 1)
        for number, text in enumerate(('{"t": "ping", "id": 6}', '{"t": "undo", "id": 7}', "x")):
            await player._hear(text, None)
            (raw,) = player.connection._waiting.get_nowait() or []
            told = msgspec.json.decode(raw)
            assert (told["t"], told["id"]) == (("pong", 6), ("no", 7), ("no", None))[number]
        assert "slow down" in told["text"]
        player.bucket = Bucket(0, 1)
        await player._hear('{"t": "chat", "id": 8, "text": "' + "x" * 20_000 + '"}', None)
        (raw,) = player.connection._waiting.get_nowait() or []
        assert msgspec.json.decode(raw)["id"] == 8

    scene(play)


def test_seals_are_counted_by_address(scene: Scene) -> None:
    async def play(room: Room) -> None:
        for _ in range(3):
            await room.hall.seal("one address")
        with pytest.raises(ProblemError) as refused:
            await room.hall.seal("one address")
        assert refused.value.status == 429
        assert await room.hall.seal("another")

    scene(play, seals_per_hour=3)


def test_sockets_are_counted_with_the_requests() -> None:
    from dragondune.server.web.guard import Guard

    async def knock() -> list[str]:
        let_in: list[str] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            let_in.append(scope["type"])

        async def nothing(*_: Any) -> Any:
            return {}

        guard = Guard(app, Config(requests_per_second=2))
        scope: dict[str, Any] = {"client": ("here", 1), "method": "GET", "path": "/api/map"}
        scope["headers"] = [(b"host", b"localhost")]
        for kind in ("websocket", "http") * 10:
            await guard({"type": kind, **scope}, nothing, nothing)
        return let_in

    assert asyncio.run(knock()) == ["websocket", "http"] * 4


def test_the_limits_can_be_set(tmp_path: Path) -> None:
    set_here = parse(["--rest-days", "7"], {"DRAGONDUNE_WAITING_DAYS": "0.5"})
    assert (set_here.rest_days, set_here.waiting_days) == (7.0, 0.5)
    assert parse(["--chat-per-minute", "9"], {}).chat_per_minute == 9


# --- gifts ---------------------------------------------------------------------------------------


def test_contracts_without_end_are_not_signed(scene: Scene) -> None:
    """Each move looks through all contracts in force, and everybody who comes is told them."""

    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        for number in range(1, 4):
            said = "offer The Orcs do not attack the Elves until the end of turn 8."
            offered = await room.act("orcs", said)
            assert offered.ok == (number < 3)
            answered = await room.act("elves", f"accept {number}")
            assert answered.ok == (number < 3)
        assert "2 contracts are in force" in offered.text
        assert len(room.game.contracts) == 2
        seat = room.game.pending()[0].seat
        assert (await room.act(seat, str(room.game.legal(seat)[0]))).ok, "the game goes on"

    scene(play, contracts=2)


def test_gifts_to_and_fro_come_to_an_end(scene: Scene) -> None:
    """Gold that goes back and forth must not make a game that never ends."""

    async def play(room: Room) -> None:
        for faction in range(4):
            room.game.state.gold[faction] = 5
        n, number = room.session.n, 0
        for _ in range(20):
            for giver, taker in (("orcs", "elves"), ("elves", "orcs")):
                number += 1
                last = await room.act(giver, f"give {taker} 1", number)
        assert not last.ok
        assert "6 times this turn" in last.text
        assert room.session.n - n == 12, "six gifts of two seats"
        seat = room.session.waiting()[0]
        assert (await room.act(seat, str(room.game.legal(seat)[0]), 900)).ok, "play goes on"
        room.game.state.turn += 1
        assert (await room.act("orcs", "give elves 1", 901)).ok, "a new turn, new gifts"

    scene(play, free_acts=6)


# --- what people write -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("Ann", "Ann"),
        ("A\u0000n\u0007n\u001b[31m", "Ann[31m"),
        ("\u202eevil\u202c Ann\u2066\u2069", "evil Ann"),
        ("A\u200bn\u200dn\ufeff\u2060", "Ann"),
        ("A\n\t\r\u2028n", "A n"),
        ("\u3164\u2800\u115f", ""),
        ("e\u0301t\u00e9", "\u00e9t\u00e9"),
        ("Z" + "\u0335" * 50, "Z" + "\u0335" * 3),
        ("  J\u00fcrgen  \u8c22  ", "J\u00fcrgen \u8c22"),
        ("\U000e0041tag\U000e0042", "tag"),
        ("A\ufe0fn\ufe00n\U000e0100\u180b", "Ann"),
        ("\u2764\ufe0f Ann \u2600\ufe0f\ufe0f", "\u2764\ufe0f Ann \u2600\ufe0f"),
        ("A\u200e\u200f\u061c\u00adn\ue000\ufff9n\U0001d173", "Ann"),
    ],
)
def test_signs_that_hide_or_turn_are_left_out(written: str, seen: str) -> None:
    assert clean(written, 60) == seen
    assert len(clean("x" * 100, 60)) == 60


def test_talk_and_names_are_cleaned(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(1)
        said = await room.table.talk.say(Ear(0), 1, "\u202ehe\u0000llo\nthere", None)  # type: ignore[arg-type]
        assert said.ok
        assert room.ears["elves"].told("chat")[-1]["text"] == "hello there"
        nothing = await room.table.talk.say(Ear(0), 2, "\u200b\u0007", None)  # type: ignore[arg-type]
        assert not nothing.ok
        made = await opened(room.hall, *WAITING, name="A\u202enn", title="\u2066T\u0000able")
        assert (made.meta.seats[0].name, made.meta.title) == ("Ann", "Table")

    scene(play)


# --- garbage ---------------------------------------------------------------------------------------


def test_what_has_lasted_is_not_looked_through_again() -> None:
    async def run() -> None:
        kept: list[list[int]] = [[number] for number in range(1000)]
        tidying = Tidying()
        usual = gc.get_threshold()
        task = asyncio.ensure_future(tidying.run())
        await asyncio.sleep(0)
        try:
            assert gc.get_freeze_count() > len(kept)
            assert gc.get_threshold()[2] > 1000, "nothing looks through everything of itself"
            held = gc.get_freeze_count()
            kept += [[number] for number in range(1000)]
            tidying.tidy()
            assert gc.get_freeze_count() >= held + 1000
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        assert gc.get_threshold() == usual
        assert gc.get_freeze_count() == 0

    asyncio.run(run())


def test_everything_is_looked_through_where_that_disturbs_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append("through everything"))
    monkeypatch.setattr(gc, "freeze", lambda: looked.append("aside"))
    tidying = Tidying()
    tidying.tidy()
    tidying._looked -= 3600
    tidying._worked -= 5.0
    tidying.tidy()
    assert "through everything" not in looked, "somebody plays"
    tidying._worked += 5.0
    tidying.tidy()
    assert looked.count("through everything") == 1
    tidying._looked -= 2 * 86_400
    tidying._worked -= 5.0
    tidying.tidy()
    assert looked.count("through everything") == 2, "once a day at any rate"
    assert looked[-1] == "aside"
    gc.unfreeze()


def test_the_trial_of_pauses_times_both_settings() -> None:
    usual, ours = measure(5, 200, 1)
    assert usual.everything > 0
    assert gc.get_freeze_count() == 0
    assert "longest" in str(ours)
