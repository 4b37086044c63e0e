"""House rules: any number, choice or power of an edition set by hand [G5 and beyond].

A house rule is an option that is written as ``name=value``, so records, tables, studies and prints
know it as they know other options. Names of one faction's numbers end with it: ``turns=8``,
``gold.orcs=5``, ``omen=red``, ``may_discard=yes``, ``power.hides.elves=off``, ``ally.hires.orcs=on``.

``title=A longer war`` changes nothing: it is what the table calls its rules.

Bounds keep the game sound. Powers can be taken from a faction, or given to it where somebody in the
game has them: a power that nobody has may have no step in which it could be used.
"""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from dragondune.editions.questions import QUESTIONS
from dragondune.model import powers, ruleset
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.model.powers import POWER_NAMES
from dragondune.model.ruleset import Four, Ruleset

TITLE: Final = "title"
LONGEST_TITLE: Final = 50
NO_YES: Final = {"no": 0, "yes": 1}
TITLES: Final = {question.key: question.title for question in QUESTIONS}
OFF_ON: Final = {"off": 0, "on": 1}
# Powers that the rules look for in one faction.
SINGLE: Final = (
    *(powers.SELLS_ARTIFACTS, powers.SEES_SALE, powers.SEES_EVENT, powers.HIDES),
    *(powers.SELLS_MERCENARIES, powers.ACE_STOPS_HIRING, powers.DEFAULT_WINNER, powers.INITIATIVE),
)
# G5: what the books let a table set for a faction. In the rulebook they are no house rules.
BALANCING: Final = ("gold", "units", "conscripts", "graves", "elites")


@dataclass(frozen=True)
class Knob:
    """One thing that can be set: how it is written, what it means and what it may be."""

    name: str
    title: str
    field: str
    least: int = 0
    most: int = 1
    words: dict[str, int] | None = None
    by_faction: bool = False
    bit: int = 0  # of a field of flags; 0 where the field is the number itself

    @property
    def form(self) -> str:
        """How it is written, for messages and tables."""
        value = "|".join(self.words) if self.words else f"{self.least}..{self.most}"
        return f"{self.name}{'.FACTION' if self.by_faction else ''}={value}"

    def value(self, written: str) -> int | None:
        """The value of a text; none where it is not one of this knob's."""
        if self.words is not None:
            return self.words.get(written)
        number = int(written) if re.fullmatch(r"[0-9]{1,3}", written) else -1
        return number if self.least <= number <= self.most else None

    def written(self, rules: Ruleset, faction: int) -> str:
        """How these rules would have to be set to say what they say; faction -1 as above."""
        found = getattr(rules, self.field)
        number = int(found[faction] if self.by_faction else found)
        if self.bit:
            return "on" if number & self.bit else "off"
        return next((w for w, value in (self.words or {}).items() if value == number), str(number))

    def title_of(self, faction: int) -> str:
        """What is set, in words; faction -1 where it is the game's."""
        return f"{self.title} of the {FACTION_NAMES[faction]}" if self.by_faction else self.title

    def refusal(self, faction: int, written: str, least: int) -> str:
        """Why a value is none, with those that are."""
        wanted = "one of " + ", ".join(self.words) if self.words else f"{least} to {self.most}"
        return f"G5: {self.title_of(faction)} must be {wanted}, not {written}."


def _number(name: str, title: str, least: int, most: int, field: str = "") -> Knob:
    return Knob(name, title, field or name, least, most)


def _each(name: str, title: str, least: int, most: int, field: str = "") -> Knob:
    return Knob(name, title, field or name, least, most, by_faction=True)


def _choice(name: str, title: str, words: dict[str, int]) -> Knob:
    return Knob(name, title, name, words=words)


def _flag(field: str, name: str, title: str, bit: int) -> Knob:
    return Knob(f"{field}.{name}", title, field, words=OFF_ON, bit=bit)


