"""One table, without sockets: once-only actions, undo, talk, clocks, veils, restarts."""

from __future__ import annotations

import asyncio
import json
import pickle
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.json import encode
from server.room import PEOPLE, Ear, Room

from dragondune.server.bots.parcels import pack, unpack
from dragondune.server.fairness.deal import salted
from dragondune.server.fairness.veil import Veil
from dragondune.server.fairness.verify import check_record
from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.card import Meta
from dragondune.server.storage.store import card_row
from dragondune.server.tables.replay import load_session
from dragondune.server.web.http import record_of
from dragondune.server.wire.incoming import NewTable, Pace, SeatWish
from dragondune.server.wire.problems import ProblemError

Scene = Callable[..., None]


def first(seat: str, choices: list[Any]) -> Any:
    return choices[0]


def at_random(seed: int) -> Callable[[str, list[Any]], Any]:
    rng = random.Random(seed)
    return lambda seat, choices: rng.choice(choices)


def test_an_action_is_carried_out_once(scene: Scene) -> None:
    async def play(room: Room) -> None:
        seat = room.game.pending()[0].seat
        line = str(room.game.legal(seat)[0])
        assert (await room.act(seat, line, 7)).ok
        n, history = room.session.n, list(room.game.history)
        again = await room.act(seat, line, 7)
        assert again.ok
        assert (room.session.n, room.game.history) == (n, history)
        assert not (await room.act(seat, "pass", 7)).ok

    scene(play)


