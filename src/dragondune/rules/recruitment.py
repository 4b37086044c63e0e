"""IV. Recruitment [IV1-IV4, IV6, IV7]: graveyard, conscripts, mercenaries, disbanding.

The steps come in the order of the edition's list; each may be skipped, none gone back to
(ruling 23). A step opens whenever public facts allow it, so that it never tells who holds an ace.
"""

from dragondune.engine.agenda import (
    RECRUIT_LIST,
    Step,
    a_of,
    b_of,
    c_of,
    d_of,
    push,
    push_sequence,
    push_with,
    register,
    seat_of,
    tell,
)
from dragondune.engine.pieces import (
    add_counts,
    holder_of,
    leave_bank,
    lose_card,
    pay,
    take,
    take_hidden,
    to_bank,
)
from dragondune.engine.steps import (
    DISBANDING,
    EARLY_DISBAND,
    HIRING,
    INITIATIVE,
    LATE_DISBAND,
    RECRUITMENT,
    TROLLS,
    TURN_ENDS,
)
from dragondune.engine.steps import CONSCRIPT as CONSCRIPT_STEP
from dragondune.engine.steps import HIRE as HIRE_STEP
from dragondune.engine.steps import REVIVE as REVIVE_STEP
from dragondune.ints import i64
from dragondune.model.actions import (
    ACE_PLACE,
    CARD,
    CONSCRIPT,
    DISBAND,
    FROM,
    HIDDEN,
    HIRE,
    KIND,
    NO_CARD_FIELD,
    PASS,
    RAISE,
    REVIVE,
    TO,
    WHO,
    card_of,
    count_of,
    elites_of,
    from_of,
    kind_of,
    to_of,
    who_of,
)
from dragondune.model.board import CASTLES, OF_NUMBER, ORCISH
from dragondune.model.cards import NO_CARD
from dragondune.model.factions import NOBODY
from dragondune.model.powers import (
    ACE_PLACES,
    ACE_STOPS_HIRING,
    FREE_DISBAND,
    HALF_PRICE,
    HIRES,
    LATE_DISBAND as MAY_DISBAND_LATE,
    EARLY_DISBAND as MAY_DISBAND_EARLY,
    INITIATIVE as HAS_INITIATIVE,
    RAISES,
    SELLS_MERCENARIES,
)
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import DENY_DISBAND_OF_ALLY, DENY_EARLY_DISBAND
from dragondune.model.state import State
from dragondune.rules.aces import (
    AGAINST_EARLY_DISBAND,
    AGAINST_HIRING,
    add_extras,
    extras_possible,
    open_denial,
    open_window,
    play_extra,
    unbury,
)
from dragondune.rules.common import aces, player_at, shut_castles
from dragondune.rules.hiding import arrive
from dragondune.rules.losses import BY_TROLL, lose_units


class Recruitment(Step):
    """Players take their turns in player order [B9]. Frame: b = 1 when the early turn was offered."""

    name = "recruitment"
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
        elif swift != NOBODY and not b_of(s.stack[-1]):
            s.stack[-1] = RECRUITMENT | 1 << 16
            push(s, INITIATIVE, swift)
        else:
            s.stack[-1] = RECRUITMENT
            begin_turn(s, f)
        return False


def _next_in_turn(s: State, but: i64) -> i64:
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
    tell(s, "recruiting", f)
    push_sequence(s, RECRUIT_LIST, f)


# --- graveyard -----------------------------------------------------------------------------


def revive_terms(s: State, f: i64) -> tuple[i64, i64]:
    """How many units may leave the graveyard, and how many of them free [IV1, OR6, OR12]."""
    limit, free = s.rules.revive_limit[f], s.rules.revive_free[f]
    ally = s.ally[f]
    if ally != NOBODY:
        limit = max(limit, s.rules.ally_revive_limit[ally])
        free = max(free, s.rules.ally_revive_free[ally])
    return limit, free


class Revive(Step):
    """IV1: units leave the graveyard for the bank, the first ones free, then 1 gold each."""

    name = "revive"
    rule = "IV1"

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
            tell(s, "revived", f, n, cost, NO_CARD)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        limit, free = revive_terms(s, f)
        if kind_of(action) == REVIVE:
            return Refusal(
                "IV1",
                f"At most {limit} units leave the graveyard, {free} free, then 1 gold each; "
                f"{s.grave[f]} lie there and you have {s.gold[f]} gold.",
            )
        return _wrong_step("IV1", "First take units out of the graveyard, or pass.")


