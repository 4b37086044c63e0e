"""Backups of a PostgreSQL: all of it as it is at one moment, and tables added to it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import psycopg

from dragondune.server.storage.parts import ANY_ACCOUNT, Part, Row
from dragondune.server.storage.postgres import connect, run
from dragondune.server.storage.store import StoreError


def read_at_one_moment(
    url: str, tables: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, Iterator[Row]]]:
    """The rows of these tables with these columns, while a server goes on writing."""
    connection = connect(url)
    try:
        with connection.transaction():
            run(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            for name, columns in tables.items():
                with connection.cursor(name=f"copy_{name}") as cursor:
                    cursor.execute(cast(Any, f"SELECT {', '.join(columns)} FROM {name}"))
                    yield name, (tuple(row) for row in cursor)
    except psycopg.Error as error:
        raise StoreError(f"The database could not be read: {error}") from error
    finally:
        connection.close()


class Shared:
    """A database of PostgreSQL; servers may write to it meanwhile."""

    def __init__(self, url: str) -> None:
        self._connection = connect(url)

    def has(self, table_id: str) -> bool:
        """Is such a table there?"""
        sql = "SELECT 1 FROM tables WHERE id = ?"
        return run(self._connection, sql, (table_id,)).fetchone() is not None

    def knows_people(self) -> bool:
        """Is there any account?"""
        return run(self._connection, ANY_ACCOUNT).fetchone() is not None

    def put(self, parts: Sequence[Part]) -> None:
        """Add rows, all of them or none."""
        with self._connection.transaction(), self._connection.cursor() as cursor:
            for part in parts:
                cursor.executemany(cast(Any, part.insert("%s")), part.rows)

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()
