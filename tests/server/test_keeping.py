"""The keeper of a server: backups, old schemas, tables ended and deleted, and databases in trouble."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from server.room import Ear, Room

from dragondune.game import Game
from dragondune.server.admin import run_admin
from dragondune.server.config import Config
from dragondune.server.lobby import hall
from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.keeping import delete, forget, mute, tidy
from dragondune.server.people.accounts import Accounts, new_account
from dragondune.server.people.leaving import erase_rows
from dragondune.server.people.visits import Visits, begin
from dragondune.server.people.ways import EMAIL, Ways, spend_row, way_row
from dragondune.server.storage import schema
from dragondune.server.storage.backup import Restored, back_up, restore
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import Position, Row, StoreError, card_row, log_row
from tools.trials.fleet import Fleet
from tools.trials.running import RunningServer

Scene = Callable[..., None]
FOUR = [{"kind": "human"}] * 4
NUMBERS = count(1)  # of messages, each used once
STORES = Path(__file__).parent / "stores"


def play_some(server: RunningServer, table: str, tokens: list[str], moves: int) -> None:
    """So many moves, each the first that may be made."""
    url, played = f"{server.http}/api/tables/{table}", 0
    for _ in range(200):
        for token in tokens:
            key = {"authorization": f"Bearer {token}"}
            decision = httpx.get(f"{url}/seat", headers=key).json()["decision"]
            if decision:
                played += 1
                act = {"id": next(NUMBERS), "action": decision["actions"][0]["line"]}
                httpx.post(f"{url}/act", json=act, headers=key).raise_for_status()
            if played == moves:
                return


async def one_move(room: Room) -> None:
    """Whoever may move does; what the server plays by itself may come in between."""
    for _ in range(50):
        decision = room.game.pending()[0]
        action = room.game.legal(decision.seat)[0]
        if (await room.act(decision.seat, str(action))).ok:
            return
        await asyncio.sleep(0)
    pytest.fail("Nobody could move.")


def stands(server: RunningServer, table: str) -> dict[str, Any]:
    header = httpx.get(f"{server.http}/api/tables/{table}").json()
    return {name: header[name] for name in ("status", "turn", "round", "waiting", "order")}


# --- backups ------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_is_served_elsewhere(tmp_path: Path, postgres: str) -> None:
    """From SQLite to another folder and to PostgreSQL, and from there to a third folder."""
    here, there, copy = tmp_path / "here", tmp_path / "there", tmp_path / "copy.sqlite3"
    with RunningServer(here, "--veil-median", "0") as server:
        table, tokens = server.new_table(seats=FOUR)
        play_some(server, table, tokens, 5)
        assert run_admin(["--data", str(here), "backup", str(copy)]) == 0
        before = stands(server, table)
        play_some(server, table, tokens, 1)  # and it plays on
        log = [tuple(row) for row in open_log(Config(data=str(here)), table)]
    saved = [tuple(row) for row in open_log_of(copy, table)]
    assert 5 <= len(saved) < len(log)
    assert log[: len(saved)] == saved
    assert restore(Config(data=str(there)), copy) == Restored(1, 0)
    shared = Config(postgres=postgres)
    assert restore(shared, copy) == Restored(1, 0)
    again = tmp_path / "again.sqlite3"
    assert back_up(shared, again) == 1
    assert open_log_of(again, table) == open_log_of(copy, table)
    with RunningServer(there, "--veil-median", "0") as server:
        assert stands(server, table) == before
    with Fleet(tmp_path, postgres, 1) as fleet:
        assert stands(fleet.servers[0], table) == before


def open_log(config: Config, table: str) -> list[Row]:
    with closing(open_store(config)) as store:
        return store.log(table)


def open_log_of(path: Path, table: str) -> list[Row]:
    with closing(SqliteStore(path)) as store:
        return store.log(table)


def test_a_backup_comes_back_to_a_running_server(tmp_path: Path) -> None:
    """What was deleted by mistake is there again; what was not is as it was."""
    folder, copy = tmp_path / "tables", tmp_path / "copy.sqlite3"
    config = Config(data=str(folder))
    with RunningServer(folder, "--veil-median", "0") as server:
        lost, _ = server.new_table(seats=FOUR)
        kept, tokens = server.new_table(seats=FOUR)
        assert run_admin(["--data", str(folder), "backup", str(copy)]) == 0
        play_some(server, kept, tokens, 3)
        before = open_log(config, kept)
        assert run_admin(["--data", str(folder), "delete", lost]) == 0
        assert httpx.get(f"{server.http}/api/tables/{lost}").status_code == 404
        assert restore(config, copy) == Restored(1, 1)
        assert open_log(config, kept) == before
    with RunningServer(folder, "--veil-median", "0") as server:
        assert stands(server, lost)["status"] == "playing"


def test_accounts_come_back_where_there_are_none(
    tmp_path: Path, postgres: str, capsys: Any
) -> None:
    here, copy = Config(data=str(tmp_path / "here")), tmp_path / "copy.sqlite3"
    empty = [Config(data=str(tmp_path / "there")), Config(postgres=postgres)]
    with closing(open_store(here)) as store:
        account = new_account("Lena")
        rows = [*begin(account.id, "a browser")[1], spend_row("a link", 9e9)]
        asyncio.run(Accounts(store).put(account, *rows, way_row(EMAIL, "lena@b.cc", account.id)))
    assert back_up(here, copy) == 0
    for config in empty:
        assert restore(config, copy) == Restored(0, 0, 1)
        with closing(open_store(config)) as store:
            assert Accounts(store).find(account.id) == account
            assert [way.id for way in Ways(store).of(account.id)] == ["lena@b.cc"]
            assert not Visits(store).of(account.id), "who was signed in has to do it again"
            asyncio.run(store.write(erase_rows(account.id)))
            asyncio.run(Accounts(store).put(new_account("Ben")))
        assert restore(config, copy) == Restored(0, 0), "whoever has left is not brought back"
    with closing(open_store(here)) as store:
        asyncio.run(store.write(erase_rows(account.id)))
    assert run_admin(["--data", here.data, "restore", str(copy)]) == 0
    assert "1 accounts were brought back" in capsys.readouterr().out


def test_nothing_is_overwritten_by_a_backup(tmp_path: Path, capsys: Any) -> None:
    SqliteStore(tmp_path / "tables.sqlite3").close()
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("precious")
    words = ["--data", str(tmp_path)]
    assert run_admin([*words, "backup", str(copy)]) == 2
    assert "is left as it is" in capsys.readouterr().err
    assert copy.read_text() == "precious"
    assert run_admin([*words, "restore", str(copy)]) == 2
    assert "damaged or no database" in capsys.readouterr().err
    assert run_admin([*words, "restore", str(tmp_path / "none")]) == 2
    assert "There is no backup" in capsys.readouterr().err


# --- earlier schemas ------------------------------------------------------------------------------


@pytest.mark.parametrize("version", range(1, schema.SCHEMA_VERSION + 1))
def test_every_schema_there_ever_was_is_brought_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    path = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        steps = "".join(step.both + step.sqlite for step in schema.STEPS[:version])
        old.executescript(f"{steps} PRAGMA user_version = {version};")
        old.execute(
            "INSERT INTO tables (id, created, status, data) VALUES ('t', 1.5, 'over', x'7b')"
        )
        old.execute("INSERT INTO log VALUES ('t', 1, 2, 'act', 'orcs', 3, 'pass', 4, 5.5)")
    with closing(SqliteStore(path)) as store:
        assert [row[0] for row in store.tables()] == ["t"]
        assert store.log("t") == [Row(1, 2, "act", "orcs", 3, "pass", 4, 5.5)]
        assert store.rows("PRAGMA user_version") == [(schema.SCHEMA_VERSION,)]
    with closing(sqlite3.connect(path)) as now, closing(sqlite3.connect(tmp_path / "new")) as fresh:
        fresh.executescript(schema.for_sqlite(0))
        shape = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        assert now.execute(shape).fetchall() == fresh.execute(shape).fetchall()


def test_a_store_of_the_first_release_is_brought_up(tmp_path: Path) -> None:
    shutil.copy(STORES / "version-1.sqlite3", tmp_path / "tables.sqlite3")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as old:
        before = old.execute("SELECT * FROM log ORDER BY table_id, seq").fetchall()
    with closing(SqliteStore(tmp_path / "tables.sqlite3")) as store:
        assert store.rows("SELECT * FROM log ORDER BY table_id, seq") == before


@pytest.mark.parametrize("version", range(1, schema.SCHEMA_VERSION + 1))
def test_every_schema_of_postgres_is_brought_up(postgres: str, version: int) -> None:
    with psycopg.connect(postgres, autocommit=True) as old:
        for step in schema.STEPS[:version]:
            old.execute((schema._translated(step.both) + step.postgres).encode() or b";")
        old.execute("INSERT INTO settings VALUES ('schema', %s)", (str(version),))
        old.execute("INSERT INTO log VALUES ('t', 1, 2, 'act', 'orcs', 3, 'pass', 4, 5.5)")
    with closing(open_store(Config(postgres=postgres))) as store:
        assert store.log("t") == [Row(1, 2, "act", "orcs", 3, "pass", 4, 5.5)]
        assert store.position("t") is None
        asyncio.run(store.write([log_row("t", Row(2, 2, "act", "orcs", 4, "pass", 4, 5.5))]))


# --- databases in trouble ----------------------------------------------------------------------


def newer(path: Path) -> None:
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}")


def damaged(path: Path) -> None:
    SqliteStore(path).close()
    data = bytearray(path.read_bytes())
    data[:200] = b"\xff" * 200
    path.write_bytes(data)


def damaged_inside(path: Path) -> None:
    SqliteStore(path).close()
    data = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as file:
        sql = "SELECT rootpage FROM sqlite_master WHERE name = 'log'"
        page = int(file.execute(sql).fetchone()[0])
        size = int(file.execute("PRAGMA page_size").fetchone()[0])
    data[size * (page - 1) : size * page] = b"\x5a" * size
    path.write_bytes(data)


def damaged_words(path: Path) -> None:
    SqliteStore(path).close()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE log", b"CREATE T\xd0\x20LE log"))


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE recipes (name TEXT)")


TROUBLES = {
    "is empty": lambda path: path.touch(),
    "damaged or no database": damaged,
    "malformed: ***": damaged_inside,
    "damaged or no database at all ('utf-8'": damaged_words,
    "newer version of this program": newer,
    "belongs to another program": foreign,
}


@pytest.mark.parametrize("sentence", TROUBLES)
def test_a_database_in_trouble_is_told_in_a_sentence_and_left_alone(
    tmp_path: Path, sentence: str
) -> None:
    path = tmp_path / "tables.sqlite3"
    TROUBLES[sentence](path)
    before = path.read_bytes()
    command = [sys.executable, "-m", "dragondune.server.command", "--browser", "0", "--port", "0"]
    done = subprocess.run([*command, "--data", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert path.read_bytes() == before


def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("dragondune.server.storage.sqlite.make", full)
    with pytest.raises(StoreError, match="The disk is full"):
        SqliteStore(tmp_path / "tables.sqlite3")
    assert not (tmp_path / "tables.sqlite3").exists()


# --- tables ---------------------------------------------------------------------------------------


def test_the_keeper_ends_deletes_and_silences(tmp_path: Path, capsys: Any) -> None:
    words = ["--data", str(tmp_path)]
    with RunningServer(tmp_path, "--veil-median", "0") as server:
        playing, tokens = server.new_table(seats=FOUR)
        waiting, _ = server.new_table(seats=[{"kind": "human"}, {"kind": "open"}])
        assert run_admin([*words, "list", "--status", "playing"]) == 0
        listed = capsys.readouterr().out
        assert playing in listed
        assert waiting not in listed
        assert run_admin([*words, "mute", playing, "1"]) == 0
        assert run_admin([*words, "close", playing, waiting]) == 0
        ended = httpx.get(f"{server.http}/api/tables/{playing}").json()
        assert (ended["status"], ended["winners"]) == ("over", [])
        assert "operator" in ended["why"]
        assert httpx.get(f"{server.http}/api/tables/{waiting}").status_code == 404
        assert run_admin([*words, "close", playing]) == 2
        assert "The game is over." in capsys.readouterr().err
        url = f"{server.http}/api/tables/{playing}/keep"
        for key in ("", f"Bearer {tokens[0]}", "Bearer x"):
            refused = httpx.post(url, json={"do": "delete"}, headers={"authorization": key})
            assert refused.status_code == 401
    assert run_admin([*words, "check"]) == 0
    assert run_admin([*words, "delete", playing]) == 0  # now nobody serves it
    assert run_admin([*words, "delete", playing]) == 2
    assert not open_log(Config(data=str(tmp_path)), playing)


def test_a_muted_seat_is_heard_again_when_it_may(scene: Scene) -> None:
    async def play(room: Room) -> None:
        speaker: Any = Ear(1)
        await mute(room.table, 1, True)
        answer = await room.table.talk.say(speaker, 1, "but", None)
        assert not answer.ok
        await mute(room.table, 1, False)
        assert (await room.table.talk.say(speaker, 2, "thanks", None)).ok

    scene(play)


def test_talk_that_was_taken_out_leaves_the_game_as_it_was(scene: Scene) -> None:
    async def play(room: Room) -> None:
        speaker: Any = Ear(0)
        for number in range(5):
            await one_move(room)
            assert (await room.table.talk.say(speaker, 100 + number, "secret words", None)).ok
        before: Any = room.game.record()
        await forget(room.table)
        rows = room.hall.store.log(room.table.meta.id)
        assert "secret words" not in repr(rows)
        await one_move(room)
        later = Hall(room.hall.config)
        try:
            table = later.tables[room.table.meta.id]
            await table.load()
            assert table.meta.status == "playing"
            assert table.talk.lines == []
            assert table.session is not None
            after: Any = table.session.game.record()
            assert after["actions"][: len(before["actions"])] == before["actions"]
            Game.replay(after)
        finally:
            later.close()

    scene(play)


def test_what_was_kept_long_enough_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAGONDUNE_DEAD_DAYS", "0")
    shutil.copy(STORES / "version-1.sqlite3", tmp_path / "tables.sqlite3")
    usual = Config(data=str(tmp_path), bot_pace=0, veil_median=0)

    def kept() -> set[str]:
        with closing(open_store(usual)) as store:
            return {name for name, _, _ in store.tables()}

    def over() -> set[str]:
        with closing(open_store(usual)) as store:
            return set(store.finished(2e9, False, 100))

    before, finished = kept(), over()
    assert finished
    assert finished < before
    words = ["--data", str(tmp_path), "tidy"]
    assert run_admin(words) == 0
    assert kept() == before
    assert run_admin([*words, "--keep-chat-days", "0.0001"]) == 0
    assert kept() == before
    assert run_admin([*words, "--keep-days", "0.0001"]) == 0
    assert kept() == before - finished


def test_a_finished_game_replays_after_its_talk_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    shutil.copy(STORES / "version-1.sqlite3", folder / "tables.sqlite3")
    words, records = ["--data", str(folder)], tmp_path / "records"
    with RunningServer(folder) as server:
        url = f"{server.http}/api/tables/over/record"
        before = httpx.get(url).json()
        assert run_admin([*words, "forget", "over"]) == 0
        assert httpx.get(url).json() == before
        assert run_admin([*words, "delete", "over", "--records", str(records)]) == 0
        assert httpx.get(url).status_code == 404
    record = json.loads((records / "over.json").read_text(encoding="utf-8"))
    assert record == before
    assert Game.replay(record).over


def test_a_deleted_table_leaves_nothing(scene: Scene) -> None:
    async def play(room: Room) -> None:
        store, name = room.hall.store, room.table.meta.id
        ear: Any = Ear(None)
        ear.dismiss = lambda: ear.heard.append(b'{"t": "dismissed"}')
        await room.table.welcome(ear, 0, 0)
        said = (name, 1, "a", "Ann", "A word of those who watch", 1.0)
        await store.write([("INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?)", said)])
        await delete(room.table)
        assert not store.rows("SELECT 1 FROM remarks")
        assert ear.told("dismissed")
        assert name not in room.hall.tables
        assert (store.card(name), store.log(name), store.position(name)) == (None, [], None)
        await store.write(
            [card_row(room.table.meta), log_row(name, Row(1, 1, "act", "", 0, "", 0, 0))]
        )
        assert isinstance(store, SqliteStore)
        with closing(sqlite3.connect(store.path)) as other, pytest.raises(sqlite3.Error):
            other.execute("DELETE FROM log")  # for everyone else the log stays what it is

    scene(play)


def test_tidying_up_leaves_what_is_played(scene: Scene) -> None:
    async def play(room: Room) -> None:
        from dataclasses import replace

        config = replace(room.hall.config, keep_days=1e-9, keep_chat_days=1e-9)
        assert await tidy(config, room.hall.store, room.hall.have) == 0
        assert room.hall.store.position(room.table.meta.id) != Position(0, 0, "")

    scene(play)


def test_no_id_reads_as_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-dashed", "--both", "plain-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(drawn))
    assert hall._new_id() == "plain-"


def test_a_process_is_drained_by_command(postgres: str, tmp_path: Path, capsys: Any) -> None:
    words = ["--postgres", postgres]
    with Fleet(tmp_path, postgres, 2) as fleet:
        first, second = fleet.servers
        table, _ = first.new_table(seats=FOUR)
        assert run_admin([*words, "processes"]) == 0
        rows = capsys.readouterr().out.splitlines()
        (own,) = [row.split()[0] for row in rows if f":{first.port} " in row]
        assert run_admin([*words, "drain", own]) == 0
        assert first.process is not None
        assert first.process.wait(timeout=60) == 0
        assert stands(second, table)["status"] == "playing"
        assert run_admin([*words, "close", table]) == 0
        assert stands(second, table)["status"] == "over"
        assert run_admin([*words, "drain", own]) == 2
    assert run_admin([*words, "delete", table]) == 0
    assert not open_log(Config(postgres=postgres), table)
