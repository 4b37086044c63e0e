"""Bots by name, and bots from anywhere by module and class."""

import logging
from importlib import import_module
from typing import Final, Protocol, cast

from dragondune.bots.arena.guest import Guest, installed
from dragondune.bots.base import Bot
from dragondune.bots.random_bot import RandomBot
from dragondune.bots.steward.steward import Steward
from dragondune.bots.warlord.warlord import Warlord

LEVEL_NAMES: Final = ("beginner", "casual", "skilled", "expert", "champion")  # weakest first
LEARNED: Final = ("network", *LEVEL_NAMES)  # who needs the network
BOT_NAMES: Final = ("random", "steward", "warlord", *LEARNED)
"""The bots that can be named everywhere, from those that play at random to those that learned."""
# Who sits down for a level where numpy is missing, which the network is reckoned with
STAND_INS: Final = {"expert": "warlord:8", "champion": "warlord"}
_NEEDED_BY_LEVELS: Final = ("numpy", "librt")
_LOG: Final = logging.getLogger(__name__)
_told: set[str] = set()  # what is missing is told once


class _MakesLevels(Protocol):
    """What ``dragondune.champion.levels`` has for us; it is loaded when it is wanted."""

    def make_level(self, name: str, seed: int, rows: int = 0) -> Bot:
        """The player of a level."""


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; ``warlord:40`` thinks with 40 simulations a decision instead of a clock.

    ``champion:1000`` asks its network about as many positions for a decision.
    ``package.module:Class`` is anybody's own bot, made with a seed, and so is a name that an
    installed package gave to one; they play as guests (``guest.py``).
    """
    kind, colon, number = name.partition(":")
    if colon and kind not in BOT_NAMES:
        return Guest(seed, name)
    if kind not in BOT_NAMES and name in installed():
        return Guest(seed, installed()[name], name)
    if kind not in BOT_NAMES:
        there = ", ".join([*BOT_NAMES, *installed()])
        raise ValueError(
            f"There is no bot {name!r}; there are {there}, and any of your own as module:Class."
        )
    if kind == "warlord":
        return Warlord(seed, simulations=_trials(name, number) if colon else 0)
    if colon and kind != "champion":
        raise ValueError(
            f"There is no bot {name!r}: only the warlord takes a number (warlord:8), "
            "and the champion (champion:1000)."
        )
    if kind in LEARNED:
        return _of_level(kind, seed, _trials(name, number) if colon else 0)
    return RandomBot(seed) if kind == "random" else Steward(seed)


def _of_level(kind: str, seed: int, rows: int) -> Bot:
    """A player of a level; where numpy is missing somebody else sits down, and the log says so."""
    try:
        levels = cast(_MakesLevels, import_module("dragondune.champion.levels"))
    except ModuleNotFoundError as missing:
        if str(missing.name).split(".")[0] not in _NEEDED_BY_LEVELS:
            raise
        return make_bot(_stand_in(kind, str(missing.name)), seed)
    return levels.make_level(kind, seed, rows)


def _stand_in(kind: str, missing: str) -> str:
    name = STAND_INS.get(kind, "steward")
    if kind not in _told:
        _told.add(kind)
        _LOG.warning(
            "The package %s is not installed, which the bot %s needs (pip install "
            "'dragon-dune[train]'): a %s sits down in its place.",
            *(missing, kind, name),
        )
    return name


def _trials(name: str, number: str) -> int:
    """The number behind ``warlord:``, written in one way only: a name is a name in every table."""
    if number.isascii() and number.isdecimal() and not number.startswith("0"):
        return int(number)
    raise ValueError(
        f"There is no bot {name!r}: behind '{name.partition(':')[0]}:' stands how many trials it "
        "gets for a decision, a whole number from 1 upwards (warlord:8)."
    )
