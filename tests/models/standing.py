"""Rules that several subjects share: the castle limit, hiding on arrival, the dragon marker."""

from __future__ import annotations

from models.board import CASTLES, NUMBER
from models.positions import Position


def marker_at(p: Position, place: str) -> bool:
    """Ruling 6: the marker stands in every territory of its number."""
    return NUMBER[place] == p.dragon


def full(p: Position, mover: str, place: str) -> bool:
    """B5: a castle with visible units of two other players, and none of one's own."""
    if place not in CASTLES or p.visible(mover, place):
        return False
    return len(p.present(place)) >= 2


def may_stop(p: Position, mover: str, place: str, aces: int) -> bool:
    """Ruling 59: into a full castle go only visible units that hide as they arrive.

    Elves hide free of charge (EL8); others need an ace, from r2 on (D4). From r6 on whoever joins
    own hidden units is hidden anyway (EL9).
    """
    if not full(p, mover, place) or mover == "elves":
        return True
    if p.book.from_r6 and (mover, place) in p.hidden:
        return True
    return aces > 0 and not p.book.first
