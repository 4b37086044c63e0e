"""III. Bidding round [III1-III3]: one card for each player below the hand limit."""

from dragondune.engine.agenda import Step, push, push_with, register
from dragondune.engine.pieces import add_aces, draw, gain, hand_size, holder_of, lose_card, pay
from dragondune.engine.steps import AUCTION, BIDDING, BIDDING_ENDS
from dragondune.engine.steps import BID as BID_STEP
from dragondune.engine.steps import PAY as PAY_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    BID,
    KIND,
    PASS,
    PAY_ACE,
    PAY_GOLD,
    PAY_RIGHT,
    amount_of,
    card_of,
    kind_of,
)
from dragondune.model.cards import ACE_MASK, NO_CARD
from dragondune.model.codes import WITH_A_RIGHT, WITH_AN_ACE, WITH_GOLD
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_bidders
from dragondune.model.memory import remember_bid, remember_purchase, remember_sale
from dragondune.model.powers import (
    FREE_ARTIFACT,
    SECOND_ARTIFACT,
    SEES_EVENT,
    SEES_SALE,
    SELLS_ARTIFACTS,
)
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.common import next_player, player_at
from dragondune.rules.reckoning import proceeds
from dragondune.rules.wording import wrong_ace

MOST_GOLD = 1023


class Bidding(Step):
    """III1: the number of cards is fixed at the start of the round (ruling 22)."""

    rule = "III1"

    def open(self, s: State) -> bool:
        s.stack.pop()
        s.round = 3
        s.bidder = 0
        s.cards_left = 0
        for f in s.order:
            if hand_size(s, f) < s.rules.hand_limit[f]:
                s.cards_left += 1
        if s.log is not None:
            s.log.add(events.BiddingBegan(cards=s.cards_left))
        push(s, AUCTION, NOBODY)
        return False


class Auction(Step):
    """Put the next card on sale; the first bidder moves on one place with each card [III1]."""

    rule = "III1"

    def open(self, s: State) -> bool:
        if not s.cards_left:
            s.stack.pop()
            return False
        s.cards_left -= 1
        s.sale = draw(s)
        starter = player_at(s, s.bidder)
        s.bidder += 1
        if s.sale == NO_CARD:
            return False
        s.high_bid, s.high_bidder, s.passes = 0, NOBODY, 0
        remember_sale(s)
        if s.log is not None:
            s.log.add(events.OnSale(left=s.cards_left))
        _show_sale(s)
        _ask_first(s, starter)
        return False


def _show_sale(s: State) -> None:
    """EL1: who sees each card before the bidding."""
    seer = holder_of(s, SEES_SALE)
    if seer != NOBODY:
        s.knows[seer] |= 1 << s.sale
        if s.log is not None:
            s.log.add(events.ShownSale(faction=seer, card=s.sale))


def _bidders(s: State) -> i64:
    """A player at the hand limit does not bid (ruling 19)."""
    mask: i64 = 0
    for f in s.order:
        if hand_size(s, f) < s.rules.hand_limit[f]:
            mask |= 1 << f
    return mask


def _ask_first(s: State, starter: i64) -> None:
    mask = _bidders(s)
    if not mask:
        _unsold(s)
        return
    f = starter
    while not mask >> f & 1:
        f = next_player(s, f)
    push_with(s, BID_STEP, f, 0, mask, 0, 0)


def _unsold(s: State) -> None:
    """A card nobody wants goes on the discard face down (ruling 18)."""
    if s.log is not None:
        s.log.add(events.Unsold())
    s.discard.append(s.sale)
    s.sale = NO_CARD


def takes_free(s: State, f: i64) -> bool:
    """Could this player take the card without paying: an ace [D1], or an ally's right [DW6]?"""
    if s.hand[f] & ACE_MASK:
        return True
    return bool(s.powers[f] & FREE_ARTIFACT) and not s.rights_used >> f & 1


def highest_bid(s: State, f: i64) -> i64:
    """The player's gold, or one more than the largest purse for who need not pay (ruling 20)."""
    most = s.gold[f]
    if takes_free(s, f):
        for g in s.order:
            most = max(most, s.gold[g])
        most += 1
    return min(most, MOST_GOLD)


