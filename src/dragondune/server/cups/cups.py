"""Runs the tournaments of a server: draws rounds, opens their tables, reads what came of them.

Everything is in the database: a look at it says what is to be done next, whichever process looks, and after any
interruption. A round is drawn by one write, which fails where another process has drawn it; a table's id follows
from its place in the cup, so that no table is opened twice.
"""

import asyncio
import base64
import hashlib
import hmac
import logging
import time
from typing import Final

import msgspec
from msgspec.structs import replace

from dragondune.editions.build import EDITIONS, NEWEST
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
    cup_row,
    entry_row,
    new_cup_row,
    new_entry,
    new_id,
    pairing_row,
    scores_of,
)
from dragondune.server.cups.draw import draw
from dragondune.server.cups.standing import past_of
from dragondune.server.fairness.deal import salted
from dragondune.server.lobby.hall import Hall, bot_title
from dragondune.server.lobby.keeping import close
from dragondune.server.people.accounts import Account, safe_name
from dragondune.server.storage.card import Meta, from_bytes
from dragondune.server.storage.store import Statement, StoreError
from dragondune.server.tables.ending import LATE
from dragondune.server.wire.cups import NewCup
from dragondune.server.wire.incoming import NewTable, Pace, SeatWish
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import clean

LOGGER: Final = logging.getLogger("dragondune.server")
EVERY: Final = 1.0  # seconds between two looks
DAY: Final = 86_400.0
TOO_LATE: Final = "The time for this round of the tournament was over."
FEW: Final = (
    "Too few have entered: it takes a full table, or two entries where bots fill the tables."
)
BOTS_CUP: Final = ("steward", "skilled", "casual", "beginner", "steward", "skilled", "casual")
SIGN_UP: Final = 900.0  # seconds for which people may enter a cup of bots


