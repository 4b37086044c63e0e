"""V7, DW2, DW5, DW6: who may betray whom, and with which cards."""

from __future__ import annotations

from models.positions import Position

NOTHING = "none"


def betrayals(p: Position, me: str, foe: str, theirs: str | None, mine: str | None) -> set[str]:
    """Every declaration as a line: the usurper's card, then the sabotaged artifact's.

    Needs the foe's suit as usurper and the suit of the artifact the foe played as sabotage.
    """
    if theirs is None:
        return set()
    found = pairs(fitting_queens(p, me, foe), fitting_jacks(p, me, theirs, mine))
    if exchanges(p, me) and (p.sabotage[me], p.usurper[me]) == (p.book.suit[foe], theirs[-1]):
        found.add(f"betray J{p.sabotage[me]} Q{p.usurper[me]}")
    if may_be_lent(p, me, foe):
        found |= single(fitting_queens(p, me, foe), fitting_jacks(p, me, theirs, mine))
    return found


def fitting_queens(p: Position, name: str, foe: str) -> list[str]:
    """The usurper, if it is the foe's."""
    return [f"Q{p.usurper[name]}"] if p.usurper[name] == p.book.suit[foe] else []


def fitting_jacks(p: Position, name: str, theirs: str, mine: str | None) -> list[str]:
    """Sabotaged artifacts of the suit played; in first a Dwarven ace counts as one (DW5).

    An ace that fights in this battle cannot sabotage as well.
    """
    cards = [f"J{p.sabotage[name]}"]
    if name == "dwarves" and p.book.first:
        cards += [ace for ace in p.aces(name) if ace != mine]
    return [card for card in cards if card[-1] == theirs[-1]]


def pairs(queens: list[str], jacks: list[str]) -> set[str]:
    """Usurper and sabotaged artifact together."""
    return {f"betray {queen} {jack}" for queen in queens for jack in jacks}


def single(queens: list[str], jacks: list[str]) -> set[str]:
    """One card alone, which counts if the ally puts up the other."""
    return {f"betray {q} {NOTHING}" for q in queens} | {f"betray {NOTHING} {j}" for j in jacks}


def exchanges(p: Position, name: str) -> bool:
    """DW2: from r2 on the Dwarves' Queen and Jack may change places."""
    return name == "dwarves" and not p.book.first


# --- first: the Dwarves for their ally ---------------------------------------------------------


def may_be_lent(p: Position, me: str, foe: str) -> bool:
    """DW6 in first: in a battle of the Dwarves' ally, but never against the Dwarves (ruling 65)."""
    return p.book.first and p.allied(me, "dwarves") and foe != "dwarves"


def lent(p: Position, me: str, foe: str, theirs: str | None) -> set[str]:
    """What the Dwarves may declare on behalf of their ally: a pair, or one card of it."""
    if theirs is None or not may_be_lent(p, me, foe):
        return set()
    queens = fitting_queens(p, "dwarves", foe)
    jacks = fitting_jacks(p, "dwarves", theirs, None)
    return pairs(queens, jacks) | single(queens, jacks)


def combined(own: str, borrowed: str) -> tuple[str, str] | None:
    """The pair that counts: one's own, else one card of each, else the Dwarves' pair."""
    mine = _cards(own)
    dwarven = _cards(borrowed)
    if NOTHING not in mine:
        return mine
    queen = mine[0] if mine[0] != NOTHING else dwarven[0]
    jack = mine[1] if mine[1] != NOTHING else dwarven[1]
    return None if NOTHING in (queen, jack) else (queen, jack)


def _cards(line: str) -> tuple[str, str]:
    words = line.split()
    return (words[1], words[2]) if len(words) == 3 else (NOTHING, NOTHING)
