"""II1 to II7: the event cards, their gold, and what the Red Dragon leaves."""

from __future__ import annotations

from dataclasses import dataclass

from models.board import EVENTS, PLACES
from models.books import Book, colour
from models.positions import NONE, Position, Units, plus, some_of, units_text
from models.standing import marker_at, may_stop


@dataclass
class TurnedUp:
    """What the cards say: does the Red Dragon come, where does it strike, who gets which gold."""

    red: bool
    struck: str | None
    gold: dict[str, int]
    past: list[str]
    events: list[str]


def territory(card: str) -> str:
    """Where this event takes place."""
    return EVENTS[card][0]


def amount(book: Book, card: str) -> int:
    """The gold of this event."""
    _, gold, gold_of_the_first = EVENTS[card]
    return gold_of_the_first if book.first else gold


def turned_up(p: Position) -> TurnedUp:
    """Each edition has a way of its own."""
    if p.book.first:
        return _of_first(p)
    return _of_two_cards(p) if p.book.late else _of_an_omen(p)


def _placed(p: Position, wanted: list[tuple[str, int]]) -> dict[str, int]:
    """II6: none where the dragon marker is."""
    return {territory(c): gold for c, gold in wanted if not marker_at(p, territory(c))}


def _last_struck(p: Position, red: bool) -> str | None:
    return territory(p.past[-1]) if red and p.past else None


def _of_first(p: Position) -> TurnedUp:
    """The card has the Emperor's colour; on the first turn nothing is struck (ruling 12)."""
    card = p.events[-1]
    red = colour(card) == colour("K" + p.book.suit[p.first])
    gold = _placed(p, [(card, amount(p.book, card))])
    return TurnedUp(red, _last_struck(p, red), gold, [*p.past, card], p.events[:-1])


def _of_an_omen(p: Position) -> TurnedUp:
    """r2, r6: one card for the Red Dragon, which goes under the deck, and the next for the gold."""
    omen = p.events[-1]
    if p.edition == "r2":
        red = bool(p.past) and colour(omen) == colour(p.past[-1])
    else:
        red = colour(omen) == "red"
    deck = [omen, *p.events[:-1]]
    card = deck[-1]
    gold = _placed(p, [(card, amount(p.book, card))])
    return TurnedUp(red, _last_struck(p, red), gold, [*p.past, card], deck[:-1])


def _of_two_cards(p: Position) -> TurnedUp:
    """r6b, r9: the second card brings the Red Dragon and two gold, the first its own amount."""
    first, second = p.events[-1], p.events[-2]
    red = bool(p.past) and second[-1] == p.past[-1][-1]
    gold = _placed(p, [(second, 2), (first, amount(p.book, first))])
    return TurnedUp(red, _last_struck(p, red), gold, [*p.past, second, first], p.events[:-2])


# --- the Red Dragon ----------------------------------------------------------------------------


def rides(p: Position, struck: str) -> set[str]:
    """OR5: some or all of the Orcs there to any other territory with room, the marker's too."""
    stack = p.open.get(("orcs", struck), NONE)
    aces = len(p.aces("orcs"))
    return {
        f"ride {units_text(units)} {to}"
        for to in PLACES
        if to != struck and may_stop(p, "orcs", to, aces)
        for units in some_of(stack)
    }


def immune(p: Position, name: str, denied: bool) -> bool:
    """OR4: the Orcs from r2 on, unless an ace denied it; from r6b on their ally, whom none can."""
    if name == "orcs":
        return not p.book.first and not denied
    return p.book.late and p.allied(name, "orcs")


def after_strike(p: Position, struck: str, denied: bool, rode: Units = NONE) -> Position:
    """Everything visible there that is not immune is lost, and the gold. Riders have left."""
    q = p.copy()
    q.gold_at.pop(struck, None)
    mine = q.open.get(("orcs", struck), NONE)
    q.open["orcs", struck] = (mine[0] - rode[0], mine[1] - rode[1])
    for name in p.order:
        if not immune(p, name, denied):
            units = q.open.pop((name, struck), NONE)
            q.grave[name] = plus(q.grave[name], units)
    return q
