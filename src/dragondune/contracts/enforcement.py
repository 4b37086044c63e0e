"""What each clause of a contract forbids [B6], ruling 49: the choices that would break it.

A clause takes choices away while one is left that keeps it and ends the decision; otherwise it is
void for that decision. Clauses are asked in the order of their age, so of two that collide the
older stands. Nobody is ever made to use an ace by a clause: what is possible is what all can see.
"""

from typing import Final

from dragondune.contracts.moments import STEPS_OF
from dragondune.contracts.plans import (
    answers_amiss,
    can_play,
    meant,
    opponent,
    plans_amiss,
)
from dragondune.engine import steps
from dragondune.engine.pieces import bits, has_room
from dragondune.ints import i64
from dragondune.model import actions as act
from dragondune.model import contracts as terms
from dragondune.model.cards import ACE_MASK, NO_CARD, RANK
from dragondune.model.contracts import Clause
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_player, frame_purpose
from dragondune.model.powers import FREE_ARTIFACT, HIDES
from dragondune.model.ruleset import (
    BREAK_WALLS,
    CHAOS_MONSTER,
    EXTRA_MOVE,
    HONEST_QUESTION,
    STEER_DRAGONS,
    TWO_ACES,
)
from dragondune.model.state import State


def _set_of(*members: int) -> int:
    return sum(1 << member for member in members)


# actions after which the same decision is still open
NEUTRAL: Final = _set_of(
    *(act.EXTEND, act.SECOND_MOVE, act.SPEND, act.SPECIAL_REVIVE, act.WALLS, act.QUESTION)
)
_ARRIVING: Final = _set_of(
    *(act.MOVE, act.CARRY, act.RIDE, act.CONSCRIPT, act.HIRE, act.RAISE, act.ACE_PLACE)
)
_HIRING: Final = _set_of(act.HIRE, act.RAISE, act.ACE_PLACE)
CONCERNED: Final[list[i64]] = [STEPS_OF.get(kind, 0) for kind in range(terms.KINDS)]


def speaks(c: Clause, f: i64, step: i64) -> bool:
    """Can this clause forbid a faction anything at this step?"""
    return c.debtor == f and c.stage == terms.ACTIVE and bool(CONCERNED[c.kind] >> step & 1)


def kept(s: State, f: i64, step: i64, choices: list[i64]) -> list[i64]:
    """The choices that keep what faction ``f`` has signed."""
    if not s.bound[f] >> step & 1:
        return choices
    for c in s.live:
        if speaks(c, f, step):
            choices = _narrowed(s, f, c, step, choices)
    return choices


def _narrowed(s: State, f: i64, c: Clause, step: i64, choices: list[i64]) -> list[i64]:
    kind = c.kind
    if kind == terms.NO_ENTER:
        out = _keeping_out(shut_by(s, c), choices)
    elif kind == terms.HIRE:
        return _hiring(s, f, c, choices)
    elif kind == terms.LEAVE:
        return _leaving(s, f, c, step, choices)
    elif _says_nothing(s, f, c):
        return choices
    else:
        out = []
        for action in choices:
            if not breaks(s, f, c, step, action):
                out.append(action)
    # Battles that nobody may fight do not take place: there an empty list is an answer.
    if step == steps.FIGHT or _goes_on(out):
        return out
    return choices


def _says_nothing(s: State, f: i64, c: Clause) -> bool:
    """Is this clause about cards that are not held?"""
    if c.kind == terms.PLAY:
        return not can_play(s, f, c)
    return c.kind == terms.NO_ACE and not s.hand[f] & ACE_MASK


def _goes_on(choices: list[i64]) -> bool:
    """Is there a choice that ends the decision?"""
    mask: i64 = NEUTRAL
    return any(not mask >> act.kind_of(action) & 1 for action in choices)


def target(action: i64) -> i64:
    """Where an action brings units, or -1."""
    mask: i64 = _ARRIVING
    return act.to_of(action) if mask >> act.kind_of(action) & 1 else -1


def shut_by(s: State, c: Clause) -> i64:
    """The territories that a clause keeps its debtor out of, as they are now."""
    return s.vis[c.other] if c.other != NOBODY else c.place


def _keeping_out(places: i64, choices: list[i64]) -> list[i64]:
    out: list[i64] = []
    mask: i64 = _ARRIVING
    for action in choices:
        if not (mask >> act.kind_of(action) & 1 and places >> act.to_of(action) & 1):
            out.append(action)
    return out


