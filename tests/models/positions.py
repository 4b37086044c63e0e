"""A position as the models hold it: dictionaries by the names of factions and territories.

It is read from, and written as, the one-line notation of docs/notation.md, with nothing of the
engine's: so that a model and the engine share the text of a position and not a line of code.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field

from models.board import EVENTS, PLACES
from models.books import Book, book_of

LETTERS = {"D": "dwarves", "E": "elves", "G": "goblins", "O": "orcs"}
LETTER_OF = {name: letter for letter, name in LETTERS.items()}
ARTIFACTS = tuple(r + s for s in "♣♦♥♠" for r in ("A", "2", "3", "4", "5", "6"))
EVENT_CARDS = tuple(EVENTS)
# In the order in which the notation fills up what is not named.
EVENT_ORDER = tuple(f"{r}{s}" for s in "♣♦♥♠" for r in (7, 8, 9, 10))
CARD = re.compile(r"(?:10|[A2-9QJ])[♣♦♥♠]")
NONE = (0, 0)

Units = tuple[int, int]  # ordinary ones, elite ones


@dataclass
class Position:
    """Who has what where. ``open`` and ``hidden`` go by (faction, territory)."""

    edition: str
    options: tuple[str, ...]
    order: list[str]
    first: str
    turn: int = 1
    dragon: int = 1
    trolls: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    open: dict[tuple[str, str], Units] = field(default_factory=dict)
    hidden: dict[tuple[str, str], Units] = field(default_factory=dict)
    grave: dict[str, Units] = field(default_factory=dict)
    bank: dict[str, Units] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    gold_at: dict[str, int] = field(default_factory=dict)
    hand: dict[str, list[str]] = field(default_factory=dict)
    ally: dict[str, str] = field(default_factory=dict)
    usurper: dict[str, str] = field(default_factory=dict)  # the suit of the Queen
    sabotage: dict[str, str] = field(default_factory=dict)  # the suit of the Jack
    deck: list[str] = field(default_factory=list)  # the top card last, as in all four
    discard: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    past: list[str] = field(default_factory=list)
    predictions: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)  # fields of the middle of things

    @property
    def book(self) -> Book:
        """The rules this position is played by."""
        return book_of(self.edition, self.options)

    def copy(self) -> Position:
        """Another one that can be changed."""
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (dict, list, set)):
                setattr(twin, name, copy.copy(value))
        twin.hand = {name: list(cards) for name, cards in self.hand.items()}
        return twin

    # --- what the models ask again and again ------------------------------------------------

    def visible(self, faction: str, place: str) -> int:
        """Units that are not hiding."""
        return sum(self.open.get((faction, place), NONE))

    def present(self, place: str) -> list[str]:
        """The players with visible units there, in player order."""
        return [name for name in self.order if self.visible(name, place)]

    def controls(self, faction: str, place: str) -> bool:
        """B3: alone there, hidden units not counted."""
        return self.present(place) == [faction]

    def aces(self, faction: str) -> list[str]:
        """The special cards in a hand."""
        return [card for card in self.hand.get(faction, []) if card[0] == "A"]

    def allied(self, faction: str, other: str) -> bool:
        """Are they allies?"""
        return self.ally.get(faction) == other

    def from_first(self) -> list[str]:
        """Player order, beginning with the first player."""
        at = self.order.index(self.first)
        return self.order[at:] + self.order[:at]


def total(units: Units) -> int:
    """Ordinary and elite units together."""
    return units[0] + units[1]


def plus(a: Units, b: Units) -> Units:
    """Both together."""
    return a[0] + b[0], a[1] + b[1]


def minus(a: Units, b: Units) -> Units:
    """What is left."""
    return a[0] - b[0], a[1] - b[1]


def some_of(units: Units) -> list[Units]:
    """Every choice of one or more of these units."""
    ordinary, elite = units
    return [(a, b) for b in range(elite + 1) for a in range(ordinary + 1) if a + b]


def units_text(units: Units) -> str:
    """``3`` or ``2+1e``."""
    return f"{units[0]}+{units[1]}e" if units[1] else str(units[0])


def read_units(text: str) -> Units:
    """The other way round."""
    ordinary, _, elite = text.partition("+")
    return int(ordinary), int(elite.rstrip("e") or 0)


# --- reading -----------------------------------------------------------------------------------


def read(text: str, edition: str, options: tuple[str, ...]) -> Position:
    """A printed position, everything that is not named filled in as the notation says."""
    fields = dict(word.split("=", 1) for word in text.split())
    order = [LETTERS[letter] for letter in fields.pop("order")]
    first = LETTERS[fields.pop("first")] if "first" in fields else order[0]
    found = Position(edition, options, order, first)
    found.turn = int(fields.pop("turn", "1"))
    found.dragon = int(fields.pop("dragon", "1"))
    found.trolls = set(_words(fields.pop("trolls", "")))
    found.broken = set(_words(fields.pop("broken", "")))
    _read_units(found, fields)
    _read_gold(found, fields)
    _read_people(found, fields)
    _read_cards(found, fields)
    found.more = fields
    return found


def _words(text: str) -> list[str]:
    return text.split(",") if text else []


_STACK = re.compile(r"([0-9]+[★•]|[0-9]+(?=:)|grave|bank):?([0-9]+(?:\+[0-9]+e)?)(h?)$")


def _read_units(found: Position, fields: dict[str, str]) -> None:
    for name in found.order:
        stated = False
        here = found.book
        left = (here.units[name] - here.elites[name], here.elites[name])
        found.grave[name] = NONE
        for word in _words(fields.pop(LETTER_OF[name], "")):
            match = _STACK.match(word)
            assert match, word
            place, number, hides = match[1], read_units(match[2]), match[3]
            if place == "grave":
                found.grave[name] = number
            elif place == "bank":
                found.bank[name], stated = number, True
            else:
                (found.hidden if hides else found.open)[name, place] = number
            left = left if place == "bank" else minus(left, number)
        if not stated:
            found.bank[name] = left


def _read_gold(found: Position, fields: dict[str, str]) -> None:
    found.gold = dict.fromkeys(found.order, 0)
    for word in _words(fields.pop("gold", "")):
        found.gold[LETTERS[word[0]]] = int(word[1:])
    for word in _words(fields.pop("gold@", "")):
        place, number = word.split(":")
        found.gold_at[place] = int(number)


def _read_people(found: Position, fields: dict[str, str]) -> None:
    for word in _words(fields.pop("ally", "")):
        a, b = word[0], word[1]
        found.ally[LETTERS[a]], found.ally[LETTERS[b]] = LETTERS[b], LETTERS[a]
    for word in _words(fields.pop("predictions", "")):
        letter, predicted = word.split(":")
        winner, castle, turn = predicted.split("/")
        found.predictions[LETTERS[letter]] = LETTERS[winner], castle, int(turn)
    for name, cards in (("usurper", found.usurper), ("sabotage", found.sabotage)):
        for word in _words(fields.pop(name, "")):
            letter, card = word.split(":")
            cards[LETTERS[letter]] = "" if card == "none" else card[-1]


def _read_cards(found: Position, fields: dict[str, str]) -> None:
    found.hand = {name: [] for name in found.order}
    for word in _words(fields.pop("hand", "")):
        letter, cards = word.split(":")
        found.hand[LETTERS[letter]] = CARD.findall(cards)
    found.discard = CARD.findall(fields.pop("discard", ""))
    found.past = CARD.findall(fields.pop("past", ""))
    named = {c for hand in found.hand.values() for c in hand} | set(found.discard)
    named |= {fields.get("sale", "")}
    found.deck = _filled(fields.pop("deck", ""), ARTIFACTS, named)
    shown = {fields.get("event_first", ""), fields.get("event_second", "")}
    found.events = _filled(fields.pop("events", ""), EVENT_ORDER, shown | set(found.past))


def _filled(text: str, every: tuple[str, ...], named: set[str]) -> list[str]:
    listed = CARD.findall(text)
    if text.startswith("|"):
        return listed
    return [card for card in every if card not in named and card not in listed] + listed


# --- writing -----------------------------------------------------------------------------------


def write(position: Position, at: str) -> str:
    """The position in one line, with the moment ``at`` which play goes on."""
    p = position
    words = [
        "order=" + "".join(LETTER_OF[name] for name in p.order),
        f"first={LETTER_OF[p.first]} turn={p.turn} dragon={p.dragon}",
        _list("trolls", sorted(p.trolls)),
        _list("broken", sorted(p.broken)),
        *(f"{LETTER_OF[name]}={_stacks(p, name)}" for name in p.order),
        _list("gold", [f"{LETTER_OF[n]}{gold}" for n, gold in p.gold.items() if gold]),
        _list("gold@", [f"{place}:{gold}" for place, gold in p.gold_at.items() if gold]),
        _list("hand", [f"{LETTER_OF[n]}:{''.join(c)}" for n, c in p.hand.items() if c]),
        _list(
            "ally",
            sorted({"".join(sorted((LETTER_OF[a], LETTER_OF[b]))) for a, b in p.ally.items()}),
        ),
        _list("usurper", [f"{LETTER_OF[n]}:Q{s}" for n, s in p.usurper.items()]),
        _list("sabotage", [f"{LETTER_OF[n]}:J{s}" for n, s in p.sabotage.items()]),
        _list("predictions", [_predicted(n, *told) for n, told in p.predictions.items()]),
        f"deck=|{''.join(p.deck)}",
        f"discard={''.join(p.discard)}" if p.discard else "",
        f"events=|{''.join(p.events)}",
        f"past={''.join(p.past)}" if p.past else "",
        *(f"{key}={value}" for key, value in p.more.items()),
        f"at={at}",
    ]
    return " ".join(word for word in words if word)


def _list(key: str, words: list[str]) -> str:
    return f"{key}={','.join(words)}" if words else ""


def _predicted(oracle: str, winner: str, castle: str, turn: int) -> str:
    return f"{LETTER_OF[oracle]}:{LETTER_OF[winner]}/{castle}/{turn}"


def _stacks(p: Position, name: str) -> str:
    words = []
    for place in PLACES:
        for stacks, sign in ((p.open, ""), (p.hidden, "h")):
            units = stacks.get((name, place), NONE)
            colon = "" if place[-1] in "★•" else ":"
            words += [f"{place}{colon}{units_text(units)}{sign}"] if total(units) else []
    words += [f"grave:{units_text(p.grave[name])}"] if total(p.grave[name]) else []
    words += [f"bank:{units_text(p.bank[name])}"] if _someone_left(p, name) else []
    return ",".join(words)


def _someone_left(p: Position, name: str) -> bool:
    """Have units left the game, so that the bank is not simply the rest?"""
    mine = [u for stacks in (p.open, p.hidden) for (who, _), u in stacks.items() if who == name]
    there = sum(map(total, mine)) + total(p.grave[name]) + total(p.bank[name])
    return there != p.book.units[name]
