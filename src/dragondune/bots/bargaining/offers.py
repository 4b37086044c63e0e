"""Offers of a bot's own [B6]: peace where it is threatened, help against a winner, things to sell.

An offer is made only if it is good for the one who makes it and, as far as that can be judged from
outside, for the other as well.
"""

import math
from typing import Final, NamedTuple

from dragondune.bots.bargaining.answers import Reply, at_price
from dragondune.bots.bargaining.appraisal import ENOUGH, Appraiser
from dragondune.bots.bargaining.clause_prices import free_gold
from dragondune.bots.bargaining.memory import Mood, likeness
from dragondune.bots.bargaining.restrictions import still_acts
from dragondune.bots.steward.board_worth import CASTLE_LIST, RECRUITMENT
from dragondune.bots.steward.weights import Weights
from dragondune.contracts.language.sentences import contract_text, places_text
from dragondune.model import contracts
from dragondune.model.board import CASTLES, NAMES, territories_in
from dragondune.model.contracts import Clause, Contract
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.powers import SEES_EVENT, SEES_SALE
from dragondune.views.view import View

APPETITE: Final = 0.4  # how often a bot that could trade does
ALARM: Final = 0.4  # another player's odds to win this turn if nobody came, that call for help
TALKING_ROUNDS: Final = (3, 4)
MOST_IDEAS: Final = 8
RESERVE: Final = 1  # gold that is not spent on promises


class Idea(NamedTuple):
    """Promises without a price, and why they are wanted."""

    clauses: list[Clause]
    partner: int
    sentence: str


def propose(view: View, w: Weights, mood: Mood, luck: float) -> Reply | None:
    """An offer worth making now, or None."""
    if not mood.may_offer or view.round not in TALKING_ROUNDS:
        return None
    if view.offers and any(one.maker == view.seat for one in view.offers):
        return None
    trades = luck < APPETITE and (view.round != RECRUITMENT or not view.turns_taken)
    if not trades and not _somebody_strong(view):
        return None
    appraiser = Appraiser(view, w)
    ideas = _against_a_winner(appraiser, mood)
    if not ideas and trades:
        ideas = _trades(appraiser, mood)
    best: Reply | None = None
    most = 0.0
    for idea in ideas[:MOST_IDEAS]:
        priced = _priced(appraiser, idea)
        if priced is None:
            continue
        contract, gain = priced
        if gain > most and likeness(contract) not in mood.shunned:
            best, most = Reply(f"offer {contract_text(contract)}", idea.sentence), gain
    return best


def _somebody_strong(view: View) -> bool:
    """Does another player lack one castle? A quick look before a long thought."""
    return any(g != view.seat and _stands(view, g) >= view.rules.castles - 1 for g in view.order)


def _stands(view: View, g: int) -> int:
    """In how many castles a player stands, alone or not."""
    return len(territories_in(view.vis[g] & CASTLES))


def _priced(appraiser: Appraiser, idea: Idea) -> tuple[Contract, float] | None:
    """The idea at a price between what it is worth to both, and this seat's gain."""
    me, partner, view = appraiser.me, idea.partner, appraiser.view
    parties = 1 << me | 1 << partner
    mine = appraiser.net(me, idea.clauses, parties).net
    theirs = appraiser.net(partner, idea.clauses, parties).net
    # A piece of gold more for the one is one less for the other, and a little envy.
    mine_each, theirs_each = 1 + appraiser.envy(me, partner), 1 + appraiser.envy(partner, me)
    least = math.ceil((ENOUGH - mine) / mine_each)
    most = math.floor((theirs - ENOUGH) / theirs_each)
    if least > most:
        return None
    price = least + (most - least) // 2
    price = min(price, view.gold[partner])
    if price < least or -price > free_gold(view, me) - RESERVE:
        return None
    fair = at_price(idea.clauses, me, partner, price)
    verdict = appraiser.judge(fair, parties)
    if not verdict.good:
        return None
    if appraiser.after(me, fair, partner).win > appraiser.before(me).win + 0.1:
        return None  # nobody signs another's victory
    return Contract(parties, tuple(fair)), verdict.net


# --- help against one who is about to win --------------------------------------------------


