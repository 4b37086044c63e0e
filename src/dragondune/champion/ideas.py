"""What deserves a trial: what the network likes, what the steward would do, and plans by arithmetic."""

from typing import Final

import numpy as np

from dragondune.bots.steward.steward import Steward
from dragondune.bots.warlord.candidates import plan_candidates
from dragondune.bots.warlord.mixed_plans import mixed_plan
from dragondune.bots.warlord.search import Budget
from dragondune.champion.judge import Judge
from dragondune.champion.search import Idea
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.learning.player import MIXING
from dragondune.views.view import View

WORTH_A_TRIAL: Final = 0.015  # of the liking that the best one finds
CERTAIN: Final = 0.985  # liked so much that nothing else is tried, unless the steward disagrees
PLANS: Final = 3  # battle plans that the network likes best


def ideas(view: View, legal: list[int], judge: Judge, steward: Steward, most: int) -> list[Idea]:
    """The network's favourite first, then others that it or a steward thinks of."""
    if step_of(view.stack[-1]) == steps.PLANS:
        return _plans(view, legal, judge, steward, most)
    liked = judge.likes(view, legal)
    order = np.argsort(-liked, kind="stable")[:most].tolist()
    best = float(liked[order[0]])
    least = 1.0 if best > CERTAIN else WORTH_A_TRIAL * best
    picked = [k for k in order if k == order[0] or liked[k] > least]
    k = legal.index(steward.choose(view, legal))
    if k not in picked:
        picked.append(k)
    return [Idea(legal[k], float(liked[k])) for k in picked[: most + 1]]


def _plans(view: View, legal: list[int], judge: Judge, steward: Steward, most: int) -> list[Idea]:
    """Battle plans, which reckoning finds better than liking does: only trials tell them apart.

    The steward's first, one that is hard to foresee, the network's own, and the best by arithmetic.
    """
    w = steward.weights_for(view.seat)
    first = [steward.choose(view, legal)]
    drawn = mixed_plan(view, w, legal, steward.rng, Budget(0.0, MIXING))
    if drawn is not None:
        first.append(drawn[0])
    own = np.argsort(-judge.likes(view, legal, False), kind="stable")[:PLANS].tolist()
    found = dict.fromkeys([*first, *(legal[k] for k in own)])
    return [Idea(plan, 1.0) for plan in plan_candidates(view, w, legal, [*found], most)]
