"""The network as a bot: it plays what it scores best, without any search.

dragon-dune match dragondune.learning.player:NetworkBot steward --games 400
"""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dragondune.bots.base import Bot
from dragondune.learning.encoder import row_of
from dragondune.learning.network import Network, rows_array
from dragondune.model.actions import LOOK, kind_of
from dragondune.views.view import View

WEIGHTS: Final = Path(__file__).with_name("weights.npz")


@cache
def trained() -> Network:
    """The network that comes with the package."""
    return Network(WEIGHTS)


class NetworkBot(Bot):
    """Plays the action that the network scores best."""

    name = "network"

    def __init__(self, seed: int = 0, network: Network | None = None) -> None:
        super().__init__(seed)
        self.network = trained() if network is None else network

    def choose(self, view: View, legal: list[int]) -> int:
        rows, of = rows_array([row_of(view)]), np.zeros(len(legal), np.int64)
        scores, chances = self.network.judge(rows, np.array(legal, np.int64), of)
        self.reason = f"I see my chance of winning at {chances[0, view.seat]:.0%}."
        return legal[int(scores.argmax())]

    def anytime(self, view: View, legal: list[int]) -> int | None:
        """It looks at hands whenever it may, as it did while it learned [EL2]."""
        return next((code for code in legal if kind_of(code) == LOOK), None)
