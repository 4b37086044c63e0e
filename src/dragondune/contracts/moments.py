"""What there is to watch over while contracts are in force [B6]: which steps, which conditions.

All of it follows from the contracts and the offers. It is worked out whenever they change, so that
a step that no clause speaks of costs nothing.
"""

from typing import Final

from dragondune.engine import steps
from dragondune.model import contracts as terms
from dragondune.model.contracts import Clause, Contract
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
    terms.NO_ATTACK: _set_of(steps.FIGHT),
    terms.NO_ENTER: _set_of(*_ENTERING),
    terms.LEAVE: _set_of(*_ENTERING, steps.DISBAND),
    terms.BID: _set_of(steps.BID),
    terms.SEND: _set_of(steps.PLANS, steps.ANSWER),
    terms.NO_PLAY: _set_of(steps.PLANS, steps.ANSWER),
    terms.PLAY: _set_of(steps.PLANS, steps.ANSWER),
    terms.NO_TREACHERY: _set_of(steps.LEND, steps.TREACHERY),
    terms.NO_ACE: _set_of(*_WITH_ACES),
    terms.NO_HIRE: _set_of(steps.HIRE),
    terms.HIRE: _set_of(steps.HIRE),
    terms.ALLY: _set_of(steps.COUNCIL_TURN, steps.PROPOSAL),
    terms.NO_BREAK: _set_of(steps.COUNCIL_TURN),
}
ROUND_STEPS: Final = _set_of(
    *(steps.TURN_BEGINS, steps.EVENT_CARDS, steps.BIDDING, steps.RECRUITMENT, steps.BATTLES),
    *(steps.COLLECTION, steps.VICTORY),
)
# by kind of clause, and by condition: the automatic steps whose moment may concern it
_MOMENTS: Final = {
    terms.PAY: ROUND_STEPS,
    terms.SHOW: ROUND_STEPS | _set_of(steps.AUCTION, steps.BIDDING_ENDS),
    terms.SHARE: _set_of(steps.COLLECTION),
    terms.NO_ATTACK: _set_of(steps.FIGHT),
    terms.BID: _set_of(steps.AUCTION, steps.BIDDING_ENDS),
    terms.HIRE: _set_of(steps.HIRING, steps.BATTLES),
    terms.NO_HIRE: _set_of(steps.HIRING),
    terms.NO_ENTER: _set_of(steps.HIRING),
    terms.LEAVE: _set_of(steps.BATTLES),
    terms.ALLY: _set_of(steps.COUNCIL_TURN),
}
_MOMENT_OF_CONDITION: Final = {
    terms.IF_ENTERS: _set_of(steps.HIRING),
    terms.IF_BETRAYS: _set_of(steps.TREACHERY),
    terms.IF_WINS: _set_of(steps.RESOLVE),
    terms.WHEN_RED_DRAGON: _set_of(steps.RED_DRAGON),
    terms.WHEN_COUNCIL: _set_of(steps.COUNCIL),
    terms.WHEN_GOLD: _set_of(steps.EVENT_GOLD),
}


def set_contracts(s: State, contracts: tuple[Contract, ...], offers: tuple[Contract, ...]) -> None:
    """Put other contracts and offers in place, with what follows from them."""
    live = [c for contract in contracts for c in contract.clauses if c.stage < terms.DONE]
    bound = [0, 0, 0, 0]
    moments = _set_of(steps.TURN_BEGINS) if live or offers else 0
    awaited = 0
    for c in live:
        moments |= _moments(c)
        if c.stage == terms.WAITING:
            awaited |= 1 << c.when
        else:
            bound[c.debtor] |= STEPS_OF.get(c.kind, 0)
    s.contracts, s.offers, s.live = contracts, offers, tuple(live)
    s.bound, s.moments, s.awaited = tuple(bound), moments, awaited
    s.watched = bool(live)


def _moments(c: Clause) -> int:
    if c.stage == terms.WAITING:
        return _MOMENT_OF_CONDITION.get(c.when, 0)
    return _MOMENTS.get(c.kind, 0)
