"""Hints: what the strongest bot would do with what a seat knows, and why."""

from dragondune.action import Action
from dragondune.server.carrying import pack
from dragondune.server.table import Table


async def give_hint(table: Table, faction: str, legal: list[int]) -> tuple[str, str]:
    """The action and a sentence; the record shows that it was asked for."""
    session, hall = table.session, table.hall
    assert session is not None
    parcel = pack(session.game.header, session.game.view(faction))
    choice, reason = await hall.thinkers.choose(hall.bots[-1], session.n, parcel, legal)
    line = str(Action.of(choice))
    await table.mark_hint(faction, line)
    return line, reason
