"""I. Dragon round [I1-I4]: the wild dragons fly on and burn what lies open."""

from dragondune.engine.agenda import Step, register, seat_of, set_top
from dragondune.engine.chance import roll
from dragondune.engine.pieces import add_counts, draw, lose_card, make_public, take
from dragondune.engine.steps import DRAGON_ACTS, DRAGON_MOVES, TURN_BEGINS
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    CARD,
    CARRY,
    FROM,
    KIND,
    PASS,
    STEER,
    TO,
    card_of,
    count_of,
    elites_of,
    from_of,
    kind_of,
    to_of,
)
from dragondune.model.cards import NO_CARD, RANK
from dragondune.model.codes import BY_DRAGONS
from dragondune.model.frames import frame_asked
from dragondune.model.powers import ACE_CARRIES, HALF_DRAGON_LOSSES
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import BY_DIE, STEER_DRAGONS
from dragondune.model.state import State
from dragondune.rules.aces import can_pay_special, pay_special, too_dear
from dragondune.rules.common import player_at, shut_castles
from dragondune.rules.hiding import arrive
from dragondune.rules.losses import burn_gold, lose_units
from dragondune.rules.reckoning import steering, struck
from dragondune.rules.wording import at_place, full_castle, wrong_ace, wrong_count


class TurnBegins(Step):
    """A new turn: what was used up last turn comes back (ruling 66)."""

    rule = "A1"

    def open(self, s: State) -> bool:
        s.stack.pop()
        s.turn += 1
        s.round = 1
        s.rights_used = 0
        s.hire_stopped = 0
        s.steered = -1
        if s.log is not None:
            s.log.add(events.TurnBegan(number=s.turn, first=player_at(s, 0)))
        return False


class DragonActs(Step):
    """Before the dragons move: an ace that carries units away [OR10], steering [O11].

    Declared before the die or card, in player order (ruling 11). Frame: b = players asked + 1.
    """

    rule = "OR10"
    question = "The dragons are about to fly: act before them, or pass."
    passing = "Let them fly"

    def open(self, s: State) -> bool:
        asked = frame_asked(s.stack[-1])
        if asked:
            return True
        return self._ask_next(s, 0)

    def _ask_next(self, s: State, place: i64) -> bool:
        while place < len(s.order):
            f = player_at(s, place)
            if _may_carry(s, f) or s.rules.special[STEER_DRAGONS]:
                set_top(s, DRAGON_ACTS, f, 0, place + 1)
                return True
            place += 1
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if s.powers[f] & ACE_CARRIES:
            _list_leaps(s, f, out)
        if s.steered < 0 and can_pay_special(s, f, STEER_DRAGONS):
            base = STEER * KIND
            least, most = steering(s.rules)
            out.extend(range(base + least, base + most + 1))
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        kind = kind_of(action)
        if kind == PASS:
            self._ask_next(s, frame_asked(s.stack[-1]))
        elif kind == CARRY:
            _carry(s, f, action)
        else:
            s.steered = count_of(action)
            if s.log is not None:
                s.log.add(events.DragonSteered(faction=f, steps=s.steered))
            pay_special(s, f, STEER_DRAGONS)

    def rule_now(self, s: State) -> str:
        return "OR10" if _may_carry(s, seat_of(s.stack[-1])) else "O11"

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if kind_of(action) == CARRY:
            return _why_not_leap(s, f, action)
        if s.steered >= 0:
            return Refusal("O11", "The dragons have already been steered this turn.")
        least, most = s.rules.steer_least, s.rules.steer_most
        if not least <= count_of(action) <= most:
            return Refusal("O11", f"The dragons can be steered to fly {least} to {most} numbers.")
        refusal = too_dear(s, f, STEER_DRAGONS, "O11", "Steering the dragons")
        if refusal is not None:
            return refusal
        return Refusal("I1", "The dragons are about to fly: act before they do, or pass.")


def _may_carry(s: State, f: i64) -> bool:
    """OR10, as far as all can see: has this player the power, and units in sight?"""
    return bool(s.powers[f] & ACE_CARRIES) and bool(s.vis[f])


