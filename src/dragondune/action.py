"""An action as callers hold it: comparable, printable, readable, one object per action."""

from functools import lru_cache
from typing import TypedDict, Unpack

from dragondune.model.action_fields import ActionFields, action_fields, fields_code
from dragondune.model.action_text import action_text, parse_action
from dragondune.model.actions import KIND_NAMES, kind_of

_KNOWN: dict[int, "Action"] = {}


@lru_cache(maxsize=4096)  # a server reads the same lines again and again, some of them twice each
def _read(text: str) -> "Action":
    return Action.of(parse_action(text))


class Given(TypedDict, total=False):
    """The fields an action can be made of; which kind has which, ``docs/notation.md`` tells."""

    units: int
    elites: int
    source: str
    target: str
    card: str | None
    faction: str
    amount: int
    second: int
    turn: int
    hidden: bool
    hidden_units: int
    hidden_elites: int
    topic: str
    colour: str
    value: int | None
    sabotage: str


class Action:
    """What a seat orders, such as ``move 3 10★ 9•``. ``code`` is the engine's number for it.

    Its fields have names: ``units``, ``source``, ``target`` … hold what the notation writes, and
    None where this kind of action has no such field.
    """

    __slots__ = ("_fields", "code")

    def __init__(self, code: int) -> None:
        self.code = code
        self._fields: ActionFields | None = None

    @staticmethod
    def of(code: int) -> "Action":
        """The action with this code; the same object every time."""
        known = _KNOWN.get(code)
        if known is None:
            known = _KNOWN[code] = Action(code)
        return known

    @staticmethod
    def parse(text: str) -> "Action":
        """Read a line such as ``bid 3``; ValueError says what is wrong with it."""
        return _read(text)

    @staticmethod
    def make(kind: str, **fields: Unpack[Given]) -> "Action":
        """Put one together: ``Action.make("move", units=3, source="10★", target="9•")``."""
        return Action.of(fields_code(kind, dict(fields)))  # type: ignore[arg-type]

    @property
    def fields(self) -> ActionFields:
        """All fields at once."""
        if self._fields is None:
            self._fields = action_fields(self.code)
        return self._fields

    @property
    def kind(self) -> str:
        """The word the action begins with."""
        return KIND_NAMES[kind_of(self.code)]

    @property
    def units(self) -> int | None:
        """How many units, elites included."""
        return self.fields.units

    @property
    def elites(self) -> int | None:
        """How many of the units are elite."""
        return self.fields.elites

    @property
    def source(self) -> str | None:
        """The territory that units leave."""
        return self.fields.source

    @property
    def target(self) -> str | None:
        """The territory that is meant: where units go, where a battle is fought, what is predicted."""
        return self.fields.target

    @property
    def card(self) -> str | None:
        """The card that is meant or paid with; None too where no card is played."""
        return self.fields.card

    @property
    def faction(self) -> str | None:
        """The other player who is meant."""
        return self.fields.faction

    @property
    def amount(self) -> int | None:
        """A number that counts no units: gold bid or given, steps of the dragon, a split's first part."""
        return self.fields.amount

    @property
    def hidden(self) -> bool | None:
        """Are only the hidden units of a stack meant?"""
        return self.fields.hidden

    @property
    def hidden_units(self) -> int | None:
        """How many of the units are hidden: some of them where open and hidden ones go together."""
        return self.fields.hidden_units

    @property
    def hidden_elites(self) -> int | None:
        """How many of the hidden units are elite."""
        return self.fields.hidden_elites

    def __str__(self) -> str:
        return action_text(self.code)

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other.code == self.code

    def __hash__(self) -> int:
        return self.code
