"""Bots at a table make and answer contracts [B6]: at their pace, and never for an absent player."""

import asyncio
import time
import zlib
from typing import Final

from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.offers import TALKING_ROUNDS
from dragondune.model.contracts import Contract
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.server.bots.host import Host, game_of
from dragondune.server.bots.parcels import pack
from dragondune.server.bots.recollection import Recollection
from dragondune.server.play.session import Session

OWN_OFFER: Final = 0  # in place of the number of an offer to answer
TRIES: Final = 4  # the game may move on while a bot thinks
AFTER_THE_LESSON: Final = "Not now. After the lesson, gladly."
LONGEST_THOUGHT: Final = 3.0  # seconds that other bots wait for an answer
Key = tuple[str, int]


class Negotiator:
    """Sees offers that wait for a bot's answer, and moments at which bots may make their own."""

    def __init__(self, table: Host) -> None:
        self.table = table
        self.recall = Recollection()
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._pause: tuple[int, ...] = ()

    def look(self) -> None:
        """Arrange for every offer that waits for a bot, and once a moment for their own."""
        game = game_of(self.table).game
        if not game.talks:
            return
        self.recall.note_refusals(game)
        waiting = self._waiting()
        for key in [key for key in self._tasks if key[1] and key not in waiting]:
            self._drop(key)
        for key in waiting:
            self._begin(key)
        if self.table.coach.teaching is not None:
            return
        s = game.state
        pause = (int(s.turn), int(s.round), int(s.turns_taken))
        if s.round in TALKING_ROUNDS and pause != self._pause:
            self._pause = pause
            for seat in self.table.meta.seats:
                if seat.kind == "bot" and seat.faction is not None:
                    self._begin((seat.faction, OWN_OFFER))

    def _waiting(self) -> list[Key]:
        found: list[Key] = []
        for offer in game_of(self.table).game.offers:
            for seat in self.table.meta.seats:
                if seat.kind == "bot" and seat.faction is not None:
                    f = FACTION_OF_NAME[seat.faction]
                    if offer.parties >> f & 1 and not offer.agreed >> f & 1:
                        found.append((seat.faction, int(offer.number)))
        return found

    def _begin(self, key: Key) -> None:
        running = self._tasks.get(key)
        if running is None or running.done():
            self._tasks[key] = asyncio.get_running_loop().create_task(self._speak(*key))

    def _drop(self, key: Key) -> None:
        task = self._tasks.pop(key, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def quiet(self) -> None:
        """Wait until no bot owes an answer: the game is not to run away from a player's offer."""
        answers = [task for (_, number), task in self._tasks.items() if number and not task.done()]
        if answers:
            await asyncio.wait(
                answers, timeout=self.table.services.config.bot_pace + LONGEST_THOUGHT
            )

    def stop(self) -> None:
        """Nobody talks here any more."""
        for key in list(self._tasks):
            self._drop(key)

    # --- one bot ---------------------------------------------------------------------------

    async def _speak(self, faction: str, number: int) -> None:
        """Think, wait as long as bots take at this table, and say it."""
        started = time.monotonic()
        pace = self.table.services.config.bot_pace
        for _ in range(TRIES):
            session = game_of(self.table)
            n, turn, f = session.n, int(session.game.state.turn), FACTION_OF_NAME[faction]
            offer = self._offer(number)
            if number and offer is None:
                return
            said = await self._think(session, faction, number)
            if said is None:
                return
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - started)))
            if self.table.session is None:
                return
            word = await self._say(faction, n, said, number)
            if word:
                self.recall.remember(session.game, f, offer, word, turn)
                return
            if session.n == n:
                return  # not a moment for contracts; the offer waits

    async def _think(self, session: Session, faction: str, number: int) -> Reply | None:
        # In a lesson bots keep to what it says: a contract could forbid them the next move of it.
        if self.table.coach.teaching is not None:
            return Reply(f"refuse {number}", AFTER_THE_LESSON)
        meta, game = self.table.meta, session.game
        name = meta.seat_of_faction(faction).bot
        seed = zlib.crc32(f"{meta.seed}/offer {number}/{session.n}/{faction}".encode())
        parcel = pack(game, faction)
        mood = self.recall.memory.mood(FACTION_OF_NAME[faction], int(game.state.turn))
        return await self.table.thinkers.talk(name, seed, parcel, number, mood)

    async def _say(self, faction: str, n: int, said: Reply, number: int) -> str:
        """What was said in the end, in one word; nothing if this was no moment for it."""
        told = (
            int(game_of(self.table).game.state.contract_count) + 1
            if number == OWN_OFFER
            else number
        )
        table = self.table
        if await table.server_says(faction, n, said.line, f"Offer {told} · {said.sentence}"):
            return said.word
        late = f"Offer {told} · No: it can no longer be signed."
        if number and await table.server_says(faction, n, f"refuse {number}", late):
            return "refuse"
        return ""

    def _offer(self, number: int) -> Contract | None:
        for offer in game_of(self.table).game.offers:
            if offer.number == number:
                return offer
        return None
