"""Private notes and marks on the map. They are kept with the seat, and nobody but its holder gets to see them."""

import time
from typing import Final

from msgspec.json import decode, encode

from dragondune.server.storage.store import Statement, Store
from dragondune.server.wire.days import Notes

PUT: Final = (
    "INSERT INTO notes VALUES (?, ?, ?, ?) ON CONFLICT(table_id, seat) DO UPDATE SET "
    "changed = excluded.changed, data = excluded.data"
)


def notes_row(table_id: str, seat: int, notes: Notes) -> Statement:
    """The statement that keeps them; nothing is kept of what is empty."""
    if not notes.text and not notes.marks:
        return "DELETE FROM notes WHERE table_id = ? AND seat = ?", (table_id, seat)
    return PUT, (table_id, seat, round(time.time(), 3), encode(notes))


def notes_of(store: Store, table_id: str, seat: int) -> tuple[Notes, float]:
    """What a seat has noted, and when it did last."""
    sql = "SELECT data, changed FROM notes WHERE table_id = ? AND seat = ?"
    rows = store.rows(sql, (table_id, seat))
    return (decode(bytes(rows[0][0]), type=Notes), rows[0][1]) if rows else (Notes(), 0.0)
