"""The findings as a page of the documentation, with small pictures beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from dragondune.editions.build import TITLES
from dragondune.editions.options import OPTIONS
from dragondune.lab import figures, words
from dragondune.lab.balance import Finding
from dragondune.lab.gathering import Chapter, Picture, Report
from dragondune.lab.intervals import FEW
from dragondune.lab.page import duration
from dragondune.model.factions import FACTION_NAMES

# The rest stands in the report.
SHOWN: Final = ("-wins", "-ways", "-turns", "-effects", "-battles", "-dragons")


def chosen_pictures(report: Report) -> list[Picture]:
    """The pictures the page shows: maps of the newest edition alone."""
    found = list(report.glance)
    for at, chapter in enumerate(report.chapters):
        last = at == len(report.chapters) - 1
        first_bots = chapter.findings[0].bots.replace(":", "-")
        for picture in chapter.pictures:
            wanted = picture.name.endswith(SHOWN if last else ("-wins", "-effects"))
            is_map = picture.name.endswith(("-battles", "-dragons"))
            if picture.name.endswith("-effects") and not _enough(chapter, picture):
                continue
            if wanted and not (is_map and first_bots not in picture.name):
                found.append(picture)
    return found


def _enough(chapter: Chapter, picture: Picture) -> bool:
    """Options played on a handful of deals make no picture."""
    for one in chapter.findings:
        if picture.name == f"{chapter.edition}-{one.bots.replace(':', '-')}-effects":
            return max(sample.size for sample in one.others) >= FEW
    return True


def markdown(report: Report, pictures: str) -> str:
    """The page; ``pictures`` is the folder of the pictures as seen from it."""
    shown = {picture.name for picture in chosen_pictures(report)}
    lines = [f"# {report.title}", "", *_opening(report), *_verdicts(report), *_remedies(report)]
    for picture in report.glance:
        lines += ["", f"![{picture.title}]({pictures}/{picture.name}.svg)"]
    for chapter in report.chapters:
        lines += _chapter(chapter, shown, pictures)
    lines += ["", "## What this says and what not", ""]
    lines += [f"- {line}" for line in words.METHOD]
    return "\n".join([*lines, ""])


def _opening(report: Report) -> list[str]:
    lines = ["Games among bots, counted by `dragon-dune lab` ([laboratory.md](laboratory.md)).", ""]
    if report.runs:
        lines += ["| command | games | took | cores | day |", "|---|---|---|---|---|"]
        for run in report.runs:
            lines.append(
                f"| `{run['command']}` ({run['bots']}) | {run['games']:,} | "
                f"{duration(run['seconds'])} | {run['cores']} | {run['day']} |"
            )
    return lines


def _verdicts(report: Report) -> list[str]:
    """The rulebook's own questions in one table."""
    lines = ["", "## Is a faction too strong?", ""]
    lines.append(
        "Share of the victories; a quarter is even. All four intervals of a line hold at once."
    )
    heads = " | ".join(name.capitalize() for name in FACTION_NAMES)
    lines += ["", f"| edition | bots | games | {heads} |", "|---|---|---|" + "---|" * 4]
    for one in report.findings:
        cells = []
        for found in figures.win_shares(one.base).values():
            cells.append(
                f"{found.value * 100:.1f} % ({found.low * 100:.1f} to {found.high * 100:.1f}): "
                f"{words.verdict(found)}"
            )
        lines.append(f"| {one.edition} | {one.bots} | {one.base.size:,} | {' | '.join(cells)} |")
    return lines


def _remedies(report: Report) -> list[str]:
    """What G1-G4 do to the faction each is meant for."""
    played = [one for one in report.findings if one.others]
    if not played:
        return []
    heads = [f"{OPTIONS[words.REMEDY[f]].rule} on the {f.capitalize()}" for f in words.REMEDY]
    lines = ["", "## Does the book's remedy help?", ""]
    lines.append("Change of that faction's share in points on the same deals, with 95 % intervals.")
    lines += ["", f"| edition | bots | {' | '.join(heads)} |", "|---|---|" + "---|" * len(heads)]
    for one in played:
        cells = [_remedy(one, faction) for faction in words.REMEDY]
        lines.append(f"| {one.edition} | {one.bots} | {' | '.join(cells)} |")
    return lines


def _remedy(finding: Finding, faction: str) -> str:
    change = words.remedy_change(finding, faction)
    if change is None or change.deals < FEW:
        return "–"
    bounds = f"({words.points(change.low)} to {words.points(change.high)})"
    return f"{words.points(change.value)} {bounds}, {change.deals:,} deals"


def _chapter(chapter: Chapter, shown: set[str], pictures: str) -> list[str]:
    lines = ["", f"## {TITLES[chapter.edition]}", ""]
    for faction in FACTION_NAMES:
        if chapter.answers:
            head, *rest = chapter.answers[faction]
            lines += [f"**Are the {faction.capitalize()} too strong?** {head}", ""]
            lines += [f"- {line}" for line in rest] + [""]
    for picture in chapter.pictures:
        if picture.name in shown:
            lines += [f"![{chapter.edition}: {picture.title}]({pictures}/{picture.name}.svg)", ""]
    for one in chapter.findings:
        lines += _options(one)
    return lines


def _options(finding: Finding) -> list[str]:
    if not finding.others:
        return []
    told: Sequence[str] = words.effect_sentences(finding)
    deals = max(sample.size for sample in finding.others)
    head = f"Options among {finding.bots}, up to {deals:,} deals each, beside the base on the same deals: "
    if not told:
        return [head + "none has an effect that stands out from chance.", ""]
    return [head + "these stand out from chance.", "", *(f"- {line}" for line in told), ""]


def folder_for(page: Path) -> Path:
    """The pictures of ``docs/balance.md`` lie in ``docs/balance``."""
    return page.with_suffix("")
