"""What the server plays by itself: when, how often, and what that must not tell or lose."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from server.room import PEOPLE, Room

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.server.bots import player
from dragondune.server.bots.parcels import pack
from dragondune.server.bots.workers import think_as_if
from dragondune.server.play.session import FORCED, OPEN_STEPS, PLAYER
from dragondune.server.storage.store import StoreError
from dragondune.server.tables import clocks, driver
from dragondune.server.wire.incoming import NewTable, Pace, SeatWish

Scene = Callable[..., None]
ALONE = [SeatWish("human", faction="orcs")] + [
    SeatWish("bot", "random", faction=faction) for faction in ("dwarves", "elves", "goblins")
]


class Thoughts:
    """Bots of this test: they pass often, and think no time."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self.asked = self.pretended = 0

    def paid_by(self, payer: str, failed: set[str] | None = None) -> Thoughts:
        return self

    async def choose(self, name: str, seed: int, parcel: Any, legal: list[int]) -> tuple[int, str]:
        self.asked += 1
        passing = [code for code in legal if str(Action.of(code)) == "pass"]
        return self.rng.choice([*passing * len(legal), *legal]), "Why not?"

    advise = choose

    async def pretend(self, *_: Any) -> None:
        self.pretended += 1

    async def wait_in_line(self) -> None:
        return None

    def was_asked(self, times: int) -> bool:
        return self.asked == times

    async def act_freely(self, *_: Any) -> None:
        return None

    async def talk(self, *_: Any) -> None:
        return None

    def close(self) -> None:
        pass


async def soon(done: Callable[[], Any]) -> None:
    """Wait until something is so; far too long a wait is a failure."""
    for _ in range(3000):
        if done():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came")


def test_a_bot_without_a_choice_takes_as_long_as_one_that_passes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one person alone against bots is not told by time who holds an ace."""
    pauses: dict[tuple[str, bool], set[float]] = {}
    waits: list[float] = []

    async def no_wait(seconds: float) -> None:
        waits.append(round(seconds, 3))
        await asyncio.sleep(0)

    monkeypatch.setattr(player, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": no_wait}))
    monkeypatch.setattr(player, "time", SimpleNamespace(monotonic=lambda: 0.0, time=time.time))

    async def play(room: Room) -> None:
        table, session = room.table, room.session
        room.hall.services.thinkers = Thoughts()  # type: ignore[assignment]
        acts, rng = table.server_acts, random.Random(5)

        async def watched(faction: str, opened: int, line: str, by: str) -> bool:
            step, alone = session.step(), len(session.legal[faction]) == 1
            if line == "pass" and step not in OPEN_STEPS:
                pauses.setdefault((step, alone), set()).add(waits[-1])
            return await acts(faction, opened, line, by)

        plays = session.act

        def at_once(seat: str, action: Any, by: str = PLAYER) -> Any:
            assert by != FORCED or seat == "orcs" or session.step() in OPEN_STEPS
            return plays(seat, action, by)

        monkeypatch.setattr(table, "server_acts", watched)
        monkeypatch.setattr(session, "act", at_once)
        assert not table.veiled()
        for _ in range(60):
            await soon(lambda: "orcs" in session.legal or not session.legal)
            if not session.legal:
                break
            await room.act("orcs", str(rng.choice(room.game.legal("orcs"))))

    scene(play, NewTable(seats=ALONE), bot_pace=0.9)
    assert any((step, not alone) in pauses for step, alone in pauses), "both kinds, at one step"
    assert any(step == "deny" for step, _ in pauses)
    assert {pause for found in pauses.values() for pause in found} == {player.PASSING}


def test_a_bot_thinks_as_if_it_had_a_choice() -> None:
    """In a worker, by what everybody sees: each bot, wherever a seat could only pass."""
    rng, done = random.Random(2), set()
    for seed in range(3):
        game = Game.new("r9", None, (), seed)
        while pending := game.pending():
            seat, step = pending[0].seat, pending[0].step
            legal = game.legal(seat)
            if len(legal) == 1 and step not in OPEN_STEPS and step not in done:
                done.add(step)
                think_as_if("steward", 1, pack(game, None), FACTION_OF_NAME[seat])
            game.play(seat, rng.choice(legal))
    assert "deny" in done


def test_nothing_is_played_for_who_was_quicker(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision may be made while the server waits beside it: then there is nothing left to do."""

    async def play(room: Room) -> None:
        session, waiter = room.session, room.table.driver
        monkeypatch.setattr(room.table.veil, "draw", lambda who, step: 0.0)
        gone = 0
        for _ in range(30):
            faction = next(iter(session.legal))
            opened = session.opened[faction]
            await room.act(faction, str(room.game.legal(faction)[0]))
            if faction in session.legal:
                continue
            gone += 1
            before = stored(room)
            assert not await waiter._decide(faction, opened)
            await waiter._answer_veiled(faction, opened)
            assert stored(room) == before
        assert gone

    scene(play, NewTable(seats=PEOPLE))


