"""Is it exciting? The table, the picture and the sentences of games that were looked at closely."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

import polars as pl

from dragondune.lab.figures import drama as figures
from dragondune.lab.figures.drama import Drama, happening
from dragondune.lab.figures.intervals import Interval
from dragondune.lab.report import sentences
from dragondune.lab.report.briefs import Brief
from dragondune.lab.report.chart import Chart
from dragondune.lab.report.charts import SERIES, in_colours, listed_once, share_axis
from dragondune.lab.report.pictures import Picture, safe
from dragondune.lab.study.drama import looked_at, slips
from dragondune.lab.study.findings import Finding
from dragondune.model.factions import FACTION_NAMES

RARE: Final = 0.01  # a part of the games below which a rule is hardly used
PERCENT: Final = ("upsets", "doubt", "comebacks", "default", "idle", "careless")
EXCITING: Final = {
    "lead_changes": "lead changes",
    "doubt": "in doubt",
    "upsets": "last-turn upsets",
    "comebacks": "comebacks",
    "default": "by default",
    "careless": "careless play wins",
}
LONG: Final = {
    "decisions": "decisions",
    "minutes": "minutes",
    "idle": "most waiting",
    "longest_wait": "longest wait",
}
HEADS: Final = EXCITING | LONG


@dataclass(frozen=True)
class Scene:
    """One study that was looked at."""

    finding: Finding
    seen: pl.DataFrame
    figures: Drama


def scenes(findings: Sequence[Finding]) -> list[Scene]:
    """Those of the studies that somebody has looked at."""
    found = []
    for one in findings:
        seen = looked_at(one.folder) if one.folder else None
        if seen is not None and one.folder is not None:
            ways = one.base.games["way"].to_list()
            found.append(Scene(one, seen, figures.drama(seen, ways, slips(one.folder))))
    return found


def briefs(found: Sequence[Scene]) -> list[Brief]:
    """A line for each edition and strength: is it exciting, and how long does it take?"""
    if not found:
        return []
    return [
        Brief(
            "drama",
            "Is it exciting?",
            "Lead changes: how often the likeliest winner becomes another, by chances at the start of "
            "each turn that were fitted to these games (each half judged by the other). In doubt: the "
            "part of the turns until the winner's chance stays above a half. Upsets: the leader of the "
            "last turn does not win. Comebacks: the winner was once the least likely, from the third turn "
            "on. Luck or skill: one player leaves every tenth decision to chance among three who do not; "
            "if luck alone decided, it would still win 25 %. Figures in brackets are 95 % intervals.",
            ("edition", "bots", "games", *EXCITING.values()),
            _lines(found, EXCITING),
            tuple(_unused(found)),
        ),
        Brief(
            "length",
            "How long does it take?",
            "Minutes and waiting are estimates from the kinds of decisions, not measured at a table. Most "
            "waiting: the part of the time that whoever waits most spends waiting; longest wait: of anybody "
            "in the game, in minutes.",
            ("edition", "bots", "games", *LONG.values()),
            _lines(found, LONG),
        ),
    ]


def _lines(found: Sequence[Scene], heads: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            *(scene.finding.edition, scene.finding.bots, f"{scene.figures.games:,}"),
            *(_cell(name, getattr(scene.figures, name)) for name in heads),
        )
        for scene in found
    )


def _cell(name: str, found: Interval | None) -> str:
    if found is None:
        return "–"
    if name in PERCENT:
        return f"{found.value * 100:.0f} %\n({found.low * 100:.0f} to {found.high * 100:.0f})"
    digits = 0 if name == "decisions" else 1
    return f"{found.value:.{digits}f}\n({found.low:.{digits}f} to {found.high:.{digits}f})"


def _unused(found: Sequence[Scene]) -> list[str]:
    """Rules that nothing ever came of."""
    lines = []
    for scene in found:
        uses = figures.uses(scene.seen)
        never = [happening(name) for name, part, _ in uses if not part]
        rare = [happening(name) for name, part, _ in uses if 0 < part < RARE]
        told = f"{scene.finding.edition}, {sentences.among(scene.finding.bots)}"
        if never:
            lines.append(
                f"{told}: this never happened in {scene.figures.games:,} games, because the edition "
                f"lacks the rule or these bots never use it: {'; '.join(never)}."
            )
        if rare:
            lines.append(f"{told}: in fewer than one game in a hundred: {'; '.join(rare)}.")
    return lines


def tables(found: Sequence[Scene]) -> dict[str, pl.DataFrame]:
    """Every figure of the games that were looked at."""
    if not found:
        return {}
    return {
        "drama": pl.DataFrame(
            [row for scene in found for row in _rows(scene)], infer_schema_length=None
        ),
        "rule-use": pl.DataFrame(
            [
                _head(scene)
                | {"what happens": happening(name), "event": name}
                | {"part of the games": part, "times a game": times}
                for scene in found
                for name, part, times in figures.uses(scene.seen)
            ]
        ),
        "winners-chance": pl.DataFrame([row for scene in found for row in chance_rows(scene)]),
        "waiting": pl.DataFrame([row for scene in found for row in _waiting(scene)]),
    }


def _head(scene: Scene) -> dict[str, object]:
    return {"edition": scene.finding.edition, "bots": scene.finding.bots}


def _rows(scene: Scene) -> list[dict[str, object]]:
    rows = []
    for field in fields(Drama):
        found = getattr(scene.figures, field.name)
        if isinstance(found, Interval):
            rows.append(
                _head(scene)
                | {"figure": HEADS[field.name], "value": found.value, "lowest": found.low}
                | {"highest": found.high, "of": found.deals}
            )
    return rows


def _waiting(scene: Scene) -> list[dict[str, object]]:
    """Decisions, minutes and waits of each seat."""
    rows = []
    for f, name in enumerate(FACTION_NAMES):
        means = {
            title: scene.seen.select(pl.col(column).list.get(f).mean()).item() / unit
            for title, column, unit in (
                ("decisions", "decisions", 1),
                ("own minutes", "seconds", 60),
                ("longest wait in minutes", "longest wait", 60),
            )
        }
        rows.append(_head(scene) | {"faction": name} | means)
    return rows


def chance_rows(scene: Scene) -> list[dict[str, object]]:
    """The mean chance of whoever wins in the end, at the beginning of each turn."""
    sums: dict[int, list[float]] = {}
    for chances, winners in scene.seen.select("chances", "winners").iter_rows():
        won = [FACTION_NAMES.index(name) for name in winners]
        for at, row in enumerate(chances):
            sums.setdefault(at + 2, []).append(sum(row[f] for f in won))
    return [
        _head(scene) | {"turn": turn, "chance": sum(values) / len(values), "games": len(values)}
        for turn, values in sorted(sums.items())
    ]


def pictures(found: Sequence[Scene]) -> list[Picture]:
    """How the doubt goes, turn by turn: a line for each edition, a picture for each strength."""
    made = []
    for bots in dict.fromkeys(scene.finding.bots for scene in found):
        rows = [row for s in found if s.finding.bots == bots for row in chance_rows(s)]
        title = f"When the winner can be told, {sentences.among(bots)}"
        caption = (
            "The mean chance, at the start of each turn, of whoever wins in the end, over the games that "
            "lasted so long: low and late to rise is exciting."
        )
        chart = _chance_chart(title, rows)
        made.append(Picture(f"doubt-{safe(bots)}", title, caption, chart, "half", bots))
    return made


def _chance_chart(title: str, rows: Sequence[dict[str, object]]) -> Chart:
    shown = [row | {"chance": round(float(str(row["chance"])), 4)} for row in rows]
    editions = listed_once(shown, "edition")
    colours = in_colours("edition", dict(zip(editions, SERIES, strict=False)), shown)
    axis = {"title": "at the start of turn", "labelAngle": 0}
    tip = [{"field": "edition"}, {"field": "turn"}, {"field": "chance", "format": ".0%"}]
    return Chart(
        title,
        {
            "data": {"values": shown},
            "width": 390,
            "height": 200,
            "mark": {"type": "line", "point": {"size": 40}, "strokeWidth": 2.4},
            "encoding": {
                "x": {"field": "turn", "type": "ordinal", "axis": axis},
                "y": share_axis("chance", scale={"domain": [0, 1]}),
                "color": colours,
                "tooltip": [*tip, {"field": "games"}],
            },
        },
    )
