"""``warlord``: looks ahead before it acts, and mixes its battle plans and its treachery."""

from typing import Final

from dragondune.bots.steward.battle_plans import Battle
from dragondune.bots.steward.steward import Steward, plan_words
from dragondune.bots.steward.weights import Weights, tempers
from dragondune.bots.warlord.candidates import OPENINGS, SEARCHED, candidates, plan_candidates
from dragondune.bots.warlord.mixed_plans import mixed_plan
from dragondune.bots.warlord.search import Budget, Idea, Search
from dragondune.bots.warlord.treachery import declare_odds
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.model import actions as act
from dragondune.subclassing import mypyc_attr
from dragondune.views.view import View

DEFAULT_SECONDS: Final = 0.5
PLAN_SHARE: Final = 3  # battles are short to play out, and decide games: more trials for plans
AS_GOOD: Final = 0.01  # plans whose chances differ by less are left to lots


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
        step = step_of(view.stack[-1])
        favourite = super().choose(view, legal)
        if step == steps.PLANS:
            return self._plan_battle(view, legal, favourite)
        if step == steps.TREACHERY and favourite != act.PASS:
            return self._betray(view, favourite)
        if step not in SEARCHED:
            return favourite
        budget = Budget(self.seconds, self.simulations)
        ideas = self._ideas(view, legal, favourite, budget.candidates())
        if len(ideas) < 2:
            return favourite
        best, _, tried = Search(view, self.rng).best(ideas, budget)
        if tried:
            self.reason = _why(best, ideas[0])
        return best.action

    def _betray(self, view: View, betrayal: int) -> int:
        """Treachery is declared for a reason, and by lots where there is one for silence as well."""
        odds = declare_odds(view, self.weights_for(view.seat), betrayal)
        if self.rng.random() < odds:
            return betrayal
        self.reason = "I win here anyway, so my people in their ranks stay secret for a dearer day."
        return act.PASS

    def _ideas(self, view: View, legal: list[int], favourite: int, most: int) -> list[Idea]:
        """The favourite, what bolder and warier tempers would do, and what else looks good."""
        w = self.weights_for(view.seat)
        ideas = [Idea(favourite, None, self.reason)]
        opening = step_of(view.stack[-1]) in OPENINGS
        for temper in tempers(w):
            steward = Steward(1, temper)
            action = steward.choose(view, legal)
            if opening or all(action != idea.action for idea in ideas):
                ideas.append(Idea(action, temper, steward.reason))
        known = {idea.action for idea in ideas}
        for action in candidates(view, w, legal, favourite):
            if action not in known:
                known.add(action)
                ideas.append(Idea(action, None))
        if len(known) == 1:
            return ideas[:1]  # nobody has another idea of what to do now
        return ideas[:most]

    def _plan_battle(self, view: View, legal: list[int], favourite: int) -> int:
        """Plans that look good and one that is hard to foresee, each tried against stewards.

        Of those that come out about as good lots decide, so that nobody can count on one.
        """
        w = self.weights_for(view.seat)
        budget = Budget(self.seconds, PLAN_SHARE * self.simulations)
        plans = [favourite]
        drawn = mixed_plan(view, w, legal, self.rng, Budget(0.2 * self.seconds, self.simulations))
        if drawn is not None and drawn[0] != favourite:
            plans.append(drawn[0])
        plans = plan_candidates(view, w, legal, plans, budget.candidates())
        if len(plans) < 2:
            return favourite
        best, alive, tried = Search(view, self.rng).best([Idea(p, None) for p in plans], budget)
        good = [idea for idea in alive if idea.mean > best.mean - AS_GOOD]
        chosen = good[int(self.rng.random() * len(good))] if tried else best
        if tried:
            words = plan_words(view, Battle(view, w), chosen.action)
            lots = f"; lots chose it among {len(good)} plans as good." if len(good) > 1 else "."
            self.reason = f"{words} of such battles{lots}"
        return chosen.action


def _why(best: Idea, first: Idea) -> str:
    """What speaks for the idea by itself, and what looking ahead says of it."""
    reason = best.reason.removesuffix(".")
    if best is first:
        return f"{reason}; looking ahead I found nothing better."
    now, then = f"{best.mean:.0%}", f"{first.mean:.0%}"
    more = f", about {now} to win instead of {then}" if now != then else ""
    if not reason:
        return f"Looking ahead, this does better than my first idea{more}."
    return f"{reason}; looking ahead, that does better than my first idea{more}."
