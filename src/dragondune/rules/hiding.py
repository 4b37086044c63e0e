"""Hiding and coming out [EL5, EL8, EL9, EL10, D4, IV0].

Whether units hide is decided the moment they come to share a territory, by the arriving player
first, then by the others in player order, until nobody shares (rulings 30, 58). Units that already
shared it cannot hide later, and units that have just come out cannot hide again at once.
"""

from dragondune.engine.agenda import (
    Step,
    push_with,
    register,
    seat_of,
    set_top,
)
from dragondune.engine.pieces import (
    add_aces,
    add_counts,
    bits,
    changed,
    has_room,
    holder_of,
    lose_card,
    others_here,
    put,
    put_hidden,
    take,
    take_hidden,
)
from dragondune.engine.steps import EMERGE as EMERGE_STEP
from dragondune.engine.steps import HIDE as HIDE_STEP
from dragondune.engine.steps import STATUS
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    COME_OUT,
    ELITE,
    EMERGE,
    FROM,
    HIDE,
    KIND,
    NO_CARD_FIELD,
    PASS,
    card_of,
    count_of,
    elites_of,
    from_of,
    kind_of,
)
from dragondune.model.cards import NO_CARD
from dragondune.model.factions import NOBODY
from dragondune.model.frames import (
    frame_elites,
    frame_place,
    frame_stage,
    frame_units,
    frame_waiting,
)
from dragondune.model.powers import HIDES
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import EMERGE_ANYWHERE, EMERGE_WHERE_EMPTY, EMERGE_WITH_OWN
from dragondune.model.state import State
from dragondune.rules.common import can_hide, player_at
from dragondune.rules.wording import at_place, wrong_ace, wrong_count

RECRUITMENT_ROUND = 4


