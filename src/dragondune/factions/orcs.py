"""Orcs: the west, the dragons and the last word.

OR1 they raise units instead of hiring · OR2 they move three · OR3, OR4 dragons spare them ·
OR5 they ride the Red Dragon · OR6, OR7 graveyard and conscripts · OR8 a battle bonus · OR9 they
win if nobody has · OR10 their ace · OR11 plunder · OR12 what their ally gets.
"""

from typing import Final

from dragondune.engine.agenda import Step, push_with, register, seat_of
from dragondune.engine.chance import pick_card
from dragondune.engine.pieces import add_counts, gain, hand_size, lose_card, take
from dragondune.engine.steps import PLUNDER
from dragondune.engine.steps import RIDE as RIDE_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    KIND,
    PASS,
    RIDE,
    SELL,
    TAKE,
    TO,
    count_of,
    elites_of,
    kind_of,
    to_of,
)
from dragondune.model.cards import RANK
from dragondune.model.frames import frame_loot, frame_player
from dragondune.model.memory import notice_theft
from dragondune.model.powers import (
    ACE_CARRIES,
    DEFAULT_WINNER,
    HALF_DRAGON_LOSSES,
    LATE_DISBAND,
    MOVES_THREE,
    PLUNDERS,
    RAISES,
    RED_DRAGON_PROOF,
    RIDES,
    SHARES_DEFAULT,
)
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import PLUNDER_FOR_VALUE
from dragondune.model.state import State
from dragondune.rules.common import shut_castles
from dragondune.rules.event import deny_survival
from dragondune.rules.hiding import arrive
from dragondune.rules.wording import at_place, full_castle, wrong_count

COMMON: Final = (
    RAISES | MOVES_THREE | HALF_DRAGON_LOSSES | RIDES | DEFAULT_WINNER | ACE_CARRIES | LATE_DISBAND
)
IN_FIRST: Final[int] = COMMON | PLUNDERS
FROM_R2: Final[int] = COMMON | RED_DRAGON_PROOF
TO_ALLY_IN_FIRST: Final[int] = SHARES_DEFAULT
TO_ALLY_IN_R6B: Final[int] = RED_DRAGON_PROOF
TO_ALLY_IN_R9: Final[int] = RED_DRAGON_PROOF | MOVES_THREE


class Ride(Step):
    """OR5: visible units there fly with the Red Dragon to any other place (rulings 15, 57)."""

    rule = "OR5"
    question = "Ride the Red Dragon to any other place, or stay."
    passing = "Stay on the ground"

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        at = f * 28 + s.red_at
        n, elites = s.up[at], s.elite_up[at]
        shut = shut_castles(s, f, 0)
        for to in range(28):
            if to != s.red_at and not shut >> to & 1:
                add_counts(out, RIDE * KIND + to * TO, 1, n, n - elites, elites)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        s.stack.pop()
        if kind_of(action) == RIDE:
            to, n, elites = to_of(action), count_of(action), elites_of(action)
            take(s, f, s.red_at, n, elites)
            if s.log is not None:
                s.log.add(events.Rode(faction=f, source=s.red_at, target=to, units=n))
            arrive(s, f, to, n, elites)

    def denied(self, s: State) -> None:
        """D7: no ride and no survival."""
        deny_survival(s, seat_of(s.stack[-1]))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        at, n, elites = f * 28 + s.red_at, count_of(action), elites_of(action)
        where = f"in sight {at_place(s.red_at)}"
        refusal = wrong_count(s, "OR5", n, elites, s.up[at], s.elite_up[at], where)
        if refusal is not None:
            return refusal
        if to_of(action) == s.red_at:
            return Refusal("OR5", "The riders have to land in another territory.")
        refusal = full_castle(s, f, to_of(action), 0)
        return Refusal("OR5", "You cannot ride like that.") if refusal is None else refusal


class Plunder(Step):
    """OR11, O3: take a random artifact of the beaten, then keep it or turn it into gold.

    Frame: a = from whom, c = the card + 1 once it is drawn. At the hand limit it must be sold
    (ruling 75).
    """

    rule = "OR11"
    question = "Take a random artifact of the beaten, or leave it to them."
    passing = "Take nothing"

    def legal(self, s: State, f: i64) -> list[i64]:
        if frame_loot(s.stack[-1]) < 0:
            return [PASS, TAKE * KIND]
        if hand_size(s, f) > s.rules.hand_limit[f]:
            return [SELL * KIND]
        return [TAKE * KIND, SELL * KIND]

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack.pop()
        kind = kind_of(action)
        if kind == PASS:
            return
        if frame_loot(entry) < 0:
            _steal(s, f, frame_player(entry))
        else:
            _keep_or_sell(s, f, frame_loot(entry), kind == SELL)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        drawn = frame_loot(s.stack[-1]) >= 0
        if drawn and hand_size(s, f) > s.rules.hand_limit[f]:
            return Refusal("A14", "Your hand is full: the plundered artifact must be sold.")
        if drawn:
            return Refusal(self.rule_now(s), "You have drawn the artifact: take it or sell it.")
        return Refusal(self.rule_now(s), "You have drawn no artifact yet that you could sell.")

    def rule_now(self, s: State) -> str:
        return "OR11" if s.rules.plunder == PLUNDER_FOR_VALUE else "O3"


def _steal(s: State, f: i64, g: i64) -> None:
    """A random card changes hands; who only knew the old hand no longer knows where cards are."""
    card = pick_card(s, s.hand[g])
    for other in range(4):
        if other != f and other != g:
            notice_theft(s, other, g, f, s.knows[other] & s.hand[g])
            s.knows[other] &= ~s.hand[g]
    s.hand[g] &= ~(1 << card)
    s.kept[g] &= ~(1 << card)
    s.looked &= ~(1 << g)
    if s.log is not None:
        s.log.add(events.Plundered(faction=f, other=g))
        s.log.add(events.PlunderedCard(faction=f, other=g, card=card))
    gain(s, f, card, g)
    push_with(s, PLUNDER, f, g, 0, card + 1, 0)


def _keep_or_sell(s: State, f: i64, card: i64, sold: bool) -> None:
    if not sold:
        if s.log is not None:
            s.log.add(events.PlunderKept(faction=f))
        return
    lose_card(s, f, card)
    gold = RANK[card] if s.rules.plunder == PLUNDER_FOR_VALUE else 1
    s.gold[f] += gold
    if s.log is not None:
        s.log.add(events.PlunderSold(faction=f, card=card, gold=gold))


register(RIDE_STEP, Ride())
register(PLUNDER, Plunder())
