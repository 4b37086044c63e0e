"""What a steward would do, for the network to hear (compiled).

The adviser sees the seat's own view and nothing else, and draws no lots: what it says depends on the
view alone. Legal actions are passed on as they are, the one it would choose with a mark.
"""

import random
from typing import Final

from dragondune.bots.steward.steward import Steward
from dragondune.ints import i64
from dragondune.learning.layout import ADVISED
from dragondune.subclassing import mypyc_attr
from dragondune.views.view import View

_MIDDLE: Final = 0.5


@mypyc_attr(native_class=False)
class NoLots(random.Random):
    """Draws the middle, always."""

    def random(self) -> float:
        return _MIDDLE


def _adviser() -> Steward:
    steward = Steward(0)
    steward.rng = NoLots(0)
    return steward


_ADVISER: Final = _adviser()


def advised(view: View, legal: list[i64]) -> i64:
    """The action that a steward would choose."""
    return _ADVISER.choose(view, legal)


def marked(view: View, legal: list[i64]) -> list[i64]:
    """The legal actions, the advised one with its mark."""
    best = advised(view, legal)
    return [code + ADVISED if code == best else code for code in legal]
