"""A change of the rules: stores of older versions go on, stay viewable, or say plainly why not.

``stores/version-1.sqlite3`` was left behind by the last program that played version 1. What a later
change may do is shown with stores whose marks and versions are altered: a log that leads elsewhere.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from server.room import Ear, Room
from server.test_unreadable import request_for

from dragondune.game import RULES_VERSION, Game
from dragondune.model.events import RulesChanged
from dragondune.model.refusal import Refusal
from dragondune.server.config import Config
from dragondune.server.fairness.verify import NOT_BETWEEN, check_record
from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.schema import SCHEMA_VERSION
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import StoreError
from dragondune.server.tables.driver import Driver
from dragondune.server.tables.journal import MOVES
from dragondune.server.tables.table import Table
from dragondune.server.tables.versions import caught_up
from dragondune.server.web.http import get_record
from dragondune.server.web.socket import NOT_SHOWN, Player
from dragondune.server.wire import incoming
from dragondune.server.wire.problems import ProblemError

STORE = Path(__file__).resolve().parent / "stores" / "version-1.sqlite3"
RUNNING = ["nine", "talk", "lesson"]
Play = Callable[[Hall], Coroutine[Any, Any, None]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A server's folder with the old store; nobody moves there beside the test."""
    monkeypatch.setattr(Driver, "look", lambda driver: None)
    shutil.copy(STORE, tmp_path / "tables.sqlite3")
    return tmp_path


async def record_of(hall: Hall, table: str) -> dict[str, Any]:
    """What anybody gets who asks for a table's record."""
    answer = await get_record(request_for(hall, table))
    record: dict[str, Any] = json.loads(bytes(answer.body))
    return record


def serve(folder: Path, play: Play, wake: bool = True) -> None:
    """A server is started on a folder, and stopped when the scene is over."""

    async def whole() -> None:
        long = 10**6  # days: a store of another year is as good as new
        config = Config(
            data=str(folder),
            bot_pace=0,
            veil_median=0,
            rest_days=long,
            waiting_days=long,
            dead_days=0,
        )
        hall = Hall(config)
        try:
            if wake:
                await hall.wake()
            await play(hall)
        finally:
            hall.close()

    asyncio.run(whole())


async def nothing(hall: Hall) -> None:
    """Start and stop."""


def contents(folder: Path) -> tuple[list[Any], list[Any]]:
    with sqlite3.connect(folder / "tables.sqlite3") as connection:
        tables = list(connection.execute("SELECT id, created FROM tables ORDER BY id"))
        log = list(connection.execute("SELECT * FROM log ORDER BY table_id, seq"))
    return tables, log


def alter(folder: Path, *statements: str) -> None:
    """What no program does: change a file behind its triggers."""
    with sqlite3.connect(folder / "tables.sqlite3") as connection:
        connection.execute("DROP TRIGGER IF EXISTS log_is_not_changed")
        for statement in statements:
            connection.execute(statement)


def make_older(folder: Path, table: str, broken_at: int = 0, version: int = 1) -> None:
    """As if rules before the last change had left this table, which an update reads otherwise."""
    card = f"CAST(json_set(CAST(data AS TEXT), '$.rules_version', {version}) AS BLOB)"
    alter(
        folder,
        f"UPDATE tables SET data = {card} WHERE id = '{table}'",
        f"UPDATE positions SET rules_version = {version} WHERE table_id = '{table}'",
        f"UPDATE log SET mark = mark + 1 WHERE table_id = '{table}' AND n = {broken_at}",
    )


def told(table: Table) -> list[str]:
    """What everyone at a table was told of the change, each time."""
    assert table.session is not None
    heard = [heard.event for heard in table.session.heard]
    return [event.words for event in heard if isinstance(event, RulesChanged)]


async def play_on(table: Table, lines: int, seed: int = 1) -> int:
    """Random moves; how many there were."""
    rng, played = random.Random(seed), 0
    for played in range(lines):
        session = table.session
        assert session is not None
        if not session.legal:
            return played
        seat = session.waiting()[0]
        cid = 50_000 + session.n
        answer = await table.act(seat, cid, str(rng.choice(session.game.legal(seat))), None)
        assert answer.ok, answer
    return played


