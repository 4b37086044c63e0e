"""Brings tidings to people, behind everybody's back: no game waits for it, and no restart loses any.

First a tiding is looked at when it is due. Is it still so, and does its person want to hear of it now? Then it goes
on its way to each of their targets, several at once as one message. A target that does not take messages is tried
again and again, ever less often, then given up; its owner reads that on the page. Of several processes one does it.

Nobody waits for another's target that is slow. Of each target one message is on its way, of each person a few; and
where there is no room for more, whichever has waited longest for an answer is tried again later.
"""

import asyncio
import contextlib
import logging
import smtplib
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Final

from dragondune.server.cluster.chores import Chore
from dragondune.server.limits import Hourly
from dragondune.server.lobby.hall import Hall
from dragondune.server.people.accounts import Account
from dragondune.server.people.mail import message as mail_of
from dragondune.server.people.people import People
from dragondune.server.people.ways import EMAIL
from dragondune.server.storage.card import OVER as IS_OVER
from dragondune.server.storage.card import PLAYING
from dragondune.server.storage.store import Statement, StoreError
from dragondune.server.tables.activity import is_idle, is_resting
from dragondune.server.tables.table import Table
from dragondune.server.tidings import push
from dragondune.server.tidings.kinds import (
    BOT,
    CLOSED,
    COLUMNS,
    MAIL,
    MOVE,
    NUDGE,
    OVER,
    PUSH,
    SEAT,
    Tiding,
    owner_of,
)
from dragondune.server.tidings.outbox import Stored
from dragondune.server.tidings.outside import NoEntryError, place_of, post
from dragondune.server.tidings.quiet import quiet_until
from dragondune.server.tidings.shapes import SHAPES, Line, Message
from dragondune.server.tidings.targets import (
    Delivery,
    Target,
    Targets,
    delivery_row,
    end_rows,
)

LOGGER: Final = logging.getLogger("dragondune.server")
PAUSE: Final = 1.0  # seconds between two looks
AT_ONCE: Final = 200  # tidings that one look takes care of
SENDING: Final = 64  # messages on their way at the same time
EACH: Final = 2  # of them to one person
MAILS: Final = 6  # of them e-mails, for all go to one mail server
SLOW: Final = 2.0  # seconds without an answer after which one makes room
AGAIN: Final = (30.0, 300.0, 1800.0, 7200.0, 21600.0)  # seconds until a target is tried again
ASLEEP: Final = 900.0  # seconds after which one whose page is open is told all the same
LATER: Final = 30.0  # seconds until a game is looked at again that is not awake yet
GONE: Final = (404, 410)  # what a push service says of a browser that is not subscribed any more
LAST_WORDS: Final = (OVER, CLOSED, SEAT)  # what is told of a game that is over


@dataclass
class Way:
    """A message on its way: since when, and what can end the waiting for an answer."""

    delivery: Delivery
    since: float = field(default_factory=time.monotonic)
    limit: asyncio.Timeout | None = None


class RefusedError(Exception):
    """A target will never take it, and why."""


