"""``champion``: the network's ideas, tried in possible games before one is chosen."""

import math
import random
from typing import Any, Final

from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.steward.steward import Steward
from dragondune.bots.warlord.warlord import Warlord
from dragondune.champion.deals import (
    Price,
    helps_all,
    price_of_line,
    price_of_offer,
    second_thought,
)
from dragondune.champion.ideas import ideas
from dragondune.champion.judge import Judge, Trained
from dragondune.champion.quick import trained
from dragondune.champion.search import Effort, Idea, Search
from dragondune.champion.words import experience, reason
from dragondune.engine import agenda, steps
from dragondune.engine.agenda import step_of
from dragondune.learning.player import is_learned
from dragondune.model.contracts import Contract
from dragondune.views.view import View

KEEN: Final = 0.006  # chance of winning by which an action is wanted e times as much
TRIALS: Final = 24  # of a warlord, who plays on in rules that no network has learned
AS_GOOD: Final = 0.004  # battle plans whose merits differ by less are left to lots
COMPILED: Final = not str(agenda.__file__).endswith(".py")
LEAST_ROWS: Final = 100
PLAIN_SHARE: Final = 8  # without the compiled rules a trial takes so much longer


class Champion(Steward):
    """Looks ahead with the network in every seat; where numpy is missing there is none of it."""

    name = "champion"

    def __init__(
        self, seed: int = 0, effort: Effort | None = None, network: Trained | None = None
    ) -> None:
        super().__init__(seed)
        self.network: Any = trained() if network is None else network
        self.effort = effort or usual_effort()
        self.steward = Steward(seed)
        self.elsewhere = Warlord(seed, simulations=TRIALS)
        self.searched = self.changed = 0
        self._seat = 0
        self._tried: list[Idea] = []

    def choose(self, view: View, legal: list[int]) -> int:
        if not is_learned(view):
            choice = self.elsewhere.choose(view, legal)
            self.reason = self.elsewhere.reason
            return choice
        judge = Judge(self.network)
        found = ideas(view, legal, judge, self.steward, self.effort.ideas)
        self._seat, self._tried = view.seat, found
        if len(found) < 2:
            self.reason = experience(view, found[0])
            return found[0].action
        rng = random.Random(self.rng.getrandbits(62))
        ranked = Search(view, judge, rng, self.effort).best(found)
        best = self._drawn(view, ranked)
        self.searched += 1
        self.changed += best is not found[0]
        self.reason = reason(view, best, found)
        return best.action

    def _drawn(self, view: View, ranked: list[Idea]) -> Idea:
        """The best; of battle plans about as good one by lot, so that nobody can count on it."""
        if step_of(view.stack[-1]) != steps.PLANS:
            return ranked[0]
        good = [idea for idea in ranked if idea.merit > ranked[0].merit - AS_GOOD]
        return good[int(self.rng.random() * len(good))]

    def wanted(self) -> tuple[dict[int, float], float]:
        """How much it wanted each action it tried last, and its chance as the trials saw it.

        For a network to imitate; a chance of less than nothing says that nothing was tried.
        """
        best = max(self._tried, key=lambda idea: idea.merit)
        odds = {idea.action: math.exp((idea.merit - best.merit) / KEEN) for idea in self._tried}
        total = sum(odds.values())
        shares = {int(action): odd / total for action, odd in odds.items()}
        return shares, best.mean(self._seat) if best.endings else -1.0

    # --- contracts -------------------------------------------------------------------------

    def answer_offer(self, view: View, offer: Contract, mood: Mood) -> Reply:
        reply = super().answer_offer(view, offer, mood)
        if reply.word == "accept":
            judge, rng = self._for_talk(view, int(offer.number))
            price = price_of_offer(view, int(offer.number), judge, rng)
            return second_thought(view, offer, reply, price)
        if reply.word == "counter":
            return second_thought(view, offer, reply, self._price(view, reply.line))
        return reply

    def make_offer(self, view: View, mood: Mood) -> Reply | None:
        reply = super().make_offer(view, mood)
        if reply is None or not helps_all(view, reply.line, self._price(view, reply.line)):
            return None
        return reply

    def _price(self, view: View, line: str) -> Price | None:
        return price_of_line(view, line, *self._for_talk(view, 0))

    def _for_talk(self, view: View, number: int) -> tuple[Judge, random.Random]:
        """Talk draws from lots of its own, so that it changes no move by itself."""
        luck = f"{self.seed} {view.turn} {view.round} {number}"
        return Judge(self.network), random.Random(luck)


def usual_effort(rows: int = Effort.rows) -> Effort:
    """As much thought as takes less than a second on one core, compiled or not."""
    return Effort(rows if COMPILED else max(LEAST_ROWS, rows // PLAIN_SHARE))
