"""An account kept from the public events alone: where every unit and every piece of gold is.

Whatever changes on the table has to be told. The account starts from the rulebook's set-up and
must agree with the position after every action: gold and units come from somewhere and go
somewhere, and nobody who listens is left with another picture of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dragondune.model.events import Event
from dragondune.model.ruleset import TO_BANK, TO_EXILE, Ruleset
from dragondune.model.state import State

START = ("gold", "bank", "up", "hid", "grave", "ally")
DWARVES, GOBLINS, NOBODY = 0, 2, 7
BY_DRAGONS = 1
HIDDEN_MOVE = 1
TREACHERY = 1


class Ledger:
    """Gold of purses and land; units seen, hidden, dead and in the bank."""

    def __init__(self, rules: Ruleset, order: tuple[int, ...]) -> None:
        self.rules = rules
        self.order = order
        self.gold = [rules.gold[f] if f in order else 0 for f in range(4)]
        self.bank = [rules.units[f] if f in order else 0 for f in range(4)]
        self.land = [0] * 28
        self.up = [0] * 112
        self.hid = [0] * 112
        self.grave = [0] * 4
        self.exiled = [0] * 4
        self.ally = [NOBODY] * 4
        self.heard = 0

    @classmethod
    def opened_at(cls, s: State) -> Ledger:
        """Begin with what lies on the table now."""
        book = cls(s.rules, s.order)
        for name in START:
            setattr(book, name, list(getattr(s, name)))
        book.land = list(s.board_gold)
        return book

    def listen(self, events: list[Event]) -> None:
        """Enter everything told since the last time."""
        for event in events[self.heard :]:
            entry = ENTRIES.get(event.kind)
            if entry is not None:
                entry(self, event)
        self.heard = len(events)

    def differences(self, s: State) -> Iterable[str]:
        """What the table shows and the account does not say."""
        for name in ("gold", "land", "bank", "grave", "up", "hid", "ally"):
            told = getattr(self, name)
            found = s.board_gold if name == "land" else getattr(s, name)
            if told != found:
                places = [(at, told[at], found[at]) for at in range(len(told))]
                yield f"{name} (where, told, found): {[p for p in places if p[1] != p[2]]}"

    # --- units -----------------------------------------------------------------------------

    def recruit(self, f: int, t: int, n: int) -> None:
        self.bank[f] -= n
        self.up[f * 28 + t] += n

    def lose(self, f: int, t: int, n: int, cause: int) -> None:
        self.up[f * 28 + t] -= n
        fate = self.rules.dragon_losses if cause == BY_DRAGONS else 0
        place = {TO_BANK: self.bank, TO_EXILE: self.exiled}.get(fate, self.grave)
        place[f] += n

    def travel(self, stacks: list[int], f: int, t: int, to: int, n: int) -> None:
        stacks[f * 28 + t] -= n
        stacks[f * 28 + to] += n

    def turn_over(self, source: list[int], target: list[int], at: int, n: int) -> None:
        source[at] -= n
        target[at] += n


def _moved(book: Ledger, e: Event) -> None:
    book.travel(book.hid if e.e == HIDDEN_MOVE else book.up, e.a, e.b, e.c, e.d)


def _joined_hidden(book: Ledger, e: Event) -> None:
    """EL9: newcomers take the status of hidden units; hidden ones who moved were hidden before."""
    at = e.a * 28 + e.b
    if book.rules.uniform_stacks and book.up[at]:
        book.turn_over(book.up, book.hid, at, e.c)


def _disbanded(book: Ledger, e: Event) -> None:
    stacks = book.hid if e.e == HIDDEN_MOVE else book.up
    stacks[e.a * 28 + e.b] -= e.c
    book.bank[e.a] += e.c
    book.gold[e.a] -= e.d


def _revived(book: Ledger, e: Event) -> None:
    book.grave[e.a] -= e.b
    book.bank[e.a] += e.b
    book.gold[e.a] -= e.c


# --- gold ----------------------------------------------------------------------------------


def _paid(book: Ledger, e: Event) -> None:
    """DW1, G3: to the Dwarves, less what an option sends to the bank; their own to the bank."""
    book.gold[e.a] -= e.b
    if e.a != DWARVES and DWARVES in book.order:
        book.gold[DWARVES] += e.b - min(e.b, book.rules.seller_discount)


def _hired(book: Ledger, e: Event) -> None:
    """GO1: gold for mercenaries goes to the Goblins, their own to the bank."""
    book.recruit(e.a, e.b, e.c)
    book.gold[e.a] -= e.d
    if e.a != GOBLINS and GOBLINS in book.order:
        book.gold[GOBLINS] += e.d


def _collected(book: Ledger, e: Event) -> None:
    book.land[e.b] -= e.c
    book.gold[e.a] += e.c


def _add(book: Ledger, f: int, amount: int) -> None:
    book.gold[f] += amount


def _gave(book: Ledger, e: Event) -> None:
    book.gold[e.a] -= e.c
    book.gold[e.b] += e.c


def _lay(book: Ledger, t: int, amount: int) -> None:
    book.land[t] += amount


def _allied(book: Ledger, e: Event) -> None:
    book.ally[e.a], book.ally[e.b] = e.b, e.a


def _parted(book: Ledger, e: Event) -> None:
    book.ally[e.a] = book.ally[e.b] = NOBODY


def _won(book: Ledger, e: Event) -> None:
    """V7: gold for treachery comes from the bank."""
    if e.d == TREACHERY:
        book.gold[e.a] += book.rules.treachery_gold


ENTRIES: dict[str, Callable[[Ledger, Event], None]] = {
    "placed": lambda book, e: book.recruit(e.a, e.b, e.c),
    "conscripted": lambda book, e: book.recruit(e.a, e.b, e.c),
    "raised": lambda book, e: book.recruit(e.a, e.b, e.c),
    "hired": _hired,
    "moved": _moved,
    "leapt": lambda book, e: book.travel(book.up, e.a, e.b, e.c, e.d),
    "rode": lambda book, e: book.travel(book.up, e.a, e.b, e.c, e.d),
    "stayed_hidden": _joined_hidden,
    "hid": lambda book, e: book.turn_over(book.up, book.hid, e.a * 28 + e.b, e.c),
    "came_out": lambda book, e: book.turn_over(book.hid, book.up, e.a * 28 + e.b, e.c),
    "units_lost": lambda book, e: book.lose(e.a, e.b, e.c, e.d),
    "disbanded": _disbanded,
    "revived": _revived,
    "paid": _paid,
    "collected": _collected,
    "income": lambda book, e: _add(book, e.a, e.b),
    "plunder_sold": lambda book, e: _add(book, e.a, e.c),
    "gave": _gave,
    "agreement_paid": _gave,
    "gold_placed": lambda book, e: _lay(book, e.a, e.b),
    "gold_burnt": lambda book, e: _lay(book, e.a, -e.b),
    "battle_won": _won,
    "allied": _allied,
    "alliance_broken": _parted,
}
