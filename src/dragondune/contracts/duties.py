"""Duties that have a moment [B6, B11], ruling 49: payments, shares, things shown, conditions, ends.

They happen by themselves. What cannot be done is void and the table is told; what is shown is told
to the one it is shown to, and the table hears the same whatever the cards were.
"""

from typing import Final

from dragondune.contracts.enforcement import stacks_in
from dragondune.contracts.moments import set_contracts
from dragondune.engine.agenda import seat_of, step_of
from dragondune.engine.pieces import bits, controlled
from dragondune.engine.steps import HIRING
from dragondune.ints import i64
from dragondune.model import contracts as terms
from dragondune.model import events
from dragondune.model.cards import NO_CARD, cards_in
from dragondune.model.codes import FULFILLED, LAPSED
from dragondune.model.contracts import Clause, Contract
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_place, frame_units
from dragondune.model.memory import notice_absence, remember_shown
from dragondune.model.state import State
from dragondune.rules.reckoning import hire_price

BIDDING_ROUND: Final = 3


# --- stages --------------------------------------------------------------------------------


def progress(s: State, c: Clause, stage: i64, mark: i64) -> None:
    """Take a clause one stage further; a contract with nothing left to keep is over."""
    contracts: list[Contract] = []
    for contract in s.contracts:
        if contract.number == c.contract:
            contract = _with_stage(contract, c.number, stage, mark)
            if not contract.words and all(one.stage >= terms.DONE for one in contract.clauses):
                if s.log is not None:
                    kept = all(one.stage == terms.DONE for one in contract.clauses)
                    ending = FULFILLED if kept else LAPSED
                    s.log.add(events.ContractOver(contract=c.contract, ending=ending))
                continue
        contracts.append(contract)
    set_contracts(s, tuple(contracts), s.offers)


def _with_stage(contract: Contract, number: i64, stage: i64, mark: i64) -> Contract:
    rows = [
        one.changed(stage=stage, mark=mark) if one.number == number else one
        for one in contract.clauses
    ]
    return contract.with_clauses(tuple(rows))


def fail(s: State, c: Clause) -> None:
    """The clause cannot be kept: it is void, the rest of the contract stands."""
    tell_void(s, c)
    progress(s, c, terms.FAILED, c.mark)


def tell_void(s: State, c: Clause) -> None:
    """Tell the table that a clause could not be kept at this moment."""
    if s.log is not None:
        s.log.add(events.ContractVoid(faction=c.debtor, contract=c.contract, clause=c.number))


def activate(s: State, c: Clause) -> None:
    """A clause begins to bind; what it promises for now is done now."""
    progress(s, c, terms.ACTIVE, 1 if s.sale != NO_CARD else 0)
    for one in s.live:
        if (
            one.contract == c.contract
            and one.number == c.number
            and (one.turn == 0 or _standing(one))
        ):
            perform(s, one)
            return


def _standing(c: Clause) -> bool:
    return c.kind == terms.SHOW and c.what >= terms.ON_SALE


def perform(s: State, c: Clause) -> None:
    """Pay or show what is due."""
    if c.kind == terms.PAY:
        _pay(s, c)
    elif c.kind == terms.SHOW:
        if c.what == terms.ON_SALE:
            show_sale(s, c)
        elif c.what == terms.NEXT_EVENT:
            if s.round > BIDDING_ROUND:
                show_event(s, c)
        elif c.what < terms.ON_SALE:
            _show(s, c)


# --- gold ----------------------------------------------------------------------------------


def free_gold(s: State, f: i64) -> i64:
    """Gold not promised for a bid or a hire, as everyone can reckon: aces are not thought of."""
    promised: i64 = 0
    if s.sale != NO_CARD and s.high_bidder == f:
        promised = min(s.gold[f], s.high_bid)
    for entry in s.stack:
        if step_of(entry) == HIRING and seat_of(entry) == f:
            promised += hire_price(
                s.rules, s.powers[f], frame_place(entry), frame_units(entry), False
            )
    return max(0, s.gold[f] - promised)