async def shown_past(table: Table, n: int) -> dict[str, Any]:
    """What one who watches is answered who asks for an earlier moment."""
    ear = Ear(None)
    player = Player.__new__(Player)
    player.table, player.connection = table, ear  # type: ignore[assignment]
    await player._past(incoming.Past(id=1, n=n))
    answer: dict[str, Any] = json.loads(ear.heard[-1])
    return answer


# --- a store of version 1 ------------------------------------------------------------------


def test_a_store_of_version_1_loses_nothing(folder: Path) -> None:
    tables, log = contents(folder)
    serve(folder, nothing)
    after = contents(folder)
    assert after[0] == tables
    kept = [row for row in after[1] if row[3] != "rules"]
    assert kept == log
    serve(folder, nothing)
    assert contents(folder) == after, "a second start changed the file again"
    with sqlite3.connect(folder / "tables.sqlite3") as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_game_of_version_1_goes_on(folder: Path, name: str) -> None:
    async def play(hall: Hall) -> None:
        table = hall.tables[name]
        assert (table.meta.status, table.meta.rules_version) == ("playing", RULES_VERSION)
        assert len(told(table)) == 1
        assert "version 1" in told(table)[0]
        assert table.session is not None
        if name != "lesson":
            assert await play_on(table, 20) >= 19

    async def again(hall: Hall) -> None:
        table = hall.tables[name]
        assert table.meta.status == "playing"
        assert len(told(table)) == 1, "everyone is told once, not at every start"

    serve(folder, play)
    serve(folder, again)


def test_contracts_talk_and_orders_are_carried_across(folder: Path) -> None:
    async def play(hall: Hall) -> None:
        table = hall.tables["talk"]
        assert table.session is not None
        assert len(table.session.game.contracts) == 1
        assert [line.text for line in table.talk.lines] == ["well met", "between us"]
        assert table.orders_of("goblins").bid_limit == 3
        assert len([one for one in table.session.heard if one.event.kind == "undone"]) == 3
        assert len([one for one in table.session.heard if one.event.kind == "hinted"]) == 1

    serve(folder, play)


def test_a_table_that_waits_begins_by_the_rules_of_today(folder: Path) -> None:
    async def play(hall: Hall) -> None:
        table = hall.tables["waiting"]
        assert (table.meta.status, table.meta.rules_version) == ("open", 1)
        await hall.join(table, "Berta", None, None)
        assert (table.meta.status, table.meta.rules_version) == ("playing", RULES_VERSION)
        assert [line.text for line in table.talk.lines] == ["anyone?"]
        assert told(table) == []

    serve(folder, play)


def test_a_finished_game_of_version_1_stays_viewable(folder: Path) -> None:
    async def play(hall: Hall) -> None:
        table = hall.find("over")
        ear = Ear(None)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        assert ear.update["view"]["turn"] >= 1
        assert ear.told("table")[-1]["header"]["why"] is None
        record = await record_of(hall, "over")
        assert record["rules_version"] == 1
        assert Game.replay(record).over
        assert check_record(record) == []

    before = contents(folder)
    serve(folder, play)
    changed = [row for row in contents(folder)[1] if row not in before[1]]
    assert not [row for row in changed if row[0] == "over"]


