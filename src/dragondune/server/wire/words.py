"""What people write, as others get to see it: without signs that hide, turn round or pile up."""

import unicodedata
from collections.abc import Iterable
from typing import Final

# Letters and signs that show nothing, though they count as printable: a name of these looks empty.
BLANKS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
# Which shape the sign before has: seen at pictures alone, between letters they tell names apart that
# look the same.
SHAPES: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
MOST_MARKS: Final = 3  # accents upon one letter


def clean(text: str, most: int) -> str:
    """One line without control characters, changes of direction, or anything of no width."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if sign.isspace():
            kept.append(" ")
        elif sign in SHAPES and not _is_picture(kept[-1:]):
            continue
        elif sign.isprintable() and sign not in BLANKS and marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())[:most].strip()


def _is_picture(before: list[str]) -> bool:
    return bool(before) and unicodedata.category(before[0]) == "So"


# Letters of other alphabets and digits that are drawn like one of these, and pairs that look like one.
_DRAWN_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁһӏвнмктοαευικρτχηϲϳβμζ01|ıł",
    "aeopcyxijsdhlbhmktoaeuikptxncjbmzollil",
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"))


def alike(text: str) -> str:
    """The same for names that look the same: case, accents, spaces and foreign look-alikes set aside."""
    plain = unicodedata.normalize("NFKD", clean(text, 200)).casefold().translate(_DRAWN_ALIKE)
    plain = "".join(sign for sign in plain if sign.isalnum() or unicodedata.category(sign) == "So")
    for pair, one in _PAIRS:
        plain = plain.replace(pair, one)
    return plain


def told_apart(name: str, others: Iterable[str]) -> str:
    """A name as it is shown beside others: numbered where one of them looks like it."""
    taken = {alike(other) for other in others if other}
    number, shown = 1, name
    while name and alike(shown) in taken:
        number += 1
        shown = f"{name} ({number})"
    return shown
