"""What every bot is: a name, a choice among legal actions, and a sentence about the last one."""

import random

from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.model.contracts import Contract
from dragondune.subclassing import mypyc_attr
from dragondune.views.view import View

Asked = tuple["Bot", View, list[int]]  # a bot, what it sees, and what it may choose


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """One player. Given its seed and the same views it makes the same choices again.

    Attributes:
        name: What people and commands call it.
        rng: Its own luck, from its seed.
        seed: The seed it was made with.
        reason: A sentence about its last choice, which ``choose`` may leave here.
        failed: How it has lost its game before the end, if it has.
        talks_always: Does it want to make offers in every round, not in those of buying alone?
        gathers: Does it ask somebody who can answer many games at once (``asks``)?
    """

    name = "bot"
    talks_always = False
    gathers = False

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.reason = ""
        self.failed = ""

    def __reduce__(self) -> tuple[object, ...]:
        # Compiled, only the attributes declared here are pickled; those of a class written
        # elsewhere are in its dictionary.
        return made_again, (type(self), self.__getstate__(), getattr(self, "__dict__", None))

    def choose(self, view: View, legal: list[int]) -> int:
        """One of the legal actions. The decision is the top of ``view.stack``."""
        raise NotImplementedError

    def asks(self, view: View) -> object:
        """Whom it asks about this decision, where bots of many games can be asked for at once.

        None where it thinks for itself. Bots that name the same object answer in ``choose_together``.
        """
        return None

    def choose_together(self, asked: list[Asked]) -> list[int]:
        """What these bots choose, itself among them: each what ``choose`` would have answered."""
        return [bot.choose(view, legal) for bot, view, legal in asked]

    def anytime(self, view: View, legal: list[int]) -> int | None:
        """A free action (a look at a hand, a gift) at a quiet moment, or None."""
        return None

    def answer_offer(self, view: View, offer: Contract, mood: Mood) -> Reply:
        """Accept, refuse or counter a contract that is offered to this seat [B6], and why."""
        return Reply(f"refuse {int(offer.number)}", "No: I sign nothing.")

    def make_offer(self, view: View, mood: Mood) -> Reply | None:
        """A contract this seat wants to offer now [B6], or None."""
        return None

    def explain(self) -> str:
        """One sentence for a person about the last choice."""
        return self.reason or "Nothing was decided yet."


def made_again(kind: type[Bot], state: object, own: dict[str, object] | None) -> Bot:
    """A bot out of what was pickled of it."""
    bot = kind.__new__(kind)
    if hasattr(bot, "__setstate__"):
        bot.__setstate__(state)
    if own:
        bot.__dict__.update(own)
    return bot
