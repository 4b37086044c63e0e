"""Bots from outside, most of them bad guests."""

import os
import time

from dragondune import Action
from dragondune.bots.base import Bot
from dragondune.views.view import View


class Polite(Bot):
    """Takes the last of its choices, and remembers how often it was asked."""

    asked = 0

    def choose(self, view: View, legal: list[int]) -> int:
        self.asked += 1
        self.reason = f"This is my choice number {self.asked}."
        print("a guest may print what it likes")
        return legal[-1]


class Raises(Polite):
    """Breaks down at its third choice."""

    def choose(self, view: View, legal: list[int]) -> int:
        if self.asked == 2:
            raise KeyError("no plan")
        return super().choose(view, legal)


class Stumbles(Raises):
    """Breaks down likewise, in a process of its own."""


class Hangs(Polite):
    """Never comes to a decision."""

    def choose(self, view: View, legal: list[int]) -> int:
        time.sleep(600)
        return legal[0]


class Cheats(Polite):
    """Orders what nobody may."""

    def choose(self, view: View, legal: list[int]) -> int:
        return max(legal) + 1


class Muddles(Polite):
    """Answers with an action instead of its number."""

    def choose(self, view: View, legal: list[int]) -> int:
        return Action.parse("pass")  # type: ignore[return-value]


class Quits(Polite):
    """Ends its process."""

    def choose(self, view: View, legal: list[int]) -> int:
        os._exit(3)
