"""``steward``: rules of thumb for every decision, weighed by ``weights``."""

import random
from collections.abc import Callable
from typing import Final

from dragondune.bots.bargaining import answers, offers
from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.base import Bot
from dragondune.bots.steward import (
    auction,
    council,
    dragons_and_hiding,
    recruitment,
    small_decisions,
)
from dragondune.bots.steward.battle_plans import Battle, army_points, best_plans
from dragondune.bots.steward.board_worth import BoardWorth
from dragondune.bots.steward.weights import OF_FACTION, Weights
from dragondune.contracts.enforcement import NEUTRAL
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.model import actions as act
from dragondune.model.actions import card_of, count_of, kind_of
from dragondune.model.cards import CARD_NAMES, NO_CARD
from dragondune.model.contracts import Contract
from dragondune.model.plurals import units
from dragondune.subclassing import mypyc_attr
from dragondune.views.view import View

Answer = tuple[int, str]
Chooser = Callable[[View, Weights, list[int]], Answer]
OnBoard = Callable[[BoardWorth, list[int]], Answer]

# Decisions that weigh the whole board
_ON_BOARD: Final[dict[int, OnBoard]] = {
    steps.REVIVE: recruitment.choose_revival,
    steps.EARLY_DISBAND: recruitment.choose_disbanding,
    steps.CONSCRIPT: recruitment.choose_conscripts,
    steps.HIRE: recruitment.choose_hire,
    steps.MOVE: recruitment.choose_move,
    steps.DISBAND: recruitment.choose_disbanding,
    steps.EMERGE: dragons_and_hiding.choose_emerging,
    steps.STATUS: dragons_and_hiding.choose_status,
    steps.HIDE: dragons_and_hiding.choose_hiding,
    steps.RIDE: dragons_and_hiding.choose_flight,
    steps.DRAGON_ACTS: dragons_and_hiding.choose_flight,
}
# Decisions that need less
_SIMPLE: Final[dict[int, Chooser]] = {
    steps.COUNCIL_TURN: council.choose_at_council,
    steps.PROPOSAL: council.answer_proposal,
    steps.PAY: auction.choose_payment,
    steps.PLACE: small_decisions.choose_split,
    steps.PREDICT: small_decisions.choose_prediction,
    steps.FIGHT: small_decisions.choose_battle,
    steps.BLESS: small_decisions.choose_blessing,
    steps.ASK: small_decisions.choose_question,
    steps.ANSWER: small_decisions.choose_answer,
    steps.TREACHERY: small_decisions.choose_treachery,
    steps.CHAOS: small_decisions.choose_chaos,
    steps.LEND: small_decisions.choose_lending,
    steps.DENY: small_decisions.choose_denial,
    steps.PLUNDER: small_decisions.choose_plunder,
    steps.KEEP: small_decisions.choose_secret,
    steps.LOSE: small_decisions.choose_losses,
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
            choice, self.reason = auction.choose_bid(view, w, legal, self.rng.random())
        elif step == steps.PLANS:
            choice, self.reason = self._plan(view, w, legal)
        elif step in _ON_BOARD:
            choice, self.reason = _ON_BOARD[step](BoardWorth(view, w), legal)
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
        return recruitment.strongest_variants(legal)

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

    def answer_offer(self, view: View, offer: Contract, mood: Mood) -> Reply:
        return answers.answer(view, self.weights_for(view.seat), offer, mood)

    def make_offer(self, view: View, mood: Mood) -> Reply | None:
        # By lot, but not from the source its moves draw from: talking changes no move by itself.
        luck = random.Random(self.seed * 1009 + view.turn * 8 + view.round).random()
        return offers.propose(view, self.weights_for(view.seat), mood, luck)
