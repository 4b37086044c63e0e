"""What the search asks of a network, and nothing else of it.

Any network will do that scores legal actions and tells chances of winning; where one has been
taught to judge a seat by its own view alone (``has_value``), that is preferred.
"""

import os
import sys
from typing import Any, Final, Protocol

if "numpy" not in sys.modules:
    # One core a player: several tables share a machine, and sums stay the same whatever it has.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from dragondune.engine.agenda import step_of
from dragondune.learning.advice import marked
from dragondune.learning.encoder import row_of
from dragondune.learning.network import rows_array
from dragondune.views.view import View

A_STEWARDS_THOUGHT: Final = 0.3  # what it costs beside a question to the network
FIRMEST: Final = (0.002, 0.998)  # nothing is believed more firmly than this


class Trained(Protocol):
    """A network as it is loaded."""

    def judge(self, rows: Any, codes: Any, of: Any) -> tuple[Any, Any]:
        """Scores of actions (``of`` names the row of each), and each row's chances of winning."""

    def chances(self, rows: Any) -> Any:
        """The four factions' chances of winning, as the seat of each row sees them."""


class Judge:
    """A network, asked about many positions at once."""

    def __init__(self, network: Trained) -> None:
        self.network = network
        self.asked = 0.0  # questions so far: what thinking costs
        # What was reckoned for another decision must not touch this one, not even in a last digit.
        forget = getattr(network, "forget", None)
        if forget is not None:
            forget()

    def scores(self, rows: list[bytes], codes: Any, of: Any) -> Any:
        """How much the network likes each of the actions: log-odds, up to a constant a row."""
        self.asked += len(rows)
        return self.network.judge(rows_array(rows), codes, of)[0]

    def chances(self, rows: list[bytes], seat: int) -> Any:
        """Everyone's chances of winning, by what one seat sees in each row."""
        self.asked += len(rows)
        array = rows_array(rows)
        chances = np.array(self.network.chances(array))
        if getattr(self.network, "has_value", False):
            value: Any = getattr(self.network, "value")  # noqa: B009
            chances[:, seat] = value(array)
        return chances

    def beliefs(self, row: bytes) -> Any:
        """Log-odds of each hidden thing as a seat sees it; None where nobody taught beliefs."""
        believe = getattr(self.network, "beliefs", None)
        try:
            told = None if believe is None else believe(rows_array([row]))[0]
        except KeyError:
            return None  # weights from before there were any
        if told is None:
            return None
        told = np.clip(told, *FIRMEST)
        return np.log(told / (1 - told))

    def codes(self, view: View, legal: list[int]) -> list[int]:
        """The legal actions as the network takes them."""
        heeds: Any = getattr(
            self.network, "heeds", None
        )  # does it want to know a steward's choice?
        if heeds is None or not heeds(step_of(view.stack[-1])):
            return legal
        self.asked += A_STEWARDS_THOUGHT
        return marked(view, legal)

    def likes(self, view: View, legal: list[int], heeding: bool = True) -> Any:
        """How likely the network is to choose each action of one decision, ``heeding`` a steward or not."""
        of = np.zeros(len(legal), np.int64)
        codes = np.array(self.codes(view, legal) if heeding else legal, np.int64)
        scores = self.scores([row_of(view)], codes, of)
        odds = np.exp(scores - scores.max())
        return odds / odds.sum()
