"""Every event told fits the schema: its kind is known, its fields are whole and within bounds.

Who hears it is what the schema says: everyone, or exactly the seats that its fields name.
"""

from __future__ import annotations

from collections.abc import Iterable

from dragondune.model.events import EVERYONE, Event


def misfits(told: Iterable[Event]) -> list[str]:
    """What is wrong with these events."""
    return [f"{event!r}: {wrong}" for event in told for wrong in _wrongs(event)]


def _wrongs(event: Event) -> Iterable[str]:
    if Event.KINDS.get(event.kind) is not type(event):
        yield f"there is no kind {event.kind!r}"
    if set(vars(event)) != set(event.FIELDS):
        yield f"it should have the fields {', '.join(event.FIELDS)}"
    for name, meaning in event.FIELDS.items():
        if not meaning.fits(getattr(event, name)):
            yield f"{name} is no {meaning.name}"
    if event.audience != _audience(event):
        yield f"it reaches {event.audience:04b}"


def _audience(event: Event) -> int:
    named = 0
    for name in event.HEARD_BY:
        named |= 1 << getattr(event, name)
    return named or EVERYONE
