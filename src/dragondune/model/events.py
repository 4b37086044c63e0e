"""Events: past facts, each with the set of factions that may know it.

An event is a kind, an audience (bit mask of factions) and up to five small numbers; only agreements
bring a text of their own. A secret part
of a fact is an event of its own with a smaller audience: what the Elves see of a card on sale is
not what the others see.
"""

from typing import Final, NamedTuple

EVERYONE: Final = 15


class Event(NamedTuple):
    """What happened, and which factions may know it. ``telling/`` says what the numbers mean."""

    kind: str
    audience: int
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0
    text: str = ""


class Log:
    """Collects events and chance results while somebody listens; play without one costs nothing."""

    __slots__ = ("chances", "events")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.chances: list[list[int]] = []
