"""A page about each faction, true to the chosen rules: what you have, how you win, what to watch.

The texts stand in ``guides/``. Their numbers and their conditions come from the ruleset itself, so
an option that changes an answer changes the guide too.
"""

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dragondune.booklet.layout import flow, joined
from dragondune.editions.build import build, title_of
from dragondune.model import constants
from dragondune.model.cards import SUIT_SIGNS
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME, ORCS
from dragondune.model.powers import POWER_NAMES
from dragondune.model.ruleset import (
    ASK_VALUE,
    DENY_EARLY_DISBAND,
    DENY_QUESTION,
    DENY_RED_DRAGON,
    OMEN_DISCARD_COLOUR,
    OMEN_RED,
    PLUNDER_FOR_VALUE,
    Ruleset,
)

FOLDER: Final = Path(__file__).resolve().parent / "guides"
SECTIONS: Final = {
    "have": "What you have",
    "ally": "What your ally gets",
    "win": "How you win",
    "watch": "Three things to watch",
}
# The same in every edition, as the rules reckon with them.
CONSTANTS: Final = {
    "castle_price": constants.CASTLE_PRICE,
    "land_price": constants.LAND_PRICE,
    "reach": constants.MOVEMENT,
    "orc_reach": constants.LONG_MOVEMENT,
    "griffin_reach": constants.GRIFFIN_MOVEMENT,
    "special_revive": constants.RAISED_BY_CARD,
    "ace_places": constants.PLACED_BY_ACE,
}
DENIALS: Final = {
    "question": DENY_QUESTION,
    "dragon": DENY_RED_DRAGON,
    "disband": DENY_EARLY_DISBAND,
}


@dataclass(frozen=True)
class Item:
    """One sentence, and the rules it rests on."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    name: str
    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Guide:
    """The page about one faction in one game."""

    faction: str
    edition: str
    edition_title: str
    title: str
    line: str
    sections: tuple[Section, ...]


def guide(faction: str, edition: str, options: Iterable[str] = ()) -> Guide:
    """The guide to a faction; ValueError for what is not known."""
    if faction not in FACTION_OF_NAME:
        known = ", ".join(FACTION_NAMES)
        raise ValueError(f"There is no faction {faction!r}; there are {known}.")
    options = tuple(options)
    rules = build(edition, options)
    f, text = FACTION_OF_NAME[faction], _texts(faction)
    sections = [
        Section(name, title, _items(text.get(name, []), rules, f))
        for name, title in SECTIONS.items()
    ]
    return Guide(
        faction,
        edition,
        title_of(edition, options),
        text["people"],
        text["line"],
        tuple(section for section in sections if section.items),
    )


@lru_cache(maxsize=4)
def _texts(faction: str) -> dict[str, Any]:
    text = tomllib.loads((FOLDER / f"{faction}.toml").read_text(encoding="utf-8"))
    text["have"] = [*text["have"], SUIT]
    text["win"] = [*COMMON, *text["win"]]
    return text


SUIT: Final[dict[str, Any]] = {
    "text": "Your suit is {suit}: whoever holds the Queen of {suit} has a traitor among you.",
    "rules": ["A6", "V7"],
}
COMMON: Final[list[dict[str, Any]]] = [
    {
        "text": "Hold {castles} castles at the end of a turn. There are {turns} turns at most.",
        "rules": ["VII1", "A1"],
        "if": ["not field allied_victory"],
    },
    {
        "text": "Hold {castles} castles at the end of a turn, or {allied_castles} together with an "
        "ally. There are {turns} turns at most.",
        "rules": ["VII1", "A1"],
        "if": ["field allied_victory"],
    },
]


def guide_text(page: Guide, width: int) -> str:
    """The page as text, each sentence with its rules."""
    out = [f"# {page.title}: {page.edition_title}", "", *flow(page.line, width), ""]
    for section in page.sections:
        out += [f"## {section.title}", ""]
        for item in section.items:
            out += flow(f"{item.text} [{', '.join(item.rules)}]", width, "  ", "- ")
        out += [""]
    return joined(out)


def _items(entries: list[dict[str, Any]], rules: Ruleset, f: int) -> tuple[Item, ...]:
    facts = numbers(rules, f)
    return tuple(
        Item(entry["text"].format(**facts), tuple(entry["rules"]))
        for entry in entries
        if all(holds(condition, rules, f) for condition in entry.get("if", ()))
    )


def numbers(rules: Ruleset, f: int) -> dict[str, object]:
    """Every number that a guide may speak of."""
    return CONSTANTS | {
        "gold": rules.gold[f],
        "units": rules.units[f],
        "placed": rules.placed[f],
        "artifacts": rules.artifacts[f],
        "suit": SUIT_SIGNS[rules.suits[f]],
        "hand_limit": rules.hand_limit[f],
        "common_limit": min(rules.hand_limit),
        "turns": rules.turns,
        "castles": rules.castles,
        "allied_castles": rules.allied_castles,
        "bonus_points": _count(rules.battle_bonus[f], "battle point"),
        "orc_bonus": rules.battle_bonus[ORCS],
        "elites": rules.elites[f],
        "elite_points": rules.elite_points,
        "unit_points": rules.unit_points,
        "revive": rules.revive_limit[f],
        "revive_free": _part(rules.revive_free[f], rules.revive_limit[f]),
        "conscripts": rules.conscripts[f],
        "ally_income": rules.ally_income,
        "seller_discount": rules.seller_discount,
        "ally_revive": rules.ally_revive_limit[f],
        "ally_revive_free": _part(rules.ally_revive_free[f], rules.ally_revive_limit[f]),
        "ally_conscripts": rules.ally_conscripts[f],
    }


def _count(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _part(n: int, of: int) -> str:
    return "all of them" if n >= of else f"{n} of them"


def holds(condition: str, rules: Ruleset, f: int) -> bool:
    """Is this so in these rules? ValueError for a condition that means nothing."""
    words = condition.split()
    if words[0] == "not":
        return not holds(" ".join(words[1:]), rules, f)
    kind, name = words
    known: dict[str, Callable[[], object]] = {
        "power": lambda: rules.powers[f] & POWER_NAMES[name],
        "ally": lambda: rules.ally_powers[f] & POWER_NAMES[name],
        "own": lambda: getattr(rules, name)[f],
        "field": lambda: getattr(rules, name),
        "denies": lambda: rules.denials & DENIALS[name],
        "omen": lambda: rules.omen in {"apart": (OMEN_RED, OMEN_DISCARD_COLOUR)}[name],
        "plunder": lambda: rules.plunder == {"value": PLUNDER_FOR_VALUE}[name],
        "asks": lambda: rules.questions & {"value": ASK_VALUE}[name],
    }
    try:
        return bool(known[kind]())
    except (KeyError, AttributeError) as error:
        raise ValueError(f"{condition!r} is no condition of a guide: {error}") from None
