"""A tournament as it is stored: what was agreed, who is in it, and its rounds."""

import secrets
import time
from typing import Any, Final, NamedTuple

from msgspec import Struct, field
from msgspec.json import decode, encode
from msgspec.structs import replace

from dragondune.server.cups.standing import Scored
from dragondune.server.fairness.deal import new_seed
from dragondune.server.storage.store import Statement, Store
from dragondune.server.wire.incoming import Pace
from dragondune.server.wire.problems import ProblemError

OPEN, PLAYING, OVER = "open", "playing", "over"
NEVER: Final = 9e99  # when there is nothing more to be done
NEW_CUP: Final = (
    "INSERT INTO cups (id, created, state, organiser, mark, due, data) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
CHANGE_CUP: Final = "UPDATE cups SET state = ?, organiser = ?, mark = ?, due = ?, data = ? WHERE id = ? AND mark = ?"
HOLD_CUP: Final = "UPDATE cups SET due = due WHERE id = ? AND mark = ?"
# It fails, as the cup is there already, where somebody else has changed it meanwhile.
AS_KNOWN: Final = "INSERT INTO cups SELECT * FROM cups WHERE id = ? AND mark <> ?"
PUT_ENTRY: Final = (
    "INSERT INTO entries (cup, number, account, bot, name, salt, at, gone, door) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
SHARE: Final = 0.9  # of a round's time is the players'; the rest is for bots, and for restarts
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
    mark: str = ""  # another with each change

    @property
    def budget(self) -> int:
        """Seconds that each player has for a game, so that no game lasts longer than its round."""
        return int(SHARE * self.round_hours * 3600 / self.players)

    @property
    def round_ends(self) -> float:
        """When a round is ended that is not over."""
        return self.round_began + self.round_hours * 3600


class Entry(NamedTuple):
    """One that is in it: an account or a bot."""

    number: int
    account: str
    bot: str
    name: str
    salt: str
    at: float
    gone: bool
    door: str = ""  # from where, told apart from the others of the cup and no more


class Pairing(Struct):
    """A table of a round, or by number 0 those who sit out. ``scores``: what came of it, once it has. ``dead``:
    nothing comes of it, as it cannot be played or ended."""

    round: int
    number: int
    game: str
    seats: list[tuple[int, str]]
    opened: bool = False
    scores: list[Scored] | None = None
    dead: bool = False


def new_id() -> str:
    """Of a cup."""
    return secrets.token_hex(6)


def due_of(cup: Cup) -> float:
    """When a cup is to be looked at that has just changed."""
    if cup.state == OPEN:
        return cup.starts or NEVER
    return 0.0 if cup.state == PLAYING else NEVER


def new_cup_row(cup: Cup) -> Statement:
    """The statement that stores a new one; it fails where there is one of that id."""
    about = (cup.id, cup.created, cup.state, cup.organiser, cup.mark)
    return NEW_CUP, (*about, due_of(cup), encode(cup))


def cup_rows(cup: Cup, **changes: object) -> list[Statement]:
    """The statements that change a cup; they fail where it is not any more as it was read."""
    fresh = replace(cup, mark=secrets.token_hex(8), **changes)
    now = (fresh.state, fresh.organiser, fresh.mark, due_of(fresh), encode(fresh))
    over = ("UPDATE entries SET door = '' WHERE cup = ?", (cup.id,))
    return [
        (CHANGE_CUP, (*now, cup.id, cup.mark)),
        (AS_KNOWN, (cup.id, fresh.mark)),
        *([over] if fresh.state == OVER else []),
    ]


def same_cup_rows(cup: Cup) -> list[Statement]:
    """The statements that make a write fail where a cup is not any more as it was read."""
    return [(HOLD_CUP, (cup.id, cup.mark)), (AS_KNOWN, (cup.id, cup.mark))]


def entry_row(cup: str, entry: Entry) -> Statement:
    """The statement that adds an entry; it fails where its number or its account is in it already."""
    return PUT_ENTRY, (cup, *entry[:6], int(entry.gone), entry.door)


def new_entry(
    number: int, name: str, account: str = "", bot: str = "", salt: str = "", door: str = ""
) -> Entry:
    """An entry of this moment."""
    return Entry(number, account, bot, name, salt, round(time.time(), 3), False, door)


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
            "SELECT number, account, bot, name, salt, at, gone, door FROM entries WHERE cup = ? "
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

    def pairing_of(self, game: str) -> tuple[str, Pairing] | None:
        """The cup that a table belongs to, and what is kept of it there."""
        rows = self.store.rows("SELECT cup, data FROM pairings WHERE game = ?", (game,))
        return (rows[0][0], decode(bytes(rows[0][1]), type=Pairing)) if rows else None

    def due(self, now: float, most: int) -> list[str]:
        """Cups that something is to be done about, the longest due first."""
        sql = "SELECT id FROM cups WHERE due <= ? ORDER BY due LIMIT ?"
        return [str(name) for (name,) in self.store.rows(sql, (now, most))]

    def by(self, organiser: str, since: float) -> list[Cup]:
        """Those that somebody has opened since then."""
        sql = "SELECT data FROM cups WHERE organiser = ? AND created > ?"
        rows = self.store.rows(sql, (organiser, since)) if organiser else []
        return [decode(bytes(data), type=Cup) for (data,) in rows]

    def left_rows(self, account: str) -> list[Statement]:
        """The statements by which cups are without an organiser whose account goes; none begins any more."""
        ended = {"state": OVER, "why": "Its organiser has left."}
        return [
            row
            for cup in self.by(account, 0.0)
            for row in cup_rows(cup, organiser="", **(ended if cup.state == OPEN else {}))
        ]


def _entry(row: tuple[Any, ...]) -> Entry:
    return Entry(*row)._replace(gone=bool(row[6]))


def scores_of(pairings: list[Pairing]) -> list[Scored]:
    """All that was scored."""
    return [one for pairing in pairings for one in pairing.scores or ()]