def test_a_file_of_a_newer_program_is_refused(folder: Path) -> None:
    alter(folder, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = contents(folder)
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore(folder / "tables.sqlite3")
    assert contents(folder) == before


# --- the position that is stored beside the log --------------------------------------------


def test_where_the_game_stands_is_stored_a_moment_after_each_move(folder: Path) -> None:
    async def play(hall: Hall) -> None:
        table = hall.tables["nine"]
        for _ in range(10):
            await play_on(table, 2)
            assert table._keeping is not None
            table._keeping.cancel()
            table._keep_now()
            assert table._kept is not None
            await table._kept
            stored = hall.store.position("nine")
            assert stored is not None
            assert table.session is not None
            assert stored.text == table.session.game.position()
            assert (stored.rules_version, stored.seq) == (RULES_VERSION, table.journal.seq)
            assert len(stored.text.encode()) < 2000
        speaker: Any = Ear(0)
        assert (await table.talk.say(speaker, 1, "a word moves nothing", None)).ok
        assert hall.store.position("nine") == stored

    serve(folder, play)


def test_a_server_that_stops_in_peace_stores_every_position(folder: Path) -> None:
    async def play(hall: Hall) -> None:
        table = hall.tables["nine"]
        await play_on(table, 4)
        stored = hall.store.position("nine")
        assert stored is not None
        assert stored.seq < table.journal.seq, "it waits a moment"
        other = next(one for one in hall.tables.values() if one is not table)
        other.journal.owes, other.lock.shut = True, True  # another process has that one by now
        await hall.settle()
        stored = hall.store.position("nine")
        assert stored is not None
        assert table.session is not None
        assert stored.seq == table.journal.seq
        assert stored.text == table.session.game.position()

    serve(folder, play)


def test_a_position_that_was_left_behind_catches_up_with_the_log(folder: Path) -> None:
    """A server that dies stores no position any more; what was acknowledged after it counts."""
    stood: list[str] = []

    async def play(hall: Hall) -> None:
        table = hall.tables["nine"]
        await play_on(table, 6)
        stored, rows = hall.store.position("nine"), hall.store.log("nine")
        assert stored is not None
        assert table.session is not None
        moves = [row for row in rows if row.kind in MOVES]
        found = caught_up(stored, moves, table.meta)
        assert found is not None
        stood.extend([stored.text, found.text, table.session.game.position()])
        refused = [*moves, moves[-1]._replace(seq=moves[-1].seq + 1, text="plan 31 A♣")]
        assert caught_up(stored, refused, table.meta) is None

    serve(folder, play)
    assert stood[0] != stood[1] == stood[2]


def test_a_game_has_a_stored_position_from_its_first_moment(scene: Callable[..., None]) -> None:
    async def play(room: Room) -> None:
        stored = room.hall.store.position(room.table.meta.id)
        assert stored is not None
        assert stored.text == room.game.position()

    scene(play)


# --- a log that leads elsewhere ------------------------------------------------------------


def test_without_a_position_a_running_game_says_why_it_cannot_go_on(folder: Path) -> None:
    make_broken = "UPDATE log SET mark = mark + 1 WHERE table_id = 'nine' AND n = 60"
    alter(folder, make_broken)
    before = contents(folder)

    async def play(hall: Hall) -> None:
        table = hall.tables["nine"]
        assert table.meta.status == "unplayable"
        for words in ("version 1 of the rules", f"version {RULES_VERSION}", "Update 60"):
            assert words in table.meta.trouble
        ear = Ear(0)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        assert ear.update["n"] == 59
        assert ear.update["decision"] is None
        assert ear.update["view"]["turn"] >= 1
        answer = await table.act(table.meta.order[0], 1, "pass", None)
        assert answer.text == table.meta.trouble
        assert (await shown_past(table, 30))["t"] == "past"
        with pytest.raises(ProblemError) as refused:  # hands of a game that is not over stay shut
            await get_record(request_for(hall, "nine"))
        assert refused.value.text == table.meta.trouble
        assert hall.tables["talk"].meta.status == "playing", "another table was stopped with it"

    serve(folder, play)
    nine = [row for row in contents(folder)[1] if row[0] == "nine"]
    assert nine == [row for row in before[1] if row[0] == "nine"]


def test_with_a_position_a_running_game_goes_on_from_there(folder: Path) -> None:
    stood: list[Any] = []

    async def leave(hall: Hall) -> None:
        table = hall.tables["nine"]
        assert table.session is not None
        await play_on(table, 25)
        stood.extend([table.session.game.position(), table.session.n])

    async def go_on(hall: Hall) -> None:
        table = hall.tables["nine"]
        session = table.session
        assert (table.meta.status, table.meta.rules_version) == ("playing", RULES_VERSION)
        assert session is not None
        assert session.game.position() == stood[0]
        assert session.n == stood[1] + 1
        assert "goes on from where it stood" in told(table)[-1]
        assert len(told(table)) == 1
        assert not any(session.can_undo(seat) for seat in session.game.seats)
        assert not (await table.undo(session.waiting()[0], 99_999)).ok
        assert (await shown_past(table, 59))["t"] == "past"
        gap = await shown_past(table, 75)
        assert gap["view"] == (await shown_past(table, 59))["view"]
        assert gap["note"] == NOT_SHOWN.format(59)
        await play_on(table, 3)
        ear = Ear(None)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        assert (await shown_past(table, session.n))["view"] == ear.update["view"]
        await play_on(table, 27)
        assert (await shown_past(table, session.n - 3))["t"] == "past"
        stood[:] = [session.game.position(), session.n, len(session.heard)]

    async def again(hall: Hall) -> None:
        table = hall.tables["nine"]
        assert table.session is not None
        found = [table.session.game.position(), table.session.n, len(table.session.heard)]
        assert found == stood
        assert len(told(table)) == 1
        record = table.session.game.record()
        assert record["earlier_version"] == 1
        assert Game.replay(record).position() == table.session.game.position()
        assert isinstance(table.session.before[0]["actions"], list)

    serve(folder, leave)
    make_older(folder, "nine", broken_at=60)
    serve(folder, go_on)
    serve(folder, again)


def test_what_is_told_of_the_change_names_no_secret(folder: Path) -> None:
    async def look(hall: Hall) -> None:
        table = hall.tables["nine"]
        ear = Ear(None)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        events = ear.update["events"]
        assert [event["kind"] for event in events].count("rules_changed") == 1
        assert events[-1]["text"].startswith("The rules have changed since this game began")
        for raw in ear.heard:
            assert b"seed=" not in raw
            assert b"stack=" not in raw

    serve(folder, nothing)
    make_older(folder, "nine", broken_at=60)
    serve(folder, look)


def test_where_every_mark_agrees_the_stored_position_decides(folder: Path) -> None:
    """Marks do not tell of everything: of trolls, for one."""

    async def look(hall: Hall) -> None:
        table = hall.tables["nine"]
        assert table.session is not None
        assert table.session.game.state.trolls == 0
        assert "goes on from where it stood" in told(table)[-1]

    serve(folder, nothing)
    with sqlite3.connect(folder / "tables.sqlite3") as connection:
        sql = "SELECT text FROM positions WHERE table_id = 'nine'"
        assert "trolls=3★" in connection.execute(sql).fetchone()[0]
    alter(folder, "UPDATE positions SET text = replace(text, ' trolls=3★', '')")
    make_older(folder, "nine")
    serve(folder, look)


def test_a_log_of_today_that_leads_elsewhere_is_a_fault_and_no_change(folder: Path) -> None:
    async def look(hall: Hall) -> None:
        table = hall.tables["nine"]
        assert table.meta.status == "unplayable"
        assert "cannot be replayed" in table.meta.trouble
        assert table.session is None

    serve(folder, nothing)
    make_older(folder, "nine", broken_at=60, version=RULES_VERSION)
    serve(folder, look)


def test_a_position_that_nobody_can_read_leaves_the_game_viewable(folder: Path) -> None:
    async def look(hall: Hall) -> None:
        table = hall.tables["nine"]
        assert table.meta.status == "unplayable"
        assert table.session is not None
        assert table.session.n == 59

    serve(folder, nothing)
    make_older(folder, "nine", broken_at=60)
    alter(folder, "UPDATE positions SET text = 'order=moon'")
    serve(folder, look)


def test_finished_and_broken_it_shows_what_it_can(folder: Path) -> None:
    alter(folder, "UPDATE log SET mark = mark + 1 WHERE table_id = 'over' AND n = 60")

    async def look(hall: Hall) -> None:
        table = hall.find("over")
        ear = Ear(0)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        header = ear.told("table")[-1]["header"]
        assert header["status"] == "over"
        assert header["winners"]
        assert "version 1 of the rules" in header["why"]
        assert "up to update 59" in header["why"]
        assert ear.update["n"] == 59
        assert (ear.update["decision"], ear.update["give"]) == (None, None)
        assert "no further" in ear.update["prompt"]
        assert (await shown_past(table, 59))["t"] == "past"
        record = await record_of(hall, "over")
        assert (record["rules_version"], record["note"]) == (1, header["why"])
        assert len(record["actions"]) > 20

    serve(folder, look)


def test_finished_with_its_position_it_shows_its_end(folder: Path) -> None:
    ended: list[Any] = []

    async def finish(hall: Hall) -> None:
        table = hall.tables["nine"]
        for _ in range(40):
            await play_on(table, 50)
        assert table.meta.status == "over"
        assert table.session is not None
        ended.extend([table.session.game.position(), table.meta.winners])

    async def look(hall: Hall) -> None:
        table = hall.find("nine")
        ear = Ear(0)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        header = ear.told("table")[-1]["header"]
        assert (header["status"], header["winners"]) == ("over", ended[1])
        assert header["why"].endswith("It is shown up to update 59, and then its end.")
        assert table.session is not None
        assert table.session.game.position() == ended[0]
        assert ear.update["events"][-1]["kind"] == "rules_changed"
        assert (await shown_past(table, 30))["t"] == "past"
        gap = await shown_past(table, 75)
        assert gap["view"] == (await shown_past(table, 59))["view"]
        assert gap["note"] == NOT_SHOWN.format(59)
        record = await record_of(hall, "nine")
        assert record["note"] == header["why"]
        assert record["before"][0]["rules_version"] == 1
        assert not isinstance(Game.replay(record["before"][0]), Refusal)
        assert Game.replay(record).over
        assert check_record(record) == [NOT_BETWEEN], "what cannot be checked is not called fair"
        record["before"][0]["chances"].pop()
        assert check_record(record) != [NOT_BETWEEN]

    serve(folder, finish)
    make_older(folder, "nine", broken_at=60)
    before = contents(folder)
    serve(folder, look)
    assert contents(folder) == before, "a finished game is not written to"


def test_until_the_disk_knows_of_the_change_nothing_is_played(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = SqliteStore.write

    async def full(store: SqliteStore, statements: Any) -> None:
        raise StoreError("database or disk is full")

    async def look(hall: Hall) -> None:
        table = hall.tables["nine"]
        assert table.meta.status == "unplayable"
        assert "disk is full" in table.meta.trouble
        monkeypatch.setattr(SqliteStore, "write", write)
        await table.load()
        assert (table.meta.status, table.meta.trouble) == ("playing", "")
        await play_on(table, 5)

    async def again(hall: Hall) -> None:
        assert hall.tables["nine"].meta.status == "playing"
        assert len(told(hall.tables["nine"])) == 1

    monkeypatch.setattr(SqliteStore, "write", full)
    serve(folder, look)
    serve(folder, again)


# --- the trolls of `r2`, which version 2 reads otherwise (ruling 32) ------------------------


def test_a_troll_that_no_mark_tells_of_is_read_by_the_rules_of_today(folder: Path) -> None:
    """It stayed by version 1 and has struck nobody since: the log leads to the same marks."""

    async def play(hall: Hall) -> None:
        table = hall.tables["troll-ahead"]
        assert (table.meta.status, len(told(table))) == ("playing", 1)
        assert table.session is not None
        assert table.session.game.state.trolls == 0
        assert [heard.event.kind for heard in table.session.heard].count("troll_left") == 1
        await play_on(table, 20)

    serve(folder, play)


def test_a_game_whose_troll_struck_again_cannot_go_on_and_says_why(folder: Path) -> None:
    async def look(hall: Hall) -> None:
        table = hall.tables["troll-behind"]
        assert table.meta.status == "unplayable"
        for words in ("version 1 of the rules", "version 2", "Update 91", "up to update 90"):
            assert words in table.meta.trouble
        ear = Ear(None)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        assert ear.update["n"] == 90
        assert ear.told("table")[-1]["header"]["why"] == table.meta.trouble
        assert [t.meta.status for name, t in hall.tables.items() if name in RUNNING] == (
            ["playing"] * len(RUNNING)
        )

    serve(folder, look)


def test_a_finished_game_with_such_a_troll_is_shown_up_to_there(folder: Path) -> None:
    async def look(hall: Hall) -> None:
        table = hall.find("troll-over")
        ear = Ear(None)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        header = ear.told("table")[-1]["header"]
        assert (header["status"], header["rules_version"]) == ("over", 1)
        assert header["winners"]
        assert "up to update 90" in header["why"]
        assert ear.update["n"] == 90
        assert (await shown_past(table, 50))["t"] == "past"
        record = await record_of(hall, "troll-over")
        assert record["note"] == header["why"]

    serve(folder, look)
