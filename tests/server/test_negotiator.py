"""Bots at a table of the server answer offers, say why, and make offers of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from server.room import Room

from dragondune.model.contracts import Contract
from dragondune.server.bots.negotiator import Negotiator
from dragondune.server.tables import chat, small_talk
from dragondune.server.tables.replay import load_session
from dragondune.server.wire.incoming import NewTable, SeatWish

Scene = Callable[..., None]
ONE_BOT = NewTable(
    seats=[
        SeatWish("human", faction="elves"),
        SeatWish("human", faction="dwarves"),
        SeatWish("human", faction="goblins"),
        SeatWish("bot", bot="steward", faction="orcs"),
    ]
)


async def settled(ready: Callable[[], Any]) -> None:
    """Wait until something is so; bots think in processes that have to start first."""
    for _ in range(600):
        if ready():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came")


def test_a_bot_answers_an_offer_and_says_why(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2)
        await settled(lambda: room.game.state.turn and room.game.pending()[0].seat != "orcs")
        ear = room.ears["elves"]
        offer = "offer The Orcs do not enter 5★ until the end of turn 1. The Elves pay the Orcs 2 gold now."
        assert (await room.act("elves", offer)).ok
        await settled(lambda: ear.told("chat"))
        line = ear.told("chat")[-1]
        assert line["from"] == "orcs"
        assert line["text"].startswith("Offer 1 · Worth ")
        assert [contract.number for contract in room.game.contracts] == [1]
        assert not room.game.offers
        # What it does not want it refuses, and the table hears why.
        assert (await room.act("elves", "offer The Orcs pay the Elves 99 gold now.")).ok
        await settled(lambda: len(ear.told("chat")) == 2)
        assert ear.told("chat")[-1]["text"] == "Offer 2 · No: I do not have 99 gold to promise."
        assert not room.game.offers

    scene(play, ONE_BOT)


def test_a_bot_that_is_spoken_to_says_what_it_understands(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "PAUSE", 1e6)

    async def play(room: Room) -> None:
        await room.sit(0, 1, 2)
        speaker = room.ears["elves"]
        assert (await room.table.talk.say(speaker, 1, "Peace?", "orcs")).ok  # type: ignore[arg-type]
        asked, told = speaker.told("chat")[-2:]
        assert (asked["text"], told["from"], told["to"]) == ("Peace?", "orcs", "elves")
        assert "contract" in told["text"].lower()
        assert not room.ears["dwarves"].told("chat")
        # Once is enough for a while, and among people a bot keeps quiet.
        for cid, to in ((2, "orcs"), (3, None)):
            assert (await room.table.talk.say(speaker, cid, "Well?", to)).ok  # type: ignore[arg-type]
        assert [line["from"] for line in speaker.told("chat")].count("orcs") == 1

    scene(play, ONE_BOT)


def test_the_bot_that_is_named_answers_what_was_said(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "PAUSE", 0.0)
    said = (
        ("Hello everyone", None, small_talk.GREETING),
        ("Goblins, shall we make peace?", "goblins", small_talk.BARGAIN),
        ("Don't attack me, Dwarf!", "dwarves", small_talk.THREAT),
        ("Who is winning?", None, small_talk.QUESTION),
        ("well played", None, small_talk.PRAISE),
        ("The weather is fine, elves", "elves", small_talk.OTHER),
    )

    async def play(room: Room) -> None:
        await room.sit(0)
        speaker = room.ears["orcs"]
        for cid, (text, who, phrases) in enumerate(said, 1):
            assert (await room.table.talk.say(speaker, cid, text, None)).ok  # type: ignore[arg-type]
            told = speaker.told("chat")[-1]
            assert told["text"] in phrases
            assert told["from"] == who or (who is None and told["from"] != "orcs")

    bots = [SeatWish("bot", bot="random", faction=name) for name in ("elves", "dwarves", "goblins")]
    scene(play, NewTable(seats=[SeatWish("human", faction="orcs"), *bots]))


def test_a_counter_offer_waits_for_the_player_and_can_be_accepted(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2)
        await settled(lambda: room.game.state.turn and room.game.pending()[0].seat != "orcs")
        ear = room.ears["elves"]
        assert (await room.act("elves", "offer The Orcs show the Elves their usurper now.")).ok
        await settled(lambda: ear.told("chat"))
        made = room.game.offers
        assert [offer.maker for offer in made] == [3]
        assert "gold yes, for less no" in ear.told("chat")[-1]["text"]
        assert (await room.act("elves", f"accept {made[0].number}")).ok
        assert not room.game.offers

    scene(play, ONE_BOT)


def test_a_refused_offer_of_a_bot_is_remembered(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2)
        maker: Negotiator = room.table.driver.negotiator
        text = (
            "The Elves do not enter 1★ until the end of turn 1. The Orcs pay the Elves 1 gold now."
        )
        room.game.offer("orcs", text)
        offer: Contract = room.game.offers[-1]
        maker.recall.made[int(offer.number)] = offer
        assert (await room.act("elves", f"refuse {offer.number}")).ok
        assert maker.recall.memory.mood(3, 1).shunned

    scene(play, ONE_BOT)


def test_what_bots_keep_in_mind_outlives_a_restart(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table = room.table
        text = (
            "The Elves do not enter 1★ until the end of turn 1. The Orcs pay the Elves 1 gold now."
        )
        assert table.session is not None
        table.driver.stop()
        assert await table.server_says("orcs", table.session.n, f"offer {text}", "Well?")
        number = int(room.game.offers[-1].number)
        lying = load_session(room.hall.store, table.meta).recall
        assert list(lying.made) == [number]
        turn = int(room.game.state.turn)
        assert not lying.memory.mood(3, turn).may_offer, "one offer a turn"
        assert (await room.act("elves", f"refuse {number}")).ok
        table.driver.stop()
        found = load_session(room.hall.store, table.meta)
        assert not found.trouble
        assert not found.recall.made
        assert found.recall.memory.mood(3, turn).shunned, "nobody is asked again at once"

    scene(play, ONE_BOT)


def test_nobody_signs_for_a_player_who_is_away(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2)
        room.table.away.add("dwarves")
        assert (await room.act("elves", "offer The Elves pay the Dwarves 1 gold now.")).ok

        def dwarves() -> list[str]:
            """What was done in their name; bots wait with their moves until answers are given."""
            record: dict[str, Any] = room.game.record()
            return [line for seat, line in record["actions"] if seat == "dwarves"]

        for _ in range(600):
            for asked in room.game.pending():
                if asked.seat in ("elves", "goblins"):
                    await room.act(asked.seat, str(room.game.legal(asked.seat)[0]))
            if dwarves():
                break
            await asyncio.sleep(0.05)
        assert dwarves()
        assert not [line for line in dwarves() if line.split()[0] in ("accept", "refuse", "offer")]
        assert not room.game.contracts

    scene(play, ONE_BOT)


def test_a_table_without_contracts_stays_silent(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0)
        await settled(lambda: room.game.over or room.game.state.turn > 2)
        assert not room.ears["elves"].told("chat")

    bots = [SeatWish("bot", bot="steward") for _ in range(3)]
    seats = [SeatWish("bot", bot="steward", faction="elves"), *bots]
    scene(play, NewTable(seats=seats, contracts=False, public=True))
