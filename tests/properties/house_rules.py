"""House rules at the ends of what they may be: every knob, every word, every faction."""

from __future__ import annotations

from collections.abc import Iterator

from properties.tables import Table, possible

from dragondune.editions.build import EDITIONS, build
from dragondune.editions.house import KNOBS, Knob
from dragondune.model.factions import FACTION_NAMES


def settings() -> list[str]:
    """Every knob at its ends, for every faction where it belongs to one."""
    return [text for knob in KNOBS.values() for text in _of(knob)]


def _of(knob: Knob) -> Iterator[str]:
    values = list(knob.words) if knob.words else [str(knob.least), str(knob.most)]
    owners = [f".{name}" for name in FACTION_NAMES] if knob.by_faction else [""]
    for owner in owners:
        for value in values:
            yield f"{knob.name}{owner}={value}"


def tables_with_house_rules(edition: str, part: int = 0, parts: int = 1) -> list[Table]:
    """A game with each house rule that changes something in an edition, or with a part of them."""
    found = settings()[part::parts]
    return [
        Table(edition, (text,), seed=7_000_000 + number)
        for number, text in enumerate(found)
        if possible(edition, (text,)) and build(edition, (text,)) != EDITIONS[edition]
    ]
