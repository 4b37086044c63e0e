"""Goblins: mercenaries who live by gold.

GO1 gold for mercenaries is theirs · GO2 half price · GO3 a second artifact · GO4 a hand of eight ·
GO5, GO6 early and free disbanding · GO7 their ace stops a hire · GO8 what their ally gets.
"""

from typing import Final

from dragondune.engine.agenda import Step, register
from dragondune.engine.steps import INITIATIVE as INITIATIVE_STEP
from dragondune.ints import i64
from dragondune.model.actions import KIND, PASS, TAKE_TURN, kind_of
from dragondune.model.powers import (
    ACE_STOPS_HIRING,
    EARLY_DISBAND,
    FREE_DISBAND,
    HALF_HAND_SECRET,
    HALF_PRICE,
    HIRES,
    LATE_DISBAND,
    SECOND_ARTIFACT,
    SELLS_MERCENARIES,
)
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.recruitment import begin_turn

COMMON: Final = (
    HIRES | SELLS_MERCENARIES | HALF_PRICE | SECOND_ARTIFACT | ACE_STOPS_HIRING | HALF_HAND_SECRET
)
IN_FIRST: Final[int] = COMMON | EARLY_DISBAND
FROM_R2: Final[int] = COMMON | EARLY_DISBAND | FREE_DISBAND | LATE_DISBAND
TO_ALLY_IN_FIRST: Final[int] = HALF_PRICE
TO_ALLY_FROM_R2: Final[int] = HALF_PRICE | HIRES | EARLY_DISBAND | FREE_DISBAND


class Initiative(Step):
    """O6: between other players' turns the Goblins may take theirs (ruling 79)."""

    rule = "O6"
    question = "Take your turn now, or wait."
    passing = "Wait"

    def legal(self, s: State, f: i64) -> list[i64]:
        return [PASS, TAKE_TURN * KIND]

    def play(self, s: State, f: i64, action: i64) -> None:
        s.stack.pop()
        if kind_of(action) == TAKE_TURN:
            begin_turn(s, f)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return Refusal("O6", "Say whether you take your turn now, or wait.")


register(INITIATIVE_STEP, Initiative())
