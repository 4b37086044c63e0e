"""SQLite with a write-ahead log, for one server: commits survive power loss."""

import sqlite3
import threading
from pathlib import Path
from typing import Any

from dragondune.server.storage.queries import Queries
from dragondune.server.storage.schema import SCHEMA_VERSION, for_sqlite
from dragondune.server.storage.store import FENCE, StoreError
from dragondune.server.storage.writer import Job, Writer


def connect(path: Path) -> sqlite3.Connection:
    """A connection that flushes each commit to the disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


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
            for job in jobs:
                for sql, values in job.statements:
                    if sql != FENCE:  # a file has one server
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
