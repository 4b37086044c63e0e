"""Runs the tournaments of a server: draws rounds, opens their tables, reads what came of them.

Everything is in the database. A cup says when it is due: when it begins by itself, when a table of it ends or its
round does. A look says what is to be done next, after any interruption. Whatever changes a cup fails where somebody
else has changed it since it was read, and looks again; so of two who draw a round one does, and nobody enters behind a
draw's back. A table's id follows from its place in the cup, so that no table is opened twice.
"""

import asyncio
import base64
import hashlib
import hmac
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from msgspec.structs import replace

from dragondune.editions.build import EDITIONS, NEWEST
from dragondune.server.cluster.chores import Chore
from dragondune.server.cups import scoring
from dragondune.server.cups.cup import (
    OPEN,
    OVER,
    PLAYING,
    Cup,
    Entry,
    Pairing,
    Shelf,
    changed_row,
    cup_rows,
    due_of,
    entry_row,
    new_cup_row,
    new_entry,
    new_id,
    pairing_row,
    same_cup_rows,
    scores_of,
)
from dragondune.server.cups.draw import draw
from dragondune.server.cups.standing import past_of
from dragondune.server.fairness.deal import salted
from dragondune.server.fairness.doors import door_of
from dragondune.server.lobby.hall import Drawn, bot_title
from dragondune.server.lobby.keeping import close
from dragondune.server.people.accounts import Account, safe_name
from dragondune.server.people.errands import RESIGN, Errand, errand_row
from dragondune.server.people.people import People
from dragondune.server.storage.card import Meta, from_bytes
from dragondune.server.storage.store import CUP_DUE, Statement, StoreError
from dragondune.server.tables.ending import LATE
from dragondune.server.tables.table import Table
from dragondune.server.wire.cups import NewCup
from dragondune.server.wire.incoming import NewTable, Pace, SeatWish
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import clean

LOGGER: Final = logging.getLogger("dragondune.server")
EVERY: Final = 1.0  # seconds between two looks for what is due
AT_ONCE: Final = 50  # cups that one look takes care of
AGAIN: Final = (
    30.0  # seconds until one is looked at again that is in trouble, or whose tables are being ended
)
TRIES: Final = 8
DAY: Final = 86_400.0
TOO_LATE: Final = "The time for this round of the tournament was over."
NOT_NOW: Final = "It is too late for that."
FEW: Final = (
    "Too few have entered: it takes a full table, or two entries where bots fill the tables."
)
BOTS_CUP: Final = ("steward", "skilled", "casual", "beginner", "steward", "skilled", "casual")
SIGN_UP: Final = 900.0  # seconds for which people may enter a cup of bots
Change = Callable[[Cup, list[Entry]], list[Statement]]


