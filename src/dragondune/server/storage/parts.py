"""Rows on their way from one database to another."""

from collections.abc import Sequence
from typing import Any, NamedTuple

Row = tuple[Any, ...]


class Part(NamedTuple):
    """Rows of one table of the database."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Row]

    def insert(self, sign: str = "?") -> str:
        """The statement that adds a row."""
        values = ", ".join([sign] * len(self.columns))
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({values})"