def _why_not_leap(s: State, f: i64, action: i64) -> Refusal:
    """OR10: which of the conditions fails: the ace, the units, the landing."""
    t, to, card = from_of(action), to_of(action), card_of(action)
    refusal = wrong_ace(s, f, card, "OR10")
    if refusal is not None:
        return refusal
    at = f * 28 + t
    refusal = wrong_count(
        s,
        "OR10",
        count_of(action),
        elites_of(action),
        s.up[at],
        s.elite_up[at],
        f"in sight {at_place(t)}",
    )
    if refusal is not None:
        return refusal
    if to == t:
        return Refusal("OR10", "The units have to land in another territory.")
    refusal = full_castle(s, f, to, 1)
    return Refusal("OR10", "The ace cannot carry them like that.") if refusal is None else refusal


def _list_leaps(s: State, f: i64, out: list[i64]) -> None:
    shut = shut_castles(s, f, 1)
    for card in (0, 13, 26, 39):
        if not s.hand[f] >> card & 1:
            continue
        for t in range(28):
            n = s.up[f * 28 + t]
            if n:
                base = CARRY * KIND + card * CARD + t * FROM
                _list_landings(s, f, t, base, shut, out)


def _list_landings(s: State, f: i64, t: i64, base: i64, shut: i64, out: list[i64]) -> None:
    """OR10: any other place with room, the dragon marker's too (ruling 63).

    Hidden units are not carried (house 7).
    """
    n, elites = s.up[f * 28 + t], s.elite_up[f * 28 + t]
    for to in range(28):
        if to != t and not shut >> to & 1:
            add_counts(out, base + to * TO, 1, n, n - elites, elites)


def _carry(s: State, f: i64, action: i64) -> None:
    n, elites = count_of(action), elites_of(action)
    lose_card(s, f, card_of(action))
    take(s, f, from_of(action), n, elites)
    if s.log is not None:
        s.log.add(
            events.Carried(
                faction=f,
                source=from_of(action),
                target=to_of(action),
                units=n,
                card=card_of(action),
            )
        )
    arrive(s, f, to_of(action), n, elites)


class DragonMoves(Step):
    """I1-I3: fly on by a die or by the top artifact's number, and burn every place entered.

    The last number is struck too, the one the dragons leave is not (ruling 9).
    """

    rule = "I1"

    def open(self, s: State) -> bool:
        s.stack.pop()
        for _ in range(_distance(s)):
            s.dragon = s.dragon % 18 + 1
            _strike(s, s.dragon)
        if s.log is not None:
            s.log.add(events.DragonMoved(number=s.dragon))
        return False


def _distance(s: State) -> i64:
    """I1: a steered number, a die, or a card that is then discarded; an ace is 1 (ruling 82)."""
    if s.steered >= 0:
        return s.steered
    if s.rules.dragon_moves_by == BY_DIE:
        rolled = roll(s)
        if s.log is not None:
            s.log.add(events.DragonDie(rolled=rolled))
        return rolled
    card = draw(s)
    if card == NO_CARD:
        return 1
    make_public(s, card)
    s.discard.append(card)
    if s.log is not None:
        s.log.add(events.DragonCard(card=card))
    return RANK[card]


def _strike(s: State, number: i64) -> None:
    """I2, I3, B2: every territory of the number but forests and whole castles."""
    burning = struck(number, s.broken)
    for t in range(28):
        if burning >> t & 1:
            _burn(s, t)


def _burn(s: State, t: i64) -> None:
    """I3, OR3: gold and visible units are lost, hidden ones are not touched (ruling 57).

    Halves are taken in each territory by itself (ruling 10).
    """
    burn_gold(s, t)
    for f in s.order:
        n = s.up[f * 28 + t]
        if n and s.powers[f] & HALF_DRAGON_LOSSES:
            n = (n + s.rules.half_losses_round_up) // 2
        lose_units(s, f, t, n, BY_DRAGONS)


register(TURN_BEGINS, TurnBegins())
register(DRAGON_ACTS, DragonActs())
register(DRAGON_MOVES, DragonMoves())