class Courier:
    """Looks for what is due, and sends it."""

    def __init__(self, hall: Hall, people: People, again: tuple[float, ...] = AGAIN) -> None:
        self.hall, self.people, self.again = hall, people, again
        self.targets = Targets(hall.store)
        self.trials = Hourly(hall.config.target_trials_per_hour)
        self.inside = bool(hall.config.targets_inside)
        self._chore = Chore(hall.store, "tidings", hall.ownership is None)
        self._told: dict[str, float] = {}  # when somebody was last told anything
        self._tasks: set[asyncio.Task[None]] = set()
        self._sending: dict[str, Way] = {}  # by target
        hall.services.herald = Stored(hall.config.tell_after)

    # --- running ---------------------------------------------------------------------------

    def start(self) -> None:
        """Called when the server runs."""
        self._tasks.add(asyncio.get_running_loop().create_task(self._run()))

    async def close(self) -> None:
        """Called when it stops: what is on its way is sent again by whoever comes next."""
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(StoreError):
            await self._chore.leave()

    async def _run(self) -> None:
        while True:
            try:
                if await self._chore.is_mine():
                    await self.look()
            except Exception:  # nothing of this may end what all people rely on
                LOGGER.exception("Tidings could not be looked after.")
                await asyncio.sleep(LATER)
            await asyncio.sleep(PAUSE)

    async def look(self) -> None:
        """Take care of what is due now."""
        for account, tidings in (await asyncio.to_thread(self._due)).items():
            await self._sort_out(account, tidings)
        for delivery in await asyncio.to_thread(self._next):
            if not self._is_full(delivery) and (len(self._sending) < SENDING or self._make_room()):
                self._sending[delivery.target] = way = Way(delivery)
                task = asyncio.get_running_loop().create_task(self._bring(way))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _next(self) -> list[Delivery]:
        """What may go now, those first that have not failed and whose person has been waiting for longest."""
        busy = Counter(way.delivery.account for way in self._sending.values())
        full = [account for account, count in busy.items() if count >= EACH]
        mails = sum(way.delivery.channel == MAIL for way in self._sending.values())
        channels = [MAIL] if mails >= MAILS else []
        return self.targets.waiting(SENDING, EACH, list(self._sending), full, channels)

    def _is_full(self, delivery: Delivery) -> bool:
        """Is as much on its way there as may be, by what was sent since this was looked up?"""
        ways = [way.delivery for way in self._sending.values()]
        mails = sum(one.channel == MAIL for one in ways)
        return (
            delivery.target in self._sending
            or sum(one.account == delivery.account for one in ways) >= EACH
            or (delivery.channel == MAIL and mails >= MAILS)
        )

    def _make_room(self) -> bool:
        """The one that has waited longest for its answer is tried again later; False: all are quick."""
        ways = [one for one in self._sending.values() if one.delivery.channel != MAIL and one.limit]
        slowest = min(ways, key=lambda way: way.since, default=None)
        if slowest is None or not slowest.limit or time.monotonic() - slowest.since < SLOW:
            return False
        del self._sending[slowest.delivery.target]
        slowest.limit.reschedule(asyncio.get_running_loop().time())
        return True

    # --- what is still so ------------------------------------------------------------------

    def _due(self) -> dict[str, list[Tiding]]:
        sql = f"SELECT {COLUMNS} FROM tidings WHERE due <= ? ORDER BY due LIMIT ?"
        found: dict[str, list[Tiding]] = defaultdict(list)
        for row in self.hall.store.rows(sql, (time.time(), AT_ONCE)):
            found[row[0]].append(Tiding(*row))
        return found

    async def _sort_out(self, name: str, tidings: list[Tiding]) -> None:
        """Send what is still so; keep what is not for now; forget the rest."""
        account = await asyncio.to_thread(self.people.accounts.find, name)
        hush = self._hush(account) if account is not None else 0.0
        rows, lines = [], []
        for one in tidings:
            table = await asyncio.to_thread(self.hall.card_of, one.table_id)
            due = hush or (_due_again(table, one) if account is not None else 0.0)
            rows.append(_put_off(one, due) if due else _done(one))
            if not due and account is not None and _is_so(table, one):
                title = "" if table is None else table.meta.title
                lines.append(Line(one.kind, one.table_id, title, one.text))
        sent = await self._messages(account, lines) if account is not None and lines else []
        await self.hall.store.write([*rows, *sent])

    def _hush(self, account: Account) -> float:
        """Until when somebody is to be left in peace; 0: not at all."""
        now, wishes = time.time(), account.wishes
        gap = self._told.get(account.id, 0.0) + 2 * self.hall.config.tell_after
        quiet = quiet_until(now, wishes.quiet, wishes.zone)
        return max(quiet, gap) if quiet or gap > now else 0.0

    async def _messages(self, account: Account, lines: list[Line]) -> list[Statement]:
        """One message for each target, of the kinds that are wanted there. Where one waits to be tried again, it
        takes the news along."""
        found = await asyncio.to_thread(self.targets.of, account.id)
        rows = []
        for target in found:
            off = {
                k
                for k, _, c in (w.partition("/") for w in account.wishes.unheard)
                if c == target.channel
            }
            wanted = [line for line in lines if line.kind not in off]
            if wanted and not target.ended:
                is_free = target.id not in self._sending
                held = await asyncio.to_thread(self.targets.failed, target.id) if is_free else None
                rows.append(delivery_row(target, Message(wanted, self.home), held))
        if rows:
            self._told[account.id] = time.time()
            if len(self._told) > 10_000:
                self._told.clear()
        return rows

    @property
    def home(self) -> str:
        """Where this server is found; empty where it was not told."""
        return self.hall.config.home.rstrip("/")

    # --- on the way ------------------------------------------------------------------------

    async def _bring(self, way: Way) -> None:
        """Send one message; whatever comes of it is stored."""
        try:
            rows = await self._tried(way.delivery, way)
            await self.hall.store.write(rows)
        except StoreError as error:
            LOGGER.warning("What became of a message could not be stored: %s", error)
        finally:
            way.limit = None
            if self._sending.get(way.delivery.target) is way:
                del self._sending[way.delivery.target]

    async def _tried(self, delivery: Delivery, way: Way) -> list[Statement]:
        target = await asyncio.to_thread(self.targets.find, delivery.target)
        done = ("DELETE FROM deliveries WHERE id = ?", (delivery.id,))
        if target is None or target.ended:
            return [done]
        message = delivery.message
        if delivery.tries:
            message = Message(await asyncio.to_thread(self._still_so, delivery), self.home)
        if not message.lines:
            return [done]
        try:
            async with asyncio.timeout(None) as way.limit:
                await self.send(target, message)
        except (RefusedError, NoEntryError) as error:
            return end_rows(target.id, str(error))
        except (OSError, smtplib.SMTPException, TimeoutError) as error:
            return self._later(delivery, error)
        except Exception as error:  # or one that nobody can send would stand before all others
            LOGGER.exception("A message could not be sent.")
            return self._later(delivery, error)
        return [done]

    def _still_so(self, delivery: Delivery) -> list[Line]:
        """What has to be told of a message that could not be sent before."""
        found = []
        for line in delivery.message.lines:
            table = self.hall.card_of(line.table)
            seats = () if table is None else table.meta.seats
            faction = next((s.faction for s in seats if s.account == delivery.account), None)
            told = (delivery.account, line.table, line.kind, faction or "", 0, line.text, 0.0, 0.0)
            if _is_so(table, Tiding(*told)):
                found.append(line)
        return found

    def _later(self, delivery: Delivery, error: Exception) -> list[Statement]:
        if delivery.tries >= len(self.again):
            return end_rows(delivery.target, f"It has not answered for hours ({_word(error)}).")
        due = time.time() + self.again[delivery.tries]
        sql = "UPDATE deliveries SET tries = tries + 1, due = ? WHERE id = ?"
        return [(sql, (due, delivery.id))]

    async def send(self, target: Target, message: Message) -> None:
        """Hand a message to a target; RefusedError: never again. OSError, SMTPException: not now."""
        if target.channel == MAIL:
            await self._mail(target, message)
            return
        if target.channel == PUSH:
            key, mailer = await push.key_of(self.hall.store), self.people.mailer
            sender = self.home if self.home.startswith("https:") else f"mailto:{mailer.sender}"
            origin = place_of(target.address, self.inside).origin
            shaped = push.packed(key, sender, target.address, origin, target.data, message)
        else:
            shaped = SHAPES[target.data["shape"]](target.address, message)
        _check(await post(*shaped, self.inside))

    async def _mail(self, target: Target, message: Message) -> None:
        way = await asyncio.to_thread(self.people.ways.find, EMAIL, target.address)
        if way is None or way.account != target.account:
            raise RefusedError("This address is not a way into your account any more.")
        if not self.people.mailer.works:
            raise RefusedError("This server sends no e-mail any more.")
        footer = f"Change what you are told, and when: {self.home}/#/account/tidings" * bool(
            self.home
        )
        text = "\n\n".join(part for part in (message.text, message.url, footer) if part)
        mail = mail_of(self.people.mailer.sender, target.address, message.title, text + "\n")
        try:
            await self.people.mailer.hand_over(mail)
        except smtplib.SMTPRecipientsRefused as error:
            if any(code >= 500 for code, _ in error.recipients.values()):
                raise RefusedError("The mail server does not know this address.") from error
            raise


