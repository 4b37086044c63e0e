"""A long story is told in pages, whole and without gaps, and each event of it is encoded once."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from server.room import Ear, Room

from dragondune.action import Action
from dragondune.model.ruleset import Ruleset
from dragondune.server.audience.rights import LISTENERS
from dragondune.server.play.numbering import PAGE
from dragondune.server.play.session import Session
from dragondune.server.tables import story
from dragondune.server.tables.publisher import Publisher
from dragondune.server.tables.story import CHUNK, Bodies
from dragondune.server.web.socket import Player
from dragondune.server.wire import incoming as m
from dragondune.server.wire.events import Heard, event_body

Scene = Callable[..., None]
ORDER = ["orcs", "elves", "dwarves", "goblins"]


def long_game(seed: int = 3, updates: int = 400) -> Session:
    rng = random.Random(seed)
    session = Session("r9", (), ORDER, str(seed))
    while session.legal and session.n < updates:
        mover = rng.choice(list(session.legal))
        if session.can_undo(mover) and rng.random() < 0.2:
            session.undo(mover)
        else:
            session.act(mover, Action.of(rng.choice(session.legal[mover])))
        session.close_update()
    return session


def decoded(events: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(events))
    return found


@pytest.mark.parametrize("seat", LISTENERS)
def test_pages_make_up_the_whole_story(seat: int) -> None:
    session = long_game()
    publisher = Publisher(session)
    _, news = session.heard_by(seat, 0)
    assert len(news) > 2 * PAGE
    since = session.recent(seat, 0)
    found = decoded(publisher.events(seat, since))
    assert 0 < len(found) <= PAGE
    while found[0]["n"] > 1:
        page = decoded(publisher.page_before(seat, found[0]["n"]))
        assert 0 < len(page) <= PAGE
        found = [*page, *found]
    assert [event["n"] for event in found] == list(range(1, len(news) + 1))
    assert [event["kind"] for event in found] == [heard.event.kind for heard in news]
    assert [event["update"] for event in found] == [heard.update for heard in news]
    assert decoded(publisher.page_before(seat, 1)) == []
    assert decoded(publisher.page_before(seat, 10**9)) == found[-PAGE:]


def test_whoever_lacks_little_is_told_just_that() -> None:
    session = long_game()
    for since in (session.n, session.n - 1, session.n - 5):
        assert session.recent(0, since) == since
    for update in range(0, session.n, 7):
        first, news = session.heard_by(1, update)
        assert session.number_at(1, session.place_after(update)) == first
        assert [heard.update > update for heard in news] == [True] * len(news)


def test_an_event_is_encoded_once_however_often_it_is_asked_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: list[object] = []

    def listen(heard: Heard, rules: Ruleset) -> bytes:
        encoded.append(heard)
        return event_body(heard, rules)

    monkeypatch.setattr(story, "event_body", listen)

    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        rng = random.Random(2)
        while room.session.n < 60 and room.session.legal:
            seat = room.session.waiting()[0]
            await room.act(seat, str(rng.choice(room.game.legal(seat))))
        for _ in range(20):
            for number in (None, 0, 1, 2, 3):
                ear = Ear(number)
                await room.table.welcome(ear, 0, 0)  # type: ignore[arg-type]
                assert len(ear.update["events"]) <= PAGE
        assert len(encoded) <= len(room.session.heard)

    scene(play)


def test_encoded_events_take_no_more_room_than_they_may() -> None:
    session, few, many = long_game(), Bodies(4000), Bodies()
    for place in (*range(len(session.heard)), *range(0, len(session.heard), CHUNK)):
        assert few.body(session, place) == many.body(session, place)
        assert few.size <= 4000 or len(few._chunks) <= 1
    assert many.size > 20_000


def test_a_long_talk_is_heard_in_pages(scene: Scene) -> None:
    async def play(room: Room) -> None:
        for number in range(1, 121):
            to = "goblins" if number % 3 == 0 else None
            await room.table.talk.say(Ear(0), number, f"la {number}", to)  # type: ignore[arg-type]
        late = Ear(1)  # the elves, who hear no whispers
        await room.table.welcome(late, 0, 0)  # type: ignore[arg-type]
        (told,) = late.told("talk")
        assert (told["id"], told["first"], len(told["said"])) == (None, 31, 50)
        player = Player(room.hall, room.table, None)  # type: ignore[arg-type]
        player.connection, player.greeted = late, True  # type: ignore[assignment]
        await player._dispatch(m.Talk(7, told["first"]))
        page = late.told("talk")[-1]
        assert (page["id"], page["first"], len(page["said"])) == (7, 1, 30)
        words = [line["text"] for line in [*page["said"], *told["said"]]]
        assert words == [f"la {n}" for n in range(1, 121) if n % 3]
        again = Ear(1)
        await room.table.welcome(again, 0, 80)  # type: ignore[arg-type]
        assert not again.told("talk")

    scene(play, chat_per_minute=1000)


def test_the_story_can_be_asked_for_over_the_socket(scene: Scene) -> None:
    async def play(room: Room) -> None:
        rng = random.Random(2)
        while room.session.n < 200 and room.session.legal:
            seat = room.session.waiting()[0]
            await room.act(seat, str(rng.choice(room.game.legal(seat))))
        watcher = Ear(None)
        await room.table.welcome(watcher, 0, 0)  # type: ignore[arg-type]
        player = Player(room.hall, room.table, None)  # type: ignore[arg-type]
        player.connection, player.greeted = watcher, True  # type: ignore[assignment]
        first = watcher.update["events"][0]["n"]
        assert first > 1
        await player._dispatch(m.Story(5, first))
        (page,) = watcher.told("story")
        assert page["id"] == 5
        assert page["events"][-1]["n"] == first - 1
        assert not any(event["secret"] for event in page["events"])

    scene(play)
