"""Why a choice is sound, from what its player sees: numbers on the board, odds, prices, distances.

Every sentence says "you" and names what can be checked on the board, so that it can be used again in
another game. Nothing in here looks at anything but a view.
"""

from collections.abc import Callable
from typing import Final

from dragondune.bots.steward.auction import card_worth
from dragondune.bots.steward.battle_plans import Battle, army_points
from dragondune.bots.steward.board_worth import CASTLE_LIST, CASTLE_PLACE, BoardWorth
from dragondune.bots.steward.chances import dragon_risk
from dragondune.bots.steward.weights import OF_FACTION
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.model import actions as act
from dragondune.model.actions import card_of, count_of, from_of, kind_of, to_of, who_of
from dragondune.model.board import CASTLES, FORESTS, NAMES
from dragondune.model.cards import NO_CARD, cards_in
from dragondune.model.factions import NOBODY
from dragondune.model.powers import HIRES
from dragondune.rules.prospects import alone
from dragondune.rules.reckoning import castles_to_win, most_hired, movement, within
from dragondune.telling.words import The, artifact, capital, in_words, listed, ordinal, the, units
from dragondune.views.view import UNKNOWN, View

HARDLY: Final = 0.05  # more battles won in all, that are not worth a unit each
POOR: Final = 0.35
UNSAFE: Final = 0.15

ANSWERING: Final = "Your answer binds you, so say what you mean to do anyway."

Teller = Callable[[View, list[int], int], str]


def why(view: View, legal: list[int], action: int) -> str:
    """What speaks for an action, in one or two sentences."""
    if action == act.PASS:
        told = _PASSING.get(step_of(view.stack[-1]))
        return told(view, legal, action) if told else "Nothing here is worth its price just now."
    told = _DOING.get(kind_of(action))
    return told(view, legal, action) if told else "It costs little, and it may help you later."


def _always(text: str) -> Teller:
    return lambda view, legal, action: text


# --- battles -------------------------------------------------------------------------------


def often(odds: float) -> str:
    """``about 8 times in 10``."""
    if odds >= 0.95:
        return "almost always"
    if odds <= 0.05:
        return "hardly ever"
    return f"about {in_words(round(10 * odds))} times in ten"


def _plan(view: View, legal: list[int], plan: int) -> str:
    battle = Battle(view, OF_FACTION[view.seat])
    odds = odds_of(battle, plan)
    with_card = "without an artifact" if card_of(plan) == NO_CARD else f"with {_card(plan)}"
    sent = capital(_in_words(int(count_of(plan)))) if count_of(plan) else "Sending nobody,"
    head = f"{sent} {with_card} should win {often(odds)}"
    counted = f"counting everything {the(battle.foe)} may hold and send"
    return f"{head}, {counted}. {_thrift(battle, legal, plan)}"


def odds_of(battle: Battle, plan: int) -> float:
    """How often a plan wins, over all that the other side may hold and send."""
    return battle.win_odds(army_points(battle.view, plan), card_of(plan))[0]


def _thrift(battle: Battle, legal: list[int], plan: int) -> str:
    n, mine, odds = count_of(plan), int(battle.mine), odds_of(battle, plan)
    best = max(odds_of(battle, one) for one in legal if kind_of(one) == act.PLAN)
    if odds < POOR:
        return (
            "If you lose, every unit of yours there is lost, sent or not, so make them pay for it."
        )
    if n < mine and best - odds < HARDLY:
        return (
            "More units would hardly win more often, and those you send are lost even if you win."
        )
    if n < mine:
        return f"Sending more wins more often, but {_left(battle, n)}"
    return "You need everybody for it: what is held back dies as well if you lose."


def _left(battle: Battle, n: int) -> str:
    kept = int(battle.mine) - int(n)
    verb = "holds" if kept == 1 else "hold"
    return f"the {_in_words(kept)} you keep back {verb} {NAMES[battle.t]} afterwards."


def _in_words(number: int) -> str:
    return f"{in_words(number)} {'unit' if number == 1 else 'units'}"


def _card(action: int) -> str:
    return artifact(card_of(action))


# --- the auction ---------------------------------------------------------------------------


def _sale(view: View) -> str:
    return artifact(view.sale) if view.sale < UNKNOWN else "an unseen card"


def _worth(view: View) -> int:
    w = OF_FACTION[view.seat]
    return max(1, round(min(card_worth(view, w), view.gold[view.seat] - w.reserve)))


