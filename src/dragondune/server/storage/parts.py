"""Rows on their way from one database to another."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

Row = tuple[Any, ...]
ANY_ACCOUNT: Final = "SELECT 1 FROM accounts LIMIT 1"


class Part(NamedTuple):
    """Rows of one table of the database."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Row]
    missing: bool = False  # are those alone added that are missing?

    def insert(self, sign: str = "?") -> str:
        """The statement that adds a row."""
        values = ", ".join([sign] * len(self.columns))
        put = f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({values})"
        return f"{put} ON CONFLICT DO NOTHING" if self.missing else put
