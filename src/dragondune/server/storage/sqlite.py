"""SQLite with a write-ahead log, for one server: commits survive power loss."""

import sqlite3
import threading
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from dragondune.server.storage.queries import Queries
from dragondune.server.storage.schema import SCHEMA_VERSION, for_sqlite
from dragondune.server.storage.store import FENCE, INSERT_LOG, Statement, StoreError
from dragondune.server.storage.writer import Job, Writer


def connect(path: Path) -> sqlite3.Connection:
    """A connection that flushes each commit to the disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


TOGETHER: Final = (64, 16, 4)  # lines that are written by one statement


def _together(statements: list[Statement]) -> Iterator[Statement]:
    """Lines of logs in as few statements as may be, then the rest in its order.

    Each statement hands the interpreter to the event loop and waits for it to come back, which takes
    longer than the writing of a line. Lines of logs depend on nothing else that a batch may hold.
    """
    lines = [values for sql, values in statements if sql == INSERT_LOG]
    at = 0
    for many in TOGETHER:
        while len(lines) - at >= many:
            yield _lines_of(many), tuple(chain.from_iterable(lines[at : at + many]))
            at += many
    yield from ((INSERT_LOG, values) for values in lines[at:])
    # A fence is none of SQLite's affairs: a file has one server.
    yield from (one for one in statements if one[0] not in (INSERT_LOG, FENCE))


@cache
def _lines_of(many: int) -> str:
    head, _, row = INSERT_LOG.partition(" VALUES ")
    return f"{head} VALUES {', '.join([row] * many)}"


class SqliteStore(Queries, Writer):
    """One file, for one server."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        path.parent.mkdir(parents=True, exist_ok=True)
        # It holds the seeds of games under way: nobody else on this machine is to read it.
        path.touch(mode=0o600)
        self.path = path
        self._connection = connect(path)
        self._prepare()
        self._reader = connect(path)
        self._reading = threading.Lock()
        self.start_writing()

    def _prepare(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{self.path} was written by a newer version of this program (schema {version})."
            )
        # Together: a file is never half of a new schema.
        self._connection.executescript(
            f"BEGIN IMMEDIATE; {for_sqlite(version)} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )

    def close(self) -> None:
        """Finish what was begun and let go of the file."""
        self.stop_writing()
        self._connection.close()
        self._reader.close()

    # --- writing -------------------------------------------------------------------------

    def commit(self, jobs: list[Job]) -> dict[int, StoreError]:
        """Together; where that fails, one by one: a bad job must not take others down with it."""
        try:
            self._transact(jobs)
        except sqlite3.Error as error:
            if len(jobs) == 1:
                return {0: StoreError(str(error))}
            alone = [self.commit([job]).get(0) for job in jobs]
            return {number: error for number, error in enumerate(alone) if error is not None}
        return {}

    def _transact(self, jobs: list[Job]) -> None:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for sql, values in _together([one for job in jobs for one in job.statements]):
                connection.execute(sql, values)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    # --- reading -------------------------------------------------------------------------

    def rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Every row that a query finds."""
        with self._reading:
            return self._reader.execute(sql, values).fetchall()