def _pay(s: State, c: Clause) -> None:
    if free_gold(s, c.debtor) < c.n:
        fail(s, c)
        return
    _hand_over(s, c, c.n)
    progress(s, c, terms.DONE, c.mark)


def _hand_over(s: State, c: Clause, amount: i64) -> None:
    s.gold[c.debtor] -= amount
    s.gold[c.other] += amount
    if s.log is not None:
        s.log.add(
            events.ContractPaid(
                faction=c.debtor, other=c.other, gold=amount, contract=c.contract, clause=c.number
            )
        )


def pay_shares(s: State, before: list[i64]) -> None:
    """A share of what was collected just now, rounded down for each clause."""
    for c in s.live:
        if c.kind != terms.SHARE or c.stage != terms.ACTIVE:
            continue
        mine = controlled(s, c.debtor) & c.place
        taken: i64 = 0
        for t in range(28):
            if mine >> t & 1:
                taken += before[t] - s.board_gold[t]
        due = taken * c.n // 100
        amount = min(due, s.gold[c.debtor])
        if amount:
            _hand_over(s, c, amount)
        # Several shares may promise more than there was.
        if amount < due:
            tell_void(s, c)


# --- showing -------------------------------------------------------------------------------


def _show(s: State, c: Clause) -> None:
    """A card, the hand, usurper or sabotaged artifact; that a card is not held is shown as well."""
    f = c.debtor
    if c.what == terms.CARD:
        shown = s.hand[f] & 1 << c.n
        if not shown:
            notice_absence(s, c.other, f, 1 << c.n)
    elif c.what == terms.HAND:
        shown = s.hand[f]
        remember_shown(s, f, c.other, bits(shown))
    else:
        card = s.usurper[f] if c.what == terms.USURPER else s.sabotage[f]
        # Before the deal there is nothing to show, as all know.
        if card == NO_CARD:
            fail(s, c)
            return
        shown = 1 << card
    tell_shown(s, c)
    _let_see(s, c, shown)
    progress(s, c, terms.DONE, c.mark)


def tell_shown(s: State, c: Clause) -> None:
    """The table hears that something was shown, never what."""
    if s.log is not None:
        s.log.add(
            events.ContractShown(
                faction=c.debtor, other=c.other, contract=c.contract, clause=c.number
            )
        )


def _let_see(s: State, c: Clause, cards: i64) -> None:
    s.knows[c.other] |= cards
    for card in cards_in(cards):
        if s.log is not None:
            s.log.add(events.ContractCard(faction=c.debtor, other=c.other, card=card))
    if not cards and s.log is not None:
        s.log.add(events.ContractNoCard(faction=c.debtor, other=c.other))


def show_sale(s: State, c: Clause) -> None:
    """The card on sale, which the debtor sees before the bidding [EL1]."""
    if s.sale != NO_CARD:
        tell_shown(s, c)
        _let_see(s, c, 1 << s.sale)


def show_event(s: State, c: Clause) -> None:
    """The next event card, which the debtor sees from the end of the bidding on [EL4]."""
    if s.event_deck:
        tell_shown(s, c)
        _let_see(s, c, 1 << s.event_deck[-1])


def show_size(s: State, f: i64, units: i64) -> None:
    """The size of a battle plan, as soon as it is made."""
    for c in s.live:
        if c.kind == terms.SHOW and c.what == terms.PLAN_SIZE and c.debtor == f:
            if c.stage == terms.ACTIVE:
                tell_shown(s, c)
                if s.log is not None:
                    s.log.add(events.ContractSize(faction=f, other=c.other, units=units))


# --- moments -------------------------------------------------------------------------------


