"""Mercenaries [IV4, GO1, GO2, GO7, D2] and raised armies [OR1]: units for gold, or for nothing."""

from dragondune.engine.agenda import (
    Step,
    push_with,
    register,
    seat_of,
    set_top,
)
from dragondune.engine.pieces import (
    add_counts,
    holder_of,
    leave_bank,
    lose_card,
    pay,
)
from dragondune.engine.steps import HIRE as HIRE_STEP
from dragondune.engine.steps import (
    HIRING,
)
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    ACE_PLACE,
    CARD,
    HIRE,
    KIND,
    NO_CARD_FIELD,
    PASS,
    RAISE,
    TO,
    card_of,
    count_of,
    elites_of,
    kind_of,
    to_of,
)
from dragondune.model.board import CASTLES, OF_NUMBER, ORCISH
from dragondune.model.cards import NO_CARD
from dragondune.model.codes import AGAINST_HIRING
from dragondune.model.constants import PLACED_BY_ACE
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_ace, frame_elites, frame_place, frame_stage, frame_units
from dragondune.model.powers import (
    ACE_PLACES,
    ACE_STOPS_HIRING,
    HALF_PRICE,
    HIRES,
    RAISES,
    SELLS_MERCENARIES,
)
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.aces import (
    add_extras,
    extras_possible,
    open_window,
    play_extra,
    why_not_extra,
)
from dragondune.rules.common import shut_castles
from dragondune.rules.hiding import arrive
from dragondune.rules.reckoning import hire_price, most_hired
from dragondune.rules.recruitment import bad_place
from dragondune.rules.wording import wrong_ace


def _most_hired(s: State, f: i64, castle: bool, half: bool) -> i64:
    """The largest army the player's gold and bank allow."""
    return min(s.bank[f], most_hired(s.rules, s.powers[f], s.gold[f], castle, half))


class Hire(Step):
    """IV4, OR1: mercenaries for gold, or units raised free, in one place (ruling 53).

    Who places units by ace [EL6] does so before or after a hire. Frame: a = 1 after the hire.
    """

    rule = "IV4"
    question = "Recruit units in one place, or pass."
    passing = "Hire nobody"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        able = s.powers[f] & (RAISES | ACE_PLACES) or self._may_hire(s, f)
        if (able and s.bank[f]) or (not frame_stage(s.stack[-1]) and extras_possible(s, f)):
            return True
        s.stack.pop()
        return False

    def _may_hire(self, s: State, f: i64) -> bool:
        """Once a turn [B9], unless the Goblins have stopped it [GO7]."""
        stopped = s.hire_stopped >> f & 1 or frame_stage(s.stack[-1])
        return bool(s.powers[f] & HIRES) and not stopped

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if s.bank[f]:
            if self._may_hire(s, f):
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

    def rule_now(self, s: State) -> str:
        f = seat_of(s.stack[-1])
        if self._may_hire(s, f):
            return "IV4"
        return "OR1" if s.powers[f] & RAISES else "EL6" if s.powers[f] & ACE_PLACES else "IV4"

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        refusal = why_not_extra(s, f, action)
        return _why_not_hire(s, f, action) if refusal is None else refusal


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
    _list_bank(s, f, out, base, _most_hired(s, f, False, half), ~CASTLES, spent)
    _list_bank(s, f, out, base, _most_hired(s, f, True, half), CASTLES, spent)


def _list_bank(
    s: State, f: i64, out: list[i64], base: i64, most: i64, where: i64, spent: i64
) -> None:
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
    most = min(PLACED_BY_ACE, s.bank[f])
    for card in (0, 13, 26, 39):
        if s.hand[f] >> card & 1:
            _list_bank(s, f, out, ACE_PLACE * KIND + card * CARD, most, -1, 1)


def _raise(s: State, f: i64, action: i64) -> None:
    t, n, elites = to_of(action), count_of(action), elites_of(action)
    leave_bank(s, f, n, elites)
    if s.log is not None:
        s.log.add(
            events.Raised(
                faction=f,
                place=t,
                units=n,
                card=card_of(action) if kind_of(action) == ACE_PLACE else NO_CARD,
            )
        )
    arrive(s, f, t, n, elites)


