"""What each of the five rulebooks says in numbers, read from the books and not from the engine.

A row names the rule of the catalogue; its columns are ``first``, ``r2``, ``r6``, ``r6b`` and ``r9``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

EDITIONS = ("first", "r2", "r6", "r6b", "r9")
FACTIONS = ("dwarves", "elves", "goblins", "orcs")
RED, BLACK = "♦♥", "♣♠"
SUITS = {"dwarves": "♦", "elves": "♥", "goblins": "♣", "orcs": "♠"}
SUITS_R9 = {"dwarves": "♦", "elves": "♥", "goblins": "♠", "orcs": "♣"}


@dataclass(frozen=True)
class Book:
    """One edition with its options: the numbers the models count with."""

    edition: str
    turns: int  # A1
    units: dict[str, int]  # A2
    elites: dict[str, int]  # DW4, O4
    unit_points: int  # B12
    elite_points: int  # DW4, O4
    suit: dict[str, str]  # A6
    hand_limit: dict[str, int]  # A14
    graves: dict[str, tuple[int, int]]  # IV1, OR6: how many, how many of them free
    ally_graves: tuple[int, int] | None  # OR12: what the Orcs' ally has instead
    conscripts: dict[str, int]  # IV3, OR7
    ally_conscripts: int  # OR12 in r2
    income: int  # VI1
    castle_income: int  # VI1
    ally_income: int  # DW6
    treachery_gold: int  # V7
    dwarf_bonus: int  # DW3
    bonus_against_orcs: bool  # DW3
    orc_bonus: int  # OR8
    half_up: bool  # GO2, D2: half prices are rounded up
    orc_losses_up: bool  # OR3
    options: frozenset[str] = field(default_factory=frozenset)

    def has(self, option: str) -> bool:
        """Was this option chosen?"""
        return option in self.options

    @property
    def first(self) -> bool:
        """The first, unnumbered text, which differs from all others in much."""
        return self.edition == "first"

    @property
    def from_r6(self) -> bool:
        """r6 and everything after it."""
        return self.edition in ("r6", "r6b", "r9")

    @property
    def late(self) -> bool:
        """The editions without a die: r6b and r9."""
        return self.edition in ("r6b", "r9")


def _each(number: int, **others: int) -> dict[str, int]:
    return {name: others.get(name, number) for name in FACTIONS}


def _graves(limit: int, free: int, orcs: tuple[int, int]) -> dict[str, tuple[int, int]]:
    return {name: orcs if name == "orcs" else (limit, free) for name in FACTIONS}


FIRST = Book(
    edition="first",
    turns=6,
    units=_each(20),
    elites=_each(0, dwarves=2),
    unit_points=1,
    elite_points=2,
    suit=SUITS,
    hand_limit=_each(4, goblins=8),
    graves=_graves(5, 5, (5, 5)),
    ally_graves=None,
    conscripts=_each(2, orcs=4),
    ally_conscripts=0,
    income=2,
    castle_income=0,
    ally_income=0,
    treachery_gold=0,
    dwarf_bonus=0,
    bonus_against_orcs=True,
    orc_bonus=0,
    half_up=True,
    orc_losses_up=True,
)
R2 = replace(
    FIRST,
    edition="r2",
    units=_each(10),
    elites=_each(0),
    unit_points=2,
    elite_points=4,
    graves=_graves(2, 1, (3, 3)),
    ally_graves=(3, 2),
    conscripts=_each(1, orcs=2),
    ally_conscripts=2,
    income=1,
    treachery_gold=2,
)
R6 = replace(
    R2,
    edition="r6",
    turns=8,
    conscripts=_each(1),
    ally_conscripts=0,
    dwarf_bonus=1,
    orc_bonus=1,
    half_up=False,
)
R6B = replace(
    R6,
    edition="r6b",
    graves=_graves(3, 1, (3, 3)),
    castle_income=1,
    ally_income=1,
    dwarf_bonus=2,
    bonus_against_orcs=False,
)
R9 = replace(
    R6B,
    edition="r9",
    elite_points=3,
    suit=SUITS_R9,
    ally_graves=(3, 3),
    conscripts=_each(2),
    orc_losses_up=False,
)
BOOKS = {"first": FIRST, "r2": R2, "r6": R6, "r6b": R6B, "r9": R9}


@cache
def book_of(edition: str, options: tuple[str, ...]) -> Book:
    """The book of a table: its edition, its options and what was set by hand."""
    book = replace(BOOKS[edition], options=frozenset(options))
    if book.has("elite-warriors"):
        book = replace(book, elites=book.elites | {"dwarves": 2})
    if book.has("more-conscripts"):
        book = _one_more_conscript(book)
    if book.has("weaker-orc-graves"):
        orcs = (3, 2) if book.late else (2, 2)
        book = replace(book, graves=book.graves | {"orcs": orcs})
    for option in options:
        book = _set_by_hand(book, option)
    return book


def _one_more_conscript(book: Book) -> Book:
    """G1: everyone, so the Orcs' ally in r2 too."""
    more = {name: number + 1 for name, number in book.conscripts.items()}
    return replace(book, conscripts=more, ally_conscripts=book.ally_conscripts and 3)


def _set_by_hand(book: Book, option: str) -> Book:
    """G5: ``units.elves=25``; starting gold plays no part in a position."""
    what, _, rest = option.partition(".")
    name, _, number = rest.partition("=")
    if what in ("units", "elites", "conscripts") and number:
        table = getattr(book, what) | {name: int(number)}
        return replace(book, **{what: table})
    if what == "graves" and number:
        limit, free = book.graves[name]
        # Who paid nothing pays nothing for more units either; the others' first one is free.
        free = int(number) if free == limit else min(free, int(number))
        return replace(book, graves=book.graves | {name: (int(number), free)})
    return book


def colour(card: str) -> str:
    """Red or black."""
    return "red" if card[-1] in RED else "black"


def rank(card: str) -> int:
    """The number on a card; an ace counts 1."""
    return 1 if card[0] == "A" else int(card[:-1])


def is_ace(card: str) -> bool:
    """A special card?"""
    return card[0] == "A"
