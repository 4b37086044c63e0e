"""IV1: how many units come out of the graveyard, at what price; DW5 and O12 beyond that."""

from __future__ import annotations

from models.books import is_ace
from models.positions import Position, Units, some_of, total, units_text


def terms(p: Position, owner: str) -> tuple[int, int]:
    """How many units a turn, and how many of them free."""
    limit, free = p.book.graves[owner]
    ally = p.book.ally_graves
    if ally and p.allied(owner, "orcs"):
        limit, free = max(limit, ally[0]), max(free, ally[1])
    return limit, free


def price(p: Position, owner: str, number: int) -> int:
    """One gold for each unit beyond the free ones."""
    return max(0, number - terms(p, owner)[1])


def revivals(p: Position, owner: str) -> set[str]:
    """Every choice of units the owner can pay for."""
    limit = terms(p, owner)[0]
    return {
        f"revive {units_text(units)}"
        for units in some_of(p.grave[owner])
        if total(units) <= limit and price(p, owner, total(units)) <= p.gold[owner]
    }


def special(p: Position, owner: str) -> set[str]:
    """Two units for a Dwarven ace (from r2 on) or, as an option, for the six of diamonds.

    Both books say "remove 2 units": one only where no second lies there.
    """
    number = min(2, total(p.grave[owner]))
    chosen = [units for units in some_of(p.grave[owner]) if total(units) == number]
    return {
        f"special-revive {units_text(units)} {card}"
        for card in p.hand[owner]
        for units in chosen
        if opens_graves(p, owner, card)
    }


def opens_graves(p: Position, owner: str, card: str) -> bool:
    """Is this a card that brings units out of the graveyard?"""
    if is_ace(card):
        return owner == "dwarves" and not p.book.first
    return card == "6♦" and p.book.has("empty-graves")


def revived(p: Position, owner: str, units: Units, gold: int) -> Position:
    """The position afterwards: from the graveyard into the bank, the gold into nobody's purse."""
    after = p.copy()
    after.grave[owner] = (p.grave[owner][0] - units[0], p.grave[owner][1] - units[1])
    after.bank[owner] = (p.bank[owner][0] + units[0], p.bank[owner][1] + units[1])
    after.gold[owner] -= gold
    return after
