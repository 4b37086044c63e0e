"""VI. Collection round [VI1-VI3]: income, gold from the land, and discards."""

from dragondune.engine.agenda import Step, ask_next, register, set_top
from dragondune.engine.pieces import bits, controlled, lose_card
from dragondune.engine.steps import COLLECTION
from dragondune.engine.steps import DISCARD as DISCARD_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import CARD, DISCARD, KIND, PASS, card_of, kind_of
from dragondune.model.board import CASTLES
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_asked
from dragondune.model.powers import ALLY_INCOME
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.common import player_at
from dragondune.rules.wording import not_held


class Collection(Step):
    """VI1, VI2, DW6: income, castles, the Dwarves' ally, then the gold of the land."""

    rule = "VI1"

    def open(self, s: State) -> bool:
        s.stack.pop()
        s.round = 6
        s.place = 31
        s.victor = NOBODY
        for place in range(len(s.order)):
            f = player_at(s, place)
            _income(s, f)
            _harvest(s, f)
        return False


def _income(s: State, f: i64) -> None:
    castles = bits(controlled(s, f) & CASTLES)
    gold = s.rules.income + castles * s.rules.castle_income
    if s.powers[f] & ALLY_INCOME:
        gold += s.rules.ally_income
    s.gold[f] += gold
    if s.log is not None:
        s.log.add(events.Income(faction=f, gold=gold))


def _harvest(s: State, f: i64) -> None:
    """VI2: two gold a unit from each controlled territory, up to what lies there."""
    mine = controlled(s, f)
    for t in range(28):
        lying = s.board_gold[t]
        if lying and mine >> t & 1:
            taken = min(lying, 2 * s.up[f * 28 + t])
            s.board_gold[t] = lying - taken
            s.gold[f] += taken
            if s.log is not None:
                s.log.add(events.Collected(faction=f, place=t, gold=taken))


class Discard(Step):
    """VI3: each player may discard artifacts, in player order. Frame: b = players done."""

    rule = "VI3"
    question = "Discard artifacts you no longer want, or pass."
    passing = "Keep my cards"

    def open(self, s: State) -> bool:
        done = frame_asked(s.stack[-1])
        if not s.rules.may_discard or done == len(s.order):
            s.stack.pop()
            return False
        f = player_at(s, done)
        set_top(s, DISCARD_STEP, f, 0, done)
        if s.hand[f]:
            return True
        ask_next(s)
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        for card in range(45):
            if s.hand[f] >> card & 1:
                out.append(DISCARD * KIND + card * CARD)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        if kind_of(action) == DISCARD:
            lose_card(s, f, card_of(action))
            if s.log is not None:
                s.log.add(events.Discarded(faction=f, card=card_of(action)))
        else:
            ask_next(s)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return not_held(card_of(action), "VI3")


register(COLLECTION, Collection())
register(DISCARD_STEP, Discard())
