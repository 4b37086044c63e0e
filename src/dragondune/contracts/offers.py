"""Making and ending contracts [B6], ruling 49: offers, answers, signing, ending, and what is valid.

Any seat may offer at any time but between the two plans of a battle, as with gold (ruling 50).
An offer lapses at the end of the turn. Everything here is public (ruling 81).
"""

from typing import Final

from dragondune.contracts.duties import activate, begin
from dragondune.contracts.language.sentences import clause_text, contract_text
from dragondune.contracts.moments import set_contracts
from dragondune.engine.agenda import settle
from dragondune.engine.pieces import bits
from dragondune.ints import i64
from dragondune.model import contracts as terms
from dragondune.model import events
from dragondune.model.cards import ARTIFACT_MASK
from dragondune.model.codes import ENDED_BY_ALL
from dragondune.model.contracts import Clause, Contract
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.model.powers import SEES_EVENT, SEES_SALE
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.standing import between_plans

MOST_OFFERS: Final = 4
_RECRUITMENT: Final = 4
_BIDDING: Final = 3
_TO_SOMEBODY: Final = (terms.PAY, terms.SHARE, terms.SHOW)
_ABOUT_SOMEBODY: Final = (
    *(terms.NO_ATTACK, terms.SEND, terms.NO_PLAY, terms.PLAY, terms.NO_TREACHERY, terms.ALLY),
    terms.NO_ENTER,
    *_TO_SOMEBODY,
)
_WITH_PLACE: Final = (terms.SHARE, terms.NO_ENTER, terms.LEAVE, terms.HIRE)
_AT_LEAST_ONE: Final = (terms.PAY, terms.SHARE, terms.HIRE)


def _no(text: str) -> Refusal:
    return Refusal("B6", text)


# --- what can be agreed --------------------------------------------------------------------


def why_not_talk(s: State) -> Refusal | None:
    """Contracts wait while one plan of a battle is made and the other is not."""
    if not s.stack:
        return Refusal("VII1", "The game is over.")
    if between_plans(s):
        return _no("No contract is made between the two plans of a battle.")
    return None


def resolved(s: State, contract: Contract) -> Contract:
    """The contract with "this turn" put as a number."""
    turn = max(s.turn, 1)
    rows: list[Clause] = []
    for c in contract.clauses:
        named = turn
        if c.kind == terms.BID and s.round > _BIDDING:
            named = turn + 1
        rows.append(
            c.changed(
                turn=named if c.turn == terms.THIS_TURN else c.turn,
                until=turn if c.until == terms.THIS_TURN else c.until,
                number=len(rows) + 1,
                stage=terms.WAITING,
                mark=0,
            )
        )
    return contract.with_clauses(tuple(rows))


def why_not_agree(s: State, contract: Contract) -> Refusal | None:
    """What makes a contract impossible at this table now."""
    seats = sum(1 << f for f in s.order)
    if contract.parties & ~seats or bits(contract.parties) < 2:
        return _no("A contract is between two to four players at the table.")
    if not 1 <= len(contract.clauses) + len(contract.words) <= terms.MOST_CLAUSES:
        return _no(f"A contract has 1 to {terms.MOST_CLAUSES} clauses.")
    for c in contract.clauses:
        wrong = _wrong(s, contract, c)
        if wrong:
            return _no(f"Clause {c.number}, {clause_text(c)} {wrong}")
    return None


def _wrong(s: State, contract: Contract, c: Clause) -> str:
    if not contract.parties >> c.debtor & 1:
        return f"The {FACTION_NAMES[c.debtor].capitalize()} are not a party of it."
    return _wrong_players(s, contract, c) or _wrong_numbers(s, c) or _wrong_moment(s, c)


