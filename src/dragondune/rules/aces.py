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
from dragondune.model.board import NEIGHBOURS
from dragondune.model.cards import ACE_MASK, BLACK_MASK, RED_MASK, SIX_MASK, SUIT
from dragondune.model.constants import RAISED_BY_CARD
from dragondune.model.frames import (
    frame_against,
    frame_others,
    frame_owed,
    frame_player,
    frame_purpose,
    frame_questions,
)
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

RULE_OF_WINDOW: Final = {6: "D6", 7: "D7", 8: "D8", 9: "D9", 10: "GO7"}


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

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        rule = RULE_OF_WINDOW[frame_purpose(s.stack[-1])]
        if kind_of(action) == DENY:
            return Refusal(rule, "You can only stop this with an ace that you hold.")
        return Refusal(rule, "First say whether you stop this with an ace, or pass.")


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
        push_with(s, SPEND_STEP, f, 0, 0, 2, 0)
    else:
        lose_card(s, f, cost - 2)
        if s.log is not None:
            s.log.add(events.SpecialPaid(faction=f, card=cost - 2))


class Spend(Step):
    """Choose the aces to discard for a special action. Frame: c = how many are still owed.

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
        push_with(s, SPEND_STEP, f, 0, 0, frame_owed(entry) - 1, 0)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return Refusal("O7", "Choose which of your aces you discard for this.")


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


def why_not_extra(s: State, f: i64, action: i64) -> Refusal | None:
    """Why an extra action is refused [DW5, O8, O10, O12]; None when the action is none."""
    kind = kind_of(action)
    if kind == WALLS:
        if can_pay_special(s, f, BREAK_WALLS):
            return Refusal("O10", "Walls that stand are broken from the castle or from next to it.")
        return Refusal("O10", "You do not hold what breaking walls costs in this game.")
    if kind == QUESTION:
        if can_pay_special(s, f, HONEST_QUESTION):
            return Refusal("O8", "Put a question of the list to another player at the table.")
        return Refusal("O8", "You do not hold what an honest answer costs in this game.")
    if kind == SPECIAL_REVIVE:
        rule = "DW5" if s.powers[f] & ACE_REVIVES else "O12"
        return Refusal(rule, "That takes two units out of your graveyard, for a card you hold.")
    return None


def unbury(s: State, f: i64, n: i64, elites: i64) -> None:
    """Units leave the graveyard for the bank [IV1]."""
    s.grave[f] -= n
    s.elite_grave[f] -= elites
    to_bank(s, f, n, elites)


# --- honest questions [O8] -----------------------------------------------------------------

# 0-23 holds this artifact · 24 an ace · 25 a six · 26 a red · 27 a black artifact ·
# 28-31 usurper is this faction · 32-35 sabotages this suit · 36-39 foretells this faction
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
        if s.log is not None:
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
