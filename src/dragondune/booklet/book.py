"""What a rulebook consists of: chapters, rules, and one text for each group of editions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from dragondune.editions.build import EDITIONS

EDITION_ORDER = tuple(EDITIONS)

PREFIXES = "A|B|DW|EL|GO|OR|D|III|II|IV|I|VII|VI|V|O|G"
_ID = re.compile(rf"(?:{PREFIXES})\d+|(?:ruling|house) \d+")


def is_id(text: str) -> bool:
    """Is this the id of a rule, as `V4`, `ruling 15` or `house 1`?"""
    return _ID.fullmatch(text) is not None


def is_ruling(rule_id: str) -> bool:
    """Rulings and house clarifications stand behind the rules."""
    return rule_id.startswith(("ruling ", "house "))


@dataclass(frozen=True)
class Block:
    """The complete text of a rule for some editions."""

    editions: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Setting:
    """A choice that a ruling leaves to the table; the first value is the usual one."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    """One rule under its id, with what each edition says of it."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    see: tuple[str, ...] = ()
    setting: Setting | None = None

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that have this rule, oldest first."""
        named = {edition for block in self.blocks for edition in block.editions}
        return tuple(edition for edition in EDITION_ORDER if edition in named)

    def text(self, edition: str) -> str | None:
        """What an edition says, or None where it has no such rule."""
        for block in self.blocks:
            if edition in block.editions:
                return block.text
        return None


@dataclass(frozen=True)
class Chapter:
    """One file of the rulebook."""

    name: str
    title: str
    introduction: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Book:
    """All chapters in reading order."""

    chapters: tuple[Chapter, ...]
    by_id: dict[str, Rule] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = {rule.id: rule for chapter in self.chapters for rule in chapter.rules}
        object.__setattr__(self, "by_id", found)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.by_id.values())

    def rule(self, rule_id: str) -> Rule:
        """The rule of this id; KeyError if there is none."""
        return self.by_id[rule_id]
