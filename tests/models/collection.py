"""VI1, VI2, DW6: the gold of each player after the collection round."""

from __future__ import annotations

from models.board import CASTLES, PLACES
from models.positions import Position


def income(p: Position, name: str) -> int:
    """A fixed sum, one gold a castle in r6b and r9, and there one more for the Dwarves' ally."""
    castles = sum(p.controls(name, castle) for castle in CASTLES)
    gift = p.book.ally_income if p.allied(name, "dwarves") else 0
    return p.book.income + castles * p.book.castle_income + gift


def gathered(p: Position, name: str) -> dict[str, int]:
    """Two gold a unit from controlled territories, as far as gold lies there."""
    return {
        place: min(2 * p.visible(name, place), p.gold_at[place])
        for place in PLACES
        if p.gold_at.get(place) and p.controls(name, place)
    }


def after(p: Position) -> tuple[dict[str, int], dict[str, int]]:
    """All purses, and what is left on the board."""
    purses, board = dict(p.gold), dict(p.gold_at)
    for name in p.order:
        found = gathered(p, name)
        purses[name] += income(p, name) + sum(found.values())
        for place, gold in found.items():
            board[place] -= gold
    return purses, {place: gold for place, gold in board.items() if gold}