def breaks(s: State, f: i64, c: Clause, step: i64, action: i64) -> bool:
    """Would this action break the clause? Duties to hire and to leave are told elsewhere."""
    kind = c.kind
    if kind == terms.NO_ATTACK:
        return act.kind_of(action) == act.FIGHT and meant(c, act.who_of(action))
    if kind == terms.NO_ENTER:
        to = target(action)
        return to >= 0 and bool(shut_by(s, c) >> to & 1)
    if kind == terms.BID:
        return _bids_too_much(s, c, action)
    if kind in (terms.SEND, terms.NO_PLAY, terms.PLAY):
        return meant(c, opponent(s, f)) and plans_amiss(s, f, c, action)
    if kind == terms.NO_TREACHERY:
        return act.kind_of(action) == act.BETRAY and meant(c, opponent(s, f))
    if kind == terms.NO_ACE:
        return _misuses_ace(s, f, c, step, action)
    if kind == terms.NO_HIRE:
        return _hires_in(c.place, action)
    if kind == terms.NO_BREAK:
        return act.kind_of(action) == act.BREAK
    if kind == terms.ALLY:
        return _allies_amiss(s, f, c, step, action)
    return False


def _bids_too_much(s: State, c: Clause, action: i64) -> bool:
    if c.what == terms.IN_ROUND and s.turn != c.turn:
        return False
    return act.kind_of(action) == act.BID and act.amount_of(action) > c.n


def _hires_in(places: i64, action: i64) -> bool:
    mask: i64 = _HIRING
    if not mask >> act.kind_of(action) & 1:
        return False
    return places == 0 or bool(places >> act.to_of(action) & 1)


# --- aces ----------------------------------------------------------------------------------


def _misuses_ace(s: State, f: i64, c: Clause, step: i64, action: i64) -> bool:
    if step == steps.ANSWER:
        return c.what in (0, terms.TO_FIGHT) and answers_amiss(s, f, c, action)
    used = purpose(s, f, action)
    if used and c.what in (0, used):
        return True
    if c.what not in (0, terms.TO_HIDE):
        return False
    to = target(action)
    # Hidden units move into a full castle without another ace.
    hidden = act.kind_of(action) == act.MOVE and act.who_of(action) == act.HIDDEN
    return to >= 0 and not hidden and hides_by_ace(s, f, to)


def hides_by_ace(s: State, f: i64, t: i64) -> bool:
    """Can these units enter only by hiding for an ace (ruling 59)? All can see that."""
    if has_room(s, f, t) or s.powers[f] & HIDES:
        return False
    return not (s.rules.uniform_stacks and s.hid[f * 28 + t])


def purpose(s: State, f: i64, action: i64) -> i64:
    """What an action uses an ace for, or 0."""
    kind, card = act.kind_of(action), act.card_of(action)
    found: i64 = PURPOSES[kind]
    if found == terms.TO_ACT:
        return found if s.rules.special[_SPECIAL[kind]] == TWO_ACES else 0
    if found == 0 or kind == act.CARRY:
        return found
    if kind == act.SECOND_MOVE and card == NO_CARD:
        return terms.TO_ACT if s.rules.special[EXTRA_MOVE] == TWO_ACES else 0
    if kind == act.BID:
        return found if _needs_ace_to_pay(s, f, act.amount_of(action)) else 0
    if kind == act.DENY:
        return frame_purpose(s.stack[-1])
    if kind == act.BETRAY:
        card = act.amount_of(action)
    return found if card != NO_CARD and RANK[card] == 1 else 0


def _needs_ace_to_pay(s: State, f: i64, price: i64) -> bool:
    right = bool(s.powers[f] & FREE_ARTIFACT) and not s.rights_used >> f & 1
    return price > s.gold[f] and not right


