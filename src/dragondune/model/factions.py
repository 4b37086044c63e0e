"""The four factions and the seats they take.

A faction is a small integer everywhere in the engine; a seat is held by exactly one faction, so
the faction's number names the seat too. Player order is a tuple of factions.
"""

from typing import Final

DWARVES: Final = 0
ELVES: Final = 1
GOBLINS: Final = 2
ORCS: Final = 3
NOBODY: Final = 7

FACTION_NAMES: Final = ("dwarves", "elves", "goblins", "orcs")
FACTION_LETTERS: Final = "DEGO"
FACTION_OF_NAME: Final = {name: index for index, name in enumerate(FACTION_NAMES)}
