"""The hall: every table of this server, and how people find a seat."""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from dragondune.editions.build import build
from dragondune.editions.files import resolved
from dragondune.game import Game
from dragondune.lessons.lesson import Lesson
from dragondune.review.judge import unveiled
from dragondune.server.bots.workers import Pool, Thinkers, known_bots
from dragondune.server.config import Config
from dragondune.server.fairness.deal import Seals, new_seed
from dragondune.server.fairness.doors import door_of
from dragondune.server.limits import Costs, Hourly
from dragondune.server.lobby.crowding import check_opening, check_sitting
from dragondune.server.lobby.hosting import vacate
from dragondune.server.lobby.keeping import EVERYBODY_LEFT, close, key_of, tidy
from dragondune.server.lobby.notices import Hearer, Notices
from dragondune.server.lobby.ownership import owner_of
from dragondune.server.lobby.space import make_room
from dragondune.server.lobby.standings import ASKING, WORD, Standings
from dragondune.server.lobby.standings import read as read_standings
from dragondune.server.review.jobs import Reviews
from dragondune.server.review.live import LiveChances
from dragondune.server.storage.card import (
    OPEN,
    OVER,
    PLAYING,
    UNPLAYABLE,
    AccountId,
    Meta,
    Seat,
    copy_of,
    from_bytes,
    hash_token,
    new_token,
    unreadable,
)
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.store import (
    Statement,
    StoreError,
    card_row,
    holding_row,
    no_notes_row,
    seat_row,
)
from dragondune.server.tables.activity import DAY, Attended, is_idle, is_resting
from dragondune.server.tables.ending import ABANDONED
from dragondune.server.tables.services import Services
from dragondune.server.tables.table import Table
from dragondune.server.wire.documents import MadeTable, SeatToken, TableList, TakenSeat
from dragondune.server.wire.incoming import Faction, ForkWish, NewTable, SeatWish
from dragondune.server.wire.outgoing import TableHeader
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.views import names
from dragondune.server.wire.words import clean, told_apart

LOGGER: Final = logging.getLogger("dragondune.server")
MOST_LISTED = 100
SWEEP = 60.0  # seconds between looks for tables that can rest
UNUSED = 60.0  # seconds after which a table that is over need not be in memory

UNNAMED_BOT: Final = "warlord"  # who sits down where nobody says which bot is wanted


class Drawn(NamedTuple):
    """What a tournament says of a table: its id, whose the seats are and from where, seconds for each player."""

    game: str
    cup: str
    owners: list[tuple[str, str]]
    budget: int


Door = Callable[[Meta, str], Awaitable[None]]  # the card of a table, and the account or nobody


