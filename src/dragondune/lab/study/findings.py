"""Everything that a study of the balance has come to, read again for a report."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dragondune.editions.build import title_of
from dragondune.editions.options import OPTIONS
from dragondune.lab.figures.tables import Sample
from dragondune.lab.problems import LabError
from dragondune.lab.study.balance import BASE, folder_of, is_remedy, told
from dragondune.lab.study.game_row import Setting
from dragondune.lab.study.grid import Factor, points
from dragondune.lab.study.seating import USUAL, Table
from dragondune.lab.study.storage import BASE_FOLDER, MANIFEST, PLAN, Study
from dragondune.lab.study.worth import items


@dataclass(frozen=True)
class Sweep:
    """A grid of house rules: what was varied, and the games of its points beside the base."""

    factors: tuple[Factor, ...]
    samples: tuple[Sample, ...]


@dataclass(frozen=True)
class Finding:
    """One edition at one strength of bots and one kind of table: the base, and what was played beside it."""

    edition: str
    bots: str  # with what is not usual at their table, as ``Table.label`` has it
    base: Sample
    others: tuple[Sample, ...]  # with options
    setting: Setting | None = None  # of the base; None for games that nobody has played
    sweeps: tuple[Sweep, ...] = ()
    lacking: tuple[Sample, ...] = ()  # without one of the powers each
    folder: Path | None = None  # of the base's games
    table: Table = USUAL

    @property
    def rules(self) -> tuple[str, tuple[str, ...]]:
        """Edition and options of the base."""
        return (self.setting.edition, self.setting.options) if self.setting else (self.edition, ())

    @property
    def title(self) -> str:
        """What these rules are called."""
        return title_of(*self.rules)


def load(root: Path) -> list[Finding]:
    """Everything that was played so far."""
    known = told(root)
    if not known:
        raise LabError(f"There is no study of the balance in {root}: {PLAN} is missing.")
    found = []
    for edition in known["editions"]:
        for bots in known["bots"]:
            for table in known.get("tables", [{}]):
                finding = _finding(root, edition, bots, Table(**table))
                if finding is not None:
                    found.append(finding)
    if not found:
        raise LabError(f"No game of the study in {root} has been finished yet.")
    return found


def _finding(root: Path, edition: str, kind: str, table: Table) -> Finding | None:
    bots, below = table.label(kind), table.folder(kind)
    folder = folder_of(root, edition, below, BASE)
    base = _sample(folder, edition, bots, BASE)
    if base is None:
        return None
    names = [path.name for path in folder.parent.iterdir() if (path / MANIFEST).exists()]
    found = {
        name: sample
        for name in sorted(names)
        if name != BASE_FOLDER
        and (sample := _sample(folder_of(root, edition, below, name), edition, bots, name))
    }
    setting = Study.open(folder).setting
    finding = Finding(edition, bots, base, (), setting, folder=folder, table=table)
    return _sorted_out(finding, found, told(root))


def _sorted_out(finding: Finding, found: dict[str, Sample], known: dict[str, Any]) -> Finding:
    """Which of the samples are points of a sweep, which lack a power, and which have an option."""
    sweeps = []
    for one in known.get("sweeps", []):
        swept: str = one["edition"]
        if swept == finding.edition:
            factors = tuple(
                Factor(f["name"], tuple(f["values"]), f["book"]) for f in one["factors"]
            )
            there = tuple(found[point] for point in points(factors) if point in found)
            sweeps.append(Sweep(factors, there))
    missing = [item.variant for item in items(finding.rules)]
    lacking = tuple(found[name] for name in missing if name in found and known.get("worth"))
    taken = {sample.variant for sweep in sweeps for sample in sweep.samples}
    taken |= {sample.variant for sample in lacking}
    order = {name: at for at, name in enumerate(OPTIONS)}
    others = sorted(
        (sample for name, sample in found.items() if name not in taken),
        key=lambda one: (not is_remedy(one.variant), order.get(one.variant, len(order))),
    )
    return replace(
        finding,
        others=tuple(others),
        sweeps=tuple(sweep for sweep in sweeps if sweep.samples),
        lacking=lacking,
    )


def _sample(folder: Path, edition: str, bots: str, variant: str) -> Sample | None:
    if not (folder / MANIFEST).exists():
        return None
    study = Study.open(folder)
    if not study.parts():
        return None
    return Sample(edition, bots, variant, study.table())
