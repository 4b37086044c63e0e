"""What people are to each other on a server, and what follows from it for tables and talk."""

import asyncio
import time
from typing import Final, NamedTuple

from dragondune.server.circles.clubs import INSIDE, Clubs
from dragondune.server.circles.moderation import RENAME, SILENCE, SUSPEND, Moderation, day_of
from dragondune.server.circles.remarks import Remarks
from dragondune.server.circles.ties import BLOCKED, FRIEND, MUTED, Ties
from dragondune.server.people.people import People
from dragondune.server.storage.card import OPEN, Meta
from dragondune.server.storage.store import Statement
from dragondune.server.tables.manners import Known
from dragondune.server.wire.problems import ProblemError

FRIENDS: Final = "friends"
CHANGED, LISTENING = "people-changed", "listening"  # words among the processes of one database
MOST_INVITED: Final = 20  # to one table
NOT_HERE: Final = "You cannot sit down at this table."


class Invitation(NamedTuple):
    """Somebody would like another to sit down at their table."""

    game: str
    host: str
    name: str
    at: float


class Circles:
    """Friends, clubs, blocks, invitations; who may sit where, and who hears whom."""

    def __init__(self, people: People) -> None:
        self.people, self.hall, self.store = people, people.hall, people.hall.store
        self.ties, self.clubs = Ties(self.store), Clubs(self.store)
        self.moderation = Moderation(self.store)
        self.manners = self.hall.services.manners
        self.manners.ask = self._manners_of
        self.remarks = Remarks(self.store, self.manners, self.hall.config.chat_per_minute)
        self.hall.ears.append(self.hear)
        self.hall.opening.append(self.may_open)
        self.hall.seating.append(self.may_sit)

    def _manners_of(self, account: str) -> Known:
        until = self.moderation.until(account, SILENCE)
        why = f"You cannot talk here until {day_of(until)}." if until else ""
        found = (
            self.people.accounts.find(account) if self.moderation.until(account, RENAME) else None
        )
        deaf_to = self.ties.others(account, MUTED, BLOCKED)
        return Known(deaf_to, why, "" if found is None else found.name)

    async def change(self, account: str, rows: list[Statement]) -> None:
        """Store what an account has changed; it holds at tables at once, wherever they are."""
        if rows:
            await self.store.write(rows)
        await self.people.tell(CHANGED, account)
        await self.manners.learn(account, anew=True)

    def hear(self, told: str) -> None:
        """Another process has changed something; or what was told meanwhile was missed."""
        word, _, account = told.partition(" ")
        if word in (CHANGED, LISTENING):
            self.people.soon(self.manners.refresh(account))

    # --- tables ----------------------------------------------------------------------------

    async def may_open(self, card: Meta, account: str) -> None:
        """ProblemError where somebody may not open such a table."""
        await asyncio.to_thread(self._may_open, card, account)

    def _may_open(self, card: Meta, account: str) -> None:
        self.not_suspended(account)
        if card.circle and not account:
            raise ProblemError(401, "Sign in to open a table for friends or a club.")
        if card.circle not in ("", FRIENDS) and self.clubs.role(card.circle, account) not in INSIDE:
            raise ProblemError(403, "Only members of the club can open its tables.")

    async def may_sit(self, card: Meta, account: str) -> None:
        """ProblemError where somebody may not sit down at a table."""
        await asyncio.to_thread(self._may_sit, card, account)

    def _may_sit(self, card: Meta, account: str) -> None:
        self.not_suspended(account)
        # A seat that is kept for somebody before a rematch is nobody's yet.
        others = [seat.account for seat in card.seats if seat.account and seat.token_hash]
        if self.ties.apart(account, others):
            raise ProblemError(403, NOT_HERE)
        if card.circle and not account:
            raise ProblemError(401, "Sign in to sit down: this table is for friends or a club.")
        if card.circle and not self._belongs(card, account):
            raise ProblemError(403, "This table is for friends of its host, or for a club.")

    def _belongs(self, card: Meta, account: str) -> bool:
        if card.circle != FRIENDS:
            return self.clubs.role(card.circle, account) in INSIDE
        host = "" if card.host is None else card.seats[card.host].account
        return FRIEND in self.ties.between(host, account) or self.is_invited(card.id, account)

    def not_suspended(self, account: str) -> None:
        """ProblemError where a moderator keeps an account from playing."""
        until = self.moderation.until(account, SUSPEND) if account else 0.0
        if until:
            raise ProblemError(403, f"You cannot open tables or sit down until {day_of(until)}.")

    # --- invitations -----------------------------------------------------------------------

    def is_invited(self, game: str, account: str) -> bool:
        """Was somebody invited to a table?"""
        sql = "SELECT 1 FROM invitations WHERE account = ? AND game = ?"
        return bool(self.store.rows(sql, (account, game)))

    def invitations(self, account: str) -> list[Invitation]:
        """Tables to which an account is invited and that still wait, the latest first."""
        sql = (
            "SELECT i.game, i.host, a.name, i.at FROM invitations i JOIN accounts a ON a.id = i.host "
            "JOIN tables t ON t.id = i.game WHERE i.account = ? AND t.status = ? "
            "ORDER BY i.at DESC LIMIT 50"
        )
        return [Invitation(*row) for row in self.store.rows(sql, (account, OPEN))]

    def invite(self, card: Meta, account: str, other: str) -> list[Statement]:
        """The statements that invite somebody to a table; ProblemError where that may not be."""
        if card.status != OPEN or card.seat_of_account(account) is None:
            raise ProblemError(409, "Invite people to a table that waits, and where you sit.")
        if not (FRIEND in self.ties.between(account, other) or self._same_club(account, other)):
            raise ProblemError(403, "Only friends and members of your clubs can be invited.")
        if self.ties.apart(account, [other]):
            return []  # who is blocked is not told so
        sql = "SELECT COUNT(*) FROM invitations i WHERE i.game = ? AND i.host = ?"
        if int(self.store.rows(sql, (card.id, account))[0][0]) >= MOST_INVITED:
            raise ProblemError(429, f"{MOST_INVITED} were invited: that is the most.")
        put = "INSERT INTO invitations VALUES (?, ?, ?, ?) ON CONFLICT(account, game) DO NOTHING"
        return [(put, (other, card.id, account, round(time.time(), 3)))]

    def _same_club(self, account: str, other: str) -> bool:
        mine = {club for club, _, role in self.clubs.of(account) if role in INSIDE}
        return any(club in mine and role in INSIDE for club, _, role in self.clubs.of(other))
