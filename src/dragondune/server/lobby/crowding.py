"""How much of the hall one address may take up: waiting tables, seats there, tables left alone.

Counted by where people come from as long as the server runs; nothing of it is stored.
"""

from collections.abc import Iterable

from dragondune.server.config import Config
from dragondune.server.storage.card import OPEN
from dragondune.server.tables.activity import counts
from dragondune.server.tables.table import Table
from dragondune.server.wire.problems import ProblemError


def check_opening(tables: Iterable[Table], address: str, config: Config) -> None:
    """May this address open one more table? Of those it left alone the longest left goes to rest."""
    own = [table for table in tables if table.opened_from == address and counts(table)]
    waiting = [table for table in own if table.meta.status == OPEN]
    if len(waiting) >= config.waiting_per_address:
        raise ProblemError(
            429,
            f"{len(waiting)} tables from your address are already waiting for players. "
            "Fill one of them with bots, or leave it.",
        )
    alone = [table for table in own if not table.connections]
    if len(alone) >= config.tables_per_address:
        longest = min(alone, key=lambda table: table.last)
        longest.laid_to_rest = True
        longest.rest()


def check_sitting(tables: Iterable[Table], address: str, config: Config) -> None:
    """May somebody from this address sit down at one more waiting table?"""
    held = sum(
        came == address
        for table in tables
        if table.meta.status == OPEN
        for came in table.came_from.values()
    )
    if held >= config.seats_per_address:
        raise ProblemError(429, f"Your address already holds {held} seats at waiting tables.")