def _against_a_winner(appraiser: Appraiser, mood: Mood) -> list[Idea]:
    """Whoever else can still act is asked to keep the peace, or paid to stand in the way."""
    view, me = appraiser.view, appraiser.me
    leader, odds = me, ALARM
    for g in view.order:
        if g != me and _stands(view, g) >= view.rules.castles - 1:
            alone = appraiser.unopposed(g, [])
            if alone > odds:
                leader, odds = g, alone
    if leader == me or appraiser.before(me).win > odds:
        return []
    ideas: list[Idea] = []
    for h in view.order:
        if h in (me, leader) or mood.pestered >> h & 1 or not still_acts(view, h):
            continue
        ideas += _guards(appraiser, leader, odds, h)
        ideas.append(_truce(view, me, h, leader))
    return ideas


def _truce(view: View, me: int, h: int, leader: int) -> Idea:
    turn = max(view.turn, 1)
    clauses = [
        Clause(contracts.NO_ATTACK, me, h, until=turn, number=1),
        Clause(contracts.NO_ATTACK, h, me, until=turn, number=2),
    ]
    why = f"The {FACTION_NAMES[leader].capitalize()} lack one castle to win: let us not fight each other."
    return Idea(clauses, h, why)


def _guards(appraiser: Appraiser, leader: int, odds: float, h: int) -> list[Idea]:
    """Units of h in the castles the leader holds thinly or is about to take."""
    view = appraiser.view
    n = min(3, view.bank[h], view.gold[h])
    out: list[Idea] = []
    if n < 1:
        return out
    for t in CASTLE_LIST:
        if view.vis[h] >> t & 1 or view.vis[appraiser.me] >> t & 1:
            continue
        c = Clause(contracts.HIRE, h, n=n, place=1 << t, turn=max(view.turn, 1), number=1)
        if appraiser.unopposed(leader, [c]) < odds - 0.15:
            name = FACTION_NAMES[leader].capitalize()
            why = f"Units of yours in {NAMES[t]} would keep the {name} from winning."
            out.append(Idea([c], h, why))
    return out


# --- trades --------------------------------------------------------------------------------


def _trades(appraiser: Appraiser, mood: Mood) -> list[Idea]:
    """Peace for castles, bought, sold or mutual; knowledge for gold."""
    view, me = appraiser.view, appraiser.me
    ideas: list[Idea] = []
    for g in view.order:
        if g == me or mood.pestered >> g & 1:
            continue
        ideas += _knowledge(view, me, g)
        mine, theirs = view.vis[me] & CASTLES, view.vis[g] & CASTLES
        if view.round == RECRUITMENT or view.turn > 1:
            ideas += _borders(appraiser, g, mine & ~theirs, theirs & ~mine)
    return ideas


def _borders(appraiser: Appraiser, g: int, mine: int, theirs: int) -> list[Idea]:
    view, me = appraiser.view, appraiser.me
    turn = max(view.turn, 1)
    acts, can = still_acts(view, g), still_acts(view, me)
    ideas: list[Idea] = []
    keep_out = Clause(contracts.NO_ENTER, g, place=mine, until=turn, number=1)
    stay_out = Clause(contracts.NO_ENTER, me, place=theirs, until=turn, number=1)
    if mine and acts:
        why = f"I want to be sure of {places_text(mine)} this turn."
        ideas.append(Idea([keep_out], g, why))
    if theirs and can:
        why = f"I could go to {places_text(theirs)} this turn, and you may be glad if I do not."
        ideas.append(Idea([stay_out], g, why))
    if mine and theirs and acts and can:
        why = f"You keep out of {places_text(mine)}, and I keep out of {places_text(theirs)}."
        ideas.append(Idea([keep_out, stay_out.changed(number=2)], g, why))
    return ideas


def _knowledge(view: View, me: int, g: int) -> list[Idea]:
    turn = max(view.turn, 1)
    powers = view.rules.powers
    ideas: list[Idea] = []
    for what, power, thing in (
        (contracts.ON_SALE, SEES_SALE, "the card on sale"),
        (contracts.NEXT_EVENT, SEES_EVENT, "the next event card"),
    ):
        if view.round != 3:
            continue
        if powers[me] & power and not powers[g] & power:
            c = Clause(contracts.SHOW, me, g, what, until=turn, number=1)
            ideas.append(Idea([c], g, f"I see {thing}, and you could see it too."))
        elif powers[g] & power and not powers[me] & power:
            c = Clause(contracts.SHOW, g, me, what, until=turn, number=1)
            ideas.append(Idea([c], g, f"You see {thing}: I would like to see it too."))
    return ideas
