"""The action space: 264 numbers, the same for every decision, edition and release.

What a seat orders has seven fields (``model/actions.py``): kind, who, from, card, to, elites, count.
Their product would be far too large, so an action is asked for in parts, field by field in this order.
A field that has one value left is not asked. Every value of every field has a number of its own: the
kinds come first, from 0 on, then those of "who", and so on (``FIRST``). Amounts of gold are asked as
their thirty-twos ("elites") and what is left of them ("count").
"""

from typing import Final

from librt.strings import BytesWriter

from dragondune.ints import i64, u8
from dragondune.model.actions import (
    KIND_NAMES,
    card_of,
    count_of,
    elites_of,
    from_of,
    kind_of,
    to_of,
    who_of,
)
from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_NAMES
from dragondune.model.factions import FACTION_NAMES

FIELDS: Final = ("kind", "who", "from", "card", "to", "elites", "count")
SIZES: Final = (64, 8, 32, 64, 32, 32, 32)
FIRST: Final = (0, 64, 72, 104, 168, 200, 232)  # the number of each field's value 0
ACTIONS: Final = 264
LAST_FIELD: Final = 6
ASKED: Final = 8  # bytes behind the row: the field that is asked, and the fields that are settled
NOT_YET: Final = 255
_NONE: Final = bytes(ACTIONS)


def part(code: i64, field: i64) -> i64:
    """The value of one field of an action."""
    if field == 0:
        return kind_of(code)
    if field == 1:
        return who_of(code)
    if field == 2:
        return from_of(code)
    if field == 3:
        return card_of(code)
    if field == 4:
        return to_of(code)
    return elites_of(code) if field == 5 else count_of(code)


def bits_of(codes: list[i64], field: i64) -> i64:
    """The values that one field has among these actions, as bits."""
    found: i64 = 0
    one: i64 = 1
    for code in codes:
        found |= one << part(code, field)
    return found


class Question:
    """A decision under way: the actions that are left, and the field that is asked now."""

    def __init__(self) -> None:
        self.left: list[i64] = []
        self.field: i64 = 0
        self.values: i64 = 0  # what may be answered, as bits

    def copy(self) -> "Question":
        """The same question."""
        other = Question()
        other.left, other.field, other.values = self.left, self.field, self.values
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return restored_question, (self.left, self.field, self.values)

    def begin(self, legal: list[i64]) -> bool:
        """Ask for one of these actions; False where there is nothing to ask."""
        self.left, self.field = legal, -1
        return self._next()

    def answer(self, number: i64) -> bool:
        """Take a number that is allowed; is there another part to ask?"""
        value, field = number - FIRST[self.field], self.field
        self.left = [code for code in self.left if part(code, field) == value]
        return self._next()

    def _next(self) -> bool:
        """On to the first field with a choice."""
        if len(self.left) < 2:
            return False
        values: i64 = 0
        while values & (values - 1) == 0:
            self.field += 1
            values = bits_of(self.left, self.field)
        self.values = values
        return True

    def allows(self, number: i64) -> bool:
        """May this number be answered now?"""
        value = number - FIRST[self.field]
        return 0 <= value < SIZES[self.field] and bool(self.values >> value & 1)

    def numbers(self) -> list[i64]:
        """All numbers that may be answered now, the smallest first."""
        first = FIRST[self.field]
        return [first + v for v in range(SIZES[self.field]) if self.values >> v & 1]

    def mask_into(self, out: BytesWriter) -> None:
        """Write the mask: a byte for each number, 1 where it may be answered."""
        at: i64 = len(out) + FIRST[self.field]
        out.write(_NONE)
        values = self.values
        for v in range(SIZES[self.field]):
            if values >> v & 1:
                out[at + v] = 1

    def settled_into(self, out: BytesWriter) -> None:
        """Write what is asked, and the values of the fields that are settled before it."""
        out.append(u8(self.field))
        code = self.left[0]
        for field in range(LAST_FIELD + 1):
            out.append(u8(part(code, field)) if field < self.field else u8(NOT_YET))


def restored_question(left: list[i64], field: int, values: int) -> Question:
    """A question as pickle brings it."""
    question = Question()
    question.left, question.field, question.values = left, field, values
    return question


def parts_of(legal: list[int], code: int) -> list[int]:
    """The numbers by which an action is chosen among these."""
    question, numbers = Question(), []
    asked = question.begin([*legal])
    while asked:
        field = question.field
        numbers.append(int(FIRST[field] + part(code, field)))
        asked = question.answer(numbers[-1])
    return numbers


def describe(number: int) -> str:
    """A number of the action space in words."""
    if not 0 <= number < ACTIONS:
        raise ValueError(f"There is no action {number}; they are 0 to {ACTIONS - 1}.")
    field = max(f for f in range(LAST_FIELD + 1) if FIRST[f] <= number)
    value = number - FIRST[field]
    return f"{FIELDS[field]} {_word(FIELDS[field], value)}"


def _word(field: str, value: int) -> str:
    names: dict[str, list[str]] = {
        "kind": [*KIND_NAMES],
        "who": [*FACTION_NAMES],
        "from": [*NAMES],
        "to": [*NAMES],
        "card": [*CARD_NAMES],
    }
    known = names.get(field, [])
    return known[value] if value < len(known) else str(value)
