"""What happens at a table without anybody asking: bots move, seats without a choice, clocks run out."""

import asyncio
import logging
from typing import Final, Protocol

from dragondune.action import Action
from dragondune.model.refusal import Refusal
from dragondune.server.bots.host import Host, game_of
from dragondune.server.bots.negotiator import Negotiator
from dragondune.server.bots.player import BotPlayer
from dragondune.server.play.session import FORCED, ORDER, Session, answer_at, is_free
from dragondune.server.storage.card import PLAYING, Meta
from dragondune.server.storage.store import LostError
from dragondune.server.tables.activity import Attended, is_idle
from dragondune.server.tables.clocks import Clocks, runs

TICK: Final = 0.25
AGAIN, LONGEST = 3.0, 60.0  # seconds until what failed is tried again, at first and at most
LOGGER: Final = logging.getLogger("dragondune.server")


class Driven(Host, Attended, Protocol):
    """A table, as far as it is moved along."""

    @property
    def lock(self) -> asyncio.Lock:
        """One change at a time."""

    @property
    def away(self) -> set[str]:
        """For whom a bot plays."""

    def stand_in_of(self, faction: str) -> str:
        """The bot that plays for one who is away."""

    def online(self, number: int) -> bool:
        """Is somebody there for this seat?"""

    def veiled(self) -> bool:
        """Must the time that a seat takes be kept from anyone?"""

    async def time_is_up(self, faction: str, opened: int) -> bool:
        """A player has not decided in time; False where the decision was made after all."""

    async def recover(self) -> None:
        """Read the table back as the disk has it."""


