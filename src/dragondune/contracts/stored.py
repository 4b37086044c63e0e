"""Contracts and offers of a position as plain data, and back, trusting nothing [B6]."""

from collections.abc import Iterable
from typing import Final

from dragondune.contracts.moments import set_deals
from dragondune.model import contracts as deal
from dragondune.model.contracts import Clause, Deal, deals_of
from dragondune.model.factions import NOBODY
from dragondune.model.state import State

# by kind of clause: the largest "what"
_MOST_WHAT: Final = {
    deal.BID: deal.IN_ROUND,
    deal.SEND: deal.EXACTLY,
    deal.NO_PLAY: 2,
    deal.PLAY: 2,
    deal.NO_ACE: deal.TO_ACT,
    deal.SHOW: deal.PLAN_SIZE,
}
_WITH_PLACE: Final = (deal.SHARE, deal.NO_ENTER, deal.LEAVE, deal.HIRE)
_WITH_TURN: Final = (deal.LEAVE, deal.HIRE)
_TO_SOMEBODY: Final = (deal.PAY, deal.SHARE, deal.SHOW)


def stored(s: State) -> dict[str, object]:
    """Contracts, offers and how many there ever were; nothing where there never was one."""
    if not s.deal_count:
        return {}
    return {
        "count": int(s.deal_count),
        "contracts": [contract.data() for contract in s.deals],
        "offers": [contract.data() for contract in s.offers],
    }


def restore(s: State, data: object) -> None:
    """Put stored contracts and offers into a position; ValueError says what is wrong."""
    if isinstance(data, dict) and "deals" in data and "contracts" not in data:
        # as older positions say
        data = {"contracts" if name == "deals" else name: value for name, value in data.items()}
    if not isinstance(data, dict) or set(data) != {"count", "contracts", "offers"}:
        raise ValueError("count, contracts and offers are needed")
    count = data["count"]
    if not isinstance(count, int) or isinstance(count, bool) or not 0 < count <= 10**6:
        raise ValueError("count: a number from 1 is needed")
    deals, offers = deals_of(data["contracts"]), deals_of(data["offers"])
    numbers = [contract.number for contract in (*deals, *offers)]
    if len(set(numbers)) < len(numbers) or any(not 0 < number <= count for number in numbers):
        raise ValueError("every contract has a number of its own, up to the count")
    seats = sum(1 << f for f in s.order)
    for contract in (*deals, *offers):
        _check(contract, seats)
    s.deal_count = count
    set_deals(s, deals, offers)


def _check(contract: Deal, seats: int) -> None:
    if contract.parties & ~seats or contract.agreed & ~contract.parties:
        raise ValueError(f"contract {contract.number}: its parties do not sit at the table")
    if contract.maker != NOBODY and not contract.parties >> contract.maker & 1:
        raise ValueError(f"contract {contract.number}: its maker is no party")
    for at, c in enumerate(contract.clauses, 1):
        if c.number != at or c.deal != contract.number or not contract.parties >> c.debtor & 1:
            raise ValueError(f"contract {contract.number}: clause {at} does not belong to it")
        wrong = _wrong(c, seats)
        if wrong:
            raise ValueError(f"contract {contract.number}, clause {at}: {wrong}")


def _wrong(c: Clause, seats: int) -> str:
    if not _at_table((c.other, c.when_seat, c.when_other), seats) or c.other == c.debtor:
        return "it names somebody who cannot be meant"
    if c.what > _MOST_WHAT.get(c.kind, 0):
        return "there is no such thing"
    if c.kind in _TO_SOMEBODY and c.other == NOBODY:
        return "it names nobody who receives it"
    if c.kind in _WITH_PLACE and not c.place:
        return "it names no territory"
    if c.kind in _WITH_TURN and not c.turn:
        return "it names no turn"
    if c.kind == deal.SHARE and c.n > 100:
        return "nobody gives more than all"
    if c.kind == deal.PLAY and c.n > 1:
        return "there is no such battle"
    if c.kind == deal.SHOW and c.what == deal.CARD and c.n > 51:
        return "there is no such card"
    if c.when in (deal.IF_ENTERS, deal.WHEN_GOLD) and not c.when_place:
        return "its condition names no territory"
    return ""


def _at_table(players: Iterable[int], seats: int) -> bool:
    return all(f == NOBODY or (f < 4 and seats >> f & 1) for f in players)
