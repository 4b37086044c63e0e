"""``random``: any legal action, each as likely."""

from dragondune.bots.base import Bot
from dragondune.subclassing import mypyc_attr
from dragondune.views.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(Bot):
    """The yardstick that every other bot has to beat by far."""

    name = "random"

    def choose(self, view: View, legal: list[int]) -> int:
        self.reason = f"I drew one of {len(legal)} choices by lot."
        return legal[int(self.rng.random() * len(legal))]
