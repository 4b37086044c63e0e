"""The four factions: their powers, and the steps that are theirs alone.

Importing this package makes every step of the rules and of every faction playable.
"""

from dragondune.factions import dwarves, elves, goblins, orcs

__all__ = ["dwarves", "elves", "goblins", "orcs"]
