"""`r2`: the 2nd Revision (1.6). Smaller armies, trolls, binding contracts, hiding by ace."""

from dataclasses import replace
from typing import Final

from dragondune.editions.first import FIRST
from dragondune.engine import steps
from dragondune.factions import dwarves, elves, goblins, orcs
from dragondune.model.board import territory_mask
from dragondune.model.ruleset import (
    ACE_ONE_FURTHER,
    ASK_COLOUR,
    ASK_NUMBER,
    DENY_EARLY_DISBAND,
    DENY_EXCHANGE,
    DENY_QUESTION,
    DENY_RED_DRAGON,
    EMERGE_WHERE_EMPTY,
    OMEN_DISCARD_COLOUR,
    PLUNDER_FOR_ONE,
)

R2: Final = replace(
    FIRST,
    units=(10, 10, 10, 10),
    elites=(0, 0, 0, 0),
    gold=(5, 5, 3, 3),
    placed=(0, 5, 3, 5),
    trolls=territory_mask("3★"),
    unit_points=2,
    elite_points=4,
    powers=(dwarves.FROM_R2, elves.FROM_R2, goblins.FROM_R2, orcs.FROM_R2),
    ally_powers=(dwarves.TO_ALLY_FROM_R2, elves.TO_ALLY_FROM_R2, goblins.TO_ALLY_FROM_R2, 0),
    revive_limit=(2, 2, 2, 3),
    revive_free=(1, 1, 1, 3),
    ally_revive_limit=(0, 0, 0, 3),
    ally_revive_free=(0, 0, 0, 2),
    conscripts=(1, 1, 1, 2),
    ally_conscripts=(0, 0, 0, 2),
    ace_moves=ACE_ONE_FURTHER,
    ace_hides=1,
    emerge_by_moving=EMERGE_WHERE_EMPTY,
    questions=ASK_COLOUR | ASK_NUMBER,
    denials=DENY_QUESTION | DENY_RED_DRAGON | DENY_EARLY_DISBAND | DENY_EXCHANGE,
    omen=OMEN_DISCARD_COLOUR,
    first_edition_gold=0,
    troll_after_each_turn=1,
    same_colour_discards=1,
    winner_may_discard=0,
    treachery_gold=2,
    income=1,
    may_discard=1,
    disband_price=1,
    allied_victory=0,
    plunder=PLUNDER_FOR_ONE,
    turn_steps=(
        steps.TURN_BEGINS,
        steps.DRAGON_ACTS,
        steps.DRAGON_MOVES,
        steps.EVENT_CARDS,
        steps.RED_DRAGON,
        steps.EVENT_GOLD,
        steps.BIDDING,
        steps.BIDDING_ENDS,
        steps.EMERGE,
        steps.RECRUITMENT,
        steps.TROLLS,
        steps.BATTLES,
        steps.COLLECTION,
        steps.DISCARD,
        steps.VICTORY,
    ),
    recruit_steps=(
        steps.REVIVE,
        steps.EARLY_DISBAND,
        steps.CONSCRIPT,
        steps.HIRE,
        steps.MOVE,
        steps.DISBAND,
        steps.TURN_ENDS,
    ),
)
