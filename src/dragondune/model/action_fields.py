"""Actions as named fields: ``move 3 10★ 9•`` has units 3, source ``10★`` and target ``9•``.

What a field holds is written as in the notation; a field that an action's kind does not have is
None. ``FIELDS`` of ``action_text`` says which kind has which.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dragondune.model import actions as act
from dragondune.model.action_text import (
    COLOURS,
    FIELDS,
    KIND_OF_NAME,
    TOPICS,
    card_text,
    faction_text,
    parse_action,
    stack_text,
    territory_text,
    word_of,
)
from dragondune.model.cards import NO_CARD


@dataclass(frozen=True, slots=True)
class ActionFields:
    """Everything an action says, by name."""

    kind: str
    units: int | None = None
    elites: int | None = None
    source: str | None = None
    target: str | None = None
    card: str | None = None
    faction: str | None = None
    amount: int | None = None
    second: int | None = None
    third: int | None = None
    turn: int | None = None
    hidden: bool | None = None
    hidden_units: int | None = None
    hidden_elites: int | None = None
    topic: str | None = None
    colour: str | None = None
    value: int | None = None
    sabotage: str | None = None


def _card(index: int) -> str | None:
    return None if index == NO_CARD else card_text(index)


def _third(code: int) -> int | None:
    """The third number of a split, which may be left unsaid."""
    told = act.third_of(code)
    return told if told >= 0 else None


_Value = int | str | bool | None
# A field of the notation: its name here, and how to read it from the code.
_NAMED: Final[dict[str, tuple[str, Callable[[int], _Value]]]] = {
    "units": ("units", act.count_of),
    "number": ("amount", act.count_of),
    "amount": ("amount", act.amount_of),
    "second": ("second", act.elites_of),
    "third": ("third", _third),
    "turn": ("turn", act.count_of),
    "to": ("target", lambda code: territory_text(act.to_of(code))),
    "from": ("source", lambda code: territory_text(act.from_of(code))),
    "castle": ("target", lambda code: territory_text(act.from_of(code))),
    "place": ("target", lambda code: territory_text(act.from_of(code))),
    "card": ("card", lambda code: _card(act.card_of(code))),
    "ace": ("card", lambda code: _card(act.card_of(code))),
    "sabotage": ("sabotage", lambda code: _card(act.amount_of(code))),
    "who": ("faction", lambda code: faction_text(act.who_of(code))),
    "hidden": ("hidden", lambda code: act.who_of(code) == act.HIDDEN),
    "topic": ("topic", lambda code: word_of(TOPICS, act.count_of(code))),
    "colour": ("colour", lambda code: word_of(COLOURS, act.count_of(code))),
    "value": ("value", lambda code: act.count_of(code) or None),
}
# How the notation writes that there is none of them.
_MAY_BE_NONE: Final = {"card": "none", "sabotage": "none", "value": "none", "ace": "", "third": ""}


def action_fields(code: int) -> ActionFields:
    """What the action with this code says."""
    kind = act.kind_of(code)
    found: dict[str, _Value] = {"kind": act.KIND_NAMES[kind]}
    for field in FIELDS.get(kind, ()):
        name, read = _NAMED[field]
        found[name] = read(code)
        if field == "units":
            found["elites"] = act.elites_of(code)
        if field == "hidden":
            found["hidden_units"] = act.hidden_units_of(code)
            found["hidden_elites"] = act.hidden_elites_of(code)
    return ActionFields(**found)  # type: ignore[arg-type]  # each reader has its field's type


def fields_code(kind: str, given: dict[str, _Value]) -> int:
    """The code of the action that says this; ValueError for one that cannot be said."""
    wanted = FIELDS.get(KIND_OF_NAME.get(kind, -1), ())
    known = [_NAMED[field][0] for field in wanted] + (["elites"] if "units" in wanted else [])
    known += ["hidden_units", "hidden_elites"] if "hidden" in wanted else []
    strange = [name for name in given if name not in known]
    if strange and kind in KIND_OF_NAME:
        has = ", ".join(known) or "no fields"
        raise ValueError(f"An action {kind!r} has no field {strange[0]!r}; it has {has}.")
    return parse_action(" ".join([kind, *(_written(field, given) for field in wanted)]))


def _units_written(given: dict[str, _Value]) -> str:
    """All units, of which ``hidden_units`` are hidden; ``hidden`` alone means all of them."""
    units, elites, hidden, unseen = (
        int(given.get(name) or 0) for name in ("units", "elites", "hidden_units", "hidden_elites")
    )
    return stack_text(units - hidden, elites - unseen, hidden, unseen)


def _written(field: str, given: dict[str, _Value]) -> str:
    name = _NAMED[field][0]
    value = given.get(name)
    if field == "units":
        return _units_written(given)
    if field == "hidden":
        return "hidden" if value and not given.get("hidden_units") else ""
    if value is None and field not in _MAY_BE_NONE:
        raise ValueError(f"This action needs the field {name!r}.")
    return _MAY_BE_NONE[field] if value is None else str(value)
