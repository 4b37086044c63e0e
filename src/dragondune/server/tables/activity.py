"""Tables that nobody needs now: they take no room and no thought until somebody comes again."""

import time
from typing import TYPE_CHECKING, Final

from dragondune.server.storage.card import OPEN, PLAYING

if TYPE_CHECKING:
    from dragondune.server.tables.table import Table

DAY: Final = 86_400.0
FRESH: Final = 3600.0  # seconds for which a table is left alone even where room is needed


def is_idle(table: "Table") -> bool:
    """Do bots alone play here, with nobody looking on?"""
    meta = table.meta
    return meta.status == PLAYING and not meta.humans and not table.connections


def is_resting(table: "Table") -> bool:
    """Has an unfinished table been left alone for so long that it no longer counts?"""
    meta, config = table.meta, table.hall.config
    if table.connections or meta.status not in (OPEN, PLAYING):
        return False
    if table.laid_to_rest:
        return True
    if meta.status == OPEN:
        if not any(seat.token_hash for seat in meta.seats):
            return True  # everyone has left
        patience = config.waiting_days * DAY
    else:
        # A clock that runs brings a bot in the end, and with it the end of the game.
        patience = max(config.rest_days * DAY, meta.pace.seconds + DAY)
    return time.time() - table.last > patience


def counts(table: "Table") -> bool:
    """Does this table take room of those that are not over?"""
    if table.meta.status not in (OPEN, PLAYING):
        return False
    return not is_idle(table) and not is_resting(table)


def make_room(tables: list["Table"], most: int) -> bool:
    """Is there room for one more? If need be the one that was left alone longest goes to rest."""
    taken = [table for table in tables if counts(table)]
    if len(taken) < most:
        return True
    now = time.time()
    spare = [
        table
        for table in taken
        if not table.connections
        and now - table.last > FRESH
        and (table.meta.status == OPEN or table.meta.pace.kind == "none")
    ]
    if not spare:
        return False
    longest = min(spare, key=lambda table: table.last)
    longest.laid_to_rest = True
    longest.rest()
    return True