class Bid(Step):
    """III2: bid more or pass; who passed may bid again while the auction lasts.

    Frame: b = the players who may bid.
    """

    rule = "III2"
    question = "An artifact is on sale: bid, or pass."

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        base = BID * KIND
        out.extend(range(base + s.high_bid + 1, base + highest_bid(s, f) + 1))
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        mask = frame_bidders(s.stack.pop())
        if kind_of(action) == BID:
            s.high_bid, s.high_bidder, s.passes = amount_of(action), f, 0
            remember_bid(s, f, s.high_bid)
            if s.log is not None:
                s.log.add(events.Bid(faction=f, gold=s.high_bid))
        else:
            s.passes += 1
            if s.log is not None:
                s.log.add(events.BidPassed(faction=f))
        self._go_on(s, f, mask)

    def _go_on(self, s: State, f: i64, mask: i64) -> None:
        others: i64 = 0
        for g in s.order:
            if mask >> g & 1 and g != s.high_bidder:
                others += 1
        if s.passes < others:
            f = next_player(s, f)
            while not mask >> f & 1:
                f = next_player(s, f)
            push_with(s, BID_STEP, f, 0, mask, 0, 0)
        elif s.high_bidder == NOBODY:
            _unsold(s)
        else:
            push(s, PAY_STEP, s.high_bidder)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if amount_of(action) == 0:
            return Refusal("III2", "A bid is at least 1 gold.")
        if amount_of(action) <= s.high_bid:
            return Refusal("III2", f"The highest bid is {s.high_bid} gold: bid more, or pass.")
        most = highest_bid(s, f)
        if takes_free(s, f):
            return Refusal("III2", f"You may bid up to {most}: one more than the largest purse.")
        return Refusal("III2", f"You have {most} gold and cannot bid more than that.")


class Pay(Step):
    """III3: gold, an ace [D1] or the right of an ally [DW6], before the card is taken (66)."""

    rule = "III3"
    question = "The artifact is yours: say how you pay."

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = []
        if s.gold[f] >= s.high_bid:
            out.append(PAY_GOLD * KIND)
        add_aces(out, s.hand[f], PAY_ACE * KIND)
        if s.powers[f] & FREE_ARTIFACT and not s.rights_used >> f & 1:
            out.append(PAY_RIGHT * KIND)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        s.stack.pop()
        kind = kind_of(action)
        if kind == PAY_GOLD:
            _pay_seller(s, f)
        elif kind == PAY_ACE:
            lose_card(s, f, card_of(action))
            if s.log is not None:
                s.log.add(events.Paid(faction=f, means=WITH_AN_ACE, card=card_of(action)))
        else:
            s.rights_used |= 1 << f
            if s.log is not None:
                s.log.add(events.Paid(faction=f, means=WITH_A_RIGHT))
        _hand_over(s, f)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        kind = kind_of(action)
        if kind == PAY_GOLD:
            return Refusal("III3", f"You bid {s.high_bid} and have only {s.gold[f]} gold.")
        if kind == PAY_RIGHT:
            return Refusal("DW6", "You have already taken an artifact without paying this turn.")
        refusal = wrong_ace(s, f, card_of(action), "D1") if kind == PAY_ACE else None
        if refusal is not None:
            return refusal
        return Refusal("III3", "You won the card: say how you pay for it.")


def _pay_seller(s: State, f: i64) -> None:
    """DW1, G3: others' gold goes to the seller, the seller's own to the bank."""
    seller = holder_of(s, SELLS_ARTIFACTS)
    price = s.high_bid
    if seller in (f, NOBODY):
        s.gold[f] -= price
        if s.log is not None:
            s.log.add(events.Paid(faction=f, means=WITH_GOLD, gold=price))
        return
    sold = proceeds(s.rules, price)
    s.gold[f] -= price - sold
    pay(s, f, seller, sold)
    if s.log is not None:
        s.log.add(events.Paid(faction=f, means=WITH_GOLD, gold=price, receiver=seller))


def _hand_over(s: State, f: i64) -> None:
    """The winner takes the card; GO3: a second one, unseen, below the limit (ruling 19)."""
    card, s.sale = s.sale, NO_CARD
    remember_purchase(s, f, s.high_bid)
    if s.log is not None:
        s.log.add(events.Sold(faction=f, gold=s.high_bid))
    gain(s, f, card)
    if s.powers[f] & SECOND_ARTIFACT and hand_size(s, f) < s.rules.hand_limit[f]:
        second = draw(s)
        if second != NO_CARD:
            if s.log is not None:
                s.log.add(events.SecondCard(faction=f))
            gain(s, f, second)


class BiddingEnds(Step):
    """EL4: the next event card is shown at the end of the bidding (ruling 33)."""

    rule = "EL4"

    def open(self, s: State) -> bool:
        s.stack.pop()
        s.high_bid, s.high_bidder, s.passes, s.bidder = 0, NOBODY, 0, 0
        remember_sale(s)
        seer = holder_of(s, SEES_EVENT)
        if seer != NOBODY and s.event_deck:
            s.knows[seer] |= 1 << s.event_deck[-1]
            if s.log is not None:
                s.log.add(events.ShownEvent(faction=seer, card=s.event_deck[-1]))
        return False


register(BIDDING, Bidding())
register(AUCTION, Auction())
register(BID_STEP, Bid())
register(PAY_STEP, Pay())
register(BIDDING_ENDS, BiddingEnds())
