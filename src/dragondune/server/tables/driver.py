"""What happens at a table without anybody asking: bots, forced choices, orders, clocks."""

import asyncio
import logging
import time
import zlib
from typing import TYPE_CHECKING, Final

from dragondune.action import Action
from dragondune.model.refusal import Refusal
from dragondune.server.bots.negotiator import Dealmaker
from dragondune.server.bots.parcels import pack
from dragondune.server.play import session as played
from dragondune.server.play.session import OPEN_STEPS, Session
from dragondune.server.storage.card import PLAYING
from dragondune.server.tables.activity import is_idle
from dragondune.server.tables.publisher import free_acts

if TYPE_CHECKING:
    from dragondune.server.bots.hints import Hint
    from dragondune.server.tables.table import Table

# Where a standing order keeps questions about aces away: the same whatever the hand holds.
ACE_STEPS: Final = frozenset(("deny", "dragon_acts", "chaos"))
TICK: Final = 0.25
PASSING: Final = 0.25  # seconds a bot takes at least to pass where cards nobody sees may matter
AGAIN, LONGEST = 3.0, 60.0  # seconds until what failed is tried again, at first and at most
FREE_UNDOS: Final = 4  # in a row; each one more halves what a clock gets back
GRACE: Final = 60.0  # seconds that a clock runs at least after a restart
LOGGER: Final = logging.getLogger("dragondune.server")
Entry = tuple[str, str, int, str]
Spot = tuple[str, int]  # who acted, and after how many lines
Moment = tuple[Session, int, int]  # a game, when a decision came up, the step of a lesson


