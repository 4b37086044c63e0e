"""Who sits at a deal's table and in which order they play, so that nobody is favoured by the draw.

Deals come in blocks. Within a block every player order comes exactly once, and so does every choice of
players where fewer than all factions sit down: 24 deals for four players or three, 12 for two. In which
order they come is drawn for each block. So over any whole number of blocks every faction has sat in
every place of the player order equally often, before, behind and without every other one.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Final

from dragondune.model.factions import FACTION_NAMES

Order = tuple[str, ...]
EVERYBODY: Final = len(FACTION_NAMES)


def seats_of(seed: int, factions: Order, players: int) -> Order:
    """The player order of a deal: the same whoever plays it and under whichever options."""
    size = len(_block(0, factions, players))
    return _block(seed // size, factions, players)[seed % size]


@lru_cache(maxsize=256)
def _block(number: int, factions: Order, players: int) -> tuple[Order, ...]:
    every = list(permutations(factions, players))
    random.Random(f"seats {players} {number}").shuffle(every)
    return tuple(every)


@dataclass(frozen=True)
class Table:
    """How a study seats its bots: how many of them, and whether they make contracts."""

    players: int = EVERYBODY
    contracts: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What is not as usual."""
        few = (f"{self.players} players",) if self.players < EVERYBODY else ()
        return (*few, *(("contracts",) if self.contracts else ()))

    def label(self, bots: str) -> str:
        """The bots and their table, as reports call them: ``steward, 3 players, contracts``."""
        return ", ".join((bots, *self.words))

    def folder(self, bots: str) -> str:
        """The name of the folder of their games."""
        return "-".join((bots, *self.words)).replace(":", "-").replace(" ", "-")


USUAL: Final = Table()
