"""A tournament as it is stored: what was agreed, who is in it, and its rounds."""

import secrets
import time
from typing import Any, Final, NamedTuple

from msgspec import Struct, field
from msgspec.json import decode, encode

from dragondune.server.cups.standing import Scored
from dragondune.server.fairness.deal import new_seed
from dragondune.server.storage.store import Statement, Store
from dragondune.server.wire.incoming import Pace
from dragondune.server.wire.problems import ProblemError

OPEN, PLAYING, OVER = "open", "playing", "over"
PUT_CUP: Final = (
    "INSERT INTO cups VALUES (?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET "
    "state = excluded.state, data = excluded.data"
)
NEW_CUP: Final = "INSERT INTO cups VALUES (?, ?, ?, ?)"
PUT_ENTRY: Final = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
PUT_PAIRING: Final = "INSERT INTO pairings VALUES (?, ?, ?, ?, ?)"


class Cup(Struct):
    """What was agreed, and how far it is. ``secret`` is opened when the first round is drawn."""

    id: str
    title: str
    created: float
    organiser: str
    edition: str
    players: int
    rounds: int
    pace: Pace
    fill: str = ""  # the bot that fills tables; empty: byes
    starts: float = 0.0  # when it begins by itself; 0: when its organiser says so
    round_hours: float = 72.0
    rated: bool = False
    secret: str = field(default_factory=new_seed)
    seed: str = ""
    state: str = OPEN
    round: int = 0
    round_began: float = 0.0
    why: str = ""  # it ended before its time


class Entry(NamedTuple):
    """One that is in it: an account or a bot."""

    number: int
    account: str
    bot: str
    name: str
    salt: str
    at: float
    gone: bool


class Pairing(Struct):
    """A table of a round, or by number 0 those who sit out. ``scores``: what came of it, once it has."""

    round: int
    number: int
    game: str
    seats: list[tuple[int, str]]
    opened: bool = False
    scores: list[Scored] | None = None


def new_id() -> str:
    """Of a cup."""
    return secrets.token_hex(6)


def cup_row(cup: Cup) -> Statement:
    """The statement that stores a cup as it is now."""
    return PUT_CUP, (cup.id, cup.created, cup.state, encode(cup))


def new_cup_row(cup: Cup) -> Statement:
    """The statement that stores a new one; it fails where there is one of that id."""
    return NEW_CUP, (cup.id, cup.created, cup.state, encode(cup))


def entry_row(cup: str, entry: Entry) -> Statement:
    """The statement that adds an entry; it fails where its number or its account is in it already."""
    return PUT_ENTRY, (cup, *entry[:6], int(entry.gone))


def new_entry(number: int, name: str, account: str = "", bot: str = "", salt: str = "") -> Entry:
    """An entry of this moment."""
    return Entry(number, account, bot, name, salt, round(time.time(), 3), False)


def pairing_row(cup: str, pairing: Pairing) -> Statement:
    """The statement that adds a table; it fails where another process has drawn the round."""
    return PUT_PAIRING, (cup, pairing.round, pairing.number, pairing.game, encode(pairing))


def changed_row(cup: str, pairing: Pairing) -> Statement:
    """The statement that stores what became of a table."""
    sql = "UPDATE pairings SET data = ? WHERE cup = ? AND round = ? AND number = ?"
    return sql, (encode(pairing), cup, pairing.round, pairing.number)


class Shelf:
    """The cups of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, cup: str) -> Cup:
        """The cup of this id; ProblemError where there is none."""
        rows = self.store.rows("SELECT data FROM cups WHERE id = ?", (cup,))
        if not rows:
            raise ProblemError(404, "There is no such tournament.")
        return decode(bytes(rows[0][0]), type=Cup)

    def of(self, state: str, before: float, most: int) -> list[Cup]:
        """Cups in a state, the latest first."""
        sql = "SELECT data FROM cups WHERE state = ? AND created < ? ORDER BY created DESC LIMIT ?"
        rows = self.store.rows(sql, (state, before, most))
        return [decode(bytes(data), type=Cup) for (data,) in rows]

    def entries(self, cup: str) -> list[Entry]:
        """Who is in it, and who left it."""
        sql = (
            "SELECT number, account, bot, name, salt, at, gone FROM entries WHERE cup = ? "
            "ORDER BY number"
        )
        return [_entry(row) for row in self.store.rows(sql, (cup,))]

    def count(self, cup: str) -> int:
        """How many are in it."""
        sql = "SELECT COUNT(*) FROM entries WHERE cup = ? AND gone = 0"
        return int(self.store.rows(sql, (cup,))[0][0])

    def pairings(self, cup: str) -> list[Pairing]:
        """Its tables, round by round."""
        sql = "SELECT data FROM pairings WHERE cup = ? ORDER BY round, number"
        return [decode(bytes(data), type=Pairing) for (data,) in self.store.rows(sql, (cup,))]

    def lately(self, organiser: str, since: float) -> int:
        """How many somebody has opened since then."""
        found = [cup for state in (OPEN, PLAYING, OVER) for cup in self.of(state, 9e99, 500)]
        return sum(cup.organiser == organiser and cup.created > since for cup in found)


def _entry(row: tuple[Any, ...]) -> Entry:
    return Entry(*row)._replace(gone=bool(row[6]))


def scores_of(pairings: list[Pairing]) -> list[Scored]:
    """All that was scored."""
    return [one for pairing in pairings for one in pairing.scores or ()]
