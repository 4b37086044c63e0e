"""Counting: legal actions by kind, and the leaves of the tree of choices."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from dragondune.editions.build import EDITIONS
from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.actions import KIND_NAMES
from dragondune.model.state import State

HERE = Path(__file__).resolve().parent
POSITIONS = HERE / "positions.toml"
COUNTS = HERE / "counts.txt"
HEAD = """\
Legal actions by kind, and leaves at each depth, in every edition. Written by
`PYTHONPATH=src:tests python -m perft`; positions.toml says what each position is about.
"""


@dataclass(frozen=True)
class Position:
    """One position of positions.toml."""

    name: str
    text: str
    depth: int
    why: str
    editions: tuple[str, ...]
    by_hand: dict[str, list[int]]


def positions() -> list[Position]:
    """All positions in the order of the file."""
    found = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))
    return [
        Position(
            name,
            entry["position"],
            entry["depth"],
            entry["why"],
            tuple(entry.get("editions", EDITIONS)),
            entry.get("by_hand", {}),
        )
        for name, entry in found.items()
    ]


def first_to_act(s: State) -> int:
    """Of those who choose at once, the first in player order."""
    acting = agenda.actors(s)
    return next(f for f in s.order if acting >> f & 1)


def kinds(s: State) -> Counter[str]:
    """How many actions of each kind are legal."""
    return Counter(KIND_NAMES[code >> 29] for code in agenda.legal(s, first_to_act(s)))


def leaves(s: State, depth: int) -> int:
    """How many ways there are to make so many choices in a row."""
    if not s.stack:
        return 1
    f = first_to_act(s)
    codes = agenda.legal(s, f)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        after = s.copy()
        agenda.apply(after, f, code)
        total += leaves(after, depth - 1)
    return total


def first_choice(position: Position, edition: str) -> State:
    """Where somebody chooses first: a position may stand before an automatic step."""
    game = Game.at(position.text, edition)
    game.go_on()
    return game.state


def counts(position: Position, edition: str) -> dict[str, int]:
    """The rows of one column: kinds, then depths."""
    state = first_choice(position, edition)
    rows: dict[str, int] = dict(sorted(kinds(state).items()))
    for depth in range(1, position.depth + 1):
        rows[f"depth {depth}"] = leaves(state, depth)
    return rows


def section(position: Position) -> str:
    """One position as a small table with a column for each edition."""
    columns = {edition: counts(position, edition) for edition in position.editions}
    found = {row for column in columns.values() for row in column}
    rows = [*sorted(found - _depths(position)), *sorted(_depths(position))]
    lines = [f"== {position.name}", _line("", [*EDITIONS])]
    for row in rows:
        cells = [str(columns.get(edition, {}).get(row, "–")) for edition in EDITIONS]
        lines.append(_line(row, cells))
    return "\n".join(lines) + "\n"


def _depths(position: Position) -> set[str]:
    return {f"depth {depth}" for depth in range(1, position.depth + 1)}


def _line(head: str, cells: list[str]) -> str:
    return head.ljust(14) + "".join(cell.rjust(8) for cell in cells)


def stored() -> dict[str, str]:
    """The sections of counts.txt by name."""
    _, *sections = COUNTS.read_text(encoding="utf-8").split("== ")
    return {text.split("\n", 1)[0]: "== " + text.rstrip("\n") + "\n" for text in sections}


def write() -> None:
    """Count everything and write it down."""
    text = "\n".join([HEAD, *[section(position) for position in positions()]])
    COUNTS.write_text(text, encoding="utf-8")
