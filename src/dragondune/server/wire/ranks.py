"""What is said about results and ratings (``--people``)."""

from typing import Literal

from dragondune.server.wire.incoming import Faction
from dragondune.server.wire.parts import Part
from dragondune.server.wire.people import Body

Sight = Literal["nobody", "players", "everybody"]


class ProfileWish(Body):
    """Who may see my name among the ratings, and my results: nobody, whoever is signed in, or everybody."""

    sight: Sight


class Ranked(Part):
    """A rating: about `doubt` more or less. `provisional`: there were few games yet. `rank`: 0 where not listed.

    `account` is null where its owner does not show their profile to the one who asks.
    """

    rank: int
    account: str | None
    name: str
    rating: int
    doubt: int
    games: int
    wins: int
    provisional: bool
    me: bool


class RankedBot(Part):
    """A bot on the same scale. `games`: by how many it was measured; 0: it is an estimate."""

    bot: str
    rating: int
    games: int


class Leaderboard(Part):
    """Ratings of one edition and number of players, a page of them. `next`: where the page after it begins."""

    pool: str
    rows: list[Ranked]
    bots: list[RankedBot]
    mine: Ranked | None
    next: str | None


class PoolSize(Part):
    """An edition and number of players in which there are ratings: `r9/4`."""

    pool: str
    people: int


class Player(Part):
    """A seat of a finished game. `change`: what it did to a rating, null where it did nothing."""

    name: str
    bot: str | None
    account: str | None
    faction: Faction
    won: bool
    gone: bool
    me: bool
    rating: int | None
    change: int | None


class PastGame(Part):
    """A finished game. `table` is null where the one who asks may not look at it."""

    table: str | None
    title: str
    pool: str
    ended: float
    way: str
    turns: int
    rated: bool
    why: str
    players: list[Player]


class History(Part):
    """Finished games of somebody, the latest first, a page of them. `next`: where the next page begins."""

    games: list[PastGame]
    next: str | None


class Tally(Part):
    """How often, and how often it was won."""

    name: str
    games: int
    wins: int


class Rival(Part):
    """Somebody one has met: how often, and who won how often of these games."""

    account: str | None
    name: str
    games: int
    mine: int
    theirs: int


class PoolRating(Part):
    """A rating in one pool."""

    pool: str
    rating: Ranked


class Profile(Part):
    """What somebody's games add up to. `sight` is told to its owner alone."""

    account: str
    name: str
    me: bool
    sight: Sight | None
    games: int
    wins: int
    gone: int
    ratings: list[PoolRating]
    factions: list[Tally]
    ways: list[Tally]
    rivals: list[Rival]
