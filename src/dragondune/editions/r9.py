"""`r9`: the 9th Revision, the newest, and the default game."""

from dataclasses import replace
from typing import Final

from dragondune.editions.r6b import R6B
from dragondune.factions import dwarves, elves, goblins, orcs
from dragondune.model.cards import CLUBS, DIAMONDS, HEARTS, SPADES

R9: Final = replace(
    R6B,
    suits=(DIAMONDS, HEARTS, SPADES, CLUBS),
    elite_points=3,
    powers=(dwarves.FROM_R2, elves.FROM_R9, goblins.FROM_R2, orcs.FROM_R2),
    ally_powers=(
        dwarves.TO_ALLY_FROM_R6B,
        elves.TO_ALLY_FROM_R2,
        goblins.TO_ALLY_FROM_R2,
        orcs.TO_ALLY_IN_R9,
    ),
    ally_revive_free=(0, 0, 0, 3),
    conscripts=(2, 2, 2, 2),
    half_losses_round_up=0,
    ace_fights=0,
    steer_least=0,
    steer_most=10,
)
