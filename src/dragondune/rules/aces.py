"""Special cards [D1-D11] and special actions [O7-O12]: windows, payments and extra actions.

A window opens for every seat the rule allows, whether it holds an ace or not; a seat that holds
none can only pass, and what the others see is the same either way (ruling 11).
"""

from typing import Final

from dragondune.engine.agenda import (
    Step,
    current,
    push_with,
    register,
    seat_of,
)
from dragondune.engine.pieces import add_aces, add_counts, lose_card, to_bank
from dragondune.engine.steps import DENY as DENY_STEP
from dragondune.engine.steps import OPEN_ANSWER
from dragondune.engine.steps import SPEND as SPEND_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    CARD,
    DENY,
    KIND,
    PASS,
    QUESTION,
    SPECIAL_REVIVE,
    SPEND,
    TO,
    WALLS,
    WHO,
    amount_of,
    card_of,
    count_of,
    elites_of,
    kind_of,
    to_of,
    who_of,
)
from dragondune.model.board import CASTLES, NAMES, NEIGHBOURS
from dragondune.model.cards import (
    ACE_MASK,
    BLACK_MASK,
    RANK,
    RED_MASK,
    SIX_MASK,
    SUIT,
    card_name,
)
from dragondune.model.constants import RAISED_BY_CARD
from dragondune.model.frames import (
    frame_against,
    frame_others,
    frame_owed,
    frame_player,
    frame_purpose,
    frame_questions,
)
from dragondune.model.plurals import units
from dragondune.model.powers import ACE_REVIVES
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import (
    BREAK_WALLS,
    EMPTY_GRAVES,
    HONEST_QUESTION,
    TWO_ACES,
)
from dragondune.model.state import State
from dragondune.rules.common import aces, player_at, spare_cards
from dragondune.rules.wording import wrong_ace, wrong_elites

RULE_OF_WINDOW: Final = {6: "D6", 7: "D7", 8: "D8", 9: "D9", 10: "GO7"}
# The rules of the special actions, in the order of the ruleset's ``special``
RULE_OF_SPECIAL: Final = ("O7", "O8", "O9", "O10", "O11", "O12")


# --- denial windows ------------------------------------------------------------------------


def open_denial(s: State, purpose: i64, against: i64) -> None:
    """Ask every other player in turn whether an ace stops the step below [D6-D9, D11]."""
    mask: i64 = 0
    for f in s.order:
        if f != against:
            mask |= 1 << f
    open_window(s, purpose, against, mask)


def open_window(s: State, purpose: i64, against: i64, mask: i64) -> None:
    """Ask the players of a set in player order; the first to discard an ace ends it."""
    for place in range(len(s.order)):
        f = player_at(s, place)
        if mask >> f & 1:
            push_with(s, DENY_STEP, f, purpose, against, mask & ~(1 << f), 0)
            return


class Deny(Step):
    """One player's chance to stop something with an ace; cannot be stopped itself [D10].

    Frame: a = purpose, b = against whom, c = who is asked after this player.
    """

    rule = "D11"
    question = "Discard an ace to stop this, or pass."
    passing = "Let it happen"

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        add_aces(out, spare_cards(s, f), DENY * KIND)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack.pop()
        if kind_of(action) == DENY:
            lose_card(s, f, card_of(action))
            if s.log is not None:
                s.log.add(
                    events.Denied(
                        faction=f,
                        window=frame_purpose(entry),
                        other=frame_against(entry),
                        card=card_of(action),
                    )
                )
            current(s).denied(s)
        else:
            open_window(s, frame_purpose(entry), frame_against(entry), frame_others(entry))

    def rule_now(self, s: State) -> str:
        return RULE_OF_WINDOW[frame_purpose(s.stack[-1])]

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        rule = self.rule_now(s)
        refusal = wrong_ace(s, f, card_of(action), rule)
        if refusal is not None:
            return refusal
        return Refusal(rule, "Say whether you stop this with an ace, or pass.")


# --- paying for special actions ------------------------------------------------------------


def can_pay_special(s: State, f: i64, which: i64) -> bool:
    """Can the player discard what this special action costs [O7-O12]?"""
    cost = s.rules.special[which]
    if cost == TWO_ACES:
        return aces(s, f) >= 2
    return cost > TWO_ACES and bool(spare_cards(s, f) >> (cost - 2) & 1)


def pay_special(s: State, f: i64, which: i64) -> None:
    """Discard the six, or two aces of the player's choice."""
    cost = s.rules.special[which]
    if cost == TWO_ACES:
        push_with(s, SPEND_STEP, f, which, 0, 2, 0)
    else:
        lose_card(s, f, cost - 2)
        if s.log is not None:
            s.log.add(events.SpecialPaid(faction=f, card=cost - 2))