_PURPOSE_OF: Final = {
    act.PAY_ACE: terms.TO_PAY,
    act.BID: terms.TO_PAY,
    act.DENY: terms.TO_STOP,
    act.PLAN: terms.TO_FIGHT,
    act.SPECIAL_REVIVE: terms.TO_REVIVE,
    act.BETRAY: terms.TO_BETRAY,
    act.HIRE: terms.TO_HIRE,
    act.EXTEND: terms.TO_MOVE,
    act.SECOND_MOVE: terms.TO_MOVE,
    act.HIDE: terms.TO_HIDE,
    act.CARRY: terms.TO_CARRY,
    act.ASK_BOTH: terms.TO_ASK_BOTH,
    act.ACE_PLACE: terms.TO_PLACE,
}
_SPECIAL: Final[dict[int, int]] = {
    act.QUESTION: HONEST_QUESTION,
    act.CHAOS: CHAOS_MONSTER,
    act.WALLS: BREAK_WALLS,
    act.STEER: STEER_DRAGONS,
}
# by kind of action: what an ace would be for
PURPOSES: Final[list[i64]] = [
    terms.TO_ACT if kind in _SPECIAL else _PURPOSE_OF.get(kind, 0)
    for kind in range(len(act.KIND_NAMES))
]


# --- the Great Council ---------------------------------------------------------------------


def _allies_amiss(s: State, f: i64, c: Clause, step: i64, action: i64) -> bool:
    """Propose to nobody else, accept nobody else, and do what brings the alliance about."""
    kind, wanted = act.kind_of(action), c.other
    if step == steps.PROPOSAL:
        asked = frame_player(s.stack[-1]) == wanted
        return kind == (act.PASS if asked else act.ACCEPT)
    if kind == act.PROPOSE:
        return act.who_of(action) != wanted
    if wanted == NOBODY:
        return False
    if kind == act.BREAK:
        return s.ally[f] == wanted
    return _can_still_ally(s, f, wanted)


def _can_still_ally(s: State, f: i64, g: i64) -> bool:
    if s.ally[g] != NOBODY:
        return False
    return s.ally[f] != NOBODY or not s.proposed >> (f * 4 + g) & 1


# --- duties to hire and to leave -----------------------------------------------------------


def _hiring(s: State, f: i64, c: Clause, choices: list[i64]) -> list[i64]:
    """In the turn named the promised units are hired, if gold and room allow it without an ace."""
    if s.turn != c.turn:
        return choices
    out: list[i64] = []
    possible = False
    mask: i64 = NEUTRAL
    for action in choices:
        kind = act.kind_of(action)
        if mask >> kind & 1:
            out.append(action)
        elif _hires_in(c.place, action) and act.count_of(action) == c.n:
            out.append(action)
            plain = kind == act.RAISE or (kind == act.HIRE and act.card_of(action) == NO_CARD)
            possible = possible or (plain and not hides_by_ace(s, f, act.to_of(action)))
    return out if possible else choices


def stacks_in(s: State, f: i64, places: i64) -> i64:
    """How many movements it takes to leave these places."""
    return bits(s.vis[f] & places) + bits(s.hidm[f] & places)


def _leaving(s: State, f: i64, c: Clause, step: i64, choices: list[i64]) -> list[i64]:
    """One movement a turn: the last turns go to leaving, and none is wasted by coming back."""
    turns_left = c.turn - s.turn + 1
    stacks = stacks_in(s, f, c.place)
    if step == steps.DISBAND:
        return _clearing(s, f, c, choices) if turns_left <= 1 and stacks else choices
    if step == steps.MOVE and stacks >= turns_left:
        narrowed = _clearing(s, f, c, choices)
        if len(narrowed) < len(choices):
            return narrowed
    if stacks + 1 < turns_left:
        return choices
    out = _keeping_out(c.place, choices)
    return out if _goes_on(out) else choices


def _clearing(s: State, f: i64, c: Clause, choices: list[i64]) -> list[i64]:
    """The actions that take a whole stack out of the places; all choices where none does."""
    out: list[i64] = []
    possible = False
    mask: i64 = NEUTRAL
    for action in choices:
        if mask >> act.kind_of(action) & 1:
            out.append(action)
        elif _clears(s, f, c.place, action):
            out.append(action)
            to = target(action)
            possible = possible or to < 0 or not hides_by_ace(s, f, to)
    return out if possible else choices


def _clears(s: State, f: i64, places: i64, action: i64) -> bool:
    kind, t = act.kind_of(action), act.from_of(action)
    if kind not in (act.MOVE, act.DISBAND) or not places >> t & 1:
        return False
    if kind == act.MOVE and places >> act.to_of(action) & 1:
        return False
    hidden = act.hidden_units_of(action)
    if act.who_of(action) == act.HIDDEN:
        return hidden == s.hid[f * 28 + t]
    return act.count_of(action) - hidden == s.up[f * 28 + t]
