"""Results and ratings as they are shown: to whom, and how much of them."""

from collections.abc import Sequence
from typing import Any, Final, cast

from msgspec.json import decode

from dragondune.model.factions import FACTION_NAMES
from dragondune.server.people.accounts import Account, Wishes
from dragondune.server.ranks.anchors import ANCHORS
from dragondune.server.ranks.model import Rating, doubt, shown
from dragondune.server.storage.store import Store
from dragondune.server.wire import ranks as w
from dragondune.server.wire.incoming import Faction
from dragondune.server.wire.problems import ProblemError

PAGE: Final = 50
RIVALS: Final = 20
HIDDEN: Final = "A player"
NOT_SHOWN: Final = "There is nobody of that name here who shows their results."
BAD_PAGE: Final = "That page does not exist."


def may_see(sight: str, owner: str, viewer: str) -> bool:
    """May one who asks, an account or nobody, see a profile?"""
    return owner == viewer or sight == "everybody" or (sight == "players" and bool(viewer))


class Reading:
    """Results and ratings for one who asks: the id of an account, or empty for a guest."""

    def __init__(self, store: Store, viewer: str) -> None:
        self.store, self.viewer = store, viewer

    # --- ratings ---------------------------------------------------------------------------

    def pools(self) -> list[w.PoolSize]:
        """Where there are ratings; the largest first."""
        sql = "SELECT pool, COUNT(*) FROM ratings GROUP BY pool ORDER BY COUNT(*) DESC, pool"
        return [w.PoolSize(pool, count) for pool, count in self.store.rows(sql)]

    def leaderboard(self, pool: str, page: str) -> w.Leaderboard:
        """A page of the ratings of a pool, the best first; bots stand beside it."""
        rank, mu, told = _read_page(page)
        sql = (
            "SELECT r.account, r.mu, r.sigma, r.games, r.wins, a.name, a.data FROM ratings r "
            "LEFT JOIN accounts a ON a.id = r.account WHERE r.pool = ? AND r.listed = 1 "
            "AND r.mu <= ? ORDER BY r.mu DESC, r.account LIMIT ? OFFSET ?"
        )
        rows = self.store.rows(sql, (pool, mu, PAGE + 1, told))
        ranked = [self._ranked(rank + at, row) for at, row in enumerate(rows[:PAGE], 1)]
        following = None
        if len(rows) > PAGE:  # by ratings alone: no account is named that may be hidden
            last = rows[PAGE - 1][1]
            same = sum(row[1] == last for row in rows[:PAGE]) + (told if last == mu else 0)
            following = f"{rank + PAGE}~{last!r}~{same}"
        return w.Leaderboard(pool, ranked, bots(), self.mine(pool), following)

    def _ranked(self, rank: int, row: tuple[Any, ...]) -> w.Ranked:
        account, mu, sigma, games, wins, name, data = row
        return self._told(
            rank, account, self._name(account, name, data), Rating(mu, sigma, games, wins)
        )

    def _told(self, rank: int, account: str, name: str | None, r: Rating) -> w.Ranked:
        return w.Ranked(
            rank=rank,
            account=account if name is not None else None,
            name=name or HIDDEN,
            rating=shown(r.mu),
            doubt=doubt(r.sigma),
            games=r.games,
            wins=r.wins,
            provisional=r.provisional,
            me=account == self.viewer,
        )

    def _name(self, account: str, name: str | None, data: bytes | None) -> str | None:
        """A name, where its owner shows it to the one who asks."""
        if name is None or data is None:
            return None
        sight = decode(bytes(data), type=Wishes).profile
        return name if may_see(sight, account, self.viewer) else None

    def mine(self, pool: str) -> w.Ranked | None:
        """The rating of the one who asks."""
        found = (
            [one for one in self.ratings_of(self.viewer) if one.pool == pool] if self.viewer else []
        )
        return found[0].rating if found else None

    def ratings_of(self, account: str) -> list[w.PoolRating]:
        """Somebody's ratings, the pool with the most games first; with the place among all that are listed."""
        sql = (
            "SELECT r.pool, r.mu, r.sigma, r.games, r.wins, r.listed, a.name FROM ratings r "
            "JOIN accounts a ON a.id = r.account WHERE r.account = ? ORDER BY r.games DESC, r.pool"
        )
        above = "SELECT COUNT(*) FROM ratings WHERE pool = ? AND listed = 1 AND mu > ?"
        found = []
        for pool, mu, sigma, games, wins, listed, name in self.store.rows(sql, (account,)):
            rank = int(self.store.rows(above, (pool, mu))[0][0]) + 1 if listed else 0
            told = self._told(rank, account, name, Rating(mu, sigma, games, wins))
            found.append(w.PoolRating(pool, told))
        return found

    # --- results ---------------------------------------------------------------------------

    def history(self, owner: str, page: str) -> w.History:
        """Finished games of somebody, the latest first."""
        ended, game = _read_moment(page)
        sql = (
            "SELECT s.game, s.ended, r.title, r.pool, r.way, r.turns, r.rated, r.why, r.shown "
            "FROM showings s JOIN results r ON r.game = s.game WHERE s.account = ? "
            "AND s.ended <= ? AND (s.ended < ? OR s.game < ?) "
            "ORDER BY s.ended DESC, s.game DESC LIMIT ?"
        )
        rows = self.store.rows(sql, (owner, ended, ended, game, PAGE + 1))
        players = self._players([row[0] for row in rows[:PAGE]])
        told = [self._past(row, players.get(row[0], [])) for row in rows[:PAGE]]
        last = rows[PAGE - 1] if len(rows) > PAGE else None
        return w.History(told, None if last is None else f"{last[1]!r}~{last[0]}")

    def _past(self, row: tuple[Any, ...], seats: list[tuple[Any, ...]]) -> w.PastGame:
        game, ended, title, pool, way, turns, rated, why, public = row
        here = bool(public) or any(self.viewer and seat[1] == self.viewer for seat in seats)
        return w.PastGame(
            table=game if here else None,
            title=title if here else "",
            pool=pool,
            ended=ended,
            way=way,
            turns=turns,
            rated=bool(rated),
            why=why,
            players=[self._player(seat, here, bool(rated)) for seat in seats],
        )

    def _players(self, games: Sequence[str]) -> dict[str, list[tuple[Any, ...]]]:
        if not games:
            return {}
        marks = ", ".join("?" * len(games))
        sql = (
            "SELECT s.game, s.account, s.bot, s.name, s.faction, s.won, s.gone, s.mu, s.mu_after, "
            "a.name, a.data FROM showings s LEFT JOIN accounts a ON a.id = s.account "
            f"WHERE s.game IN ({marks}) ORDER BY s.game, s.seat"
        )
        found: dict[str, list[tuple[Any, ...]]] = {}
        for row in self.store.rows(sql, tuple(games)):
            found.setdefault(row[0], []).append(row)
        return found

    def _player(self, seat: tuple[Any, ...], here: bool, rated: bool) -> w.Player:
        """A seat; the name that was used there is for those who may look at the table."""
        _, account, bot, name, faction, won, gone, mu, after, now, data = seat
        known = self._name(account, now, data)
        seen = rated and known is not None
        return w.Player(
            name=known or (name if here or bot else HIDDEN),
            bot=bot or None,
            account=account if known is not None else None,
            faction=cast(Faction, faction if faction in FACTION_NAMES else "dwarves"),
            won=bool(won),
            gone=bool(gone),
            me=bool(account) and account == self.viewer,
            rating=shown(after) if seen else None,
            change=shown(after) - shown(mu) if seen else None,
        )

    # --- what it adds up to ----------------------------------------------------------------

    def profile_open(self, owner: Account) -> None:
        """ProblemError where somebody does not show their results to the one who asks."""
        if not may_see(owner.wishes.profile, owner.id, self.viewer):
            raise ProblemError(404, NOT_SHOWN)

    def profile(self, owner: Account) -> w.Profile:
        """What somebody's games add up to; ProblemError where they do not show it."""
        self.profile_open(owner)
        sql = "SELECT COUNT(*), COALESCE(SUM(won), 0), COALESCE(SUM(gone), 0) FROM showings WHERE account = ?"
        games, wins, gone = self.store.rows(sql, (owner.id,))[0]
        me = owner.id == self.viewer
        return w.Profile(
            account=owner.id,
            name=owner.name,
            me=me,
            sight=cast(w.Sight, owner.wishes.profile) if me else None,
            games=int(games),
            wins=int(wins),
            gone=int(gone),
            ratings=self.ratings_of(owner.id),
            factions=self._factions(owner.id),
            ways=self._ways(owner.id),
            rivals=self._rivals(owner.id),
        )

    def _factions(self, owner: str) -> list[w.Tally]:
        sql = (
            "SELECT faction, COUNT(*), SUM(won) FROM showings WHERE account = ? "
            "GROUP BY faction ORDER BY COUNT(*) DESC, faction"
        )
        return [w.Tally(name, int(n), int(won)) for name, n, won in self.store.rows(sql, (owner,))]

    def _ways(self, owner: str) -> list[w.Tally]:
        """How games ended, and how often that was this player's victory."""
        sql = (
            "SELECT r.way, COUNT(*), SUM(s.won) FROM showings s JOIN results r ON r.game = s.game "
            "WHERE s.account = ? GROUP BY r.way ORDER BY COUNT(*) DESC, r.way"
        )
        return [w.Tally(name, int(n), int(won)) for name, n, won in self.store.rows(sql, (owner,))]

    def _rivals(self, owner: str) -> list[w.Rival]:
        sql = (
            "SELECT o.account, a.name, a.data, COUNT(*), SUM(s.won), SUM(o.won) FROM showings s "
            "JOIN showings o ON o.game = s.game AND o.account <> '' AND o.account <> s.account "
            "JOIN accounts a ON a.id = o.account WHERE s.account = ? "
            "GROUP BY o.account, a.name, a.data ORDER BY COUNT(*) DESC, o.account LIMIT ?"
        )
        return [self._rival(row) for row in self.store.rows(sql, (owner, RIVALS))]

    def _rival(self, row: tuple[Any, ...]) -> w.Rival:
        account, name, data, games, mine, theirs = row
        known = self._name(account, name, data)
        who = account if known is not None else None
        return w.Rival(who, known or HIDDEN, int(games), int(mine), int(theirs))


def bots() -> list[w.RankedBot]:
    """Every bot on the scale, the best first."""
    found = [w.RankedBot(name, shown(one.mu), one.games) for name, one in ANCHORS.items()]
    return sorted(found, key=lambda bot: -bot.rating)


def _read_page(page: str) -> tuple[int, float, int]:
    """After how many, from which rating on, and how many of that rating were told already."""
    if not page:
        return 0, 1e9, 0
    try:
        rank, mu, told = page.split("~")
        return _count(rank), _finite(mu), _count(told)
    except ValueError:
        raise ProblemError(400, BAD_PAGE) from None


def _read_moment(page: str) -> tuple[float, str]:
    if not page:
        return 1e300, ""
    try:
        ended, game = page.split("~")
        return _finite(ended), game
    except ValueError:
        raise ProblemError(400, BAD_PAGE) from None


def _count(text: str) -> int:
    return max(0, min(int(text), 10**9))


def _finite(text: str) -> float:
    found = float(text)
    if not -1e300 < found < 1e300:
        raise ValueError(text)
    return found
