"""A review as plain data: its one home, for the command, the store and the page alike."""

from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

FORMAT: Final = 2  # reviews that are stored in another form are made anew

Seat = Literal["dwarves", "elves", "goblins", "orcs"]
Chances = dict[Seat, float]


@dataclass(frozen=True)
class ReviewPoint:
    """Chances by full information from a moment on, until the next; `spread` is the standard error."""

    at: int
    turn: int
    round: int
    chances: Chances
    spread: float


@dataclass(frozen=True)
class KnownPoint:
    """A seat's chance by what it could know at a moment."""

    at: int
    chance: float
    spread: float


@dataclass(frozen=True)
class Swing:
    """What changed the chances: luck (`seat` is null), or a seat's choice."""

    at: int
    turn: int
    round: int
    seat: Seat | None
    text: str
    change: Chances


@dataclass(frozen=True)
class ReviewedChoice:
    """A decision, and what it cost by what its player knew."""

    at: int
    turn: int
    round: int
    seat: Seat
    played: str
    cost: float
    spread: float


@dataclass(frozen=True)
class Mistake:
    """One of a seat's worst moments: what was played, what a strong bot would do, and why."""

    at: int
    turn: int
    round: int
    seat: Seat
    played: str
    better: str
    better_line: str
    cost: float
    spread: float
    chance: float
    better_chance: float
    why: list[str]


@dataclass(frozen=True)
class ReviewNote:
    """Something that is worth a look."""

    at: int
    turn: int
    text: str


@dataclass(frozen=True)
class ReviewTotal:
    """One seat's game: `luck`, `own` and `others` add up to the way from `start` to `end`.

    `cost` is what its own decisions gave away by what it knew, in `choices` decisions, `mistakes` of
    them costly ones.
    """

    start: float
    end: float
    luck: float
    own: float
    others: float
    cost: float
    choices: int
    mistakes: int


@dataclass
class GameReview:
    """The review of a finished game. Moments are counted in lines of its record."""

    version: int
    edition: str
    options: list[str]
    seats: list[Seat]
    winners: list[Seat]
    way: str
    turns: int
    moments: int
    worlds: int
    curve: list[ReviewPoint] = field(default_factory=list)
    known: dict[Seat, list[KnownPoint]] = field(default_factory=dict)
    turning: list[Swing] = field(default_factory=list)
    luck: list[Swing] = field(default_factory=list)
    choices: list[ReviewedChoice] = field(default_factory=list)
    worst: dict[Seat, list[Mistake]] = field(default_factory=dict)
    treachery: list[ReviewNote] = field(default_factory=list)
    totals: dict[Seat, ReviewTotal] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)
