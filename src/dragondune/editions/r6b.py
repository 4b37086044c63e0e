"""`r6b`: the later web text of the 6th Revision, in which cards replace the die."""

from dataclasses import replace
from typing import Final

from dragondune.editions.r6 import R6
from dragondune.factions import dwarves, elves, goblins, orcs
from dragondune.model.factions import ORCS
from dragondune.model.ruleset import (
    BY_CARD,
    DENY_DISBAND_OF_ALLY,
    DENY_QUESTION_OF_ALLY,
    OMEN_SECOND_CARD_SUIT,
    THRICE_PLUS_ONE,
)

R6B: Final = replace(
    R6,
    dragon_start=THRICE_PLUS_ONE,
    dragon_moves_by=BY_CARD,
    omen=OMEN_SECOND_CARD_SUIT,
    second_gold=2,
    ally_powers=(
        dwarves.TO_ALLY_FROM_R6B,
        elves.TO_ALLY_FROM_R2,
        goblins.TO_ALLY_FROM_R2,
        orcs.TO_ALLY_IN_R6B,
    ),
    revive_limit=(3, 3, 3, 3),
    battle_bonus=(2, 0, 0, 1),
    no_bonus_against=(1 << ORCS, 0, 0, 0),
    denials=R6.denials | DENY_QUESTION_OF_ALLY | DENY_DISBAND_OF_ALLY,
    castle_income=1,
    ally_income=1,
)
