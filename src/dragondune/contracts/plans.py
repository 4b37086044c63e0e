"""What clauses ask of a battle plan [B6, V2], ruling 49, and of the answers that bind it [EL3]."""

from dragondune.ints import i64
from dragondune.model import actions as act
from dragondune.model import contracts as terms
from dragondune.model.cards import (
    ACE_MASK,
    ALL_CARDS,
    BLACK_MASK,
    NO_CARD,
    RANK,
    RED,
    RED_MASK,
)
from dragondune.model.contracts import Clause
from dragondune.model.factions import NOBODY
from dragondune.model.state import State
from dragondune.rules.battle import side_of
from dragondune.rules.common import cards_that_keep, playable


def meant(c: Clause, g: i64) -> bool:
    """Is this the player a clause speaks of? Without one it speaks of everybody."""
    return c.other in (NOBODY, g)


def opponent(s: State, f: i64) -> i64:
    """Who stands against a fighter, or against the ally a player helps, in the battle fought."""
    helps_attacker = f != s.defender and s.ally[f] == s.attacker
    return s.defender if f == s.attacker or helps_attacker else s.attacker


# --- plans ---------------------------------------------------------------------------------


def plans_amiss(s: State, f: i64, c: Clause, action: i64) -> bool:
    """A plan against the clause, or an answer after which none could keep it [EL3]."""
    kind = act.kind_of(action)
    if kind == act.PLAN:
        return wrong_plan(c, action)
    if c.kind == terms.SEND:
        return kind == act.ANSWER_NUMBER and wrong_number(c, act.count_of(action))
    return answers_amiss(s, f, c, action)


def wrong_plan(c: Clause, plan: i64) -> bool:
    """Is a plan against a promise about units or artifacts?"""
    if c.kind == terms.SEND:
        return wrong_number(c, act.count_of(plan))
    fits = bool(suited(c) >> act.card_of(plan) & 1) if act.card_of(plan) != NO_CARD else False
    return fits == (c.kind == terms.NO_PLAY)


def wrong_number(c: Clause, units: i64) -> bool:
    """Are so many units against a promise to send some number of them?"""
    if c.what == terms.AT_LEAST:
        return units < c.n
    if c.what == terms.AT_MOST:
        return units > c.n
    return units != c.n


def suited(c: Clause) -> i64:
    """The artifacts that a promise to play one, or none, speaks of."""
    if c.what == 0:
        return ALL_CARDS
    return RED_MASK if c.what == RED else BLACK_MASK


def can_play(s: State, f: i64, c: Clause) -> bool:
    """Can the artifact promised be played here? No clause makes anybody use an ace (house 12)."""
    cards = cards_that_keep(s, f, side_of(s, f)) & ~ACE_MASK
    return not meant(c, opponent(s, f)) or bool(cards & suited(c) & ~_barred(s, f, c))


# --- answers -------------------------------------------------------------------------------


def _barred(s: State, f: i64, last: Clause) -> i64:
    """The cards kept out of this faction's battle plan by promises up to ``last`` in age."""
    mask: i64 = 0
    g = opponent(s, f)
    for c in s.live:
        if c.debtor == f and c.stage == terms.ACTIVE:
            if c.kind == terms.NO_PLAY and meant(c, g):
                mask |= suited(c)
            elif c.kind == terms.NO_ACE and c.what in (0, terms.TO_FIGHT):
                mask |= ACE_MASK
        if c is last:
            break
    return mask


def answers_amiss(s: State, f: i64, c: Clause, action: i64) -> bool:
    """Is this an answer after which no battle plan could keep the clause?"""
    kind, told = act.kind_of(action), act.count_of(action)
    if kind not in (act.ANSWER_COLOUR, act.ANSWER_VALUE):
        return False
    if told == 0:
        return c.kind == terms.PLAY
    cards = playable(s, f) & ~_barred(s, f, c)
    if c.kind == terms.PLAY:
        cards &= suited(c)
    if kind == act.ANSWER_COLOUR:
        return not cards & (RED_MASK if told == RED else BLACK_MASK)
    return not any(cards >> card & 1 and RANK[card] == told for card in range(45))