def _check(status: int) -> None:
    """What the answer of a webhook or a push service means."""
    if status in GONE:
        raise RefusedError(f"It is not there any more (it answered {status}).")
    if not 200 <= status < 300:
        raise OSError(f"it answered {status}")


def _word(error: Exception) -> str:
    text = str(error)
    return text if text.startswith("it answered ") else "no connection"


def _put_off(one: Tiding, due: float) -> Statement:
    sql = "UPDATE tidings SET due = ? WHERE account = ? AND table_id = ? AND kind = ? AND made = ?"
    return sql, (due, one.account, one.table_id, one.kind, one.made)


def _done(one: Tiding) -> Statement:
    """A later one of its kind stays."""
    sql = "DELETE FROM tidings WHERE account = ? AND table_id = ? AND kind = ? AND made = ?"
    return sql, (one.account, one.table_id, one.kind, one.made)


def _due_again(table: Table | None, one: Tiding) -> float:
    """When to look again at what cannot be told yet; 0 where it can."""
    if table is None or table.meta.status != PLAYING:
        return 0.0
    asleep = table.session is None and table.reported is None
    if asleep and not is_idle(table) and not is_resting(table):
        return time.time() + LATER
    number = next((n for n, s in enumerate(table.meta.seats) if s.faction == one.faction), None)
    online = number is not None and table.header().seats[number].online
    return one.made + ASLEEP if online and one.kind == MOVE and _is_fresh(one) else 0.0


def _is_fresh(one: Tiding) -> bool:
    return time.time() < one.made + ASLEEP


def _is_so(table: Table | None, one: Tiding) -> bool:
    """Is it still so? Who is there, or has no seat any more, need not be told."""
    if one.kind in (CLOSED, SEAT):
        return True
    if table is None:
        return False
    header, card = table.header(), table.meta
    seat = next((seat for seat in header.seats if seat.faction == one.faction), None)
    if seat is None or owner_of(card, card.seats[seat.seat]) != one.account:
        return False
    if card.status == IS_OVER:
        return one.kind == OVER and not seat.online
    if one.kind in (MOVE, NUDGE):
        return one.faction in header.waiting and not seat.away
    return seat.away if one.kind == BOT else not seat.online
