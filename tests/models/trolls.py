"""B10: whom a troll strikes, and when it goes."""

from __future__ import annotations

from models.positions import Position


def losers(p: Position, place: str, whose_turn: str | None) -> dict[str, int]:
    """Four units of everyone with visible units there; in r2 only of the player whose turn ends."""
    names = p.present(place)
    if whose_turn is not None:
        names = [name for name in names if name == whose_turn]
    return {name: min(4, p.visible(name, place)) for name in names}


def goes(p: Position, place: str, lost: dict[str, int]) -> bool:
    """It goes if it struck and visible units of anyone are still there (rulings 32 and 76)."""
    left = sum(p.visible(name, place) - lost.get(name, 0) for name in p.order)
    return bool(lost) and left > 0
