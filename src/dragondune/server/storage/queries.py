"""What is read of a database, in the words that SQLite and PostgreSQL share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from dragondune.server.storage.store import NOTHING_SAID, Position, Row, StoredReview

MOST_UNFINISHED = 500  # of one account


class Queries(ABC):
    """The readings of a store; how a query gets to the database is each kind's own affair."""

    @abstractmethod
    def rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Every row that a query finds; ``?`` stands for a value. StoreError: it was not answered."""

    def ping(self) -> None:
        """StoreError where the database does not answer."""
        self.rows("SELECT 1")

    def tables(self) -> list[tuple[str, float, bytes]]:
        """Every table: id, when it was opened, data."""
        rows = self.rows("SELECT id, created, data FROM tables ORDER BY created")
        return [(row[0], row[1], row[2]) for row in rows]

    def unfinished(self) -> list[tuple[str, float, bytes]]:
        """The tables that are not over: id, when it was opened, data."""
        sql = "SELECT id, created, data FROM tables WHERE status IN (?, ?, ?) ORDER BY created"
        return [
            (row[0], row[1], row[2]) for row in self.rows(sql, ("open", "playing", "unplayable"))
        ]

    def tables_of(self, token_hashes: Sequence[str]) -> dict[str, str]:
        """At which tables these tokens were given a seat."""
        if not token_hashes:
            return {}
        marks = ", ".join("?" * len(token_hashes))
        sql = f"SELECT token_hash, table_id FROM seats WHERE token_hash IN ({marks})"
        return {str(row[0]): str(row[1]) for row in self.rows(sql, tuple(token_hashes))}

    def held_by(self, account: str, before: float, most: int) -> list[str]:
        """The latest tables at which an account has, or had, a seat; those opened before a moment."""
        sql = (
            "SELECT t.id FROM holdings h JOIN tables t ON t.id = h.table_id "
            "WHERE h.account = ? AND t.created < ? ORDER BY t.created DESC LIMIT ?"
        )
        return [str(name) for (name,) in self.rows(sql, (account, min(before, 1e300), most))]

    def unfinished_of(self, account: str) -> list[str]:
        """The tables that are not over at which an account has, or had, a seat."""
        sql = (
            "SELECT t.id FROM holdings h JOIN tables t ON t.id = h.table_id "
            "WHERE h.account = ? AND t.status IN (?, ?) ORDER BY t.created DESC LIMIT ?"
        )
        rows = self.rows(sql, (account, "open", "playing", MOST_UNFINISHED))
        return [str(name) for (name,) in rows]

    def card(self, table_id: str) -> tuple[float, bytes] | None:
        """One table: when it was opened, data."""
        sql = "SELECT created, data FROM tables WHERE id = ?"
        return next(((created, data) for created, data in self.rows(sql, (table_id,))), None)

    def finished(self, before: float, talking: bool, most: int) -> list[str]:
        """Finished tables whose last line is older; talking: those with words that are kept."""
        sql = (
            "SELECT t.id FROM tables t WHERE t.status = 'over' AND t.created < ? "
            "AND COALESCE((SELECT MAX(l.at) FROM log l WHERE l.table_id = t.id), 0) < ? "
        )
        if talking:
            sql += (
                "AND EXISTS (SELECT 1 FROM log c WHERE c.table_id = t.id AND c.kind = 'chat' "
                f"AND c.text <> '{NOTHING_SAID}') "
            )
        rows = self.rows(f"{sql} LIMIT ?", (before, before, most))
        return [name for (name,) in rows]

    def left_alone(self, before: float, most: int) -> list[str]:
        """Tables that are not over and whose last line is older, the oldest first."""
        sql = (
            "SELECT t.id FROM tables t WHERE t.status IN ('open', 'playing') AND t.created < ? "
            "AND COALESCE((SELECT MAX(l.at) FROM log l WHERE l.table_id = t.id), 0) < ? "
            "ORDER BY t.created LIMIT ?"
        )
        return [str(name) for (name,) in self.rows(sql, (before, before, most))]

    def last_time(self, table_id: str) -> float:
        """When the last line of a table was written; 0 where there is none."""
        sql = "SELECT at FROM log WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        found = [at for (at,) in self.rows(sql, (table_id,))]
        return float(found[0]) if found and isinstance(found[0], float | int) else 0.0

    def log(self, table_id: str) -> list[Row]:
        """The log of a table from its beginning."""
        sql = "SELECT seq, n, kind, seat, cid, text, mark, at FROM log WHERE table_id = ? ORDER BY seq"
        return [Row(*row) for row in self.rows(sql, (table_id,))]

    def position(self, table_id: str) -> Position | None:
        """Where a table stood after its last move; None in a file that is older than positions."""
        sql = "SELECT seq, rules_version, text FROM positions WHERE table_id = ?"
        for seq, version, text in self.rows(sql, (table_id,)):
            return Position(int(seq), int(version), str(text))
        return None

    def review(self, table_id: str) -> StoredReview | None:
        """The review of a table's game; None where none was made yet."""
        sql = "SELECT version, data FROM reviews WHERE table_id = ?"
        for version, data in self.rows(sql, (table_id,)):
            return StoredReview(int(version), bytes(data))
        return None
