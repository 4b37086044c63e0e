"""What a report consists of: figures as tables, pictures of them, and words, edition by edition."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import polars as pl

from dragondune.editions.build import TITLES
from dragondune.lab import figures, pictures, words
from dragondune.lab.balance import BASE, Finding, is_balance, load, told
from dragondune.lab.figures import Sample
from dragondune.lab.study import Study
from dragondune.lab.svg import Drawing
from dragondune.model.factions import FACTION_NAMES

FOUR: Final = len(FACTION_NAMES)


@dataclass(frozen=True)
class Picture:
    """A picture with the name of its file, a sentence below it, and how much of a row it takes."""

    name: str
    title: str
    caption: str
    drawing: Drawing
    part: str = "third"


@dataclass(frozen=True)
class Chapter:
    """One edition."""

    edition: str
    title: str
    findings: tuple[Finding, ...]
    answers: dict[str, list[str]]
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class Report:
    """Everything that is written down."""

    title: str
    findings: tuple[Finding, ...]
    chapters: tuple[Chapter, ...]
    tables: dict[str, pl.DataFrame]
    glance: tuple[Picture, ...] = ()
    runs: tuple[dict[str, object], ...] = ()
    programs: tuple[str, ...] = field(default_factory=tuple)


def gather(root: Path) -> Report:
    """The report of a study of the balance, or of one that ``simulate`` played."""
    if is_balance(root):
        findings = load(root)
        title = "The balance of Dragon Dune"
        runs = tuple(told(root).get("runs", []))
        answered = True
    else:
        study = Study.open(root)
        findings, runs = [_single(study)], ()
        title = f"Dragon Dune, {TITLES[study.setting.edition]}: a study of {findings[0].bots}"
        answered = len(study.setting.factions) == FOUR and len(set(study.setting.lineups[0])) == 1
    editions = list(dict.fromkeys(one.edition for one in findings))
    chapters = [
        _chapter(edition, [one for one in findings if one.edition == edition], answered)
        for edition in editions
    ]
    return Report(
        title, tuple(findings), tuple(chapters), tables(findings), _glance(findings), runs
    )


def _single(study: Study) -> Finding:
    setting = study.setting
    kinds = list(dict.fromkeys(setting.lineups[0]))
    label = "/".join(kinds) + (f" with {', '.join(setting.options)}" if setting.options else "")
    return Finding(setting.edition, label, Sample(setting.edition, label, BASE, study.table()), ())


def tables(findings: Sequence[Finding]) -> dict[str, pl.DataFrame]:
    """Every figure of the report, one table per kind."""
    bases = [one.base for one in findings]
    everything = [sample for one in findings for sample in (one.base, *one.others)]
    found = {
        "overview": figures.overview(everything),
        "wins": figures.wins(everything),
        "ways": figures.ways(bases),
        "ways-by-turn": figures.ways_by_turn(bases),
        "last-turns": figures.last_turns(bases),
        "over-time": figures.over_time(bases),
        "gold-flows": figures.gold_flows(bases),
        "places": figures.places(bases),
    }
    changed = [figures.effects(one.base, one.others) for one in findings if one.others]
    if changed:
        found["effects"] = pl.concat(changed)
    return found


def _glance(findings: Sequence[Finding]) -> tuple[Picture, ...]:
    """All editions in one picture, per strength of bots."""
    found = []
    for bots in dict.fromkeys(one.bots for one in findings):
        bases = [one.base for one in findings if one.bots == bots]
        if len(bases) > 1:
            title = f"Win shares of all editions, {bots}"
            drawing = pictures.win_shares(figures.wins(bases), title, "edition")
            caption = (
                "Share of the victories with simultaneous 95 % intervals; broken line: a quarter."
            )
            found.append(Picture(f"glance-{_safe(bots)}", title, caption, drawing, "half"))
    return tuple(found)


def _safe(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name)


def _chapter(edition: str, findings: Sequence[Finding], answered: bool) -> Chapter:
    found = _compared(edition, findings)
    for finding in findings:
        found += _alone(edition, finding)
    answers = words.answers(findings) if answered else {}
    return Chapter(edition, TITLES[edition], tuple(findings), answers, tuple(found))


def _compared(edition: str, findings: Sequence[Finding]) -> list[Picture]:
    """Pictures that hold all strengths of bots side by side."""
    bases = [one.base for one in findings]
    fair = 1 / len(bases[0].games["factions"][0])
    return [
        Picture(
            f"{edition}-wins",
            "Who wins",
            "Share of the victories with simultaneous 95 % intervals; broken line: an even game.",
            pictures.win_shares(figures.wins(bases), f"{edition}: who wins", "bots", fair),
        ),
        Picture(
            f"{edition}-ways",
            "How they win",
            "Victories by way of winning, as parts of all games.",
            pictures.ways(figures.ways(bases), f"{edition}: how they win"),
        ),
        Picture(
            f"{edition}-turns",
            "When it ends",
            "The turn in which games end, with simultaneous 95 % intervals.",
            pictures.last_turns(figures.last_turns(bases), f"{edition}: when it ends"),
        ),
    ]


def _alone(edition: str, finding: Finding) -> list[Picture]:
    """Pictures of one strength of bots."""
    base, name = [finding.base], f"{edition}-{_safe(finding.bots)}"
    time, place = figures.over_time(base), figures.places(base)
    among = words.among(finding.bots)
    found = [
        Picture(
            f"{name}-castles",
            f"Castles held, {among}",
            "Mean at the end of each turn, over the games that lasted so long.",
            pictures.over_time(time, "castles", f"{edition}: castles held {among}"),
        ),
        Picture(
            f"{name}-gold",
            f"Gold in hand, {among}",
            "Mean at the end of each turn, over the games that lasted so long.",
            pictures.over_time(time, "gold", f"{edition}: gold in hand {among}"),
        ),
        Picture(
            f"{name}-flows",
            f"Where gold comes from and goes, {among}",
            "Per game and faction; starting gold is left out.",
            pictures.gold_flows(figures.gold_flows(base), f"{edition}: gold {among}"),
        ),
        Picture(
            f"{name}-battles",
            f"Where they fight, {among}",
            "Battles per game in each territory.",
            pictures.battle_map(place, f"{edition}: battles {among}"),
            "half",
        ),
        Picture(
            f"{name}-dragons",
            f"Where dragons kill, {among}",
            "Units killed per game by the wild dragons and the Red Dragon.",
            pictures.dragon_map(place, f"{edition}: dragon kills {among}"),
            "half",
        ),
    ]
    if finding.others:
        drawing = pictures.effects(
            figures.effects(finding.base, finding.others), f"{edition}: options {among}"
        )
        caption = (
            "Change of each faction's share on the same deals, with 95 % intervals that hold for all "
            "at once. Full dots: more than chance."
        )
        found.append(
            Picture(f"{name}-effects", f"What options change, {among}", caption, drawing, "whole")
        )
    return found