def arrive(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Visible units reach a territory by any way: joining, hiding, or simply standing there.

    EL9: where own units stand already, the newcomers take their status. Where stacks may be mixed
    they may hide by themselves (house 3).
    """
    at = f * 28 + t
    if s.rules.uniform_stacks and s.hid[at]:
        put_hidden(s, f, t, n, elites)
        if s.log is not None:
            s.log.add(events.StayedHidden(faction=f, place=t, units=n))
        return
    before = others_here(s, f, t)
    already = s.up[at] > 0
    put(s, f, t, n, elites)
    if already and s.rules.uniform_stacks:
        return
    waiting = 0 if already else _may_still_hide(before)
    if _arriver_may_hide(s, f, t, before, already):
        push_with(s, HIDE_STEP, f, t, waiting, n, elites)
    else:
        ask_others_to_hide(s, t, waiting)


def arrive_hidden(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Hidden units move to a territory [EL5], ruling 62: joining, staying hidden, or choosing."""
    put_hidden(s, f, t, n, elites)
    if s.rules.emerge_by_moving == EMERGE_WITH_OWN and s.up[f * 28 + t]:
        _show(s, f, t, n, elites)
        if s.log is not None:
            s.log.add(events.CameOut(faction=f, place=t, units=n))
    elif _may_choose_status(s, f, t, n):
        push_with(s, STATUS, f, t, 0, n, elites)
    else:
        if s.log is not None:
            s.log.add(events.StayedHidden(faction=f, place=t, units=n))


def _may_choose_status(s: State, f: i64, t: i64, n: i64) -> bool:
    if not has_room(s, f, t):
        return False
    if s.rules.emerge_by_moving == EMERGE_ANYWHERE:
        return True
    if s.rules.emerge_by_moving == EMERGE_WHERE_EMPTY:
        # Whoever hides there, of one's own too, counts as not there [EL10].
        return not others_here(s, f, t) and not s.up[f * 28 + t]
    return s.hid[f * 28 + t] == n


def _may_still_hide(before: i64) -> i64:
    """Those whose sharing begins with this arrival: nobody who shared it already (house 1)."""
    return before if bits(before) == 1 else 0


def _arriver_may_hide(s: State, f: i64, t: i64, before: i64, already: bool) -> bool:
    if not before and not (s.rules.hides_from_troll and s.trolls >> t & 1):
        return False
    if s.powers[f] & HIDES:
        return True
    return bool(s.rules.ace_hides) and not already


def ask_others_to_hide(s: State, t: i64, waiting: i64) -> None:
    """Open the hiding window for the next of those waiting, in player order."""
    for place in range(len(s.order)):
        g = player_at(s, place)
        if not waiting >> g & 1:
            continue
        waiting &= ~(1 << g)
        if (s.powers[g] & HIDES or s.rules.ace_hides) and not s.emerged[g] >> t & 1:
            push_with(s, HIDE_STEP, g, t, waiting, 0, 0)
            return


class Hide(Step):
    """Go into hiding or stay: free for those with the power [EL8], for an ace otherwise [D4].

    Frame: a = territory, b = who is asked next, c and d = the units that have just arrived
    (0 for players who stood there before).
    """

    rule = "EL8"
    question = "Hide your units there, or let them be seen."
    passing = "Stay visible"

    def open(self, s: State) -> bool:
        entry = s.stack[-1]
        f, t = seat_of(entry), frame_place(entry)
        if others_here(s, f, t) or (frame_units(entry) and s.trolls >> t & 1):
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = []
        if not _must_hide(s, f, frame_place(s.stack[-1])):
            out.append(PASS)
        if s.powers[f] & HIDES:
            out.append(HIDE * KIND + NO_CARD_FIELD)
        else:
            add_aces(out, s.hand[f], HIDE * KIND)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack.pop()
        if kind_of(action) == HIDE:
            _hide(s, f, entry, card_of(action))
        if others_here(s, f, frame_place(entry)) or frame_waiting(entry):
            ask_others_to_hide(s, frame_place(entry), frame_waiting(entry))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if kind_of(action) == PASS:
            return Refusal("B5", "The castle is full: only units that hide may enter it.")
        if s.powers[f] & HIDES:
            return Refusal("EL8", "You hide free of charge: no card is discarded for it.")
        refusal = wrong_ace(s, f, card_of(action), "D4")
        return Refusal("D4", "These units cannot hide.") if refusal is None else refusal

    def rule_now(self, s: State) -> str:
        return "EL8" if s.powers[seat_of(s.stack[-1])] & HIDES else "D4"


def _must_hide(s: State, f: i64, t: i64) -> bool:
    """An arrival that overfills a castle is only there to hide (ruling 59)."""
    others = others_here(s, f, t)
    return bool(0x820244 >> t & 1) and bits(others) >= 2


def _hide(s: State, f: i64, entry: i64, ace: i64) -> None:
    t = frame_place(entry)
    n, elites = s.up[f * 28 + t], s.elite_up[f * 28 + t]
    if ace != NO_CARD:
        lose_card(s, f, ace)
        if s.round < RECRUITMENT_ROUND:
            s.fresh = changed(s.fresh, f, s.fresh[f] | 1 << t)
    elif frame_units(entry):
        n, elites = frame_units(entry), frame_elites(entry)
    take(s, f, t, n, elites)
    put_hidden(s, f, t, n, elites)
    if s.log is not None:
        s.log.add(events.Hid(faction=f, place=t, units=n, card=ace))


def _show(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    take_hidden(s, f, t, n, elites)
    put(s, f, t, n, elites)


def come_out(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Units come out, which is no arrival; others who thereby come to share may hide (house 2)."""
    before = others_here(s, f, t)
    already = s.up[f * 28 + t] > 0
    _show(s, f, t, n, elites)
    s.emerged = changed(s.emerged, f, s.emerged[f] | 1 << t)
    if s.log is not None:
        s.log.add(events.CameOut(faction=f, place=t, units=n))
    if not already:
        ask_others_to_hide(s, t, _may_still_hide(before))


class Status(Step):
    """Hidden units that moved choose to come out or to stay hidden [EL5], ruling 62."""

    rule = "EL5"
    question = "Bring the units you moved out of hiding?"
    passing = "Stay hidden"

    def legal(self, s: State, f: i64) -> list[i64]:
        return [PASS, COME_OUT * KIND]

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack.pop()
        t, n = frame_place(entry), frame_units(entry)
        if kind_of(action) == COME_OUT:
            come_out(s, f, t, n, frame_elites(entry))
            s.emerged = changed(s.emerged, f, s.emerged[f] & ~(1 << t))
        else:
            if s.log is not None:
                s.log.add(events.StayedHidden(faction=f, place=t, units=n))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return Refusal("EL5", "First say whether the moved units come out of hiding.")


class Emerge(Step):
    """Coming out [IV0]: who hides at will chooses first, then all others' come out (ruling 60).

    Frame: a = 0 at the start, 1 while the choosing player decides, 2 for the others. Units that
    hid by an ace earlier in this very turn stay hidden (ruling 61), and so do units for which a
    castle has no room (ruling 31).
    """

    rule = "IV0"
    question = "Bring hidden units out where you like, or leave them hidden."
    passing = "The rest stays hidden"

    def open(self, s: State) -> bool:
        entry = s.stack[-1]
        stage = frame_stage(entry)
        if stage == 0:
            s.emerged = [0, 0, 0, 0]
            chooser = holder_of(s, HIDES)
            nobody = chooser == NOBODY
            set_top(s, EMERGE_STEP, chooser, 2 if nobody else 1, 0)
            return False
        if stage == 1:
            if len(self.legal(s, seat_of(entry))) > 1:
                return True
            set_top(s, EMERGE_STEP, 0, 2, 0)
            return False
        return self._others(s)

    def _others(self, s: State) -> bool:
        for place in range(len(s.order)):
            f = player_at(s, place)
            if s.rules.powers[f] & HIDES:
                continue
            t = _ready_to_emerge(s, f)
            if t >= 0:
                come_out(s, f, t, s.hid[f * 28 + t], s.elite_hid[f * 28 + t])
                return False
        s.stack.pop()
        s.fresh = [0, 0, 0, 0]
        s.emerged = [0, 0, 0, 0]
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        hidden = s.hidm[f]
        for t in range(28):
            if hidden >> t & 1 and has_room(s, f, t):
                _list_emerging(s, out, f, t)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        if kind_of(action) == PASS:
            set_top(s, EMERGE_STEP, 0, 2, 0)
        else:
            come_out(s, f, from_of(action), count_of(action), elites_of(action))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        t, n, elites = from_of(action), count_of(action), elites_of(action)
        at = f * 28 + t
        refusal = wrong_count(
            s, "IV0", n, elites, s.hid[at], s.elite_hid[at], f"hidden {at_place(t)}"
        )
        if refusal is not None:
            return refusal
        if not has_room(s, f, t):
            return Refusal("B5", "The castle is full: your units there stay hidden.")
        return Refusal("IV0", f"Your {s.hid[at]} hidden units {at_place(t)} come out together.")


def _list_emerging(s: State, out: list[i64], f: i64, t: i64) -> None:
    n, elites = s.hid[f * 28 + t], s.elite_hid[f * 28 + t]
    base = EMERGE * KIND + t * FROM
    if s.rules.uniform_stacks:
        out.append(base + n + elites * ELITE)
    else:
        add_counts(out, base, 1, n, n - elites, elites)


def _ready_to_emerge(s: State, f: i64) -> i64:
    waiting = s.hidm[f] & ~s.fresh[f]
    for t in range(28):
        if waiting >> t & 1 and has_room(s, f, t):
            return t
    return -1


register(HIDE_STEP, Hide())
register(STATUS, Status())
register(EMERGE_STEP, Emerge())

__all__ = ["arrive", "arrive_hidden", "ask_others_to_hide", "can_hide", "come_out"]
