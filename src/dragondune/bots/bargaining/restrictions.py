"""What contracts do to the board of this turn, as masks that a judgement can work with [B6]."""

from dragondune.model import contracts
from dragondune.model.board import EVERYWHERE
from dragondune.model.contracts import Clause
from dragondune.model.factions import NOBODY
from dragondune.views.view import View


class Terms:
    """Per seat: where it may not go or hire, whom it leaves alone, what it leaves, pays and sends."""

    __slots__ = ("enter", "gold", "gone", "hire", "joins", "peace")

    def __init__(self) -> None:
        self.enter: list[int] = [0, 0, 0, 0]
        self.hire: list[int] = [0, 0, 0, 0]
        self.peace: list[int] = [0, 0, 0, 0]
        self.gone: list[int] = [0, 0, 0, 0]
        self.gold: list[int] = [0, 0, 0, 0]
        self.joins: list[tuple[int, int, int]] = []

    def take(self, view: View, c: Clause) -> None:
        """Add one clause as far as it works in the present turn."""
        f: int = c.debtor
        kind: int = c.kind
        if kind == contracts.NO_ENTER:
            self.enter[f] |= c.place
        elif kind == contracts.NO_HIRE:
            self.hire[f] |= c.place or EVERYWHERE
        elif kind == contracts.NO_ATTACK:
            self.peace[f] |= 15 if c.other == NOBODY else 1 << c.other
        elif kind == contracts.LEAVE and c.turn <= view.turn:
            self.gone[f] |= c.place
            self.enter[f] |= c.place
        elif kind == contracts.PAY and c.turn == 0 and view.gold[f] >= c.n:
            self.gold[f] -= c.n
            self.gold[c.other] += c.n
        elif kind == contracts.HIRE and c.turn <= view.turn:
            place: int = c.place
            self.joins.append((f, place.bit_length() - 1, c.n))


def terms_in_force(view: View) -> Terms:
    """What the contracts that are signed forbid now."""
    found = Terms()
    for contract in view.contracts:
        for c in contract.clauses:
            if c.stage == contracts.ACTIVE and c.kind != contracts.PAY:
                found.take(view, c)
    return found


def with_clauses(view: View, clauses: list[Clause], cautious: int) -> Terms:
    """What would hold if these were signed too.

    Conditions count as fulfilled against ``cautious``, who owes something, and as failed otherwise.
    """
    found = terms_in_force(view)
    for c in clauses:
        if c.when == contracts.ALWAYS or (c.debtor == cautious and c.when != contracts.WHEN_TURN):
            found.take(view, c)
    return found
