"""Hints: what the strongest bot would do with what a seat knows, and why.

In a lesson that asks for a certain deed the hint is that deed: nobody is told one thing by the
guide and another by a bot. Whoever asks again at the same decision is told the same again, without
another thought or another line in the log.
"""

import asyncio
from typing import NamedTuple

from dragondune.action import Action
from dragondune.server.bots.parcels import pack
from dragondune.server.tables.table import Table


class Hint(NamedTuple):
    """An action, a sentence, and whether it is the lesson's own word."""

    line: str
    why: str
    lesson: bool = False


async def give_hint(table: Table, faction: str, legal: list[int]) -> Hint:
    """What to do; the record shows that it was asked for."""
    session = table.session
    assert session is not None
    moment = (session, session.opened[faction], table.coach.step)
    hints = table.driver.hints
    while faction in hints and hints[faction][0] == moment:
        known = await asyncio.shield(hints[faction][1])
        if known is not None:
            return known
    found: asyncio.Future[Hint | None] = asyncio.get_running_loop().create_future()
    hints[faction] = moment, found
    hint = None
    try:
        hint = await _find_hint(table, faction, legal)
    finally:
        if hint is None:
            hints.pop(faction, None)  # whoever waits for the same asks anew
        found.set_result(hint)
    return hint


async def _find_hint(table: Table, faction: str, legal: list[int]) -> Hint:
    session = table.session
    assert session is not None
    asked = table.coach.deed(session.game, faction)
    if asked is None:
        hint = Hint(*await _ask_bot(table, faction, legal))
    else:
        step, accepted = asked
        codes = [code for code in legal if str(Action.of(code)) in accepted]
        line, why = await _ask_bot(table, faction, codes) if codes else (accepted[0], "")
        # Where the lesson takes anything, it has no reason of its own to give.
        taught = bool(step.otherwise) and len(codes) < len(legal)
        hint = Hint(line, step.otherwise if taught else why, taught)
    await table.mark_hint(faction, hint.line)
    return hint


async def _ask_bot(table: Table, faction: str, legal: list[int]) -> tuple[str, str]:
    session, hall = table.session, table.hall
    assert session is not None
    parcel = pack(session.game.header, session.game.view(faction))
    choice, reason = await hall.thinkers.choose(hall.bots[-1], session.n, parcel, legal)
    return str(Action.of(choice)), reason
