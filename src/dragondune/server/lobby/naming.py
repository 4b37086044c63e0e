"""What a player is called at a table: said when they sit down, and changed whenever they like."""

from typing import Final

from dragondune.server.lobby.hall import seat_held
from dragondune.server.storage.card import copy_of
from dragondune.server.tables.table import Table
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import clean, told_apart

LONGEST: Final = 60
TAKEN_AWAY: Final = "A moderator has taken your name away: for now you cannot choose another."


async def rename(table: Table, token: str, name: str) -> None:
    """Whoever holds a seat is called otherwise from now on; everybody there is told."""
    called = clean(name, LONGEST)
    if not called:
        raise ProblemError(400, "A name needs at least one letter.")
    async with table.lock:
        await table.load_locked()
        number = seat_held(table.meta, token)
        if table.meta.seats[number].name == called:
            return
        if (await table.manners.learn(table.meta.seats[number].account)).called:
            raise ProblemError(403, TAKEN_AWAY)
        card = copy_of(table.meta)
        others = [seat.name for n, seat in enumerate(card.seats) if n != number]
        card.seats[number].name = told_apart(called, others)
        await table.change_card(card)
    table.announcer.now()
