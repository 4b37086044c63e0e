"""Changing a table's card: the disk has it first, and with the last seat the game that begins."""

import time
from typing import TYPE_CHECKING

from dragondune.server.fairness.deal import deal_factions, player_order
from dragondune.server.play.past import Past
from dragondune.server.storage.card import PLAYING, Meta
from dragondune.server.storage.store import Statement, card_row
from dragondune.server.tables.replay import new_session

if TYPE_CHECKING:
    from dragondune.server.tables.table import Table


async def change_card(table: "Table", card: Meta, *also: Statement) -> None:
    """Put a changed copy of its card in place; a table that is full by it begins.

    All of it is stored together, and whatever else is given. StoreError: nothing has changed.
    The table is locked by the caller.
    """
    if card.full:
        await _begin(table, card, also)
    else:
        await table.hall.store.write([card_row(card), *also])
        table.meta = card


async def _begin(table: "Table", card: Meta, also: tuple[Statement, ...]) -> None:
    """Deal, play what follows of itself, and start the clock once it is stored."""
    _deal(card)
    session, before = new_session(card), (table.meta, table.session)
    table.meta, table.session = card, session
    entries = table.driver.follow_up()
    session.close_update()
    rows = table.rows(entries, time.time())
    # Nobody is to look into a hand that the disk may yet refuse.
    table.meta, table.session = before
    await table.hall.store.write([*rows, card_row(card), *also])
    table.meta, table.session, table.past = card, session, Past(session, card.seed)
    table.seq += len(entries)
    table.loaded = True
    table.driver.look()
    table.announcer.publish()


def _deal(card: Meta) -> None:
    """Give each seat its faction, and all of them an order."""
    if not card.position:
        card.add_salts()
    factions = deal_factions(card.seed, [seat.wish for seat in card.seats])
    for seat, faction in zip(card.seats, factions, strict=True):
        seat.faction = faction
    card.order = card.order or player_order(card.seed, factions)
    card.status, card.began = PLAYING, round(time.time(), 3)
