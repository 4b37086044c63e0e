"""Hints and lessons at a table: what is told, marked, stored and held back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.room import Ear, Room

from dragondune.lessons.lesson import lessons
from dragondune.lessons.moments import deed_asked
from dragondune.lessons.walk import Walk
from dragondune.model.actions import KIND_NAMES
from dragondune.server.config import Config
from dragondune.server.lessons.listing import lesson_text
from dragondune.server.storage.store import StoreError
from dragondune.server.tables.replay import load_session
from dragondune.server.web.http import record_of
from dragondune.server.wire.documents import RecordOfTable
from tools.lesson_times import SECONDS_FOR_A_BOT

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
        line, why, taught = await table.adviser.hint(seat, session.legal[seat])
        assert not taught
        assert line in [str(action) for action in room.game.legal(seat)]
        assert len(why.split()) >= 3
        assert why.endswith((".", "!"))
        # Everyone hears that it was asked for, once for a decision, and nobody else what it said.
        await table.adviser.hint(seat, session.legal[seat])
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
        marked = record_of(table, session.game)["table"]
        assert isinstance(marked, RecordOfTable)
        assert [(one.faction, one.turn, one.round) for one in marked.hints] == [(seat, 1, 3)]

    scene(play)


def test_the_page_has_words_for_every_kind_of_action() -> None:
    """A hint in our notation (``place 3 0``) would say nothing to a newcomer."""
    path = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "texts.ts"
    text = path.read_text(encoding="utf-8")
    told = text[text.index("export function label") :]
    for kind in set(KIND_NAMES) - {"give"}:  # gold is given beside all decisions
        assert f'case "{kind}"' in told or f'action.kind === "{kind}"' in told, kind


# --- lessons -------------------------------------------------------------------------------


async def begin(room: Room, name: str) -> tuple[Any, Ear]:
    made = await room.hall.learn(lessons()[name], "Anna", "here")
    table = room.hall.find(made.table)
    ear = Ear(next(n for n, seat in enumerate(table.meta.seats) if seat.kind == "human"))
    await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
    return table, ear


async def choosing(session: Any, seat: str) -> None:
    """Wait until a seat has a choice."""
    for _ in range(200):
        if len(session.legal.get(seat, ())) > 1:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"the {seat} are never asked")


def test_bots_wait_while_the_learner_reads_and_the_step_is_stored(scene: Scene) -> None:
    async def play(room: Room) -> None:
        table, ear = await begin(room, "first-game")
        lesson = lessons()["first-game"]
        await asyncio.sleep(0.1)
        assert ear.update["view"]["round"] == 1
        assert ear.told("table")[-1]["header"]["lesson"] == {"name": "first-game", "step": 0}
        step = lesson.index("dragon") + 1
        for number in range(step):
            assert (await table.read(lesson.seat, "next", number)).ok
            # Sent again, as after a lost connection, it is the same card that was read.
            assert (await table.read(lesson.seat, "next", number)).ok
        assert ear.told("guide")[-1]["guide"]["at"] == step
        for _ in range(100):
            await asyncio.sleep(0.02)
            if ear.update["view"]["round"] == 3:
                break
        assert ear.update["view"]["sale"]["card"] == "6♥"
        assert ear.update["view"]["factions"]["elves"]["gold"] == 5
        # Bots make no contracts in a lesson: one could forbid them what it needs.
        assert not table.session.game.offers
        assert not table.driver.negotiator._tasks
        stored = [
            data for table_id, _, data in room.hall.store.tables() if table_id == table.meta.id
        ]
        assert json.loads(stored[0])["lesson_step"] == step
        again = load_session(room.hall.store, table.meta)
        assert not again.trouble

    scene(play, bot_pace=0.0)


def test_a_hint_in_a_lesson_is_what_the_guide_asks_for(scene: Scene) -> None:
    """A bot that thinks otherwise would contradict the card beside it."""

    async def play(room: Room) -> None:
        lesson = lessons()["battle"]
        table, _ = await begin(room, "battle")
        session = table.session
        for id_, line in (("choose", "fight 14 goblins"), ("plan", "plan 1 3♥")):
            await choosing(session, "orcs")
            # The guide stands at a card that is only read: the deed is that of a later one.
            table.coach.guide.at = lesson.index(id_) - 1
            step = lesson.steps[lesson.index(id_)]
            hint = await table.adviser.hint("orcs", session.legal["orcs"])
            assert hint == (line, step.otherwise, True)
            assert (await table.act("orcs", lesson.index(id_) + 1, line, None)).ok
        # When the guide is gone, the bot speaks for itself.
        await choosing(session, "orcs")
        assert (await table.read("orcs", "end", 0)).ok
        assert not (await table.adviser.hint("orcs", session.legal["orcs"])).lesson

    scene(play, bot_pace=0.0)


def test_the_server_judges_the_deeds_of_a_lesson(scene: Scene) -> None:
    """Whatever client plays: a deed that the lesson cannot use is not played, and gets a word."""

    async def play(room: Room) -> None:
        lesson = lessons()["battle"]
        table, ear = await begin(room, "battle")
        session = table.session
        await choosing(session, "orcs")
        while lesson.steps[table.coach.step].id != "choose":
            assert (await table.read("orcs", "next", table.coach.step)).ok
        assert ear.told("guide")[-1]["guide"]["asks"]
        n, wrong = session.n, next(line for line in lines(session) if "14" not in line)
        answer = await table.act("orcs", 1, wrong, None)
        step = lesson.steps[lesson.index("choose")]
        assert (answer.ok, answer.guide, answer.text) == (False, True, step.otherwise)
        assert session.n == n
        assert ear.told("guide")[-1]["guide"]["word"] == step.otherwise
        # Reading on does not get past a deed that can be done.
        assert (await table.read("orcs", "next", table.coach.step)).ok
        assert table.coach.step == lesson.index("choose")
        assert (await table.act("orcs", 2, "fight 14 goblins", None)).ok
        assert table.coach.step > lesson.index("choose")
        assert ear.update["guide"]["at"] == table.coach.step
        assert on_disk(room, table)["lesson_step"] == table.coach.step

    scene(play, bot_pace=0.0)


def test_a_lesson_stands_where_the_disk_has_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Room) -> None:
        table, _ = await begin(room, "auction")
        before = table.coach.step

        async def full(statements: Any) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(room.hall.store, "write", full)
            assert not (await table.read("goblins", "next", before)).ok
        assert table.coach.step == before
        assert (await table.read("goblins", "next", before)).ok
        assert table.coach.step == before + 1

    scene(play, bot_pace=0.0)


def lines(session: Any) -> list[str]:
    return [str(action) for action in session.game.legal("orcs")]


def on_disk(room: Room, table: Any) -> Any:
    found = [data for table_id, _, data in room.hall.store.tables() if table_id == table.meta.id]
    return json.loads(found[0])


def test_a_hint_points_at_a_look_too() -> None:
    """A look is no decision, so it stands beside the legal actions."""
    lesson = lessons()["first-game"]
    at = lesson.index("look")
    walk = Walk(lesson)
    while walk.at < at or walk.step.id != "look":
        if not walk.others():
            walk._learner(lambda _, lines: "pass" if "pass" in lines else lines[0])
    asked = deed_asked(lesson, at, walk.game)
    assert asked is not None
    assert (asked[0].id, asked[1]) == ("look", ["look goblins"])


def test_an_offer_that_the_lesson_has_no_answer_to_is_refused_with_a_word(scene: Scene) -> None:
    """Silence would leave the learner waiting for somebody who never speaks."""

    async def play(room: Room) -> None:
        table, ear = await begin(room, "auction")
        words = "Between the Goblins and the Orcs: The Goblins do not attack the Orcs."
        assert (await table.act("goblins", 1, f"offer {words}", None)).ok
        assert table.session.game.offers
        for _ in range(100):
            await asyncio.sleep(0.02)
            if ear.told("chat"):
                break
        assert not table.session.game.offers
        assert not table.session.game.contracts
        assert ear.told("chat")[-1]["text"] == "Offer 1 · Not now. After the lesson, gladly."

    scene(play, bot_pace=0.0)


def test_a_table_without_a_lesson_has_no_steps(scene: Scene) -> None:
    async def play(room: Room) -> None:
        answer = await room.table.read("orcs", "next", 3)
        assert not answer.ok
        assert room.table.header().lesson is None

    scene(play)


def test_a_lesson_tells_the_learner_nothing_of_what_the_bots_hold() -> None:
    for lesson in lessons().values():
        told = msgspec.to_builtins(lesson_text(lesson))
        assert not {"position", "moves"} & set(told)
        assert all("say" not in step for step in told["steps"])


def test_lessons_are_timed_with_the_bots_own_pace() -> None:
    assert Config.bot_pace == SECONDS_FOR_A_BOT
