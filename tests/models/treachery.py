"""V7, DW2, DW5: who may betray whom, and with which cards."""

from __future__ import annotations

from models.positions import Position


def betrayals(p: Position, me: str, foe: str, theirs: str | None, mine: str | None) -> set[str]:
    """Every declaration as a line: the usurper's card, then the sabotaged artifact's.

    Needs the foe's suit as usurper and the suit of the artifact the foe played as sabotage.
    """
    if theirs is None:
        return set()
    wanted = (p.book.suit[foe], theirs[-1])
    found = set()
    queen, jack = p.usurper.get(me, ""), p.sabotage.get(me, "")
    if (queen, jack) == wanted:
        found.add(f"betray Q{queen} J{jack}")
    if exchanges(p, me) and (jack, queen) == wanted:
        found.add(f"betray J{jack} Q{queen}")
    if me == "dwarves" and p.book.first:
        # DW5: the ace counts as the Jack of its suit; one that fights cannot sabotage too.
        aces = [ace for ace in p.aces(me) if ace != mine]
        found |= {f"betray Q{queen} {a}" for a in aces if (queen, a[-1]) == wanted}
    return found


def exchanges(p: Position, name: str) -> bool:
    """DW2: from r2 on the Dwarves' Queen and Jack may change places."""
    return name == "dwarves" and not p.book.first
