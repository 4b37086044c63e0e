"""A hint: the rule-of-thumb choice, unless another one is better beyond what chance could feign.

Both are tried in the same worlds, found in some and measured in others. Within the noise the plain
choice stays, and of battle plans that win as often the one that costs fewest units.
"""

from typing import Final, NamedTuple

from dragondune.action import Action
from dragondune.advice.phrases import phrase
from dragondune.advice.reasons import gains
from dragondune.advice.scales import Scales, Trials, Weighed
from dragondune.advice.tactics import HARDLY, odds_of, why
from dragondune.bots.steward.battle_plans import Battle, best_plans
from dragondune.bots.steward.steward import Steward
from dragondune.bots.steward.weights import OF_FACTION
from dragondune.engine import agenda, steps
from dragondune.engine.agenda import step_of
from dragondune.model.actions import PLAN, card_of, count_of, kind_of
from dragondune.model.cards import NO_CARD, RANK
from dragondune.views.view import View

# The plain package is some ten times as slow.
TRIALS: Final = Trials(6, 24, 96) if agenda.COMPILED else Trials(2, 8, 16)
SURE: Final = 2.0  # standard errors by which another choice has to be ahead
WORTH_IT: Final = 0.02  # and the least gain that is worth another thought


class Advice(NamedTuple):
    """What to do, and why."""

    action: int
    why: str


def advise(view: View, legal: list[int], more: tuple[int, ...] = ()) -> Advice:
    """A hint for whoever has to decide; ``more`` are choices that a strong player thought of."""
    plain = rule_of_thumb(view, legal)
    found = Scales(view, legal, plain, TRIALS, more).weigh()
    if found is None or not is_clear(found):
        return Advice(plain, why(view, legal, plain))
    return Advice(found.best, explained(view, legal, found, plain))


def is_clear(found: Weighed) -> bool:
    """Is the better choice better by more than noise?"""
    return found.cost > max(WORTH_IT, SURE * found.spread)


def explained(view: View, legal: list[int], found: Weighed, plain: int) -> str:
    """Why a choice is sound, and what it has over another one."""
    step = step_of(view.stack[-1])
    told = gains(view, found)
    other = f"The plainer choice would be to {phrase(Action.of(plain), step)}"
    return why(view, legal, found.best) + (f" {other}; this one {told[0]}." if told else "")


def rule_of_thumb(view: View, legal: list[int]) -> int:
    """What a sensible player does without looking ahead."""
    if step_of(view.stack[-1]) != steps.PLANS:
        return Steward(1).choose(view, legal)
    return thrifty_plan(view, legal)


def thrifty_plan(view: View, legal: list[int]) -> int:
    """The best battle plan; of those that win about as often, the one that sends fewest units."""
    battle = Battle(view, OF_FACTION[view.seat])
    plans = [plan for plan in legal if kind_of(plan) == PLAN]
    if not plans:
        return legal[0]
    best = best_plans(battle, plans, 0.0)[0]
    least = odds_of(battle, best) - HARDLY
    as_good = [
        plan
        for plan in plans
        if count_of(plan) <= count_of(best) and odds_of(battle, plan) >= least
    ]
    return min(as_good, key=lambda plan: (count_of(plan), _card_spent(plan)))


def _card_spent(plan: int) -> int:
    card = card_of(plan)
    return 0 if card == NO_CARD else RANK[card]
