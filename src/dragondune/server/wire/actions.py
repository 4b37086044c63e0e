"""Legal actions as the page offers them. An action's JSON depends on its code alone: made once."""

from typing import Final

import msgspec

from dragondune.model.action_text import FIELDS, action_text
from dragondune.model.actions import (
    BOTH,
    HIDDEN,
    KIND_NAMES,
    amount_of,
    card_of,
    count_of,
    elites_of,
    from_of,
    hidden_elites_of,
    hidden_units_of,
    kind_of,
    to_of,
    who_of,
)
from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_NAMES
from dragondune.server.wire.parts import Choice, Colour, Encoded, encoded
from dragondune.server.wire.views import faction

_MOST_KEPT: Final = 60_000
_KNOWN: dict[int, bytes] = {}
_COLOURS: Final[tuple[Colour, ...]] = ("none", "red", "black")
_TOPICS: Final = {1: "colour", 2: "number", 4: "value"}
_encode: Final = msgspec.json.encode


def action_bytes(code: int) -> bytes:
    """``{"line": "move 3 10★ 9•", "kind": "move", "n": 3, "from": "10★", "to": "9•"}``."""
    known = _KNOWN.get(code)
    if known is None:
        if len(_KNOWN) >= _MOST_KEPT:
            _KNOWN.clear()
        known = _KNOWN[code] = _encode(choice(code))
    return known


def choices(codes: list[int]) -> Encoded:
    """A list of actions (``Choice``), encoded already."""
    try:
        parts = [_KNOWN[code] for code in codes]
    except KeyError:
        parts = [action_bytes(code) for code in codes]
    return encoded(b"[" + b",".join(parts) + b"]")


def choice(code: int) -> Choice:
    """The line, and its parts by name."""
    kind = kind_of(code)
    out = Choice(line=action_text(code), kind=KIND_NAMES[kind])
    for field in FIELDS.get(kind, ()):
        _add(out, field, code)
    return out


def _card(index: int) -> str | None:
    return CARD_NAMES[index] if 0 <= index < 52 else None


def _add(out: Choice, field: str, code: int) -> None:
    if field in ("units", "number", "turn"):
        out.n = count_of(code)
        if field == "units" and elites_of(code):
            out.elite = elites_of(code)
    elif field == "amount":
        out.n = amount_of(code)
    elif field == "second":
        out.second = elites_of(code)
    elif field in ("from", "place"):
        out.from_ = NAMES[from_of(code)]
    elif field == "castle":
        out.castle = NAMES[from_of(code)]
    elif field == "to":
        out.to = NAMES[to_of(code)]
    elif field in ("card", "ace"):
        out.card = _card(card_of(code))
    elif field == "sabotage":
        out.sabotage = _card(amount_of(code))
    elif field == "who":
        out.who = faction(who_of(code))
    else:
        _add_word(out, field, code)


def _add_hidden(out: Choice, code: int) -> None:
    """Which units of a stack: ``n`` counts the open ones where open and hidden ones go together."""
    out.hidden = who_of(code) == HIDDEN
    if who_of(code) >= BOTH:
        hidden, elites = hidden_units_of(code), hidden_elites_of(code)
        out.hidden = "both"
        out.n = count_of(code) - hidden
        out.elite = elites_of(code) - elites
        out.n_hidden = hidden
        out.elite_hidden = elites


def _add_word(out: Choice, field: str, code: int) -> None:
    if field == "hidden":
        _add_hidden(out, code)
    elif field == "topic":
        out.topic = _TOPICS.get(count_of(code))
    elif field == "colour":
        out.colour = _COLOURS[count_of(code)]
    elif field == "value":
        out.n = count_of(code)
