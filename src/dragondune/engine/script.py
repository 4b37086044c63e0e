"""Scripts of chance, as people write them: ``chances=4,-,4♥6♣`` or ``chances=[4, None, "4♥6♣"]``.

A number is what a die shows, or which one of several is taken, counted from 1. Cards are what is
drawn, or lie on top of what is shuffled, the last one uppermost. Letters are the player order. A
dash, or None, leaves that one to luck. When the script is at its end, luck goes on from the seed.
"""

import re
from collections.abc import Iterable
from typing import Final

from dragondune.engine.chance import ON_TOP, SEATS
from dragondune.engine.notation_words import cards_text, read_cards, read_factions
from dragondune.model.factions import FACTION_LETTERS
from dragondune.model.state import State

Chance = int | str | None
LUCK: Final = "-"
_SEATS: Final = re.compile(r"[DEGO]{4}", re.IGNORECASE)
_MOST: Final = 60


def read_script(results: Iterable[Chance]) -> list[list[int]]:
    """A script as the engine holds it; ValueError names the result that nothing could be."""
    if isinstance(results, str):
        return [_read_result(word) for word in results.split(",")] if results else []
    return [_read_result(result) for result in results]


def _read_result(result: Chance) -> list[int]:
    word = LUCK if result is None else str(result).replace("\ufe0f", "").strip()
    if word == LUCK:
        return []
    if word.isdecimal() and 1 <= int(word) <= _MOST:
        return [int(word) - 1]
    if _SEATS.fullmatch(word):
        return [SEATS, *read_factions(word)]
    cards = read_cards(word) if word else []
    if not cards:
        raise ValueError(f"{word!r} is no result; write a number, cards like 4♥6♣, or - for luck")
    return [ON_TOP, *cards]


def chances_text(results: Iterable[Chance]) -> str:
    """A script in one line, as a position holds it."""
    return ",".join(_result_text(result) for result in read_script(results))


def script_text(s: State) -> str:
    """What is left of a script; empty where nothing is, or where a record is being replayed."""
    left = [] if s.script is None else s.script[s.script_at :]
    if any(len(result) > 1 and result[0] not in (ON_TOP, SEATS) for result in left):
        return ""
    return ",".join(_result_text(result) for result in left)


def _result_text(result: list[int]) -> str:
    if not result:
        return LUCK
    if result[0] == SEATS:
        return "".join(FACTION_LETTERS[f] for f in result[1:])
    return cards_text(result[1:]) if result[0] == ON_TOP else str(result[0] + 1)
