"""Which database a server keeps its tables in."""

from typing import Final

from dragondune.server.config import Config
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import Store, StoreError

NO_DRIVER: Final = (
    "PostgreSQL needs the extra 'postgres': pip install 'dragon-dune[table,postgres]'."
)


def open_store(config: Config) -> Store:
    """The database that the settings name; StoreError says in a sentence why it cannot be had."""
    if not config.postgres:
        return SqliteStore(config.database)
    try:
        from dragondune.server.storage.postgres import PostgresStore
    except ImportError:
        raise StoreError(NO_DRIVER) from None
    return PostgresStore(config.postgres)