class Cups:
    """All tournaments of a server."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.store, self.shelf = hall, hall.store, Shelf(hall.store)

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                LOGGER.warning("Tournaments could not be looked after: %s", error)
            except Exception:  # nothing of this may end what all tournaments rely on
                LOGGER.exception("Tournaments could not be looked after.")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Do what is to be done now."""
        await self._schedule()
        for cup in await asyncio.to_thread(self.shelf.of, OPEN, 9e99, 500):
            if cup.starts and cup.starts <= time.time():
                await self._begin_or_end(cup)
        for cup in await asyncio.to_thread(self.shelf.of, PLAYING, 9e99, 500):
            try:
                await self._go_on(cup)
            except Exception as error:  # one in trouble must not keep the others waiting
                LOGGER.warning("Tournament %s could not go on: %s", cup.id, error)

    # --- before it begins ------------------------------------------------------------------

    async def open(self, wish: NewCup, account: Account, rated: bool) -> Cup:
        """A new cup; sign-up begins."""
        if wish.edition not in EDITIONS:
            raise ProblemError(400, f"There is no such edition; there are {', '.join(EDITIONS)}.")
        lately = await asyncio.to_thread(self.shelf.lately, account.id, time.time() - DAY)
        if lately >= self.hall.config.cups_per_day:
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

    async def enter(self, cup: Cup, account: Account, salt: str) -> None:
        """Somebody is in it."""
        entries = await self._room(cup)
        mine = next((one for one in entries if one.account == account.id), None)
        if mine is not None:
            sql = "UPDATE entries SET gone = 0 WHERE cup = ? AND number = ?"
            await self.store.write([(sql, (cup.id, mine.number))])
            return
        entry = new_entry(len(entries) + 1, account.name, account=account.id, salt=salt)
        await self._put(cup, entry)

    async def enter_bot(self, cup: Cup, bot: str) -> None:
        """A bot is in it, by its organiser."""
        entries, name = await self._room(cup), self.hall.known_bot(bot)
        await self._put(cup, _bot_entry(entries, name))

    async def _room(self, cup: Cup) -> list[Entry]:
        if cup.state != OPEN:
            raise ProblemError(409, "Sign-up is over.")
        entries = await asyncio.to_thread(self.shelf.entries, cup.id)
        if len(entries) >= self.hall.config.cup_entries:
            raise ProblemError(409, "This tournament has as many entries as it can hold.")
        return entries

    async def _put(self, cup: Cup, entry: Entry) -> None:
        try:
            await self.store.write([entry_row(cup.id, entry)])
        except StoreError:
            raise ProblemError(409, "Somebody else entered at this moment: try again.") from None

    async def withdraw(self, cup: Cup, account: str) -> None:
        """Somebody is in it no more; tables that are being played are theirs to end."""
        sql = "UPDATE entries SET gone = 1 WHERE cup = ? AND account = ?"
        await self.store.write([(sql, (cup.id, account))])

    async def cancel(self, cup: Cup, why: str) -> None:
        """It ends before its time; tables that are being played go on for themselves."""
        await self.store.write([cup_row(replace(cup, state=OVER, why=why))])

    async def _begin_or_end(self, cup: Cup) -> None:
        try:
            await self.begin(cup)
        except ProblemError as error:
            await self.cancel(cup, error.text)

    async def begin(self, cup: Cup) -> None:
        """Sign-up is over: the secret is opened and the first round drawn."""
        entries = await asyncio.to_thread(self.shelf.entries, cup.id)
        there = sum(not one.gone for one in entries)
        if there < (2 if cup.fill else cup.players):
            raise ProblemError(409, FEW)
        seed = salted(cup.secret, [one.salt for one in entries])
        await self._draw(replace(cup, seed=seed, state=PLAYING), entries, [])

    # --- rounds ----------------------------------------------------------------------------

    async def _draw(self, cup: Cup, entries: list[Entry], pairings: list[Pairing]) -> None:
        """The next round; nothing happens where another process has drawn it."""
        number, scores = cup.round + 1, scores_of(pairings)
        pasts = [past_of(one.number, scores) for one in entries if not one.gone]
        drawn = draw(cup.seed, number, pasts, cup.players, bool(cup.fill))
        byes = Pairing(number, 0, "", [(one, "") for one in drawn.byes], True)
        byes.scores = scoring.of_byes(byes, cup.players)
        tables = [
            Pairing(number, at, self._table_id(cup, number, at), seats)
            for at, seats in enumerate(drawn.tables, 1)
        ]
        now = replace(cup, round=number, round_began=round(time.time(), 3))
        rows = [pairing_row(cup.id, one) for one in (byes, *tables)]
        try:
            await self.store.write([*rows, cup_row(now)])
        except StoreError as error:
            LOGGER.info("A round was drawn elsewhere: %s", error)

    def _table_id(self, cup: Cup, number: int, at: int) -> str:
        """Known to nobody before the round is drawn, and the same for every process."""
        word = f"cup/{cup.id}/{number}/{at}".encode()
        digest = hmac.new(self.hall.key.encode(), word, hashlib.sha256).digest()
        return "c" + base64.urlsafe_b64encode(digest[:12]).decode()

    async def _go_on(self, cup: Cup) -> None:
        pairings = await asyncio.to_thread(self.shelf.pairings, cup.id)
        entries = await asyncio.to_thread(self.shelf.entries, cup.id)
        current = [one for one in pairings if one.round == cup.round]
        for pairing in current:
            if pairing.scores is None:
                await self._look_at(cup, pairing, entries)
        if any(one.scores is None for one in current):
            return
        there = sum(not one.gone for one in entries)
        if cup.round >= cup.rounds or there < (2 if cup.fill else cup.players):
            await self.store.write([cup_row(replace(cup, state=OVER))])
        else:
            await self._draw(cup, entries, pairings)

    async def _look_at(self, cup: Cup, pairing: Pairing, entries: list[Entry]) -> None:
        """Open a table of the round, or read what came of it."""
        card = await asyncio.to_thread(self._card, pairing.game)
        if card is None and not pairing.opened:
            await self._open(cup, pairing, entries)
            return
        if card is not None and card.status != OVER and not await self._is_dead(cup, pairing):
            return
        gone = {one.number for one in entries if one.gone}
        ended = card if card is not None and card.status == OVER else None
        pairing.scores = scoring.of_table(pairing, ended, gone)
        await self.store.write([changed_row(cup.id, pairing)])

    def _card(self, game: str) -> Meta | None:
        found = self.store.card(game)
        try:
            return None if found is None else from_bytes(bytes(found[1]))
        except msgspec.MsgspecError:
            return None

    async def _is_dead(self, cup: Cup, pairing: Pairing) -> bool:
        """A round has its time; what is not over then is ended. A table that cannot be ended is dead."""
        late = time.time() > cup.round_began + cup.round_hours * 3600
        table = await self.hall.have(pairing.game) if late else None
        if table is None:
            return False
        await table.load()
        try:
            await close(table, TOO_LATE, LATE)
        except ProblemError:
            return table.meta.status not in (PLAYING, OVER)
        return False

    async def _open(self, cup: Cup, pairing: Pairing, entries: list[Entry]) -> None:
        known = {one.number: one for one in entries}
        players = [known.get(number) for number, _ in pairing.seats]
        wish = NewTable(
            title=f"{cup.title[:34]}, round {pairing.round}, table {pairing.number}",
            edition=cup.edition,
            seats=[_seat(cup, one, f) for one, (_, f) in zip(players, pairing.seats, strict=True)],
            pace=cup.pace,
            public=True,
            hints=False,
            rated=cup.rated,
        )
        pairing.opened = True
        owners = ["" if one is None else one.account for one in players]
        row: Statement = changed_row(cup.id, pairing)
        await self.hall.open_drawn(wish, pairing.game, cup.id, owners, row)

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


def _seat(cup: Cup, entry: Entry | None, faction: str) -> SeatWish:
    wanted = msgspec.convert({"faction": faction}, SeatWish).faction
    if entry is None or entry.bot:
        return SeatWish("bot", cup.fill if entry is None else entry.bot, wanted)
    return SeatWish("human", None, wanted, entry.name[:40])
