"""Movement [IV5, B4, OR2, D3, I4]: some or all units of one territory, past the dragon marker."""

from dragondune.engine.agenda import Step, register, seat_of
from dragondune.engine.pieces import (
    add_aces,
    add_counts,
    add_mixed,
    controlled,
    lose_card,
    take,
    take_hidden,
)
from dragondune.engine.steps import MOVE as MOVE_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    EXTEND,
    FROM,
    HIDDEN,
    KIND,
    MOVE,
    NO_CARD_FIELD,
    PASS,
    SECOND_MOVE,
    TO,
    WHO,
    card_of,
    count_of,
    elites_of,
    from_of,
    hidden_elites_of,
    hidden_units_of,
    kind_of,
    to_of,
)
from dragondune.model.board import OF_NUMBER, REACHED
from dragondune.model.cards import NO_CARD
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import ACE_ONE_FURTHER, ACE_SECOND_MOVE, EXTRA_MOVE
from dragondune.model.state import State
from dragondune.rules.aces import (
    add_extras,
    can_pay_special,
    extras_possible,
    pay_special,
    play_extra,
    too_dear,
    why_not_extra,
)
from dragondune.rules.common import shut_castles
from dragondune.rules.hiding import arrive, arrive_hidden
from dragondune.rules.reckoning import movement, within
from dragondune.rules.wording import full_castle, wrong_ace, wrong_stack


def reach_of(s: State, f: i64) -> i64:
    """How far units move now [B4, OR2, D3]: griffins are read when the movement starts (29)."""
    return movement(s.powers[f], controlled(s, f), s.reach_bonus)


def _second_moves(s: State) -> bool:
    """Can anybody in this game buy a second movement [D3 in `first`, O7]?"""
    return s.rules.ace_moves == ACE_SECOND_MOVE or bool(s.rules.special[EXTRA_MOVE])


