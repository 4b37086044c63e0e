"""Contracts and offers of a position as plain data, and back, trusting nothing [B6]."""

from collections.abc import Iterable
from typing import Final

from dragondune.contracts.moments import set_contracts
from dragondune.model import contracts as terms
from dragondune.model.contracts import Clause, Contract, contracts_of
from dragondune.model.factions import NOBODY
from dragondune.model.state import State

# by kind of clause: the largest "what"
_MOST_WHAT: Final = {
    terms.BID: terms.IN_ROUND,
    terms.SEND: terms.EXACTLY,
    terms.NO_PLAY: 2,
    terms.PLAY: 2,
    terms.NO_ACE: terms.TO_ACT,
    terms.SHOW: terms.PLAN_SIZE,
}
_WITH_PLACE: Final = (terms.SHARE, terms.NO_ENTER, terms.LEAVE, terms.HIRE)
_WITH_TURN: Final = (terms.LEAVE, terms.HIRE)
_TO_SOMEBODY: Final = (terms.PAY, terms.SHARE, terms.SHOW)

OLDER_NAME: Final = "deals"  # of contracts, in older positions


def stored(s: State) -> dict[str, object]:
    """Contracts, offers and how many there ever were; nothing where there never was one."""
    if not s.contract_count:
        return {}
    return {
        "count": int(s.contract_count),
        "contracts": [contract.data() for contract in s.contracts],
        "offers": [contract.data() for contract in s.offers],
    }


def restore(s: State, data: object) -> None:
    """Put stored contracts and offers into a position; ValueError says what is wrong."""
    if isinstance(data, dict) and OLDER_NAME in data:
        data = {name: value for name, value in data.items() if name != OLDER_NAME} | {
            "contracts": data[OLDER_NAME]
        }
    if not isinstance(data, dict) or set(data) != {"count", "contracts", "offers"}:
        raise ValueError("count, contracts and offers are needed")
    count = data["count"]
    if not isinstance(count, int) or isinstance(count, bool) or not 0 < count <= 10**6:
        raise ValueError("count: a number from 1 is needed")
    contracts, offers = contracts_of(data["contracts"]), contracts_of(data["offers"])
    numbers = [contract.number for contract in (*contracts, *offers)]
    if len(set(numbers)) < len(numbers) or any(not 0 < number <= count for number in numbers):
        raise ValueError("every contract has a number of its own, up to the count")
    seats = sum(1 << f for f in s.order)
    for contract in (*contracts, *offers):
        _check(contract, seats)
    s.contract_count = count
    set_contracts(s, contracts, offers)


def _check(contract: Contract, seats: int) -> None:
    if contract.parties & ~seats or contract.agreed & ~contract.parties:
        raise ValueError(f"contract {contract.number}: its parties do not sit at the table")
    if contract.maker != NOBODY and not contract.parties >> contract.maker & 1:
        raise ValueError(f"contract {contract.number}: its maker is no party")
    for at, c in enumerate(contract.clauses, 1):
        if c.number != at or c.contract != contract.number or not contract.parties >> c.debtor & 1:
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
    nowhere = not c.place and (c.kind != terms.NO_ENTER or c.other == NOBODY)
    if c.kind in _WITH_PLACE and nowhere:
        return "it names no territory"
    if c.kind in _WITH_TURN and not c.turn:
        return "it names no turn"
    if c.kind == terms.SHARE and c.n > 100:
        return "nobody gives more than all"
    if c.kind == terms.PLAY and c.n > 1:
        return "there is no such battle"
    if c.kind == terms.SHOW and c.what == terms.CARD and c.n > 51:
        return "there is no such card"
    if c.when in (terms.IF_ENTERS, terms.WHEN_GOLD) and not c.when_place:
        return "its condition names no territory"
    return ""


def _at_table(players: Iterable[int], seats: int) -> bool:
    return all(f == NOBODY or (f < 4 and seats >> f & 1) for f in players)
