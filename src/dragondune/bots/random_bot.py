"""``random``: any legal action, each as likely."""

from dragondune.bots.base import Bot
from dragondune.views.view import View


class RandomBot(Bot):
    """The yardstick that every other bot has to beat by far."""

    name = "random"

    def choose(self, view: View, legal: list[int]) -> int:
        self.reason = f"I drew one of {len(legal)} choices by lot."
        return legal[int(self.rng.random() * len(legal))]