def stored(room: Room) -> int:
    """How many lines the disk has of this game."""
    return len(room.hall.store.log(room.table.meta.id))


class Refusing:
    """A disk that takes nothing for a while."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused = 0
        self.left = 0
        self.write = room.hall.store.write
        monkeypatch.setattr(room.hall.store, "write", self.refuse)
        monkeypatch.setattr(driver, "AGAIN", 0.01)

    async def refuse(self, statements: Any) -> None:
        if self.left and statements:
            self.left -= 1
            self.refused += 1
            raise StoreError("the disk is full")
        await self.write(statements)


def test_a_bot_plays_when_the_disk_has_recovered(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Room) -> None:
        table = room.table
        table.driver.stop()
        room.hall.services.thinkers = Thoughts()  # type: ignore[assignment]
        while "orcs" in room.session.legal:
            assert (await room.act("orcs", str(room.game.legal("orcs")[0]))).ok
            table.driver.stop()
        disk, lines = Refusing(room, monkeypatch), stored(room)
        disk.left = 2
        table.driver.look()
        await soon(lambda: stored(room) > lines)
        assert disk.refused == 2

    scene(play, NewTable(seats=ALONE))


def test_a_clock_that_could_not_be_stored_runs_out_later(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Room) -> None:
        table = room.table
        room.hall.services.thinkers = Thoughts()  # type: ignore[assignment]
        seat = await asked(room)
        disk, lines = Refusing(room, monkeypatch), stored(room)
        disk.left = 2
        table.meta.pace.seconds = 0.05  # type: ignore[assignment]
        table.driver.restart(seat)
        await soon(lambda: stored(room) > lines)
        await soon(lambda: seat in table.away)
        assert disk.refused == 2

    scene(play, NewTable(seats=PEOPLE, pace=Pace("live", 60)))


def test_what_fails_in_a_way_nobody_thought_of_is_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Room) -> None:
        table = room.table
        table.driver.stop()
        thoughts = room.hall.services.thinkers = Thoughts()  # type: ignore[assignment]
        while "orcs" in room.session.legal:
            assert (await room.act("orcs", str(room.game.legal("orcs")[0]))).ok
            table.driver.stop()
        monkeypatch.setattr(driver, "AGAIN", 0.01)
        choose, lines = thoughts.choose, stored(room)
        failed: list[bool] = []

        async def stumble(*about: Any) -> tuple[int, str]:
            if not failed:
                failed.append(True)
                raise RuntimeError("nobody thought of this")
            return await choose(*about)

        monkeypatch.setattr(thoughts, "choose", stumble)
        table.driver.look()
        await soon(lambda: stored(room) > lines)
        assert failed

    scene(play, NewTable(seats=ALONE))


def test_the_same_hint_again_costs_no_thought_and_no_line(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table, session = room.table, room.session
        thoughts = room.hall.services.thinkers = Thoughts()  # type: ignore[assignment]
        seat = session.waiting()[0]
        legal = session.legal[seat]
        both = await asyncio.gather(*(table.adviser.hint(seat, legal) for _ in range(2)))
        lines, n = stored(room), session.n
        again = await table.adviser.hint(seat, legal)
        assert both == [again, again]
        assert thoughts.asked == 1
        assert (stored(room), session.n) == (lines, n)
        assert (await room.act(seat, again.line)).ok
        other = await asked(room)
        await table.adviser.hint(other, session.legal[other])
        assert thoughts.asked == 2, "another decision, another thought"

    scene(play)


async def asked(room: Room) -> str:
    """A seat that has a choice to make, when all that went before it is stored and told."""
    for _ in range(3000):
        async with room.table.lock:
            session = room.session
            seat = session.waiting()[0]
            if len(session.legal[seat]) > 1:
                return seat
        await asyncio.sleep(0.005)
    raise AssertionError("nobody was asked")


class Clock:
    """The time of day, as the driver is told it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_800_000_000.0
        told = SimpleNamespace(monotonic=time.monotonic, time=lambda: self.now)
        monkeypatch.setattr(clocks, "time", told)

    def left(self, room: Room, seat: str) -> float:
        until: Any = room.table.clock()
        return float(until[seat]) - self.now