def _announce(s: State, f: i64, action: i64) -> None:
    """GO7: a hire is announced, may be stopped, and only then paid (rulings 27, 54)."""
    t, n = to_of(action), count_of(action)
    push_with(s, HIRING, f, t, card_of(action), n, elites_of(action))
    stopper = holder_of(s, ACE_STOPS_HIRING)
    if s.log is not None:
        s.log.add(events.HireAnnounced(faction=f, place=t, units=n))
    if stopper != NOBODY and stopper != f:
        open_window(s, AGAINST_HIRING, f, 1 << stopper)


class Hiring(Step):
    """The hire nobody stopped is paid [GO1] and carried out. Frame: a place, b ace, c, d units."""

    rule = "IV4"

    def open(self, s: State) -> bool:
        entry = s.stack.pop()
        _end_hiring(s)
        f, t, ace, n = seat_of(entry), frame_place(entry), frame_ace(entry), frame_units(entry)
        price = hire_price(s.rules, s.powers[f], t, n, ace != NO_CARD)
        if ace != NO_CARD:
            lose_card(s, f, ace)
        pay(s, f, holder_of(s, SELLS_MERCENARIES), price)
        leave_bank(s, f, n, frame_elites(entry))
        if s.log is not None:
            s.log.add(events.Hired(faction=f, place=t, units=n, gold=price, card=ace))
        arrive(s, f, t, n, frame_elites(entry))
        return False

    def denied(self, s: State) -> None:
        f = seat_of(s.stack.pop())
        s.hire_stopped |= 1 << f
        if s.log is not None:
            s.log.add(events.HireStopped(faction=f))


def _end_hiring(s: State) -> None:
    """The hire ends the step, except for who may still place units by ace [EL6]."""
    f = seat_of(s.stack[-1])
    if s.powers[f] & ACE_PLACES:
        set_top(s, HIRE_STEP, f, 1, 0)
    else:
        s.stack.pop()


def _why_not_hire(s: State, f: i64, action: i64) -> Refusal:
    kind, card = kind_of(action), card_of(action)
    if kind == RAISE:
        return _why_not_raise(s, f, action)
    if kind == ACE_PLACE:
        refusal = wrong_ace(s, f, card, "EL6")
        return _why_not_ace_place(s, f, action) if refusal is None else refusal
    if frame_stage(s.stack[-1]):
        return Refusal("B9", "You have already hired this turn.")
    spent = 0 if card == NO_CARD else 1
    refusal = _no_half_price(s, f, card) if spent else None
    if refusal is None:
        refusal = bad_place(s, f, action, "IV4", spent)
    if refusal is not None:
        return refusal
    price = hire_price(s.rules, s.powers[f], to_of(action), count_of(action), spent == 1)
    return Refusal("IV4", f"That costs {price} gold, and you have {s.gold[f]}.")


def _why_not_raise(s: State, f: i64, action: i64) -> Refusal:
    if not ORCISH >> to_of(action) & 1:
        return Refusal("OR1", "Units are raised only in the Orcish lands of the west.")
    refusal = bad_place(s, f, action, "OR1", 0)
    return Refusal("OR1", "These units cannot be raised.") if refusal is None else refusal


def _why_not_ace_place(s: State, f: i64, action: i64) -> Refusal:
    if count_of(action) > PLACED_BY_ACE:
        return Refusal("EL6", f"An ace places at most {PLACED_BY_ACE} units.")
    refusal = bad_place(s, f, action, "EL6", 1)
    return Refusal("EL6", "These units cannot be placed.") if refusal is None else refusal


def _no_half_price(s: State, f: i64, card: i64) -> Refusal | None:
    """D2: why this card does not halve the price."""
    refusal = wrong_ace(s, f, card, "D2")
    if refusal is None and s.powers[f] & HALF_PRICE:
        return Refusal("D2", "You already pay half: an ace does not halve it again.")
    return refusal


register(HIRE_STEP, Hire())
register(HIRING, Hiring())
