"""I1 to I4: how far the dragon marker goes, what it strikes, and the cards that act before it."""

from __future__ import annotations

from models.board import CASTLES, FORESTS, PLACES, numbered
from models.books import rank
from models.movement import pays_special
from models.positions import NONE, Position, Units, some_of, total, units_text
from models.standing import may_stop


def path(start: int, steps: int) -> list[int]:
    """The numbers it enters: after 18 comes 1, and 0• never (ruling 9)."""
    return [(start + step - 1) % 18 + 1 for step in range(1, steps + 1)]


def struck(p: Position, steps: int) -> list[str]:
    """Every territory on the way but forests and castles whose walls stand."""
    passed = [place for number in path(p.dragon, steps) for place in numbered(number)]
    unsafe = [place for place in passed if place not in FORESTS]
    return [place for place in unsafe if place not in CASTLES or place in p.broken]


def losses(p: Position, name: str, place: str) -> int:
    """Everything visible; of the Orcs half, territory by territory (ruling 10)."""
    number = p.visible(name, place)
    if name != "orcs":
        return number
    return (number + 1) // 2 if p.book.orc_losses_up else number // 2


def steps_of_card(p: Position) -> int | None:
    """r6b, r9: the number of the top card, 1 where there are no cards; None where it is shuffled."""
    if p.deck:
        return rank(p.deck[-1])
    return None if p.discard else 1


def after(p: Position, steps: int) -> Position:
    """Marker, gold and numbers of units; of Orcish stacks with elites only the number is told."""
    q = p.copy()
    q.dragon = path(p.dragon, steps)[-1] if steps else p.dragon
    for place in struck(p, steps):
        q.gold_at.pop(place, None)
        for name in p.order:
            _lose(q, name, place, losses(p, name, place))
    return q


def _lose(q: Position, name: str, place: str, number: int) -> None:
    """Ordinary units first: which ones go is the owner's choice, and compared as a number."""
    units = q.open.get((name, place), NONE)
    elite = max(0, number - units[0])
    gone: Units = (number - elite, elite)
    q.open[name, place] = (units[0] - gone[0], units[1] - gone[1])
    goes = q.grave
    if q.book.has("dragon-losses-to-bank"):
        goes = q.bank
    if not q.book.has("dragon-losses-exiled"):
        goes[name] = (goes[name][0] + gone[0], goes[name][1] + gone[1])


def acts(p: Position, name: str) -> set[str]:
    """OR10: the Orcs' ace carries units anywhere; O11: cards that steer the dragons."""
    found = carries(p) if name == "orcs" else set()
    if p.book.has("steered-dragons") and pays_special(p, name, "6♣"):
        low, high = (0, 10) if p.edition == "r9" else (1, 6)
        found |= {f"steer {number}" for number in range(low, high + 1)}
    return found


def carries(p: Position) -> set[str]:
    """Some or all units of one territory to any other, the marker's too (ruling 63)."""
    aces = p.aces("orcs")
    return {
        f"carry {units_text(units)} {start} {to} {ace}"
        for ace in aces
        for (name, start), stack in p.open.items()
        if name == "orcs"
        for to in PLACES
        # The ace that carries them is spent and cannot hide them too.
        if to != start and may_stop(p, "orcs", to, len(aces) - 1)
        for units in some_of(stack)
    }


def counted(p: Position) -> dict[tuple[str, str], int]:
    """Numbers of visible units, for comparing."""
    return {key: total(units) for key, units in p.open.items() if total(units)}
