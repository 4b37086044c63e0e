"""Disbanding [IV2, IV6, IV7, GO5, GO6]: units go back to the bank, once a turn (ruling 55)."""

from dragondune.engine.agenda import (
    Step,
    push_with,
    register,
    seat_of,
    tell,
)
from dragondune.engine.pieces import (
    add_counts,
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
from dragondune.model.actions import (
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
    kind_of,
    who_of,
)
from dragondune.model.frames import frame_elites, frame_hidden, frame_place, frame_units
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
    AGAINST_EARLY_DISBAND,
    add_extras,
    extras_possible,
    open_denial,
    play_extra,
    why_not_extra,
)
from dragondune.rules.reckoning import disband_price


def _list_disbanding(s: State, f: i64, out: list[i64], most: i64) -> None:
    for t in range(28):
        at = f * 28 + t
        n, hidden = s.up[at], s.hid[at]
        base = DISBAND * KIND + t * FROM
        if n:
            add_counts(out, base, 1, min(n, most), n - s.elite_up[at], s.elite_up[at])
        if hidden:
            elites = s.elite_hid[at]
            base += HIDDEN * WHO
            add_counts(out, base, 1, min(hidden, most), hidden - elites, elites)


def _disband(s: State, f: i64, action: i64, price: i64) -> None:
    """IV7: disbanded units go to the bank; once a turn, hidden ones too (ruling 55)."""
    t, n, elites = from_of(action), count_of(action), elites_of(action)
    if who_of(action) == HIDDEN:
        take_hidden(s, f, t, n, elites)
    else:
        take(s, f, t, n, elites)
    to_bank(s, f, n, elites)
    s.gold[f] -= price * n
    s.disbanded = 1
    tell(s, "disbanded", f, t, n, price * n, who_of(action))


def _has_units(s: State, f: i64) -> bool:
    return bool(s.vis[f] | s.hidm[f])


class EarlyDisband(Step):
    """IV2, GO5: disband before recruiting, which an ace may stop [D8]."""

    rule = "GO5"

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
        t, hidden = from_of(action), who_of(action)
        push_with(s, DISBANDING, f, t, hidden, count_of(action), elites_of(action))
        own = bool(s.rules.powers[f] & MAY_DISBAND_EARLY)
        denial = DENY_EARLY_DISBAND if own else DENY_DISBAND_OF_ALLY
        if s.rules.denials & denial:
            open_denial(s, AGAINST_EARLY_DISBAND, f)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        refusal = why_not_extra(s, f, action)
        if refusal is not None:
            return refusal
        if kind_of(action) == DISBAND:
            return Refusal("IV2", "You have not so many units there to disband.")
        return Refusal("IV2", "First disband units of one territory, or pass.")


class Disbanding(Step):
    """The early disbanding that nobody stopped. Frame: a = territory, b = hidden, c, d = units."""

    rule = "IV2"

    def open(self, s: State) -> bool:
        entry = s.stack.pop()
        action = DISBAND * KIND + frame_place(entry) * FROM + frame_hidden(entry) * WHO
        _disband(s, seat_of(entry), action + frame_units(entry) + frame_elites(entry) * ELITE, 0)
        return False


class Disband(Step):
    """IV6: disband units of one territory at the end of the turn, 1 gold each [GO6: free]."""

    rule = "IV6"

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
        if kind_of(action) != DISBAND:
            return Refusal("IV6", "Only disbanding is left of your turn: disband or pass.")
        if s.disbanded:
            return Refusal("IV6", "You have disbanded units this turn already.")
        price = self._price(s, f)
        return Refusal("IV6", f"Disbanding costs {price} gold a unit, from one territory.")


register(EARLY_DISBAND, EarlyDisband())
register(DISBANDING, Disbanding())
register(DISBAND_STEP, Disband())
