"""``steward``: rules of thumb for every decision, weighed by ``weights``."""

import random
from collections.abc import Callable
from typing import Final

from dragondune.bots import bargaining, campaign, court, market, omens, proposing, wiles
from dragondune.bots.bargaining import Reply
from dragondune.bots.base import Bot
from dragondune.bots.battle import Battle, army_points, best_plans
from dragondune.bots.memory import Mood
from dragondune.bots.scene import Scene
from dragondune.bots.weights import OF_FACTION, Weights
from dragondune.contracts.enforcement import NEUTRAL
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.model import actions as act
from dragondune.model.actions import card_of, count_of, kind_of
from dragondune.model.cards import CARD_NAMES, NO_CARD
from dragondune.model.contracts import Deal
from dragondune.model.plurals import units
from dragondune.subclassing import mypyc_attr
from dragondune.views.view import View

Answer = tuple[int, str]
Chooser = Callable[[View, Weights, list[int]], Answer]
OnScene = Callable[[Scene, list[int]], Answer]

# Decisions that weigh the whole board
_SCENES: Final[dict[int, OnScene]] = {
    steps.REVIVE: campaign.choose_revival,
    steps.EARLY_DISBAND: campaign.choose_disbanding,
    steps.CONSCRIPT: campaign.choose_conscripts,
    steps.HIRE: campaign.choose_hire,
    steps.MOVE: campaign.choose_move,
    steps.DISBAND: campaign.choose_disbanding,
    steps.EMERGE: omens.choose_emerging,
    steps.STATUS: omens.choose_status,
    steps.HIDE: omens.choose_hiding,
    steps.RIDE: omens.choose_flight,
    steps.DRAGON_ACTS: omens.choose_flight,
}
# Decisions that need less
_SIMPLE: Final[dict[int, Chooser]] = {
    steps.COUNCIL_TURN: court.choose_at_council,
    steps.PROPOSAL: court.answer_proposal,
    steps.PAY: market.choose_payment,
    steps.PLACE: wiles.choose_split,
    steps.PREDICT: wiles.choose_prophecy,
    steps.FIGHT: wiles.choose_battle,
    steps.BLESS: wiles.choose_blessing,
    steps.ASK: wiles.choose_question,
    steps.ANSWER: wiles.choose_answer,
    steps.TREACHERY: wiles.choose_treachery,
    steps.CHAOS: wiles.choose_chaos,
    steps.LEND: wiles.choose_lending,
    steps.DENY: wiles.choose_denial,
    steps.PLUNDER: wiles.choose_plunder,
    steps.KEEP: wiles.choose_secret,
    steps.LOSE: wiles.choose_losses,
}
# What it says when it lets one of the others pass
_PASSING: Final[dict[int, str]] = {
    steps.DISCARD: "I keep my artifacts: each may win a battle yet.",
    steps.INITIATIVE: "Going later I see what the others do.",
}
NO_MATTER: Final = "Nothing else would gain me more here."


def plan_words(view: View, battle: Battle, plan: int) -> str:
    """What a battle plan sends, and how often that should win: the beginning of a sentence."""
    card = card_of(plan)
    odds = battle.win_odds(army_points(view, plan), card)[0]
    shown = "no artifact" if card == NO_CARD else CARD_NAMES[card]
    return f"{units(count_of(plan)).capitalize()} and {shown} should win {odds:.0%}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Steward(Bot):
    """Easy to medium: sensible, quick, and not hard to read."""

    name = "steward"

    def __init__(self, seed: int = 0, weights: Weights | None = None) -> None:
        super().__init__(seed)
        self.weights = weights

    def weights_for(self, seat: int) -> Weights:
        """Its own weights, or those tuned for the faction it plays."""
        return self.weights or OF_FACTION[seat]

    def choose(self, view: View, legal: list[int]) -> int:
        w = self.weights_for(view.seat)
        step = step_of(view.stack[-1])
        if any(view.rules.elites):
            legal = self._settle_elites(step, legal)
        if step == steps.BID:
            choice, self.reason = market.choose_bid(view, w, legal, self.rng.random())
        elif step == steps.PLANS:
            choice, self.reason = self._plan(view, w, legal)
        elif step in _SCENES:
            choice, self.reason = _SCENES[step](Scene(view, w), legal)
        elif step in _SIMPLE:
            choice, self.reason = _SIMPLE[step](view, w, legal)
        else:
            choice = legal[0]
            self.reason = _PASSING.get(step, NO_MATTER) if choice == act.PASS else NO_MATTER
        return choice if choice in legal else self._as_promised(legal)

    def _as_promised(self, legal: list[int]) -> int:
        """What a contract leaves, where it takes away what the steward wants: mostly to pass."""
        self.reason = "A contract leaves me nothing better."
        for action in legal:
            if not NEUTRAL >> kind_of(action) & 1:
                return action
        return legal[0]

    def _settle_elites(self, step: int, legal: list[int]) -> list[int]:
        if step in (steps.PLANS, steps.LOSE, steps.PLACE, steps.BID):
            return legal
        return campaign.strongest_variants(legal)

    def _plan(self, view: View, w: Weights, legal: list[int]) -> Answer:
        battle = Battle(view, w)
        plans = best_plans(battle, legal, w.surprise)
        plan = plans[int(self.rng.random() * len(plans))]
        return plan, f"{plan_words(view, battle, plan)} of such battles."

    def anytime(self, view: View, legal: list[int]) -> int | None:
        looks = [action for action in legal if kind_of(action) == act.LOOK]
        if not looks:
            return None
        self.reason = "Knowing their artifacts costs me nothing."
        return looks[0]

    def answer_offer(self, view: View, offer: Deal, mood: Mood) -> Reply:
        return bargaining.answer(view, self.weights_for(view.seat), offer, mood)

    def make_offer(self, view: View, mood: Mood) -> Reply | None:
        # By lot, but not from the source its moves draw from: talking changes no move by itself.
        luck = random.Random(self.seed * 1009 + view.turn * 8 + view.round).random()
        return proposing.propose(view, self.weights_for(view.seat), mood, luck)
