"""The small words of the position notation: factions, cards and places in sets and lists."""

import re
from typing import Final

from dragondune.model.action_text import (
    card_text,
    read_card,
    read_faction,
    read_number,
    read_territory,
    territory_text,
)
from dragondune.model.board import NOWHERE, territories_in
from dragondune.model.cards import NO_CARD, cards_in
from dragondune.model.factions import FACTION_LETTERS, FACTION_NAMES, NOBODY
from dragondune.model.state import State

# Plain fields of the state by the kind of their value; they keep the state's own names.
NUMBERS: Final = {
    "turn": 99,
    "round": 7,
    "dragon": 18,
    "cards_left": 4,
    "bidder": 99,
    "high_bid": 1023,
    "passes": 99,
    "disbanded": 1,
    "reach_bonus": 99,
    "moves_left": 99,
    "steered": 31,
    "miracles": 3,
    "lent": 1 << 12,
    "blessed": 99,
    "combat_losses": 10**6,
    "way": 99,
    "draws": 10**15,
}
ONE_FACTION: Final = ("high_bidder", "attacker", "defender", "victor")
FACTION_SETS: Final = ("rights_used", "hire_stopped", "turns_taken", "looked", "winners")
ONE_TERRITORY: Final = ("red_at", "place")
TERRITORY_SETS: Final = ("trolls", "broken")
ONE_CARD: Final = ("sale", "event_first", "event_second")
PLAIN: Final = (
    *NUMBERS,
    *TERRITORY_SETS,
    *FACTION_SETS,
    *ONE_FACTION,
    *ONE_TERRITORY,
    *ONE_CARD,
)

CARD_PATTERN: Final = r"(?:10|[A2-9JQK])[♣♦♥♠CDHS]"
_CARD: Final = re.compile(CARD_PATTERN, re.IGNORECASE)


def letters(mask: int) -> str:
    """A set of factions: ``EO``."""
    return "".join(FACTION_LETTERS[f] for f in range(4) if mask >> f & 1)


def read_factions(text: str) -> list[int]:
    """Letters in a row, or names with commas; nobody twice."""
    words = text.split(",") if "," in text or text.lower() in FACTION_NAMES else [*text]
    found = [read_faction(word) for word in words]
    if len(set(found)) < len(found):
        raise ValueError(f"{text!r} names a faction twice")
    return found


def cards_text(cards: list[int]) -> str:
    """Cards in a row: ``A♣4♥10♠``."""
    return "".join(card_text(card) for card in cards)


def read_cards(text: str) -> list[int]:
    """Cards in a row: ``A♣4♥10♠``, no card twice."""
    if _CARD.sub("", text):
        raise ValueError(f"{text!r} are no cards; write them like A♣4♥10♠")
    found = [read_card(word) for word in _CARD.findall(text)]
    for card in found:
        if found.count(card) > 1:
            raise ValueError(f"{card_text(card)} is named twice")
    return found


def read_card_set(text: str) -> int:
    """Cards in a row, as a set."""
    return sum(1 << card for card in read_cards(text))


def places_text(mask: int, between: str) -> str:
    """A set of territories: ``3★,9•``."""
    return between.join(territory_text(t) for t in territories_in(mask))


def read_places(text: str, between: str) -> int:
    """A set of territories."""
    mask = 0
    for word in text.split(between) if text else []:
        mask |= 1 << read_territory(word)
    return mask


def each(text: str) -> list[tuple[int, str]]:
    """``O:this,E:that`` as pairs of a faction and its word."""
    found: list[tuple[int, str]] = []
    for part in text.split(",") if text else []:
        name, colon, value = part.partition(":")
        if not colon:
            raise ValueError(f"{part!r} needs a faction and a colon before it, like O:{part}")
        found.append((read_faction(name), value))
    if len({f for f, _ in found}) < len(found):
        raise ValueError(f"{text!r} names a faction twice")
    return found


def each_text(words: list[str]) -> str:
    """The four factions' words, without the empty ones."""
    return ",".join(f"{FACTION_LETTERS[f]}:{words[f]}" for f in range(4) if words[f])


def plain_text(s: State, key: str) -> str:
    """The value of a plain field."""
    value: int = getattr(s, key)
    if key in ONE_FACTION:
        return "nobody" if value == NOBODY else FACTION_LETTERS[value]
    if key in FACTION_SETS:
        return letters(value)
    if key in ONE_TERRITORY:
        return "nowhere" if value == NOWHERE else territory_text(value)
    if key in TERRITORY_SETS:
        return places_text(value, ",")
    return card_text(value) if key in ONE_CARD else str(value)


def read_plain(key: str, text: str) -> int:
    """A plain field's value."""
    if key in ONE_FACTION:
        return NOBODY if text == "nobody" else read_faction(text)
    if key in FACTION_SETS:
        return sum(1 << f for f in read_factions(text))
    if key in ONE_TERRITORY:
        return NOWHERE if text == "nowhere" else read_territory(text)
    if key in TERRITORY_SETS:
        return read_places(text, ",")
    if key in ONE_CARD:
        return read_card(text)
    if key == "dragon" and text == "0":
        raise ValueError("the dragon marker stands on a number from 1 to 18")
    return read_number(text, NUMBERS[key])


def mask_of(cards: list[int]) -> int:
    """A list of cards as a set; no card stands for none."""
    mask = 0
    for card in cards:
        if card != NO_CARD:
            if mask >> card & 1:
                apart(mask, 1 << card)
            mask |= 1 << card
    return mask


def apart(some: int, others: int) -> None:
    """Complain about a card in two places."""
    if some & others:
        raise ValueError(f"{card_text(cards_in(some & others)[0])} is in two places")


def belong(cards: int, kind: int) -> None:
    """Complain about a card of the wrong kind."""
    for card in cards_in(cards & ~kind):
        raise ValueError(f"{card_text(card)} does not belong there")
