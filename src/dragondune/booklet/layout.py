"""Lays text out for a terminal: wrapped, with lists indented, alone or in two columns."""

from __future__ import annotations

import re
import textwrap
from itertools import zip_longest

WIDTH = 88
# Below this two columns are too narrow to read.
NARROW = 64
_ITEM = re.compile(r"(- |\d+\. )(.*)")


def flow(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """The lines of a text; ``first`` stands before the first of them instead of the indent."""
    out: list[str] = []
    for line in text.splitlines():
        lead = indent if out or first is None else first
        out += _wrapped(line, width, lead, indent) if line.strip() else [""]
    return out


def _wrapped(line: str, width: int, lead: str, indent: str) -> list[str]:
    item = _ITEM.fullmatch(line)
    hanging = indent + " " * len(item[1]) if item else indent
    return textwrap.wrap(
        line,
        width,
        initial_indent=lead,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def columns(left: str, right: str, width: int) -> list[str]:
    """Two texts side by side, or one below the other where there is no room."""
    if width < NARROW:
        return [*flow(left, width), "", *flow(right, width)]
    half = (width - 3) // 2
    pairs = zip_longest(flow(left, half), flow(right, half), fillvalue="")
    return [f"{one:<{half}} │ {other}".rstrip() for one, other in pairs]


def joined(lines: list[str]) -> str:
    """One text, with never two blank lines in a row."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"
