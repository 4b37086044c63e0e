"""Treachery [V7, DW2, DW5, DW6, D9] and the chaos monster [O9], after the plans are shown."""

from dragondune.engine.agenda import Step, a_of, b_of, push_with, register, seat_of, tell, tell_only
from dragondune.engine.pieces import changed, lose_card, make_public
from dragondune.engine.steps import CHAOS as CHAOS_STEP
from dragondune.engine.steps import EXCHANGE, LEND, TREACHERY
from dragondune.ints import i64
from dragondune.model.actions import (
    ACCEPT,
    BETRAY,
    CARD,
    CHAOS,
    KIND,
    PASS,
    amount_of,
    card_of,
    kind_of,
)
from dragondune.model.cards import JACK, NO_CARD, RANK, SUIT, card_name
from dragondune.model.factions import NOBODY
from dragondune.model.powers import ACE_IS_JACK, BLESSED, EXCHANGES, LENDS_TREACHERY
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import CHAOS_MONSTER, DENY_EXCHANGE
from dragondune.model.state import State
from dragondune.rules.aces import (
    AGAINST_EXCHANGE,
    can_pay_special,
    open_denial,
    pay_special,
    too_dear,
)
from dragondune.rules.battle import BLESSING, CHAOS_CAME, fighter, side_of
from dragondune.rules.common import spare_cards
from dragondune.rules.wording import people

# --- who can betray whom -------------------------------------------------------------------


def _exposed(s: State, side: i64) -> bool:
    """Could the other side betray this one: it played an artifact and is not blessed [O5]?"""
    if card_of(s.plans[side]) == NO_CARD:
        return False
    return not (s.miracles & BLESSING and s.powers[fighter(s, side)] & BLESSED)


def _fits(s: State, side: i64, usurper: i64, sabotage: i64) -> bool:
    """V7: the opponent's usurper, and sabotage of the suit the opponent played."""
    if usurper == NO_CARD or sabotage == NO_CARD:
        return False
    opponent = fighter(s, 1 - side)
    played = card_of(s.plans[1 - side])
    return SUIT[usurper] == s.rules.suits[opponent] and SUIT[sabotage] == SUIT[played]


def _add_pair(s: State, side: i64, usurper: i64, sabotage: i64, out: list[i64]) -> None:
    if _fits(s, side, usurper, sabotage):
        out.append(BETRAY * KIND + usurper * CARD + sabotage)


def _list_betrayals(s: State, f: i64, side: i64, out: list[i64]) -> None:
    """Every pair of cards with which this side can declare treachery."""
    queen, jack = s.usurper[f], s.sabotage[f]
    _add_pair(s, side, queen, jack, out)
    if s.powers[f] & EXCHANGES:
        _add_pair(s, side, jack, queen, out)
    if s.powers[f] & ACE_IS_JACK:
        left = spare_cards(s, f)
        for ace in (0, 13, 26, 39):
            if left >> ace & 1:
                _add_pair(s, side, queen, ace, out)
    if s.lent >> side & 1:
        lender = s.ally[f]
        _add_pair(s, side, s.usurper[lender], s.sabotage[lender], out)
        _add_pair(s, side, s.usurper[lender], jack, out)
        _add_pair(s, side, queen, s.sabotage[lender], out)


class Lend(Step):
    """DW6 in `first`: the Dwarves may put their two cards at their ally's disposal, in secret.

    Frame: b = the sides already asked for + 1, a = the side asked for now.
    """

    name = "lend"
    rule = "DW6"

    def open(self, s: State) -> bool:
        side = b_of(s.stack[-1])
        if s.miracles & CHAOS_CAME or side > 1:
            s.stack.pop()
            return False
        if self._lender(s, side) == NOBODY:
            s.stack[-1] += 1 << 16
            return False
        s.stack[-1] = LEND | self._lender(s, side) << 7 | side << 10 | side << 16
        return True

    def _lender(self, s: State, side: i64) -> i64:
        lender = s.ally[fighter(s, side)]
        if lender == NOBODY or lender == fighter(s, 1 - side) or not _exposed(s, 1 - side):
            return NOBODY
        return lender if s.powers[lender] & LENDS_TREACHERY else NOBODY

    def legal(self, s: State, f: i64) -> list[i64]:
        return [PASS, ACCEPT * KIND]

    def play(self, s: State, f: i64, action: i64) -> None:
        side = b_of(s.stack[-1])
        if kind_of(action) == ACCEPT:
            s.lent |= 1 << side
            _show_lent(s, f, fighter(s, side))
        s.stack[-1] += 1 << 16

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return Refusal("DW6", "Say whether your ally may use your usurper and sabotage cards.")


def _show_lent(s: State, f: i64, ally: i64) -> None:
    """Who may use two cards has to see them."""
    s.knows[ally] |= 1 << s.usurper[f] | 1 << s.sabotage[f]
    tell_only(s, 1 << f | 1 << ally, "lent", f, s.usurper[f], s.sabotage[f])


