"""The 52 cards of a game: what each is for, in a few words that fit on it [A6, A11-A13]."""

from dataclasses import dataclass
from typing import Final

from dragondune.model.cards import (
    ARTIFACTS,
    CARD_NAMES,
    COLOUR,
    EVENTS,
    JACK,
    KING,
    QUEEN,
    RANK,
    RED,
    SUIT_SIGNS,
    card,
)
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.ruleset import (
    BREAK_WALLS,
    CHAOS_MONSTER,
    DENY_DISBAND_OF_ALLY,
    DENY_EARLY_DISBAND,
    DENY_EXCHANGE,
    DENY_QUESTION,
    DENY_QUESTION_OF_ALLY,
    DENY_RED_DRAGON,
    EMPTY_GRAVES,
    EXTRA_MOVE,
    HONEST_QUESTION,
    STEER_DRAGONS,
    TWO_ACES,
    Ruleset,
)
from dragondune.printing import pictures
from dragondune.rules import reckoning

SPECIAL: Final = {
    EXTRA_MOVE: "move a second time",
    HONEST_QUESTION: "ask for an honest answer",
    CHAOS_MONSTER: "call the chaos monster",
    BREAK_WALLS: "break a castle’s walls",
    STEER_DRAGONS: "steer the dragons",
    EMPTY_GRAVES: "take two units out of your graveyard",
}
DENIED: Final = {
    DENY_QUESTION: "the Elves’ question",
    DENY_RED_DRAGON: "the Orcs’ escape from the Red Dragon",
    DENY_EARLY_DISBAND: "the Goblins’ early disbanding",
    DENY_EXCHANGE: "the Dwarves’ exchange",
}
# Where their allies have that too, it can be stopped as well [D6, D8].
DENIED_TO_ALLIES: Final = {
    DENY_QUESTION_OF_ALLY: (DENY_QUESTION, "a battle question"),
    DENY_DISBAND_OF_ALLY: (DENY_EARLY_DISBAND, "early disbanding"),
}


ACE_WORDS: Final = {
    reckoning.ACE_PAYS: "Pay for an artifact you won",
    reckoning.ACE_HIRES: "Hire at half price",
    reckoning.ACE_MOVES_AGAIN: "Move a second time",
    reckoning.ACE_MOVES_FARTHER: "Move one territory farther",
    reckoning.ACE_HIDES: "Hide your units of one territory",
    reckoning.ACE_FIGHTS: "Fight as an artifact of value 1",
}


@dataclass(frozen=True)
class Card:
    """A card as printed: ``lines`` below its title."""

    name: str
    deck: str
    title: str
    lines: tuple[str, ...]
    picture: str

    @property
    def red(self) -> bool:
        """Hearts and diamonds."""
        return self.name[-1] in "♦♥"


def ace_uses(rules: Ruleset) -> list[str]:
    """What anybody can do with an ace in this game [D1-D9, O7-O11]."""
    uses = [ACE_WORDS[use] for use in reckoning.ace_uses(rules) if use in ACE_WORDS]
    denied = DENIED | {
        bit: words for also, (bit, words) in DENIED_TO_ALLIES.items() if rules.denials & also
    }
    stopped = [words for bit, words in denied.items() if rules.denials & bit]
    if stopped:
        uses.append(f"Stop {', '.join(stopped[:-1])} or {stopped[-1]}")
    uses.append("Your faction’s own use")
    twice = [words for which, words in SPECIAL.items() if rules.special[which] == TWO_ACES]
    uses += [f"Two aces: {words}" for words in twice]
    return uses


def _special_use(rules: Ruleset, index: int) -> str:
    for which, words in SPECIAL.items():
        if rules.special[which] == 2 + index:
            return f"Or discard it to {words}"
    return ""


def _artifact(rules: Ruleset, index: int, elements: bool) -> Card:
    fire = COLOUR[index] == RED
    if elements:
        kind, picture = ("Fire", pictures.flame()) if fire else ("Ice", pictures.crystal())
    else:
        kind, picture = "Red" if fire else "Black", pictures.gem(fire)
    if RANK[index] == 1:
        return Card(CARD_NAMES[index], "artifact", "Ace", tuple(ace_uses(rules)), "")
    lines = [f"Artifact of value {RANK[index]}"]
    if special := _special_use(rules, index):
        lines.append(special)
    return Card(CARD_NAMES[index], "artifact", kind, tuple(lines), picture)


def _event(rules: Ruleset, index: int) -> Card:
    place, gold = pictures.event_gold(rules)[CARD_NAMES[index]]
    lines = (f"{gold} gold",)
    return Card(CARD_NAMES[index], "event", f"Territory {place}", lines, pictures.small_map(place))


def _court(rules: Ruleset, rank: int, suit: int) -> Card:
    faction = FACTION_NAMES[rules.suits.index(suit)]
    name = CARD_NAMES[card(suit, rank)]
    if rank == KING:
        lines = ("Your graveyard: lay your lost units on it",)
        return Card(name, "court", f"{faction.capitalize()}", lines, pictures.unit(faction))
    if rank == QUEEN:
        lines = (f"Your traitor among the {faction.capitalize()}",)
        return Card(name, "court", "Usurper", lines, pictures.unit(faction))
    sign = SUIT_SIGNS[suit]
    ink = pictures.suit_colour(sign)
    shown = pictures.svg(pictures.text(0, 20, 58, sign, ink, 'text-anchor="middle"'))
    return Card(name, "court", "Sabotage", (f"You have sabotaged the artifacts of {sign}",), shown)


def artifacts(rules: Ruleset, elements: bool) -> list[Card]:
    """24 cards. ``elements``: this game calls red Fire and black Ice [A12]."""
    order = sorted(ARTIFACTS, key=lambda index: (RANK[index], index))
    return [_artifact(rules, index, elements) for index in order]


def events(rules: Ruleset) -> list[Card]:
    """16 cards."""
    order = sorted(EVENTS, key=lambda index: (RANK[index], index))
    return [_event(rules, index) for index in order]


def courts(rules: Ruleset) -> list[Card]:
    """12 cards: Kings, Queens, Jacks."""
    return [_court(rules, rank, suit) for rank in (KING, QUEEN, JACK) for suit in range(4)]


def decks(rules: Ruleset, elements: bool) -> dict[str, list[Card]]:
    """All cards by deck."""
    return {"artifact": artifacts(rules, elements), "event": events(rules), "court": courts(rules)}


def mapping(rules: Ruleset, elements: bool) -> list[tuple[str, str]]:
    """How a standard deck of playing cards serves instead of the printed cards."""
    suits = ", ".join(
        f"{SUIT_SIGNS[rules.suits[f]]} {name.capitalize()}" for f, name in enumerate(FACTION_NAMES)
    )
    named = " Red (♥ ♦) is Fire, black (♠ ♣) is Ice." if elements else ""
    return [
        ("A, 2–6", f"The artifact deck, 24 cards. Aces are special cards.{named}"),
        ("7–10", "The event deck, 16 cards: see the table."),
        ("J", "Four Jacks, dealt face down, one to each player: the sabotaged suit."),
        ("Q", "Four Queens, dealt face down, one to each player: the usurped faction."),
        ("K", f"Each faction’s King, face up, is its graveyard. {suits}."),
        ("Jokers", "Not used."),
    ]
