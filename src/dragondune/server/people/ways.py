"""The ways into an account: passkeys, e-mail addresses, recovery codes; and what works only once."""

import hashlib
import secrets
import time
from typing import Any, Final, NamedTuple

from msgspec.json import decode, encode

from dragondune.server.people.passkeys import Passkey
from dragondune.server.storage.card import hash_token, new_token
from dragondune.server.storage.store import Statement, Store

PASSKEY, EMAIL, CODE = "passkey", "email", "code"
CODES: Final = 8  # that are printed together
LINK_LASTS: Final = 1800.0  # seconds
PUT: Final = "INSERT INTO ways_in (kind, id, account, made, data) VALUES (?, ?, ?, ?, ?)"
SPEND: Final = "INSERT INTO spent (id, until) VALUES (?, ?)"
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that could be read for another


class Way(NamedTuple):
    """One way in: for an address its ``id``, for anything else what it was called or used on."""

    kind: str
    id: str
    account: str
    made: float
    data: dict[str, Any]


def way_row(kind: str, name: str, account: str, **data: object) -> Statement:
    """The statement that adds a way in; it fails where it is somebody's already."""
    return PUT, (kind, name, account, round(time.time(), 3), encode(data))


def passkey_row(passkey: Passkey, account: str, label: str) -> Statement:
    """The same for a passkey."""
    kept = {"public_key": passkey.public_key, "uses": passkey.uses, "label": label}
    return way_row(PASSKEY, passkey.id, account, **kept)


def used_row(passkey: Passkey, way: Way) -> Statement:
    """A passkey was shown: how often it was, by its own count."""
    sql = "UPDATE ways_in SET data = ? WHERE kind = ? AND id = ?"
    return sql, (encode({**way.data, "uses": passkey.uses}), PASSKEY, way.id)


def spend_row(name: str, until: float) -> Statement:
    """What works once is used up. Of two who do it in the same instant, one fails."""
    return SPEND, (name, until)


def sweep_rows() -> list[Statement]:
    """What has run out need not be remembered."""
    now = time.time()
    return [(f"DELETE FROM {name} WHERE until < ?", (now,)) for name in ("spent", "links")]


def link(address: str, account: str) -> tuple[str, Statement]:
    """A link for an e-mail: its token, and what is stored of it."""
    token, until = new_token(), time.time() + LINK_LASTS
    sql = "INSERT INTO links (token_hash, address, account, until) VALUES (?, ?, ?, ?)"
    return token, (sql, (hash_token(token), address, account, until))


def no_links_row(account: str) -> Statement:
    """Links that were asked for from an account work no more: whoever was signed out may have one."""
    return "DELETE FROM links WHERE account = ?", (account,)


def new_codes(account: str) -> tuple[list[str], list[Statement]]:
    """Recovery codes to be printed, and what is stored of them; older ones work no more."""
    codes = ["-".join(_letters(5) for _ in range(3)) for _ in range(CODES)]
    gone = "DELETE FROM ways_in WHERE kind = ? AND account = ?"
    rows = [way_row(CODE, hash_code(code), account) for code in codes]
    return codes, [(gone, (CODE, account)), *rows]


def _letters(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def hash_code(code: str) -> str:
    """What is kept of a code: 74 bits are too many to be guessed from a hash."""
    plain = "".join(sign for sign in code.lower() if sign.isalnum())
    return hashlib.sha256(f"recovery {plain}".encode()).hexdigest()


class Ways:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, kind: str, name: str) -> Way | None:
        """Whose this one is."""
        sql = "SELECT kind, id, account, made, data FROM ways_in WHERE kind = ? AND id = ?"
        return next(iter(map(_read, self.store.rows(sql, (kind, name)))), None)

    def of(self, account: str) -> list[Way]:
        """The ways into an account, the oldest first."""
        sql = (
            "SELECT kind, id, account, made, data FROM ways_in WHERE account = ? ORDER BY made, id"
        )
        return [_read(row) for row in self.store.rows(sql, (account,))]

    def link(self, token: str) -> tuple[str, str] | None:
        """The address that a link went to, and for which account it was asked for."""
        sql = "SELECT address, account FROM links WHERE token_hash = ? AND until > ?"
        rows = self.store.rows(sql, (hash_token(token), time.time()))
        return (rows[0][0], rows[0][1]) if rows else None

    def is_spent(self, name: str) -> bool:
        """Was it used?"""
        return bool(self.store.rows("SELECT 1 FROM spent WHERE id = ?", (name,)))


def _read(row: tuple[Any, ...]) -> Way:
    return Way(row[0], row[1], row[2], row[3], decode(bytes(row[4]), type=dict[str, Any]))


def passkey_of(way: Way) -> Passkey:
    """A passkey as it is checked."""
    return Passkey(way.id, str(way.data["public_key"]), int(way.data["uses"]))
