"""How many tables a server holds, and which one goes to rest where there is no room for more."""

import time
from typing import Final

from dragondune.server.storage.card import OPEN
from dragondune.server.tables.activity import counts
from dragondune.server.tables.table import Table

FRESH: Final = 3600.0  # seconds for which a table is left alone even where room is needed


def make_room(tables: list[Table], most: int) -> bool:
    """Is there room for one more? If need be the one that was left alone longest goes to rest."""
    taken = [table for table in tables if counts(table)]
    if len(taken) < most:
        return True
    spare = [table for table in taken if _is_spare(table)]
    if not spare:
        return False
    longest = min(spare, key=lambda table: table.last)
    longest.laid_to_rest = True
    longest.rest()
    return True


def _is_spare(table: Table) -> bool:
    if table.connections or time.time() - table.last <= FRESH:
        return False
    return table.meta.status == OPEN or table.meta.pace.kind == "none"
