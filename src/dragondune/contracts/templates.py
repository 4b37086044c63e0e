"""A compact set of offers for players that are programs: small, fair, and worth thinking about."""

from dragondune.contracts.duties import free_gold
from dragondune.contracts.offers import why_not_offer
from dragondune.ints import i64
from dragondune.model import contracts as deal
from dragondune.model.contracts import Clause, Deal
from dragondune.model.powers import SEES_EVENT, SEES_SALE
from dragondune.model.state import State

PRICES = (1, 2, 4)


def _deal(f: i64, g: i64, *clauses: Clause) -> Deal:
    rows = [c.changed(number=at) for at, c in enumerate(clauses, 1)]
    return Deal(1 << f | 1 << g, tuple(rows))


def templates(s: State, f: i64) -> list[Deal]:
    """What a seat could offer now: peace, trust, alliance, bought peace, bidding, knowledge."""
    found: list[Deal] = []
    if f not in s.order:
        return found
    for g in s.order:
        if g != f:
            _mutual(s, f, g, found)
            _bought(s, f, g, found)
    return [contract for contract in found if why_not_offer(s, f, contract) is None]


def _mutual(s: State, f: i64, g: i64, out: list[Deal]) -> None:
    """Both promise the same, for this turn."""
    turn = max(s.turn, 1)
    for kind in (deal.NO_ATTACK, deal.NO_TREACHERY):
        out.append(_deal(f, g, Clause(kind, f, g, until=turn), Clause(kind, g, f, until=turn)))
    out.append(_deal(f, g, Clause(deal.ALLY, f, g), Clause(deal.ALLY, g, f)))
    here, there = s.vis[f], s.vis[g]
    if here and there:
        out.append(
            _deal(
                *(f, g),
                Clause(deal.NO_ENTER, f, place=there, until=turn),
                Clause(deal.NO_ENTER, g, place=here, until=turn),
            )
        )


def _bought(s: State, f: i64, g: i64, out: list[Deal]) -> None:
    """Gold now for a promise of the other."""
    turn = max(s.turn, 1)
    purse = free_gold(s, f)
    wares = [Clause(deal.NO_ATTACK, g, f, until=turn), Clause(deal.BID, g, what=deal.NEXT_CARD)]
    wares.append(Clause(deal.NO_PLAY, g, f, until=turn))
    if s.rules.powers[g] & SEES_SALE:
        wares.append(Clause(deal.SHOW, g, f, deal.ON_SALE, until=turn))
    if s.rules.powers[g] & SEES_EVENT:
        wares.append(Clause(deal.SHOW, g, f, deal.NEXT_EVENT, until=turn))
    for ware in wares:
        for price in PRICES:
            if price <= purse:
                out.append(_deal(f, g, Clause(deal.PAY, f, g, n=price), ware))
