"""What there is to watch over while agreements are in force [B6]: which steps, which conditions.

All of it follows from the contracts and the offers. It is worked out whenever they change, so that
a step that no clause speaks of costs nothing.
"""

from typing import Final

from dragondune.engine import steps
from dragondune.model import contracts as deal
from dragondune.model.contracts import Clause, Deal
from dragondune.model.state import State


def _set_of(*members: int) -> int:
    return sum(1 << member for member in members)


_ENTERING: Final = (steps.DRAGON_ACTS, steps.RIDE, steps.CONSCRIPT, steps.HIRE, steps.MOVE)
_WITH_ACES: Final = (
    *(steps.BID, steps.PAY, steps.REVIVE, steps.EARLY_DISBAND, steps.DISBAND, steps.HIDE),
    *(steps.DENY, steps.ASK, steps.ANSWER, steps.PLANS, steps.CHAOS, steps.TREACHERY),
    steps.LEND,
    *_ENTERING,
)
# by kind of clause: the steps at which it can forbid anything
STEPS_OF: Final = {
    deal.NO_ATTACK: _set_of(steps.FIGHT),
    deal.NO_ENTER: _set_of(*_ENTERING),
    deal.LEAVE: _set_of(*_ENTERING, steps.DISBAND),
    deal.BID: _set_of(steps.BID),
    deal.SEND: _set_of(steps.PLANS, steps.ANSWER),
    deal.NO_PLAY: _set_of(steps.PLANS, steps.ANSWER),
    deal.PLAY: _set_of(steps.PLANS, steps.ANSWER),
    deal.NO_TREACHERY: _set_of(steps.LEND, steps.TREACHERY),
    deal.NO_ACE: _set_of(*_WITH_ACES),
    deal.NO_HIRE: _set_of(steps.HIRE),
    deal.HIRE: _set_of(steps.HIRE),
    deal.ALLY: _set_of(steps.COUNCIL_TURN, steps.PROPOSAL),
    deal.NO_BREAK: _set_of(steps.COUNCIL_TURN),
}
ROUND_STEPS: Final = _set_of(
    *(steps.TURN_BEGINS, steps.EVENT_CARDS, steps.BIDDING, steps.RECRUITMENT, steps.BATTLES),
    *(steps.COLLECTION, steps.VICTORY),
)
# by kind of clause, and by condition: the automatic steps whose moment may concern it
_MOMENTS: Final = {
    deal.PAY: ROUND_STEPS,
    deal.SHOW: ROUND_STEPS | _set_of(steps.AUCTION, steps.BIDDING_ENDS),
    deal.SHARE: _set_of(steps.COLLECTION),
    deal.NO_ATTACK: _set_of(steps.FIGHT),
    deal.BID: _set_of(steps.AUCTION, steps.BIDDING_ENDS),
    deal.HIRE: _set_of(steps.HIRING, steps.BATTLES),
    deal.NO_HIRE: _set_of(steps.HIRING),
    deal.NO_ENTER: _set_of(steps.HIRING),
    deal.LEAVE: _set_of(steps.BATTLES),
    deal.ALLY: _set_of(steps.COUNCIL_TURN),
}
_MOMENT_OF_CONDITION: Final = {
    deal.IF_ENTERS: _set_of(steps.HIRING),
    deal.IF_BETRAYS: _set_of(steps.TREACHERY),
    deal.IF_WINS: _set_of(steps.RESOLVE),
    deal.WHEN_RED_DRAGON: _set_of(steps.RED_DRAGON),
    deal.WHEN_COUNCIL: _set_of(steps.COUNCIL),
    deal.WHEN_GOLD: _set_of(steps.EVENT_GOLD),
}


def set_deals(s: State, deals: tuple[Deal, ...], offers: tuple[Deal, ...]) -> None:
    """Put other contracts and offers in place, with what follows from them."""
    live = [c for contract in deals for c in contract.clauses if c.stage < deal.DONE]
    bound = [0, 0, 0, 0]
    moments = _set_of(steps.TURN_BEGINS) if live or offers else 0
    awaited = 0
    for c in live:
        moments |= _moments(c)
        if c.stage == deal.WAITING:
            awaited |= 1 << c.when
        else:
            bound[c.debtor] |= STEPS_OF.get(c.kind, 0)
    s.deals, s.offers, s.live = deals, offers, tuple(live)
    s.bound, s.moments, s.awaited = tuple(bound), moments, awaited
    s.watched = bool(live)


def _moments(c: Clause) -> int:
    if c.stage == deal.WAITING:
        return _MOMENT_OF_CONDITION.get(c.when, 0)
    return _MOMENTS.get(c.kind, 0)
