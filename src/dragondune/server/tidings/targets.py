"""Where a person is told: browsers that take push messages, e-mail addresses, webhooks; and why one was given up."""

import secrets
import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec.json import decode, encode

from dragondune.server.storage.store import Statement, Store
from dragondune.server.tidings.kinds import PUSH
from dragondune.server.tidings.shapes import Message, joined

COLUMNS: Final = "id, account, channel, address, data, made, ended, trouble"


class Target(NamedTuple):
    """One of them; ``ended``: when it was given up, and ``trouble``: why."""

    id: str
    account: str
    channel: str
    address: str
    data: dict[str, str]
    made: float
    ended: float
    trouble: str


class Delivery(NamedTuple):
    """A message on its way to a target, after so many attempts."""

    id: str
    target: str
    message: Message
    tries: int
    account: str
    channel: str


def target_rows(account: str, channel: str, address: str, **data: str) -> list[Statement]:
    """The statements that add a target. A browser that is subscribed is told for one account alone."""
    other = "" if channel == PUSH else " AND account = ?"
    gone = f"DELETE FROM targets WHERE channel = ? AND address = ?{other}"
    values = (channel, address) if channel == PUSH else (channel, address, account)
    put = "INSERT INTO targets VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    made = round(time.time(), 3)
    row = (secrets.token_hex(8), account, channel, address, encode(data), made, 0.0, "")
    return [(gone, values), (put, row)]


def end_rows(target: str, trouble: str) -> list[Statement]:
    """The statements that give a target up: its owner reads why, and nothing more is sent there."""
    sql = "UPDATE targets SET ended = ?, trouble = ? WHERE id = ?"
    return [(sql, (round(time.time(), 3), trouble, target)), *forget_rows(target)]


def forget_rows(target: str) -> list[Statement]:
    """What is on its way there stays where it is."""
    return [("DELETE FROM deliveries WHERE target = ?", (target,))]


def erase_rows(target: str) -> list[Statement]:
    """The statements that take a target away."""
    return [("DELETE FROM targets WHERE id = ?", (target,)), *forget_rows(target)]


def delivery_row(target: Target, message: Message, held: Delivery | None = None) -> Statement:
    """The statement that sends a message on its way, or with one that waits to be tried again."""
    if held is not None:
        return "UPDATE deliveries SET data = ? WHERE id = ?", (
            encode(joined(held.message, message)),
            held.id,
        )
    sql = "INSERT INTO deliveries VALUES (?, ?, ?, ?, ?, ?)"
    return sql, (secrets.token_hex(8), target.account, target.id, encode(message), 0, time.time())


def _read(row: tuple[Any, ...]) -> Target:
    name, account, channel, address, data, made, ended, trouble = row
    told = decode(bytes(data), type=dict[str, str])
    return Target(name, account, channel, address, told, made, ended, trouble)


class Targets:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, account: str) -> list[Target]:
        """Where an account is told, the oldest first."""
        sql = f"SELECT {COLUMNS} FROM targets WHERE account = ? ORDER BY made, id"
        return [_read(row) for row in self.store.rows(sql, (account,))]

    def find(self, target: str) -> Target | None:
        """One of them."""
        rows = self.store.rows(f"SELECT {COLUMNS} FROM targets WHERE id = ?", (target,))
        return _read(rows[0]) if rows else None

    def waiting(
        self,
        most: int,
        each: int,
        targets: Sequence[str] = (),
        accounts: Sequence[str] = (),
        channels: Sequence[str] = (),
    ) -> list[Delivery]:
        """What is to be sent now, but for these targets, accounts and channels.

        At most so many for each account: those that were not tried yet, then the longest due.
        """
        values: list[str] = []
        sql = "SELECT d.id, d.target, d.data, d.tries, d.account, t.channel, d.due"
        sql += ", ROW_NUMBER() OVER (PARTITION BY d.account ORDER BY d.tries, d.due, d.id) AS turn"
        sql += " FROM deliveries d JOIN targets t ON t.id = d.target WHERE d.due <= ?"
        but = (("d.target", targets), ("d.account", accounts), ("t.channel", channels))
        for name, without in but:
            if without:
                sql += f" AND {name} NOT IN ({', '.join('?' * len(without))})"
                values += without
        fair = f"SELECT * FROM ({sql}) AS d WHERE turn <= ? ORDER BY turn, tries, due LIMIT ?"
        rows = self.store.rows(fair, (time.time(), *values, each, most))
        return [_delivery(row) for row in rows]

    def failed(self, target: str) -> Delivery | None:
        """A message that waits to be tried again."""
        sql = (
            "SELECT d.id, d.target, d.data, d.tries, d.account, '' FROM deliveries d "
            "WHERE d.target = ? AND d.tries > 0 ORDER BY d.due LIMIT 1"
        )
        return next(map(_delivery, self.store.rows(sql, (target,))), None)


def _delivery(row: tuple[Any, ...]) -> Delivery:
    message = decode(bytes(row[2]), type=Message)
    return Delivery(row[0], row[1], message, int(row[3]), row[4], row[5])