class Spend(Step):
    """Choose the aces to discard for a special action. Frame: a = which, c = how many are owed.

    Asked also when no choice is left, so that nobody learns how many aces remain (ruling 11).
    """

    rule = "O7"
    question = "Choose which ace you discard for this."

    def open(self, s: State) -> bool:
        if frame_owed(s.stack[-1]):
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = []
        add_aces(out, spare_cards(s, f), SPEND * KIND)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack.pop()
        lose_card(s, f, card_of(action))
        if s.log is not None:
            s.log.add(events.SpecialPaid(faction=f, card=card_of(action)))
        push_with(s, SPEND_STEP, f, frame_purpose(entry), 0, frame_owed(entry) - 1, 0)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        rule = self.rule_now(s)
        refusal = wrong_ace(s, f, card_of(action), rule) if kind_of(action) == SPEND else None
        if refusal is not None:
            return refusal
        return Refusal(rule, "Choose which of your aces you discard for this.")

    def rule_now(self, s: State) -> str:
        return RULE_OF_SPECIAL[frame_purpose(s.stack[-1])]


# --- extra actions of one's own recruitment turn -------------------------------------------


def extras_possible(s: State, f: i64) -> bool:
    """From public facts alone: could this player have an extra action in the turn?"""
    if s.rules.special[BREAK_WALLS] or s.rules.special[HONEST_QUESTION]:
        return True
    return bool(s.grave[f]) and bool(s.powers[f] & ACE_REVIVES or s.rules.special[EMPTY_GRAVES])


def add_extras(s: State, f: i64, out: list[i64]) -> None:
    """List the extra actions open in any step of one's own turn [DW5, O8, O10, O12], ruling 69."""
    if s.grave[f]:
        _add_revivals(s, f, out)
    if s.rules.special[BREAK_WALLS] and can_pay_special(s, f, BREAK_WALLS):
        for t in (2, 6, 9, 17, 23):
            if not s.broken >> t & 1 and s.vis[f] & (NEIGHBOURS[t] | 1 << t):
                out.append(WALLS * KIND + t * TO)
    if s.rules.special[HONEST_QUESTION] and can_pay_special(s, f, HONEST_QUESTION):
        for g in s.order:
            if g != f:
                base = QUESTION * KIND + g * WHO
                out.extend(range(base, base + QUESTIONS_TO_ASK))


def _add_revivals(s: State, f: i64, out: list[i64]) -> None:
    n = min(RAISED_BY_CARD, s.grave[f])
    elites = s.elite_grave[f]
    base = SPECIAL_REVIVE * KIND
    regulars = s.grave[f] - elites
    if s.powers[f] & ACE_REVIVES:
        for card in (0, 13, 26, 39):
            if s.hand[f] >> card & 1:
                add_counts(out, base + card * CARD, n, n, regulars, elites)
    six = s.rules.special[EMPTY_GRAVES] - 2
    if six >= 0 and s.hand[f] >> six & 1:
        add_counts(out, base + six * CARD, n, n, regulars, elites)


def play_extra(s: State, f: i64, action: i64) -> bool:
    """Carry out an extra action; False when the action is none."""
    kind = kind_of(action)
    if kind == SPECIAL_REVIVE:
        lose_card(s, f, card_of(action))
        unbury(s, f, count_of(action), elites_of(action))
        if s.log is not None:
            s.log.add(
                events.Revived(faction=f, units=count_of(action), gold=0, card=card_of(action))
            )
    elif kind == WALLS:
        s.broken |= 1 << to_of(action)
        if s.log is not None:
            s.log.add(events.WallsBroken(faction=f, place=to_of(action)))
        pay_special(s, f, BREAK_WALLS)
    elif kind == QUESTION:
        push_with(s, OPEN_ANSWER, who_of(action), f, 0, amount_of(action), 0)
        pay_special(s, f, HONEST_QUESTION)
    else:
        return False
    return True


def cost_of(s: State, which: i64) -> str:
    """What a special action costs in this game, in words [O7-O12]."""
    cost = s.rules.special[which]
    return "two aces" if cost == TWO_ACES else f"the {card_name(cost - 2)}"


def too_dear(s: State, f: i64, which: i64, rule: str, doing: str) -> Refusal | None:
    """The player cannot discard what a special action costs; None when that is no hindrance."""
    if can_pay_special(s, f, which):
        return None
    return Refusal(rule, f"{doing} costs {cost_of(s, which)}, and you cannot pay that.")