class Hall:
    """All tables, and what they share."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = open_store(config)
        self.services = Services(
            config,
            self.store,
            Thinkers(Pool(config.bot_workers)),
            known_bots(),
            self._gone,
        )
        self.reviews = Reviews(config, self.store)
        self.live = LiveChances(self.services.thinkers)
        self.costs = Costs(config.cost_per_second)
        self.tables: dict[str, Table] = {}
        self.ears: list[Callable[[str], None]] = []  # who else hears what other processes tell
        # Who else has a say in who opens a table, and who sits down: ProblemError where somebody may not.
        self.opening: list[Door] = []
        self.seating: list[Door] = []
        self.notices = Notices(self._public, self._header)
        self._created = Hourly(config.tables_per_hour)
        self._sealed = Hourly(config.seals_per_hour)
        self._sat = Hourly(config.seats_per_hour)
        self._by_token: dict[str, str] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.elsewhere: dict[str, Table] = {}  # cards of all tables, where processes share them
        self._news: set[asyncio.Future[None]] = set()
        self.ownership = owner_of(config, self.tables, self._bring, self._wake)
        shared = None if self.ownership is None else self.ownership.cluster
        self.standings = None if shared is None else Standings(self.tables, shared.tell)
        self.seals = Seals() if self.ownership is None else self.ownership.cluster.seals
        self.key = key_of(config) if self.ownership is None else self.ownership.cluster.secret
        if self.ownership is None:
            for row in self.store.unfinished():
                table = self._table(*row)
                if not is_resting(table):
                    self._add(table)

    def _table(self, table_id: str, created: float, data: bytes) -> Table:
        """A table as it is stored; the game is brought back when somebody asks for it."""
        try:
            table = Table(self.services, from_bytes(data), loaded=False)
            if table.meta.status in (OPEN, PLAYING):
                table.last = max(table.last, self.store.last_time(table_id))
            return table
        except Exception as error:  # one table must not keep the server from starting
            LOGGER.warning("Table %s cannot be read: %s", table_id, error)
            card = unreadable(table_id, created, f"Its card cannot be read: {error}")
            return Table(self.services, card, loaded=True)

    async def _bring(self, table_id: str, fence: int) -> Table | None:
        """Bring a table here that this process has got by a fence."""
        found = await asyncio.to_thread(self.store.card, table_id)
        if found is None:
            return None
        fresh = await asyncio.to_thread(self._table, table_id, *found)
        # Somebody may have asked for it while it was taken up; then the later fence holds.
        table = self.tables.setdefault(table_id, fresh)
        table.journal.fence = max(table.journal.fence, fence)
        self._add(table)
        return table

    def _gone(self, table: Attended) -> None:
        """A table is not here any more."""
        if self.tables.get(table.meta.id) is table:
            self.tables.pop(table.meta.id).end()
            for seat in table.meta.seats:
                self._by_token.pop(seat.token_hash, None)

    def _add(self, table: Table) -> None:
        self.tables[table.meta.id] = table
        for seat in table.meta.seats:
            if seat.token_hash:
                self._by_token[seat.token_hash] = table.meta.id

    # --- starting and stopping -------------------------------------------------------------

    async def wake(self) -> None:
        """Bring back every game under way, so that bots and clocks go on after a restart."""
        for table in list(self.tables.values()):
            await self._wake(table)

    async def _wake(self, table: Table) -> None:
        if table.meta.status not in (PLAYING, UNPLAYABLE) and not table.meta.full:
            return
        if is_idle(table) or is_resting(table):
            return
        try:
            await table.load()
        except Exception as error:  # the tables after it are to wake all the same
            LOGGER.warning("Table %s could not be brought back: %s", table.meta.id, error)

    async def sweep(self) -> None:
        """Let tables rest that nobody has come back to."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._let_unused_go()
                await self.close_abandoned()
                await tidy(self.config, self.store, self.have)
            except StoreError as error:
                LOGGER.warning("Old tables could not be looked after: %s", error)

    async def _let_unused_go(self) -> None:
        """What can be read again whenever somebody asks for it need not be in memory."""
        for table in list(self.tables.values()):
            table.rest()
            if not self._is_unused(table):
                continue
            if self.ownership is None:
                self._gone(table)
            else:
                await self.ownership.part_with(table)
        for name, table in list(self.elsewhere.items()):
            if self._is_unused(table):
                del self.elsewhere[name]

    async def close_abandoned(self) -> None:
        """End the games that everybody left long ago, and say so."""
        since = time.time() - self.config.abandoned_days * DAY
        for table in list(self.tables.values()):
            meta = table.meta
            left = meta.status == PLAYING and meta.humans and meta.abandoned
            if left and not table.connections and table.last < since:
                await table.load()
                await close(table, EVERYBODY_LEFT, ABANDONED)

    async def have(self, table_id: str) -> Table | None:
        """A table, if this process has it or may take it."""
        if self.ownership is not None and await self.ownership.settle(table_id) is not None:
            return None
        return self.known(table_id)

    def _is_unused(self, table: Table) -> bool:
        """Does nobody need a table that can be read again whenever somebody does?"""
        if table.connections or table.lock.locked():
            return False
        finished = table.meta.status == OVER or is_resting(table)
        return finished and not table.loaded and time.monotonic() - table.used > UNUSED

    def start(self) -> None:
        """Called when the server runs."""
        loop = asyncio.get_running_loop()
        waking = self.wake() if self.ownership is None else self.ownership.look()
        work = [waking, self.sweep(), self.notices.run()]
        if self.standings is not None:
            work.append(self.standings.run())
        self._tasks = [loop.create_task(one) for one in work]

    async def settle(self) -> None:
        """Called before it stops: every position is stored that a log leads to."""
        for table in self.tables.values():
            table.driver.stop()
        owing = [table for table in self.tables.values() if table.journal.owes]
        await asyncio.gather(*(table.keep_position() for table in owing))

    def close(self) -> None:
        """Called when it stops."""
        for task in self._tasks:
            task.cancel()
        for table in self.tables.values():
            table.driver.stop()
        self.reviews.close()
        self.services.thinkers.close()
        self.store.close()

    @property
    def is_leaving(self) -> bool:
        """Does this process take no tables any more?"""
        return self.ownership is not None and self.ownership.cluster.draining

    @property
    def is_heard(self) -> bool:
        """Do the others know that this process is there, if there are others?"""
        return self.ownership is None or self.ownership.cluster.is_heard

    async def leave(self) -> None:
        """Called before it stops: where several share the database, the others get the tables."""
        if self.ownership is not None:
            await self.ownership.leave()

    # --- finding ---------------------------------------------------------------------------

    async def is_elsewhere(self, table_id: str) -> bool:
        """Did a table just go to another process?"""
        return self.ownership is not None and await self.ownership.exists(table_id)

    def find(self, table_id: str) -> Table:
        """The table of this id."""
        table = self.known(table_id)
        if table is None:
            raise ProblemError(404, "There is no such table.")
        return table

    def everyone(self) -> list[Table]:
        """Every table, those of the other processes among them."""
        others = [t for name, t in self.elsewhere.items() if name not in self.tables]
        return [*self.tables.values(), *others]

    def hear(self, told: str) -> None:
        """The other processes tell: of cards that have changed, or that they can be heard again."""
        kind, _, rest = told.partition(" ")
        for ear in self.ears:
            ear(told)
        if self.ownership is None or self.standings is None:
            return
        self.ownership.hear(told)
        if kind in ("card", "gone", "listening"):
            self._soon(self._learn_of(rest))
        if kind == "listening":
            self._soon(self.ownership.cluster.tell(ASKING))
        elif kind == ASKING:
            self.standings.forget()
        elif kind == WORD:
            for table_id, standing in read_standings(rest):
                if table_id in self.elsewhere:
                    self.elsewhere[table_id].reported = standing

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        self._news.add(task := asyncio.ensure_future(work))
        task.add_done_callback(self._is_done)

    def _is_done(self, task: "asyncio.Future[None]") -> None:
        self._news.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            LOGGER.warning("What the others have could not be read: %s", error)

    async def _learn_of(self, table_id: str) -> None:
        """Read the card of a table anew, or of all that are not over."""
        if not table_id:
            found = await asyncio.to_thread(self.store.unfinished)
            known = {name for name, _, _ in found}
            for name in [name for name in self.elsewhere if name not in known]:
                del self.elsewhere[name]
            for row in found:
                self._note(*row)
        elif (card := await asyncio.to_thread(self.store.card, table_id)) is not None:
            self._note(table_id, *card)
        else:
            self.elsewhere.pop(table_id, None)

    def _note(self, table_id: str, created: float, data: bytes) -> None:
        before, fresh = self.elsewhere.get(table_id), self._table(table_id, created, data)
        fresh.reported = None if before is None else before.reported
        self.elsewhere[table_id] = fresh

    def known(self, table_id: str) -> Table | None:
        """The same; None where there is none."""
        table = self.tables.get(table_id)
        if table is None and self.ownership is None:
            table = self._stored(table_id)
            if table is not None:
                self._add(table)
        if table is not None:
            table.used = time.monotonic()
        return table

    def card_of(self, table_id: str) -> Table | None:
        """A table for its card alone, wherever its game is; None where there is none."""
        return next(iter(self._cards([table_id])), None)

    def _stored(self, table_id: str) -> Table | None:
        """A table that is over, or rests: it is not in memory until somebody asks for it."""
        found = self.store.card(table_id)
        if found is None:
            return None
        table = self._table(table_id, *found)
        table.laid_to_rest = table.meta.status in (OPEN, PLAYING)
        return table

    async def listed(
        self, tokens: list[str], before: float = math.inf, account: str = ""
    ) -> TableList:
        """Open and watchable tables, and those of these tokens and of this account: the latest of each."""
        here = [table for table in self.everyone() if table.meta.created < before]
        public = [t for t in here if t.meta.public and not is_resting(t)]
        mine = [t for t in await self._mine(tokens, account, before) if t.meta.created < before]
        return TableList(
            open=_headers([table for table in public if table.meta.status == OPEN]),
            watchable=_headers([table for table in public if table.meta.status == PLAYING]),
            mine=_headers(mine),
        )

    def _public(self) -> list[TableHeader]:
        """The headers of the lists that everybody sees."""
        public = [t for t in self.everyone() if t.meta.public and not is_resting(t)]
        open_ones = _headers([table for table in public if table.meta.status == OPEN])
        return open_ones + _headers([table for table in public if table.meta.status == PLAYING])

    async def listen(self, hearer: Hearer, tokens: list[str], account: str = "") -> None:
        """Tell somebody in the lobby what changes there, and at the tables that are theirs."""
        mine = await self._mine(tokens, account)
        self.notices.come(hearer, [table.meta.id for table in mine])

    def _header(self, table_id: str) -> TableHeader | None:
        table = self.tables.get(table_id) or self.elsewhere.get(table_id)
        return None if table is None else table.header()

    async def _mine(self, tokens: list[str], account: str, before: float = math.inf) -> list[Table]:
        """The tables at which these tokens, or this account, hold a seat."""
        found = {table.meta.id: table for table in await self._of_tokens(tokens)}
        if account:
            ids = await asyncio.to_thread(self.store.held_by, account, before, MOST_LISTED)
            cards = await asyncio.to_thread(self._cards, [one for one in ids if one not in found])
            theirs = [t for t in cards if t.meta.seat_of_account(account) is not None]
            found |= {table.meta.id: table for table in theirs}
        return list(found.values())

    async def held(self, account: str, finished: int) -> list[Table]:
        """The tables of an account that are not over, and its latest."""
        now = await asyncio.to_thread(self.store.unfinished_of, account)
        latest = await asyncio.to_thread(self.store.held_by, account, math.inf, finished)
        return await asyncio.to_thread(self._cards, list(dict.fromkeys([*now, *latest])))

    async def _of_tokens(self, tokens: list[str]) -> list[Table]:
        hashes = [hash_token(token) for token in tokens]
        ids = {self._by_token[one] for one in hashes if one in self._by_token}
        others = [one for one in hashes if one not in self._by_token]
        stored = set((await asyncio.to_thread(self.store.tables_of, others)).values()) - ids
        away = await asyncio.to_thread(self._cards, sorted(stored))
        return [self.tables[one] for one in ids if one in self.tables] + away

    def _cards(self, ids: list[str]) -> list[Table]:
        """Tables that are not in memory, for their cards alone."""
        known = (
            self.tables.get(one) or self.elsewhere.get(one) or self._stored(one) for one in ids
        )
        return [table for table in known if table is not None]

    # --- new tables --------------------------------------------------------------------------

    async def seal(self, address: str) -> str:
        """A commitment for the table that this address opens next."""
        if not self._sealed.take(address):
            raise ProblemError(429, "You have asked for many commitments this hour.")
        return await asyncio.to_thread(self.seals.new)

    async def create(self, wish: NewTable, address: str, account: str = "") -> MadeTable:
        """Open a table; the tokens are for the seats of the device that asks, the first its account's."""
        return await self._open(await self._sealed_card(wish, address, account), address)

    async def _sealed_card(self, wish: NewTable, address: str, account: str) -> Meta:
        """The card of a new table; ProblemError where somebody may not open such a one."""
        self._check(wish, address)
        meta = await self._owned(self._meta(wish), account)
        await self._seal(meta, wish)
        for may_open in self.opening:
            await may_open(meta, account)
        return meta

    async def _owned(self, card: Meta, account: str) -> Meta:
        """The first seat of the one who opens a table is their account's, if they have one."""
        mine = next((seat for seat in card.seats if seat.kind == "human"), None)
        if mine is not None:
            mine.account, mine.name = account, await self._called(account, mine.name)
        return card

    async def _called(self, account: str, name: str) -> str:
        """A name for a table; whose name was taken away has no choice."""
        return (await self.services.manners.learn(account)).called or name

    async def _seal(self, meta: Meta, wish: NewTable) -> None:
        """A salt is worth something only where the commitment was there before it."""
        if wish.commitment is None:
            return
        secret = await asyncio.to_thread(self.seals.take, wish.commitment)
        if secret is None:
            raise ProblemError(409, "That commitment was used or has expired; ask for a new one.")
        meta.seed = secret
        mine = next((seat for seat in meta.seats if seat.kind == "human"), None)
        if mine is not None and wish.salt is not None:
            mine.salt = wish.salt

    async def _open(self, meta: Meta, address: str = "", *also: Statement) -> MadeTable:
        tokens = []
        for number, seat in enumerate(meta.seats):
            if seat.kind == "human":
                tokens.append(SeatToken(number, hand_out(seat)))
                seat.door = seat.door or door_of(self.key, meta.id, address)
        table = Table(self.services, meta, loaded=True)
        mine = () if self.ownership is None else self.ownership.cluster.begin(meta.id)
        table.journal.fence = 1 if mine else 0
        async with table.lock:
            seats = [seat_row(s.token_hash, meta.id) for s in meta.seats if s.token_hash]
            seats += [holding_row(s.account, meta.id) for s in meta.seats if s.account]
            await table.change_card(meta, *also, *mine, *seats)
        table.opened_from = address
        self._add(table)
        return MadeTable(meta.id, tokens, f"/t/{meta.id}")

    async def open_drawn(self, wish: NewTable, drawn: Drawn, *also: Statement) -> None:
        """A table of a tournament: its seats belong to accounts and bots, and the game begins."""
        if not make_room(list(self.tables.values()), self.config.most_tables):
            raise ProblemError(503, "This server has as many tables as it can hold.")
        meta = replace(self._meta(wish), id=drawn.game, cup=drawn.cup, budget=drawn.budget)
        for seat, (account, door) in zip(meta.seats, drawn.owners, strict=True):
            seat.account, seat.door = account, door
        await self._open(meta, "", *also)

    async def learn(self, lesson: Lesson, name: str, address: str) -> MadeTable:
        """A table for one learner, with the lesson's bots and its prepared position."""
        seats = [
            SeatWish("human", None, msgspec.convert(faction, Faction))
            if faction == lesson.seat
            else SeatWish("bot", lesson.bot, msgspec.convert(faction, Faction))
            for faction in lesson.order
        ]
        wish = NewTable(
            name=name,
            title=lesson.title,
            edition=lesson.edition,
            options=list(lesson.options),
            seats=seats,
        )
        self._check(wish, address)
        meta = self._meta(wish)
        meta.lesson, meta.position = lesson.name, lesson.deal(meta.seed)
        meta.order = list(lesson.order)
        return await self._open(meta, address)

    async def fork(self, source: Table, game: Game, wish: ForkWish, address: str) -> MadeTable:
        """A table that goes on from a moment of a finished game, one seat for a person, bots around.

        What lay face down and nobody had seen is shuffled anew: the review has shown how it fell.
        """
        if wish.seat not in game.seats:
            raise ProblemError(400, "That faction is not in this game.")
        if game.over:
            raise ProblemError(409, "The game is over at that point: go back a little.")
        bot = self.known_bot(wish.bot)
        seats = [
            SeatWish("human", None, faction)
            if faction == wish.seat
            else SeatWish("bot", bot, faction)
            for faction in names(game.seats)
        ]
        old = source.meta
        wanted = NewTable(
            name=wish.name,
            title=_clean(f"From turn {game.turn} of {old.title or 'a finished game'}"),
            edition=old.edition,
            options=list(old.options),
            seats=seats,
            contracts=old.contracts,
        )
        self._check(wanted, address)
        meta = self._meta(wanted)
        meta.order, meta.origin = list(game.seats), f"{old.id}/{wish.at}"
        meta.position = _with_new_luck(game, meta.seed)
        return await self._open(meta, address)

    def _check(self, wish: NewTable, address: str) -> None:
        if not make_room(list(self.tables.values()), self.config.most_tables):
            raise ProblemError(
                503, "This server has as many tables as it can hold. Try again later."
            )
        try:
            build(*resolved(wish.edition, wish.options))
        except ValueError as error:
            raise ProblemError(400, str(error)) from None
        chosen = [seat.faction for seat in wish.seats if seat.faction is not None]
        if len(set(chosen)) != len(chosen):
            raise ProblemError(400, "Two seats ask for the same faction.")
        for seat in wish.seats:
            # A bot's own settings (how long it thinks) are not for strangers to choose.
            if seat.kind == "bot":
                self.known_bot(seat.bot)
        if wish.pace.kind != "none" and wish.pace.seconds < 5:
            raise ProblemError(400, "A clock must give at least 5 seconds per decision.")
        check_opening(self.tables.values(), address, self.config)
        if not self._created.take(address):
            raise ProblemError(429, "You have opened many tables this hour. Try again later.")

    def seated(self, table: Table, before: str) -> None:
        """A seat has changed hands: the token of this hash holds nothing any more."""
        self._by_token.pop(before, None)
        self._add(table)

    def forget(self, token: str) -> None:
        """A token holds nothing any more."""
        self._by_token.pop(hash_token(token), None)

    def known_bot(self, wanted: str | None) -> str:
        """The name of a bot that can be seated; ProblemError where there is none of that name."""
        name = wanted or UNNAMED_BOT
        if name not in self.services.bots:
            known = ", ".join(self.services.bots)
            raise ProblemError(400, f"There is no bot {name!r}; there are {known}.")
        return name

    def _meta(self, wish: NewTable) -> Meta:
        now = round(time.time(), 3)
        edition, options = resolved(wish.edition, wish.options)
        return Meta(
            id=_new_id(),
            created=now,
            touched=now,
            edition=edition,
            options=list(options),
            seats=[self._seat(seat, wish.name) for seat in wish.seats],
            seed=new_seed(),
            title=_clean(wish.title),
            pace=wish.pace,
            public=wish.public,
            contracts=wish.contracts,
            hints=wish.hints,
            hotseat=wish.hotseat,
            approval=wish.approval,
            patience=60 * (wish.away_minutes or 0),
            rated=wish.rated and bool(self.config.people),
            circle=wish.circle if self.config.people else "",
        )

    def _seat(self, wish: SeatWish, name: str) -> Seat:
        if wish.kind == "bot":
            bot = wish.bot or UNNAMED_BOT
            return Seat("bot", bot_title(bot), bot, wish.faction)
        own = _clean(wish.name or (name if wish.kind == "human" else ""))
        return Seat(wish.kind, own, "", wish.faction)

    # --- sitting down ------------------------------------------------------------------------

    async def may_sit(self, card: Meta, account: str) -> None:
        """ProblemError where somebody may not sit down at a table."""
        for door in self.seating:
            await door(card, account)

    async def join(
        self,
        table: Table,
        name: str,
        wanted: int | None,
        old: str | None,
        salt: str = "",
        address: str = "",
        account: str = "",
    ) -> TakenSeat:
        """Take an open seat; who played before a rematch gets the same one."""
        async with table.lock:
            await table.load_locked()
            await self.may_sit(table.meta, account)
            number = await self._free_seat(table, wanted, old)
            if address and not table.meta.seats[number].reserved:
                check_sitting(self.tables.values(), address, self.config)
                if not self._sat.take(address):
                    raise ProblemError(429, "Many seats were taken from your address this hour.")
            card = copy_of(table.meta)
            seat = card.seats[number]
            seat.asking = card.approval and not seat.reserved
            others = [one.name for n, one in enumerate(card.seats) if n != number]
            named = await self._called(account, _clean(name))
            called = named or seat.name or f"Player {number + 1}"
            seat.kind, seat.name = "human", told_apart(called, others)
            seat.salt, seat.account = salt, account
            seat.door = door_of(self.key, card.id, address)
            token = hand_out(seat)
            held = [holding_row(account, card.id)] if account else []
            held.append(no_notes_row(card.id, number))
            await table.change_card(card, seat_row(seat.token_hash, card.id), *held)
            self._by_token[seat.token_hash] = card.id
            table.came_from[number] = address
            await table.touch(number)
        table.announcer.now()
        return TakenSeat(table.meta.id, number, token)

    async def _free_seat(self, table: Table, wanted: int | None, old: str | None) -> int:
        meta = table.meta
        if meta.status == UNPLAYABLE:
            raise ProblemError(409, meta.trouble)
        if meta.status != OPEN:
            raise ProblemError(409, "The game has begun; you can watch it.")
        free = [number for number, seat in enumerate(meta.seats) if not seat.token_hash]
        free = [number for number in free if meta.seats[number].kind != "bot"]
        if old is not None:
            for number in free:
                if _is_kept_for(meta.seats[number], old):
                    return number
            for before in await self._of_tokens([old]):
                held = before.meta.seat_of_token(old) if before.meta.next_id == meta.id else None
                if held in free:
                    return held
        kept = [number for number in free if meta.seats[number].reserved]
        free = [number for number in free if number not in kept]
        if wanted in kept or (kept and not free):
            raise ProblemError(409, "That seat is kept for whoever played there before.")
        if wanted is not None and wanted not in free:
            raise ProblemError(409, "That seat is taken.")
        if not free:
            raise ProblemError(409, "Every seat is taken.")
        return free[0] if wanted is None else wanted

    async def fill(self, table: Table, bot: str | None, token: str) -> None:
        """One who sits there gives the free seats of a waiting table to bots, and so begins."""
        name = self.known_bot(bot)
        async with table.lock:
            seat_held(table.meta, token)
            self._must_wait(table)
            card = copy_of(table.meta)
            for seat in card.seats:
                if not seat.taken and not seat.asking:
                    seat.kind, seat.bot, seat.name = "bot", name, bot_title(name)
            await table.change_card(card)
        table.announcer.now()

    async def stand_up(self, table: Table, token: str) -> None:
        """Leave a waiting table: the seat is free again, and its token holds nothing."""
        async with table.lock:
            # Not before: said twice, it must not free the seat of whoever came next.
            number = seat_held(table.meta, token)
            self._must_wait(table)
            card, seat = copy_of(table.meta), table.meta.seats[number]
            card.seats[number] = Seat("open", wish=seat.wish)
            await table.change_card(card)
            self._by_token.pop(seat.token_hash, None)
            vacate(table, number)
        table.announcer.now()

    def _must_wait(self, table: Table) -> None:
        if table.meta.status != OPEN:
            raise ProblemError(409, table.meta.trouble or "The game has begun.")

    async def rematch(
        self,
        table: Table,
        token: str,
        address: str,
        promised: str | None = None,
        salt: str | None = None,
    ) -> MadeTable:
        """The same table again; the others find it by the header's ``next``."""
        async with table.lock:  # of two who ask together, one opens it and the other joins
            wish = self._once_more(table.meta, token, promised, salt)
            asks = table.meta.seats[seat_held(table.meta, token)].account
            fresh = await self._sealed_card(wish, address, asks)
            card = replace(table.meta, next_id=fresh.id)
            for seat, old in zip(fresh.seats, table.meta.seats, strict=True):
                seat.reserved = old.token_hash if seat.kind == "open" else ""
                seat.account = old.account if old.token_hash else ""
            made = await self._open(fresh, address, *table.journal.fences(), card_row(card))
            table.meta = card
        table.announcer.now()
        return made

    def _once_more(
        self, meta: Meta, token: str, promised: str | None, salt: str | None
    ) -> NewTable:
        mine = meta.seat_of_token(token)
        if mine is None:
            raise ProblemError(403, "Only those who played here can ask for a rematch.")
        if meta.status != OVER:
            raise ProblemError(409, meta.trouble or "The game is not over yet.")
        if meta.next_id is not None:
            raise ProblemError(409, "There is a rematch already; join it.")
        seats = [
            _again(seat, meta.hotseat or number == mine) for number, seat in enumerate(meta.seats)
        ]
        return NewTable(
            name=meta.seats[mine].name,
            title=meta.title,
            edition=meta.edition,
            options=meta.options,
            seats=seats,
            pace=meta.pace,
            public=meta.public,
            contracts=meta.contracts,
            hints=meta.hints,
            hotseat=meta.hotseat,
            approval=meta.approval,
            away_minutes=meta.patience // 60 or None,
            rated=meta.rated,
            circle=meta.circle,
            commitment=promised,
            salt=salt,
        )


