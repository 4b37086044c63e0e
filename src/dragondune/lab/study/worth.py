"""What can be taken away from a game's rules, one thing at a time, to see what it is worth.

A power that a faction has is switched off. A number in which a faction stands above the most common
one among the four (a battle bonus, free graves) is set to that. What an ace can do is forbidden. What
a table has added to its book (an option, a house rule) is taken back; an option of the book that is not
in force is put into force instead, and its worth is what that brings.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dragondune.editions.build import build, is_house_rule, offered
from dragondune.editions.house import (
    GROUPS,
    KNOBS,
    Knob,
    is_house_setting,
    is_title,
    read_setting,
)
from dragondune.editions.options import OPTIONS
from dragondune.lab.study.grid import TAKEN_BACK, Rules, is_sound
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.powers import ASKS, BY_ACE, COMMON
from dragondune.model.ruleset import Ruleset

POWER: Final = "power"
ALLY: Final = "for an ally"
ACE: Final = "ace"
OPTION: Final = "option"
CHANGE: Final = "change of the book"
# Numbers by which one faction differs from the others because of a power of its own.
GIFTS: Final = (
    *("battle_bonus", "elites", "graves", "free_graves", "hand_limit", "artifacts", "conscripts"),
)
ALLY_GIFTS: Final = ("ally_conscripts", "ally_graves", "ally_free_graves")
ACE_USES: Final = {"ace_hides": "no", "ace_fights": "no"}


@dataclass(frozen=True)
class Item:
    """One thing a game could do without, or with."""

    variant: str
    title: str
    kind: str
    owner: str  # the faction whose it is; empty where it is everybody's
    adds: bool = False  # an option that the variant puts into force


def items(rules: Rules) -> list[Item]:
    """Everything whose worth can be measured under these rules."""
    built = build(*rules)
    found = [*_powers(built), *_gifts(built), *_aces(built), *_beyond_the_book(rules)]
    return [item for item in found if is_sound(rules, item.variant)]


def _powers(rules: Ruleset) -> Iterator[Item]:
    for group, kind in (("Powers", POWER), ("Powers that an ally gets", ALLY)):
        for knob in GROUPS[group]:
            for f, name in enumerate(FACTION_NAMES):
                if knob.written(rules, f) == "on" and not knob.bit & COMMON:
                    sort = ACE if knob.bit & BY_ACE else kind
                    yield Item(f"{knob.name}.{name}=off", _called(knob), sort, name)


def _called(knob: Knob) -> str:
    """What stands between the quotation marks of a power's title, or the whole title."""
    inside = knob.title.partition("“")[2].rstrip("”")
    return inside or knob.title[0].upper() + knob.title[1:]


def _gifts(rules: Ruleset) -> Iterator[Item]:
    for key in GIFTS:
        knob = KNOBS[key]
        each = [int(knob.written(rules, f)) for f in range(len(FACTION_NAMES))]
        usual = Counter(each).most_common(1)[0][0]
        for name, has in zip(FACTION_NAMES, each, strict=True):
            if has > usual:
                title = f"{_called(knob)}: {has} instead of {usual}"
                yield Item(f"{key}.{name}={usual}", title, POWER, name)
    for key in ALLY_GIFTS:
        for f, name in enumerate(FACTION_NAMES):
            if KNOBS[key].written(rules, f) != "0":
                yield Item(f"{key}.{name}=0", _called(KNOBS[key]), ALLY, name)


def _aces(rules: Ruleset) -> Iterator[Item]:
    for key, value in ACE_USES.items():
        if KNOBS[key].written(rules, -1) != value:
            yield Item(f"{key}={value}", _called(KNOBS[key]), ACE, "")
    for knob in GROUPS["Questions and aces"]:
        if knob.written(rules, -1) == "on":
            kind, owner = (POWER, _asker(rules)) if knob.field == "questions" else (ACE, "")
            yield Item(f"{knob.name}=off", _called(knob), kind, owner)


def _asker(rules: Ruleset) -> str:
    """Who asks before battles."""
    return next((name for f, name in enumerate(FACTION_NAMES) if rules.powers[f] & ASKS), "")


def _beyond_the_book(rules: Rules) -> Iterator[Item]:
    edition, chosen = rules
    for text in chosen:
        if not is_title(text):
            key = text.partition("=")[0]
            title = OPTIONS[text].title if text in OPTIONS else text
            yield Item(f"{TAKEN_BACK}{key}", title, CHANGE, _owner(text))
    for one in offered(edition):
        numbered = one.rule[0] == "O" and one.rule[1:].isdigit()
        if one.name not in chosen and numbered and not is_house_rule(edition, one):
            yield Item(one.name, f"{one.rule} {one.title}", OPTION, "", adds=True)


def _owner(text: str) -> str:
    """Whose a house rule is."""
    faction = read_setting(text).faction if is_house_setting(text) else -1
    return FACTION_NAMES[faction] if faction >= 0 else ""
