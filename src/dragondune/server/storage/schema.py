"""The tables of the database, one step for each schema there ever was.

A database says which schema it has; opening it takes the steps that it lacks, all of them or none.
A step is written in SQLite's words, which ``for_postgres`` puts into the other's; what only one of
the two needs stands apart. Steps that were released are never changed: a new one is added.
"""

from typing import Final, NamedTuple


class Step(NamedTuple):
    """From one schema to the next."""

    both: str
    sqlite: str = ""
    postgres: str = ""


LOGS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, created REAL NOT NULL, status TEXT NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS log (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL,
    seat TEXT NOT NULL, cid INTEGER NOT NULL, text TEXT NOT NULL, mark INTEGER NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
""",
    sqlite="""
CREATE TRIGGER IF NOT EXISTS log_is_not_changed BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER IF NOT EXISTS log_is_not_deleted BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
""",
)
POSITIONS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS positions (
    table_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, rules_version INTEGER NOT NULL,
    text TEXT NOT NULL
) WITHOUT ROWID;
"""
)
REVIEWS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS reviews (
    table_id TEXT PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
"""
)
STEPS: Final = (LOGS, POSITIONS, REVIEWS)
SCHEMA_VERSION: Final = len(STEPS)


def for_sqlite(version: int) -> str:
    """What brings a file of this schema up to the present one."""
    return "".join(step.both + step.sqlite for step in STEPS[version:])