def _wrong_players(s: State, contract: Contract, c: Clause) -> str:
    for g in (c.other, c.when_seat, c.when_other):
        if g != NOBODY and g not in s.order:
            return f"The {FACTION_NAMES[g].capitalize()} do not play."
    if c.other == c.debtor:
        return "Nobody promises that to themselves."
    if c.kind in _TO_SOMEBODY and not (c.other != NOBODY and contract.parties >> c.other & 1):
        return "Who receives something must be a party of it."
    if c.other != NOBODY and c.kind not in _ABOUT_SOMEBODY:
        return "It names a player who has no part in it."
    alliances = c.kind in (terms.ALLY, terms.NO_BREAK) or c.when in (
        terms.IF_ALLIES,
        terms.IF_BREAKS,
    )
    if alliances and len(s.order) < 3:
        return "Two players form no alliances."
    return ""


def _wrong_numbers(s: State, c: Clause) -> str:
    nowhere = not c.place and (c.kind != terms.NO_ENTER or c.other == NOBODY)
    if c.kind in _WITH_PLACE and nowhere:
        return "It names no territory."
    if c.kind == terms.NO_ENTER and c.place and c.other != NOBODY:
        return "It names both territories and a player."
    if c.kind == terms.HIRE and bits(c.place) != 1:
        return "Units are hired in one territory."
    if c.kind in _AT_LEAST_ONE and c.n < 1:
        return "It promises nothing."
    if c.kind == terms.SHARE and c.n > 100:
        return "Nobody can give more than all."
    if c.kind == terms.PLAY and c.n > 1:
        return "It is for every battle or for the next."
    if c.kind == terms.SHOW and c.what == terms.CARD and not ARTIFACT_MASK >> c.n & 1:
        return "Only artifacts are named one by one."
    if (
        c.kind == terms.SHOW
        and c.what == terms.ON_SALE
        and not s.rules.powers[c.debtor] & SEES_SALE
    ):
        return "They do not see the card on sale."
    if c.kind == terms.SHOW and c.what == terms.NEXT_EVENT:
        if not s.rules.powers[c.debtor] & SEES_EVENT:
            return "They do not see the next event card."
    if c.when in (terms.IF_ENTERS, terms.WHEN_GOLD, terms.WHEN_TURN) and not c.when_place:
        return "Its condition names nothing."
    return ""


def _wrong_moment(s: State, c: Clause) -> str:
    last = s.rules.turns
    if max(c.turn, c.until) > last or (c.when == terms.WHEN_TURN and c.when_place > last):
        return f"The game has {last} turns."
    if c.until and c.until < s.turn:
        return "That turn is over."
    if c.when == terms.WHEN_TURN and c.when_place <= s.turn:
        return "That turn has begun."
    if c.kind in (terms.LEAVE, terms.HIRE):
        past = c.turn * 8 + _RECRUITMENT < s.turn * 8 + s.round
        return "That is too late." if past else ""
    if c.kind == terms.BID and c.what == terms.IN_ROUND:
        past = c.turn * 8 + _BIDDING < s.turn * 8 + s.round
        return "That bidding round is over." if past else ""
    if c.turn and c.turn * 8 + max(c.round, 1) <= s.turn * 8 + s.round:
        return "That moment is past."
    return ""


# --- offers --------------------------------------------------------------------------------


def find(contracts: tuple[Contract, ...], number: i64) -> Contract | None:
    """The contract or offer with this number."""
    for contract in contracts:
        if contract.number == number:
            return contract
    return None


def _but(contracts: tuple[Contract, ...], number: i64) -> tuple[Contract, ...]:
    return tuple([contract for contract in contracts if contract.number != number])


def offer(s: State, f: i64, contract: Contract) -> Refusal | None:
    """Put a contract on the table; its maker has said yes to it."""
    proposed = resolved(s, contract)
    refusal = why_not_offer(s, f, proposed)
    if refusal is not None:
        return refusal
    number = s.contract_count + 1
    s.contract_count = number
    rows = [c.changed(contract=number) for c in proposed.clauses]
    made = Contract(proposed.parties, tuple(rows), proposed.words, number, f, 1 << f, s.turn)
    set_contracts(s, s.contracts, (*s.offers, made))
    if s.log is not None:
        s.log.add(events.Offered(faction=f, offer=number, words=contract_text(made)))
    return None


