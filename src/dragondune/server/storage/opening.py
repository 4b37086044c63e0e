"""Which database a server keeps its tables in."""

from dragondune.server.config import Config
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import Store


def open_store(config: Config) -> Store:
    """The database that the settings name; StoreError says in a sentence why it cannot be had."""
    return SqliteStore(config.database)
