"""IV3, IV4, OR1: conscripts, mercenaries and raised armies, with prices and who is paid."""

from __future__ import annotations

from models.board import CASTLES, ORCISH, PLACES
from models.positions import Position, some_of, total, units_text
from models.standing import marker_at, may_stop


def enters(p: Position, owner: str, place: str, aces: int) -> bool:
    """Ruling 24: neither where the marker is, nor into a full castle without hiding."""
    return not marker_at(p, place) and may_stop(p, owner, place, aces)


# --- conscripts --------------------------------------------------------------------------------


def conscripts(p: Position, owner: str) -> set[str]:
    """Free, into one territory with own units, hidden or not."""
    limit = p.book.conscripts[owner]
    if p.allied(owner, "orcs"):
        limit = max(limit, p.book.ally_conscripts)
    homes = {place for name, place in (*p.open, *p.hidden) if name == owner}
    return {
        f"conscript {units_text(units)} {place}"
        for place in homes
        if enters(p, owner, place, len(p.aces(owner)))
        for units in some_of(p.bank[owner])
        if total(units) <= limit
    }


# --- mercenaries -------------------------------------------------------------------------------


def may_hire(p: Position, owner: str) -> bool:
    """Everyone but the Orcs, whom an alliance with the Goblins lets hire from r2 on (GO8)."""
    if owner in stopped(p):
        return False
    return owner != "orcs" or (p.allied("orcs", "goblins") and not p.book.first)


def stopped(p: Position) -> list[str]:
    """GO7: whom the Goblins' ace stopped this turn."""
    letters = {"D": "dwarves", "E": "elves", "G": "goblins", "O": "orcs"}
    return [letters[letter] for letter in p.more.get("hire_stopped", "")]


def price(p: Position, owner: str, place: str, number: int, ace: bool) -> int:
    """One gold each in a castle, two elsewhere; half of the sum for the Goblins, their ally, an ace."""
    whole = number * (1 if place in CASTLES else 2)
    if not ace and not pays_half(p, owner):
        return whole
    return (whole + 1) // 2 if p.book.half_up else whole // 2


def pays_half(p: Position, owner: str) -> bool:
    """GO2, GO8: the Goblins and their ally."""
    return owner == "goblins" or p.allied(owner, "goblins")


def hires(p: Position, owner: str) -> set[str]:
    """Every hire the owner can pay for, with and without an ace.

    Ruling 25: no price is halved twice, so an ace is of no use to those who pay half anyway.
    """
    if not may_hire(p, owner):
        return set()
    aces = p.aces(owner)
    paying = [] if pays_half(p, owner) else aces
    found = set()
    for place in PLACES:
        for units in some_of(p.bank[owner]):
            line = f"hire {units_text(units)} {place}"
            for ace in ("", *paying):
                # An ace that pays cannot hide the same units as well.
                can_enter = enters(p, owner, place, len(aces) - bool(ace))
                cost = price(p, owner, place, total(units), bool(ace))
                if can_enter and cost <= p.gold[owner]:
                    found.add(f"{line} {ace}".rstrip())
    return found


def raises(p: Position, owner: str) -> set[str]:
    """OR1: the Orcs, any number, free, in one Orcish territory."""
    if owner != "orcs":
        return set()
    return {
        f"raise {units_text(units)} {place}"
        for place in ORCISH
        if enters(p, owner, place, len(p.aces(owner)))
        for units in some_of(p.bank[owner])
    }


def places_by_ace(p: Position, owner: str) -> set[str]:
    """EL6 in first: up to five Elves into any one territory for an ace."""
    if owner != "elves" or not p.book.first:
        return set()
    return {
        f"ace-place {units_text(units)} {place} {ace}"
        for ace in p.aces(owner)
        for place in PLACES
        if not marker_at(p, place)
        for units in some_of(p.bank[owner])
        if total(units) <= 5
    }


# --- afterwards --------------------------------------------------------------------------------


def purses(p: Position, owner: str, cost: int) -> dict[str, int]:
    """GO1: the Goblins are paid; their own gold, and gold due to absent Goblins, goes to the bank."""
    gold = dict(p.gold)
    gold[owner] -= cost
    if owner != "goblins" and "goblins" in gold:
        gold["goblins"] += cost
    return gold
