"""IV5: which movements a player may make, and with which cards."""

from __future__ import annotations

from models.board import GRIFFINS, NEAR
from models.positions import NONE, Position, Units, some_of, units_text
from models.standing import marker_at, may_stop


def reach(p: Position, mover: str) -> int:
    """Two territories, three for Orcs (r9: and their ally), four with griffins; aces add one each."""
    steps = 2
    orcish = mover == "orcs" or (p.edition == "r9" and p.allied(mover, "orcs"))
    if orcish:
        steps = 3
    if any(p.controls(mover, castle) for castle in GRIFFINS):
        steps = 4
    return steps + int(p.more.get("reach_bonus", "0"))


def destinations(p: Position, start: str, steps: int) -> set[str]:
    """Wherever that many borders lead without a step into the marker's territories."""
    reached, edge = {start}, {start}
    for _ in range(steps):
        edge = {to for place in edge for to in NEAR[place] if not marker_at(p, to)} - reached
        reached |= edge
    return reached - {start}


def moves(p: Position, mover: str) -> set[str]:
    """Every movement as a line: some or all units of one territory.

    First and r2 know stacks of open and hidden units, which move together; EL9 ended that.
    """
    if not int(p.more.get("moves_left", "0")):
        return set()
    steps, aces = reach(p, mover), len(p.aces(mover))
    found = set()
    for start in {place for name, place in (*p.open, *p.hidden) if name == mover}:
        seen = some_of(p.open.get((mover, start), NONE))
        unseen = some_of(p.hidden.get((mover, start), NONE))
        for to in destinations(p, start, steps):
            if may_stop(p, mover, to, aces):
                found |= {f"move {units_text(u)} {start} {to}" for u in seen}
                found |= {f"move {mixed_text(u, h)} {start} {to}" for u in seen for h in unseen}
            # Hidden units can stay hidden wherever they come (EL5), so no castle is full for them.
            found |= {f"move {units_text(u)} {start} {to} hidden" for u in unseen}
    return found


def mixed_text(seen: Units, unseen: Units) -> str:
    """``3+2h`` and, with elites, ``3+1e+2h+1eh``."""
    ordinary, elite = unseen
    words = [units_text(seen)]
    words += [f"{ordinary}h"] if ordinary else []
    words += [f"{elite}eh"] if elite else []
    return "+".join(words)


def read_mixed(text: str, hidden: bool) -> tuple[Units, Units]:
    """Open and hidden units of a movement's line."""
    numbers = {"": 0, "e": 0, "h": 0, "eh": 0}
    for word in text.split("+"):
        digits = word.rstrip("eh")
        numbers[word[len(digits) :]] += int(digits)
    seen, unseen = (numbers[""], numbers["e"]), (numbers["h"], numbers["eh"])
    return (NONE, seen) if hidden else (seen, unseen)


def cards(p: Position, mover: str) -> set[str]:
    """D3: an ace makes the way longer, in first it moves again; O7 moves again for its own price."""
    found = set()
    anyone = any(name == mover for name, _ in (*p.open, *p.hidden))
    if p.book.first:
        found = {f"second-move {ace}" for ace in p.aces(mover)}
    elif anyone and int(p.more.get("moves_left", "0")):
        found = {f"extend {ace}" for ace in p.aces(mover)}
    if p.book.has("extra-movement") and pays_special(p, mover, "6♥"):
        found.add("second-move")
    return found


def pays_special(p: Position, mover: str, six: str) -> bool:
    """O7, O10, O11: two aces, in r9 a certain six."""
    if p.edition == "r9":
        return six in p.hand[mover]
    return len(p.aces(mover)) >= 2
