"""The people of a server: what the rest of it asks about accounts."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Final, Protocol

from dragondune.server.limits import Hourly
from dragondune.server.lobby.hall import Hall, seat_held
from dragondune.server.lobby.people import resign
from dragondune.server.people.accounts import Account, Accounts
from dragondune.server.people.errands import GONE, NAME, PAUSE, RESIGN, Errand, Errands, errands_row
from dragondune.server.people.leaving import disown, erase_rows, rename_rows, rename_seats
from dragondune.server.people.mail import Mailer
from dragondune.server.people.vacations import pause, vacations_of
from dragondune.server.people.visits import Visit, Visits, begin
from dragondune.server.people.ways import Ways, spend_row, sweep_rows
from dragondune.server.storage.card import PLAYING, copy_of, hash_token, is_nobody
from dragondune.server.storage.store import Statement, StoreError, holding_row
from dragondune.server.tables.table import Table
from dragondune.server.wire.problems import ProblemError

LOGGER: Final = logging.getLogger("dragondune.server")
USED: Final = "That was used already: each works once."
CUT, TO_DO = "people-out", "people-to-do"  # words among the processes of one database
SWEEP: Final = 3600.0
TRIES: Final = 4
KEPT: Final = 86400.0  # seconds for which it is known that something was used; all run out sooner


class Line(Protocol):
    """An open socket of somebody who is signed in."""

    def dismiss(self) -> None:
        """Close it; whoever comes again is asked anew who they are."""


class People:
    """Accounts, where they are signed in, and the seats that are theirs."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.accounts = Accounts(hall.store)
        self.visits = Visits(hall.store)
        self.ways = Ways(hall.store)
        config = hall.config
        sender, trusting = config.mail_from or "dragon-dune@localhost", bool(config.mail_unverified)
        self.mailer = Mailer(config.mail, sender, trusting=trusting)
        self.taken = Hourly(config.seats_per_hour)
        self.asked, self.mailed = Hourly(config.sign_ins_per_hour), Hourly(config.mails_per_hour)
        self.parting: list[Callable[[str], list[Statement]]] = []  # what else goes with an account
        self._lines: dict[str, set[Line]] = {}  # sockets, by the visit that opened them
        self._tasks: set[asyncio.Task[None]] = set()
        hall.ears.append(self.hear)
        self.errands = Errands(hall)
        self.errands.deeds = {
            GONE: self._gone,
            NAME: self._renamed,
            PAUSE: self._paused,
            RESIGN: self._resigned,
        }

    def start(self) -> None:
        """Called when the server runs."""
        self.soon(self._sweep())
        self.soon(self.errands.run())

    def close(self) -> None:
        """Called when it stops."""
        self.mailer.close()
        for task in self._tasks:
            task.cancel()

    def soon(self, work: Coroutine[None, None, None]) -> None:
        """Do something beside everything else."""
        self._tasks.add(task := asyncio.get_running_loop().create_task(work))
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        """Forget what has run out."""
        while True:
            try:
                await self.hall.store.write(sweep_rows())
            except StoreError as error:
                LOGGER.warning("What has run out could not be forgotten: %s", error)
            await asyncio.sleep(SWEEP)

    # --- the other processes ---------------------------------------------------------------

    async def tell(self, *words: str) -> None:
        """Let every process know, this one too."""
        self.hear(" ".join(words))
        if self.hall.ownership is not None:
            await self.hall.ownership.cluster.tell(" ".join(words))

    def hear(self, told: str) -> None:
        """Somebody signed out, or something is to be done at their tables."""
        word, _, rest = told.partition(" ")
        if word == CUT:
            for line in self._lines.pop(rest, set()):
                line.dismiss()
        elif word == TO_DO:
            self.errands.wake()

    def came(self, visit: Visit, line: Line) -> None:
        """A socket was opened by whoever is signed in there."""
        self._lines.setdefault(visit.token_hash, set()).add(line)

    def went(self, visit: Visit, line: Line) -> None:
        """It was closed."""
        lines = self._lines.get(visit.token_hash, set())
        lines.discard(line)
        if not lines:
            self._lines.pop(visit.token_hash, None)

    # --- who it is -------------------------------------------------------------------------

    async def who(self, token: str) -> tuple[Account, Visit] | None:
        """Whose cookie this is; None for a guest."""
        visit = await asyncio.to_thread(self.visits.find, token) if token else None
        account = await asyncio.to_thread(self.accounts.find, visit.account) if visit else None
        if visit is None or account is None:
            return None
        await self.visits.note(visit)
        return account, visit

    async def sign_in(
        self, account: Account, device: str, once: str, *also: Statement, new: bool = False
    ) -> str:
        """A cookie for an account, for something that works ``once``; stored with whatever else is given.

        All of it in one transaction: of two who use the same link in the same instant, one gets in.
        """
        token, rows = begin(account.id, device)
        spent = hash_token(once)
        try:
            rows = [spend_row(spent, time.time() + KEPT), *rows, *also]
            await (self.accounts.put(account, *rows) if new else self.hall.store.write(rows))
        except StoreError:
            if await asyncio.to_thread(self.ways.is_spent, spent):
                raise ProblemError(410, USED) from None
            raise
        return token

    async def sign_out(self, visits: list[Visit]) -> None:
        """Sign out there; open sockets are closed at once, wherever they are."""
        await self.visits.end(visits)
        for visit in visits:
            await self.tell(CUT, visit.token_hash)

    async def erase(self, account: Account) -> None:
        """An account is gone, with all that was kept of it; records of games stay, without its name."""
        visits = await asyncio.to_thread(self.visits.of, account.id)
        await self._erase(account.id)
        await self.sign_out(visits)
        await self.send_errands()

    async def _erase(self, account: str) -> None:
        """At once; where a part of it has changed meanwhile, once more."""
        for attempt in range(TRIES):
            parting = [
                row for rows in self.parting for row in await asyncio.to_thread(rows, account)
            ]
            try:
                await self.hall.store.write([*parting, *erase_rows(account)])
                return
            except StoreError:
                if attempt + 1 == TRIES:
                    raise

    async def pause_tables(self, account: Account) -> None:
        """Every game of an account learns when its clock stands still."""
        await self.hall.store.write([errands_row(account.id, PAUSE, finished=False)])
        await self.send_errands()

    # --- at tables -------------------------------------------------------------------------

    async def send_errands(self) -> None:
        """Errands were stored: do those that can be done here, and let the other processes know."""
        await self.tell(TO_DO)
        await self.errands.look()

    async def _gone(self, table: Table, errand: Errand) -> list[Statement]:
        await disown(table, errand.account, errand.text)
        return rename_rows(errand.account, errand.text)

    async def _renamed(self, table: Table, errand: Errand) -> list[Statement]:
        await rename_seats(table, errand.account, errand.text)
        return []

    async def _paused(self, table: Table, errand: Errand) -> list[Statement]:
        spans = await asyncio.to_thread(vacations_of, self.hall.store, errand.account)
        await pause(table, errand.account, spans)
        return []

    async def _resigned(self, table: Table, errand: Errand) -> list[Statement]:
        async with table.lock:
            await table.load_locked()
            mine = table.meta.seat_of_account(errand.account)
            if mine is not None and table.meta.status == PLAYING:
                await resign(table, mine, table.config.stand_in)
        table.announcer.now()
        return []

    # --- seats -----------------------------------------------------------------------------

    async def claim(self, table: Table, token: str, account: Account) -> int:
        """A guest's seat belongs to their account from now on; its token holds it all the same."""
        async with table.lock:
            number = seat_held(table.meta, token)
            owner, mine = table.meta.seats[number].account, table.meta.seat_of_account(account.id)
            if owner and owner != account.id and not is_nobody(owner):
                raise ProblemError(409, "That seat belongs to another account.")
            if mine not in (None, number):
                raise ProblemError(409, "Your account has another seat at this table.")
            if mine is None:
                card = copy_of(table.meta)
                card.seats[number].account = account.id
                await table.change_card(card, holding_row(account.id, card.id))
        table.announcer.now()
        return number
