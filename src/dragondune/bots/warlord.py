"""``warlord``: looks ahead before it acts, and mixes its battle plans."""

from dragondune.bots.candidates import SEARCHED, candidates
from dragondune.bots.mixing import mixed_plan
from dragondune.bots.search import Budget, Idea, Search
from dragondune.bots.steward import Steward
from dragondune.bots.weights import Weights, tempers
from dragondune.engine import steps
from dragondune.subclassing import mypyc_attr
from dragondune.views.view import View

DEFAULT_SECONDS = 0.4


@mypyc_attr(allow_interpreted_subclasses=True)
class Warlord(Steward):
    """Hard. ``seconds`` a decision, or a fixed number of ``simulations`` to be repeatable.

    However little time it gets, the steward's choice is there to fall back on.
    """

    name = "warlord"

    def __init__(
        self,
        seed: int = 0,
        seconds: float = DEFAULT_SECONDS,
        simulations: int = 0,
        weights: Weights | None = None,
    ) -> None:
        super().__init__(seed, weights)
        self.seconds = seconds
        self.simulations = simulations

    def choose(self, view: View, legal: list[int]) -> int:
        step = view.stack[-1] & 127
        budget = Budget(self.seconds, self.simulations)
        if step == steps.PLANS:
            return self._mix(view, legal, budget)
        favourite = super().choose(view, legal)
        if step not in SEARCHED:
            return favourite
        ideas = self._ideas(view, legal, favourite, budget.candidates())
        if len(ideas) < 2:
            return favourite
        best, tried = Search(view, self.rng).best(ideas, budget)
        if tried:
            self.reason = (
                f"In {tried} trials of {len(ideas)} ideas this one won {best.mean:.0%}: "
                f"{'as I thought' if best.action == favourite else 'better than my first idea'}."
            )
        return best.action

    def _ideas(self, view: View, legal: list[int], favourite: int, most: int) -> list[Idea]:
        """The favourite, what bolder and warier tempers would do, and what else looks good."""
        w = self.weights_for(view.seat)
        ideas = [Idea(favourite, None)]
        for temper in tempers(w):
            other = Steward(1, temper).choose(view, legal)
            ideas.append(Idea(other, temper))
        known = {idea.action for idea in ideas}
        for action in candidates(view, w, legal, favourite):
            if action not in known:
                ideas.append(Idea(action, None))
        if len(ideas) == 3 and len(known) == 1:
            return ideas[:1]  # nobody has another idea
        return ideas[:most]

    def _mix(self, view: View, legal: list[int], budget: Budget) -> int:
        fallback = super().choose(view, legal)
        found = mixed_plan(view, self.weights_for(view.seat), legal, self.rng, budget)
        if found is None:
            return fallback
        plan, share = found
        self.reason = f"I would send this plan {share:.0%} of the time, and lots decided for it."
        return plan
