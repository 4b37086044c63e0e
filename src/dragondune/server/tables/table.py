"""One table: its people, its game, and every message that changes either.

A lock lets one change through at a time. A change is carried out in memory, written to the disk,
and only then told to anybody; should the disk refuse it, the table is read back as it stands there.
"""

import asyncio
import contextlib
import time
from typing import Final
from weakref import proxy

from msgspec.structs import replace

from dragondune.contracts.talk import is_spoken
from dragondune.model.codes import RAN_OUT, REASON_NAMES, VOTED
from dragondune.server import gauges
from dragondune.server.audience.rights import listener, time_tells
from dragondune.server.bots.hints import Adviser
from dragondune.server.bots.workers import Thinkers
from dragondune.server.config import Config
from dragondune.server.fairness.veil import Veil
from dragondune.server.lessons.coach import Coach
from dragondune.server.orders.standing import ordered
from dragondune.server.play.past import Past
from dragondune.server.play.planning import Course
from dragondune.server.play.session import (
    BOT,
    IS_BACK,
    PLAYER,
    REPLACED,
    RESIGNED,
    SEAT,
    SUBSTITUTED,
    Session,
)
from dragondune.server.storage.card import OPEN, OVER, PLAYING, Meta, copy_of
from dragondune.server.storage.store import LostError, Statement, StoreError
from dragondune.server.tables.activity import DAY, is_idle, is_resting, why_not_playing
from dragondune.server.tables.announcer import Announcer
from dragondune.server.tables.attendance import Attendance
from dragondune.server.tables.chat import LONGEST, Chat, Line
from dragondune.server.tables.clocks import runs
from dragondune.server.tables.consequences import follow_up
from dragondune.server.tables.driver import Driver
from dragondune.server.tables.ending import ended
from dragondune.server.tables.header import Standing, header_of
from dragondune.server.tables.journal import Entry, Journal
from dragondune.server.tables.latch import Latch
from dragondune.server.tables.listener import Listener
from dragondune.server.tables.manners import Manners
from dragondune.server.tables.plans import Plans
from dragondune.server.tables.quotas import Quotas
from dragondune.server.tables.replay import AWAY, BACK, Loaded, load_session, mark_card, new_session
from dragondune.server.tables.services import Services
from dragondune.server.tables.start import deal_seats
from dragondune.server.tables.stints import Stint, report
from dragondune.server.wire.answers import Answer
from dragondune.server.wire.incoming import OrderSet, PlannedLine
from dragondune.server.wire.outgoing import StandInMessage, TableHeader, encode
from dragondune.server.wire.parts import GuideState
from dragondune.server.wire.words import clean

POSITION_AFTER: Final = 30.0  # seconds after a move in which the position is stored that it led to
PRESENT: Final = 30.0  # seconds for which one who came by without a socket counts as there


