"""Accounts: an id that stays, a name that nobody else's looks like, and what its owner has set."""

import asyncio
import secrets
import time
from typing import Any, Final

from msgspec import Struct, field
from msgspec.json import decode, encode
from msgspec.structs import replace

from dragondune.server.storage.store import Statement, Store, StoreError
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import alike, clean

LONGEST: Final = 40
COLUMNS: Final = "id, name, created, data"
PUT: Final = (
    "INSERT INTO accounts (id, name, alike, created, data) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT(id) DO UPDATE SET name = excluded.name, alike = excluded.alike, data = excluded.data"
)
TAKEN: Final = "That name is taken, or looks like one that is."


class Wishes(Struct):
    """What the owner of an account has set; every part has a default.

    ``quiet``: from which minute of the day to which nothing is told, in the time zone of this name; ``unheard``:
    what is not told by which channel, as ``offer/mail``.
    """

    zone: str = ""
    quiet: tuple[int, int] | None = None
    unheard: list[str] = field(default_factory=list)

    profile: str = "nobody"  # who may see their name among ratings, and their results: Sight


class Account(Struct):
    """Somebody who comes back."""

    id: str
    name: str
    created: float
    wishes: Wishes = field(default_factory=Wishes)


def new_account(name: str) -> Account:
    """One that is not stored yet; ProblemError where the name cannot be shown."""
    return Account(secrets.token_hex(8), safe_name(name), round(time.time(), 3))


def safe_name(name: str) -> str:
    """A name as others get to see it: a line without signs that hide or turn round."""
    called = clean(name, LONGEST)
    if not alike(called):
        raise ProblemError(400, "A name needs at least one letter.")
    return called


def account_row(account: Account) -> Statement:
    """The statement that stores an account; it fails where another's name looks like its own."""
    name = account.name
    return PUT, (account.id, name, alike(name), account.created, encode(account.wishes))


def _read(row: tuple[Any, ...]) -> Account:
    return Account(row[0], row[1], row[2], decode(bytes(row[3]), type=Wishes))


class Accounts:
    """All accounts of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, account: str) -> Account | None:
        """The account of this id."""
        rows = self.store.rows(f"SELECT {COLUMNS} FROM accounts WHERE id = ?", (account,))
        return _read(rows[0]) if rows else None

    def named(self, name: str) -> Account | None:
        """The account whose name looks like this one."""
        sql = f"SELECT {COLUMNS} FROM accounts WHERE alike = ?"
        rows = self.store.rows(sql, (alike(name),))
        return _read(rows[0]) if rows else None

    async def put(self, account: Account, *also: Statement) -> None:
        """Store an account, and whatever else is given; ProblemError where its name is another's."""
        try:
            await self.store.write([account_row(account), *also])
        except StoreError:
            other = await asyncio.to_thread(self.named, account.name)
            if other is None or other.id == account.id:
                raise
            raise ProblemError(409, TAKEN) from None

    async def rename(self, account: Account, name: str) -> Account:
        """Be called otherwise from now on; at tables a name is changed by itself."""
        fresh = replace(account, name=safe_name(name))
        await self.put(fresh)
        return fresh
