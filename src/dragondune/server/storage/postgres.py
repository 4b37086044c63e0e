"""PostgreSQL, for several processes on one machine or many.

A write may carry fences: the number under which its process owns a table. In the transaction each
fence is compared and held, so nothing of a process is stored that has lost a table, however late it
comes. Should the connection break while a commit is under way, nobody knows whether it was carried
out; the batch is then tried again, and a log that holds its very lines already has taken it.
"""

import logging
import threading
import time
from typing import Any, Final, cast
from urllib.parse import urlsplit

import psycopg
from psycopg.errors import UniqueViolation

from dragondune.server.storage.queries import Queries
from dragondune.server.storage.schema import SCHEMA_VERSION, for_postgres
from dragondune.server.storage.store import (
    ERASE_TABLE,
    FENCE,
    INSERT_LOG,
    KEEPER,
    PUT_POSITION,
    PUT_TABLE,
    LostError,
    StoreError,
)
from dragondune.server.storage.writer import Job, Writer

logging.getLogger("psycopg").setLevel(logging.ERROR)  # what breaks is told by whoever needs it

PATIENCE: Final = 15.0  # seconds for which a database may be away before a write is given up
PAUSE: Final = 0.1
MIGRATING: Final = 4_242_001  # the advisory lock of whoever changes the schema
LOST: Final = "DD001"  # what the function "hold" raises
CHANNEL: Final = "dragondune"
AWAY: Final = (psycopg.OperationalError, psycopg.InterfaceError)
LOG_WITH_FENCE: Final = INSERT_LOG.replace("?)", "?, ?)")
SAME_LINE: Final = (
    "SELECT 1 FROM log WHERE (table_id, seq, n, kind, seat, cid, text, mark, at) "
    "= (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
TELL_CARD: Final = f"SELECT pg_notify('{CHANNEL}', 'card ' || ?)"
TELL_GONE: Final = f"SELECT pg_notify('{CHANNEL}', 'gone ' || ?)"
# Who had a deleted table: not before the fence was compared.
FORGET_OWNERS: Final = tuple(
    f"DELETE FROM {name} WHERE table_id = ANY(?)" for name in ("owners", "tenures")
)
MAY_CHANGE: Final = "SELECT set_config('dragondune.keeper', ?, TRUE)"
# These may be written in any order among each other, and so together.
TOGETHER: Final = frozenset((LOG_WITH_FENCE, PUT_TABLE, PUT_POSITION, TELL_CARD))

Connection = psycopg.Connection[tuple[Any, ...]]
Values = tuple[object, ...]


def connect(url: str) -> Connection:
    """A connection; StoreError says in a sentence why there is none."""
    try:
        return psycopg.connect(
            url, autocommit=True, connect_timeout=5, application_name="dragon-dune"
        )
    except psycopg.Error as error:
        raise StoreError(f"The database does not answer: {_in_a_line(error)}") from error


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def place_of(url: str) -> str:
    """A database as it may be named: without the password."""
    parts = urlsplit(url)
    return f"{parts.hostname or 'localhost'}{parts.path}" if parts.scheme else "the database"


def run(connection: Connection, sql: str, values: Values = ()) -> "psycopg.Cursor[tuple[Any, ...]]":
    """Carry out one statement with ``?`` for a value."""
    return connection.execute(cast(Any, sql.replace("?", "%s")), values)


class PostgresStore(Queries, Writer):
    """A database that several processes share."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        super().__init__()
        self.url = url
        self.patience = patience
        self._connection = connect(url)
        self._prepare()
        self._reader = connect(url)
        self._reading = threading.Lock()
        self.start_writing()

    def _prepare(self) -> None:
        """Take the steps that the database lacks: one process does, the others wait for it."""
        with self._connection.transaction():
            run(self._connection, "SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
            version = self._version()
            if version > SCHEMA_VERSION:
                raise StoreError(
                    f"The database {place_of(self.url)} was written by a newer version of this "
                    f"program (schema {version})."
                )
            if version < SCHEMA_VERSION:
                run(self._connection, for_postgres(version))
                sql = (
                    "INSERT INTO settings VALUES ('schema', ?) "
                    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
                )
                run(self._connection, sql, (str(SCHEMA_VERSION),))

    def _version(self) -> int:
        there = run(self._connection, "SELECT to_regclass('settings') IS NOT NULL").fetchone()
        if there != (True,):
            return 0
        row = run(self._connection, "SELECT value FROM settings WHERE name = 'schema'").fetchone()
        return int(row[0]) if row else 0

    def close(self) -> None:
        """Finish what was begun and let go of the database."""
        self.stop_writing()
        self._connection.close()
        self._reader.close()

    # --- writing -------------------------------------------------------------------------

    def commit(self, jobs: list[Job]) -> dict[int, StoreError]:
        """Together; where that fails, one by one: a bad job must not take others down with it."""
        several = len(jobs) > 1
        if several and self._tried(jobs) is None:
            return {}
        alone = [self._tried([job], unsure=several) for job in jobs]
        return {number: error for number, error in enumerate(alone) if error is not None}

    def _tried(self, jobs: list[Job], unsure: bool = False) -> StoreError | None:
        """Carry jobs out; unsure: they may have been before, when the connection broke."""
        try:
            self._insist(jobs, unsure)
        except StoreError as error:
            return error
        return None

    def _insist(self, jobs: list[Job], unsure: bool) -> None:
        """Write a batch, also where the database goes away meanwhile and comes back."""
        until = time.monotonic() + self.patience
        while True:
            try:
                self._transact(jobs)
                return
            except AWAY as error:
                unsure = True
                if time.monotonic() > until:
                    raise StoreError(
                        f"The database does not answer: {_in_a_line(error)}"
                    ) from error
                self._reconnect()
            except psycopg.Error as error:
                if unsure and len(jobs) == 1 and self._is_there(jobs[0]):
                    return
                raise _explained(error) from error

    def _reconnect(self) -> None:
        """Try once to get another connection."""
        self._connection.close()
        try:
            self._connection = connect(self.url)
        except StoreError:
            time.sleep(PAUSE)

    def _transact(self, jobs: list[Job]) -> None:
        fences = {
            str(values[0]): values[1]
            for job in jobs
            for sql, values in job.statements
            if sql == FENCE
        }
        connection = self._connection
        with connection.pipeline(), connection.transaction():
            for sql, rows in _in_order(jobs, fences):
                with connection.cursor() as cursor:
                    cursor.executemany(cast(Any, sql.replace("?", "%s")), rows)
            if fences:  # last, so that a table may be written together with its first owner
                held = (list(fences), list(fences.values()))
                run(connection, "SELECT hold(?::text[], ?::bigint[])", held)
            gone = [v[0] for job in jobs for sql, v in job.statements if sql == ERASE_TABLE]
            for sql in FORGET_OWNERS if gone else ():
                run(connection, sql, (gone,))

    def _is_there(self, job: Job) -> bool:
        """Does the log hold the lines of this job, which it then took the first time?"""
        lines = [values for sql, values in job.statements if sql == INSERT_LOG]
        try:
            found = [run(self._connection, SAME_LINE, line).fetchone() for line in lines]
        except psycopg.Error:
            return False
        return bool(found) and None not in found

    # --- reading -------------------------------------------------------------------------

    def rows(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Every row that a query finds; a database that comes back soon is waited for."""
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # PostgreSQL holds no such text, and refuses to look for it
        until = time.monotonic() + self.patience
        with self._reading:
            while True:
                try:
                    return run(self._reader, sql, values).fetchall()
                except AWAY as error:
                    if time.monotonic() > until:
                        text = f"The database does not answer: {_in_a_line(error)}"
                        raise StoreError(text) from error
                    self._read_anew()
                except psycopg.Error as error:
                    raise StoreError(_in_a_line(error)) from error

    def _read_anew(self) -> None:
        self._reader.close()
        try:
            self._reader = connect(self.url)
        except StoreError:
            time.sleep(PAUSE)


def _in_order(jobs: list[Job], fences: dict[str, object]) -> list[tuple[str, list[Values]]]:
    """What is executed, as few statements as may be: same ones together where order is no matter."""
    statements: list[tuple[str, Values]] = []
    for job in jobs:
        for sql, values in job.statements:
            if sql == INSERT_LOG:
                statements.append((LOG_WITH_FENCE, (*values, fences.get(str(values[0]), 0))))
            elif sql == KEEPER:
                statements.append((MAY_CHANGE, ("on",)))
            elif sql != FENCE:
                statements.append((sql, values))
            if sql == PUT_TABLE:
                statements.append((TELL_CARD, values[:1]))
            elif sql == ERASE_TABLE:
                statements.append((TELL_GONE, values))
        if any(sql == KEEPER for sql, _ in job.statements):
            statements.append((MAY_CHANGE, ("off",)))
    if not all(sql in TOGETHER for sql, _ in statements):
        return [(sql, [values]) for sql, values in statements]
    groups: dict[str, list[Values]] = {}
    for sql, values in statements:
        groups.setdefault(sql, []).append(values)
    return list(groups.items())


def _explained(error: psycopg.Error) -> StoreError:
    """A line that is there already was written by another owner; so says the fence."""
    if error.sqlstate == LOST:
        return LostError("another process has this table now")
    if isinstance(error, UniqueViolation) and "log" in str(error):
        return LostError("another process has written to this table")
    return StoreError(_in_a_line(error))
