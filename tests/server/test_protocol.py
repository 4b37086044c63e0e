"""What is sent is what the structs say, and so do the page's types and the page of the docs."""

from __future__ import annotations

import importlib.util
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import msgspec
import pytest
from server.room import Room

from dragondune.model.events import Event
from dragondune.model.factions import FACTION_NAMES
from dragondune.server.web.http import record_of
from dragondune.server.web.openapi import CALLS
from dragondune.server.wire import incoming, outgoing
from dragondune.server.wire.actions import choice
from dragondune.server.wire.documents import GameRecord
from dragondune.server.wire.incoming import NewTable, SeatWish
from tools.trials.running import RunningServer

ROOT = Path(__file__).resolve().parents[2]
Scene = Callable[..., None]


def load_tool() -> ModuleType:
    found = importlib.util.spec_from_file_location("protocol", ROOT / "tools" / "protocol.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def same(raw: bytes, kind: Any) -> Any:
    """Read as this type, a message says all that it says, and nothing is missing."""
    read, said = msgspec.json.decode(raw, type=kind), json.loads(raw)
    for event in said.get("events", ()) if isinstance(said, dict) else ():
        # The structs leave the fields of each kind to the schema of events.
        for name in Event.KINDS[event["kind"]].FIELDS:
            del event[name]
    assert json.loads(msgspec.json.encode(read)) == said
    return read


def test_the_types_of_page_and_docs_are_made_from_the_structs() -> None:
    tool = load_tool()
    assert not tool.stale(), "run python tools/protocol.py"
    names = re.findall(r"^export (?:interface|type) (\w+)", tool.typescript(), re.M)
    assert len(names) == len(set(names)), "two types of one name become one on the page"


def test_a_changed_struct_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = load_tool()
    monkeypatch.setattr(outgoing.PongMessage, "__doc__", "Something else.")
    assert len(tool.stale()) == 2


def tags(module: ModuleType) -> set[str]:
    kinds = [one for one in vars(module).values() if isinstance(one, type)]
    structs = [one for one in kinds if issubclass(one, msgspec.Struct)]
    return {str(one.__struct_config__.tag) for one in structs if one.__struct_fields__} - {"None"}


def test_the_docs_list_every_message_and_no_other() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    socket = text.partition("## WebSocket")[2].partition("## Types")[0]
    asked, _, told = socket.partition("Server to client:")
    assert set(re.findall(r'^\| `\{"t": "(\w+)"', asked, re.M)) == tags(incoming) - {"hello"}
    assert '{"t": "hello"' in asked
    assert set(re.findall(r'`\{"t": "(\w+)"', told)) == tags(outgoing)


@pytest.mark.parametrize("edition", ["first", "r6", "r9"])
def test_every_message_of_a_game_is_as_its_struct_says(scene: Scene, edition: str) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        watcher, rng = await room.watch(), random.Random(7)
        for _ in range(250):
            if room.game.over:
                break
            seat = room.session.waiting()[0]
            await room.act(seat, str(rng.choice(room.game.legal(seat))))
        heard = [raw for ear in (*room.ears.values(), watcher) for raw in ear.heard]
        kinds = {type(same(raw, outgoing.ServerMessage)) for raw in heard}
        assert kinds >= {outgoing.TableMessage, outgoing.UpdateMessage, outgoing.OrdersMessage}
        record = msgspec.json.encode(record_of(room.table, room.game))
        same(record, GameRecord)

    scene(play, NewTable(edition=edition, seats=[SeatWish("human", faction=f) for f in FACTIONS]))


FACTIONS = msgspec.convert(list(FACTION_NAMES), list[incoming.Faction])


def test_factions_have_one_list_of_names() -> None:
    assert incoming.Faction.__args__ == FACTION_NAMES  # type: ignore[attr-defined]


def test_a_choice_names_only_the_parts_that_its_kind_has(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.until("move", lambda seat, legal: legal[0])
        moves = room.game.legal(room.game.pending()[0].seat)
        told = [json.loads(msgspec.json.encode(choice(one.code))) for one in moves]
        assert any({"line", "kind", "n", "from", "to"} <= set(one) for one in told)
        assert {"line": "pass", "kind": "pass"} in told

    scene(play)


def test_answers_over_http_are_as_their_structs_say(server: RunningServer) -> None:
    lesson = httpx.get(f"{server.http}/api/lessons").json()[0]["name"]
    made = httpx.post(f"{server.http}/api/tables", json={"title": "typed"}).json()
    bearer = {"authorization": f"Bearer {made['tokens'][0]['token']}"}
    asked = {"{rule}": "A1", "{faction}": "orcs", "{name}": lesson, "{id}": made["table"]}
    of_the_end = ("record", "review", "frames")  # tests/server/test_review.py has a finished game
    for call in CALLS:
        if call.method != "get" or call.answer is None or call.path.endswith(of_the_end):
            continue
        path = call.path
        for word, value in asked.items():
            path = path.replace(word, value)
        answer = httpx.get(server.http + path, headers=bearer, timeout=30)
        assert answer.status_code == 200, path
        same(answer.content, call.answer)
