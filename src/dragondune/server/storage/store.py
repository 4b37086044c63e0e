"""What a server asks of its database, whichever that is.

``await write(...)`` comes back when the rows would survive a power loss: all of them or none. A write
is a list of statements in the words that SQLite and PostgreSQL share, with ``?`` for a value. The log
of a table is append-only; the database itself refuses to change or delete its rows. Beside it lies
the position that the log led to, replaced with each move: a later version of the rules may read the
log otherwise. The review of a finished game is kept as one block that this room does not read.
"""

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from dragondune.server.storage.card import OVER, Meta, to_bytes

Statement = tuple[str, tuple[object, ...]]
INSERT_LOG: Final = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
PUT_TABLE: Final = (
    "INSERT INTO tables VALUES (?, ?, ?, ?) "
    "ON CONFLICT(id) DO UPDATE SET status = excluded.status, data = excluded.data"
)
PUT_SEAT: Final = "INSERT INTO seats VALUES (?, ?) ON CONFLICT(token_hash) DO NOTHING"
PUT_HOLDING: Final = (
    "INSERT INTO holdings VALUES (?, ?, ?) ON CONFLICT(account, table_id) DO NOTHING"
)
PUT_POSITION: Final = (
    "INSERT INTO positions VALUES (?, ?, ?, ?) ON CONFLICT(table_id) DO UPDATE SET "
    "seq = excluded.seq, rules_version = excluded.rules_version, text = excluded.text"
)

PUT_ENDING: Final = "INSERT INTO endings VALUES (?, ?) ON CONFLICT(game) DO NOTHING"
CUP_DUE: Final = "UPDATE cups SET due = 0 WHERE id = ? AND state = 'playing'"
PUT_REVIEW: Final = (
    "INSERT INTO reviews VALUES (?, ?, ?) ON CONFLICT(table_id) DO UPDATE SET "
    "version = excluded.version, data = excluded.data"
)


# The tables of the database with rows for a table, besides its card.
BELONGINGS: Final = (
    *("log", "positions", "reviews", "seats", "holdings", "tidings", "notes", "errands"),
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


def ending_rows(meta: Meta) -> list[Statement]:
    """The statements that remember a game of accounts, or of a cup, that is over and still to be counted."""
    theirs = bool(meta.cup) or any(seat.account for seat in meta.seats)
    if meta.status != OVER or not theirs:
        return []
    waiting: Statement = (PUT_ENDING, (meta.id, round(time.time(), 3)))
    return [waiting, *([(CUP_DUE, (meta.cup,))] if meta.cup else [])]


def seat_row(token_hash: str, table_id: str) -> Statement:
    """The statement that remembers where a token holds a seat."""
    return PUT_SEAT, (token_hash, table_id)


def holding_row(account: str, table_id: str) -> Statement:
    """The statement that remembers at which tables an account has a seat."""
    return PUT_HOLDING, (account, table_id, round(time.time(), 3))


def no_notes_row(table_id: str, seat: int) -> Statement:
    """The statement that forgets what a seat has noted: whoever has it next is another."""
    return "DELETE FROM notes WHERE table_id = ? AND seat = ?", (table_id, seat)


def log_row(table_id: str, row: Row) -> Statement:
    """The statement that adds a line to a table's log."""
    return INSERT_LOG, (table_id, *row)


def position_row(table_id: str, position: Position) -> Statement:
    """The statement that stores where a table stands."""
    return PUT_POSITION, (table_id, *position)


FENCE: Final = "fence"  # no statement of SQL: nothing is written where another owns the table


def fence_row(table_id: str, fence: int) -> Statement:
    """Makes a write fail if another process has taken the table over since."""
    return FENCE, (table_id, fence)


class StoredReview(NamedTuple):
    """The review of a finished game: the version of its format, and a block of bytes."""

    version: int
    data: bytes


def review_row(table_id: str, review: StoredReview) -> Statement:
    """The statement that stores the review of a table's game."""
    return PUT_REVIEW, (table_id, *review)


KEEPER: Final = "keeper"  # no statement of SQL either: what follows may change and delete lines
NOTHING_SAID: Final = '[null,""]'  # a line of talk whose words were taken out


def keeper_rows(*statements: Statement) -> list[Statement]:
    """What only the keeper of the server may do: change the logs of tables."""
    return [(KEEPER, ()), *statements]


BESIDE: Final = ("remarks", "invitations")  # of no use without the table
ERASE_TABLE: Final = "DELETE FROM tables WHERE id = ?"


def erase_rows(table_id: str) -> list[Statement]:
    """The statements that delete a table with all that belongs to it."""
    parts = [(f"DELETE FROM {name} WHERE table_id = ?", (table_id,)) for name in BELONGINGS]
    parts += [(f"DELETE FROM {name} WHERE game = ?", (table_id,)) for name in BESIDE]
    cup = "UPDATE cups SET due = 0 WHERE id IN (SELECT cup FROM pairings WHERE game = ?)"
    parts.append((cup, (table_id,)))
    return keeper_rows(*parts, (ERASE_TABLE, (table_id,)))


def forget_rows(table_id: str) -> list[Statement]:
    """The statements that take the words out of a table's talk; its lines keep their numbers."""
    sql = "UPDATE log SET text = ? WHERE table_id = ? AND kind = 'chat'"
    return keeper_rows((sql, (NOTHING_SAID, table_id)))


class StoreError(Exception):
    """The database did not take it."""


class LostError(StoreError):
    """Another process has the table now, or will; whoever asks again gets there."""


class Store(Protocol):
    """The database of a server. Readings that both kinds share stand in ``queries.py``."""

    async def write(self, statements: Sequence[Statement]) -> None:
        """Write all of it or nothing; back when it would survive a power loss."""

    def rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Every row that a query finds; ``?`` stands for a value. StoreError: it was not answered."""

    def close(self) -> None:
        """Finish what was begun and let go of the database."""

    def ping(self) -> None:
        """StoreError where the database does not answer."""

    def tables(self) -> list[tuple[str, float, bytes]]:
        """Every table: id, when it was opened, data."""

    def unfinished(self) -> list[tuple[str, float, bytes]]:
        """The tables that are not over: id, when it was opened, data."""

    def tables_of(self, token_hashes: Sequence[str]) -> dict[str, str]:
        """At which tables these tokens were given a seat."""

    def held_by(self, account: str, before: float, most: int) -> list[str]:
        """The latest tables at which an account has, or had, a seat; those opened before a moment."""

    def unfinished_of(self, account: str) -> list[str]:
        """The tables that are not over at which an account has, or had, a seat."""

    def card(self, table_id: str) -> tuple[float, bytes] | None:
        """One table: when it was opened, data."""

    def finished(self, before: float, talking: bool, most: int) -> list[str]:
        """Finished tables whose last line is older; talking: those with words that are kept."""

    def left_alone(self, before: float, most: int) -> list[str]:
        """Tables that are not over and whose last line is older, the oldest first."""

    def last_time(self, table_id: str) -> float:
        """When the last line of a table was written; 0 where there is none."""

    def log(self, table_id: str) -> list[Row]:
        """The log of a table from its beginning."""

    def position(self, table_id: str) -> Position | None:
        """Where a table stood after its last move; None in a file that is older than positions."""

    def review(self, table_id: str) -> StoredReview | None:
        """The review of a table's game; None where none was made yet."""