_NUMBERS: Final = (
    _number("turns", "Turns at most", 2, 20),
    _number("castles", "Castles that win", 2, 5),
    _number("allied_castles", "Castles that win for two allies", 2, 5),
    _number("income", "Income", 0, 10),
    _number("castle_income", "Income for each castle", 0, 5),
    _number("ally_income", "Gold in each collection round by alliance", 0, 5),
    _number("second_gold", "Gold at the second event card", 0, 10),
    _number("treachery_gold", "Gold for treachery", 0, 10),
    _number("disband_price", "Gold for each unit disbanded", 0, 5),
    _number("seller_discount", "Gold of each sale that goes to the bank", 0, 5),
    _number("unit_points", "Battle points of a unit", 1, 3),
    _number("elite_points", "Battle points of an elite unit", 1, 5),
)
_BY_FACTION: Final = (
    _each("gold", "starting gold", 0, 30),
    _each("units", "units in all", 5, 25),
    _each("conscripts", "conscripts a turn", 0, 6),
    _each("graves", "units out of the graveyard a turn", 0, 10, "revive_limit"),
    _each("elites", "elite units", 0, 5),
    _each("free_graves", "units out of the graveyard without paying", 0, 10, "revive_free"),
    _each("artifacts", "starting artifacts", 0, 4),
    _each("placed", "starting units on the board", 0, 20),
    _each("hand_limit", "hand limit", 1, 10),
    _each("battle_bonus", "battle bonus", 0, 5),
    _each("ally_conscripts", "conscripts of the ally", 0, 6),
    _each("ally_graves", "the ally’s units out of the graveyard", 0, 10, "ally_revive_limit"),
    _each("ally_free_graves", "of these without paying", 0, 10, "ally_revive_free"),
)
_CHOICES: Final = (
    _choice("dragon_moves_by", "What moves the dragon", {"die": 0, "card": 1}),
    _choice(
        "dragon_losses",
        "Where units lost to dragons go",
        {
            "graveyard": ruleset.TO_GRAVEYARD,
            "bank": ruleset.TO_BANK,
            "exile": ruleset.TO_EXILE,
        },
    ),
    _choice(
        "ace_moves",
        "An ace in movement",
        {"further": ruleset.ACE_ONE_FURTHER, "twice": ruleset.ACE_SECOND_MOVE},
    ),
    _choice(
        "emerge_by_moving",
        "Where hidden units come out by moving",
        {
            "anywhere": ruleset.EMERGE_ANYWHERE,
            "empty": ruleset.EMERGE_WHERE_EMPTY,
            "own": ruleset.EMERGE_WITH_OWN,
        },
    ),
    _choice(
        "weakness",
        "When a weakness costs two points",
        {
            "never": ruleset.WEAK_NEVER,
            "played": ruleset.WEAK_WHEN_PLAYED,
            "counting": ruleset.WEAK_WHEN_COUNTING,
        },
    ),
    _choice(
        "plunder",
        "What plunder brings that is not kept",
        {"one": ruleset.PLUNDER_FOR_ONE, "value": ruleset.PLUNDER_FOR_VALUE},
    ),
    _choice("half_rounds_up", "Half prices are rounded up", NO_YES),
    _choice("half_losses_round_up", "Half losses are rounded up", NO_YES),
    _choice("ace_hides", "An ace hides units", NO_YES),
    _choice("ace_fights", "An ace fights as an artifact of value 1", NO_YES),
    _choice("hides_from_troll", "Units may hide from a troll", NO_YES),
    _choice("first_edition_gold", "The larger table of event gold", NO_YES),
    _choice("same_colour_discards", "Of two artifacts of one colour the higher goes", NO_YES),
    _choice("winner_may_discard", "The winner may discard the artifact played", NO_YES),
    _choice("may_discard", "Artifacts may be discarded", NO_YES),
    _choice("allied_victory", "Allies win together", NO_YES),
)
_FLAGS: Final = (
    _flag("questions", "colour", "The Elves ask the colour", ruleset.ASK_COLOUR),
    _flag("questions", "number", "The Elves ask the number of units", ruleset.ASK_NUMBER),
    _flag("questions", "value", "The Elves ask the value", ruleset.ASK_VALUE),
    _flag("denials", "question", "An ace stops the question", ruleset.DENY_QUESTION),
    _flag("denials", "red_dragon", "An ace stops the escape", ruleset.DENY_RED_DRAGON),
    _flag("denials", "disbanding", "An ace stops early disbanding", ruleset.DENY_EARLY_DISBAND),
    _flag("denials", "exchange", "An ace stops the exchange", ruleset.DENY_EXCHANGE),
)


