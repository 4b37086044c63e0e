"""What an event is: a past fact with named fields, and the seats that may know it.

A kind of event is a small class in ``events.py``. Each of its fields has a meaning: a faction, a
territory, a number of units. In play a faction or a card is a number, which is quick; outside, in
JSON and in print, it has the name that the notation gives it. ``to_dict`` is the way from one to
the other, and nothing else knows which number stands for what.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from operator import attrgetter
from typing import Annotated, ClassVar, Final, Protocol, dataclass_transform

from dragondune.model.board import NAMES, NOWHERE
from dragondune.model.cards import CARD_NAMES, NO_CARD
from dragondune.model.codes import (
    CAUSE_NAMES,
    ENDING_NAMES,
    PAYMENT_NAMES,
    REASON_NAMES,
    TOPIC_NAMES,
    WAY_NAMES,
    WINDOW_NAMES,
)
from dragondune.model.factions import FACTION_NAMES, NOBODY

EVERYONE: Final = 15


# --- what a field may mean -----------------------------------------------------------------


class Meaning(Protocol):
    """What a field holds, and how it is written outside."""

    @property
    def name(self) -> str:
        """What the docs call it."""

    @property
    def script(self) -> str:
        """The type that the page reads, in TypeScript."""

    def fits(self, value: object) -> bool:
        """Can a field of this meaning hold that value?"""

    def shown(self, value: int | str) -> object:
        """The value as JSON has it."""


@dataclass(frozen=True)
class Named:
    """One of several things with a name; ``nothing`` is the number that stands for none."""

    name: str
    names: Mapping[int, str]
    nothing: int | None = None
    type: str = ""

    @property
    def script(self) -> str:
        one = self.type or " | ".join(f'"{name}"' for name in self.names.values())
        return one if self.nothing is None else f"{one} | null"

    def fits(self, value: object) -> bool:
        return type(value) is int and (value in self.names or value == self.nothing)

    def shown(self, value: int | str) -> object:
        return None if value == self.nothing else self.names[int(value)]


@dataclass(frozen=True)
class Several:
    """A set of things with names, one bit for each."""

    name: str
    names: tuple[str, ...]
    type: str = ""

    @property
    def script(self) -> str:
        one = self.type or " | ".join(f'"{name}"' for name in self.names)
        return f"{one}[]" if self.type else f"({one})[]"

    def fits(self, value: object) -> bool:
        return type(value) is int and 0 <= value < 1 << len(self.names)

    def shown(self, value: int | str) -> object:
        return [name for bit, name in enumerate(self.names) if int(value) >> bit & 1]


@dataclass(frozen=True)
class Number:
    """A number that is only that."""

    name: str
    least: int = 0
    most: int = 999
    script: str = "number"

    def fits(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def shown(self, value: int | str) -> object:
        return int(value)


@dataclass(frozen=True)
class YesNo:
    """True or false."""

    name: str = "yes or no"
    script: str = "boolean"

    def fits(self, value: object) -> bool:
        return isinstance(value, bool)

    def shown(self, value: int | str) -> object:
        return bool(value)


@dataclass(frozen=True)
class Words:
    """A text of its own."""

    name: str = "text"
    script: str = "string"

    def fits(self, value: object) -> bool:
        return isinstance(value, str)

    def shown(self, value: int | str) -> object:
        return value


def _numbered(names: tuple[str, ...]) -> dict[int, str]:
    return dict(enumerate(names))


_PLACE: Final = Named("territory", _numbered(NAMES), None, "string")
_NO_PLACE: Final = Named("territory, or none", _numbered(NAMES), NOWHERE, "string")

# The types of fields: for mypy an int, a bool or a str; the schema reads what they mean.
Faction = Annotated[int, Named("faction", _numbered(FACTION_NAMES), None, "FactionName")]
MaybeFaction = Annotated[
    int, Named("faction, or none", _numbered(FACTION_NAMES), NOBODY, "FactionName")
]
Factions = Annotated[int, Several("factions", FACTION_NAMES, "FactionName")]
Territory = Annotated[int, _PLACE]
MaybeTerritory = Annotated[int, _NO_PLACE]
Card = Annotated[int, Named("card", _numbered(CARD_NAMES), None, "string")]
MaybeCard = Annotated[int, Named("card, or none", _numbered(CARD_NAMES), NO_CARD, "string")]
Units = Annotated[int, Number("units", 0, 25)]
Elites = Annotated[int, Number("elite units", 0, 25)]
Gold = Annotated[int, Number("gold")]
Count = Annotated[int, Number("number")]
Points = Annotated[int, Number("strength", -99)]
Turn = Annotated[int, Number("turn", 1, 20)]
Landing = Annotated[int, Number("number of territories", 1, 18)]
Question = Annotated[int, Number("number of an honest question", 0, 39)]
Offer = Annotated[int, Number("number of an offer", 1, 9999)]
Contract = Annotated[int, Number("number of a contract", 1, 9999)]
Clause = Annotated[int, Number("number of a clause", 1, 99)]
Cause = Annotated[int, Named("cause of death", CAUSE_NAMES)]
Payment = Annotated[int, Named("means of payment", PAYMENT_NAMES)]
Window = Annotated[int, Named("what an ace stops", WINDOW_NAMES)]
Topics = Annotated[int, Several("battle questions", TOPIC_NAMES)]
Topic = Annotated[
    int, Named("battle question", {1 << bit: name for bit, name in enumerate(TOPIC_NAMES)})
]
Way = Annotated[int, Named("way of winning", {n: name for n, name in enumerate(WAY_NAMES) if n})]
Ending = Annotated[int, Named("end of a contract", ENDING_NAMES)]
Reason = Annotated[int, Named("why a bot plays", REASON_NAMES)]
Flag = Annotated[bool, YesNo()]
Text = Annotated[str, Words()]


# --- events --------------------------------------------------------------------------------


# For mypy every event is frozen and told by name. At run time nothing watches over the first: it
# would double the price of telling.
@dataclass_transform(frozen_default=True, kw_only_default=True)
class Event:
    """A past fact. Its class says what happened, ``heard_by`` which of its fields name listeners.

    An event without ``heard_by`` is for everyone. A secret part of a fact is an event of its own:
    what the Elves see of a card on sale is not what the others see.

    Attributes:
        kind: The name of its kind, such as ``hire_announced``.
        KINDS: Every kind by its name.
        FIELDS: The fields of this kind, with what their numbers mean.
        HEARD_BY: The fields that name the only listeners; empty where everyone hears it.
        HOLDS: Called with an event of this kind, what its fields hold.
    """

    KINDS: ClassVar[dict[str, type["Event"]]] = {}
    FIELDS: ClassVar[dict[str, Meaning]] = {}
    HEARD_BY: ClassVar[tuple[str, ...]] = ()
    HOLDS: ClassVar[Callable[["Event"], object]] = attrgetter("kind")
    kind: ClassVar[str] = ""

    def __init_subclass__(cls, heard_by: tuple[str, ...] = ()) -> None:
        super().__init_subclass__()
        cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.FIELDS = {name: hint.__metadata__[0] for name, hint in get_annotations(cls).items()}
        cls.HEARD_BY = heard_by
        cls.HOLDS = attrgetter(*(cls.FIELDS or ("kind",)))
        if not heard_by:  # asked for each event and listener, and always the same
            type.__setattr__(cls, "audience", EVERYONE)
        dataclass(kw_only=True, unsafe_hash=True)(cls)
        Event.KINDS[cls.kind] = cls

    @property
    def audience(self) -> int:
        """The factions that may know of it, as a bit mask; a kind for everyone has it as a number."""
        return sum({1 << getattr(self, name) for name in self.HEARD_BY})

    def reaches(self, seat: int) -> bool:
        """May this seat know of it? A spectator (-1) hears what everyone may."""
        wanted = EVERYONE if seat < 0 else 1 << seat
        return self.audience & wanted == wanted

    def places(self) -> list[str]:
        """The names of the territories it speaks of."""
        found = [getattr(self, name) for name, m in self.FIELDS.items() if m in (_PLACE, _NO_PLACE)]
        return [NAMES[t] for t in found if t != NOWHERE]

    def to_dict(self) -> dict[str, object]:
        """Kind and fields by name, and what they hold as the notation writes it."""
        shown = {name: m.shown(getattr(self, name)) for name, m in self.FIELDS.items()}
        return {"kind": self.kind, **shown}

    def __str__(self) -> str:
        said = [f"{name}={value}" for name, value in self.to_dict().items() if name != "kind"]
        return " ".join([self.kind, *said])


class Log:
    """Collects events and chance results while somebody listens; play without one costs nothing."""

    __slots__ = ("chances", "events")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.chances: list[list[int]] = []

    def add(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)

    def copy(self) -> "Log":
        """The same past, from which another game can go on; events never change."""
        other = Log()
        other.events, other.chances = list(self.events), list(self.chances)
        return other
