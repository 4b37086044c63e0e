"""What a table chose, as the rulebook tells it: which rules it changes, and in which words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dragondune.booklet.book import Book, Rule
from dragondune.editions.build import EDITIONS, build, is_house_rule
from dragondune.editions.house import (
    BALANCING,
    apply_settings,
    is_house_setting,
    is_title,
    read_setting,
)
from dragondune.editions.options import OPTIONS, Option
from dragondune.editions.questions import differences
from dragondune.model.factions import FACTION_NAMES

# The rules that an option's rule changes: its text is printed with each of them.
CHANGES: dict[str, tuple[str, ...]] = {
    "O1": ("VII1",),
    "O2": ("V5",),
    "O3": ("V6", "OR11"),
    "O4": ("B12", "DW4"),
    "O5": ("V5", "V7"),
    "O7": ("B9", "IV5"),
    "O10": ("B2", "I3"),
    "O11": ("I1",),
    "O12": ("IV1",),
    "G1": ("IV3", "OR7"),
    "G2": ("OR6",),
    "G3": ("III3", "DW1"),
    "G4": ("A3",),
    "ruling 3": ("I3", "ruling 3"),
    "ruling 17": ("B3", "V1", "ruling 17"),
}
# The chapter that an option's rule is added to, where it changes no other rule.
ADDS = {"O6": "recruitment", "O8": "recruitment", "O9": "battle"}
# The rules that a number set by hand changes [G5]; for others the questions name them.
BY_HAND: dict[str, tuple[str, ...]] = {
    "gold": ("A3",),
    "units": ("A2",),
    "conscripts": ("IV3",),
    "graves": ("IV1",),
    "elites": ("DW4",),
}
# What an edition lets its players set by hand, if not everything.
OFFERED_BY_HAND = {"first": ("conscripts", "gold", "elites")}


@dataclass(frozen=True)
class Choice:
    """An option or a setting in one game. ``source`` is the edition its text comes from."""

    rule: str
    title: str
    text: str
    house: bool
    source: str
    changes: tuple[str, ...] = ()
    chapter: str = ""

    @property
    def name(self) -> str:
        """Its title with the rule's id, and whether the edition's own book offers it."""
        return f"{self.title} ({self.rule}{', a house rule' if self.house else ''})"


def choices(book: Book, edition: str, options: Iterable[str]) -> list[Choice]:
    """What was chosen, in catalogue order; ValueError when it does not go together."""
    names = list(options)
    build(edition, names)
    known = list(OPTIONS)
    found = [name for name in known if name in names]
    by_hand = sorted(name for name in names if is_house_setting(name) and not is_title(name))
    return [
        *(_of_option(book, edition, OPTIONS[name]) for name in found),
        *(_of_setting(book, edition, name) for name in by_hand),
    ]


def _of_option(book: Book, edition: str, option: Option) -> Choice:
    rule = book.rule(option.rule)
    source = _source(rule, edition, option)
    # A ruling with a setting tells of all its values; the option's sentence says which it is.
    text = option.sentence if rule.setting else rule.text(source) or _answers(edition, option)
    return Choice(
        option.rule,
        option.title,
        text,
        is_house_rule(edition, option),
        source or edition,
        CHANGES.get(option.rule, ()),
        ADDS.get(option.rule, ""),
    )


def _source(rule: Rule, edition: str, option: Option) -> str:
    """The edition whose text describes the option as it is played in this one; '' for none."""
    told = rule.editions
    if edition in told:
        return edition
    change = option.variants.get(edition, option.change)
    fitting = [e for e in told if option.variants.get(e, option.change) is change]
    order = list(EDITIONS)
    later = [e for e in fitting if order.index(e) > order.index(edition)]
    return (later or fitting[-1:] or [""])[0]


def _answers(edition: str, option: Option) -> str:
    """What an option changes, in the words of the questions, where no edition's text tells it."""
    before, after = EDITIONS[edition], option.apply(EDITIONS[edition], edition)
    return " ".join(f"{q.title}: {q.answer(after)}." for q in differences(before, after))


def _of_setting(book: Book, edition: str, text: str) -> Choice:
    """What a house rule sets, with the rules that ask for it."""
    setting = read_setting(text)
    before = EDITIONS[edition]
    asked = differences(before, apply_settings(before, [text]))
    ids = dict.fromkeys(rule for question in asked for rule in question.rules)
    changes = BY_HAND.get(setting.knob.name) or tuple(rule for rule in ids if rule in book.by_id)
    title = setting.knob.title
    whose = f"{FACTION_NAMES[setting.faction].capitalize()}: " if setting.knob.by_faction else ""
    words = f"{whose}{title if whose else title[:1].upper() + title[1:]} {text.partition('=')[2]}."
    offered = OFFERED_BY_HAND.get(edition, BALANCING)
    return Choice("G5", "Set by hand", words, setting.knob.name not in offered, edition, changes)
