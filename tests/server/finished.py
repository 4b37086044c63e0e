"""A game at a table that comes to its end within the test."""

from __future__ import annotations

import asyncio

from review.scene import LAST_TURN
from server.room import PEOPLE

from dragondune.action import Action
from dragondune.bots import make_bot
from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.card import OVER, Meta
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import NewTable


async def last_turn(hall: Hall) -> Table:
    """A table of four people at the last turn of their game."""
    return await opening(hall, LAST_TURN)


async def opening(hall: Hall, position: str = "") -> Table:
    """A table of four people at the beginning of their game, or at a position of it."""
    wish = NewTable(seats=PEOPLE, edition="r9", contracts=False, title="A close one")
    meta: Meta = hall._meta(wish)
    meta.order, meta.position = ["orcs", "elves", "dwarves", "goblins"], position
    made = await hall._open(meta)
    return hall.tables[made.table]


async def play_out(table: Table) -> None:
    """Play to the end. Where the server was quicker with a choice that was none, look again."""
    bots = {seat: make_bot("steward", 3) for seat in ("orcs", "elves", "dwarves", "goblins")}
    for cid in range(1, 2000):
        session = table.session
        if session is None or table.meta.status == OVER:
            return
        if session.legal:
            seat, legal = next(iter(session.legal.items()))
            code = bots[seat].choose(session.game.view(seat), legal)
            await table.act(seat, cid, str(Action.of(code)), None)
        await asyncio.sleep(0)
    raise AssertionError("the game did not come to an end")
