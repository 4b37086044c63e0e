"""An account kept from the public events alone: where every unit and every piece of gold is.

Whatever changes on the table has to be told. The account starts from the rulebook's set-up and
must agree with the position after every action: gold and units come from somewhere and go
somewhere, and nobody who listens is left with another picture of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from dragondune.model import events
from dragondune.model.codes import BY_DRAGONS
from dragondune.model.events import Event
from dragondune.model.powers import SELLS_ARTIFACTS, SELLS_MERCENARIES
from dragondune.model.ruleset import TO_BANK, TO_EXILE, Ruleset
from dragondune.model.state import State

START = ("gold", "bank", "up", "hid", "grave", "ally")
NOBODY = 7
Told = TypeVar("Told", bound=Event)


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

    def listen(self, told: list[Event]) -> None:
        """Enter everything told since the last time."""
        for event in told[self.heard :]:
            entry = ENTRIES.get(type(event))
            if entry is not None:
                entry(self, event)
        self.heard = len(told)

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


def _moved(book: Ledger, e: events.Moved) -> None:
    book.travel(book.hid if e.hidden else book.up, e.faction, e.source, e.target, e.units)


def _joined_hidden(book: Ledger, e: events.StayedHidden) -> None:
    """EL9: newcomers take the status of hidden units; hidden ones who moved were hidden before."""
    at = e.faction * 28 + e.place
    if book.rules.uniform_stacks and book.up[at]:
        book.turn_over(book.up, book.hid, at, e.units)


def _disbanded(book: Ledger, e: events.Disbanded) -> None:
    stacks = book.hid if e.hidden else book.up
    stacks[e.faction * 28 + e.place] -= e.units
    book.bank[e.faction] += e.units
    book.gold[e.faction] -= e.gold


def _revived(book: Ledger, e: events.Revived) -> None:
    book.grave[e.faction] -= e.units
    book.bank[e.faction] += e.units
    book.gold[e.faction] -= e.gold


# --- gold ----------------------------------------------------------------------------------


def _paid(book: Ledger, e: events.Paid) -> None:
    """DW1, G3: to the seller, less what an option sends to the bank; their own to the bank."""
    book.gold[e.faction] -= e.gold
    for seller in _owners(book, SELLS_ARTIFACTS):
        if e.faction != seller:
            book.gold[seller] += e.gold - min(e.gold, book.rules.seller_discount)


def _owners(book: Ledger, power: int) -> list[int]:
    return [f for f in book.order if book.rules.powers[f] & power]


def _hired(book: Ledger, e: events.Hired) -> None:
    """GO1: gold for mercenaries goes to those who sell them, their own to the bank."""
    book.recruit(e.faction, e.place, e.units)
    book.gold[e.faction] -= e.gold
    for seller in _owners(book, SELLS_MERCENARIES):
        if e.faction != seller:
            book.gold[seller] += e.gold


def _collected(book: Ledger, e: events.Collected) -> None:
    book.land[e.place] -= e.gold
    book.gold[e.faction] += e.gold


def _add(book: Ledger, f: int, amount: int) -> None:
    book.gold[f] += amount


def _gave(book: Ledger, e: events.Gave | events.ContractPaid) -> None:
    book.gold[e.faction] -= e.gold
    book.gold[e.other] += e.gold


def _lay(book: Ledger, t: int, amount: int) -> None:
    book.land[t] += amount


def _allied(book: Ledger, e: events.Allied) -> None:
    book.ally[e.faction], book.ally[e.other] = e.other, e.faction


def _parted(book: Ledger, e: events.AllianceBroken) -> None:
    book.ally[e.faction] = book.ally[e.other] = NOBODY


def _won(book: Ledger, e: events.BattleWon) -> None:
    """V7: gold for treachery comes from the bank."""
    if e.treachery:
        book.gold[e.winner] += book.rules.treachery_gold


def entry(
    kind: type[Told], enter: Callable[[Ledger, Told], None]
) -> tuple[type[Event], Callable[[Ledger, Any], None]]:
    return kind, enter


ENTRIES = dict(
    (
        entry(events.Placed, lambda book, e: book.recruit(e.faction, e.place, e.units)),
        entry(events.Conscripted, lambda book, e: book.recruit(e.faction, e.place, e.units)),
        entry(events.Raised, lambda book, e: book.recruit(e.faction, e.place, e.units)),
        entry(events.Hired, _hired),
        entry(events.Moved, _moved),
        entry(
            events.Carried,
            lambda book, e: book.travel(book.up, e.faction, e.source, e.target, e.units),
        ),
        entry(
            events.Rode,
            lambda book, e: book.travel(book.up, e.faction, e.source, e.target, e.units),
        ),
        entry(events.StayedHidden, _joined_hidden),
        entry(
            events.Hid,
            lambda book, e: book.turn_over(book.up, book.hid, e.faction * 28 + e.place, e.units),
        ),
        entry(
            events.CameOut,
            lambda book, e: book.turn_over(book.hid, book.up, e.faction * 28 + e.place, e.units),
        ),
        entry(events.UnitsLost, lambda book, e: book.lose(e.faction, e.place, e.units, e.cause)),
        entry(events.Disbanded, _disbanded),
        entry(events.Revived, _revived),
        entry(events.Paid, _paid),
        entry(events.Collected, _collected),
        entry(events.Income, lambda book, e: _add(book, e.faction, e.gold)),
        entry(events.PlunderSold, lambda book, e: _add(book, e.faction, e.gold)),
        entry(events.Gave, _gave),
        entry(events.ContractPaid, _gave),
        entry(events.GoldPlaced, lambda book, e: _lay(book, e.place, e.gold)),
        entry(events.GoldBurnt, lambda book, e: _lay(book, e.place, -e.gold)),
        entry(events.BattleWon, _won),
        entry(events.Allied, _allied),
        entry(events.AllianceBroken, _parted),
    )
)
