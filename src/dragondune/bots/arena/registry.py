"""Bots by name, and bots from anywhere by module and class."""

from importlib import import_module
from typing import Final

from dragondune.bots.base import Bot
from dragondune.bots.random_bot import RandomBot
from dragondune.bots.steward.steward import Steward
from dragondune.bots.warlord.warlord import Warlord

BOT_NAMES: Final = ("random", "steward", "warlord")


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; ``warlord:40`` thinks with 40 simulations a decision instead of a clock.

    ``package.module:Class`` is anybody's own bot, made with a seed.
    """
    kind, colon, number = name.partition(":")
    if colon and kind not in BOT_NAMES:
        return _from_outside(name, kind, number)(seed)
    if kind not in BOT_NAMES:
        raise ValueError(f"There is no bot {name!r}; there are {', '.join(BOT_NAMES)}.")
    if kind == "warlord":
        return Warlord(seed, simulations=_trials(name, number) if colon else 0)
    if colon:
        raise ValueError(f"There is no bot {name!r}: only the warlord takes a number (warlord:8).")
    return RandomBot(seed) if kind == "random" else Steward(seed)


def _from_outside(name: str, module: str, word: str) -> type[Bot]:
    """The class that ``module:Class`` names; ValueError says why there is none."""
    try:
        found = getattr(import_module(module), word)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"There is no bot {name!r}: {error}.") from error
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise ValueError(f"There is no bot {name!r}: {word} is no class made from Bot.")
    return found


def _trials(name: str, number: str) -> int:
    """The number behind ``warlord:``, written in one way only: a name is a name in every table."""
    if number.isascii() and number.isdecimal() and not number.startswith("0"):
        return int(number)
    raise ValueError(
        f"There is no bot {name!r}: behind 'warlord:' stands how many trials it gets for a "
        "decision, a whole number from 1 upwards (warlord:8)."
    )