class Driver:
    """Moves a table along. It holds one waiting task for each decision that is open."""

    def __init__(self, table: Driven) -> None:
        self.table = table
        self.clocks = Clocks()
        self.negotiator = Negotiator(table)
        self.player = BotPlayer(table, self.negotiator)
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._bots: tuple[Meta | None, set[str | None]] = None, set()  # whose card, and its bots

    @property
    def session(self) -> Session:
        """The game that is driven."""
        return game_of(self.table)

    # --- what players do -------------------------------------------------------------------

    def player_acts(self, faction: str, line: str) -> Refusal | None:
        """Carry out a player's action, and remember how long it took where it was no must."""
        session = self.session
        step, choices = session.step(), len(session.legal.get(faction, ()))
        spot, left = (faction, len(session.lines)), self.clocks.spare(faction)
        refusal = session.act(faction, line)
        if refusal is not None:
            return refusal
        self.clocks.acted(session, spot, left)
        if is_free(line):
            return None
        self.clocks.use(self.table.meta, faction, left)
        if choices > 1:
            self.table.veil.note(faction, answer_at(step, line), self.clocks.taken(faction))
        return None

    def server_plays(self, faction: str, line: str, by: str) -> Refusal | None:
        """The server plays for a seat; what it had to do leaves the same traces as if it was chosen."""
        session = self.session
        spot, left = (faction, len(session.lines)), self.clocks.spare(faction)
        refusal = session.act(faction, line, by)
        if refusal is None and by in (FORCED, ORDER):
            self.clocks.acted(session, spot, left)
            self.clocks.use(self.table.meta, faction, left)
        return refusal

    def player_undoes(self, faction: str) -> Refusal | None:
        """Take a choice back, and with it the time that was left for it: not more each time."""
        session = self.session
        asked = session.asked.get(faction) if faction in session.legal else None
        refusal = session.undo(faction)
        if refusal is None:
            self.clocks.took_back(session, faction, asked)
        return refusal

    # --- what is waited for ----------------------------------------------------------------

    def look(self) -> None:
        """See who has to decide, and arrange for those the server plays for."""
        table, session = self.table, self.table.session
        if session is None or table.meta.status != PLAYING or is_idle(table):
            self.stop()
            return
        for faction in [f for f in self._tasks if f not in session.legal]:
            self._drop(faction)
        for faction in session.legal:
            self._wait_beside(session, faction)
        self.clocks.all_asked()
        self.negotiator.look()

    def _wait_beside(self, session: Session, faction: str) -> None:
        opened = session.opened[faction]
        running = self._tasks.get(faction)
        if running is not None and running[0] == opened and not running[1].done():
            return
        self._cancel(faction)
        self.clocks.ask(session, self.table.meta, faction)
        if self._is_players_own(session, faction):
            return
        task = asyncio.get_running_loop().create_task(self._attend(faction, opened))
        self._tasks[faction] = (opened, task)

    def _is_players_own(self, session: Session, faction: str) -> bool:
        """Is this decision its player's alone, for as long as that takes?"""
        meta = self.table.meta
        settled = faction in session.ordered or self._is_settled(faction)
        if settled or faction in self.table.away or runs(meta):
            return False
        if self._bots[0] is not meta:
            self._bots = meta, {seat.faction for seat in meta.seats if seat.kind == "bot"}
        return faction not in self._bots[1]

    def _drop(self, faction: str) -> None:
        self.clocks.drop(faction)
        self._cancel(faction)

    def _cancel(self, faction: str) -> None:
        _, task = self._tasks.pop(faction, (0, None))
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    def restart(self, faction: str) -> None:
        """Somebody is back: what a bot was about to do for them is dropped, once a decision."""
        session = self.table.session
        clock = runs(self.table.meta)
        if session is None or not clock or self.clocks.may_renew(session, faction):
            self._drop(faction)
            self.look()

    def paused(self, faction: str) -> None:
        """Its vacation has changed, and with it when its clock runs out."""
        self.clocks.pause(self.table.meta, faction)
        self.reconsider(faction)

    def reconsider(self, faction: str) -> None:
        """Its orders have changed: who waits beside its decision begins anew."""
        session = self.table.session
        if session is not None and faction in session.legal:
            self._cancel(faction)
            self._wait_beside(session, faction)

    def stop(self) -> None:
        """Nothing moves here any more."""
        for faction in list(self._tasks):
            self._drop(faction)
        self.negotiator.stop()

    def stop_waiting(self) -> None:
        """Nobody moves for a seat now, though its clock may run."""
        for faction in list(self._tasks):
            self._cancel(faction)
        self.negotiator.stop()

    # --- one decision ----------------------------------------------------------------------

    async def _attend(self, faction: str, opened: int) -> None:
        """Wait beside one decision until it is made; what the server cannot do now it does later.

        A disk may be full for a while, or something nobody thought of may fail: no table is to wait
        for good for a move that is the server's.
        """
        pause = AGAIN
        while True:
            try:
                tried = await self._decide(faction, opened)
            except LostError:
                return  # another process drives it now
            except Exception:
                # As the exception may name cards, it goes to the keeper of the server alone.
                LOGGER.exception("The server could not play at table %s.", self.table.meta.id)
                if not await self._recovered():
                    return
                tried = True
            if not tried or not self._is_open(faction, opened):
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def _recovered(self) -> bool:
        """Read the table back, for nobody knows how far it had come; False: it is gone from here."""
        try:
            async with self.table.lock:
                await self.table.recover()
        except LostError:
            return False
        return True

    def _is_open(self, faction: str, opened: int) -> bool:
        """Is the decision that came up at that update still to be made?"""
        session = self.table.session
        if session is None or self.table.meta.status != PLAYING:
            return False
        return faction in session.legal and session.opened[faction] == opened

    async def _decide(self, faction: str, opened: int) -> bool:
        """Make a decision when its time has come; False where that is its player's alone."""
        if not self._is_open(faction, opened):
            return False  # made before anybody could wait beside it
        seat = self.table.meta.seat_of_faction(faction)
        if seat.kind == "bot":
            await self.player.decide(faction, opened, seat.bot)
        elif faction in self.table.away:
            await self._stand_in(faction, opened)
        elif faction in self.session.ordered or self._is_settled(faction):
            await self._answer_veiled(faction, opened)
        else:
            return await self._run_clock(faction, opened)
        return True

    def _is_settled(self, faction: str) -> bool:
        """Is there one choice only? On one device bids are made before all eyes, whatever one holds."""
        openly = self.table.meta.hotseat and self.session.step() == "bid"
        return len(self.session.legal[faction]) == 1 and not openly

    async def _stand_in(self, faction: str, opened: int) -> None:
        """Play for one who is away."""
        await self.player.decide(faction, opened, self.table.stand_in_of(faction))

    def _answer(self, faction: str) -> tuple[str, str]:
        """What is said for a player without a choice, or with standing orders; and by whom."""
        legal = self.session.legal[faction]
        if len(legal) == 1:
            return str(Action.of(legal[0])), FORCED
        return self.session.ordered[faction], ORDER

    async def _answer_veiled(self, faction: str, opened: int) -> None:
        """Give it after the time that thinking takes, while the player is there.

        With a choice or without, and by order or not, the time is drawn in one way.
        """
        table = self.table
        if not self._is_open(faction, opened):
            return
        line, by = self._answer(faction)
        what = answer_at(self.session.step(), line)
        left = table.veil.draw(faction, what) if table.veiled() else 0.0
        if left > 0:
            await self._seem_to_think(faction, opened, left)
        if not self._is_open(faction, opened):
            return  # its player, or a contract, was quicker
        await table.server_acts(faction, opened, line, by)

    async def _seem_to_think(self, faction: str, opened: int, left: float) -> None:
        """Let so many seconds pass while the player is there, or less if the clock runs out."""
        table = self.table
        number = [seat.faction for seat in table.meta.seats].index(faction)
        clock = self._clock_beside(faction, opened)
        try:
            while left > 0 and faction not in table.away:
                await asyncio.sleep(min(left, TICK))
                if table.online(number):
                    left -= min(left, TICK)
        finally:
            if clock is not None:
                clock.cancel()

    def _clock_beside(self, faction: str, opened: int) -> asyncio.Task[bool] | None:
        """A clock that runs while something else is waited for; None where the table has none."""
        if not runs(self.table.meta):
            return None
        return asyncio.get_running_loop().create_task(self._run_clock(faction, opened))

    async def _run_clock(self, faction: str, opened: int) -> bool:
        """When time is up a bot plays, until the player comes back; False where no clock runs."""
        if not runs(self.table.meta):
            return False
        await asyncio.sleep(self.clocks.left(faction) or 0.0)
        # Whoever stops waiting beside the clock must not stop the writing of it.
        up = await asyncio.shield(self.table.time_is_up(faction, opened))
        if up and self._is_open(faction, opened):
            await self._stand_in(faction, opened)
        return True
