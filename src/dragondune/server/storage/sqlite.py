"""SQLite with a write-ahead log, for one server: commits survive power loss."""

import contextlib
import errno
import sqlite3
import threading
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from dragondune.server.storage.queries import Queries
from dragondune.server.storage.schema import GUARDS, SCHEMA_VERSION, for_sqlite
from dragondune.server.storage.store import FENCE, INSERT_LOG, KEEPER, Statement, StoreError
from dragondune.server.storage.writer import Job, Writer

LARGEST_EXAMINED: Final = 256 * 2**20  # bytes: a second of reading, while somebody waits
# A commit writes whole pages, one for each table that somebody has moved at, and a page that was written
# often goes from the write-ahead log into the file once: small pages and a longer log cost a quarter less.
PAGE: Final = 2048  # bytes; a file that is older keeps its own
LOGGED: Final = 4000  # pages


def connect(path: Path) -> sqlite3.Connection:
    """A connection that flushes each commit to the disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOGGED}")
    return connection


def make(path: Path) -> None:
    """A new database: under another name until it is whole, so that it is never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.new")
    unfinished.unlink(missing_ok=True)
    # It holds the seeds of games under way: nobody else on this machine is to read it.
    unfinished.touch(mode=0o600)
    with contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.executescript(
            f"BEGIN; {for_sqlite(0)} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )
    unfinished.rename(path)


def is_foreign(path: Path) -> bool:
    """Is it a database of another program? Only looked at, for opening it to write changes it."""
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, uri=True)) as reader:
        if reader.execute("PRAGMA user_version").fetchone() != (0,):
            return False
        return reader.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def examine(path: Path) -> None:
    """StoreError where pages of a file are damaged. What is too large for that is trusted."""
    if not path.exists() or not 0 < path.stat().st_size <= LARGEST_EXAMINED:
        return
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with (
        contextlib.suppress(sqlite3.Error, UnicodeDecodeError),  # told when it is opened
        contextlib.closing(sqlite3.connect(uri, uri=True)) as reader,
    ):
        found = str(reader.execute("PRAGMA quick_check(1)").fetchone()[0])
        if found != "ok":
            raise StoreError(_explained(path, ValueError(f"malformed: {' '.join(found.split())}")))


def _explained(path: Path, error: Exception) -> str:
    """Why a file cannot be opened, in a sentence."""
    text = str(error)
    broken = isinstance(error, UnicodeDecodeError) or "malformed" in text
    if broken or "not a database" in text:
        return (
            f"{path} is damaged or no database at all ({text}). It is left as it is: put a backup in "
            "its place, or move it away to begin anew."
        )
    if "full" in text or getattr(error, "errno", None) == errno.ENOSPC:
        return f"The disk is full: {path} could not be opened, and is left as it is."
    return f"{path} cannot be opened ({text})."


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
        self.path = path
        try:
            self._open()
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError(_explained(path, error)) from error
        self._reading = threading.Lock()
        self.start_writing()

    def _open(self) -> None:
        if not self.path.exists():
            make(self.path)
        elif not self.path.stat().st_size:
            raise StoreError(
                f"{self.path} is empty, which no database of this program ever is. Put a backup in "
                "its place, or move it away to begin anew."
            )
        if is_foreign(self.path):
            raise StoreError(f"{self.path} belongs to another program, and is left as it is.")
        self._connection = connect(self.path)
        self._prepare()
        self._reader = connect(self.path)

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
            self._carry_out([one for job in jobs for one in job.statements])
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _carry_out(self, statements: list[Statement]) -> None:
        guarded = not any(sql == KEEPER for sql, _ in statements)
        for sql, values in _together(statements) if guarded else statements:
            if sql == KEEPER:
                for trigger in GUARDS:
                    self._connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
            elif sql != FENCE:
                self._connection.execute(sql, values)
        for guard in () if guarded else GUARDS.values():
            self._connection.execute(guard)

    # --- reading -------------------------------------------------------------------------

    def rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Every row that a query finds."""
        with self._reading:
            return self._reader.execute(sql, values).fetchall()
