"""A steward at the auction: what a card is worth to it, and how it pays."""

from dragondune.bots.steward.weights import Weights
from dragondune.model import actions as act
from dragondune.model.actions import kind_of
from dragondune.model.cards import CARD_NAMES, RANK
from dragondune.model.powers import SECOND_ARTIFACT, SELLS_ARTIFACTS
from dragondune.views.view import UNKNOWN, View


def card_worth(view: View, w: Weights) -> float:
    """What the card on sale is worth to this seat, in gold."""
    me = view.seat
    size = view.hand_sizes[me]
    worth = w.first_card * w.next_card**size * (1 + w.rich * view.gold[me])
    if view.turn >= view.rules.turns:
        worth *= 1.3
    if view.sale < UNKNOWN:
        if RANK[view.sale] == 1:
            worth = w.ace
        else:
            worth *= 0.55 + 0.11 * RANK[view.sale]
    if view.powers[me] & SECOND_ARTIFACT and size + 1 < view.rules.hand_limit[me]:
        worth *= 1 + w.second_card
    return worth


def choose_bid(view: View, w: Weights, legal: list[int], luck: float) -> tuple[int, str]:
    """One more than the last bid while the card is worth it; the seller drives prices up."""
    me = view.seat
    price = view.high_bid + 1
    raised = [action for action in legal if kind_of(action) == act.BID]
    if not raised:
        return act.PASS, "I cannot bid more."
    limit = min(card_worth(view, w), max(0.0, view.gold[me] - w.reserve))
    if view.powers[me] & SELLS_ARTIFACTS and view.high_bid:
        rich = max(view.gold[g] for g in view.order if g != me)
        if price <= min(view.gold[me], rich - 1, limit + 1) and luck < w.outbid:
            return raised[0], "Whoever wants it shall pay me more."
    what = CARD_NAMES[view.sale] if view.sale < UNKNOWN else "the card"
    if price <= limit:
        return raised[0], f"To me {what} is worth up to {round(limit, 1):g} gold."
    return act.PASS, f"For {price} gold I let {what} go."


def choose_payment(view: View, w: Weights, legal: list[int]) -> tuple[int, str]:
    """The ally's right first, an ace where it saves much, else gold."""
    kinds = {kind_of(action): action for action in legal}
    if act.PAY_RIGHT in kinds:
        return kinds[act.PAY_RIGHT], "My ally lets me have it for nothing."
    if act.PAY_GOLD not in kinds or view.high_bid >= w.ace_saves:
        if act.PAY_ACE in kinds:
            return kinds[act.PAY_ACE], f"An ace is a good price for {view.high_bid} gold saved."
    return kinds.get(act.PAY_GOLD, legal[0]), f"I pay {view.high_bid} gold."