def _bid(view: View, legal: list[int], action: int) -> str:
    held = view.hand_sizes[view.seat]
    hand = "your hand is empty" if not held else f"you hold {in_words(held)} already"
    return (
        f"{capital(_sale(view))} is worth about {_worth(view)} gold to you: {hand}, and each card more "
        "is worth less than the one before. Raise by one at a time, and not much beyond that."
    )


def _no_bid(view: View, legal: list[int], action: int) -> str:
    me, price = view.seat, int(view.high_bid) + 1
    worth = round(card_worth(view, OF_FACTION[me]))
    hired = most_hired(view.rules, view.powers[me], price, True, False)
    other = f" The same gold hires {units(hired)} in a castle." if view.powers[me] & HIRES else ""
    if worth < price:
        return f"At {price} gold {_sale(view)} costs more than it is worth to you.{other}"
    return f"You would have too little gold left for your turn.{other}"


# --- the board -----------------------------------------------------------------------------


def _castles(view: View, f: int) -> int:
    """The castles where a faction stands alone."""
    return alone(view.order, view.vis, f) & CASTLES


def _enemy(view: View, t: int) -> tuple[int, int]:
    """The strongest other player in a territory, and their units there."""
    peace = NOBODY if view.rules.allies_fight else view.ally[view.seat]
    others = [g for g in view.order if g not in (view.seat, peace)]
    foe = max(others, key=lambda g: view.up[g * 28 + t])
    return foe, int(view.up[foe * 28 + t])


def _placing(view: View, legal: list[int], action: int) -> str:
    return arriving(view, int(to_of(action)), int(count_of(action)))


def arriving(view: View, t: int, n: int) -> str:
    """What so many more units do in a territory."""
    foe, theirs = _enemy(view, t)
    if CASTLES >> t & 1:
        return _fight_for(view, t, n, foe, theirs) if theirs else _hold(view, t, n)
    if view.board_gold[t]:
        return _gathering(view, t, n)
    if theirs:
        return _meeting(view, t, n, foe, theirs)
    return _on_the_way(view, t)


def _fight_for(view: View, t: int, n: int, foe: int, theirs: int) -> str:
    mine = int(view.up[view.seat * 28 + t]) + n
    numbers = f"You are {in_words(mine)} against {in_words(theirs)} of {the(foe)} in {NAMES[t]}"
    lead = " more than they can send" if mine > theirs else " so artifacts have to make up for it"
    return f"{numbers},{lead}. {_stake(view, t, foe)}"


def _stake(view: View, t: int, foe: int) -> str:
    """Why a castle is fought for."""
    mine = _castles(view, view.seat) & ~(1 << t)
    needed = castles_to_win(view.rules, view.ally[view.seat])
    if mine.bit_count() + 1 >= needed:
        return f"With it you hold {in_words(mine.bit_count() + 1)} castles, and that wins the game."
    theirs = (_castles(view, foe) | 1 << t).bit_count()
    if theirs >= castles_to_win(view.rules, view.ally[foe]):
        return f"Left alone there, {the(foe)} win the game."
    return f"It would be your {ordinal(mine.bit_count() + 1)} castle; {in_words(needed)} win."


def _hold(view: View, t: int, n: int) -> str:
    there = int(view.up[view.seat * 28 + t])
    if not there:
        return f"{NAMES[t]} stands empty: a castle without a fight. {_stake(view, t, view.seat)}"
    g, force = _attacker(view, t)
    if not force:
        return f"Nobody can reach {NAMES[t]} any more this turn, and the dragon spares castles."
    verdict = "enough to hold it" if there + n > force else "enough to make an attack costly"
    return (
        f"{The(g)} can still bring {units(force)} to {NAMES[t]}; "
        f"{in_words(there + n)} of yours there are {verdict}."
    )


def _attacker(view: View, t: int) -> tuple[int, int]:
    """Who can still bring most units to a castle this turn, and how many."""
    board = BoardWorth(view, OF_FACTION[view.seat])
    reach = [(int(board.forces[g][CASTLE_PLACE[t]]), g) for g in board.later]
    force, g = max(reach, default=(0, NOBODY))
    return g, force


def _gathering(view: View, t: int, n: int) -> str:
    lies = int(view.board_gold[t])
    brought = min(lies, 2 * (int(view.up[view.seat * 28 + t]) + n))
    foe, theirs = _enemy(view, t)
    if theirs:
        return f"There is {lies} gold in {NAMES[t]}, if you can win it from {the(foe)}."
    return f"There is {lies} gold in {NAMES[t]}; each unit gathers 2, so you get {brought}."