def _powers(field: str, word: str, whose: str) -> Iterable[Knob]:
    for name, bit in POWER_NAMES.items():
        title = f"{whose} “{TITLES[f'powers.{name.lower()}']}”"
        yield Knob(f"{word}.{name.lower()}", title, field, words=OFF_ON, by_faction=True, bit=bit)


GROUPS: Final[dict[str, tuple[Knob, ...]]] = {
    "The game": _NUMBERS,
    "Factions": _BY_FACTION,
    "Choices": _CHOICES,
    "Questions and aces": _FLAGS,
    "Powers": tuple(_powers("powers", "power", "the power")),
    "Powers that an ally gets": tuple(_powers("ally_powers", "ally", "the ally’s power")),
}
KNOBS: Final[dict[str, Knob]] = {knob.name: knob for group in GROUPS.values() for knob in group}


def is_house_setting(text: str) -> bool:
    """Does this option text set something by hand?"""
    return "=" in text


@dataclass(frozen=True)
class Setting:
    """A house rule as read: which knob, of which faction (−1 where it has none), to what."""

    knob: Knob
    faction: int
    value: int


def title_among(options: Iterable[str]) -> str:
    """What the table calls its rules; empty where it says nothing."""
    return next((text.partition("=")[2] for text in options if is_title(text)), "")


def is_title(text: str) -> bool:
    """Does this option say only what the rules are called?"""
    return text.startswith(f"{TITLE}=")


def _check_title(text: str) -> None:
    title = text.partition("=")[2]
    if not 1 <= len(title) <= LONGEST_TITLE or not title.isprintable() or set(title) & set(",=<>`"):
        raise ValueError(
            f"G5: a title has 1 to {LONGEST_TITLE} characters on one line, without , = < > and `."
        )


def check_alone(text: str) -> None:
    """Is this a house rule by itself? ValueError with a sentence where it is none."""
    if is_title(text):
        _check_title(text)
    else:
        read_setting(text)


def read_setting(text: str) -> Setting:
    """A house rule out of its text; ValueError with a sentence where it is none."""
    left, _, written = text.partition("=")
    found = knob_named(left)
    if found is None:
        raise ValueError(_unknown(text, left))
    knob, faction = found
    value = knob.value(written)
    if value is None:
        raise ValueError(knob.refusal(faction, written, knob.least))
    return Setting(knob, faction, value)


def knob_named(name: str) -> tuple[Knob, int] | None:
    """The knob of a whole name and the faction in it (−1 where it has none); None for other words."""
    stem, _, whose = name.rpartition(".")
    if name in KNOBS and not KNOBS[name].by_faction:
        return KNOBS[name], -1
    if stem in KNOBS and KNOBS[stem].by_faction and whose in FACTION_OF_NAME:
        return KNOBS[stem], FACTION_OF_NAME[whose]
    return None


def _unknown(text: str, left: str) -> str:
    first = left.split(".")[0]
    names = [*KNOBS, *(f"{name}.{whose}" for name in KNOBS for whose in FACTION_NAMES)]
    meant = near(left, [name for name in names if is_whole(name)])
    kin = [knob.form for knob in KNOBS.values() if knob.name.split(".")[0] == first]
    if kin:
        return f"G5: {text!r} is not understood; there is {' and '.join(kin[:3])}.{meant}"
    return (
        f"G5: {text!r} names nothing that can be set.{meant} The names are listed in docs/names.md; "
        "gold.orcs=5, turns=8 and power.hides.elves=off are examples."
    )