class Driver:
    """Moves a table along. It holds one waiting task for each decision that is open."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._since: dict[str, float] = {}
        self._until: dict[str, float] = {}
        self._looked: dict[str, tuple[int, ...]] = {}
        self._before: dict[str, float] = {}  # clocks that ran before the table was brought back
        self._asked: dict[str, int] = {}  # the decisions that clocks belong to
        self._renewed: dict[str, int] = {}  # those that have had all the time they get
        self._given: dict[str, float] = {}  # seconds that an undo gives back
        self._left_at: dict[Spot, tuple[float, int]] = {}  # what a clock had, for which decision
        self._undone: dict[str, int] = {}  # how often a seat took back since there was no way back
        self.hints: dict[str, tuple[Moment, asyncio.Future[Hint | None]]] = {}  # each seat's last
        self.dealmaker = Dealmaker(table)

    @property
    def session(self) -> Session:
        """The game that is driven."""
        session = self.table.session
        assert session is not None
        return session

    # --- at once: forced choices and orders -------------------------------------------------

    def player_acts(self, faction: str, line: str) -> Refusal | None:
        """Carry out a player's action, and remember how long a pass took that was no must."""
        session = self.session
        step, choices = session.step(), len(session.legal.get(faction, ()))
        spot, left = (faction, len(session.lines)), self._left(faction)
        refusal = session.act(faction, line)
        if refusal is None and not session.can_undo(faction):
            self._left_at.clear()  # no way leads back
        elif refusal is None and left is not None:
            self._left_at[spot] = left, session.asked[faction]
        if refusal is None and choices > 1 and step not in OPEN_STEPS and line.strip() == "pass":
            taken = time.monotonic() - self._since.get(faction, time.monotonic())
            self.table.hall.veil.note("human", step, taken)
        return refusal

    def player_undoes(self, faction: str) -> Refusal | None:
        """Take a choice back, and with it the time that was left for it: not more each time."""
        session = self.session
        asked = session.asked.get(faction) if faction in session.legal else None
        refusal = session.undo(faction)
        left, decision = self._left_at.get((faction, len(session.lines)), (None, None))
        # After a free act the decision is the one it was before, and its clock goes on.
        if refusal is None and left is not None and decision != asked:
            self._undone[faction] = times = self._undone.get(faction, 0) + 1
            self._given[faction] = left / 2 ** max(0, times - FREE_UNDOS)
        return refusal

    def _left(self, faction: str) -> float | None:
        """Seconds that a player's clock still has; None where none runs."""
        until = self._until.get(faction)
        return None if until is None else max(0.0, until - time.time())

    def follow_up(self) -> list[Entry]:
        """Play what nobody has to be asked for, as part of the update under way."""
        session, entries = self.session, []
        while True:
            forced = session.forced(self._veiled())
            if forced is not None and not self.table.coach.holds(session.game, forced[0]):
                seat, action = forced
                session.act(seat, action, played.FORCED)
                entries.append((played.FORCED, seat, 0, str(action)))
                continue
            word = self.table.coach.word(session.game)
            if word is not None:
                session.act(*word, played.BOT)
                entries.append((played.BOT, word[0], 0, word[1]))
                continue
            seat_with_order = self.order_applies()
            if seat_with_order is None:
                return entries
            session.act(seat_with_order, "pass", played.ORDER)
            entries.append((played.ORDER, seat_with_order, 0, "pass"))

    def _veiled(self) -> list[str]:
        """The seats that nobody may tell by time to have no choice: not one's own to oneself."""
        table = self.table
        if not table.veiled() and table.coach.teaching is not None:
            return []  # a lesson tells of its bots' cards anyway
        everyone = table.veiled()
        return [s.faction or "" for s in table.meta.seats if everyone or s.kind == "bot"]

    def order_applies(self) -> str | None:
        """A deciding seat whose standing orders say to pass. Its hand plays no part in it."""
        state = self.session.game.state
        for decision in self.session.pending():
            orders = self.table.orders.get(decision.seat)
            if orders is None or self.table.meta.seat_of_faction(decision.seat).kind == "bot":
                continue
            if decision.step == "bid" and orders.bid_limit is not None:
                if state.high_bid >= orders.bid_limit and self._can_pass(decision.seat):
                    return decision.seat
            if decision.step in ACE_STEPS and orders.no_aces_turn == state.turn:
                if self._can_pass(decision.seat):
                    return decision.seat
        return None

    def _can_pass(self, seat: str) -> bool:
        return Action.parse("pass") in self.session.game.legal(seat)

    # --- later: bots, veiled passes, clocks --------------------------------------------------

    def look(self) -> None:
        """See who has to decide, and arrange for those the server plays for."""
        table = self.table
        if table.session is None or table.meta.status != PLAYING or is_idle(table):
            self.stop()
            return
        session = table.session
        for faction in [f for f in self._tasks if f not in session.legal]:
            self._drop(faction)
        for faction in session.legal:
            opened = session.opened[faction]
            running = self._tasks.get(faction)
            if running is not None and running[0] == opened and not running[1].done():
                continue
            asked = session.asked[faction]
            same = self._asked.get(faction) == asked
            until = self._until.get(faction) if same else None
            self._drop(faction)
            if not same:
                self._asked[faction], self._since[faction] = asked, time.monotonic()
                if faction not in self._given and not session.can_undo(faction):
                    self._undone.pop(faction, None)
            self._set_clock(faction, until)
            task = asyncio.get_running_loop().create_task(self._attend(faction, opened))
            self._tasks[faction] = (opened, task)
        self._before.clear()
        self._given.clear()
        self.dealmaker.look()

    def go_on(self, since: dict[str, float]) -> None:
        """The table was brought back: clocks that ran go on, they do not begin anew."""
        self._before = dict(since)

    def _set_clock(self, faction: str, running: float | None) -> None:
        """A clock belongs to a decision: free acts meanwhile do not wind it up."""
        pace = self.table.meta.pace
        seat = self.table.meta.seat_of_faction(faction)
        self._until.pop(faction, None)
        before = self._before.get(faction)
        if pace.kind != "none" and pace.seconds and seat.kind != "bot":
            now = time.time()
            until = now + pace.seconds
            if faction in self._given:
                until = min(until, now + self._given[faction])
                self._renewed[faction] = self._asked[faction]
            elif running is not None:
                until = running
            elif before is not None:
                # Nobody is to be away because the server was: time to come back is given.
                until = max(min(until, before + pace.seconds), now + min(pace.seconds, GRACE))
            self._until[faction] = until

    def _drop(self, faction: str) -> None:
        self._until.pop(faction, None)
        _, task = self._tasks.pop(faction, (0, None))
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    def restart(self, faction: str) -> None:
        """Somebody is back: what a bot was about to do for them is dropped, once a decision."""
        session = self.table.session
        if session is not None and faction in session.legal:
            if self._renewed.get(faction) == session.asked[faction]:
                return
            self._renewed[faction] = session.asked[faction]
        self._drop(faction)
        self.look()

    def stop(self) -> None:
        """Nothing moves here any more."""
        for faction in list(self._tasks):
            self._drop(faction)
        self.dealmaker.stop()

    def clock_json(self) -> dict[str, object]:
        """When whose time runs out, in seconds since 1970."""
        return {"clock": {faction: round(until, 1) for faction, until in self._until.items()}}

    async def _attend(self, faction: str, opened: int) -> None:
        """Wait beside one decision until it is made; what the server cannot do now it does later.

        A disk may be full for a while, or something nobody thought of may fail: no table is to wait
        for good for a move that is the server's.
        """
        pause = AGAIN
        while True:
            try:
                tried = await self._decide(faction, opened)
            except Exception:
                # As the exception may name cards, it goes to the keeper of the server alone.
                LOGGER.exception("The server could not play at table %s.", self.table.meta.id)
                async with self.table.lock:
                    await self.table.recover()  # nobody knows how far it had come
                tried = True
            if not tried or not self._is_open(faction, opened):
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

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
        table = self.table
        seat = table.meta.seat_of_faction(faction)
        if seat.kind == "bot":
            await self._bot(faction, opened, seat.bot)
        elif faction in table.away:
            await self._bot(faction, opened, table.hall.config.stand_in)
        elif len(self.session.legal[faction]) == 1:
            await self._pass_veiled(faction, opened)
        else:
            return await self._run_clock(faction, opened)
        return True

    async def _bot(self, faction: str, opened: int, name: str) -> None:
        hall, session = self.table.hall, self.session
        started = time.monotonic()
        legal, step = session.legal[faction], session.step()
        seed = zlib.crc32(f"{self.table.meta.seed}/{opened}/{faction}".encode())
        parcel = pack(session.game.header, session.game.view(faction))
        taught = await self.table.coach.line(session.game, faction)
        if taught is not None:
            await asyncio.sleep(hall.config.bot_pace)
            await self.table.server_acts(faction, opened, taught, played.BOT)
            return
        if await self._acts_freely(faction, opened, name, seed):
            return
        choice, _ = await hall.thinkers.choose(name, seed, parcel, legal)
        line = str(Action.of(choice))
        pause = hall.config.bot_pace
        if step not in OPEN_STEPS:
            # With or without a choice it takes as long; a pass, of which there are many, not long.
            pause = min(pause, PASSING) if line == "pass" else pause
            if len(legal) > 1:
                hall.veil.note(name, step, time.monotonic() - started)
            else:
                pause = max(pause, hall.veil.draw_taken(name, step))
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - started)))
        await self.dealmaker.quiet()
        await self.table.server_acts(faction, opened, line, played.BOT)

    async def _acts_freely(self, faction: str, opened: int, name: str, seed: int) -> bool:
        """Once a round and once a battle a bot may look at a hand before it decides [EL2]."""
        session = self.session
        s = session.game.state
        moment = (s.turn, s.round, s.attacker, s.defender, s.place)
        looks, _ = free_acts(session.game, faction)
        if not looks or self._looked.get(faction) == moment:
            return False
        parcel = pack(session.game.header, session.game.view(faction))
        choice = await self.table.hall.thinkers.act_freely(name, seed, parcel, looks)
        if choice is None:
            self._looked[faction] = moment
            return False
        line = str(Action.of(choice))
        return await self.table.server_acts(faction, opened, line, played.BOT)

    async def _pass_veiled(self, faction: str, opened: int) -> None:
        """One choice only: make it after the time that thinking takes, while the player is there."""
        table = self.table
        left = table.hall.veil.draw("human", self.session.step()) if table.veiled() else 0.0
        number = [seat.faction for seat in table.meta.seats].index(faction)
        clock = asyncio.get_running_loop().create_task(self._run_clock(faction, opened))
        try:
            while left > 0 and faction not in table.away:
                await asyncio.sleep(min(left, TICK))
                if table.online(number):
                    left -= min(left, TICK)
        finally:
            clock.cancel()
        if not self._is_open(faction, opened):
            return  # its player, or an agreement, was quicker
        only = str(Action.of(self.session.legal[faction][0]))
        await table.server_acts(faction, opened, only, played.FORCED)

    async def _run_clock(self, faction: str, opened: int) -> bool:
        """When time is up a bot plays, until the player comes back; False where no clock runs."""
        table = self.table
        seconds = table.meta.pace.seconds
        if table.meta.pace.kind == "none" or not seconds:
            return False
        await asyncio.sleep(max(0.0, self._until.get(faction, 0.0) - time.time()))
        # Whoever stops waiting beside the clock must not stop the writing of it.
        up = await asyncio.shield(table.time_is_up(faction, opened))
        if up and self._is_open(faction, opened):
            await self._bot(faction, opened, table.hall.config.stand_in)
        return True