def _meeting(view: View, t: int, n: int, foe: int, theirs: int) -> str:
    mine = int(view.up[view.seat * 28 + t]) + n
    return (
        f"You meet {units(theirs)} of {the(foe)} in {NAMES[t]} with {in_words(mine)} of your own."
    )


def _on_the_way(view: View, t: int) -> str:
    me = view.seat
    steps_far = movement(view.powers[me], view.controlled(me), 0)
    near = [NAMES[c] for c in CASTLE_LIST if within(view.dragon, t, steps_far) >> c & 1]
    safe = " The forest keeps them safe from the dragon." if FORESTS >> t & 1 else ""
    if near:
        return f"From {NAMES[t]} your units reach {listed(near)} in one move.{safe}"
    return safe.strip() or f"{NAMES[t]} is out of harm's way, and your units can go on from there."


def _moving(view: View, legal: list[int], action: int) -> str:
    t, n = from_of(action), int(count_of(action))
    left = int(view.up[view.seat * 28 + t]) - n
    return f"{arriving(view, int(to_of(action)), n)}{_behind(view, int(t), left)}"


def _behind(view: View, t: int, left: int) -> str:
    """What becomes of the place that units leave."""
    if CASTLES >> t & 1 and left > 0:
        return f" {capital(in_words(left))} stay{'s' if left == 1 else ''} to hold {NAMES[t]}."
    if CASTLES >> t & 1 and not _attacker(view, t)[1]:
        return f" Nobody can reach {NAMES[t]} any more this turn."
    if dragon_risk(view)[t] > UNSAFE:
        return f" The dragon may well burn {NAMES[t]} next turn."
    return ""


def _staying(view: View, legal: list[int], action: int) -> str:
    """Why nobody moves: the castle that would be opened by it."""
    mine = [t for t in CASTLE_LIST if _castles(view, view.seat) >> t & 1]
    threatened = [(_attacker(view, t), t) for t in mine]
    (g, force), t = max(threatened, key=lambda one: one[0][1], default=((NOBODY, 0), 0))
    if force:
        return f"Leaving {NAMES[t]} would open it: {the(g)} can still bring {units(force)} there."
    return "Your units stand where they are needed; no move takes a castle or gold worth the risk."


def _hiring_nobody(view: View, legal: list[int], action: int) -> str:
    gold = int(view.gold[view.seat])
    if not gold:
        return "You have no gold to hire anybody with."
    return f"More units would decide no battle this turn: keep your {gold} gold for cards and the next."


def _fighting(view: View, legal: list[int], action: int) -> str:
    foe, t = int(who_of(action)), int(from_of(action))
    mine, theirs = int(view.up[view.seat * 28 + t]), int(view.up[foe * 28 + t])
    numbers = f"There you are {in_words(mine)} against {in_words(theirs)} of {the(foe)}."
    return f"{numbers} A winner keeps the artifact played and can use it in the next battle."


def _disbanding(view: View, legal: list[int], action: int) -> str:
    t = int(from_of(action))
    if dragon_risk(view)[t] > UNSAFE:
        return f"The dragon may well burn {NAMES[t]}: from the bank they can be placed elsewhere."
    foe, theirs = _enemy(view, t)
    if theirs:
        return f"They would fall to {the(foe)} in {NAMES[t]}; from the bank they can come back."
    return f"{NAMES[t]} does not need them; from the bank they can be placed where they decide."


def _reviving(view: View, legal: list[int], action: int) -> str:
    bank = int(view.bank[view.seat])
    left = "no unit" if not bank else f"only {_in_words(bank)}" if bank < 4 else _in_words(bank)
    return f"The dead are of no use to you, and you have {left} left in the bank to recruit from."


def _denying(view: View, legal: list[int], action: int) -> str:
    aces = len([c for c in cards_in(view.hands[view.seat]) if artifact(c).endswith("(special)")])
    left = "your last ace" if aces < 2 else "an ace"
    return f"What happens otherwise costs you more than {left}."


