"""``lab merge``: games that were played elsewhere are taken into a study.

Only games of the very same settings and program are taken, and a game that was played in both places
must have come out the same.
"""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from dragondune.lab.problems import LabError
from dragondune.lab.study.balance import remember, told
from dragondune.lab.study.disk import locked
from dragondune.lab.study.parts import rows_of
from dragondune.lab.study.runs import RunLine
from dragondune.lab.study.search import SEARCH
from dragondune.lab.study.storage import MANIFEST, PLAN, Study


@dataclass(frozen=True)
class Taken:
    """How many games came along, and how many were here already."""

    new: int = 0
    known: int = 0

    def __add__(self, other: "Taken") -> "Taken":
        return Taken(self.new + other.new, self.known + other.known)


def merge_command(root: Path, others: list[Path]) -> int:
    """Take the games of all of them, and say how many came along."""
    with locked(root):
        for other in others:
            taken = merge(root, other)
            print(
                f"{other.name}: {taken.new:,} games taken over; {taken.known:,} were in {root} "
                "already, and the same."
            )
    return 0


def merge(root: Path, other: Path) -> Taken:
    """Take what was played elsewhere into the study in ``root``, or begin it with that."""
    kind, theirs = _kind(root), _kind(other)
    if not theirs:
        raise LabError(f"There is no study in {other}.")
    if (kind or theirs) == SEARCH and theirs == SEARCH:
        raise LabError(f"{other} holds a search; what it has judged cannot be divided.")
    if kind != theirs and MANIFEST in (kind, theirs) and kind:
        raise LabError(f"{root} holds a study of another kind; choose another folder.")
    taken = Taken()
    for manifest in sorted(other.rglob(MANIFEST)):
        taken += _take(root / manifest.parent.relative_to(other), manifest.parent)
    if theirs == PLAN and kind != SEARCH:
        plan = told(other)
        remember(root, plan | {"runs": _new(told(root).get("runs", []), plan["runs"])})
    return taken


def _kind(root: Path) -> str:
    """What marks the study in a folder; nothing where there is none."""
    return next((name for name in (SEARCH, PLAN, MANIFEST) if (root / name).exists()), "")


def _take(folder: Path, other: Path) -> Taken:
    """The games of one kind of table."""
    theirs = Study.open(other)
    mine = Study.joined(folder, theirs)
    if not theirs.parts():
        return Taken()
    games = theirs.table()
    here = pl.col("game").is_in(sorted(mine.done))
    _compare(mine, games.filter(here))
    new = rows_of(games.filter(~here))
    if new:
        mine.add(new)
    return Taken(len(new), games.height - len(new))


def _compare(mine: Study, again: pl.DataFrame) -> None:
    """Games that were played twice; LabError where one came out otherwise."""
    if again.is_empty():
        return
    known = mine.table().filter(pl.col("game").is_in(again["game"].to_list()))
    for one, other in zip(known.iter_rows(named=True), again.iter_rows(named=True), strict=True):
        if one != other:
            raise LabError(
                f"Game {one['game']} of {mine.folder} came out otherwise in the other study, so one of "
                "them was played by another program or in another numeric environment."
            )


def _new(known: list[RunLine], more: list[RunLine]) -> list[RunLine]:
    return [line for line in more if line not in known]
