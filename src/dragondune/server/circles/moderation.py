"""Reports, and what moderators do about them; everything that was done is written down with who did it."""

import secrets
import time
from datetime import UTC, datetime
from typing import Final, NamedTuple

from dragondune.server.people.accounts import Account, Accounts, account_row
from dragondune.server.people.errands import NAME, errands_row
from dragondune.server.storage.store import Statement, Store
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import clean

SILENCE, SUSPEND, WARNING, RENAME = "silence", "suspend", "warning", "rename"
DAY: Final = 86_400.0
REPORTS_A_DAY: Final = 10
LONGEST: Final = 1000
PAGE: Final = 50
HOST: Final = "host"  # who does it by ``dragon-dune admin``
KINDS: Final = {"silence": SILENCE, "suspend": SUSPEND, "warn": WARNING, "rename": RENAME}
NAMED: Final = ("entries", "showings", "remarks")  # where names stand beside accounts
PUT_SANCTION: Final = (
    "INSERT INTO sanctions VALUES (?, ?, ?) ON CONFLICT(account, kind) DO UPDATE SET "
    "until = excluded.until"
)


class Report(NamedTuple):
    """What somebody told the moderators."""

    id: str
    at: float
    reporter: str
    about: str
    game: str
    text: str
    state: str


class Deed(NamedTuple):
    """What a moderator did."""

    id: str
    at: float
    moderator: str
    about: str
    what: str
    until: float
    why: str


def day_of(moment: float) -> str:
    """A moment as a person reads it."""
    return datetime.fromtimestamp(moment, UTC).strftime("%d %B %Y, %H:%M UTC")


class Moderation:
    """All of it."""

    def __init__(self, store: Store) -> None:
        self.store, self.accounts = store, Accounts(store)

    def is_moderator(self, account: str) -> bool:
        """May this account decide about others?"""
        return bool(self.store.rows("SELECT 1 FROM moderators WHERE account = ?", (account,)))

    def until(self, account: str, kind: str) -> float:
        """Until when something holds for an account; 0 where it does not."""
        sql = "SELECT until FROM sanctions WHERE account = ? AND kind = ? AND until > ?"
        rows = self.store.rows(sql, (account, kind, time.time()))
        return float(rows[0][0]) if rows else 0.0

    def told(self, account: str) -> list[str]:
        """What holds for an account, in sentences for its owner."""
        words = {
            SILENCE: "You cannot talk here until {}.",
            SUSPEND: "You cannot open tables or sit down here until {}.",
            WARNING: "A moderator has warned you.",
            RENAME: "A moderator has taken your name away. You cannot change it until {}.",
        }
        found = [
            text.format(day_of(end))
            for kind, text in words.items()
            if (end := self.until(account, kind))
        ]
        if not found:
            return []
        sql = "SELECT why FROM deeds WHERE about = ? AND until > ? AND why <> '' ORDER BY at DESC"
        rows = self.store.rows(f"{sql} LIMIT 3", (account, time.time()))
        return [*found, *(f"“{why}”" for (why,) in rows)]

    # --- reports ---------------------------------------------------------------------------

    def report_rows(self, reporter: str, about: str, game: str, text: str) -> list[Statement]:
        """The statements that store a report; ProblemError where there were many."""
        sql = "SELECT COUNT(*) FROM reports WHERE reporter = ? AND at > ?"
        lately = int(self.store.rows(sql, (reporter, time.time() - DAY))[0][0])
        if lately >= REPORTS_A_DAY:
            raise ProblemError(429, f"You have sent {REPORTS_A_DAY} reports today.")
        said = clean(text, LONGEST)
        if not said:
            raise ProblemError(400, "Say what happened.")
        put = "INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, 'open')"
        now = round(time.time(), 3)
        return [(put, (secrets.token_hex(8), now, reporter, about, game, said))]

    def reports(self, state: str = "open") -> list[Report]:
        """Reports, the oldest first."""
        sql = (
            "SELECT id, at, reporter, about, game, text, state FROM reports WHERE state = ? "
            "ORDER BY at, id LIMIT ?"
        )
        return [Report(*row) for row in self.store.rows(sql, (state, PAGE))]

    def deeds(self) -> list[Deed]:
        """What was done lately, the latest first."""
        sql = "SELECT id, at, moderator, about, what, until, why FROM deeds ORDER BY at DESC, id LIMIT ?"
        return [Deed(*row) for row in self.store.rows(sql, (PAGE,))]

    # --- deciding --------------------------------------------------------------------------

    def decide(
        self, moderator: str, about: str, do: str, days: float, why: str, report: str = ""
    ) -> list[Statement]:
        """The statements that do it and write it down; ProblemError where it may not be done."""
        account = self.accounts.find(about)
        if account is None and do != "dismiss":
            raise ProblemError(404, "There is no such account.")
        if moderator != HOST and do != "dismiss" and self.is_moderator(about):
            raise ProblemError(403, "Only the host of the server decides about moderators.")
        now = round(time.time(), 3)
        until = now + days * DAY if do in KINDS else 0.0
        deed = (secrets.token_hex(8), now, moderator, about, do, until, clean(why, LONGEST))
        written: Statement = ("INSERT INTO deeds VALUES (?, ?, ?, ?, ?, ?, ?)", deed)
        closed: Statement = ("UPDATE reports SET state = 'closed' WHERE id = ?", (report,))
        return [*self._carry_out(account, do, until), written, *([closed] if report else [])]

    def _carry_out(self, account: Account | None, do: str, until: float) -> list[Statement]:
        if account is None or do == "dismiss":
            return []
        if do == "lift":
            return [("DELETE FROM sanctions WHERE account = ?", (account.id,))]
        rows = self._take_name(account) if do == "rename" else []
        return [(PUT_SANCTION, (account.id, KINDS[do], until)), *rows]

    def _take_name(self, account: Account) -> list[Statement]:
        """The statements by which somebody is called otherwise, everywhere; at tables it follows."""
        mine = account.id
        names = (f"Player {mine[:size]}" for size in (6, 9, 12))
        account.name = next((one for one in names if self.accounts.named(one) is None), mine)
        renamed = (f"UPDATE {name} SET name = ? WHERE account = ?" for name in NAMED)
        rows: list[Statement] = [(sql, (account.name, mine)) for sql in renamed]
        return [account_row(account), *rows, errands_row(mine, NAME, account.name)]

    def appoint(self, account: str, yes: bool) -> list[Statement]:
        """The statements that make somebody a moderator, or end that; written down too."""
        now = round(time.time(), 3)
        put = "INSERT INTO moderators VALUES (?, ?) ON CONFLICT(account) DO NOTHING"
        gone = "DELETE FROM moderators WHERE account = ?"
        what = "appoint" if yes else "relieve"
        deed = (secrets.token_hex(8), now, HOST, account, what, 0.0, "")
        change: Statement = (put, (account, now)) if yes else (gone, (account,))
        return [change, ("INSERT INTO deeds VALUES (?, ?, ?, ?, ?, ?, ?)", deed)]
