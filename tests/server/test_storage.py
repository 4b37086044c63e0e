"""What every database of a server has to do, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from dragondune.server.config import Config
from dragondune.server.storage.card import Meta, from_bytes
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.postgres import PostgresStore
from dragondune.server.storage.schema import SCHEMA_VERSION
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import (
    PUT_TABLE,
    LostError,
    Position,
    Row,
    Statement,
    Store,
    StoreError,
    card_row,
    fence_row,
    log_row,
    position_row,
)
from tools.database import Database

KINDS = ["sqlite", "postgres"]


def card(name: str) -> Meta:
    return Meta(name, 12.25, "r9", [], [], "seed")


def line(table: str, seq: int, text: str = "pass") -> Statement:
    return log_row(table, Row(seq, 2, "act", "orcs", seq, text, 2**32 - 1, 1700000000.125))


@pytest.fixture
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    if request.param == "sqlite":
        return Config(data=str(tmp_path))
    return Config(data=str(tmp_path), postgres=request.getfixturevalue("postgres"))


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    opened = open_store(config)
    yield opened
    opened.close()


def raw(config: Config) -> Callable[[str], list[tuple[Any, ...]]]:
    """Straight to the database, past the server's own ways."""

    def ask(sql: str) -> list[tuple[Any, ...]]:
        if config.postgres:
            with psycopg.connect(config.postgres, autocommit=True) as other:
                done = other.execute(sql.encode())
                return done.fetchall() if done.description else []
        connection = sqlite3.connect(config.database, isolation_level=None)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    return ask


both = pytest.mark.parametrize("config", KINDS, indirect=True)


@both
def test_what_was_written_is_read_by_whoever_opens_it_next(config: Config, store: Store) -> None:
    position = Position(2, 5, "a place ★")
    words = [card_row(card("a")), line("a", 1, "10★ ♠"), line("a", 2), position_row("a", position)]
    asyncio.run(store.write(words))
    other = open_store(config)
    try:
        assert [(name, at, from_bytes(data)) for name, at, data in other.tables()] == [
            ("a", 12.25, card("a"))
        ]
        assert other.log("a")[0] == Row(1, 2, "act", "orcs", 1, "10★ ♠", 2**32 - 1, 1700000000.125)
        assert [row.seq for row in other.log("a")] == [1, 2]
        assert other.position("a") == position
        assert other.last_time("a") == 1700000000.125
        assert (other.log("b"), other.position("b"), other.last_time("b")) == ([], None, 0.0)
    finally:
        other.close()


@both
def test_a_write_is_whole_or_nothing_and_takes_no_other_down(config: Config, store: Store) -> None:
    async def write() -> list[object]:
        await store.write([line("a", 1)])
        bad = [line("a", 2, "never"), line("a", 1, "twice")]
        good = [[card_row(card(f"t{n}")), line(f"t{n}", 1)] for n in range(30)]
        return await asyncio.gather(
            *(store.write(words) for words in [*good[:15], bad, *good[15:]]),
            return_exceptions=True,
        )

    results = asyncio.run(write())
    assert [type(result) for result in results if result is not None] in ([StoreError], [LostError])
    assert isinstance(results[15], StoreError)
    assert [row.text for row in store.log("a")] == ["pass"]
    assert len(store.tables()) == 30
    assert all(len(store.log(f"t{n}")) == 1 for n in range(30))


@both
def test_later_words_of_one_batch_win(config: Config, store: Store) -> None:
    async def write() -> None:
        await asyncio.gather(
            *(store.write([position_row("a", Position(n, 1, f"place {n}"))]) for n in range(50))
        )

    asyncio.run(write())
    assert store.position("a") == Position(49, 1, "place 49")


@both
def test_nothing_is_found_by_a_text_that_no_database_holds(config: Config, store: Store) -> None:
    assert store.card("a\0b") is None
    assert store.tables_of(["a\0b"]) == {}


@both
def test_the_log_is_not_changed_behind_the_servers_back(config: Config, store: Store) -> None:
    asyncio.run(store.write([line("a", 1)]))
    ask = raw(config)
    for sql in ("UPDATE log SET text = 'x'", "DELETE FROM log"):
        with pytest.raises((sqlite3.Error, psycopg.Error), match="append-only"):
            ask(sql)
    assert [row.text for row in store.log("a")] == ["pass"]


@both
def test_a_database_of_a_newer_program_is_refused_as_it_is(config: Config) -> None:
    open_store(config).close()
    ask, newer = raw(config), SCHEMA_VERSION + 1
    ask(
        f"UPDATE settings SET value = '{newer}' WHERE name = 'schema'"
        if config.postgres
        else f"PRAGMA user_version = {newer}"
    )
    with pytest.raises(StoreError, match=rf"newer version of this program \(schema {newer}\)"):
        open_store(config)


def test_several_may_open_a_fresh_database_at_once(postgres: str) -> None:
    async def open_all() -> list[PostgresStore]:
        return await asyncio.gather(*(asyncio.to_thread(PostgresStore, postgres) for _ in range(6)))

    for store in asyncio.run(open_all()):
        assert store.tables() == []
        store.close()


def test_a_write_with_a_fence_needs_the_table(postgres: str) -> None:
    store = PostgresStore(postgres)
    own = "INSERT INTO owners VALUES (?, ?, ?)"

    async def write() -> None:
        await store.write([(own, ("a", "me", 3)), (own, ("b", "me", 1))])
        good = store.write([fence_row("a", 3), line("a", 1)])
        late = store.write([fence_row("b", 7), line("b", 1)])
        assert [type(r) for r in await asyncio.gather(good, late, return_exceptions=True)] == [
            type(None),
            LostError,
        ]

    asyncio.run(write())
    assert (len(store.log("a")), store.log("b")) == (1, [])
    assert store.rows("SELECT fence FROM log") == [(3,)]
    store.close()


def test_a_restart_of_the_database_loses_and_doubles_nothing(
    database: Database, postgres: str
) -> None:
    store = PostgresStore(postgres)

    async def write() -> None:
        writes = [asyncio.ensure_future(store.write([line("a", n)])) for n in range(1, 3001)]
        await asyncio.wait(writes, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.to_thread(database.restart)
        assert not [r for r in await asyncio.gather(*writes, return_exceptions=True) if r]

    asyncio.run(write())
    assert [row.seq for row in store.log("a")] == list(range(1, 3001))
    store.close()


def test_a_database_that_is_away_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="The database does not answer") as told:
        open_store(Config(postgres="postgresql://nobody:secret@127.0.0.1:1/none"))
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)


def test_a_file_takes_fences_for_granted(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    asyncio.run(
        store.write([fence_row("a", 9), line("a", 1), (PUT_TABLE, ("x", 1.0, "open", b""))])
    )
    assert len(store.log("a")) == len(store.tables()) == 1
    store.close()