def _wrong_step(rule: str, text: str) -> Refusal:
    return Refusal(rule, text)


# --- disbanding ----------------------------------------------------------------------------


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
    tell(s, "disbanded", f, t, n, price * n)


def _has_units(s: State, f: i64) -> bool:
    return bool(s.vis[f] | s.hidm[f])


class EarlyDisband(Step):
    """IV2, GO5: disband before recruiting, which an ace may stop [D8]."""

    name = "early_disband"
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
        if kind_of(action) == DISBAND:
            return Refusal("IV2", "You have not so many units there to disband.")
        return _wrong_step("IV2", "First disband units of one territory, or pass.")


class Disbanding(Step):
    """The early disbanding that nobody stopped. Frame: a = territory, b = hidden, c, d = units."""

    name = "disbanding"
    rule = "IV2"

    def open(self, s: State) -> bool:
        entry = s.stack.pop()
        action = DISBAND * KIND + a_of(entry) * FROM + b_of(entry) * WHO
        _disband(s, seat_of(entry), action + c_of(entry) + d_of(entry) * 32, 0)
        return False


class LateDisband(Step):
    """IV6: disband units of one territory at the end of the turn, 1 gold each [GO6: free]."""

    name = "late_disband"
    rule = "IV6"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        allowed = bool(s.powers[f] & MAY_DISBAND_LATE) and not s.disbanded and _has_units(s, f)
        if allowed and self._most(s, f) or extras_possible(s, f):
            return True
        s.stack.pop()
        return False

    def _price(self, s: State, f: i64) -> i64:
        return 0 if s.powers[f] & FREE_DISBAND else s.rules.disband_price

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
        if kind_of(action) != DISBAND:
            return _wrong_step("IV6", "Only disbanding is left of your turn: disband or pass.")
        if s.disbanded:
            return Refusal("IV6", "You have disbanded units this turn already.")
        price = self._price(s, f)
        return Refusal("IV6", f"Disbanding costs {price} gold a unit, from one territory.")


# --- conscripts ----------------------------------------------------------------------------


def conscript_limit(s: State, f: i64) -> i64:
    """IV3, OR7, OR12: how many units may be conscripted."""
    ally = s.ally[f]
    own = s.rules.conscripts[f]
    return own if ally == NOBODY else max(own, s.rules.ally_conscripts[ally])


class Conscript(Step):
    """IV3: free units into one territory that has own units already, hidden or not."""

    name = "conscript"
    rule = "IV3"

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
            tell(s, "conscripted", f, t, n)
            arrive(s, f, t, n, elites)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if kind_of(action) != CONSCRIPT:
            return _wrong_step("IV3", "First conscript, or pass.")
        t, most = to_of(action), conscript_limit(s, f)
        refusal = _bad_place(s, f, t, count_of(action))
        if refusal is not None:
            return refusal
        if not (s.vis[f] | s.hidm[f]) >> t & 1:
            return Refusal("IV3", "Conscripts only join units of yours that are already there.")
        return Refusal("IV3", f"You conscript at most {most} units into one territory.")


def _bad_place(s: State, f: i64, t: i64, n: i64) -> Refusal | None:
    """What hinders any placing of units from the bank [I4, B5, A2]."""
    if t < 28 and OF_NUMBER[s.dragon] >> t & 1:
        return Refusal("I4", "Nobody recruits where the dragon marker stands.")
    if t < 28 and shut_castles(s, f, 0) >> t & 1:
        return Refusal("B5", "The castle is full: two players have units there.")
    if n > s.bank[f]:
        return Refusal("A2", f"You have {s.bank[f]} units in the bank.")
    return None


# --- mercenaries ---------------------------------------------------------------------------


def hire_price(s: State, f: i64, t: i64, n: i64, ace: bool) -> i64:
    """IV4, GO2, D2: 1 in a castle, 2 elsewhere; halves are taken on the whole sum (25)."""
    whole = n if CASTLES >> t & 1 else 2 * n
    if ace or s.powers[f] & HALF_PRICE:
        return (whole + s.rules.half_rounds_up) // 2
    return whole


