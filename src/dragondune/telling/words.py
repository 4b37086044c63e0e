"""The small change of language: names, numbers, plurals, colours of the terminal."""

import re
from collections.abc import Sequence
from typing import Final

from dragondune.model.board import NAMES, OF_NUMBER, territories_in
from dragondune.model.cards import COLOUR, NO_CARD, RANK, RED, card_name
from dragondune.model.plurals import count as count
from dragondune.model.plurals import units as units

FACTIONS: Final = ("Dwarves", "Elves", "Goblins", "Orcs")
ADJECTIVES: Final = ("Dwarven", "Elven", "Goblin", "Orcish")
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_COUNTS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

# ANSI: one colour for each faction, and a few for the board
STYLES: Final = {
    "dwarves": "\033[1;31m",
    "elves": "\033[1;36m",
    "goblins": "\033[1;33m",
    "orcs": "\033[1;32m",
    "lake": "\033[34m",
    "gold": "\033[33m",
    "alarm": "\033[1;35m",
    "title": "\033[1m",
    "quiet": "\033[2m",
}
_PLAIN: Final = "\033[0m"
_FACTION_WORD: Final = re.compile(r"\b(Dwar(?:ves|ven)|El(?:ves|ven)|Goblins?|Orc(?:s|ish))\b")
_STYLE_OF_INITIAL: Final = {"D": "dwarves", "E": "elves", "G": "goblins", "O": "orcs"}


def styled(text: str, style: str) -> str:
    """Text in a colour; the plain text for no style."""
    return f"{STYLES[style]}{text}{_PLAIN}" if style else text


def with_faction_colours(text: str) -> str:
    """Every faction's name in its colour."""

    def paint(found: re.Match[str]) -> str:
        return styled(found.group(), _STYLE_OF_INITIAL[found.group()[0]])

    return _FACTION_WORD.sub(paint, text)


def the(faction: int) -> str:
    """``the Orcs``, inside a sentence."""
    return f"the {FACTIONS[faction]}" if 0 <= faction < 4 else "nobody"


def The(faction: int) -> str:  # noqa: N802 - the capital is the point
    """``The Orcs``, at the head of a sentence."""
    return f"The {FACTIONS[faction]}" if 0 <= faction < 4 else "Nobody"


def factions_in(mask: int) -> list[int]:
    """The factions of a set."""
    return [f for f in range(4) if mask >> f & 1]


def capital(text: str) -> str:
    """The same with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def varied(choices: Sequence[str], *numbers: int) -> str:
    """One of several ways to say it: always the same one for the same numbers."""
    return choices[sum(numbers) % len(choices)]


def troops(faction: int, number: int) -> str:
    """``3 Orcish units``."""
    return f"{number} {ADJECTIVES[faction]} unit{'' if number == 1 else 's'}"


def gold(number: int) -> str:
    """``3 gold``."""
    return f"{number} gold"


def in_words(number: int) -> str:
    """``five``; digits beyond twelve."""
    return _COUNTS[number] if 0 <= number < len(_COUNTS) else str(number)


def ordinal(number: int) -> str:
    """``third``; digits beyond the eighth."""
    return _ORDINALS[number - 1] if 0 < number <= len(_ORDINALS) else f"{number}th"


def place(territory: int) -> str:
    """``10★``; what is nowhere has no name."""
    return NAMES[territory] if 0 <= territory < len(NAMES) else "nowhere"


def places_of_number(number: int) -> str:
    """Where the dragon marker stands: ``8 and 8•``."""
    return listed([NAMES[t] for t in territories_in(OF_NUMBER[number])])


def element(card: int) -> str:
    """``Fire`` for red cards, ``Ice`` for black ones."""
    return "Fire" if COLOUR[card] == RED else "Ice"


def artifact(card: int) -> str:
    """``6♥ (Fire)``; an ace is no artifact of an element but a special card."""
    if card == NO_CARD or not 0 <= card < 52:
        return "no artifact"
    return f"{card_name(card)} ({'special' if RANK[card] == 1 else element(card)})"
