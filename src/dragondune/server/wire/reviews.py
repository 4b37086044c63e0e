"""What the server says about finished games: their reviews, and every moment with all hands open."""

from typing import Literal

from dragondune.review.result import GameReview
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.parts import GameView, Part

ReviewState = Literal["none", "waiting", "working", "done", "failed"]


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
