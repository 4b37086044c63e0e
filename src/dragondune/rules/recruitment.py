"""IV. Recruitment [IV1, IV3, B9]: turns in player order, the graveyard, and conscripts.

The steps of a turn come in the order of the edition's list; each may be skipped, none gone back to
(ruling 23). A step opens whenever public facts allow it, so that it never tells who holds an ace.
"""

from dragondune.engine.agenda import (
    RECRUIT_LIST,
    Step,
    a_of,
    next_in_list,
    play_top,
    push,
    push_sequence,
    register,
    seat_of,
    set_top,
    settle_until,
    step_of,
)
from dragondune.engine.pieces import (
    add_counts,
    holder_of,
    leave_bank,
)
from dragondune.engine.steps import CONSCRIPT as CONSCRIPT_STEP
from dragondune.engine.steps import (
    INITIATIVE,
    RECRUITMENT,
    SEQUENCE,
    STEP_NAMES,
    TURN_ENDS,
)
from dragondune.engine.steps import REVIVE as REVIVE_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    CONSCRIPT,
    KIND,
    PASS,
    REVIVE,
    TO,
    count_of,
    elites_of,
    kind_of,
    to_of,
)
from dragondune.model.board import OF_NUMBER
from dragondune.model.cards import NO_CARD
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_asked
from dragondune.model.plurals import units
from dragondune.model.powers import (
    INITIATIVE as HAS_INITIATIVE,
)
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.aces import (
    add_extras,
    extras_possible,
    play_extra,
    unbury,
    why_not_extra,
)
from dragondune.rules.common import player_at, shut_castles
from dragondune.rules.hiding import arrive
from dragondune.rules.reckoning import conscripts, revive_limit, revived_free
from dragondune.rules.wording import full_castle, wrong_count


class Recruitment(Step):
    """Players take their turns in player order [B9]. Frame: b = 1 when the early turn was offered."""

    rule = "B9"

    def open(self, s: State) -> bool:
        s.round = 4
        swift = holder_of(s, HAS_INITIATIVE)
        if swift != NOBODY and s.turns_taken >> swift & 1:
            swift = NOBODY
        f = _next_in_turn(s, swift)
        if f == NOBODY and swift == NOBODY:
            s.stack.pop()
            s.turns_taken = 0
        elif f == NOBODY:
            begin_turn(s, swift)
        elif swift != NOBODY and not frame_asked(s.stack[-1]):
            set_top(s, RECRUITMENT, 0, 0, 1)
            push(s, INITIATIVE, swift)
        else:
            s.stack[-1] = RECRUITMENT
            begin_turn(s, f)
        return False


def _next_in_turn(s: State, but: i64) -> i64:
    """Who comes next in player order; a player without units has a turn, too (ruling 56)."""
    for place in range(len(s.order)):
        f = player_at(s, place)
        if f != but and not s.turns_taken >> f & 1:
            return f
    return NOBODY


def begin_turn(s: State, f: i64) -> None:
    """One player's recruitment and movement turn."""
    s.turns_taken |= 1 << f
    s.disbanded = 0
    s.reach_bonus = 0
    s.moves_left = 1
    if s.log is not None:
        s.log.add(events.Recruiting(faction=f))
    push_sequence(s, RECRUIT_LIST, f)


def recruiting(s: State) -> i64:
    """Whose recruitment turn is under way, whoever decides now."""
    for entry in s.stack:
        if step_of(entry) == SEQUENCE and a_of(entry) == RECRUIT_LIST:
            return seat_of(entry)
    return NOBODY


def play_within(s: State, f: i64, action: i64) -> None:
    """Carry out an action, and run on to the next decision of the turn or to its end, not beyond."""
    play_top(s, f, action)
    settle_until(s, TURN_ENDS)


def turn_is_done(s: State) -> bool:
    """Is nothing of the turn left but its end?"""
    return next_in_list(s) == TURN_ENDS


def recruit_step_names(s: State) -> list[str]:
    """The steps of such a turn, in the order of the edition."""
    return [STEP_NAMES[step] for step in s.rules.recruit_steps]


# --- graveyard -----------------------------------------------------------------------------


def revive_terms(s: State, f: i64) -> tuple[i64, i64]:
    """How many units may leave the graveyard, and how many of them free [IV1, OR6, OR12]."""
    return revive_limit(s.rules, f, s.ally[f]), revived_free(s.rules, f, s.ally[f])


