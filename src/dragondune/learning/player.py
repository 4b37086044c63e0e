"""``network``: it plays what it scores best, without any search.

dragon-dune match network steward --games 400
"""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dragondune.bots.steward.battle_plans import Battle
from dragondune.bots.steward.steward import Steward, plan_words
from dragondune.bots.warlord.mixed_plans import mixed_plan
from dragondune.bots.warlord.search import Budget
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.learning.advice import marked
from dragondune.learning.encoder import row_of
from dragondune.learning.network import Network, rows_array
from dragondune.views.view import View

WEIGHTS: Final = Path(__file__).with_name("weights.npz")
MIXING: Final = 40  # worlds in which a battle plan is looked for that is hard to foresee
HEEDING: Final = Path(__file__).with_name(
    "heeding.npz"
)  # how much it heeds a steward (``heed.py``)


@cache
def trained() -> Network:
    """The network that comes with the package."""
    return Network(WEIGHTS, HEEDING)


def codes_for(network: Network, view: View, legal: list[int]) -> list[int]:
    """The legal actions as the network takes them: where it heeds a steward, one with a mark."""
    return marked(view, legal) if network.heeds(step_of(view.stack[-1])) else legal


class NetworkBot(Steward):
    """Plays the action that the network scores best; it looks at hands and bargains as stewards do.

    Battle plans are not learned but reckoned: drawn from a mixed strategy, unless it shall not
    (``mixes``).
    """

    name = "network"

    def __init__(self, seed: int = 0, network: Network | None = None, mixes: bool = True) -> None:
        super().__init__(seed)
        self.network = trained() if network is None else network
        self.mixes = mixes

    def choose(self, view: View, legal: list[int]) -> int:
        if self.mixes and step_of(view.stack[-1]) == steps.PLANS:
            return self._mixed(view, legal)
        rows, of = rows_array([row_of(view)]), np.zeros(len(legal), np.int64)
        codes = np.array(codes_for(self.network, view, legal), np.int64)
        scores, chances = self.network.judge(rows, codes, of)
        self.reason = f"I see my chance of winning at {chances[0, view.seat]:.0%}."
        return legal[int(scores.argmax())]

    def _mixed(self, view: View, legal: list[int]) -> int:
        w = self.weights_for(view.seat)
        drawn = mixed_plan(view, w, legal, self.rng, Budget(0.0, MIXING))
        plan = super().choose(view, legal) if drawn is None else drawn[0]
        words = plan_words(view, Battle(view, w), plan)
        self.reason = f"{words} of such battles, and nobody can foresee it."
        return plan
