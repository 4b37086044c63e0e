"""What contracts do to the board of this turn, as masks that a judgement can work with [B6]."""

from collections.abc import Iterable
from typing import Final

from dragondune.engine.agenda import seat_of
from dragondune.model import contracts
from dragondune.model.board import EVERYWHERE, OF_NUMBER, territories_in
from dragondune.model.contracts import Clause
from dragondune.model.factions import NOBODY
from dragondune.rules.reckoning import hire_price
from dragondune.views.view import View

RECRUITMENT: Final = 4


class Terms:
    """Per seat: where it may not go or hire, whom it leaves alone, what it leaves, pays and sends."""

    __slots__ = ("enter", "gold", "gone", "hire", "joins", "peace", "shield")

    def __init__(self) -> None:
        self.enter: list[int] = [0, 0, 0, 0]
        self.shield: list[int] = [0, 0, 0, 0]  # wherever these go, it does not come after them
        self.hire: list[int] = [0, 0, 0, 0]
        self.peace: list[int] = [0, 0, 0, 0]
        self.gone: list[int] = [0, 0, 0, 0]
        self.gold: list[int] = [0, 0, 0, 0]
        self.joins: list[tuple[int, int, int]] = []

    def take(self, view: View, c: Clause, feared: bool = False) -> None:
        """Add one clause as far as it works in the present turn.

        Of duties to leave and to hire only what can be kept is counted, unless it is ``feared``.
        """
        f: int = c.debtor
        kind: int = c.kind
        if kind == contracts.NO_ENTER:
            self.enter[f] |= c.place
            self.shield[f] |= 0 if c.other == NOBODY else 1 << c.other
        elif kind == contracts.NO_HIRE:
            self.hire[f] |= c.place or EVERYWHERE
        elif kind == contracts.NO_ATTACK:
            self.peace[f] |= 15 if c.other == NOBODY else 1 << c.other
        elif kind == contracts.PAY and c.turn == 0 and view.gold[f] + self.gold[f] >= c.n:
            self.gold[f] -= c.n
            self.gold[c.other] += c.n
        elif kind == contracts.LEAVE and c.turn <= view.turn:
            if feared or _can_leave(view, f, c.place | self.gone[f]):
                self.gone[f] |= c.place
                self.enter[f] |= c.place
        elif kind == contracts.HIRE and c.turn <= view.turn:
            place: int = c.place
            t = place.bit_length() - 1
            if feared or self._can_hire(view, f, t, c.n):
                self.joins.append((f, t, c.n))

    def _can_hire(self, view: View, f: int, t: int, n: int) -> bool:
        price = hire_price(view.rules, view.powers[f], t, n, False)
        means = view.bank[f] >= n and view.gold[f] + self.gold[f] >= price
        sure = view.round == RECRUITMENT and still_acts(view, f)  # before that gold goes for cards
        return means and sure and not OF_NUMBER[view.dragon] >> t & 1


def still_acts(view: View, f: int) -> bool:
    """Has this seat its recruitment turn before it, or is it in it?"""
    if view.round != RECRUITMENT:
        return view.round < RECRUITMENT
    if not view.turns_taken >> f & 1:
        return True
    return bool(view.stack) and seat_of(view.stack[-1]) == f


def _can_leave(view: View, f: int, places: int) -> bool:
    """One movement takes one stack away: more than that, or after one's turn, is mere words."""
    stacks = len(territories_in(view.vis[f] & places)) + len(territories_in(view.hidm[f] & places))
    return stacks <= 1 and still_acts(view, f)


def located(view: View, clauses: Iterable[Clause]) -> list[Clause]:
    """Clauses with territories beside "where they are", as the units stand now."""
    found: list[Clause] = []
    for c in clauses:
        there = view.vis[c.other] if c.kind == contracts.NO_ENTER and c.other != NOBODY else 0
        found.append(c.changed(place=there) if there else c)
    return found


def settled(view: View, clauses: Iterable[Clause]) -> list[Clause]:
    """The same, as it can be signed: where they are now, wherever they may go."""
    found = located(view, clauses)
    return [
        c.changed(other=NOBODY) if c.kind == contracts.NO_ENTER and c.place else c for c in found
    ]


def clauses_in_force(view: View) -> list[Clause]:
    """Everything that is signed and neither done nor void."""
    found: list[Clause] = []
    for contract in view.contracts:
        for c in contract.clauses:
            if c.stage < contracts.DONE:
                found.append(c)
    return located(view, found)


def terms_in_force(view: View, but: int = NOBODY) -> Terms:
    """What the contracts that are signed forbid now, to everybody ``but`` one seat."""
    found = Terms()
    for c in clauses_in_force(view):
        if c.stage == contracts.ACTIVE and c.kind != contracts.PAY and c.debtor != but:
            found.take(view, c)
    return found


def with_clauses(view: View, clauses: list[Clause], cautious: int) -> Terms:
    """What would hold if these were signed too.

    Conditions count as fulfilled against ``cautious``, who owes something, and as failed otherwise.
    """
    found = terms_in_force(view)
    for c in clauses:
        if c.when == contracts.ALWAYS or (c.debtor == cautious and c.when != contracts.WHEN_TURN):
            found.take(view, c, c.debtor == cautious)
    return found
