"""Ratings reckoned anew from the games that are stored: the same, or the ledger is wrong."""

import msgspec

from dragondune.server.ranks.counting import Showing, showings
from dragondune.server.ranks.ledger import Ledger, Result, rating_row
from dragondune.server.ranks.model import Rating, rated
from dragondune.server.storage.card import from_bytes
from dragondune.server.storage.store import Statement, Store

Found = dict[tuple[str, str], tuple[Rating, float]]


class Audit:
    """What comes out, and what does not agree with it."""

    def __init__(self, store: Store) -> None:
        self.store, self.ledger = store, Ledger(store)
        self.games = self.compared = 0
        self.ratings: Found = {}
        self.wrong: list[str] = []
        self.repairs: list[Statement] = []
        for result, rows in self.ledger.every():
            self._take(result, rows)
        self._compare()

    def _take(self, result: Result, rows: list[tuple[Showing, tuple[float, ...]]]) -> None:
        """One more game, in its order."""
        seats, pool = [one for one, _ in rows], result.pool
        self.games += 1
        self._look_at_card(result, seats)
        if not result.rated:
            return
        mine = [one.account for one in seats if one.account]
        before = {who: self.ratings[pool, who][0] for who in mine if (pool, who) in self.ratings}
        after = rated(seats, before)
        for one, kept in rows:
            now = after.get(one.account)
            was = before.get(one.account, Rating())
            if now is not None and kept != (was.mu, was.sigma, now.mu, now.sigma):
                self._repair(result.game, one.seat, was, now)
        self.ratings |= {(pool, who): (now, result.ended) for who, now in after.items()}

    def _look_at_card(self, result: Result, seats: list[Showing]) -> None:
        """A table that is still stored says the same of its game; names and owners may be gone since."""
        found = self.store.card(result.game)
        if found is None:
            return
        try:
            told = showings(from_bytes(bytes(found[1])))
        except msgspec.MsgspecError:
            return
        self.compared += 1
        if [(s.faction, s.place) for s in told] != [(s.faction, s.place) for s in seats]:
            self.wrong.append(f"{result.game}: the table tells another result")

    def _repair(self, game: str, seat: int, was: Rating, now: Rating) -> None:
        self.wrong.append(f"{game}: seat {seat} had other ratings")
        sql = (
            "UPDATE showings SET mu = ?, sigma = ?, mu_after = ?, sigma_after = ? "
            "WHERE game = ? AND seat = ?"
        )
        self.repairs.append((sql, (was.mu, was.sigma, now.mu, now.sigma, game, seat)))

    def _compare(self) -> None:
        sql = "SELECT pool, account, mu, sigma, games, wins FROM ratings"
        kept = {(row[0], row[1]): Rating(*row[2:]) for row in self.store.rows(sql)}
        for (pool, who), (now, latest) in self.ratings.items():
            if kept.get((pool, who)) != now:
                self.wrong.append(f"{pool}: {who} has another rating")
                self.repairs.append(rating_row(pool, who, now, latest))
        for pool, who in kept.keys() - self.ratings.keys():
            self.wrong.append(f"{pool}: {who} has a rating without games")
            gone = "DELETE FROM ratings WHERE pool = ? AND account = ?"
            self.repairs.append((gone, (pool, who)))
