"""What is varied: knobs of the rules with the values to be tried, and every combination of them.

A point of the grid is written as its changes with commas between (``income=2,turns=9``) and leaves
out what the rules say anyway, so the point where all is as in the book is the base itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from dragondune.editions.build import build
from dragondune.editions.house import KNOBS, Knob, knob_named, near, read_setting
from dragondune.editions.options import OPTIONS
from dragondune.lab.problems import LabError
from dragondune.model.factions import FACTION_OF_NAME

SEPARATOR: Final = ","
TAKEN_BACK: Final = "-"
MOST_VALUES: Final = 30
MOST_POINTS: Final = 400
_RANGE: Final = re.compile(r"(\d{1,3})\.\.(\d{1,3})")
Rules = tuple[str, tuple[str, ...]]


def changes_of(variant: str) -> tuple[str, ...]:
    """The options and house rules that a variant consists of; none for the base."""
    return tuple(change for change in variant.split(SEPARATOR) if change)


@dataclass(frozen=True)
class Factor:
    """One thing that is varied: its name, the values tried, and what the rules say without it."""

    name: str
    values: tuple[str, ...]
    book: str

    def change(self, value: str) -> str:
        """What has to be said to get this value; nothing where the rules have it anyway."""
        if value == self.book:
            return ""
        return self.name if self.name in OPTIONS else f"{self.name}={value}"

    def value_in(self, variant: str) -> str:
        """Which value a variant gives it."""
        told = dict(change.partition("=")[::2] for change in changes_of(variant))
        return (told[self.name] or "on") if self.name in told else self.book


def read_factor(word: str, rules: Rules) -> Factor:
    """``income=1..4``, ``turns=6,8,10``, ``power.hides.elves=off`` or ``oracles``, as typed."""
    name, equals, told = word.partition("=")
    if name in OPTIONS and not equals:
        if name in rules[1]:
            raise LabError(f"{name} is in force already, so there is nothing to vary.")
        return Factor(name, ("off", "on"), "off")
    knob, faction = _knob(name, word)
    book = knob.written(build(*rules), faction)
    values = _values(knob, told)
    for value in values:
        _check(f"{name}={value}")
    return Factor(name, _in_order((*values, book)), book)


def _knob(name: str, word: str) -> tuple[Knob, int]:
    found = knob_named(name)
    if found is not None:
        return found
    words = [*KNOBS, *(f"{one}.{f}" for one in KNOBS for f in FACTION_OF_NAME)]
    known = [*(one for one in words if knob_named(one)), *OPTIONS]
    raise LabError(
        f"--vary {word}: there is nothing called {name!r} to vary.{near(name, known)} "
        "It takes income=1..4, turns=6,8,10, power.hides.elves=off or the name of an option."
    )


def _values(knob: Knob, told: str) -> list[str]:
    if not told and knob.words:
        return list(knob.words)
    found: list[str] = []
    for part in told.split(","):
        span = _RANGE.fullmatch(part.strip())
        if span and int(span[2]) - int(span[1]) <= MOST_VALUES:
            found += [str(n) for n in range(int(span[1]), int(span[2]) + 1)]
        else:
            found.append(part.strip())
    if not 1 <= len(found) <= MOST_VALUES or not all(found):
        raise LabError(
            f"--vary {knob.name}: name 1 to {MOST_VALUES} values, as in {knob.name}=1..4 or 1,3,5."
        )
    return found


def _in_order(values: Sequence[str]) -> tuple[str, ...]:
    """Each once, numbers by size."""
    once = list(dict.fromkeys(values))
    return tuple(sorted(once, key=int) if all(v.isdigit() for v in once) else once)


def _check(text: str) -> None:
    try:
        read_setting(text)
    except ValueError as wrong:
        raise LabError(str(wrong)) from None


def read_factors(words: Sequence[str], rules: Rules) -> tuple[Factor, ...]:
    """All that is varied; LabError where nothing is, or one thing twice."""
    factors = tuple(read_factor(word, rules) for word in words)
    names = [factor.name for factor in factors]
    if not factors:
        raise LabError("Say what to vary: --vary income=1..4, once for each thing.")
    if len(set(names)) < len(names):
        raise LabError("The same thing is to be varied twice; list all of its values in one.")
    return factors


def joined(factors: Sequence[Factor], values: Sequence[str]) -> str:
    """The variant that gives the factors these values."""
    told = (factor.change(value) for factor, value in zip(factors, values, strict=True))
    return SEPARATOR.join(sorted(change for change in told if change))


def points(factors: Sequence[Factor]) -> Iterator[str]:
    """Every combination as a variant; the base is among them, as nothing."""
    for values in product(*(factor.values for factor in factors)):
        yield joined(factors, values)


def grid(factors: Sequence[Factor], rules: Rules) -> list[str]:
    """The variants to be played beside the base: those combinations that are sound rules."""
    beside = prod(len(factor.values) for factor in factors) - 1
    if beside > MOST_POINTS:
        raise LabError(
            f"These are {beside:,} combinations; {MOST_POINTS} are the most. Vary less at a "
            "time, or let `lab search` look for the good ones."
        )
    return [variant for variant in points(factors) if variant and is_sound(rules, variant)]


def is_sound(rules: Rules, variant: str) -> bool:
    """Do these changes go together, and with the rules they change?"""
    try:
        build(*varied(rules, variant))
    except ValueError:
        return False
    return True


def varied(rules: Rules, variant: str) -> Rules:
    """The rules with the changes of a variant; what one of them sets is set no other way.

    A change with a minus sign before it (``-oracles``) takes back what the rules have beyond a book.
    """
    changes = changes_of(variant)
    keys = {change.removeprefix(TAKEN_BACK).partition("=")[0] for change in changes}
    kept = (name for name in rules[1] if name.partition("=")[0] not in keys)
    return rules[0], (*kept, *(name for name in changes if not name.startswith(TAKEN_BACK)))
