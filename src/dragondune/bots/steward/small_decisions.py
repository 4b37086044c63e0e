"""A steward's smaller decisions: questions and answers, treachery, denials, secrets."""

from typing import Final

from dragondune.bots.steward.battle_plans import Battle, army_points, side_points
from dragondune.bots.steward.council import lacks_one
from dragondune.bots.steward.weights import Weights
from dragondune.model import actions as act
from dragondune.model.actions import (
    card_of,
    count_of,
    elites_of,
    from_of,
    kind_of,
    sabotage_of,
    who_of,
)
from dragondune.model.board import CASTLES
from dragondune.model.cards import COLOUR, NO_CARD, RANK, cards_in
from dragondune.model.codes import (
    AGAINST_EXCHANGE,
    AGAINST_HIRING,
    AGAINST_QUESTION,
    AGAINST_RED_DRAGON,
)
from dragondune.model.factions import FACTION_NAMES, ORCS
from dragondune.model.frames import frame_against, frame_place, frame_purpose
from dragondune.model.ruleset import ASK_COLOUR, ASK_NUMBER
from dragondune.rules.reckoning import battle_cards
from dragondune.views.view import View

Answer = tuple[int, str]
HIGH_STAKES: Final = 25.0
_STOPPED: Final = {AGAINST_QUESTION: 0.12, AGAINST_EXCHANGE: 0.4}  # of a battle, what it decides


def choose_split(view: View, w: Weights, legal: list[int]) -> Answer:
    """Orcs: a garrison in 1★, the rest in 16•, one step from 15★."""
    units = view.rules.placed[view.seat]
    wanted = act.PLACE * act.KIND + (units + 1) // 2
    return wanted if wanted in legal else legal[0], "A garrison at home, the rest towards 15★."


def choose_prediction(view: View, w: Weights, legal: list[int]) -> Answer:
    """Predict somebody: it costs nothing. Home castles and middle turns are likeliest."""
    homes = {0: 23, 1: 9, 2: 17, 3: 2}
    for g in (2, 1, 0, 3):
        predicted = act.PREDICT * act.KIND + g * act.WHO + homes[g] * act.FROM
        predicted += min(4, view.rules.turns)
        if predicted in legal:
            return predicted, f"I predict the {FACTION_NAMES[g].capitalize()}."
    return act.PASS, "I predict nobody."


def choose_battle(view: View, w: Weights, legal: list[int]) -> Answer:
    """First where the odds are best, so that artifacts come back for the next battle."""
    me = view.seat

    def lead(action: int) -> int:
        t, g = from_of(action), who_of(action)
        return view.up[me * 28 + t] - view.up[g * 28 + t]

    return max(legal, key=lead), "I begin where I am strongest."


def choose_blessing(view: View, w: Weights, legal: list[int]) -> Answer:
    """Bless battles that matter."""
    units = view.up[view.seat * 28 + view.place]
    if CASTLES >> view.place & 1 or units >= 3:
        return act.BLESS * act.KIND, "This battle is worth a blessing."
    return act.PASS, "I keep the blessing for a greater battle."


def choose_question(view: View, w: Weights, legal: list[int]) -> Answer:
    """The number of units, or the colour where few can come; both for an ace if much hangs on it."""
    battle = Battle(view, w) if view.seat in (view.attacker, view.defender) else None
    if battle is not None and battle.hold - battle.lost > HIGH_STAKES:
        for action in legal:
            if kind_of(action) == act.ASK_BOTH:
                return action, "Too much hangs on this battle to know only half."
    number, colour = act.ASK * act.KIND + ASK_NUMBER, act.ASK * act.KIND + ASK_COLOUR
    many = battle is None or battle.theirs > 1
    for action in (number, colour) if many else (colour, number):
        if action in legal:
            return action, "An answer binds them, and costs me nothing."
    return act.PASS, "I ask nothing."


def choose_answer(view: View, w: Weights, legal: list[int]) -> Answer:
    """Answer with what the best plan would be anyway."""
    battle = Battle(view, w)
    hand = battle_cards(view.rules, view.hands[view.seat])
    best, gain = -1, -1e9
    for card in (NO_CARD, *cards_in(hand)):
        for n in range(battle.mine + 1):
            plan = act.PLAN * act.KIND + card * act.CARD + n
            worth = battle.worth(plan) if _fits(plan, legal) else -1e9
            if worth > gain:
                best, gain = plan, worth
    for action in legal:
        if best >= 0 and _answers(best, action):
            return action, "I answer what I meant to do."
    return legal[0], "I answer as I must."