class Table:
    """Everything about one table while the server runs."""

    def __init__(self, services: Services, meta: Meta, loaded: bool) -> None:
        self.services = services
        self.config: Config = services.config
        self.meta = meta
        self.lock = Latch()
        self.connections: set[Listener] = set()
        self.session: Session | None = None
        self.past: Past | None = None
        self.quotas = Quotas(services.config)
        self.journal = Journal(services.store, meta.id, self.quotas)
        self.orders: dict[str, OrderSet] = {}
        self.plans = Plans()
        self.away: set[str] = set()
        self.stints: dict[str, Stint] = {}  # the last time a bot played for a person
        self.asked: dict[int, float] = {}  # when a seat last came by without a socket
        self.failed_bots: set[str] = set()  # guests that have lost this game
        self.loaded = loaded
        self.last = max(meta.created, meta.touched)  # sign of life, in seconds since 1970
        self.laid_to_rest = False
        self.opened_from = ""  # the address that opened it, and those that sat down: not stored
        self.came_from: dict[int, str] = {}
        self.used = time.monotonic()  # when somebody last asked for it
        self.reported: Standing | None = None  # by the process that has it, where that is another
        self._keeping: asyncio.TimerHandle | None = None
        self._kept: asyncio.Future[None] | None = None
        self.veil = Veil(self.config.veil_median)
        self.coach = Coach(meta.lesson, meta.lesson_step)
        here = proxy(self)  # or a table that is gone would wait for the collector with all it had
        self.talk = Chat(here, self.config.chat_lines, self.config.chat_per_minute)
        self.driver = Driver(here)
        self.adviser = Adviser(here)
        self.announcer = Announcer(here)
        self.attendance = Attendance(here)
        self._reconsidering: asyncio.Future[None] | None = None

    # --- beginning and loading -------------------------------------------------------------

    async def load(self) -> None:
        """Bring the game back from its log, if that has not been done yet."""
        if not self.loaded or self.meta.full:
            async with self.lock:
                await self.load_locked()

    async def load_locked(self) -> None:
        """The same. The table is locked by the caller."""
        if not self.loaded:
            await self._take(await asyncio.to_thread(load_session, self.services.store, self.meta))
        if self.meta.full:  # somebody stopped the server between the last seat and the deal
            with contextlib.suppress(StoreError):
                await self.change_card(copy_of(self.meta))

    async def _take(self, found: Loaded) -> None:
        self.session, self.orders = found.session, found.orders
        self.plans.recall(found.plans, found.session)
        self.journal.done, self.journal.seq = found.done, found.seq
        people = {seat.faction for seat in self.meta.seats if seat.kind != "bot"}
        self.away, self.quotas.written = found.away & people, found.asides
        self.stints = found.stints
        self.driver.negotiator.recall = found.recall
        self.veil.recall(found.passes)
        self.driver.clocks.go_on(found.since)
        self.talk.lines = [
            Line(sender, to, clean(text, LONGEST), at) for sender, to, text, at in found.talk
        ]
        self.past = Past(found.session, self.meta.seed) if found.session else None
        if found.session is not None:
            self._heed()
        self.coach.go_back(self.meta.lesson_step)
        self.loaded = True
        mark_card(self.meta, found)
        if found.change:
            self.loaded = await self.journal.change_rules(found.change, found.session, self.meta)
        self._keep_closed(found.session)
        self.attendance.recall(found.votes)
        self.driver.look()

    def _keep_closed(self, session: Session | None) -> None:
        """Where a game was ended before anybody won, nobody has anything to decide."""
        if session is not None and self.meta.status == OVER:
            if not session.game.over and not session.stopped:
                session.stop(self.meta.trouble or why_not_playing(self.meta))

    # --- who is here -----------------------------------------------------------------------

    def faction(self, number: int | None) -> str | None:
        """The faction of a seat, once it is known."""
        return None if number is None else self.meta.seats[number].faction

    def online(self, number: int) -> bool:
        """Is a connection open for this seat? On one device one connection stands for all."""
        if self.meta.hotseat:
            return any(c.seat is not None for c in self.connections)
        if time.monotonic() - self.asked.get(number, -PRESENT) < PRESENT:
            return True
        return any(c.seat == number for c in self.connections)

    @property
    def manners(self) -> Manners:
        """Whom its people do not want to hear."""
        return self.services.manners

    @property
    def thinkers(self) -> Thinkers:
        """Where its bots think: time is shared out by the address that opened a table, or its cup."""
        payer = self.opened_from or self.meta.cup or self.meta.id
        return self.services.thinkers.paid_by(payer, self.failed_bots)

    def header(self) -> TableHeader:
        """The table's card, with who is here and how far the game is."""
        return header_of(self)

    def guide_of(self, faction: str | None) -> GuideState | None:
        """Where a lesson's guide stands, for its learner."""
        return self.coach.state(self.session, faction)

    def clock(self) -> dict[str, float]:
        """When whose time runs out, in seconds since 1970."""
        return self.driver.clocks.ends()

    def is_timed(self) -> bool:
        """Does this table play with a clock?"""
        return runs(self.meta)

    def veiled(self) -> bool:
        """Must the time that a seat takes be kept from anyone?"""
        return self._veiled(self.meta)

    def _veiled(self, card: Meta) -> bool:
        watched = any(c.seat is None for c in self.connections)
        return time_tells(card.public, watched, card.humans)

    # --- coming and going ------------------------------------------------------------------

    async def welcome(
        self,
        connection: Listener,
        seen: int,
        heard: int,
        token: str | None = None,
        protocol: int = 1,
    ) -> bool:
        """Bring a connection up to date, and keep it so; False: its token holds no seat here."""
        async with self.lock:
            await self.load_locked()
            # Not before: a seat may be given up while this waits for the lock.
            if token is not None and not connection.sit(self.meta, token):
                return False
            faction = self.faction(connection.seat)
            if connection.seat is not None:
                await self._arrive(connection.seat, faction)
            self.connections.add(connection)
            self.announcer.greet(connection)
            self.announcer.listen(connection, protocol)
            self.announcer.whole(connection, seen)
            self.talk.catch_up(connection, heard)
            if faction is not None:
                self.announcer.orders(faction, self.orders_of(faction), connection)
                self.announcer.stand_in(faction, connection)
            self.driver.look()
            return True

    async def _arrive(self, number: int, faction: str | None) -> None:
        """Whoever holds a seat plays for themselves at once, unless they left on purpose."""
        self.attendance.came(number)
        await self.manners.learn(self.meta.seats[number].account)
        await self.touch(number)
        if faction is not None and not self.meta.seats[number].left:
            await self.come_back(faction)

    async def tell_whole(self, connection: Listener, seen: int) -> None:
        """A connection has missed something."""
        async with self.lock:  # what is not stored yet has not happened
            self.announcer.whole(connection, seen)

    def leave(self, connection: Listener) -> None:
        """A connection is gone."""
        if connection in self.connections:
            self.connections.discard(connection)
            self.attendance.went(connection.seat)
            self.announcer.left(connection)
            self.rest()

    def rest(self) -> None:
        """A game that nobody needs now needs no memory; its log brings it back."""
        if self.connections or not self.loaded or self.lock.locked() or self.journal.owes:
            return
        if self.meta.status == OVER or is_idle(self) or is_resting(self):
            self.driver.stop()
            self.session = self.past = None
            self.loaded = False

    def end(self) -> None:
        """It is not in memory any more: nothing that waits may wake for it."""
        self.driver.stop()
        self.attendance.stop()
        self.announcer.stop()
        if self._keeping is not None:
            self._keeping.cancel()
            self._keeping = None

    async def touch(self, number: int) -> None:
        """The player of a seat is here. The table is locked by the caller."""
        self.last = time.time()
        self.laid_to_rest = False
        late = self.last - self.meta.touched > DAY and self.meta.status in (OPEN, PLAYING)
        if late or self.meta.seats[number].gone:
            card = replace(copy_of(self.meta), touched=round(self.last, 3))
            card.seats[number].gone = 0.0
            await self.write([], card=card)

    # --- people who are away ---------------------------------------------------------------

    def number_of(self, faction: str) -> int:
        """The number of the seat that plays a faction."""
        return [seat.faction for seat in self.meta.seats].index(faction)

    async def come_back(self, faction: str) -> None:
        """Whoever was away plays for themselves again. The table is locked by the caller."""
        if self.meta.status == PLAYING and self.session is not None and faction in self.away:
            await self._take_back(faction, self.number_of(faction))
        else:
            await self.show_life(faction)

    async def show_life(self, faction: str) -> None:
        """Somebody is not asleep before an open page. The table is locked by the caller."""
        if not self.attendance.is_anybody_missed:
            return
        number = next((n for n, one in enumerate(self.meta.seats) if one.faction == faction), None)
        if number is not None and self.attendance.alive(number) and self.meta.status == PLAYING:
            await self._end_vote(faction, number)

    async def _end_vote(self, faction: str, number: int) -> None:
        """Nobody votes about one who is here."""
        if self.attendance.votes.get(number) and (await self.write([(BACK, faction, 0, "")])).ok:
            self.attendance.votes.pop(number, None)
            self.announcer.now()

    async def _take_back(self, faction: str, number: int) -> None:
        card = copy_of(self.meta) if self.meta.seats[number].left else None
        if card is not None:
            card.seats[number].left = False
        self.away.discard(faction)
        self.attendance.alive(number)
        self.attendance.votes.pop(number, None)
        self._playing().seat_changed(faction, IS_BACK)
        rows = [(BACK, faction, 0, ""), (SEAT, faction, 0, IS_BACK)]
        if (await self._finish(rows, follow=False, card=card)).ok:
            self.stints.setdefault(faction, Stint("", 0)).ended = self._playing().n
            self.driver.restart(faction)
            self.announcer.now()
            self.announcer.stand_in(faction)

    async def stand_in(
        self, faction: str, why: str, bot: str = "", card: Meta | None = None
    ) -> bool:
        """From now on a bot plays for a person. The table is locked by the caller."""
        self.away.add(faction)
        self.attendance.votes.pop(self.number_of(faction), None)
        self._playing().seat_changed(faction, why)
        rows = [(AWAY, faction, 0, bot), (SEAT, faction, 0, why)]
        if not (await self._finish(rows, follow=False, card=card)).ok:
            return False  # and the table is as the disk has it
        self.stints[faction] = Stint(bot, self._playing().n)
        return True

    def stand_in_of(self, faction: str) -> str:
        """The bot that plays for one who is away: the one they chose, or the server's."""
        stint = self.stints.get(faction)
        return (stint.bot if stint is not None else "") or self.config.stand_in

    def report_to(self, faction: str) -> StandInMessage | None:
        """What a bot did for somebody who is back; nothing where it did nothing."""
        stint = self.stints.get(faction)
        if stint is None or not stint.ended or not stint.deeds or self.session is None:
            return None
        return report(self.session, faction, self.stand_in_of(faction), stint)

    async def substitute(self, number: int, card: Meta, *also: Statement) -> bool:
        """By this card somebody else has a seat. The table is locked by the caller."""
        faction, session = self.faction(number) or "", self._playing()
        was_away = faction in self.away
        self.away.discard(faction)
        self.attendance.votes.pop(number, None)
        self.plans.drop(faction)
        session.seat_changed(faction, SUBSTITUTED)
        orders = ("orders", faction, 0, encode(OrderSet()).decode())
        back = [(BACK, faction, 0, "")] if was_away else []
        rows = [*back, orders, (SEAT, faction, 0, SUBSTITUTED)]
        if not (await self._finish(rows, follow=False, card=card, also=also)).ok:
            return False
        self.orders.pop(faction, None)
        self._heed()
        if was_away:
            self.stints.setdefault(faction, Stint("", 0)).ended = session.n
        return True

    async def hand_over(self, number: int, card: Meta) -> bool:
        """A person's seat is a bot's for good by this card. The table is locked by the caller."""
        faction = self.faction(number) or ""
        how = RESIGNED if card.seats[number].resigned else REPLACED
        self.away.discard(faction)
        self.attendance.votes.pop(number, None)
        self.plans.drop(faction)
        session = self._playing()
        session.seat_changed(faction, how)
        if card.status == OVER:
            session.stop(card.trouble)
        done = await self._finish([(SEAT, faction, 0, how)], follow=False, card=card)
        return done.ok

    def stop(self, why: str) -> None:
        """The game was ended: nobody has anything to decide any more."""
        if self.session is not None:
            self.session.stop(why)
            self.announcer.publish(self.session.n)
        self.announcer.now()

    async def time_is_up(self, faction: str, opened: int) -> bool:
        """A player has not decided in time; False where the decision was made after all."""
        async with self.lock:
            if self._still_open(faction, opened) is None:
                return False
            self.driver.clocks.use(self.meta, faction, 0.0)
            if not await self.stand_in(faction, REASON_NAMES[RAN_OUT]):
                return False
        self.announcer.now()
        return True

    def somebody_is_gone(self) -> None:
        """Those who are there may vote now, or a vote may have succeeded by it."""
        if self.loaded and not self.lock.shut:
            self.announcer.soon()
            self._reconsidering = asyncio.ensure_future(self._count_votes())

    async def _count_votes(self) -> None:
        with contextlib.suppress(StoreError):
            async with self.lock:
                await self._note_absence()
                await self.count_votes()

    async def _note_absence(self) -> None:
        """Store since when somebody has been gone for long: a restart is not to forget it."""
        card, attendance = copy_of(self.meta), self.attendance
        for number, seat in enumerate(card.seats):
            long = attendance.is_gone(number, attendance.patience)
            seat.gone = (attendance.since(number) or 0.0) if long else 0.0
        if card != self.meta:
            await self.write([], card=card)

    async def count_votes(self) -> None:
        """Let bots play where everybody agrees who has a say. The table is locked by the caller."""
        for number in self.attendance.agreed():
            faction = self.faction(number) or ""
            if await self.stand_in(faction, REASON_NAMES[VOTED]):
                self.driver.reconsider(faction)
                self.announcer.now()

    def _still_open(self, faction: str, opened: int) -> Session | None:
        """The game, if the decision that a faction was asked for at that update is not made yet."""
        session = self.session if self.meta.status == PLAYING else None
        if session is None or faction not in session.legal or session.opened[faction] != opened:
            return None
        return session

    def seat_number(self, connection: Listener) -> int:
        """The seat as views number it."""
        return listener(self.faction(connection.seat))

    # --- what players do -------------------------------------------------------------------

    def _objection(self, faction: str, cid: int, what: str, aside: bool) -> Answer | None:
        """Why a message is not carried out now: no game, it was before, or too many of its kind."""
        if self.session is None or self.meta.status != PLAYING:
            return Answer(False, why_not_playing(self.meta))
        known = self.journal.known(faction, cid, what)
        much = self.quotas.refusal(faction) if aside and known is None else None
        return known if much is None else Answer(False, much)

    async def act(self, faction: str, cid: int, line: str, n: int | None) -> Answer:
        """A player plays."""
        async with self.lock:
            objection = self._objection(faction, cid, f"act {line}", is_spoken(line))
            if objection is not None:
                return objection
            much = self._too_much(faction, line)
            if much is not None:
                return Answer(False, much)
            await self.come_back(faction)
            if n is not None and self._playing().is_stale(faction, n, line):
                return Answer(False, "The game has moved on: look again before you choose.")
            session = self._playing()
            turn = int(session.game.state.turn)
            word, deed = self.coach.judge(session, faction, line)
            if word:
                await self._keep_step()
                return Answer(False, word, guide=True)
            refusal = self.driver.player_acts(faction, line)
            if refusal is not None:
                return Answer(False, refusal.text, refusal.rule)
            self.coach.follow(session, deed)
            self.quotas.acted(faction, line, turn)
            return await self._finish([(PLAYER, faction, cid, line)])

    def _too_much(self, faction: str, line: str) -> str | None:
        """Why this server takes no more of that now, if it does not."""
        game, quotas = self._playing().game, self.quotas
        free = quotas.too_free(faction, line, int(game.state.turn))
        return free or quotas.too_bound(line, len(game.contracts))

    async def plan(self, faction: str, cid: int, lines: list[PlannedLine], n: int | None) -> Answer:
        """A player plays a recruitment turn as a whole, as far as nobody else has to be heard."""
        async with self.lock:
            text = encode(lines).decode()
            objection = self._objection(faction, cid, f"plan {text}", False)
            if objection is None and self.coach.teaching is not None:
                objection = Answer(False, "A lesson goes step by step.")
            if objection is not None:
                return objection
            await self.come_back(faction)
            session = self._playing()
            if n is not None and session.is_stale(faction, n, ""):
                return Answer(False, "The game has moved on: look again before you choose.")
            entries, refusal = self.plans.begin(session, faction, Course(lines), self.driver)
            if refusal is not None:
                return Answer(False, refusal.text, refusal.rule)
            return await self._finish([*entries, ("plan", faction, cid, text)])

    async def undo(self, faction: str, cid: int) -> Answer:
        """A player takes a choice back."""
        async with self.lock:
            objection = self._objection(faction, cid, "undo", True)
            if objection is not None:
                return objection
            refusal = self.driver.player_undoes(faction)
            if refusal is not None:
                return Answer(False, refusal.text, refusal.rule)
            self.coach.take_back(self._playing())
            self.plans.drop(faction)
            left = str(len(self._playing().lines))
            return await self._finish([("undo", faction, cid, left)], follow=False)

    async def server_acts(self, faction: str, opened: int, line: str, by: str) -> bool:
        """The server plays for a seat, if that decision is still open."""
        async with self.lock:
            session = self._still_open(faction, opened)
            if session is None or self.driver.server_plays(faction, line, by) is not None:
                return False
            done = (await self._finish([(by, faction, 0, line)])).ok
            if done and by == BOT and faction in self.away:
                self.stints.setdefault(faction, Stint("", 0)).deeds.append(self._playing().n)
            return done

    async def server_says(self, faction: str, n: int, line: str, sentence: str) -> bool:
        """A bot speaks of contracts, if nothing has happened since it thought about update ``n``."""
        async with self.lock:
            session = self.session
            if session is None or self.meta.status != PLAYING or session.n != n:
                return False
            if session.act(faction, line, BOT) is not None:
                return False
            answer = await self._finish([(BOT, faction, 0, line)])
            if answer.ok:
                sender = [seat.faction for seat in self.meta.seats].index(faction)
                await self.talk.put(Line(sender, None, sentence, round(time.time(), 3)))
            return answer.ok

    async def set_orders(self, faction: str, cid: int, orders: OrderSet) -> Answer:
        """Standing orders, which nobody else sees."""
        async with self.lock:
            text, same = encode(orders).decode(), orders == self.orders_of(faction)
            objection = self._objection(faction, cid, f"orders {text}", not same)
            if objection is not None or same:
                return objection or Answer(True)
            answer = await self.write([("orders", faction, cid, text)])
            if not answer.ok:
                return answer
            self.orders[faction] = orders
            self.announcer.orders(faction, orders)
            self._heed()
            self.driver.reconsider(faction)
            self.announcer.repeat(faction)
            return answer

    def _heed(self) -> None:
        """See which of the open decisions standing orders answer: those of people, outside lessons."""
        session = self._playing()
        session.ordered.clear()
        for decision in session.pending() if self.orders else ():
            seat, orders = decision.seat, self.orders.get(decision.seat)
            if orders is None or self.coach.teaching is not None or seat not in session.legal:
                continue
            line = ordered(orders, session.game, seat, decision.step, session.legal[seat])
            if line is not None and self.meta.seat_of_faction(seat).kind != "bot":
                session.ordered[seat] = line

    async def read(self, faction: str, do: str, step: int) -> Answer:
        """The learner has read a card of the lesson, or ends it: the bots go on."""
        async with self.lock:
            if self.session is None or not self.coach.teaches(faction):
                return Answer(False, "There is no lesson at this table, or it is over.")
            self.coach.read(self.session, do, step)
            return await self._keep_step()

    async def _keep_step(self) -> Answer:
        """Store where the learner stands, then let the bots go on and the guide speak."""
        answer = await self.write([], card=replace(self.meta, lesson_step=self.coach.step))
        if answer.ok:
            self.coach.wake()
            self.announcer.guide()
        return answer

    # --- carrying out ----------------------------------------------------------------------

    def _playing(self) -> Session:
        assert self.session is not None
        return self.session

    def _follow_up(self, session: Session, card: Meta) -> list[Entry]:
        return follow_up(session, card, self.coach, self._veiled(card))

    async def _finish(
        self,
        first: list[Entry],
        follow: bool = True,
        card: Meta | None = None,
        also: tuple[Statement, ...] = (),
    ) -> Answer:
        """Play what follows of itself, store it all, then tell everyone."""
        session = self._playing()
        entries = list(first)
        while follow:
            more = [*self._follow_up(session, self.meta), *self.plans.go_on(session)]
            entries += more
            follow = bool(more)
        entries += self.plans.changed()
        session.close_update()
        self._heed()
        card = self.driver.clocks.charged(self.meta, card if first else self.meta)
        if session.game.over:
            # A copy: the record is open to all when the disk has the end, and not before.
            card = ended(card or self.meta, session.game, self.away)
        self.coach.follow(session)
        if self.coach.guide is not None and self.coach.step != self.meta.lesson_step:
            card = replace(card or self.meta, lesson_step=self.coach.step)
        news = (*also, *self.services.herald.update(card or self.meta, session))
        answer = await self.write(entries, card=card, also=news)
        if answer.ok:
            self.coach.wake()
            self.driver.look()
            self.announcer.publish()
        return answer

    async def write(
        self,
        entries: list[Entry],
        at: float | None = None,
        card: Meta | None = None,
        also: tuple[Statement, ...] = (),
    ) -> Answer:
        """Store lines, and a changed card if there is one, which then is the table's."""
        at = time.time() if at is None else at
        try:
            await self.journal.append(entries, at, self.session, card, also)
        except LostError:
            self.let_go()
            raise
        except StoreError as error:
            await self.recover()
            return Answer(False, f"It could not be stored, so nothing has changed ({error}).")
        self.meta = card or self.meta
        self.last = max(self.last, at)
        if self.journal.owes and self._keeping is None:
            self._keep_soon(POSITION_AFTER)
        return Answer(True)

    def _keep_soon(self, seconds: float) -> None:
        self._keeping = asyncio.get_running_loop().call_later(seconds, self._keep_now)

    def _keep_now(self) -> None:
        """Store where the game stands, unless something is on its way to the disk."""
        self._keeping = None
        if self.lock.locked():
            self._keep_soon(POSITION_AFTER / 50)
        elif self.session is not None and self.journal.owes:
            self._kept = asyncio.ensure_future(self._keep_and_rest())

    async def _keep_and_rest(self) -> None:
        await self.keep_position()
        self.rest()

    async def keep_position(self) -> None:
        """The position that the log leads to lies beside it, a moment after the moves."""
        # What the disk does not take is stored with a later move, or by whoever has the table now.
        with contextlib.suppress(StoreError):
            async with self.lock:
                if self.session is not None and self.journal.owes:
                    await self.journal.append([], time.time(), self.session)

    async def change_card(self, card: Meta, *also: Statement) -> None:
        """Put a changed copy of its card in place; a table that is full by it begins.

        All of it is stored together, and whatever else is given. StoreError: nothing has changed.
        The table is locked by the caller.
        """
        try:
            if card.full:
                await self._begin(card, also)
            else:
                await self.journal.append([], time.time(), None, card, also)
                self.meta = card
        except LostError:
            self.let_go()
            raise

    async def _begin(self, card: Meta, also: tuple[Statement, ...]) -> None:
        """Deal, play what follows of itself, and start the clock once it is stored.

        Nobody is to look into a hand that the disk may yet refuse: until then the table is the old.
        """
        deal_seats(card)
        session = new_session(card)
        entries = self._follow_up(session, card)
        session.close_update()
        news = (*also, *self.services.herald.update(card, session))
        await self.journal.append(entries, time.time(), session, card, news)
        self.meta, self.session, self.past = card, session, Past(session, card.seed)
        self.loaded = True
        self.driver.look()
        self.announcer.publish()

    async def recover(self) -> None:
        """The disk knows best: forget what it did not take. The table is locked by the caller.

        LostError: it does not answer either, and whoever comes again finds the table as it is then.
        """
        try:
            found = await asyncio.to_thread(load_session, self.services.store, self.meta)
        except StoreError as error:
            self.let_go()
            raise LostError(str(error)) from error
        await self._take(found)
        self.announcer.publish(0)

    def let_go(self) -> None:
        """The table goes on elsewhere: nothing moves here, and who is here has to come again."""
        self.lock.shut = True
        gauges.LET_GO.inc()
        self.end()
        self.session = self.past = None
        self.loaded = False
        for connection in list(self.connections):
            connection.dismiss()
        self.connections.clear()
        self.services.gone(self)

    # --- small things ----------------------------------------------------------------------

    def orders_of(self, faction: str) -> OrderSet:
        """A seat's standing orders."""
        return self.orders.get(faction, OrderSet())

    async def mark_hint(self, faction: str, line: str) -> None:
        """A hint was given: everyone is told that, though not what it said."""
        async with self.lock:
            if self.session is not None and self.meta.status == PLAYING:
                self.session.hint(faction)
                await self._finish([("hint", faction, 0, line)], follow=False)