class Move(Step):
    """IV5: one movement, longer for each ace discarded before it, or a second one where sold.

    Where an ace buys another movement, each one does (house 11).
    """

    rule = "IV5"
    question = "Move units from one territory, or pass."
    passing = "Do not move"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        mobile = bool(s.vis[f] | s.hidm[f]) and (s.moves_left > 0 or _second_moves(s))
        if mobile or (s.moves_left > 0 and extras_possible(s, f)):
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if s.moves_left:
            _list_moves(s, f, out)
            if s.rules.ace_moves == ACE_ONE_FURTHER and s.vis[f] | s.hidm[f]:
                add_aces(out, s.hand[f], EXTEND * KIND)
        if s.rules.ace_moves == ACE_SECOND_MOVE:
            add_aces(out, s.hand[f], SECOND_MOVE * KIND)
        if s.rules.special[EXTRA_MOVE] and can_pay_special(s, f, EXTRA_MOVE):
            out.append(SECOND_MOVE * KIND + NO_CARD_FIELD)
        add_extras(s, f, out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        if play_extra(s, f, action):
            return
        kind = kind_of(action)
        if kind == MOVE:
            _move(s, f, action)
        elif kind == EXTEND:
            lose_card(s, f, card_of(action))
            s.reach_bonus += 1
            if s.log is not None:
                s.log.add(events.Extended(faction=f, card=card_of(action)))
        elif kind == SECOND_MOVE:
            _move_again(s, f, card_of(action))
        else:
            s.stack.pop()

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        kind = kind_of(action)
        if kind in (EXTEND, SECOND_MOVE):
            return _why_not_ace(s, f, action)
        refusal = why_not_extra(s, f, action)
        return _why_not_move(s, f, action) if refusal is None else refusal


def _move_again(s: State, f: i64, ace: i64) -> None:
    """A second movement for an ace [D3 in `first`], or for what the special action costs [O7]."""
    s.moves_left += 1
    if s.log is not None:
        s.log.add(events.ExtraMove(faction=f, card=ace))
    if ace == NO_CARD:
        pay_special(s, f, EXTRA_MOVE)
    else:
        lose_card(s, f, ace)


def _list_moves(s: State, f: i64, out: list[i64]) -> None:
    steps = reach_of(s, f)
    shut = shut_castles(s, f, 0)
    here = s.vis[f]
    hidden = s.hidm[f]
    for t in range(28):
        at = f * 28 + t
        way = (s.dragon * 28 + t) * 9 + steps
        base = MOVE * KIND + t * FROM
        if here >> t & 1:
            _list_targets(out, base, way, shut, s.up[at], s.elite_up[at])
        if hidden >> t & 1:
            _list_targets(out, base + HIDDEN * WHO, way, 0, s.hid[at], s.elite_hid[at])
            if here >> t & 1 and not s.rules.uniform_stacks:
                _list_mixed(s, out, base, at, way, shut)


def _list_targets(out: list[i64], base: i64, way: i64, shut: i64, n: i64, elites: i64) -> None:
    for to in REACHED[way]:
        if not shut >> to & 1:
            add_counts(out, base + to * TO, 1, n, n - elites, elites)


def _list_mixed(s: State, out: list[i64], base: i64, at: i64, way: i64, shut: i64) -> None:
    """IV5: some or all units of a mixed stack, open and hidden ones in one movement."""
    opened: list[i64] = []
    hidden: list[i64] = []
    add_counts(opened, 0, 1, s.up[at], s.up[at] - s.elite_up[at], s.elite_up[at])
    add_counts(hidden, 0, 1, s.hid[at], s.hid[at] - s.elite_hid[at], s.elite_hid[at])
    for to in REACHED[way]:
        if not shut >> to & 1:
            add_mixed(out, base + to * TO, 31, opened, hidden)


def _move(s: State, f: i64, action: i64) -> None:
    """Leave, arrive, and settle who hides there (rulings 28, 58, 62).

    Of a mixed stack the open units decide first whether they hide, then the hidden ones whether
    they come out; what they may do is read before any of them has arrived.
    """
    t, to = from_of(action), to_of(action)
    hidden, hidden_elites = hidden_units_of(action), hidden_elites_of(action)
    n, elites = count_of(action) - hidden, elites_of(action) - hidden_elites
    s.moves_left -= 1
    s.reach_bonus = 0
    if not _second_moves(s):
        s.stack.pop()
    if n:
        if s.log is not None:
            s.log.add(events.Moved(faction=f, source=t, target=to, units=n, hidden=False))
        take(s, f, t, n, elites)
    if hidden:
        if s.log is not None:
            s.log.add(events.Moved(faction=f, source=t, target=to, units=hidden, hidden=True))
        take_hidden(s, f, t, hidden, hidden_elites)
        arrive_hidden(s, f, to, hidden, hidden_elites)
    if n:
        arrive(s, f, to, n, elites)


def _why_not_ace(s: State, f: i64, action: i64) -> Refusal:
    special = kind_of(action) == SECOND_MOVE and card_of(action) == NO_CARD
    if special and s.rules.special[EXTRA_MOVE]:
        refusal = too_dear(s, f, EXTRA_MOVE, "O7", "A second movement")
    else:
        refusal = wrong_ace(s, f, card_of(action), "D3")
    if refusal is not None:
        return refusal
    if not s.moves_left:
        return Refusal("D3", "You have moved: there is no movement left to make longer.")
    return Refusal("D3", "You have no units on the board to move.")


def _why_not_move(s: State, f: i64, action: i64) -> Refusal:
    t, to = from_of(action), to_of(action)
    if not s.moves_left:
        return Refusal("B9", "You have already moved this turn.")
    refusal = wrong_stack(s, f, action, "IV5")
    if refusal is not None:
        return refusal
    if to == t:
        return Refusal("IV5", "The units have to move to another territory.")
    if OF_NUMBER[s.dragon] >> to & 1:
        return Refusal("I4", "Nobody moves to or through the dragon marker's territories.")
    if not within(s.dragon, t, reach_of(s, f)) >> to & 1:
        far = f"you move {reach_of(s, f)} territories, never through the dragon marker's"
        return Refusal("IV5", f"That is out of reach: {far}.")
    refusal = full_castle(s, f, to, 0)
    return Refusal("IV5", "These units cannot move like that.") if refusal is None else refusal


register(MOVE_STEP, Move())
