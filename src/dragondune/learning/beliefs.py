"""What the network believes of hidden cards, and worlds drawn by it.

``sample`` deals unseen cards evenly; a network that has watched many games knows that whoever paid
five gold for a card rarely holds a two. Worlds are drawn evenly first and then again by how likely
the network finds their hands, Queens and Jacks.
"""

import random
from typing import Any, Final

import numpy as np

from dragondune.learning.encoder import row_of
from dragondune.learning.features import ARTIFACTS, JACKS, QUEENS
from dragondune.learning.network import Network, rows_array
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import View

SPARE: Final = 4  # worlds looked at for each that is taken
_LEAST, _MOST = 0.002, 0.998  # nothing is believed more firmly than this


def believed_worlds(
    network: Network, view: View, number: int, rng: random.Random, spare: int = SPARE
) -> list[State]:
    """So many positions that this seat cannot tell from the real one, the likely ones more often."""
    worlds = [sample(view, rng) for _ in range(number * spare)]
    weights = likelihoods(network, view, worlds)
    return [world.copy() for world in rng.choices(worlds, list(weights), k=number)]


def likelihoods(network: Network, view: View, worlds: list[State]) -> Any:
    """How likely each world is beside the others; they add up to one."""
    belief = np.clip(network.beliefs(rows_array([row_of(view)]))[0], _LEAST, _MOST)
    odds = np.log(belief / (1 - belief))
    told = np.stack([hidden_things(world) for world in worlds]) @ odds
    weights = np.exp(told - told.max())
    return weights / weights.sum()


def hidden_things(world: State) -> Any:
    """Hands, Queens and Jacks of a full position, in the order of ``features.BELIEFS``."""
    hands = [hand >> card & 1 for hand in world.hand for card in ARTIFACTS]
    queens = [card == queen for card in world.usurper for queen in QUEENS]
    jacks = [card == jack for card in world.sabotage for jack in JACKS]
    return np.array([*hands, *queens, *jacks], np.float32)
