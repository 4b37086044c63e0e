"""`r6`: the 6th Revision (1.10) as printed, with a die."""

from dataclasses import replace
from typing import Final

from dragondune.editions.r2 import R2
from dragondune.model.ruleset import EMERGE_WITH_OWN, OMEN_RED

R6: Final = replace(
    R2,
    turns=8,
    conscripts=(1, 1, 1, 1),
    ally_conscripts=(0, 0, 0, 0),
    battle_bonus=(1, 0, 0, 1),
    half_rounds_up=0,
    hides_from_troll=1,
    uniform_stacks=1,
    emerge_by_moving=EMERGE_WITH_OWN,
    omen=OMEN_RED,
    troll_after_each_turn=0,
)