def is_whole(name: str) -> bool:
    """Is this the whole name of something that can be set, its faction included?"""
    knob = KNOBS.get(name)
    return not knob.by_faction if knob else KNOBS[name.rpartition(".")[0]].by_faction


def near(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, as a question; empty where none is like it."""
    found = difflib.get_close_matches(word, list(known), 1)
    return f" Did you mean {found[0]}?" if found else ""


def apply_settings(rules: Ruleset, texts: Iterable[str]) -> Ruleset:
    """The rules with things set by hand; ValueError says what is wrong with them."""
    changed = rules
    for text in texts:
        if is_title(text):
            _check_title(text)
            continue
        setting = read_setting(text)
        _check_power(rules, setting, text)
        changed = _set(changed, setting)
    _check_numbers(changed)
    _check_single_powers(changed)
    return changed


def _set(rules: Ruleset, setting: Setting) -> Ruleset:
    knob, faction, value = setting.knob, setting.faction, setting.value
    if knob.name == "graves":
        return _graves(rules, faction, value)
    found = getattr(rules, knob.field)
    number = int(found[faction] if knob.by_faction else found)
    if knob.bit:
        value = number | knob.bit if value else number & ~knob.bit
    new: dict[str, Any] = {knob.field: _put(found, faction, value) if knob.by_faction else value}
    return replace(rules, **new)


def _put(values: Four, place: int, value: int) -> Four:
    return (*values[:place], value, *values[place + 1 :])


def _graves(rules: Ruleset, faction: int, value: int) -> Ruleset:
    free = rules.revive_free[faction]
    if free == rules.revive_limit[faction]:
        free = value  # where nobody pays for the graveyard, a larger one is free too [OR6]
    return replace(
        rules,
        revive_limit=_put(rules.revive_limit, faction, value),
        revive_free=_put(rules.revive_free, faction, min(free, value)),
    )


# --- what goes together ----------------------------------------------------------------------


def has_place(rules: Ruleset, knob: Knob) -> bool:
    """Is there a place for it in the game? A power has none where nobody has it."""
    everyone = (*rules.powers, *rules.ally_powers)
    return not (knob.bit and knob.by_faction) or any(own & knob.bit for own in everyone)


def _check_power(rules: Ruleset, setting: Setting, text: str) -> None:
    if setting.value and not has_place(rules, setting.knob):
        raise ValueError(
            f"G5: {text}: nobody has this power in this game, so it has no place in it."
        )


def _check_numbers(rules: Ruleset) -> None:
    for f, name in enumerate(FACTION_NAMES):
        if rules.placed[f] > rules.units[f]:
            raise ValueError(
                f"G5: the {name} place {rules.placed[f]} units at the start, so {KNOBS['units'].title}"
                f" must be {rules.placed[f]} to {KNOBS['units'].most}, not {rules.units[f]}."
            )
        if rules.artifacts[f] > rules.hand_limit[f]:
            raise ValueError(
                f"G5: the {name} begin with {rules.artifacts[f]} artifacts, so {KNOBS['hand_limit'].title}"
                f" must be {rules.artifacts[f]} or more, not {rules.hand_limit[f]}."
            )


def _check_single_powers(rules: Ruleset) -> None:
    for bit in SINGLE:
        owners = [FACTION_NAMES[f] for f in range(4) if rules.powers[f] & bit]
        if len(owners) > 1:
            name = next(name for name, power in POWER_NAMES.items() if power == bit).lower()
            raise ValueError(
                f"G5: only one faction can have “{TITLES[f'powers.{name}']}”, "
                f"not {' and '.join(owners)}: add power.{name}.{owners[0]}=off."
            )