def _most_hired(s: State, f: i64, unit_price: i64, half: bool) -> i64:
    """The largest army the player's gold buys."""
    gold = s.gold[f]
    if not half:
        return min(s.bank[f], gold // unit_price)
    budget = 2 * gold if s.rules.half_rounds_up else 2 * gold + 1
    return min(s.bank[f], budget // unit_price)


class Hire(Step):
    """IV4, OR1: mercenaries for gold, or units raised free in the Orcish lands, in one place."""

    name = "hire"
    rule = "IV4"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        able = s.powers[f] & RAISES or (s.powers[f] & HIRES and not s.hire_stopped >> f & 1)
        if able and s.bank[f] or extras_possible(s, f):
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if s.bank[f]:
            if s.powers[f] & HIRES and not s.hire_stopped >> f & 1:
                _list_hires(s, f, out)
            if s.powers[f] & RAISES:
                _list_bank(s, f, out, RAISE * KIND, s.bank[f], ORCISH, 0)
            if s.powers[f] & ACE_PLACES:
                _list_ace_places(s, f, out)
        add_extras(s, f, out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        if play_extra(s, f, action):
            return
        kind = kind_of(action)
        if kind == HIRE:
            _announce(s, f, action)
        elif kind == ACE_PLACE:
            lose_card(s, f, card_of(action))
            _raise(s, f, action)
        else:
            s.stack.pop()
            if kind == RAISE:
                _raise(s, f, action)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return _why_not_hire(s, f, action)


def _list_hires(s: State, f: i64, out: list[i64]) -> None:
    """Every place and number, at the ordinary price and with each ace [D2]."""
    base = HIRE * KIND
    half = bool(s.powers[f] & HALF_PRICE)
    _list_prices(s, f, out, base + NO_CARD_FIELD, half, 0)
    if half:
        return
    for card in (0, 13, 26, 39):
        if s.hand[f] >> card & 1:
            _list_prices(s, f, out, base + card * CARD, True, 1)


def _list_prices(s: State, f: i64, out: list[i64], base: i64, half: bool, spent: i64) -> None:
    _list_bank(s, f, out, base, _most_hired(s, f, 2, half), ~CASTLES, spent)
    _list_bank(s, f, out, base, _most_hired(s, f, 1, half), CASTLES, spent)


def _list_bank(s: State, f: i64, out: list[i64], base: i64, most: i64, where: i64, spent: i64) -> None:
    """List placing 1 to ``most`` units of the bank in each allowed place of a set."""
    if most <= 0:
        return
    where &= ~OF_NUMBER[s.dragon] & ~shut_castles(s, f, spent)
    elites = s.elite_bank[f]
    for t in range(28):
        if where >> t & 1:
            add_counts(out, base + t * TO, 1, most, s.bank[f] - elites, elites)


def _list_ace_places(s: State, f: i64, out: list[i64]) -> None:
    """EL6 in `first`: up to five units into one territory, free (ruling 65)."""
    most = min(5, s.bank[f])
    for card in (0, 13, 26, 39):
        if s.hand[f] >> card & 1:
            _list_bank(s, f, out, ACE_PLACE * KIND + card * CARD, most, -1, 1)


def _raise(s: State, f: i64, action: i64) -> None:
    t, n, elites = to_of(action), count_of(action), elites_of(action)
    leave_bank(s, f, n, elites)
    tell(s, "raised", f, t, n, card_of(action) if kind_of(action) == ACE_PLACE else NO_CARD)
    arrive(s, f, t, n, elites)


def _announce(s: State, f: i64, action: i64) -> None:
    """GO7: a hire is announced, may be stopped, and only then paid (rulings 27, 54)."""
    t, n = to_of(action), count_of(action)
    push_with(s, HIRING, f, t, card_of(action), n, elites_of(action))
    stopper = holder_of(s, ACE_STOPS_HIRING)
    tell(s, "hire_announced", f, t, n)
    if stopper != NOBODY and stopper != f:
        open_window(s, AGAINST_HIRING, f, 1 << stopper)


class Hiring(Step):
    """The hire nobody stopped is paid [GO1] and carried out. Frame: a place, b ace, c, d units."""

    name = "hiring"
    rule = "IV4"

    def open(self, s: State) -> bool:
        entry = s.stack.pop()
        s.stack.pop()
        f, t, ace, n = seat_of(entry), a_of(entry), b_of(entry), c_of(entry)
        price = hire_price(s, f, t, n, ace != NO_CARD)
        if ace != NO_CARD:
            lose_card(s, f, ace)
        pay(s, f, holder_of(s, SELLS_MERCENARIES), price)
        leave_bank(s, f, n, d_of(entry))
        tell(s, "hired", f, t, n, price, ace)
        arrive(s, f, t, n, d_of(entry))
        return False

    def denied(self, s: State) -> None:
        f = seat_of(s.stack.pop())
        s.hire_stopped |= 1 << f
        tell(s, "hire_stopped", f)


def _why_not_hire(s: State, f: i64, action: i64) -> Refusal:
    kind, t, n = kind_of(action), to_of(action), count_of(action)
    if kind not in (HIRE, RAISE, ACE_PLACE):
        return _wrong_step("IV4", "First hire or raise units, or pass.")
    if kind == RAISE and not s.powers[f] & RAISES:
        return Refusal("OR1", "Only the Orcs raise units for nothing.")
    if kind == RAISE and t < 28 and not ORCISH >> t & 1:
        return Refusal("OR1", "Units are raised only in the Orcish lands of the west.")
    if kind == HIRE and not s.powers[f] & HIRES:
        return Refusal("OR1", "The Orcs hire no mercenaries unless the Goblins are their ally.")
    if kind == HIRE and s.hire_stopped >> f & 1:
        return Refusal("GO7", "The Goblins stopped you: you hire nobody this turn.")
    refusal = _bad_place(s, f, t, n)
    if refusal is not None:
        return refusal
    if kind == HIRE and t < 28 and n:
        return _too_dear(s, f, t, n, card_of(action))
    return Refusal("IV4", "Choose a territory and how many units of the bank go there.")


def _too_dear(s: State, f: i64, t: i64, n: i64, ace: i64) -> Refusal:
    if ace != NO_CARD:
        if s.powers[f] & HALF_PRICE:
            return Refusal("D2", "You pay half already: an ace does not halve it again.")
        if not aces(s, f) or not s.hand[f] >> ace & 1:
            return Refusal("D2", "You do not hold that ace.")
    price = hire_price(s, f, t, n, ace != NO_CARD)
    return Refusal("IV4", f"That costs {price} gold and you have {s.gold[f]}.")


# --- the end of a turn, trolls -------------------------------------------------------------


class TurnEnds(Step):
    """The end of one player's turn; in `r2` a troll strikes that player now [B10], ruling 51."""

    name = "turn_ends"
    rule = "B10"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack.pop())
        s.disbanded = s.reach_bonus = s.moves_left = 0
        if s.rules.troll_after_each_turn:
            _feed_trolls(s, 1 << f)
        return False


class Trolls(Step):
    """B10: after all turns every player with visible units beside a troll loses up to four."""

    name = "trolls"
    rule = "B10"

    def open(self, s: State) -> bool:
        s.stack.pop()
        if not s.rules.troll_after_each_turn:
            _feed_trolls(s, 15)
        return False


def _feed_trolls(s: State, who: i64) -> None:
    for t in range(28):
        if s.trolls >> t & 1:
            _feed_troll(s, t, who)


def _feed_troll(s: State, t: i64, who: i64) -> None:
    left: i64 = 0
    eaten: i64 = 0
    for f in s.order:
        n = s.up[f * 28 + t]
        lost = min(4, n) if who >> f & 1 else 0
        eaten += lost
        left += n - lost
        lose_units(s, f, t, lost, BY_TROLL)
    if eaten and left:
        s.trolls &= ~(1 << t)
        tell(s, "troll_left", t)


register(RECRUITMENT, Recruitment())
register(REVIVE_STEP, Revive())
register(EARLY_DISBAND, EarlyDisband())
register(DISBANDING, Disbanding())
register(LATE_DISBAND, LateDisband())
register(CONSCRIPT_STEP, Conscript())
register(HIRE_STEP, Hire())
register(HIRING, Hiring())
register(TURN_ENDS, TurnEnds())
register(TROLLS, Trolls())