class Treachery(Step):
    """V7: both sides decide in secret; declared betrayals are shown together (ruling 38)."""

    name = "treachery"
    rule = "V7"

    def open(self, s: State) -> bool:
        if not s.miracles & CHAOS_CAME and self.actors(s):
            return True
        s.stack.pop()
        _declare(s, 1)
        _declare(s, 0)
        return False

    def actors(self, s: State) -> i64:
        waiting: i64 = 0
        for side in range(2):
            if s.betrayals[side] < 0 and _exposed(s, 1 - side):
                waiting |= 1 << fighter(s, side)
        return waiting

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        _list_betrayals(s, f, side_of(s, f), out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        side = side_of(s, f)
        chosen: i64 = 0
        if kind_of(action) == BETRAY:
            chosen = 1 + card_of(action) * 64 + amount_of(action)
        s.betrayals = changed(s.betrayals, side, chosen)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return why_not_betray(s, f, side_of(s, f), action)


def why_not_betray(s: State, f: i64, side: i64, action: i64) -> Refusal:
    """V7: which of the two cards is wrong."""
    usurper, sabotage = card_of(action), amount_of(action)
    own = (s.usurper[f], s.sabotage[f])
    for card in (usurper, sabotage):
        if card > 51:
            return Refusal("V7", "Name the card that you mean.")
        if RANK[card] != 1 and card not in own and not s.lent >> side & 1:
            return Refusal("V7", f"The {card_name(card)} is not among your secret cards.")
    opponent, played = fighter(s, 1 - side), card_of(s.plans[1 - side])
    if SUIT[usurper] != s.rules.suits[opponent]:
        return Refusal("V7", f"The {card_name(usurper)} is no usurper of {people(opponent)}.")
    if SUIT[sabotage] != SUIT[played]:
        return Refusal(
            "V7", f"The {card_name(sabotage)} does not sabotage the {card_name(played)}."
        )
    return Refusal("V7", "These two cards do not serve as usurper and sabotage.")


def _declare(s: State, side: i64) -> None:
    """Show the cards used; an exchanged pair may be stopped first [D9]."""
    betrayal = s.betrayals[side] - 1
    if betrayal < 0 or s.miracles & CHAOS_CAME:
        return
    f = fighter(s, side)
    usurper, sabotage = betrayal >> 6, betrayal & 63
    make_public(s, usurper)
    tell(s, "betrayed", f, fighter(s, 1 - side), usurper, sabotage)
    if RANK[sabotage] == 1:
        lose_card(s, f, sabotage)
    else:
        make_public(s, sabotage)
    if RANK[usurper] == JACK:
        push_with(s, EXCHANGE, f, side, 0, 0, 0)
        if s.rules.denials & DENY_EXCHANGE:
            open_denial(s, AGAINST_EXCHANGE, f)


class Exchange(Step):
    """D9: stopped before the battle is settled (ruling 39), the exchange leaves the printed pair.

    That pair is used instead, if it fits too (ruling 72).
    """

    name = "exchange"
    rule = "D9"

    def open(self, s: State) -> bool:
        s.stack.pop()
        return False

    def denied(self, s: State) -> None:
        entry = s.stack.pop()
        f, side = seat_of(entry), a_of(entry)
        s.betrayals = changed(s.betrayals, side, 0)
        if _fits(s, side, s.usurper[f], s.sabotage[f]):
            printed = 1 + s.usurper[f] * 64 + s.sabotage[f]
            s.betrayals = changed(s.betrayals, side, printed)
            tell(s, "betrayed", f, fighter(s, 1 - side), s.usurper[f], s.sabotage[f])


# --- the chaos monster ---------------------------------------------------------------------


class Chaos(Step):
    """O9: where a 6 was played, either side may summon the monster for two aces, attacker first.

    Frame: b = sides already asked.
    """

    name = "chaos"
    rule = "O9"

    def open(self, s: State) -> bool:
        side = b_of(s.stack[-1])
        if not s.rules.special[CHAOS_MONSTER] or side > 1 or s.miracles & CHAOS_CAME:
            s.stack.pop()
            return False
        if not (_is_six(s.plans[0]) or _is_six(s.plans[1])):
            s.stack.pop()
            return False
        s.stack[-1] = CHAOS_STEP | fighter(s, side) << 7 | side << 16
        return True

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if can_pay_special(s, f, CHAOS_MONSTER):
            out.append(CHAOS * KIND)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        s.stack[-1] += 1 << 16
        if kind_of(action) == CHAOS:
            s.miracles |= CHAOS_CAME
            tell(s, "chaos", f, s.place)
            pay_special(s, f, CHAOS_MONSTER)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        refusal = too_dear(s, f, CHAOS_MONSTER, "O9", "The chaos monster")
        return Refusal("O9", "The monster cannot be called now.") if refusal is None else refusal


def _is_six(plan: i64) -> bool:
    card = card_of(plan)
    return card != NO_CARD and RANK[card] == 6


register(CHAOS_STEP, Chaos())
register(LEND, Lend())
register(TREACHERY, Treachery())
register(EXCHANGE, Exchange())
