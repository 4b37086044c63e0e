"""What one account is to another: a friend, one who asks to be, somebody it does not hear, or wants nothing of."""

import time
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from dragondune.server.storage.store import Statement, Store
from dragondune.server.wire.problems import ProblemError

Kind = Literal["friend", "asked", "muted", "blocked"]
FRIEND, ASKED, MUTED, BLOCKED = "friend", "asked", "muted", "blocked"
MOST: Final = 500  # of an account
PUT: Final = "INSERT INTO ties VALUES (?, ?, ?, ?) ON CONFLICT(account, other, kind) DO NOTHING"
DROP: Final = "DELETE FROM ties WHERE account = ? AND other = ? AND kind = ?"


class Tie(NamedTuple):
    """Of which kind, and with whom."""

    kind: str
    account: str
    name: str
    since: float


def tie_row(account: str, other: str, kind: str) -> Statement:
    """The statement that adds one."""
    return PUT, (account, other, kind, round(time.time(), 3))


def untie_rows(account: str, other: str, kinds: Iterable[str]) -> list[Statement]:
    """The statements that end some, on both sides."""
    pairs = ((account, other), (other, account))
    return [(DROP, (one, two, kind)) for kind in kinds for one, two in pairs]


class Ties:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, account: str) -> list[Tie]:
        """What an account has, by name; ``asking`` are those who ask it to be a friend."""
        mine = (
            "SELECT t.kind, a.id, a.name, t.since FROM ties t JOIN accounts a ON a.id = t.other "
            "WHERE t.account = ? ORDER BY a.name, a.id LIMIT ?"
        )
        asking = (
            "SELECT 'asking', a.id, a.name, t.since FROM ties t JOIN accounts a ON a.id = t.account "
            "WHERE t.other = ? AND t.kind = ? ORDER BY t.since, a.id LIMIT ?"
        )
        rows = self.store.rows(mine, (account, 4 * MOST))
        return [Tie(*row) for row in rows + self.store.rows(asking, (account, ASKED, 100))]

    def between(self, account: str, other: str) -> set[str]:
        """What one has with another, seen from the first."""
        sql = "SELECT kind FROM ties WHERE account = ? AND other = ?"
        return {kind for (kind,) in self.store.rows(sql, (account, other))}

    def others(self, account: str, *kinds: str) -> frozenset[str]:
        """With whom an account has some of these kinds."""
        marks = ", ".join("?" * len(kinds))
        sql = f"SELECT other FROM ties WHERE account = ? AND kind IN ({marks})"
        return frozenset(other for (other,) in self.store.rows(sql, (account, *kinds)))

    def apart(self, account: str, others: Sequence[str]) -> bool:
        """Does one of them want nothing of the other, whichever way round?"""
        if not account or not others:
            return False
        marks = ", ".join("?" * len(others))
        sql = (
            f"SELECT 1 FROM ties WHERE kind = ? AND ((account = ? AND other IN ({marks})) "
            f"OR (other = ? AND account IN ({marks}))) LIMIT 1"
        )
        return bool(self.store.rows(sql, (BLOCKED, account, *others, account, *others)))

    # --- changing --------------------------------------------------------------------------

    def change(self, account: str, other: str, do: str) -> list[Statement]:
        """The statements that do what an account wants; ProblemError where it may not."""
        if account == other:
            raise ProblemError(400, "That is you.")
        if do == "ask":
            return self._ask(account, other)
        if do == "end":
            return untie_rows(account, other, (FRIEND, ASKED))
        if do in ("unmute", "unblock"):
            return [(DROP, (account, other, MUTED if do == "unmute" else BLOCKED))]
        self._within_bounds(account)
        if do == "mute":
            return [tie_row(account, other, MUTED)]
        return [*untie_rows(account, other, (FRIEND, ASKED)), tie_row(account, other, BLOCKED)]

    def _ask(self, account: str, other: str) -> list[Statement]:
        """Be friends; at once where the other has asked as well. Who is blocked is not told so."""
        if self.apart(account, [other]):
            return []
        self._within_bounds(account)
        if ASKED in self.between(other, account):
            both = [tie_row(account, other, FRIEND), tie_row(other, account, FRIEND)]
            return [*untie_rows(account, other, (ASKED,)), *both]
        if FRIEND in self.between(account, other):
            return []
        return [tie_row(account, other, ASKED)]

    def _within_bounds(self, account: str) -> None:
        sql = "SELECT COUNT(*) FROM ties WHERE account = ?"
        if int(self.store.rows(sql, (account,))[0][0]) >= MOST:
            raise ProblemError(
                429, f"You have {MOST} friends, requests and blocks: end some first."
            )
