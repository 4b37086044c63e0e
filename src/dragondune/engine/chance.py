"""Dice and shuffles: drawn from the game's seed, or read from a script.

Each result depends on the seed and on how many were drawn before, so a copy of a state goes on
with the same luck and a state needs no generator inside. Results are logged: a record replays
them and needs no random source.

A script is a list of results. A record holds them in full: ``[3]`` for a choice of one among
several, counted from 0, and all cards for a shuffle. A script written by hand (``engine/script.py``)
may also say ``[ON_TOP, 29]``, these cards are drawn first, and ``[]``, as luck will have it.
``[ASK]`` stops play with a ``ChanceDue``, for callers who decide chances themselves.
"""

from hashlib import blake2b
from typing import Final

from dragondune.ints import i64
from dragondune.model.cards import CARD_NAMES, cards_in
from dragondune.model.state import State

ON_TOP: Final = 63  # before cards: they lie on top of what is shuffled, or are what is drawn
SEATS: Final = 62  # before factions: the player order
ASK: Final = 61
_NO_CARDS: list[i64] = []


class ChanceDue(Exception):  # noqa: N818  # nothing went wrong
    """A chance has to be decided now: one of ``choices``, or, where they are 0, an order of ``cards``."""

    def __init__(self, choices: int, cards: list[int]) -> None:
        super().__init__(choices, cards)
        self.choices = choices
        self.cards = cards


def _luck(s: State) -> int:
    number = s.draws
    s.draws = number + 1
    return int.from_bytes(blake2b(f"{s.seed}/{number}".encode()).digest(), "big")


def _scripted(s: State, choices: i64, cards: list[i64]) -> list[int] | None:
    """The next result of the script; None where there is none, or where it leaves this to luck."""
    script = s.script
    if script is None or s.script_at >= len(script):
        return None
    s.script_at += 1
    result = script[s.script_at - 1]
    if not result:
        return None
    if result[0] == ASK:
        raise ChanceDue(choices, list(cards))
    return result


def _misfit(s: State, fault: str) -> ValueError:
    return ValueError(f"Chance {s.script_at} of the script does not fit: {fault}")


def _names(cards: list[i64]) -> str:
    return " ".join([CARD_NAMES[card] for card in cards])


def _due(s: State, cards: list[i64]) -> str:
    if not s.order:
        return "the player order is drawn now, written like OEDG."
    return f"a shuffle of {_names(cards)} is due now."


def _note(s: State, result: list[int]) -> None:
    if s.log is not None:
        s.log.chances.append(result)


def pick(s: State, choices: i64) -> i64:
    """A number from 0 to ``choices`` - 1, each as likely."""
    result = _scripted(s, choices, _NO_CARDS)
    if result is not None and (len(result) != 1 or not 0 <= result[0] < choices):
        raise _misfit(s, f"a number from 1 to {choices} is due now.")
    if result is None:
        many: int = choices  # the luck is wider than a machine integer
        result = [_luck(s) % many]
    _note(s, result)
    return result[0]


def roll(s: State) -> i64:
    """A six-sided die."""
    return pick(s, 6) + 1


def pick_card(s: State, cards: i64) -> i64:
    """A random card of a set; what is noted is its place in the set, counted from 0."""
    held = cards_in(cards)
    result = _scripted(s, len(held), _NO_CARDS)
    if result is None:
        result = [_luck(s) % len(held)]
    elif len(result) == 2 and result[0] == ON_TOP and result[1] in held:
        result = [held.index(result[1])]
    elif len(result) != 1 or not 0 <= result[0] < len(held):
        raise _misfit(s, f"one of {_names(held)} is drawn now.")
    _note(s, result)
    return held[result[0]]


def shuffle(s: State, cards: list[i64]) -> list[i64]:
    """The cards in a random order; the last one lies on top."""
    result = _scripted(s, 0, cards)
    if result is None:
        result = _shuffled(s, cards)
    elif result[0] == ON_TOP or result[0] == SEATS:
        result = _stacked(s, cards, result)
    elif sorted(result) != sorted(cards):
        raise _misfit(s, _due(s, cards))
    _note(s, result)
    return list(result)


def _shuffled(s: State, cards: list[i64]) -> list[int]:
    result = list(cards)
    luck = _luck(s)
    for last in range(len(result) - 1, 0, -1):
        luck, chosen = divmod(luck, last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result


def _stacked(s: State, cards: list[i64], result: list[int]) -> list[int]:
    """Those named on top, the last one uppermost; the others below as luck will have it."""
    named = result[1:]
    fits = (result[0] == SEATS) == (len(s.order) == 0)
    for card in named:
        if not fits or card not in cards:
            raise _misfit(s, _due(s, cards))
    if len(named) == len(cards):
        return named
    return [card for card in _shuffled(s, cards) if card not in named] + named
