"""What is said about tournaments (``--people``)."""

from typing import Annotated, Literal

from msgspec import Meta

from dragondune.editions.build import NEWEST
from dragondune.server.wire.incoming import Salt
from dragondune.server.wire.parts import Part
from dragondune.server.wire.people import Body

CupState = Literal["open", "playing", "over"]
CupDeed = Literal["enter", "withdraw", "bot", "begin", "cancel"]


class NewCup(Body):
    """A tournament to be opened.

    `pace` and `seconds`: the clock of every table. `fill`: the bot that fills tables where the number does not come
    out even; without one there are byes. `starts`: when it begins by itself, in seconds since 1970; 0: when I say
    so. `round_hours`: after which a round is ended.
    """

    title: Annotated[str, Meta(max_length=60)]
    edition: Annotated[str, Meta(max_length=20)] = NEWEST
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    rounds: Annotated[int, Meta(ge=1, le=9)] = 3
    pace: Literal["live", "slow"] = "live"
    seconds: Annotated[int, Meta(ge=20, le=7 * 86400)] = 180
    fill: Annotated[str, Meta(max_length=40)] = "steward"
    starts: Annotated[float, Meta(ge=0, le=1e11)] = 0.0
    round_hours: Annotated[float, Meta(ge=0.1, le=2400)] = 72.0


class CupWish(Body):
    """Enter a tournament or withdraw; as its organiser enter a bot, begin, or cancel it."""

    do: CupDeed
    salt: Salt | None = None
    bot: Annotated[str, Meta(max_length=40)] = ""


class CupCard(Part):
    """A tournament in a list."""

    id: str
    title: str
    state: CupState
    created: float
    edition: str
    players: int
    rounds: int
    round: int
    entries: int
    starts: float


class CupList(Part):
    """Tournaments that can be entered, that are played, and the latest that are over; `more`: there are older ones."""

    open: list[CupCard]
    playing: list[CupCard]
    over: list[CupCard]
    more: bool


class CupEntry(Part):
    """One that is in a tournament. `salt`: what it brought to the seed, told once that is drawn."""

    number: int
    name: str
    bot: str | None
    salt: str
    gone: bool
    me: bool


class CupSeat(Part):
    """A seat at a tournament's table; `number` below 0: a bot that fills it. `points`: null until it is over."""

    number: int
    faction: str
    points: int | None
    forfeit: bool


class CupTable(Part):
    """A table of a round; `table`: where it is, empty for the moment until it is open."""

    number: int
    table: str
    over: bool
    seats: list[CupSeat]


class CupRound(Part):
    """A round; `byes`: the entries that sit out."""

    number: int
    byes: list[int]
    tables: list[CupTable]


class CupStanding(Part):
    """An entry's place. `alone`: games won alone; `opponents`: the points of those it has met."""

    place: int
    number: int
    points: int
    alone: int
    opponents: int
    forfeits: int
    games: int
    byes: int


class CupInfo(Part):
    """A tournament as open data: everything that its draw and its standings follow from.

    `budget`: seconds that each player has for a game in all. `commitment` is the SHA-256 of `secret`, which is told with `seed` once the first round is drawn.
    """

    id: str
    title: str
    state: CupState
    created: float
    edition: str
    players: int
    rounds: int
    round: int
    pace: str
    seconds: int
    fill: str
    starts: float
    round_hours: float
    round_began: float
    budget: int
    rated: bool
    mine: bool
    why: str
    commitment: str
    secret: str | None
    seed: str | None
    entries: list[CupEntry]
    drawn: list[CupRound]
    standings: list[CupStanding]
    tie_breaks: list[str]
