"""Bots by name."""

from typing import Final

from dragondune.bots.base import Bot
from dragondune.bots.random_bot import RandomBot
from dragondune.bots.steward import Steward
from dragondune.bots.warlord import Warlord

BOT_NAMES: Final = ("random", "steward", "warlord")


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; ``warlord:40`` thinks with 40 simulations a decision instead of a clock."""
    kind, _, setting = name.partition(":")
    if kind == "random":
        return RandomBot(seed)
    if kind == "steward":
        return Steward(seed)
    if kind == "warlord" and (not setting or setting.isdigit()):
        return Warlord(seed, simulations=int(setting or 0))
    raise ValueError(f"There is no bot {name!r}; there are {', '.join(BOT_NAMES)}.")
