"""Hints and lessons at a table: what is told, marked, stored and held back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from server.room import Ear, Room

from dragondune.lessons.lesson import lessons
from dragondune.server.hinting import give_hint
from dragondune.server.learning import lesson_json
from dragondune.server.loading import load_session

Scene = Callable[..., None]


def first(seat: str, choices: list[Any]) -> Any:
    return choices[0]


def test_a_hint_says_what_and_why_and_is_marked_in_the_record(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1)
        await room.until("bid", first)
        table, session = room.table, room.table.session
        assert session is not None
        seat = session.waiting()[0]
        opened = session.opened[seat]
        line, why = await give_hint(table, seat, session.legal[seat])
        assert line in [str(action) for action in room.game.legal(seat)]
        assert len(why.split()) >= 3
        assert why.endswith((".", "!"))
        # Everyone hears that it was asked for, once for a decision, and nobody else what it said.
        await give_hint(table, seat, session.legal[seat])
        for ear in room.ears.values():
            told = [e for message in ear.told("update") for e in message["events"]]
            marks = [e for e in told if e["kind"] == "hinted"]
            assert [e["faction"] for e in marks] == [seat]
            assert marks[0]["text"] == f"The {seat.capitalize()} ask for a hint."
            assert why not in json.dumps(told, ensure_ascii=False)
        # It answers nothing: the same decision is open, and a choice made on it counts.
        assert session.opened[seat] == opened
        assert (await table.act(seat, 99, "pass", opened)).ok
        again = load_session(room.hall.store, table.meta)
        assert not again.trouble
        assert again.session is not None
        assert [h.event.kind for h in again.session.heard].count("hinted") == 1

    scene(play)


# --- lessons -------------------------------------------------------------------------------


async def begin(room: Room, name: str) -> tuple[Any, Ear]:
    made = await room.hall.learn(lessons()[name], "Anna", "here")
    table = room.hall.find(str(made["table"]))
    ear = Ear(next(n for n, seat in enumerate(table.meta.seats) if seat.kind == "human"))
    await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
    return table, ear


def test_bots_wait_while_the_learner_reads_and_the_step_is_stored(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table, ear = await begin(room, "first-game")
        lesson = lessons()["first-game"]
        await asyncio.sleep(0.1)
        assert ear.update["view"]["round"] == 1
        assert ear.told("table")[-1]["header"]["lesson"] == {"name": "first-game", "step": 0}
        step = lesson.index("dragon") + 1
        assert (await table.reach(step)).ok
        for _ in range(100):
            await asyncio.sleep(0.02)
            if ear.update["view"]["round"] == 3:
                break
        assert ear.update["view"]["sale"]["card"] == "6♥"
        assert ear.update["view"]["factions"]["elves"]["gold"] == 5
        # Bots make no contracts in a lesson: one could forbid them what it needs.
        assert not table.session.game.offers
        assert not table.driver.dealmaker._tasks
        stored = [
            data for table_id, _, data in room.hall.store.tables() if table_id == table.meta.id
        ]
        assert json.loads(stored[0])["lesson_step"] == step
        again = load_session(room.hall.store, table.meta)
        assert not again.trouble

    scene(play, bot_pace=0.0)


def test_a_table_without_a_lesson_has_no_steps(scene: Scene) -> None:
    async def play(room: Room) -> None:
        answer = await room.table.reach(3)
        assert not answer.ok
        assert room.table.header()["lesson"] is None

    scene(play)


def test_a_lesson_tells_the_learner_nothing_of_what_the_bots_hold() -> None:
    for lesson in lessons().values():
        told = lesson_json(lesson)
        assert not {"position", "moves"} & set(told)
        steps = told["steps"]
        assert isinstance(steps, list)
        assert all("say" not in step for step in steps)
