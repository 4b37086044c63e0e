"""``network``: it plays what it scores best, without any search.

dragon-dune match network steward --games 400
"""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dragondune.bots.base import Asked
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
# Scores nearer to each other than this are compared as they come out for one position alone: sums of
# many rows at once differ in their last digits, by some ten-thousandths of this.
CLOSE: Final = 1e-2
LEARNED_CASTLES: Final = 3


@cache
def trained() -> Network:
    """The network that comes with the package."""
    return Network(WEIGHTS, HEEDING)


def is_learned(view: View) -> bool:
    """Does a network know what wins here? A row does not tell how many castles it takes."""
    return view.rules.castles == LEARNED_CASTLES


def codes_for(network: Network, view: View, legal: list[int]) -> list[int]:
    """The legal actions as the network takes them: where it heeds a steward, one with a mark."""
    return marked(view, legal) if network.heeds(step_of(view.stack[-1])) else legal


class NetworkBot(Steward):
    """Plays the action that the network scores best; it looks at hands and bargains as stewards do.

    Battle plans are not learned but reckoned: drawn from a mixed strategy, unless it shall not
    (``mixes``).
    """

    name = "network"
    gathers = True

    def __init__(self, seed: int = 0, network: Network | None = None, mixes: bool = True) -> None:
        super().__init__(seed)
        self.network = trained() if network is None else network
        self.mixes = mixes

    def asks(self, view: View) -> Network | None:
        reckons = self.mixes and step_of(view.stack[-1]) == steps.PLANS
        return self.network if is_learned(view) and not reckons else None

    def choose(self, view: View, legal: list[int]) -> int:
        if not is_learned(view):
            return super().choose(view, legal)
        if self.asks(view) is None:
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

    def choose_together(self, asked: list[Asked]) -> list[int]:
        codes = [codes_for(self.network, view, legal) for _, view, legal in asked]
        sizes = [len(one) for one in codes]
        rows = rows_array([row_of(view) for _, view, _ in asked])
        every = np.concatenate([np.array(one, np.int64) for one in codes])
        scores = self.network.judge(rows, every, np.repeat(np.arange(len(asked)), sizes))[0]
        found = []
        for one, own in zip(asked, np.split(scores, np.cumsum(sizes)[:-1]), strict=True):
            bot, view, legal = one
            second, first = np.partition(own, -2)[-2:]
            best = legal[int(own.argmax())]
            found.append(bot.choose(view, legal) if first - second < CLOSE else best)
        return found
