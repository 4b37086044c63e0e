"""What a report consists of: figures as tables, pictures of them, and words, edition by edition."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import polars as pl

from dragondune.editions.build import title_of
from dragondune.lab.figures import tables
from dragondune.lab.figures.intervals import FEW
from dragondune.lab.figures.tables import Sample
from dragondune.lab.problems import LabError
from dragondune.lab.report import charts, excitement, method, sentences
from dragondune.lab.report.briefs import Brief
from dragondune.lab.report.chart import Chart
from dragondune.lab.report.found import Found, across, pareto, proposals
from dragondune.lab.report.pictures import Picture, safe
from dragondune.lab.report.strengths import picture as strength_picture
from dragondune.lab.report.strengths import weakest_first
from dragondune.lab.report.summary import briefs
from dragondune.lab.report.variations import (
    sweep_pictures,
    sweep_tables,
    worth_pictures,
    worth_table,
)
from dragondune.lab.study.balance import BASE, is_balance, told
from dragondune.lab.study.findings import Finding, load
from dragondune.lab.study.runs import RunLine
from dragondune.lab.study.search import SEARCH
from dragondune.lab.study.search import told as search_told
from dragondune.lab.study.simulation import typed
from dragondune.lab.study.storage import Study
from dragondune.lab.study.tournament import TABLES
from dragondune.model.factions import FACTION_NAMES

FOUR: Final = len(FACTION_NAMES)


@dataclass(frozen=True)
class Chapter:
    """One edition."""

    edition: str
    title: str
    findings: tuple[Finding, ...]
    opening: tuple[str, ...]
    answers: dict[str, list[str]]
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class Report:
    """Everything that is written down."""

    title: str
    findings: tuple[Finding, ...]
    briefs: tuple[Brief, ...]
    chapters: tuple[Chapter, ...]
    method: tuple[str, ...]
    tables: dict[str, pl.DataFrame]
    glance: tuple[Picture, ...] = ()
    runs: tuple[dict[str, object], ...] = ()


def gather(root: Path) -> Report:
    """The report of whatever lies in a folder: a search, a study of the balance, or games alone."""
    if (root / SEARCH).exists():
        return _search_report(root)
    if is_balance(root):
        title = "The balance of Dragon Dune"
        return _report(title, weakest_first(load(root)), tuple(told(root).get("runs", [])), True)
    study = Study.open(root)
    _refuse_tournament(study)
    one = _single(study)
    asked: RunLine = {"command": typed(study), "bots": one.bots, "games": one.base.size}
    runs = tuple(study.runs) or (asked,)
    rules = title_of(study.setting.edition, study.setting.options)
    title = f"Dragon Dune, {rules}: games of {sentences.plural(one.bots)}"
    answered = len(study.setting.factions) == FOUR and not method.is_mixed(study.setting)
    return _report(title, [one], runs, answered)


def _report(
    title: str, findings: Sequence[Finding], runs: tuple[dict[str, object], ...], answered: bool
) -> Report:
    editions = list(dict.fromkeys(one.edition for one in findings))
    chapters = [
        _chapter(edition, [one for one in findings if one.edition == edition], answered)
        for edition in editions
    ]
    watched = excitement.scenes(findings)
    return Report(
        title,
        tuple(findings),
        (*briefs(findings, answered), *excitement.briefs(watched)),
        tuple(chapters),
        tuple(method.method(findings, answered)),
        every_table(findings) | excitement.tables(watched),
        (*_glance(findings), *excitement.pictures(watched)),
        runs,
    )


def _search_report(root: Path) -> Report:
    found = Found(root)
    judges = " and ".join(judge.bots for judge in found.quest.judges)
    runs = [{"command": one, "bots": judges} for one in search_told(root).get("commands", [])]
    plain = _report("In search of an even game", found.findings(), tuple(runs), False)
    return replace(
        plain,
        briefs=(proposals(found), *(one for one in plain.briefs if one.name != "remedies")),
        tables={"search": found.table(), **plain.tables},
        glance=(pareto(found), *across(found), *plain.glance),
    )


def _refuse_tournament(study: Study) -> None:
    """Its games mix bots seat by seat: what they show is in tables of their own."""
    if len(study.setting.lineups) > 1:
        found = [str(study.folder / name) for name in TABLES if (study.folder / name).exists()]
        where = f"are {' and '.join(found)}" if found else f"are called {' and '.join(TABLES)}"
        raise LabError(
            f"{study.folder} holds a tournament, which has no report: its tables {where}. "
            "The same lab tournament command writes them anew."
        )


def _single(study: Study) -> Finding:
    setting = study.setting
    kinds = list(dict.fromkeys(method.seats(setting).values()))
    label = " and ".join(kinds)
    if setting.options:
        label += sentences.WITH + ", ".join(setting.options)
    sample = Sample(setting.edition, label, BASE, study.table())
    return Finding(setting.edition, label, sample, (), setting, folder=study.folder)


def every_table(findings: Sequence[Finding]) -> dict[str, pl.DataFrame]:
    """Every figure of the report, one table per kind."""
    bases = [one.base for one in findings]
    everything = [sample for one in findings for sample in (one.base, *one.others)]
    found = {
        "overview": tables.overview(everything),
        "wins": tables.wins(everything),
        "ways": tables.ways(bases),
        "ways-by-turn": tables.ways_by_turn(bases),
        "last-turns": tables.last_turns(bases),
        "over-time": tables.over_time(bases),
        "gold-flows": tables.gold_flows(bases),
        "gold-left": tables.gold_left(bases),
        "seats": tables.seats(bases),
        "places": tables.places(bases),
    }
    tried = [one for one in findings if one.others]
    if tried:
        found["effects"] = pl.concat(tables.effects(one.base, one.others) for one in tried)
        aimed = [tables.remedies(one.base, one.others) for one in tried]
        aimed = [frame for frame in aimed if frame.height]
        if aimed:
            found["remedies"] = pl.concat(aimed)
    return found | _varied_tables(findings)


def _varied_tables(findings: Sequence[Finding]) -> dict[str, pl.DataFrame]:
    swept, worth = sweep_tables(findings), worth_table(findings)
    found = {"sweeps": pl.concat(swept)} if swept else {}
    return found | ({"worth": worth} if worth is not None else {})


def _glance(findings: Sequence[Finding]) -> tuple[Picture, ...]:
    """All editions in one picture, per strength of bots."""
    found = strength_picture(findings)
    for bots in dict.fromkeys(one.bots for one in findings):
        bases = [one.base for one in findings if one.bots == bots]
        if len(bases) > 1:
            title = f"Win shares of all editions, {sentences.among(bots)}"
            chart = charts.win_shares(tables.wins(bases), title, "edition", bases[0].even)
            caption = "Share of the victories with simultaneous 95 % intervals; broken line: an even game."
            found.append(Picture(f"glance-{safe(bots)}", title, caption, chart, "half"))
    return tuple(found)


def _chapter(edition: str, findings: Sequence[Finding], answered: bool) -> Chapter:
    found = _compared(edition, findings)
    for finding in findings:
        found += _alone(edition, finding)
    of_four = [one for one in findings if one.base.players == FOUR]
    answers = sentences.answers(of_four) if answered and of_four else {}
    seats = [method.seat_sentence(one.setting) for one in findings if one.setting]
    opening = [line for line in dict.fromkeys(seats) if line]
    opening += [sentences.way_sentence(one) for one in findings]
    return Chapter(
        edition, findings[0].title, tuple(findings), tuple(opening), answers, tuple(found)
    )


def _compared(edition: str, findings: Sequence[Finding]) -> list[Picture]:
    """Pictures that hold all strengths of bots side by side."""
    bases = [one.base for one in findings]
    among = sentences.listed(sentences.among(one.bots) for one in findings)
    return [
        *_who_wins(edition, bases),
        Picture(
            f"{edition}-ways",
            "How they win",
            "Victories by way of winning, as parts of all games.",
            charts.ways(tables.ways(bases), f"{edition}: how they win, {among}"),
        ),
        Picture(
            f"{edition}-turns",
            "When it ends",
            "The turn in which games end, with simultaneous 95 % intervals.",
            charts.last_turns(tables.last_turns(bases), f"{edition}: when it ends, {among}"),
        ),
    ]


def _who_wins(edition: str, bases: Sequence[Sample]) -> list[Picture]:
    """A picture for each number of players, as each has its own even share."""
    found = []
    for players in sorted({one.players for one in bases}, reverse=True):
        same = [one for one in bases if one.players == players]
        among = sentences.listed(sentences.among(one.bots) for one in same)
        chart = charts.win_shares(
            tables.wins(same), f"{edition}: who wins, {among}", "bots", same[0].even
        )
        name = f"{edition}-wins" if players == bases[0].players else f"{edition}-{players}-wins"
        title = "Who wins" if len(same) == len(bases) else f"Who wins among {players}"
        caption = (
            "Share of the victories with simultaneous 95 % intervals; broken line: an even game."
        )
        found.append(Picture(name, title, caption, chart))
    return found


def _alone(edition: str, finding: Finding) -> list[Picture]:
    """Pictures of one strength of bots."""
    base, name = [finding.base], f"{edition}-{safe(finding.bots)}"
    time, place = tables.over_time(base), tables.places(base)
    among = sentences.among(finding.bots)
    turns = tables.turns_of(finding.base)
    mean = "Mean at the end of each turn, over the games that lasted so long."

    def half(
        key: str, title: str, caption: str, draw: Callable[[str], Chart], head: str
    ) -> Picture:
        chart = draw(f"{edition}: {head}, {among}")
        return Picture(f"{name}-{key}", f"{title}, {among}", caption, chart, "half", finding.bots)

    found = [
        half(
            "ways-by-turn",
            "How and when they win",
            "Victories by turn and way, in percent of all games.",
            partial(charts.ways_by_turn, tables.ways_by_turn(base), turns),
            "how and when",
        ),
        half(
            *("castles", "Castles held", mean),
            *(partial(charts.over_time, time, "castles"), "castles held"),
        ),
        half(
            *("gold", "Gold in hand", mean),
            *(partial(charts.over_time, time, "gold"), "gold in hand"),
        ),
        half(
            "flows",
            "Where gold comes from and goes",
            "Per game and faction; starting gold is left out.",
            partial(charts.gold_flows, tables.gold_flows(base)),
            "where gold comes from and goes",
        ),
        half(
            "battles",
            "Where they fight",
            "Battles per game in each territory.",
            partial(charts.battle_map, place),
            "battles",
        ),
        half(
            "dragons",
            "Where dragons kill",
            "Units killed per game by the wild dragons and the Red Dragon.",
            partial(charts.dragon_map, place),
            "dragon kills",
        ),
    ]
    varied = [*sweep_pictures(finding), *worth_pictures(finding)]
    return [*varied, *found, *_effects(edition, finding, f"{name}-effects", among)]


def _effects(edition: str, finding: Finding, name: str, among: str) -> list[Picture]:
    """What options change, if any was played often enough and made a difference."""
    unused = {sample.variant for sample in sentences.idle(finding)}
    drawn = [
        sample.variant
        for sample in finding.others
        if sample.size >= FEW and sample.variant not in unused
    ]
    if not drawn:
        return []
    told = tables.effects(finding.base, finding.others)
    chart = charts.effects(
        told.filter(pl.col("option").is_in(drawn)), f"{edition}: what options change, {among}"
    )
    caption = (
        "Change of each faction's share on the same deals, with 95 % intervals: those of the "
        "remedies G1–G4 on the faction each is aimed at hold at once, and so do all others "
        "together. Full dots: more than chance. An arrow: the interval goes on."
    )
    if unused:
        caption += " Options that never changed a winner are left out."
    head = f"What options change, {among}"
    return [Picture(name, head, caption, chart, "half", finding.bots)]
