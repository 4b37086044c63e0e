"""A bot makes a decision of its seat, or of one whose player is away."""

import asyncio
import time
import zlib
from typing import Final, Protocol

from dragondune.action import Action
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.server.bots.host import Host, game_of
from dragondune.server.bots.parcels import pack
from dragondune.server.play.free_acts import free_acts
from dragondune.server.play.session import BOT, OPEN_STEPS

PASSING: Final = 0.25  # seconds a bot takes at least to pass where cards nobody sees may matter


class Bargaining(Protocol):
    """Whoever knows when bots have nothing left to say."""

    async def quiet(self) -> None:
        """Wait until no bot owes an answer."""


class BotPlayer:
    """Plays what a lesson says, looks at a hand, or does what the bot thinks best."""

    def __init__(self, table: Host, bargaining: Bargaining) -> None:
        self.table = table
        self.bargaining = bargaining
        self._looked: dict[str, tuple[int, ...]] = {}

    async def decide(self, faction: str, opened: int, name: str) -> None:
        """Make the decision that came up at that update, as the bot of this name would."""
        session, pace = game_of(self.table), self.table.services.config.bot_pace
        started = time.monotonic()
        legal, step = session.legal[faction], session.step()
        seed = zlib.crc32(f"{self.table.meta.seed}/{opened}/{faction}".encode())
        parcel = pack(session.game, faction)
        taught = await self.table.coach.line(session.game, faction)
        if taught is not None:
            await asyncio.sleep(pace)
            await self.table.server_acts(faction, opened, taught, BOT)
            return
        if await self._acts_freely(faction, opened, name, seed):
            return
        if step not in OPEN_STEPS and len(legal) == 1:
            await self._seem_to_think(faction, name, seed)
        choice, _ = await self.table.thinkers.choose(name, seed, parcel, legal)
        line = str(Action.of(choice))
        if step not in OPEN_STEPS:
            pace = self._pause(name, step, line, len(legal), time.monotonic() - started)
        await asyncio.sleep(max(0.0, pace - (time.monotonic() - started)))
        await self.bargaining.quiet()
        await self.table.server_acts(faction, opened, line, BOT)

    async def _seem_to_think(self, faction: str, name: str, seed: int) -> None:
        """Without a choice there is nothing to think about; it has to take as long all the same.

        Once for each step of a game the bot thinks as if it had a choice, which tells how long that
        takes it; from then on it only waits until it could have begun.
        """
        session, veil = game_of(self.table), self.table.veil
        thinkers, step = self.table.thinkers, session.step()
        if veil.knows(name, step):
            await thinkers.wait_in_line()
            return
        began, seen = time.monotonic(), pack(session.game, None)
        await thinkers.pretend(name, seed, seen, FACTION_OF_NAME[faction])
        veil.note(name, step, time.monotonic() - began)

    def _pause(self, name: str, step: str, line: str, choices: int, taken: float) -> float:
        """With or without a choice it takes as long; a pass, of which there are many, not long."""
        pause = self.table.services.config.bot_pace
        pause = min(pause, PASSING) if line == "pass" else pause
        if choices > 1:
            self.table.veil.note(name, step, taken)
            return pause
        return max(pause, self.table.veil.draw_taken(name, step))

    async def _acts_freely(self, faction: str, opened: int, name: str, seed: int) -> bool:
        """Once a round and once a battle a bot may look at a hand before it decides [EL2]."""
        session = game_of(self.table)
        s = session.game.state
        moment = (s.turn, s.round, s.attacker, s.defender, s.place)
        looks, _ = free_acts(session.game, faction)
        if not looks or self._looked.get(faction) == moment:
            return False
        parcel = pack(session.game, faction)
        choice = await self.table.thinkers.act_freely(name, seed, parcel, looks)
        if choice is None:
            self._looked[faction] = moment
            return False
        return await self.table.server_acts(faction, opened, str(Action.of(choice)), BOT)
