"""Why a bot signs, refuses or asks for more, in one sentence."""

from typing import Final

from dragondune.bots.bargaining import appraisal
from dragondune.bots.bargaining.appraisal import Verdict
from dragondune.contracts.language.sentences import places_text
from dragondune.model import contracts
from dragondune.model.board import CASTLES, NAMES, territories_in
from dragondune.model.contracts import Clause
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.views.view import View

MOST_NAMED: Final = 3
_THINGS: Final = {
    contracts.CARD: "that card",
    contracts.HAND: "{whose} hand",
    contracts.USURPER: "{whose} usurper",
    contracts.SABOTAGE: "{whose} sabotaged artifact",
    contracts.ON_SALE: "the card on sale before I bid",
    contracts.NEXT_EVENT: "the next event card",
    contracts.PLAN_SIZE: "how many units {who} send",
}


def _they(f: int, partner: int) -> str:
    return "you" if f == partner else f"the {FACTION_NAMES[f].capitalize()}"


def _their(f: int, partner: int) -> str:
    return "your" if f == partner else f"the {FACTION_NAMES[f].capitalize()}'"


def places(view: View, mask: int) -> str:
    """A few places by name: those this seat stands in first, then castles."""
    for some in (mask & view.vis[view.seat] & CASTLES, mask & CASTLES, mask):
        named = territories_in(some)
        if named and len(named) <= MOST_NAMED:
            return places_text(some)
        if named and some & CASTLES:
            return "the castles" if len(named) == 5 else f"{len(named)} castles"
    return f"{NAMES[territories_in(mask)[0]]} and more" if mask else "wherever they come"


def brings(view: View, c: Clause, partner: int) -> str:
    """What a promise of somebody else does for this seat."""
    who, whose = _they(c.debtor, partner), _their(c.debtor, partner)
    kind: int = c.kind
    if kind == contracts.PAY:
        return f"{who} pay me {c.n} gold"
    if kind == contracts.NO_ENTER:
        return f"it keeps {who} out of {places(view, c.place)}"
    if kind == contracts.LEAVE:
        return f"it takes {who} out of {places(view, c.place)}"
    if kind == contracts.SHOW:
        thing: str = _THINGS[c.what]
        return f"I see {thing.format(who=who, whose=whose)}"
    if kind == contracts.HIRE:
        return f"it puts {whose} units into {places(view, c.place)}"
    fixed = {
        contracts.SHARE: f"{who} pay me a share of what is collected",
        contracts.NO_ATTACK: f"it keeps {who} from attacking",
        contracts.BID: f"it keeps {whose} bids low",
        contracts.SEND: f"it ties {whose} hands in battle",
        contracts.NO_PLAY: f"it keeps {whose} artifacts out of battle",
        contracts.PLAY: f"it brings {whose} artifacts to battle",
        contracts.NO_TREACHERY: f"it rules out treachery by {who}",
        contracts.NO_ACE: f"it keeps {whose} aces quiet",
        contracts.NO_HIRE: f"it keeps {who} from hiring",
        contracts.ALLY: "the alliance would serve me",
        contracts.NO_BREAK: "the alliance would last",
    }
    return fixed[kind]


def costs(view: View, c: Clause, partner: int) -> str:
    """What a promise of this seat would take from it."""
    kind: int = c.kind
    if kind == contracts.PAY:
        return f"{c.n} gold is more than it brings me"
    if kind == contracts.NO_ENTER:
        return f"it would keep me out of {places(view, c.place)}"
    if kind == contracts.LEAVE:
        return f"it would drive me out of {places(view, c.place)}"
    target = "anybody" if c.other == NOBODY else _they(c.other, partner)
    fixed = {
        contracts.SHARE: "what I collect stays mine",
        contracts.NO_ATTACK: f"I may have to attack {target}",
        contracts.BID: "I want to bid as I please",
        contracts.SEND: "my battles are mine to plan",
        contracts.NO_PLAY: "I keep my artifacts for battle",
        contracts.PLAY: "I play my artifacts where they are needed",
        contracts.NO_TREACHERY: "treachery stays my last resort",
        contracts.NO_ACE: "an ace is too good to lock away",
        contracts.NO_HIRE: "I have to hire where I am needed",
        contracts.HIRE: f"I need my gold elsewhere than in {places(view, c.place or CASTLES)}",
        contracts.ALLY: "I choose my allies when the council meets",
        contracts.NO_BREAK: "an alliance must be free to end",
        contracts.SHOW: "what I know is worth more than that",
    }
    return fixed[kind]


def gold_words(gain: float) -> str:
    """``Worth 3 gold to me``, as exactly as such a judgement can be."""
    whole = int(gain + 0.5)
    return f"Worth {whole} gold to me" if whole else "Worth a little to me"


def why_yes(
    view: View, verdict: Verdict, best: Clause | None, worst: Clause | None, partner: int
) -> str:
    """Why this seat signs."""
    worth = gold_words(verdict.net)
    if best is None:
        return f"{worth}."
    if best.kind == contracts.PAY and worst is not None:
        return f"{worth}: {brings(view, best, partner)}, and what I promise costs me less."
    return f"{worth}: {brings(view, best, partner)}."


def why_no(view: View, verdict: Verdict, worst: Clause | None, owed: int, partner: int) -> str:
    """Why this seat refuses."""
    who = _they(verdict.winner, partner) if verdict.winner < 4 else ""
    if verdict.veto == appraisal.NO_GOLD:
        return f"No: I do not have {owed} gold to promise."
    if verdict.veto == appraisal.NO_HANDS:
        return "No: I could not hire that."
    if verdict.veto == appraisal.MY_WIN:
        return "No: it would stop my victory."
    if verdict.veto == appraisal.THEIR_WIN:
        return f"No: it would help {who} to victory."
    if verdict.veto == appraisal.STRONG_ALREADY:
        return f"No: {who} lack one castle to win, and my hands stay free."
    if verdict.veto == appraisal.OPENS_A_CASTLE:
        return f"No: with me out of the way {who} could win within two turns."
    if verdict.veto == appraisal.BOUND_IN_BATTLE:
        return "No: my hands stay free for battles that I do not know yet."
    if verdict.veto == appraisal.WAITS_TO_WIN:
        return f"No: {who} win if nobody else does, so I may have to drive them out of a castle."
    if verdict.veto == appraisal.LOCKED_OUT:
        return "No: it would leave me too few castles to win with."
    if verdict.mine >= appraisal.ENOUGH:
        return "No: it would help others more than me."
    if worst is not None:
        return f"No: {costs(view, worst, partner)}."
    return "No: it brings me nothing."


def why_other_price(view: View, price: int, worst: Clause | None, partner: int) -> str:
    """Why this seat wants another price; below nothing it is the one who pays."""
    if price > 0:
        reason = f": {costs(view, worst, partner)}" if worst is not None else ""
        return f"For {price} gold yes, for less no{reason}."
    if price < 0:
        return f"I would pay {-price} gold for it and no more."
    return "Without gold I would sign it."


def why_without(view: View, dropped: Clause, partner: int) -> str:
    """Why this seat wants a clause struck out."""
    return f"Without clause {dropped.number} I would sign: {costs(view, dropped, partner)}."
