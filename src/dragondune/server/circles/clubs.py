"""Clubs: a name, somebody who owns it, and members who may sit down at its tables."""

import secrets
import time
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.json import decode, encode

from dragondune.server.circles.ties import Ties
from dragondune.server.people.accounts import TAKEN, safe_name
from dragondune.server.storage.store import Statement, Store
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import alike, clean

OWNER, MEMBER, INVITED, ASKING = "owner", "member", "invited", "asking"
INSIDE: Final = (OWNER, MEMBER)
MOST_MEMBERS, MOST_CLUBS, MOST_OWNED = 200, 20, 3
PUT_MEMBER: Final = (
    "INSERT INTO members VALUES (?, ?, ?, ?) ON CONFLICT(club, account) DO UPDATE SET "
    "role = excluded.role"
)


class Member(NamedTuple):
    """One of a club, or one who would like to be."""

    account: str
    name: str
    role: str
    since: float


class About(Struct):
    """What a club says of itself."""

    text: str = ""


class Club(NamedTuple):
    """A club."""

    id: str
    name: str
    created: float
    about: str


def member_row(club: str, account: str, role: str) -> Statement:
    """The statement that makes somebody a member, or asks them to be one."""
    return PUT_MEMBER, (club, account, role, round(time.time(), 3))


def found_rows(name: str, about: str, owner: str) -> tuple[str, list[Statement]]:
    """A new club: its id, and what is stored of it. It fails where another's name looks like its own."""
    club, called = secrets.token_hex(6), safe_name(name)
    told = encode(About(clean(about, 300)))
    sql = "INSERT INTO clubs VALUES (?, ?, ?, ?, ?)"
    row = (sql, (club, called, alike(called), round(time.time(), 3), told))
    return club, [row, member_row(club, owner, OWNER)]


class Clubs:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, club: str) -> Club:
        """The club of this id; ProblemError where there is none."""
        rows = self.store.rows("SELECT name, created, data FROM clubs WHERE id = ?", (club,))
        if not rows:
            raise ProblemError(404, "There is no such club.")
        name, created, data = rows[0]
        return Club(club, name, created, decode(bytes(data), type=About).text)

    def is_taken(self, name: str) -> bool:
        """Is there a club whose name looks like this one?"""
        return bool(self.store.rows("SELECT 1 FROM clubs WHERE alike = ?", (alike(name),)))

    def of(self, account: str) -> list[tuple[str, str, str]]:
        """The clubs of an account, or that want it, or that it wants: id, name, role."""
        sql = (
            "SELECT c.id, c.name, m.role FROM members m JOIN clubs c ON c.id = m.club "
            "WHERE m.account = ? ORDER BY c.name, c.id"
        )
        return [(row[0], row[1], row[2]) for row in self.store.rows(sql, (account,))]

    def role(self, club: str, account: str) -> str:
        """What somebody is in a club; empty: nothing."""
        sql = "SELECT role FROM members WHERE club = ? AND account = ?"
        return next((str(role) for (role,) in self.store.rows(sql, (club, account))), "")

    def members(self, club: str) -> list[Member]:
        """Who is in it, and who asks or was asked."""
        sql = (
            "SELECT a.id, a.name, m.role, m.since FROM members m JOIN accounts a ON a.id = m.account "
            "WHERE m.club = ? ORDER BY a.name, a.id LIMIT ?"
        )
        return [Member(*row) for row in self.store.rows(sql, (club, 2 * MOST_MEMBERS))]

    def count(self, club: str) -> int:
        """How many are in it."""
        sql = "SELECT COUNT(*) FROM members WHERE club = ? AND role IN (?, ?)"
        return int(self.store.rows(sql, (club, *INSIDE))[0][0])

    def _invited(self, club: str) -> int:
        sql = "SELECT COUNT(*) FROM members WHERE club = ? AND role = ?"
        return int(self.store.rows(sql, (club, INVITED))[0][0])

    # --- changing --------------------------------------------------------------------------

    def open(self, name: str, about: str, owner: str) -> tuple[str, list[Statement]]:
        """A new club of an account's."""
        self._room_for(owner)
        if sum(role == OWNER for _, _, role in self.of(owner)) >= MOST_OWNED:
            raise ProblemError(429, f"You own {MOST_OWNED} clubs: that is the most.")
        if self.is_taken(name):
            raise ProblemError(409, TAKEN)
        return found_rows(name, about, owner)

    def change(self, club: str, account: str, other: str, do: str) -> list[Statement]:
        """The statements that do what an account wants of a club; ProblemError where it may not."""
        self.find(club)
        mine = self.role(club, account)
        if do == "join":
            return self._join(club, account, mine)
        if do == "leave":
            return self._leave(club, account, mine)
        if mine != OWNER:
            raise ProblemError(403, "Only the owner of the club can do that.")
        return self._decide(club, account, other, do)

    def _join(self, club: str, account: str, mine: str) -> list[Statement]:
        if mine in INSIDE:
            return []
        self._room_for(account)
        if mine == INVITED:
            self._room_in(club)
        return [member_row(club, account, MEMBER if mine == INVITED else ASKING)]

    def _leave(self, club: str, account: str, mine: str) -> list[Statement]:
        gone: Statement = ("DELETE FROM members WHERE club = ? AND account = ?", (club, account))
        if mine != OWNER:
            return [gone]
        if self.count(club) > 1:
            raise ProblemError(409, "Make another member the owner first.")
        both = ("DELETE FROM members WHERE club = ?", "DELETE FROM clubs WHERE id = ?")
        return [(sql, (club,)) for sql in both]

    def _decide(self, club: str, account: str, other: str, do: str) -> list[Statement]:
        theirs = self.role(club, other)
        if do == "remove" and theirs and other != account:
            return [("DELETE FROM members WHERE club = ? AND account = ?", (club, other))]
        if do == "invite" and theirs in ("", ASKING):
            self._room_in(club)
            if not theirs and self._invited(club) >= MOST_MEMBERS:
                raise ProblemError(
                    429, f"{MOST_MEMBERS} were asked to join: wait for their answers."
                )
            if Ties(self.store).apart(account, [other]):
                return []  # who is blocked is not told so
            return [member_row(club, other, MEMBER if theirs == ASKING else INVITED)]
        if do == "hand" and theirs == MEMBER:
            return [member_row(club, account, MEMBER), member_row(club, other, OWNER)]
        raise ProblemError(409, "That cannot be done with this person.")

    def _room_for(self, account: str) -> None:
        wanted = [role for _, _, role in self.of(account) if role != INVITED]
        if len(wanted) >= MOST_CLUBS:  # what others ask of somebody does not count
            raise ProblemError(
                429, f"You are in {MOST_CLUBS} clubs, or ask to be: that is the most."
            )

    def _room_in(self, club: str) -> None:
        if self.count(club) >= MOST_MEMBERS:
            raise ProblemError(409, f"The club has {MOST_MEMBERS} members: that is the most.")
