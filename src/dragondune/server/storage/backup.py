"""Copies of a database, taken while a server runs on it, and brought back.

A backup is one SQLite file in the present schema, whichever database it comes from; so it also takes
tables from SQLite to PostgreSQL and back. Bringing it back adds the tables that are missing and
touches no other: nothing is overwritten, and a server may run meanwhile. Accounts, and what belongs to
them, come back only where there are none: whoever has left is not to be there again.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from dragondune.server.config import Config
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.parts import ANY_ACCOUNT, Part
from dragondune.server.storage.schema import SCHEMA_VERSION, for_sqlite
from dragondune.server.storage.sqlite import SqliteStore, connect
from dragondune.server.storage.store import StoreError

PASSING: Final = frozenset(("visits", "links"))  # people sign in again, and ask for a new link


class Restored(NamedTuple):
    """What became of the tables in a backup, and of the accounts."""

    added: int
    present: int
    accounts: int = 0


class Target(Protocol):
    """Where tables are put in."""

    def has(self, table_id: str) -> bool:
        """Is such a table there?"""

    def knows_people(self) -> bool:
        """Is there any account?"""

    def put(self, parts: Sequence[Part]) -> None:
        """Add rows, all of them or none."""

    def close(self) -> None:
        """Let go of it."""


class File:
    """A database of SQLite; a server may write to it meanwhile."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path)

    def has(self, table_id: str) -> bool:
        """Is such a table there?"""
        sql = "SELECT 1 FROM tables WHERE id = ?"
        return self._connection.execute(sql, (table_id,)).fetchone() is not None

    def knows_people(self) -> bool:
        """Is there any account?"""
        return self._connection.execute(ANY_ACCOUNT).fetchone() is not None

    def put(self, parts: Sequence[Part]) -> None:
        """Add rows, all of them or none."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for part in parts:
                self._connection.executemany(part.insert(), part.rows)
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()


# --- taking one -----------------------------------------------------------------------------


def back_up(config: Config, target: Path) -> int:
    """Copy everything into a new file; how many tables it holds. StoreError says why not."""
    if target.exists():
        raise StoreError(f"{target} is there already and is left as it is.")
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f".{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        if config.postgres:
            _from_postgres(config.postgres, unfinished)
        else:
            _from_sqlite(config.database, unfinished)
        count = _checked(unfinished)
        os.replace(unfinished, target)
        return count
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"The backup could not be written: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _from_sqlite(source: Path, target: Path) -> None:
    if not source.exists():
        raise StoreError(f"There is no database {source}.")
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as original,
        closing(sqlite3.connect(target)) as copy,
    ):
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def _from_postgres(url: str, target: Path) -> None:
    from dragondune.server.storage.copying import read_at_one_moment

    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        copy.executescript(f"{for_sqlite(0)} PRAGMA user_version = {SCHEMA_VERSION};")
        names = {name: columns_of(copy, name) for name in names_in(copy)}
        copy.execute("BEGIN")
        for name, rows in read_at_one_moment(url, names):
            copy.executemany(Part(name, names[name], ()).insert(), rows)
        copy.execute("COMMIT")


def _checked(path: Path) -> int:
    """How many tables a finished backup holds; nobody is to find out later that it is damaged."""
    with closing(sqlite3.connect(path)) as copy:
        found = copy.execute("PRAGMA quick_check(1)").fetchone()
        if found != ("ok",):
            raise StoreError(f"The database is damaged: {found[0]}")
        return int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])


def names_in(connection: sqlite3.Connection) -> list[str]:
    """The tables of the database that hold something of the game's tables."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    names = [name for (name,) in rows if not name.startswith("sqlite_")]
    return sorted(names, key=lambda name: name != "tables")


def columns_of(connection: sqlite3.Connection, name: str) -> list[str]:
    """The columns of one of them."""
    return [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]


# --- bringing one back ------------------------------------------------------------------------


def restore(config: Config, source: Path, only: Iterable[str] = ()) -> Restored:
    """Add the tables of a backup that are missing; all, or those that are named."""
    with _opened(source) as backup:
        open_store(config).close()  # which makes the database where there is none
        ids = [name for (name,) in backup.execute("SELECT id FROM tables ORDER BY created")]
        wanted = set(only) or set(ids)
        if strange := sorted(wanted - set(ids)):
            raise StoreError(f"The backup holds no table {', '.join(strange)}.")
        with closing(_target(config)) as target:
            people = 0 if only or target.knows_people() else _bring_people(backup, target)
            added = [_bring(backup, target, name) for name in ids if name in wanted]
    return Restored(sum(added), len(added) - sum(added), people)


@contextmanager
def _opened(source: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the backup in the present schema; the backup itself is only read."""
    if not source.is_file():
        raise StoreError(f"There is no backup {source}.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tables.sqlite3"
        shutil.copyfile(source, copy)
        SqliteStore(copy).close()
        with closing(connect(copy)) as connection:
            yield connection


def _target(config: Config) -> Target:
    if not config.postgres:
        return File(config.database)
    from dragondune.server.storage.copying import Shared

    return Shared(config.postgres)


def _bring_people(backup: sqlite3.Connection, target: Target) -> int:
    """Add what belongs to no table: who people are, and what came of their games. How many accounts."""
    columns = {name: columns_of(backup, name) for name in names_in(backup) if name not in PASSING}
    parts = [
        Part(name, has, backup.execute(f"SELECT {', '.join(has)} FROM {name}").fetchall(), True)
        for name, has in columns.items()
        if name != "tables" and "table_id" not in has
    ]
    target.put(parts)
    return next(len(part.rows) for part in parts if part.name == "accounts")


def _bring(backup: sqlite3.Connection, target: Target, table_id: str) -> bool:
    """Add one table with all that belongs to it; False where it is there."""
    if target.has(table_id):
        return False
    parts = []
    for name in names_in(backup):
        columns = columns_of(backup, name)
        key = "id" if name == "tables" else "table_id"
        if key in columns:
            sql = f"SELECT {', '.join(columns)} FROM {name} WHERE {key} = ?"
            parts.append(Part(name, columns, backup.execute(sql, (table_id,)).fetchall()))
    target.put(parts)
    return True
