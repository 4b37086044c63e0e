"""Bots by name."""

from typing import Final

from dragondune.bots.base import Bot
from dragondune.bots.random_bot import RandomBot
from dragondune.bots.steward import Steward

BOT_NAMES: Final = ("random", "steward", "warlord")


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; ``warlord:40`` thinks with 40 simulations a decision instead of a clock."""
    kind = name.partition(":")[0]
    if kind == "random":
        return RandomBot(seed)
    if kind == "steward":
        return Steward(seed)
    raise ValueError(f"There is no bot {name!r}; there are {', '.join(BOT_NAMES)}.")