def test_a_choice_made_on_an_older_decision_is_refused(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.until("bid", first)
        session = room.session
        seat = session.waiting()[0]
        answer = await room.table.act(seat, 999, "pass", session.opened[seat] - 1)
        assert not answer.ok
        assert "moved on" in answer.text
        assert (await room.table.act(seat, 1000, "pass", session.opened[seat])).ok

    scene(play)


def test_undo_until_others_act(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        await room.until("move", first)
        session = room.session
        seat = session.waiting()[0]
        other = next(f for f in room.game.seats if f != seat)
        before = room.game.position()
        moves = [a for a in room.game.legal(seat) if a.kind == "move"]
        if not moves:
            return
        assert (await room.act(seat, str(moves[0]))).ok
        assert not (await room.table.undo(other, 5000)).ok
        if not session.can_undo(seat):
            return
        assert room.ears[seat].update["undo"] is True
        assert (await room.table.undo(seat, 5001)).ok
        assert room.game.position() == before
        assert room.ears[other].update["events"][-1]["kind"] == "undone"
        await room.act(seat, str(moves[0]))
        room.game.state.gold[room.game.state.order[0]] += 3
        await room.act(room.game.seats[0] if room.game.seats[0] != seat else other, "give orcs 1")

    scene(play)


def test_nothing_is_taken_back_after_a_draw(scene: Scene) -> None:
    async def play(room: Room) -> None:
        rng = random.Random(4)
        checked = 0
        for _ in range(250):
            session = room.session
            if not session.legal:
                break
            seat = session.waiting()[0]
            draws, events = len(session.log.chances), len(session.log.events)
            deck = len(room.game.state.deck)
            await room.act(seat, str(rng.choice(room.game.legal(seat))))
            secret = [e for e in session.log.events[events:] if e.audience != 15]
            drawn = len(session.log.chances) != draws or len(room.game.state.deck) != deck
            if drawn or [e for e in secret if e.kind != "plan_made"]:
                checked += 1
                assert not session.can_undo(seat)
        assert checked > 5

    scene(play)


def test_talk_to_one_seat_is_heard_there_alone(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        watcher = await room.watch()
        speaker = room.ears["dwarves"]
        assert (await room.table.talk.say(speaker, 1, "psst", "orcs")).ok  # type: ignore[arg-type]
        assert (await room.table.talk.say(speaker, 2, "hello", None)).ok  # type: ignore[arg-type]
        heard = {f: [m["text"] for m in ear.told("chat")] for f, ear in room.ears.items()}
        assert heard["orcs"] == heard["dwarves"] == ["psst", "hello"]
        assert heard["elves"] == heard["goblins"] == ["hello"]
        assert [m["text"] for m in watcher.told("chat")] == ["hello"]

    scene(play)


def test_a_bot_plays_for_the_absent_until_they_come_back(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        table = room.table
        table.meta.pace = Pace("live", 0)
        session = room.session
        seat = session.waiting()[0]
        table.meta.pace.seconds = 1
        table.driver.restart(seat)
        for _ in range(100):
            await asyncio.sleep(0.1)
            if seat in table.away and len(room.game.history):
                break
        assert seat in table.away
        assert room.game.history
        number = [s.faction for s in table.meta.seats].index(seat)
        assert table.header().seats[number].away
        await room.sit(number)
        assert seat not in table.away

    scene(play, stand_in="random")


def test_a_clock_goes_on_after_a_restart(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    day, now = 86_400.0, time.time

    async def play(room: Room) -> None:
        config, table_id = room.hall.config, room.table.meta.id
        monkeypatch.setattr(time, "time", lambda: now() - 2 * day)
        session = room.session
        for _ in range(30):
            seat = session.waiting()[0]
            assert (await room.act(seat, str(room.game.legal(seat)[-1]))).ok
            room.table.driver.stop()
            seat = session.waiting()[0]
            if len(session.legal[seat]) > 1:  # else the server passes for them
                break
        number = [s.faction for s in room.table.meta.seats].index(seat)
        monkeypatch.setattr(time, "time", now)
        other = Hall(config)
        try:
            table = other.tables[table_id]
            await table.load()
            left = table.clock()[seat] - now()
            assert 0.99 * day < left < 1.01 * day, "two of three days have gone by"
            assert await table.time_is_up(seat, table.session.opened[seat])  # type: ignore[union-attr]
        finally:
            other.close()
        third = Hall(config)
        try:
            table = third.tables[table_id]
            await table.load()
            assert table.away == {seat}, "who was away is away"
            await table.welcome(Ear(number), 0, 0)  # type: ignore[arg-type]
            assert not table.away
        finally:
            third.close()
        fourth = Hall(config)
        try:
            table = fourth.tables[table_id]
            await table.load()
            assert not table.away
            left = table.clock()[seat] - now()
            assert left > 2.99 * day, "the clock began again when the player came back"
        finally:
            fourth.close()

    scene(play, NewTable(seats=PEOPLE, pace=Pace("slow", 3 * 86_400)))


def test_a_server_that_was_down_makes_nobody_absent(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time

    async def play(room: Room) -> None:
        monkeypatch.setattr(time, "time", lambda: now() - 3600)
        seat = room.session.waiting()[0]
        assert (await room.act(seat, str(room.game.legal(seat)[0]))).ok
        room.table.driver.stop()
        monkeypatch.setattr(time, "time", now)
        other = Hall(room.hall.config)
        try:
            table = other.tables[room.table.meta.id]
            await table.load()
            clocks: Any = table.clock()
            assert all(55 < until - now() < 65 for until in clocks.values())
            assert clocks
        finally:
            other.close()

    scene(play, NewTable(seats=PEOPLE, pace=Pace("live", 180)))


def test_a_forced_pass_waits_while_the_player_is_not_there(scene: Scene) -> None:
    async def play(room: Room) -> None:
        room.table.veil.median = 0.2
        choose = at_random(3)
        for _ in range(400):
            session = room.session
            if not session.legal:
                raise AssertionError("no veiled pass in a whole game")
            seat = session.waiting()[0]
            if len(session.legal[seat]) == 1:
                break
            await room.act(seat, str(choose(seat, room.game.legal(seat))))
        number = [s.faction for s in room.table.meta.seats].index(seat)
        n = session.n
        await asyncio.sleep(0.8)
        assert session.n == n, "an absent player seems to have thought"
        await room.sit(number)
        for _ in range(100):
            await asyncio.sleep(0.1)
            if session.n > n:
                return
        raise AssertionError("the forced pass never came")

    scene(play)


def test_against_bots_alone_nothing_is_veiled(scene: Scene) -> None:
    async def play(room: Room) -> None:
        assert not room.table.veiled()
        await room.watch()
        assert room.table.veiled()

    seats = [SeatWish("human"), *(SeatWish("bot", "random") for _ in range(3))]
    scene(play, NewTable(seats=seats))


def test_a_view_travels_to_bots_unchanged(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.act("orcs", "offer The Orcs do not attack the Elves.")
        await room.until("move", at_random(2))
        for seat in room.game.seats:
            view = room.game.view(seat)
            parcel = pickle.loads(pickle.dumps(pack(room.game, seat)))
            assert unpack(parcel) == view

    scene(play)


def test_the_veil_learns_from_those_who_had_a_choice() -> None:
    veil = Veil(1.0)
    for _ in range(500):
        veil.note("human", "deny", 6.0)
    drawn = [veil.draw("human", "deny") for _ in range(300)]
    assert sum(4 < seconds < 9 for seconds in drawn) > 220
    other = [veil.draw("human", "bid") for _ in range(300)]
    assert sum(seconds < 4 for seconds in other) > 250


def test_a_restart_brings_the_game_back(scene: Scene) -> None:
    async def play(room: Room) -> None:
        choose = at_random(8)
        for _ in range(150):
            session = room.session
            if not session.legal:
                break
            seat = session.waiting()[0]
            if session.can_undo(seat) and choose(seat, [True, False]):
                await room.table.undo(seat, 10**6 + session.n)
            else:
                await room.act(seat, str(choose(seat, room.game.legal(seat))))
        room.table.driver.stop()
        async with room.table.lock:
            found = load_session(room.hall.store, room.table.meta)
            session = room.session
            assert found.session is not None
            assert found.session.n == session.n
            assert found.session.game == room.game
            assert found.session.heard == session.heard
            assert found.session.opened == session.opened
            assert found.session.can_undo(seat) == session.can_undo(seat)
            assert (found.done, found.seq) == (room.table.journal.done, room.table.journal.seq)

    scene(play)


def test_an_older_record_that_cannot_be_played_says_so(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.until("bid", first)  # cards are dealt by then, by the seed
        seat = room.game.pending()[0].seat
        meta: Meta = room.table.meta
        meta.rules_version, meta.seed = 0, "another seed than it was played with"
        forget = "DELETE FROM positions"  # as in a file that is older than positions
        await room.hall.store.write([card_row(room.table.meta), (forget, ())])
        other = Hall(room.hall.config)
        try:
            found = other.tables[meta.id]
            await found.load()
            assert found.meta.status == "unplayable"
            assert "version 0 of the rules" in found.meta.trouble
            answer = await found.act(seat, 99, "pass", None)
            assert not answer.ok
            assert "version 0" in answer.text
        finally:
            other.close()

    scene(play, NewTable(edition="r6", seats=PEOPLE))


def test_the_past_shows_what_a_seat_knew_then(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        choose = at_random(5)
        for _ in range(120):
            session = room.session
            if not session.legal:
                break
            seat = session.waiting()[0]
            await room.act(seat, str(choose(seat, room.game.legal(seat))))
        from dragondune.server.tables.publisher import position

        told = room.ears["elves"].told("update")
        past = room.table.past
        assert past is not None
        for update in told[:: max(1, len(told) // 12)]:
            game = await past.game_at(update["n"])
            import msgspec

            again = msgspec.json.decode(msgspec.json.encode(position(game, 1)))
            assert again == update["view"]

    scene(play)


def test_contracts_are_offered_signed_and_kept(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        offer = "offer The Orcs do not attack the Elves."
        assert (await room.act("orcs", offer)).ok
        offered = room.ears["elves"].update["view"]["offers"]
        assert offered[0]["maker"] == "orcs"
        assert (await room.act("elves", f"accept {offered[0]['number']}")).ok
        view = room.ears["dwarves"].update["view"]
        assert not view["offers"]
        assert "do not attack" in view["contracts"][0]["text"]

    scene(play)


# --- fair dealing ----------------------------------------------------------------------------


def test_salts_come_after_the_commitment_and_make_the_seed(scene: Any) -> None:
    async def play(room: Room) -> None:
        hall = room.hall
        promised = hall.seals.new()
        seats = [SeatWish("human"), SeatWish("open")]
        made = await hall.create(NewTable(seats=seats, commitment=promised, salt="a" * 32), "here")
        table = hall.tables[made.table]
        assert table.header().commitment == promised
        secret = table.meta.seed
        await hall.join(table, "Berta", None, None, "b" * 32)
        assert table.header().commitment == promised
        assert table.meta.seed == salted(secret, ["a" * 32, "b" * 32]) != secret
        told = encode(table.header()).decode()
        assert "a" * 32 not in told
        assert "b" * 32 not in told
        assert table.meta.seed not in told
        table.meta.status = "over"
        assert table.session is not None
        record = json.loads(encode(record_of(table, table.session.game)))
        assert check_record(record, promised, "b" * 32) == []
        assert check_record(record, promised, "c" * 32) == [
            "Your salt is not among those that made the seed."
        ]
        record["table"]["salts"][1] = "d" * 32
        assert "salts" in check_record(record, promised)[0]

    scene(play)


def test_a_commitment_serves_one_table_only(scene: Any) -> None:
    async def play(room: Room) -> None:
        promised = room.hall.seals.new()
        await room.hall.create(NewTable(seats=PEOPLE, commitment=promised), "here")
        for used in (promised, "0" * 64):
            with pytest.raises(ProblemError) as refused:
                await room.hall.create(NewTable(seats=PEOPLE, commitment=used), "here")
            assert refused.value.status == 409

    scene(play)


def test_a_record_from_before_there_were_salts_still_verifies(scene: Any) -> None:
    async def play(room: Room) -> None:
        record = json.loads(encode(record_of(room.table, room.game)))
        for later in ("secret", "salts"):
            del record["table"][later]
        assert check_record(record) == []

    scene(play)