def _answers(plan: int, action: int) -> bool:
    """Does a plan keep this answer?"""
    kind, told, card = kind_of(action), count_of(action), card_of(plan)
    if kind == act.ANSWER_NUMBER:
        return count_of(plan) == told
    if card == NO_CARD:
        return told == 0
    return told == (COLOUR[card] if kind == act.ANSWER_COLOUR else RANK[card])


def _fits(plan: int, legal: list[int]) -> bool:
    return any(_answers(plan, action) for action in legal)


def choose_treachery(view: View, w: Weights, legal: list[int]) -> Answer:
    """Declare it whenever the cards allow: it wins without losses."""
    for action in legal:
        if kind_of(action) == act.BETRAY:
            return action, "Their own people open the gates to me."
    return act.PASS, "I have nobody in their ranks."


def shown_lead(view: View) -> int:
    """By how many points this seat wins with the plans that are shown."""
    side = 0 if view.attacker == view.seat else 1
    foe = view.defender if side == 0 else view.attacker
    mine, theirs = view.plans[side], view.plans[1 - side]
    one, two = side_points(view, view.seat, foe, card_of(mine), card_of(theirs))
    lead = one + army_points(view, mine) - two - army_points(view, theirs)
    return lead if side == 0 else lead - 1


def choose_chaos(view: View, w: Weights, legal: list[int]) -> Answer:
    """The monster, where the battle is lost and the victor would lose more than this seat."""
    foe = view.defender if view.attacker == view.seat else view.attacker
    mine, theirs = view.up[view.seat * 28 + view.place], view.up[foe * 28 + view.place]
    if len(legal) > 1 and shown_lead(view) < 0 and theirs > mine:
        return legal[-1], "If I fall here, nobody shall stand."
    return act.PASS, "No need of monsters."


def choose_lending(view: View, w: Weights, legal: list[int]) -> Answer:
    """Help the ally, unless that helps it to win."""
    ally = view.ally[view.seat]
    if ally < 4 and lacks_one(view, ally) and not view.rules.allied_victory:
        return act.PASS, "My ally is strong enough."
    for action in legal:
        if kind_of(action) == act.BETRAY and not _spends_ace(action):
            return action, "My people open the gates to my ally."
    return act.PASS, "I have nobody in their ranks who is worth an ace."


def _spends_ace(betrayal: int) -> bool:
    sabotage = sabotage_of(betrayal)
    return sabotage != NO_CARD and RANK[sabotage] == 1


def choose_denial(view: View, w: Weights, legal: list[int]) -> Answer:
    """Spend an ace to stop something only where that saves more than an ace is worth."""
    if len(legal) < 2:
        return legal[0], "I hold no ace."
    entry = view.stack[-1]
    purpose, against = frame_purpose(entry), frame_against(entry)
    if _worth_stopping(view, w, purpose, against):
        return legal[-1], "That I stop, whatever it costs."
    return act.PASS, "That is not worth an ace to me."


def _worth_stopping(view: View, w: Weights, purpose: int, against: int) -> bool:
    if purpose == AGAINST_HIRING:
        below = view.stack[-2]
        to = frame_place(below)
        return lacks_one(view, against) and bool(CASTLES >> to & 1)
    return _saved_by_ace(view, w, purpose) > w.ace * w.gold


def _saved_by_ace(view: View, w: Weights, purpose: int) -> float:
    """What it saves to stop this, in hundredths of a game."""
    if purpose == AGAINST_RED_DRAGON:
        return view.up[ORCS * 28 + view.red_at] * w.kill
    odds = _STOPPED.get(purpose, 0.0)
    if not odds or view.seat not in (view.attacker, view.defender):
        return 0.0
    battle = Battle(view, w)
    return odds * (battle.hold - battle.lost + battle.mine * w.unit)


def choose_plunder(view: View, w: Weights, legal: list[int]) -> Answer:
    """Take it; keep it while there is room."""
    takes = [action for action in legal if kind_of(action) == act.TAKE]
    return (takes or legal)[0], "What they lost is mine."


def choose_secret(view: View, w: Weights, legal: list[int]) -> Answer:
    """Keep the highest artifact from the Elves' eyes."""
    return max(legal, key=lambda action: RANK[card_of(action)]), "This one they shall not see."


def choose_losses(view: View, w: Weights, legal: list[int]) -> Answer:
    """Ordinary units first."""
    return min(legal, key=lambda action: elites_of(action)), "My best people live on."
