"""What the server says about finished games: their reviews, and every moment with all hands open."""

from typing import Literal

from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.parts import GameView, Part

ReviewState = Literal["none", "waiting", "working", "done", "failed"]
Chances = dict[FactionName, float]


class ReviewPoint(Part):
    """Chances by full information from a moment on; `spread` is the standard error."""

    at: int
    turn: int
    round: int
    chances: Chances
    spread: float


class KnownPoint(Part):
    """A seat's chance by what it could know at a moment."""

    at: int
    chance: float
    spread: float


class Swing(Part):
    """What changed the chances: luck (`seat` is null), or a seat's choice."""

    at: int
    turn: int
    round: int
    seat: FactionName | None
    text: str
    change: Chances


class ReviewedChoice(Part):
    """A decision, and what it cost by what its player knew."""

    at: int
    turn: int
    round: int
    seat: FactionName
    played: str
    cost: float
    spread: float


class Mistake(Part):
    """One of a seat's worst moments: what was played, what a strong bot would do, and why."""

    at: int
    turn: int
    round: int
    seat: FactionName
    played: str
    better: str
    better_line: str
    cost: float
    spread: float
    chance: float
    better_chance: float
    why: list[str]


class ReviewNote(Part):
    """Something that is worth a look."""

    at: int
    turn: int
    text: str


class ReviewTotal(Part):
    """One seat's game: `luck`, `own` and `others` add up to the way from `start` to `end`.

    `cost` is what its own decisions gave away by what it knew.
    """

    start: float
    end: float
    luck: float
    own: float
    others: float
    cost: float
    choices: int
    mistakes: int


class GameReview(Part):
    """The review of a finished game. Moments are counted in lines of its record."""

    version: int
    edition: str
    options: list[str]
    seats: list[FactionName]
    winners: list[FactionName]
    way: str
    turns: int
    moments: int
    worlds: int
    curve: list[ReviewPoint]
    known: dict[FactionName, list[KnownPoint]]
    turning: list[Swing]
    luck: list[Swing]
    choices: list[ReviewedChoice]
    worst: dict[FactionName, list[Mistake]]
    treachery: list[ReviewNote]
    totals: dict[FactionName, ReviewTotal]


class ReviewStatus(Part):
    """How a review stands: `done` of `whole` tasks, behind `ahead` others."""

    state: ReviewState
    done: int
    whole: int
    ahead: int
    trouble: str | None
    review: GameReview | None


class Frame(Part):
    """A moment of a finished game, with every hand open: who played what, and what was told."""

    at: int
    seat: FactionName | None
    line: str
    view: GameView
    told: list[str]


class LiveChance(Part):
    """A lone player's chance to win by what they know, and its standard error."""

    n: int
    chance: float
    spread: float
