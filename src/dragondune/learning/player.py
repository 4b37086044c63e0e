"""``network``: it plays what it scores best, without any search.

dragon-dune match network steward --games 400
"""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dragondune.bots.steward.steward import Steward
from dragondune.learning.advice import marked
from dragondune.learning.encoder import row_of
from dragondune.learning.network import Network, rows_array
from dragondune.views.view import View

WEIGHTS: Final = Path(__file__).with_name("weights.npz")


@cache
def trained() -> Network:
    """The network that comes with the package."""
    return Network(WEIGHTS)


class NetworkBot(Steward):
    """Plays the action that the network scores best; it looks at hands and bargains as stewards do."""

    name = "network"

    def __init__(self, seed: int = 0, network: Network | None = None) -> None:
        super().__init__(seed)
        self.network = trained() if network is None else network

    def choose(self, view: View, legal: list[int]) -> int:
        rows, of = rows_array([row_of(view)]), np.zeros(len(legal), np.int64)
        codes = np.array(marked(view, legal) if self.network.hears else legal, np.int64)
        scores, chances = self.network.judge(rows, codes, of)
        self.reason = f"I see my chance of winning at {chances[0, view.seat]:.0%}."
        return legal[int(scores.argmax())]