class Cups:
    """All tournaments of a server."""

    def __init__(self, people: People) -> None:
        self.people, self.hall, self.store = people, people.hall, people.hall.store
        self.shelf = Shelf(self.store)
        self.chore = Chore(self.store, "cups", self.hall.ownership is None)
        people.errands.deeds[LATE] = self._end_late
        people.parting.append(self.shelf.left_rows)

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            try:
                if await self.chore.is_mine():
                    await self.look()
            except StoreError as error:
                LOGGER.warning("Tournaments could not be looked after: %s", error)
            except Exception:  # nothing of this may end what all tournaments rely on
                LOGGER.exception("Tournaments could not be looked after.")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Do what is to be done now."""
        await self._schedule()
        for name in await asyncio.to_thread(self.shelf.due, time.time(), AT_ONCE):
            await self._attend(name)

    async def _attend(self, name: str) -> None:
        """Look at one that is due. Whatever happens to it meanwhile makes it due again."""
        later = time.time() + AGAIN
        await self.store.write([("UPDATE cups SET due = ? WHERE id = ?", (later, name))])
        try:
            due = await self._go_on(name)
        except Exception as error:  # one in trouble must not keep the others waiting
            LOGGER.warning("Tournament %s could not go on: %s", name, error)
            return
        sql = "UPDATE cups SET due = ? WHERE id = ? AND due = ?"
        await self.store.write([(sql, (due, name, later))])

    async def _go_on(self, name: str) -> float:
        """Do what is to be done; when to look again, if nothing happens before."""
        cup = await asyncio.to_thread(self.shelf.find, name)
        if cup.state == PLAYING:
            return await self._play_on(cup)
        if cup.state == OPEN and 0 < cup.starts <= time.time():
            await self._begin_or_end(cup)
        return due_of(cup)

    async def _change(self, name: str, change: Change) -> None:
        """Change a cup as it is now. Where somebody else is quicker, look again."""
        for attempt in range(TRIES):
            rows = await asyncio.to_thread(self._rows, name, change)
            try:
                await self.store.write(rows)
                return
            except StoreError:
                if attempt + 1 == TRIES:
                    raise

    def _rows(self, name: str, change: Change) -> list[Statement]:
        return change(self.shelf.find(name), self.shelf.entries(name))

    # --- before it begins ------------------------------------------------------------------

    async def open(self, wish: NewCup, account: Account, rated: bool) -> Cup:
        """A new cup; sign-up begins."""
        if wish.edition not in EDITIONS:
            raise ProblemError(400, f"There is no such edition; there are {', '.join(EDITIONS)}.")
        lately = await asyncio.to_thread(self.shelf.by, account.id, time.time() - DAY)
        if len(lately) >= self.hall.config.cups_per_day:
            raise ProblemError(429, "You have opened many tournaments lately.")
        cup = Cup(
            id=new_id(),
            title=clean(wish.title, 60) or "A tournament",
            created=round(time.time(), 3),
            organiser=account.id,
            edition=wish.edition,
            players=wish.players,
            rounds=wish.rounds,
            pace=Pace(wish.pace, wish.seconds),
            fill=self.hall.known_bot(wish.fill) if wish.fill else "",
            starts=wish.starts,
            round_hours=wish.round_hours,
            rated=rated,
        )
        await self.store.write([new_cup_row(cup)])
        return cup

    async def enter(self, cup: Cup, account: Account, salt: str, address: str = "") -> None:
        """Somebody is in it."""
        door = door_of(self.hall.key, cup.id, address)

        def change(now: Cup, entries: list[Entry]) -> list[Statement]:
            _must_be_open(now)
            mine = next((one for one in entries if one.account == account.id), None)
            if mine is not None:
                sql = "UPDATE entries SET gone = 0, name = ?, door = ? WHERE cup = ? AND number = ?"
                return [(sql, (account.name, door, now.id, mine.number)), *cup_rows(now)]
            new = (len(entries) + 1, account.name, account.id, "", salt, door)
            return self._one_more(now, new_entry(*new))

        await self._change(cup.id, change)

    async def enter_bot(self, cup: Cup, bot: str) -> None:
        """A bot is in it, by its organiser."""
        name = self.hall.known_bot(bot)

        def change(now: Cup, entries: list[Entry]) -> list[Statement]:
            _must_be_open(now)
            return self._one_more(now, _bot_entry(entries, name))

        await self._change(cup.id, change)

    def _one_more(self, cup: Cup, entry: Entry) -> list[Statement]:
        if entry.number > self.hall.config.cup_entries:
            raise ProblemError(409, "This tournament has as many entries as it can hold.")
        return [entry_row(cup.id, entry), *cup_rows(cup)]

    async def withdraw(self, cup: Cup, account: str) -> None:
        """Somebody is in it no more; where they play, a bot plays on."""

        def change(now: Cup, entries: list[Entry]) -> list[Statement]:
            mine = next((one for one in entries if one.account == account), None)
            if now.state == OVER or mine is None:
                raise ProblemError(409, NOT_NOW)
            gone = "UPDATE entries SET gone = 1, door = '' WHERE cup = ? AND number = ?"
            games = [
                one.game
                for one in self.shelf.pairings(now.id)
                if one.scores is None and mine.number in dict(one.seats)
            ]
            errands = [errand_row(account, game, RESIGN) for game in games]
            return [(gone, (now.id, mine.number)), *errands, *cup_rows(now)]

        await self._change(cup.id, change)
        await self.people.send_errands()

    async def cancel(self, cup: Cup, why: str) -> None:
        """It ends before its time; tables that are being played go on for themselves."""

        def change(now: Cup, entries: list[Entry]) -> list[Statement]:
            return [] if now.state == OVER else cup_rows(now, state=OVER, why=why)

        await self._change(cup.id, change)

    async def _begin_or_end(self, cup: Cup) -> None:
        try:
            await self.begin(cup)
        except ProblemError as error:
            await self.cancel(cup, error.text)

    async def begin(self, cup: Cup) -> None:
        """Sign-up is over: the secret is opened and the first round drawn."""

        def change(now: Cup, entries: list[Entry]) -> list[Statement]:
            _must_be_open(now)
            if _is_few(now, entries):
                raise ProblemError(409, FEW)
            seed = salted(now.secret, [one.salt for one in entries])
            return self._draw(replace(now, seed=seed, state=PLAYING), entries, [])

        await self._change(cup.id, change)

    # --- rounds ----------------------------------------------------------------------------

    def _draw(self, cup: Cup, entries: list[Entry], pairings: list[Pairing]) -> list[Statement]:
        """The statements that draw the next round."""
        number, scores = cup.round + 1, scores_of(pairings)
        pasts = [past_of(one.number, scores) for one in entries if not one.gone]
        drawn = draw(cup.seed, number, pasts, cup.players, bool(cup.fill))
        byes = Pairing(number, 0, "", [(one, "") for one in drawn.byes], True)
        byes.scores = scoring.of_byes(byes, cup.players)
        tables = [
            Pairing(number, at, self._table_id(cup, number, at), seats)
            for at, seats in enumerate(drawn.tables, 1)
        ]
        began = {"round": number, "round_began": round(time.time(), 3)}
        rows = [pairing_row(cup.id, one) for one in (byes, *tables)]
        return [*rows, *cup_rows(cup, **began)]

    def _table_id(self, cup: Cup, number: int, at: int) -> str:
        """Known to nobody before the round is drawn, and the same for every process."""
        word = f"cup/{cup.id}/{number}/{at}".encode()
        digest = hmac.new(self.hall.key.encode(), word, hashlib.sha256).digest()
        return "c" + base64.urlsafe_b64encode(digest[:12]).decode()

    async def _play_on(self, cup: Cup) -> float:
        pairings = await asyncio.to_thread(self.shelf.pairings, cup.id)
        entries = await asyncio.to_thread(self.shelf.entries, cup.id)
        current = [one for one in pairings if one.round == cup.round]
        for pairing in current:
            if pairing.scores is None:
                await self._look_at(cup, pairing, entries)
        if any(one.scores is None for one in current):
            return max(cup.round_ends, time.time() + AGAIN)
        await self._change(cup.id, self._go_further)
        return 0.0

    def _go_further(self, cup: Cup, entries: list[Entry]) -> list[Statement]:
        """The next round, or the end; nothing where another process was quicker."""
        pairings = self.shelf.pairings(cup.id)
        waits = any(one.scores is None for one in pairings if one.round == cup.round)
        if cup.state != PLAYING or waits:
            return []
        if cup.round >= cup.rounds or _is_few(cup, entries):
            return cup_rows(cup, state=OVER)
        return self._draw(cup, entries, pairings)

    async def _look_at(self, cup: Cup, pairing: Pairing, entries: list[Entry]) -> None:
        """Open a table of the round, read what came of it, or end it."""
        card = None if pairing.dead else await asyncio.to_thread(self._card, pairing.game)
        if card is None and not pairing.opened:
            await self._open(cup, pairing, entries)
        elif card is None or card.status == OVER:
            gone = {one.number for one in entries if one.gone}
            pairing.scores = scoring.of_table(pairing, card, gone)
            await self.store.write([changed_row(cup.id, pairing), *same_cup_rows(cup)])
        elif time.time() >= cup.round_ends:
            await self.store.write([errand_row("", pairing.game, LATE)])
            await self.people.send_errands()

    def _card(self, game: str) -> Meta | None:
        found = self.store.card(game)
        try:
            return None if found is None else from_bytes(bytes(found[1]))
        except msgspec.MsgspecError:
            return None

    async def _end_late(self, table: Table, errand: Errand) -> list[Statement]:
        """A round has its time; what is not over then is ended. A table that cannot be ended is dead."""
        await table.load()
        with suppress(ProblemError):
            await close(table, TOO_LATE, LATE)
        found = self.shelf.pairing_of(table.meta.id)
        if table.meta.status == OVER or found is None:
            return []
        name, pairing = found
        return [changed_row(name, replace(pairing, dead=True)), (CUP_DUE, (name,))]

    async def _open(self, cup: Cup, pairing: Pairing, entries: list[Entry]) -> None:
        known = {one.number: one for one in entries if not one.gone}
        players = [known.get(number) for number, _ in pairing.seats]
        wish = NewTable(
            title=f"{cup.title[:34]}, round {pairing.round}, table {pairing.number}",
            edition=cup.edition,
            seats=[
                self._seat(cup, one, f) for one, (_, f) in zip(players, pairing.seats, strict=True)
            ],
            pace=cup.pace,
            public=True,
            hints=False,
            rated=cup.rated,
        )
        pairing.opened = True
        owners = [("", "") if one is None else (one.account, one.door) for one in players]
        drawn = Drawn(pairing.game, cup.id, owners, cup.budget)
        rows = [changed_row(cup.id, pairing), *same_cup_rows(cup)]
        await self.hall.open_drawn(wish, drawn, *rows)

    def _seat(self, cup: Cup, entry: Entry | None, faction: str) -> SeatWish:
        """A seat of somebody who has left since the draw is a bot's from the start."""
        wanted = msgspec.convert({"faction": faction}, SeatWish).faction
        if entry is None or entry.bot:
            filler = cup.fill or self.hall.config.stand_in
            return SeatWish("bot", filler if entry is None else entry.bot, wanted)
        return SeatWish("human", None, wanted, entry.name[:40])

    # --- cups of bots ----------------------------------------------------------------------

    async def _schedule(self) -> None:
        """Every so many hours a cup of bots, which people may enter for a while."""
        hours = self.hall.config.bot_cup_hours
        if not hours:
            return
        slot = int(time.time() // (hours * 3600))
        name = f"bots-{hours:g}-{slot}"
        if await asyncio.to_thread(self.store.rows, "SELECT 1 FROM cups WHERE id = ?", (name,)):
            return
        await self.bots_cup(name, time.time() + min(SIGN_UP, hours * 900))

    async def bots_cup(self, name: str, starts: float) -> None:
        """A cup of bots of two rounds; it fails quietly where there is one of that name."""
        pace = Pace("live", 60)
        now = round(time.time(), 3)
        title = time.strftime("Bots' cup of %d %B, %H:%M", time.gmtime(now))
        cup = Cup(name, title, now, "", NEWEST, 4, 2, pace, "steward", starts, 3.0, True)
        entries: list[Entry] = []
        for bot in BOTS_CUP:
            entries.append(_bot_entry(entries, bot))
        try:
            await self.store.write([new_cup_row(cup), *(entry_row(name, one) for one in entries)])
        except StoreError as error:
            LOGGER.info("A cup of bots was opened elsewhere: %s", error)


def _bot_entry(entries: list[Entry], bot: str) -> Entry:
    count = sum(one.bot == bot for one in entries) + 1
    name = safe_name(f"{bot_title(bot)} {count}" if count > 1 else bot_title(bot))
    return new_entry(len(entries) + 1, name, bot=bot)


def _must_be_open(cup: Cup) -> None:
    if cup.state != OPEN:
        raise ProblemError(409, "Sign-up is over.")


def _is_few(cup: Cup, entries: list[Entry]) -> bool:
    """Are there too few for a round?"""
    return sum(not one.gone for one in entries) < (2 if cup.fill else cup.players)