LIVE = NewTable(seats=PEOPLE, pace=Pace("live", 60))


def test_free_acts_do_not_wind_up_a_clock(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def play(room: Room) -> None:
        table, session = room.table, room.session
        seat = await asked(room)
        other = next(f for f in room.game.seats if f != seat)
        for f in range(4):
            room.game.state.gold[f] += 5
        table.driver.restart(seat)
        assert clock.left(room, seat) == 60
        for whose, line in (
            (seat, f"give {other} 1"),
            (seat, f"offer The {seat} do not attack the {other}."),
            (seat, "withdraw 1"),
            (other, f"give {seat} 1"),
            (other, "undo"),
        ):
            clock.now += 10
            undo = line == "undo"
            answer = await (table.undo(whose, 10**6) if undo else room.act(whose, line))
            assert answer.ok, answer
        assert clock.left(room, seat) == 10
        assert (await room.act(seat, str(room.game.legal(seat)[0]))).ok
        assert all(clock.left(room, waiting) == 60 for waiting in session.legal)

    scene(play, LIVE)


def test_an_undo_gives_back_what_was_left(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, rng = Clock(monkeypatch), random.Random(3)

    async def play(room: Room) -> None:
        table, session = room.table, room.session

        async def harmless() -> tuple[str, str]:
            """Play on until something can be taken back; all of it with ten seconds left."""
            for _ in range(400):
                seat = await asked(room)
                line = str(rng.choice(room.game.legal(seat)))
                clock.now += clock.left(room, seat) - 10
                assert (await room.act(seat, line)).ok
                if session.can_undo(seat):
                    return seat, line
            raise AssertionError("nothing could be taken back")

        seat, line = await harmless()
        clock.now += 30
        assert (await table.undo(seat, 10**6)).ok
        assert clock.left(room, seat) == 10
        for more in range(1, 10):
            assert (await room.act(seat, line)).ok
            clock.now += 30
            assert (await table.undo(seat, 10**6 + more)).ok
        assert clock.left(room, seat) < 1, "nobody stays for good between two choices"

    scene(play, LIVE)


def test_coming_back_stops_a_bot_once_a_decision(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table = room.table
        thoughts = room.hall.services.thinkers = Thoughts()  # type: ignore[assignment]
        seat, go_on, choose = await asked(room), asyncio.Event(), thoughts.choose

        async def slowly(*about: Any) -> tuple[int, str]:
            made = await choose(*about)
            await go_on.wait()
            return made

        thoughts.choose = slowly  # type: ignore[method-assign, assignment]
        table.meta.pace.seconds = 0.05  # type: ignore[assignment]
        table.driver.stop()
        table.driver.look()
        for times in (1, 2):
            await soon(partial(thoughts.was_asked, times))
            async with table.lock:
                await table.come_back(seat)
            assert seat not in table.away
        go_on.set()
        await soon(lambda: room.game.history)
        assert thoughts.asked == 2, "the bot thought a third time instead of playing"
        assert seat not in table.away

    scene(play, LIVE)