def why_not_offer(s: State, f: i64, contract: Contract) -> Refusal | None:
    """Why a seat cannot make this offer now."""
    refusal = why_not_talk(s)
    if refusal is not None:
        return refusal
    if not contract.parties >> f & 1:
        return _no("You are not a party of what you offer.")
    if len([one for one in s.offers if one.maker == f]) >= MOST_OFFERS:
        return _no(f"You have {MOST_OFFERS} offers on the table already; withdraw one.")
    return why_not_agree(s, contract)


def _why_not_answer(s: State, f: i64, number: i64) -> Refusal | None:
    found = find(s.offers, number)
    if found is None:
        return _no(f"There is no offer {number} on the table.")
    if not found.parties >> f & 1:
        return _no(f"Offer {number} is not made to you.")
    return why_not_talk(s)


def accept(s: State, f: i64, number: i64) -> Refusal | None:
    """Say yes; with the last yes the contract is signed."""
    refusal = _why_not_answer(s, f, number)
    if refusal is not None:
        return refusal
    found = find(s.offers, number)
    assert found is not None
    if found.agreed >> f & 1:
        return _no("You have agreed to it already.")
    refusal = why_not_agree(s, found)
    if refusal is not None:
        return refusal
    agreed = found.with_agreed(found.agreed | 1 << f)
    if s.log is not None:
        s.log.add(events.OfferAccepted(faction=f, offer=number))
    others = _but(s.offers, number)
    if agreed.agreed == agreed.parties:
        set_contracts(s, s.contracts, others)
        _sign(s, agreed)
    else:
        set_contracts(s, s.contracts, (*others, agreed))
    return None


def refuse(s: State, f: i64, number: i64) -> Refusal | None:
    """Say no: the offer is gone."""
    refusal = _why_not_answer(s, f, number)
    if refusal is None:
        set_contracts(s, s.contracts, _but(s.offers, number))
        if s.log is not None:
            s.log.add(events.OfferRefused(faction=f, offer=number))
    return refusal


def counter(s: State, f: i64, number: i64, contract: Contract) -> Refusal | None:
    """Answer with a changed offer: the old one is gone, the new one on the table."""
    refusal = _why_not_answer(s, f, number)
    if refusal is None:
        refusal = why_not_offer(s, f, resolved(s, contract))
    if refusal is None:
        refuse(s, f, number)
        offer(s, f, contract)
    return refusal


def withdraw(s: State, f: i64, number: i64) -> Refusal | None:
    """Take one's own offer back."""
    found = find(s.offers, number)
    if found is None or found.maker != f:
        return _no(f"You have no offer {number} on the table.")
    set_contracts(s, s.contracts, _but(s.offers, number))
    if s.log is not None:
        s.log.add(events.OfferWithdrawn(faction=f, offer=number))
    return None


def _sign(s: State, agreed: Contract) -> None:
    signed = agreed.with_agreed(0)
    set_contracts(s, (*s.contracts, signed), s.offers)
    if s.log is not None:
        s.log.add(
            events.ContractSigned(
                contract=signed.number, parties=signed.parties, words=contract_text(signed)
            )
        )
    for c in signed.clauses:
        if c.when == terms.ALWAYS:
            activate(s, c)
        elif c.when == terms.WHEN_TURN and c.when_place <= s.turn:
            begin(s, c)
    # The decision that is open may have nothing left to decide.
    settle(s)


def end(s: State, f: i64, number: i64) -> Refusal | None:
    """Be willing to end a contract; it ends when all its parties are."""
    found = find(s.contracts, number)
    if found is None or not found.parties >> f & 1:
        return _no(f"You are not bound by a contract {number}.")
    refusal = why_not_talk(s)
    if refusal is not None:
        return refusal
    willing = found.with_agreed(found.agreed | 1 << f)
    if s.log is not None:
        s.log.add(events.ContractEndWanted(faction=f, contract=number))
    if willing.agreed == willing.parties:
        set_contracts(s, _but(s.contracts, number), s.offers)
        if s.log is not None:
            s.log.add(events.ContractOver(contract=number, ending=ENDED_BY_ALL))
        settle(s)
    else:
        rows = [willing if one.number == number else one for one in s.contracts]
        set_contracts(s, tuple(rows), s.offers)
    return None
