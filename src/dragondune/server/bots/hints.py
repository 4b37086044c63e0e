"""Hints: what a seat might do with what it knows, and why.

In a lesson that asks for a certain deed the hint is that deed: nobody is told one thing by the
guide and another by a bot. Whoever asks again at the same decision is told the same again, without
another thought or another line in the log.
"""

import asyncio
from typing import NamedTuple

from dragondune.action import Action
from dragondune.advice.scales import IDEAS_OF
from dragondune.server.bots.host import Host, game_of
from dragondune.server.bots.parcels import pack
from dragondune.server.play.session import Session

Moment = tuple[Session, int, int]  # a game, when a decision came up, the step of a lesson


class Hint(NamedTuple):
    """An action, a sentence, and whether it is the lesson's own word."""

    line: str
    why: str
    lesson: bool = False


class Adviser:
    """Gives the hints of one table."""

    def __init__(self, table: Host) -> None:
        self.table = table
        self._given: dict[str, tuple[Moment, asyncio.Future[Hint | None]]] = {}  # each seat's last

    async def hint(self, faction: str, legal: list[int]) -> Hint:
        """What to do; the record shows that it was asked for."""
        session = game_of(self.table)
        moment = (session, session.opened[faction], self.table.coach.step)
        given = self._given
        while faction in given and given[faction][0] == moment:
            known = await asyncio.shield(given[faction][1])
            if known is not None:
                return known
        found: asyncio.Future[Hint | None] = asyncio.get_running_loop().create_future()
        given[faction] = moment, found
        hint = None
        try:
            hint = await self._find(faction, legal)
        finally:
            if hint is None:
                given.pop(faction, None)  # whoever waits for the same asks anew
            found.set_result(hint)
        return hint

    async def _find(self, faction: str, legal: list[int]) -> Hint:
        asked = self.table.coach.deed(game_of(self.table).game, faction)
        if asked is None:
            hint = Hint(*await self._ask_bot(faction, legal))
        else:
            step, accepted = asked
            codes = [code for code in legal if str(Action.of(code)) in accepted]
            line, why = await self._ask_bot(faction, codes) if codes else (accepted[0], "")
            # Where the lesson takes anything, it has no reason of its own to give.
            taught = bool(step.otherwise) and len(codes) < len(legal)
            hint = Hint(line, step.otherwise if taught else why, taught)
        await self.table.mark_hint(faction, hint.line)
        return hint

    async def _ask_bot(self, faction: str, legal: list[int]) -> tuple[str, str]:
        services, session = self.table.services, game_of(self.table)
        parcel = pack(session.game, faction)
        helper = IDEAS_OF if IDEAS_OF in services.bots else services.bots[-1]
        choice, reason = await self.table.thinkers.advise(helper, session.n, parcel, legal)
        return str(Action.of(choice)), reason
