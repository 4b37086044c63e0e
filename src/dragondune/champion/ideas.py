"""What deserves a trial: what the network likes, what the steward would do, and plans by arithmetic."""

from typing import Final

import numpy as np

from dragondune.bots.steward.steward import Steward
from dragondune.bots.warlord.candidates import plan_candidates
from dragondune.champion.judge import Judge
from dragondune.champion.search import Idea
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.views.view import View

WORTH_A_TRIAL: Final = 0.015  # of the liking that the best one finds
CERTAIN: Final = 0.985  # liked so much that nothing else is tried, unless the steward disagrees
PLANS: Final = 3  # battle plans by arithmetic


def ideas(view: View, legal: list[int], judge: Judge, steward: Steward, most: int) -> list[Idea]:
    """The network's favourite first, then others that it or a steward thinks of."""
    liked = judge.likes(view, legal)
    order = np.argsort(-liked, kind="stable")[:most].tolist()
    best = float(liked[order[0]])
    least = 1.0 if best > CERTAIN else WORTH_A_TRIAL * best
    picked = [k for k in order if k == order[0] or liked[k] > least]
    for action in _others(view, legal, steward):
        k = legal.index(action)
        if k not in picked:
            picked.append(k)
    return [Idea(legal[k], float(liked[k])) for k in picked[: most + 1]]


def _others(view: View, legal: list[int], steward: Steward) -> list[int]:
    favourite = steward.choose(view, legal)
    if step_of(view.stack[-1]) != steps.PLANS:
        return [favourite]
    return plan_candidates(view, steward.weights_for(view.seat), legal, [favourite], PLANS)
