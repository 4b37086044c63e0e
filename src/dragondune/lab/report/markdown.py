"""The findings as a page of the documentation, with small pictures beside it."""

import re
from pathlib import Path
from typing import Final

from dragondune.lab.report import sentences
from dragondune.lab.report.briefs import Brief
from dragondune.lab.report.contents import Chapter, Report
from dragondune.lab.report.page import duration
from dragondune.lab.report.pictures import Picture
from dragondune.lab.study.findings import Finding
from dragondune.lab.study.runs import RunLine, pace
from dragondune.model.factions import FACTION_NAMES

# The rest stands in the report.
SHOWN: Final = ("-wins", "-ways", "-ways-by-turn", "-turns", "-effects", "-battles", "-dragons")
SHOWN_OF_EACH: Final = ("-wins", "-ways-by-turn", "-effects")
# By this a page is known as one that may be written anew.
SIGN: Final = "counted by `dragon-dune lab`"


def chosen_pictures(report: Report) -> list[Picture]:
    """The pictures the page shows: maps of the newest edition alone, as the strongest bots play it."""
    found = list(report.glance)
    for at, chapter in enumerate(report.chapters):
        last = at == len(report.chapters) - 1
        strongest = chapter.findings[-1].bots.replace(":", "-")
        for picture in chapter.pictures:
            wanted = picture.name.endswith(SHOWN if last else SHOWN_OF_EACH)
            is_map = picture.name.endswith(("-battles", "-dragons"))
            if wanted and not (is_map and strongest not in picture.name):
                found.append(picture)
    return found


def markdown(report: Report, pictures: str) -> str:
    """The page; ``pictures`` is the folder of the pictures as seen from it."""
    shown = {picture.name for picture in chosen_pictures(report)}
    lines = [f"# {report.title}", "", *_opening(report)]
    for brief in report.briefs:
        lines += _brief(brief)
    for picture in report.glance:
        lines += ["", f"![{picture.title}]({pictures}/{picture.name}.svg)"]
    for chapter in report.chapters:
        lines += _chapter(chapter, shown, pictures)
    lines += ["", "## What these figures show, and what they do not", ""]
    lines += [f"- {line}" for line in report.method]
    return "\n".join([*lines, ""])


def linked(page: str, pictures: str) -> set[str]:
    """The pictures that a page shows out of its own folder."""
    return set(re.findall(rf"\({re.escape(pictures)}/([^/()]+\.svg)\)", page))


def _opening(report: Report) -> list[str]:
    lines = [f"Games among bots, {SIGN} ([laboratory.md](laboratory.md)).", ""]
    if report.runs:
        lines += [
            "| command | games | took | processes | games a second, together | alone | day |",
            "|---|---|---|---|---|---|---|",
            *map(_run, report.runs),
        ]
        lines += ["", "Together: by the clock. Alone: one process, in a second of a processor."]
    return lines


def _run(run: RunLine) -> str:
    cells = [f"`{run['command']}` ({run['bots']})"]
    cells.append(f"{run['games']:,}" if "games" in run else "–")
    cells.append(duration(run["seconds"]) if "seconds" in run else "–")
    cells.append(f"{run.get('cores', '–')}{' of Ray' if run.get('on') == 'Ray' else ''}")
    cells += [f"{speed:,.1f}" for speed in pace(run) or ()] or ["–", "–"]
    return f"| {' | '.join([*cells, str(run.get('day', '–'))])} |"


def _brief(brief: Brief) -> list[str]:
    lines = ["", f"## {brief.title}", "", brief.lead, ""]
    lines += [f"| {' | '.join(brief.head)} |", "|" + "---|" * len(brief.head)]
    lines += [f"| {' | '.join(row)} |".replace("\n", " ") for row in brief.rows]
    for note in brief.notes:
        lines += ["", note]
    return lines


def _chapter(chapter: Chapter, shown: set[str], pictures: str) -> list[str]:
    lines = ["", f"## {chapter.title}", ""]
    for line in chapter.opening:
        lines += [line, ""]
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
    head, found, rest = sentences.option_words(finding)
    lines = [head, "", *(f"- {line}" for line in found), *([""] if found else [])]
    for line in rest:
        lines += [line, ""]
    return lines


def folder_for(page: Path) -> Path:
    """The pictures of ``docs/balance.md`` lie in ``docs/balance``."""
    return page.with_suffix("")