def why_not_extra(s: State, f: i64, action: i64) -> Refusal | None:
    """Why an extra action is refused [DW5, O8, O10, O12]; None when the action is none."""
    kind = kind_of(action)
    if kind == WALLS:
        return _why_not_walls(s, f, to_of(action))
    if kind == QUESTION:
        return _why_not_question(s, f, action)
    if kind == SPECIAL_REVIVE:
        return _why_not_special_revive(s, f, action)
    return None


def _why_not_walls(s: State, f: i64, t: i64) -> Refusal:
    if t > 27 or not CASTLES >> t & 1:
        return Refusal("O10", "Only castles have walls that can be broken.")
    if s.broken >> t & 1:
        return Refusal("O10", f"The walls of {NAMES[t]} are already broken.")
    refusal = too_dear(s, f, BREAK_WALLS, "O10", "Breaking walls")
    if refusal is not None:
        return refusal
    return Refusal("O10", f"You have no visible units in {NAMES[t]} or next to it.")


def _why_not_question(s: State, f: i64, action: i64) -> Refusal:
    if who_of(action) == f or who_of(action) not in s.order:
        return Refusal("O8", "Ask another player at the table.")
    if amount_of(action) >= QUESTIONS_TO_ASK:
        return Refusal("O8", f"The questions are numbered 0 to {QUESTIONS_TO_ASK - 1}.")
    refusal = too_dear(s, f, HONEST_QUESTION, "O8", "An honest answer")
    return Refusal("O8", "You cannot ask that now.") if refusal is None else refusal


def _why_not_special_revive(s: State, f: i64, action: i64) -> Refusal:
    card, n = card_of(action), min(RAISED_BY_CARD, s.grave[f])
    ace = card < 52 and RANK[card] == 1
    rule = "DW5" if ace else "O12"
    six = s.rules.special[EMPTY_GRAVES] - 2
    if not ace and card != six:
        return Refusal(rule, f"That costs the {card_name(six)}, and no other card.")
    if not s.hand[f] >> card & 1:
        return Refusal(rule, f"You do not hold the {card_name(card)}.")
    if count_of(action) != n:
        return Refusal(
            rule, f"The card brings {units(n)} out of your graveyard, no more and no fewer."
        )
    refusal = wrong_elites(
        s, n, elites_of(action), s.grave[f], s.elite_grave[f], "in the graveyard"
    )
    return Refusal(rule, "You cannot do that now.") if refusal is None else refusal


def unbury(s: State, f: i64, n: i64, elites: i64) -> None:
    """Units leave the graveyard for the bank [IV1]."""
    s.grave[f] -= n
    s.elite_grave[f] -= elites
    to_bank(s, f, n, elites)


# --- honest questions [O8] -----------------------------------------------------------------

# 0-23 holds this artifact · 24 an ace · 25 a six · 26 a red · 27 a black artifact ·
# 28-31 usurper is this faction · 32-35 sabotages this suit · 36-39 predicts this faction
QUESTIONS_TO_ASK: Final = 40


def honest_answer(s: State, g: i64, question: i64) -> bool:
    """The true answer to a question of the fixed list (ruling 46)."""
    hand = s.hand[g]
    if question < 24:
        return bool(hand >> (question // 6 * 13 + question % 6) & 1)
    if question < 28:
        masks = (ACE_MASK, SIX_MASK, RED_MASK, BLACK_MASK)
        return bool(hand & masks[question - 24])
    if question < 32:
        return s.rules.suits[question - 28] == SUIT[s.usurper[g]]
    if question < 36:
        return SUIT[s.sabotage[g]] == question - 32
    return s.predictions[g] >= 0 and s.predictions[g] & 3 == question - 36


class OpenAnswer(Step):
    """The answer is given to the whole table. Frame: seat = who answers, a = asker, c = question."""

    rule = "O8"

    def open(self, s: State) -> bool:
        entry = s.stack.pop()
        g, asker, question = seat_of(entry), frame_player(entry), frame_questions(entry)
        yes = honest_answer(s, g, question)
        if s.log is not None:
            s.log.add(events.HonestQuestion(faction=asker, other=g, question=question))
            s.log.add(events.HonestAnswer(faction=g, question=question, yes=yes))
        _learn(s, g, question, yes)
        return False


def _learn(s: State, g: i64, question: i64, yes: bool) -> None:
    """What follows for sure from an answer: a named card is where it is."""
    if not yes:
        return
    if question < 24:
        card = question // 6 * 13 + question % 6
    elif 28 <= question < 32:
        card = s.usurper[g]
    elif 32 <= question < 36:
        card = s.sabotage[g]
    else:
        return
    for f in range(4):
        s.knows[f] |= 1 << card


register(DENY_STEP, Deny())
register(SPEND_STEP, Spend())
register(OPEN_ANSWER, OpenAnswer())
