"""Results and ratings in the database.

Each finished game is counted once: its row in ``results``, its seats, the ratings it leads to and the end of its
waiting in ``endings`` are one write. Games of a pool have numbers without gaps, and two writers who take the same
number cannot both succeed; so ratings follow from the games in the order of their numbers, and from nothing else.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from dragondune.server.people.errands import GONE
from dragondune.server.ranks.counting import Showing
from dragondune.server.ranks.model import ENOUGH, Rating
from dragondune.server.storage.card import FORMER, is_nobody
from dragondune.server.storage.store import Statement, Store

DAY: Final = 86_400.0
MOST_A_DAY: Final = 10  # games of the same people, and bots, that count in a day
PUT_RESULT: Final = "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
PUT_SHOWING: Final = "INSERT INTO showings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
PUT_RATING: Final = (
    "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(pool, account) DO UPDATE SET "
    "mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, wins = excluded.wins, "
    "listed = excluded.listed, latest = excluded.latest"
)
COUNTED: Final = "DELETE FROM endings WHERE game = ?"


class Result(NamedTuple):
    """A finished game. ``shown``: it was a public table; ``why``: what speaks against counting it."""

    game: str
    pool: str
    place: int
    ended: float
    title: str
    way: str
    turns: int
    shown: bool
    people: str
    rated: bool
    why: str


def people_of(seats: Sequence[Showing]) -> str:
    """The same for games of the same people: one word, whoever sits where."""
    return " ".join(sorted(one.account for one in seats if one.account))


def result_rows(
    result: Result,
    seats: Sequence[Showing],
    before: dict[str, Rating],
    after: dict[str, Rating],
) -> list[Statement]:
    """All that is stored of a game."""
    row = (*result[:7], int(result.shown), result.people, int(result.rated), result.why)
    parts = [_showing_row(result, one, before, after) for one in seats]
    ratings = [rating_row(result.pool, who, now, result.ended) for who, now in after.items()]
    return [(PUT_RESULT, row), *parts, *ratings, (COUNTED, (result.game,))]


def _showing_row(
    result: Result, one: Showing, before: dict[str, Rating], after: dict[str, Rating]
) -> Statement:
    was = before.get(one.account, Rating())
    now = after.get(one.account, was)
    who = (one.seat, one.account, one.bot, one.name, one.faction, one.place)
    marks = (int(one.won), int(one.gone), result.ended)
    return PUT_SHOWING, (result.game, *who, *marks, was.mu, was.sigma, now.mu, now.sigma)


def rating_row(pool: str, account: str, now: Rating, latest: float) -> Statement:
    """The statement that stores a rating; it is listed once there were enough games."""
    listed = now.games >= ENOUGH and not is_nobody(account)
    return PUT_RATING, (pool, account, *now, int(listed), latest)


class Ledger:
    """What is read of it."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def waiting(self, most: int = 50) -> list[tuple[str, float]]:
        """Games that are over and not counted yet, the first first."""
        sql = "SELECT game, at FROM endings ORDER BY at, game LIMIT ?"
        return [(game, at) for game, at in self.store.rows(sql, (most,))]

    def has(self, game: str) -> bool:
        """Was it counted?"""
        return bool(self.store.rows("SELECT 1 FROM results WHERE game = ?", (game,)))

    def without_leavers(self, game: str, seats: list[Showing]) -> list[Showing]:
        """The seats of a game. An account may be gone whose table has not heard of it yet."""
        sql = "SELECT account, text FROM errands WHERE table_id = ? AND what = ?"
        gone = dict(self.store.rows(sql, (game, GONE)))
        return [
            one._replace(account=gone[one.account], name=FORMER) if one.account in gone else one
            for one in seats
        ]

    def next_place(self, pool: str) -> int:
        """The number of the next game of a pool."""
        rows = self.store.rows("SELECT MAX(place) FROM results WHERE pool = ?", (pool,))
        return int(rows[0][0] or 0) + 1

    def of(self, pool: str, accounts: Sequence[str]) -> dict[str, Rating]:
        """The ratings that these accounts have in a pool."""
        if not accounts:
            return {}
        marks = ", ".join("?" * len(accounts))
        sql = f"SELECT account, mu, sigma, games, wins FROM ratings WHERE pool = ? AND account IN ({marks})"
        return {row[0]: Rating(*row[1:]) for row in self.store.rows(sql, (pool, *accounts))}

    def lately(self, people: str, pool: str, before: float) -> int:
        """How many games of these people counted in the day before."""
        sql = (
            "SELECT COUNT(*) FROM results WHERE people = ? AND ended > ? AND ended <= ? "
            "AND pool = ? AND rated = 1"
        )
        return int(self.store.rows(sql, (people, before - DAY, before, pool))[0][0])

    def every(self) -> Iterator[tuple[Result, list[tuple[Showing, tuple[float, ...]]]]]:
        """Every counted game, pool by pool and in its order; with each seat its ratings as stored."""
        sql = "SELECT * FROM results WHERE pool = ? AND place > ? ORDER BY place LIMIT 500"
        for (pool,) in self.store.rows("SELECT DISTINCT pool FROM results ORDER BY pool"):
            last = 0
            while rows := self.store.rows(sql, (pool, last)):
                for row in rows:
                    result = _result(row)
                    yield result, self.seats_of(result.game)
                last = int(rows[-1][2])

    def seats_of(self, game: str) -> list[tuple[Showing, tuple[float, ...]]]:
        """The seats of a counted game."""
        sql = (
            "SELECT seat, account, bot, name, faction, place, won, gone, mu, sigma, mu_after, "
            "sigma_after FROM showings WHERE game = ? ORDER BY seat"
        )
        rows = self.store.rows(sql, (game,))
        return [(_showing(row[:8]), tuple(row[8:])) for row in rows]


def _result(row: tuple[Any, ...]) -> Result:
    return Result(*row)._replace(shown=bool(row[7]), rated=bool(row[9]))


def _showing(row: tuple[Any, ...]) -> Showing:
    return Showing(*row)._replace(won=bool(row[6]), gone=bool(row[7]))
