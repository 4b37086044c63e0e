"""Where an account is signed in: one row for each browser, known by the hash of its cookie's token."""

import time
from typing import Final, NamedTuple

from dragondune.server.storage.card import hash_token, new_token
from dragondune.server.storage.store import Statement, Store

LASTS: Final = 90 * 86400.0  # seconds without a sign of life after which a browser is signed out
NOTED: Final = 3600.0  # how often such a sign is written down
MOST: Final = 50  # of one account; the oldest makes room

COLUMNS: Final = "token_hash, account, device, made, seen"


class Visit(NamedTuple):
    """A browser in which an account is signed in."""

    token_hash: str
    account: str
    device: str
    made: float
    seen: float

    @property
    def id(self) -> str:
        """What its owner calls it by; no way leads from here to the cookie."""
        return self.token_hash[:16]


def begin(account: str, device: str) -> tuple[str, list[Statement]]:
    """Sign an account in: the token for the cookie, and what is to be stored."""
    token, now = new_token(), round(time.time(), 3)
    put = "INSERT INTO visits (token_hash, account, device, made, seen) VALUES (?, ?, ?, ?, ?)"
    trim = (
        "DELETE FROM visits WHERE account = ? AND token_hash NOT IN "
        "(SELECT token_hash FROM visits WHERE account = ? ORDER BY seen DESC LIMIT ?)"
    )
    visit = (hash_token(token), account, device, now, now)
    return token, [(put, visit), (trim, (account, account, MOST))]


class Visits:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, token: str) -> Visit | None:
        """The visit that a cookie's token stands for, unless it has run out."""
        sql = f"SELECT {COLUMNS} FROM visits WHERE token_hash = ?"
        rows = self.store.rows(sql, (hash_token(token),))
        visit = Visit(*rows[0]) if rows else None
        return visit if visit and visit.seen > time.time() - LASTS else None

    def of(self, account: str) -> list[Visit]:
        """Where an account is signed in, the latest first."""
        sql = f"SELECT {COLUMNS} FROM visits WHERE account = ? AND seen > ? ORDER BY seen DESC"
        return [Visit(*row) for row in self.store.rows(sql, (account, time.time() - LASTS))]

    async def note(self, visit: Visit) -> None:
        """It was used: written down once in a while."""
        now = round(time.time(), 3)
        if now - visit.seen > NOTED:
            sql = "UPDATE visits SET seen = ? WHERE token_hash = ?"
            await self.store.write([(sql, (now, visit.token_hash))])

    async def end(self, visits: list[Visit]) -> None:
        """Sign out there; what was signed in by a cookie is not let in any more."""
        sql = "DELETE FROM visits WHERE token_hash = ?"
        if visits:
            await self.store.write([(sql, (visit.token_hash,)) for visit in visits])