_DOING: Final[dict[int, Teller]] = {
    act.PLAN: _plan,
    act.BID: _bid,
    act.HIRE: _placing,
    act.RAISE: _placing,
    act.CONSCRIPT: _placing,
    act.ACE_PLACE: _placing,
    act.RIDE: _placing,
    act.CARRY: _placing,
    act.MOVE: _moving,
    act.FIGHT: _fighting,
    act.DISBAND: _disbanding,
    act.REVIVE: _reviving,
    act.DENY: _denying,
    act.PLACE: _always(
        "A garrison at home holds the castle; the rest starts one step from the next."
    ),
    act.PREDICT: _always("A prediction costs nothing, and it wins the game if it comes true."),
    act.PROPOSE: _always("Their powers help you every turn that the alliance lasts."),
    act.ACCEPT: _always("What their powers give you is worth more than what yours give them."),
    act.BREAK: _always("The alliance helps them more than you by now."),
    act.PAY_GOLD: _always("Gold comes back every turn; aces do not."),
    act.PAY_ACE: _always("At this price the ace saves you more gold than it is worth."),
    act.PAY_RIGHT: _always("Your ally's right makes it free."),
    act.EMERGE: _always("Only units in the open hold a castle, gather gold and fight."),
    act.COME_OUT: _always("Only units in the open hold a castle, gather gold and fight."),
    act.HIDE: _always("Hidden units cannot be attacked, and they can come out later."),
    act.EXTEND: _always("One territory farther is what it takes to get where the turn is decided."),
    act.SECOND_MOVE: _always("A second army in place decides more than an ace in hand."),
    act.BLESS: _always("Much hangs on this battle, and a blessing makes treachery impossible."),
    act.ASK: _always(
        "Their answer binds them and costs you nothing: you plan knowing part of theirs."
    ),
    act.ASK_BOTH: _always("Too much hangs on this battle to know only half of their plan."),
    act.ANSWER_COLOUR: _always(ANSWERING),
    act.ANSWER_NUMBER: _always(ANSWERING),
    act.ANSWER_VALUE: _always(ANSWERING),
    act.BETRAY: _always("Treachery wins at once and costs you no unit."),
    act.CHAOS: _always("You lose this battle anyway; the monster takes the winner with you."),
    act.TAKE: _always("A card more is a battle more that you can win."),
    act.SELL: _always("Gold does more for you than this card."),
    act.DISCARD: _always("The lowest card wins least: it makes room for a better one."),
    act.KEEP: _always("Hide the card that would hurt you most if they knew of it."),
    act.LOSE: _always("Lose ordinary units first: elites count for more in the next battle."),
    act.STEER: _always("That far, the dragon burns others and spares you."),
    act.TAKE_TURN: _always("Going first, you get there before the others can."),
}

_PASSING: Final[dict[int, Teller]] = {
    steps.BID: _no_bid,
    steps.MOVE: _staying,
    steps.HIRE: _hiring_nobody,
    steps.CONSCRIPT: _always("Free units help only where they change who holds a place."),
    steps.REVIVE: _always("You have units enough in the bank; the gold does more elsewhere."),
    steps.EARLY_DISBAND: _always("Your units do more on the board than in the bank."),
    steps.DISBAND: _always("Your units do more where they stand than in the bank."),
    steps.DENY: _always("It does you less harm than an ace is worth: keep it for a third castle."),
    steps.TREACHERY: _always(
        "You win without it, and a traitor nobody knows of wins a later battle."
    ),
    steps.DISCARD: _always("Keep your artifacts: each may win a battle yet."),
    steps.INITIATIVE: _always("Whoever goes later sees what the others do first."),
    steps.STATUS: _always("Unseen, they cannot be attacked, and the dragon does not touch them."),
    steps.EMERGE: _always("Unseen, they cannot be attacked, and the dragon does not touch them."),
    steps.HIDE: _always("In the open they hold the place; hidden they would give it up."),
    steps.DRAGON_ACTS: _always("Your units are safe where they are."),
    steps.RIDE: _always("Your units do more where they are."),
    steps.BLESS: _always("The blessing is worth more in a battle that decides a castle."),
    steps.ASK: _always("The answer would not change what you send."),
    steps.CHAOS: _always("The monster costs you more than it costs them."),
    steps.LEND: _always("Your ally manages without it."),
    steps.COUNCIL_TURN: _always("No ally gives you more than you would give them."),
    steps.PROPOSAL: _always("They would gain more by it than you."),
    steps.PREDICT: _always("No prediction is likely enough to help you."),
    steps.SPOILS: _always("The artifact has won you this battle, and it can win another one."),
    steps.PLUNDER: _always("There is nothing you need."),
}