class Revive(Step):
    """IV1: units leave the graveyard for the bank, the first ones free, then 1 gold each."""

    rule = "IV1"
    question = "Bring units back from the graveyard, or pass."
    passing = "Leave them there"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        if s.grave[f] or extras_possible(s, f):
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        limit, free = revive_terms(s, f)
        most = min(s.grave[f], limit, free + s.gold[f])
        elites = s.elite_grave[f]
        add_counts(out, REVIVE * KIND, 1, most, s.grave[f] - elites, elites)
        add_extras(s, f, out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        if play_extra(s, f, action):
            return
        s.stack.pop()
        if kind_of(action) == REVIVE:
            n = count_of(action)
            cost = max(0, n - revive_terms(s, f)[1])
            s.gold[f] -= cost
            unbury(s, f, n, elites_of(action))
            if s.log is not None:
                s.log.add(events.Revived(faction=f, units=n, gold=cost, card=NO_CARD))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        refusal = why_not_extra(s, f, action)
        if refusal is not None:
            return refusal
        n, elites = count_of(action), elites_of(action)
        refusal = wrong_count(
            s, "IV1", n, elites, s.grave[f], s.elite_grave[f], "in your graveyard"
        )
        return _too_many_revived(s, f, n) if refusal is None else refusal


def _too_many_revived(s: State, f: i64, n: i64) -> Refusal:
    limit, free = revive_terms(s, f)
    rules = s.rules
    if n > limit:
        rule = _whose_terms(limit, rules.revive_limit[f], min(rules.revive_limit), "OR6")
        return Refusal(rule, f"At most {units(limit)} leave your graveyard in a turn.")
    # Where the Orcs pay at all, it is because somebody has weakened their graveyard [G2].
    rule = _whose_terms(free, rules.revive_free[f], min(rules.revive_free), "G2")
    return Refusal(rule, f"That costs {n - free} gold, and you have {s.gold[f]}.")


def _whose_terms(terms: i64, own: i64, least: i64, privileged: str) -> str:
    """The rule a number of the graveyard step is from: an ally's, one's own faction's, everybody's."""
    if terms > own:
        return "OR12"
    return privileged if own > least else "IV1"


# --- conscripts ----------------------------------------------------------------------------


def conscript_limit(s: State, f: i64) -> i64:
    """IV3, OR7, OR12: how many units may be conscripted."""
    return conscripts(s.rules, f, s.ally[f])


class Conscript(Step):
    """IV3: free units into one territory that has own units already, hidden or not."""

    rule = "IV3"
    question = "Conscript units where you have some already, or pass."
    passing = "No conscripts"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        possible = s.bank[f] and (s.vis[f] | s.hidm[f]) & ~OF_NUMBER[s.dragon]
        if possible or extras_possible(s, f):
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        most = min(s.bank[f], conscript_limit(s, f))
        places = (s.vis[f] | s.hidm[f]) & ~OF_NUMBER[s.dragon]
        places &= ~shut_castles(s, f, 0)
        elites = s.elite_bank[f]
        for t in range(28):
            if places >> t & 1:
                base = CONSCRIPT * KIND + t * TO
                add_counts(out, base, 1, most, s.bank[f] - elites, elites)
        add_extras(s, f, out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        if play_extra(s, f, action):
            return
        s.stack.pop()
        if kind_of(action) == CONSCRIPT:
            t, n, elites = to_of(action), count_of(action), elites_of(action)
            leave_bank(s, f, n, elites)
            if s.log is not None:
                s.log.add(events.Conscripted(faction=f, place=t, units=n))
            arrive(s, f, t, n, elites)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        refusal = why_not_extra(s, f, action)
        if refusal is not None:
            return refusal
        t, most = to_of(action), conscript_limit(s, f)
        if not (s.vis[f] | s.hidm[f]) >> t & 1:
            return Refusal("IV3", "Conscripts only join units of yours that are already there.")
        refusal = bad_place(s, f, action, "IV3", 0)
        if refusal is not None:
            return refusal
        return Refusal("IV3", f"You conscript at most {units(most)}, into one territory.")


def bad_place(s: State, f: i64, action: i64, rule: str, spent: i64) -> Refusal | None:
    """What hinders any placing of units from the bank [I4, B5, A2], ruling 24."""
    t, n, elites = to_of(action), count_of(action), elites_of(action)
    if t < 28 and OF_NUMBER[s.dragon] >> t & 1:
        return Refusal("I4", "Nobody recruits where the dragon marker stands.")
    refusal = full_castle(s, f, t, spent)
    if refusal is not None:
        return refusal
    rule = "A2" if n else rule
    return wrong_count(s, rule, n, elites, s.bank[f], s.elite_bank[f], "in your bank")


register(RECRUITMENT, Recruitment())
register(REVIVE_STEP, Revive())
register(CONSCRIPT_STEP, Conscript())
