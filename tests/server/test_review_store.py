"""The review of a finished game is kept as one block, and an old file gets a place for it."""

import asyncio
import shutil
from pathlib import Path

from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import StoredReview, review_row

OLD = Path(__file__).resolve().parent / "stores" / "version-1.sqlite3"


def test_a_review_is_kept_and_replaced(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    assert store.review("a") is None
    for review in (StoredReview(1, b"one"), StoredReview(2, b"\x00two")):
        asyncio.run(store.write([review_row("a", review)]))
        assert store.review("a") == review
    assert store.review("b") is None
    store.close()


def test_a_file_from_before_reviews_takes_them(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    shutil.copy(OLD, path)
    store = SqliteStore(path)
    asyncio.run(store.write([review_row("nine", StoredReview(1, b"x"))]))
    assert store.review("nine") == StoredReview(1, b"x")
    assert store.log("nine")
    store.close()