def seat_held(meta: Meta, token: str) -> int:
    """The seat that a token holds at this moment."""
    number = meta.seat_of_token(token)
    if number is None:
        raise ProblemError(401, "Show your seat's token: Authorization: Bearer …")
    return number


def _is_kept_for(seat: Seat, old: str) -> bool:
    """Did this token, or this account, hold the seat before the rematch?"""
    if isinstance(old, AccountId):
        return bool(seat.reserved) and seat.account == old
    return seat.reserved == hash_token(old)


def _with_new_luck(game: Game, seed: str) -> str:
    """A position as notation has it, with another future."""
    fresh = game.copy()
    fresh.state = unveiled(game.state, secrets.randbits(62))
    fresh.state.seed = seed
    return fresh.position()


def hand_out(seat: Seat) -> str:
    """A fresh token for a seat, of which the seat keeps the hash."""
    token = new_token()
    seat.token_hash = hash_token(token)
    return token


def _again(seat: Seat, here: bool) -> SeatWish:
    if seat.kind == "bot":
        return SeatWish("bot", seat.bot, seat.wish)
    return SeatWish("human" if here else "open", None, seat.wish, seat.name)


def _new_id() -> str:
    """A table's id, which nobody can guess; no command line takes it for an option."""
    while (found := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return found


def bot_title(bot: str) -> str:
    """What a bot is called at a table; the page's texts call it the same."""
    kind = bot.partition(":")[0]
    return "Wanderer" if kind == "random" else kind.capitalize()


def _headers(tables: list[Table]) -> list[TableHeader]:
    newest = sorted(tables, key=lambda table: -table.meta.created)
    return [table.header() for table in newest[:MOST_LISTED]]


def _clean(text: str) -> str:
    """A name on one line, without signs that nobody can see."""
    return clean(text, 60)
