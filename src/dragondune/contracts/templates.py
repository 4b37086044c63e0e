"""A compact set of offers for players that are programs: small, fair, and worth thinking about."""

from dragondune.contracts.duties import free_gold
from dragondune.contracts.offers import why_not_offer
from dragondune.ints import i64
from dragondune.model import contracts as terms
from dragondune.model.contracts import Clause, Contract
from dragondune.model.powers import SEES_EVENT, SEES_SALE
from dragondune.model.state import State

PRICES = (1, 2, 4)


def _contract(f: i64, g: i64, *clauses: Clause) -> Contract:
    rows = [c.changed(number=at) for at, c in enumerate(clauses, 1)]
    return Contract(1 << f | 1 << g, tuple(rows))


def templates(s: State, f: i64) -> list[Contract]:
    """What a seat could offer now: no attack, trust, alliance, peace, bought peace, bidding, knowledge."""
    found: list[Contract] = []
    if f not in s.order:
        return found
    for g in s.order:
        if g != f:
            _mutual(s, f, g, found)
            _bought(s, f, g, found)
    return [contract for contract in found if why_not_offer(s, f, contract) is None]


def _mutual(s: State, f: i64, g: i64, out: list[Contract]) -> None:
    """Both promise the same, for this turn."""
    turn = max(s.turn, 1)
    for kind in (terms.NO_ATTACK, terms.NO_TREACHERY):
        out.append(_contract(f, g, Clause(kind, f, g, until=turn), Clause(kind, g, f, until=turn)))
    out.append(_contract(f, g, Clause(terms.ALLY, f, g), Clause(terms.ALLY, g, f)))
    peace = [
        Clause(kind, one, two, until=turn)
        for one, two in ((f, g), (g, f))
        for kind in (terms.NO_ATTACK, terms.NO_ENTER)
    ]
    out.append(_contract(f, g, *peace))


def _bought(s: State, f: i64, g: i64, out: list[Contract]) -> None:
    """Gold now for a promise of the other."""
    turn = max(s.turn, 1)
    purse = free_gold(s, f)
    wares = [Clause(terms.NO_ATTACK, g, f, until=turn), Clause(terms.BID, g, what=terms.NEXT_CARD)]
    wares.append(Clause(terms.NO_PLAY, g, f, until=turn))
    if s.rules.powers[g] & SEES_SALE:
        wares.append(Clause(terms.SHOW, g, f, terms.ON_SALE, until=turn))
    if s.rules.powers[g] & SEES_EVENT:
        wares.append(Clause(terms.SHOW, g, f, terms.NEXT_EVENT, until=turn))
    for ware in wares:
        for price in PRICES:
            if price <= purse:
                out.append(_contract(f, g, Clause(terms.PAY, f, g, n=price), ware))
