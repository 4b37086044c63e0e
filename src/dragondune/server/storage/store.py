"""Storage: SQLite with a write-ahead log, one writing thread, and commits that survive power loss.

``await write(...)`` comes back when the rows are on the disk. Writes that wait together are
committed together, so many tables share the price of one flush. The log of a table is append-only;
the database itself refuses to change or delete its rows. Beside it lies the position that the log
led to, replaced with each move: a later version of the rules may read the log otherwise. The review
of a finished game is kept as one block that this room does not read.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from dragondune.server.storage.card import Meta, to_bytes

MOST_TOGETHER: Final = 500
SCHEMA_VERSION: Final = 2  # 2: positions; a file of schema 1 gets an empty table of them
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, created REAL NOT NULL, status TEXT NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS log (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL,
    seat TEXT NOT NULL, cid INTEGER NOT NULL, text TEXT NOT NULL, mark INTEGER NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS positions (
    table_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, rules_version INTEGER NOT NULL,
    text TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews (
    table_id TEXT PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS log_is_not_changed BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER IF NOT EXISTS log_is_not_deleted BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""

Statement = tuple[str, tuple[object, ...]]
INSERT_LOG: Final = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
PUT_TABLE: Final = (
    "INSERT INTO tables VALUES (?, ?, ?, ?) "
    "ON CONFLICT(id) DO UPDATE SET status = excluded.status, data = excluded.data"
)
PUT_POSITION: Final = (
    "INSERT INTO positions VALUES (?, ?, ?, ?) ON CONFLICT(table_id) DO UPDATE SET "
    "seq = excluded.seq, rules_version = excluded.rules_version, text = excluded.text"
)

PUT_REVIEW: Final = (
    "INSERT INTO reviews VALUES (?, ?, ?) ON CONFLICT(table_id) DO UPDATE SET "
    "version = excluded.version, data = excluded.data"
)


def card_row(meta: Meta) -> Statement:
    """The statement that stores a table's card."""
    return PUT_TABLE, (meta.id, meta.created, meta.status, to_bytes(meta))


class Row(NamedTuple):
    """One line of a table's log."""

    seq: int
    n: int
    kind: str
    seat: str
    cid: int
    text: str
    mark: int
    at: float


class Position(NamedTuple):
    """Where a table stands: after which line of its log, by which rules, in our notation."""

    seq: int
    rules_version: int
    text: str


def position_row(table_id: str, position: Position) -> Statement:
    """The statement that stores where a table stands."""
    return PUT_POSITION, (table_id, *position)


class StoredReview(NamedTuple):
    """The review of a finished game: the version of its format, and a block of bytes."""

    version: int
    data: bytes


def review_row(table_id: str, review: StoredReview) -> Statement:
    """The statement that stores the review of a table's game."""
    return PUT_REVIEW, (table_id, *review)


class StoreError(Exception):
    """The database did not take it."""


class _Job(NamedTuple):
    statements: Sequence[Statement]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


def connect(path: Path) -> sqlite3.Connection:
    """A connection that flushes each commit to the disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


class Store:
    """The database of one server."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # It holds the seeds of games under way: nobody else on this machine is to read it.
        path.touch(mode=0o600)
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = connect(path)
        self._prepare()
        self._reader = connect(path)
        self._reading = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def _prepare(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{self.path} was written by a newer version of this program (schema {version})."
            )
        # Together: a file is never half of a new schema.
        self._connection.executescript(
            f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )

    # --- writing -------------------------------------------------------------------------

    async def write(self, statements: Sequence[Statement]) -> None:
        """Write all of it or nothing; back when it would survive a power loss."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(statements, loop, done))
        await done

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            jobs = [job]
            while len(jobs) < MOST_TOGETHER:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    self._jobs.put(None)
                    break
                jobs.append(more)
            self._commit(jobs)

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            self._transact(jobs)
        except sqlite3.Error as error:
            if len(jobs) == 1:
                self._finish(jobs[0], StoreError(str(error)))
                return
            # One bad job must not take the others down with it.
            for job in jobs:
                self._commit([job])
            return
        for job in jobs:
            self._finish(job, None)

    def _transact(self, jobs: list[_Job]) -> None:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for job in jobs:
                for sql, values in job.statements:
                    connection.execute(sql, values)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _finish(self, job: _Job, error: StoreError | None) -> None:
        def tell() -> None:
            if job.done.done():
                return
            if error is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(error)

        if not job.loop.is_closed():
            job.loop.call_soon_threadsafe(tell)

    def close(self) -> None:
        """Finish what was begun and let go of the file."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()
        self._reader.close()

    # --- reading -------------------------------------------------------------------------

    def tables(self) -> list[tuple[str, float, bytes]]:
        """Every table: id, when it was opened, data."""
        with self._reading:
            rows = self._reader.execute("SELECT id, created, data FROM tables ORDER BY created")
            return [(row[0], row[1], row[2]) for row in rows]

    def last_time(self, table_id: str) -> float:
        """When the last line of a table was written; 0 where there is none."""
        sql = "SELECT at FROM log WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        with self._reading:
            row = self._reader.execute(sql, (table_id,)).fetchone()
        return float(row[0]) if row and isinstance(row[0], float | int) else 0.0

    def log(self, table_id: str) -> list[Row]:
        """The log of a table from its beginning."""
        sql = "SELECT seq, n, kind, seat, cid, text, mark, at FROM log WHERE table_id = ? ORDER BY seq"
        with self._reading:
            return [Row(*row) for row in self._reader.execute(sql, (table_id,))]

    def position(self, table_id: str) -> Position | None:
        """Where a table stood after its last move; None in a file that is older than positions."""
        sql = "SELECT seq, rules_version, text FROM positions WHERE table_id = ?"
        with self._reading:
            row = self._reader.execute(sql, (table_id,)).fetchone()
        return None if row is None else Position(int(row[0]), int(row[1]), str(row[2]))

    def review(self, table_id: str) -> StoredReview | None:
        """The review of a table's game; None where none was made yet."""
        sql = "SELECT version, data FROM reviews WHERE table_id = ?"
        with self._reading:
            row = self._reader.execute(sql, (table_id,)).fetchone()
        return None if row is None else StoredReview(int(row[0]), bytes(row[1]))
