"""Disbanding [IV2, IV6, IV7, GO5, GO6]: units go back to the bank, once a turn (ruling 55)."""

from dragondune.engine.agenda import (
    Step,
    push_with,
    register,
    seat_of,
)
from dragondune.engine.pieces import (
    add_counts,
    add_mixed,
    take,
    take_hidden,
    to_bank,
)
from dragondune.engine.steps import (
    DISBAND as DISBAND_STEP,
)
from dragondune.engine.steps import (
    DISBANDING,
    EARLY_DISBAND,
)
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    CARD,
    DISBAND,
    ELITE,
    FROM,
    HIDDEN,
    KIND,
    PASS,
    WHO,
    count_of,
    elites_of,
    from_of,
    hidden_elites_of,
    hidden_units_of,
    kind_of,
    who_of,
)
from dragondune.model.codes import AGAINST_EARLY_DISBAND
from dragondune.model.frames import (
    frame_elites,
    frame_hidden,
    frame_place,
    frame_stack_hidden,
    frame_stack_units,
    stack_units,
)
from dragondune.model.powers import (
    EARLY_DISBAND as MAY_DISBAND_EARLY,
)
from dragondune.model.powers import (
    LATE_DISBAND as MAY_DISBAND_LATE,
)
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import DENY_DISBAND_OF_ALLY, DENY_EARLY_DISBAND
from dragondune.model.state import State
from dragondune.rules.aces import (
    add_extras,
    extras_possible,
    open_denial,
    play_extra,
    why_not_extra,
)
from dragondune.rules.reckoning import disband_price
from dragondune.rules.wording import wrong_stack


def _list_disbanding(s: State, f: i64, out: list[i64], most: i64) -> None:
    for t in range(28):
        at = f * 28 + t
        n, hidden = s.up[at], s.hid[at]
        base = DISBAND * KIND + t * FROM
        if n:
            add_counts(out, base, 1, min(n, most), n - s.elite_up[at], s.elite_up[at])
        if hidden:
            elites = s.elite_hid[at]
            add_counts(out, base + HIDDEN * WHO, 1, min(hidden, most), hidden - elites, elites)
            if n and not s.rules.uniform_stacks:
                _list_mixed(s, out, base, at, most)


def _list_mixed(s: State, out: list[i64], base: i64, at: i64, most: i64) -> None:
    """IV6: some or all units of a mixed stack, open and hidden ones at once."""
    opened: list[i64] = []
    hidden: list[i64] = []
    add_counts(opened, 0, 1, s.up[at], s.up[at] - s.elite_up[at], s.elite_up[at])
    add_counts(hidden, 0, 1, s.hid[at], s.hid[at] - s.elite_hid[at], s.elite_hid[at])
    add_mixed(out, base, most, opened, hidden)


def _disband(s: State, f: i64, action: i64, price: i64) -> None:
    """IV7: disbanded units go to the bank; once a turn, hidden ones too (ruling 55)."""
    t = from_of(action)
    hidden, hidden_elites = hidden_units_of(action), hidden_elites_of(action)
    n, elites = count_of(action) - hidden, elites_of(action) - hidden_elites
    s.gold[f] -= price * (n + hidden)
    s.disbanded = 1
    to_bank(s, f, n + hidden, elites + hidden_elites)
    if n:
        take(s, f, t, n, elites)
        _tell(s, f, t, n, price, False)
    if hidden:
        take_hidden(s, f, t, hidden, hidden_elites)
        _tell(s, f, t, hidden, price, True)


def _tell(s: State, f: i64, t: i64, n: i64, price: i64, hidden: bool) -> None:
    if s.log is not None:
        told = events.Disbanded(faction=f, place=t, units=n, gold=price * n, hidden=hidden)
        s.log.add(told)


def _has_units(s: State, f: i64) -> bool:
    return bool(s.vis[f] | s.hidm[f])


class EarlyDisband(Step):
    """IV2, GO5: disband before recruiting, which an ace may stop [D8], told first (house 13)."""

    rule = "GO5"
    question = "Disband units before recruiting, or pass."
    passing = "Disband nobody"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        if s.powers[f] & MAY_DISBAND_EARLY and _has_units(s, f):
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        _list_disbanding(s, f, out, 31)
        add_extras(s, f, out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        if play_extra(s, f, action):
            return
        s.stack.pop()
        if kind_of(action) != DISBAND:
            return
        units = stack_units(count_of(action), hidden_units_of(action))
        push_with(s, DISBANDING, f, from_of(action), who_of(action), units, elites_of(action))
        own = bool(s.rules.powers[f] & MAY_DISBAND_EARLY)
        denial = DENY_EARLY_DISBAND if own else DENY_DISBAND_OF_ALLY
        if s.rules.denials & denial:
            open_denial(s, AGAINST_EARLY_DISBAND, f)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        refusal = why_not_extra(s, f, action)
        if refusal is not None:
            return refusal
        refusal = wrong_stack(s, f, action, "IV2")
        return Refusal("IV2", "These units cannot be disbanded.") if refusal is None else refusal


class Disbanding(Step):
    """The early disbanding that nobody stopped.

    Frame: a = territory, b = which units, c = how many + 32 * the hidden ones, d = elites.
    """

    rule = "IV2"

    def open(self, s: State) -> bool:
        entry = s.stack.pop()
        action = DISBAND * KIND + frame_place(entry) * FROM + frame_hidden(entry) * WHO
        units = frame_stack_units(entry) + frame_stack_hidden(entry) * CARD
        _disband(s, seat_of(entry), action + units + frame_elites(entry) * ELITE, 0)
        return False


class Disband(Step):
    """IV6: disband units of one territory at the end of the turn, 1 gold each [GO6: free]."""

    rule = "IV6"
    question = "Disband units, or pass to end your turn."
    passing = "End my turn"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        allowed = bool(s.powers[f] & MAY_DISBAND_LATE) and not s.disbanded and _has_units(s, f)
        if (allowed and self._most(s, f)) or extras_possible(s, f):
            return True
        s.stack.pop()
        return False

    def _price(self, s: State, f: i64) -> i64:
        return disband_price(s.rules, s.powers[f])

    def _most(self, s: State, f: i64) -> i64:
        price = self._price(s, f)
        return s.gold[f] // price if price else 31

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if s.powers[f] & MAY_DISBAND_LATE and not s.disbanded:
            _list_disbanding(s, f, out, self._most(s, f))
        add_extras(s, f, out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        if play_extra(s, f, action):
            return
        s.stack.pop()
        if kind_of(action) == DISBAND:
            _disband(s, f, action, self._price(s, f))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        refusal = why_not_extra(s, f, action)
        if refusal is not None:
            return refusal
        refusal = wrong_stack(s, f, action, "IV6")
        if refusal is not None:
            return refusal
        price = self._price(s, f) * count_of(action)
        return Refusal("IV6", f"That costs {price} gold, and you have {s.gold[f]}.")


register(EARLY_DISBAND, EarlyDisband())
register(DISBANDING, Disbanding())
register(DISBAND_STEP, Disband())
