"""Dwarves: they sell the artifacts and know how to betray.

DW1 others' gold for artifacts is theirs · DW2 Queen and Jack may change places in treachery ·
DW3 a battle bonus, not against the Orcs · DW4 two elite units where they are played · DW5 an ace
brings two units out of the graveyard (in `first` it serves as the Jack of its suit) · DW6 what
their ally gets. All of it is bits and numbers that the chapters of the rules read.
"""

from typing import Final

from dragondune.model.powers import (
    ACE_IS_JACK,
    ACE_REVIVES,
    ALLY_INCOME,
    EXCHANGES,
    FREE_ARTIFACT,
    HIRES,
    LATE_DISBAND,
    LENDS_TREACHERY,
    SELLS_ARTIFACTS,
)

COMMON: Final = HIRES | LATE_DISBAND | SELLS_ARTIFACTS
IN_FIRST: Final[int] = COMMON | ACE_IS_JACK | LENDS_TREACHERY
FROM_R2: Final[int] = COMMON | EXCHANGES | ACE_REVIVES
TO_ALLY_FROM_R2: Final[int] = FREE_ARTIFACT
TO_ALLY_FROM_R6B: Final[int] = FREE_ARTIFACT | ALLY_INCOME