def met(s: State, when: i64, seat: i64, other: i64, place: i64) -> None:
    """Something happened: the clauses that waited for it begin to bind."""
    if not s.awaited >> when & 1:
        return
    for c in s.live:
        if c.stage != terms.WAITING or c.when != when:
            continue
        if c.when_seat not in (NOBODY, seat) or c.when_other not in (NOBODY, other):
            continue
        if c.when_place and not c.when_place & place:
            continue
        begin(s, c)


def begin(s: State, c: Clause) -> None:
    """Tell that a condition has come, and let the clause bind."""
    if s.log is not None:
        s.log.add(events.ContractBinds(faction=c.debtor, contract=c.contract, clause=c.number))
    activate(s, c)


def turn_begins(s: State) -> None:
    """Offers lapse; clauses end with their last turn; conditions on the turn are met."""
    for offer in s.offers:
        if s.log is not None:
            s.log.add(events.OfferLapsed(offer=offer.number))
    set_contracts(s, s.contracts, ())
    for c in s.live:
        waiting = c.stage == terms.WAITING
        if (c.until and c.until < s.turn) or (waiting and c.turn and c.turn < s.turn):
            progress(s, c, terms.LAPSED if waiting else terms.DONE, c.mark)
        elif waiting and c.when == terms.WHEN_TURN and c.when_place <= s.turn:
            begin(s, c)


def round_begins(s: State) -> None:
    """What was promised for this round is paid and shown."""
    now = s.turn * 8 + s.round
    for c in s.live:
        once = c.kind == terms.PAY or (c.kind == terms.SHOW and c.what < terms.ON_SALE)
        if once and c.stage == terms.ACTIVE and c.turn and c.turn * 8 + max(c.round, 1) <= now:
            perform(s, c)


def card_came_up(s: State) -> None:
    """A card is on sale: promises for the card before it are over, those for it begin."""
    for c in s.live:
        if c.stage != terms.ACTIVE:
            continue
        if c.kind == terms.BID and c.what == terms.NEXT_CARD:
            progress(s, c, terms.DONE if c.mark else terms.ACTIVE, 1)
        elif c.kind == terms.SHOW and c.what == terms.ON_SALE:
            show_sale(s, c)


def bidding_over(s: State) -> None:
    """The last card is gone, and the next event was seen by who sees it."""
    for c in s.live:
        if c.stage != terms.ACTIVE:
            continue
        if c.kind == terms.BID and c.what == terms.NEXT_CARD and c.mark:
            progress(s, c, terms.DONE, 1)
        elif c.kind == terms.SHOW and c.what == terms.NEXT_EVENT:
            show_event(s, c)


def recruitment_over(s: State) -> None:
    """Whoever promised to hire or to leave by this turn has done so, or could not."""
    for c in s.live:
        if c.stage != terms.ACTIVE or c.kind not in (terms.HIRE, terms.LEAVE) or s.turn < c.turn:
            continue
        if c.kind == terms.LEAVE and not stacks_in(s, c.debtor, c.place):
            progress(s, c, terms.DONE, c.mark)
        else:
            fail(s, c)


def hired(s: State, f: i64, t: i64, n: i64) -> None:
    """Units were hired or raised: a promise of exactly that is kept."""
    for c in s.live:
        if c.kind == terms.HIRE and c.debtor == f and c.stage == terms.ACTIVE:
            if c.turn == s.turn and c.place >> t & 1 and c.n == n:
                progress(s, c, terms.DONE, c.mark)
                return


def settle_play(s: State, c: Clause, played: bool) -> None:
    """The battle of a promised artifact has come, and its plans are on the table."""
    if played:
        progress(s, c, terms.DONE, c.mark)
    else:
        fail(s, c)


def council_over(s: State) -> None:
    """Promises for this Great Council are kept, or could not be."""
    for c in s.live:
        if c.kind == terms.ALLY and c.stage == terms.ACTIVE:
            if c.other in (NOBODY, s.ally[c.debtor]):
                progress(s, c, terms.DONE, c.mark)
            else:
                fail(s, c)
