"""The picture of what options change: a row for each option, a column for each faction."""

from collections.abc import Sequence

import polars as pl

from dragondune.editions.options import OPTIONS
from dragondune.lab.report.charts import Row
from dragondune.lab.report.drawing import Drawing
from dragondune.model.factions import FACTION_NAMES


def effects(table: pl.DataFrame, title: str) -> Drawing:
    """What each option changes for each faction, in points of its share, with intervals."""
    rows = table.to_dicts()
    names = list(dict.fromkeys(row["option"] for row in rows))
    wide, left, gap = 580.0, 192.0, 19.0
    foot = 30 + gap * len(names)
    d = Drawing(wide, foot + 32, title)
    reach = max(0.05, *(max(abs(row["low"]), abs(row["high"])) for row in rows))
    reach = min(reach, max(0.08, 1.6 * max(abs(row["difference"]) for row in rows) + 0.04))
    column = (wide - left - 6) / len(FACTION_NAMES)
    for i, name in enumerate(names):
        y = 30 + (i + 0.5) * gap
        option = OPTIONS[name]
        if i % 2 == 0:
            d.box(0, y - gap / 2, wide, gap, "$faint", radius=0)
        d.text(6, y + 4, option.rule, size=12, weight=600)
        d.text(36, y + 4, option.title, size=12)
    for f, faction in enumerate(FACTION_NAMES):
        _effect_column(d, rows, names, faction, left + (f + 0.5) * column, column, reach, foot)
    d.text(
        wide - 6,
        foot + 28,
        "points of the share of victories",
        size=11.5,
        anchor="end",
        colour="$soft",
    )
    return d


def _effect_column(
    d: Drawing,
    rows: Sequence[Row],
    names: Sequence[str],
    faction: str,
    middle: float,
    column: float,
    reach: float,
    foot: float,
) -> None:
    half = column / 2 - 7

    def x(value: float) -> float:
        return middle + half * max(-1.0, min(1.0, value / reach))

    d.text(middle, 16, faction.capitalize(), anchor="middle", weight=600, colour=f"${faction}")
    d.line(middle, 24, middle, foot, "$soft", 1)
    for sign in (-1, 1):
        text = f"{sign * reach * 100:+.0f}".replace("-", "−")
        anchor = "start" if sign < 0 else "end"
        d.text(middle + sign * half, foot + 13, text, size=11, anchor=anchor, colour="$soft")
    for row in rows:
        if row["faction"] != faction:
            continue
        y = 30 + (names.index(row["option"]) + 0.5) * 19.0
        sure = row["low"] > 0 or row["high"] < 0
        told = (
            f"{OPTIONS[row['option']].title}, {faction.capitalize()}: {row['difference'] * 100:+.1f} points "
            f"({row['low'] * 100:+.1f} to {row['high'] * 100:+.1f}), {row['deals']} deals"
        )
        d.line(x(row["low"]), y, x(row["high"]), y, f"${faction}", 2.4, "", told)
        for sign, bound in ((-1, row["low"]), (1, row["high"])):
            if abs(bound) > reach:  # it goes on beyond the edge
                tip = middle + sign * (half + 5)
                d.head(tip, y, sign, f"${faction}", told)
        d.dot(x(row["difference"]), y, 3.6, f"${faction}", told, hollow=not sure)
