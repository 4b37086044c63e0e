"""The pictures of a report. Each is drawn from one table of figures and shows nothing else."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import polars as pl

from dragondune.editions.options import OPTIONS
from dragondune.lab.boardmap import heat_map
from dragondune.lab.svg import Drawing, nice_step
from dragondune.model.factions import FACTION_NAMES

WIDTH: Final = 440.0
SERIES: Final = ("$k1", "$k2", "$k3", "$k4", "$k5", "$k6", "$k7", "$k8")
WAY_COLOURS: Final = {
    "three castles": "$k2",
    "allied castles": "$k3",
    "default": "$k1",
    "most castles": "$k6",
    "decider on the Great Mountain": "$k5",
    "first in player order": "$k7",
    "prophecy": "$k8",
}
FLOW_COLOURS: Final = {
    "income": "$k3",
    "gathered": "$k2",
    "artifacts sold": "$k6",
    "artifacts bought": "$k6",
    "mercenaries sold": "$k1",
    "mercenaries hired": "$k1",
    "graveyard": "$k5",
    "disbanding": "$k7",
    "treachery": "$k4",
    "plunder": "$k8",
    "gifts and deals": "$soft",
}
Row = dict[str, Any]


def _rows(frame: pl.DataFrame) -> list[Row]:
    return frame.to_dicts()


def _named(faction: str) -> str:
    return faction.capitalize()


def _distinct(rows: Sequence[Row], name: str) -> list[Any]:
    return list(dict.fromkeys(row[name] for row in rows))


def _percent_axis(
    d: Drawing, x: Callable[[float], float], top: float, foot: float, most: float
) -> None:
    step = nice_step(most)
    at = 0.0
    while at <= most + 1e-9:
        d.line(x(at), top, x(at), foot, "$line")
        d.text(x(at), foot + 15, f"{at * 100:.0f} %", size=12, anchor="middle", colour="$soft")
        at += step


def _bounds(row: Row) -> str:
    return f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"


# --- shares --------------------------------------------------------------------------------


def win_shares(wins: pl.DataFrame, title: str, series: str = "bots", fair: float = 0.25) -> Drawing:
    """Each faction's share with its interval, one mark per strength of bots or per edition."""
    rows = _rows(wins)
    kinds = _distinct(rows, series)
    gap = 20 if len(kinds) < 4 else 16
    block = gap * len(kinds) + 18
    foot = 14 + block * len(FACTION_NAMES)
    d = Drawing(WIDTH, foot + 46, title)
    most = float(min(1.0, max(0.5, *(float(row["high"]) for row in rows))))
    right = WIDTH - 56

    def x(share: float) -> float:
        return 78.0 + (right - 78.0) * share / most

    _percent_axis(d, x, 8, foot, most)
    d.line(x(fair), 6, x(fair), foot, "$accent", 1.4, "4 3", "an even game")
    for f, faction in enumerate(FACTION_NAMES):
        top = 14 + f * block
        middle = top + block / 2 - 4
        d.text(68, middle + 2, _named(faction), anchor="end", weight=600, colour=f"${faction}")
        for row in rows:
            if row["faction"] == faction:
                k = kinds.index(row[series])
                colour = f"${faction}" if len(kinds) == 1 else SERIES[k % len(SERIES)]
                _mark(d, x, top + 8 + k * gap, row, colour, f"{_named(faction)}, {row[series]}")
    if len(kinds) > 1:
        d.legend(
            [(SERIES[k % len(SERIES)], kind) for k, kind in enumerate(kinds)], 74, foot + 36, 350
        )
    return d


def _mark(
    d: Drawing, x: Callable[[float], float], y: float, row: Row, colour: str, name: str
) -> None:
    told = f"{name}: {_bounds(row)}, {row['games']} games"
    d.line(x(row["low"]), y, x(row["high"]), y, colour, 3, "", told)
    d.dot(x(row["share"]), y, 4.5, colour, told)
    d.text(x(row["high"]) + 8, y + 4, f"{row['share'] * 100:.1f} %", size=12)


def ways(table: pl.DataFrame, title: str) -> Drawing:
    """How each faction wins, as parts of all games."""
    rows = _rows(table)
    bots = _distinct(rows, "bots")
    found = [way for way in WAY_COLOURS if any(row["way"] == way for row in rows)]
    high = 18
    block = (high + 6) * len(bots) + 16
    foot = 10 + block * len(FACTION_NAMES)
    d = Drawing(WIDTH, foot + 62, title)
    sums: dict[tuple[str, str], float] = {}
    for row in rows:
        key = (row["faction"], row["bots"])
        sums[key] = sums.get(key, 0.0) + row["share"]
    most = min(1.0, max([0.3, *sums.values()]) * 1.12)

    def x(share: float) -> float:
        return 78.0 + (WIDTH - 78.0 - 20) * share / most

    _percent_axis(d, x, 6, foot, most)
    for f, faction in enumerate(FACTION_NAMES):
        top = 10 + f * block
        d.text(64, top + block / 2, _named(faction), anchor="end", weight=600, colour=f"${faction}")
        for b, kind in enumerate(bots):
            at = 0.0
            y = top + 6 + b * (high + 6)
            for row in rows:
                if row["faction"] == faction and row["bots"] == kind:
                    told = f"{_named(faction)}, {row['way']}, {kind}: {_bounds(row)}"
                    wide = x(at + row["share"]) - x(at)
                    d.box(x(at), y, wide - 0.6, high, WAY_COLOURS[row["way"]], told)
                    at += row["share"]
            if len(bots) > 1:
                inside = x(at) + 8 + 6.2 * len(kind) > WIDTH
                where, anchor = (x(at) - 6, "end") if inside else (x(at) + 5, "start")
                ink = "$card" if inside else "$soft"
                d.text(where, y + 13, kind, size=11.5, anchor=anchor, colour=ink)
    d.legend([(WAY_COLOURS[way], way) for way in found], 20, foot + 38, 400)
    return d


def last_turns(table: pl.DataFrame, title: str) -> Drawing:
    """In which turn games end."""
    rows = _rows(table)
    bots, turns = _distinct(rows, "bots"), _distinct(rows, "turn")
    foot = 190.0
    d = Drawing(WIDTH, foot + 58, title)
    most = float(max(row["high"] for row in rows)) * 1.05
    room = (WIDTH - 60) / len(turns)
    wide = room * 0.8 / len(bots)

    def y(share: float) -> float:
        return foot - (foot - 14) * share / most

    step, at = nice_step(most, 4), 0.0
    while at <= most:
        d.line(46, y(at), WIDTH - 8, y(at), "$line")
        d.text(40, y(at) + 4, f"{at * 100:.0f} %", size=12, anchor="end", colour="$soft")
        at += step
    for row in rows:
        t, b = turns.index(row["turn"]), bots.index(row["bots"])
        left = 52 + t * room + room * 0.1 + b * wide
        told = f"turn {row['turn']}, {row['bots']}: {_bounds(row)}"
        d.box(left, y(row["share"]), wide - 1.5, foot - y(row["share"]), SERIES[b], told)
        if row["share"]:
            middle = left + wide / 2 - 0.7
            d.line(middle, y(row["low"]), middle, y(row["high"]), "$ink", 1.2, "", told)
    for t, turn in enumerate(turns):
        d.text(52 + (t + 0.5) * room, foot + 16, str(turn), anchor="middle", colour="$soft")
    d.text(WIDTH - 8, foot + 32, "turn", size=12, anchor="end", colour="$soft")
    d.legend([(SERIES[b], kind) for b, kind in enumerate(bots)], 52, foot + 50, 360)
    return d


# --- along the way -------------------------------------------------------------------------


def over_time(table: pl.DataFrame, column: str, title: str) -> Drawing:
    """Castles or gold of each faction at the end of each turn."""
    rows = _rows(table)
    turns = _distinct(rows, "turn")
    foot, left, right = 190.0, 40.0, WIDTH - 78
    d = Drawing(WIDTH, foot + 40, title)
    most = max(row[column] for row in rows) * 1.08 or 1.0

    def place(turn: int, value: float) -> tuple[float, float]:
        across = (turns.index(turn) / max(1, len(turns) - 1)) if len(turns) > 1 else 0.5
        return left + 8 + (right - left - 8) * across, foot - (foot - 14) * value / most

    step, at = nice_step(most, 4), 0.0
    while at <= most:
        _, y = place(turns[0], at)
        d.line(left, y, right, y, "$line")
        d.text(left - 6, y + 4, f"{at:g}", size=12, anchor="end", colour="$soft")
        at += step
    ends: list[tuple[float, str]] = []
    for faction in FACTION_NAMES:
        mine = [row for row in rows if row["faction"] == faction]
        points = [place(row["turn"], row[column]) for row in mine]
        d.path(points, f"${faction}", 2.4)
        for row, (x, y) in zip(mine, points, strict=True):
            told = (
                f"{_named(faction)}, turn {row['turn']}: {row[column]:.2f} ({row['games']} games)"
            )
            d.dot(x, y, 3, f"${faction}", told)
        if points:
            ends.append((points[-1][1], faction))
    for y, faction in _spread(ends, 14):
        d.text(right + 9, y + 4, _named(faction), colour=f"${faction}", weight=600)
    for turn in turns:
        d.text(place(turn, 0)[0], foot + 17, str(turn), anchor="middle", colour="$soft")
    d.text(right, foot + 33, "at the end of turn", size=12, anchor="end", colour="$soft")
    return d


def _spread(ends: Sequence[tuple[float, str]], gap: float) -> list[tuple[float, str]]:
    """Labels moved apart so that none covers another."""
    placed: list[tuple[float, str]] = []
    for y, name in sorted(ends):
        placed.append((max(y, placed[-1][0] + gap) if placed else y, name))
    return placed


def gold_flows(table: pl.DataFrame, title: str) -> Drawing:
    """Gold into each purse to the right, out of it to the left, per game."""
    rows = [row for row in _rows(table) if abs(row["gold per game"]) >= 0.005]
    kinds = [kind for kind in FLOW_COLOURS if any(row["flow"] == kind for row in rows)]
    block = 44.0
    foot = 8 + block * len(FACTION_NAMES)
    d = Drawing(WIDTH, foot + 92, title)
    gains, losses = _flow_sums(rows)
    most, least = max([*gains.values(), 1.0]), max([*losses.values(), 1.0])
    unit = (WIDTH - 74 - 76) / (most + least)
    zero = 74 + 40 + least * unit
    for f, faction in enumerate(FACTION_NAMES):
        y = 12 + f * block
        d.text(64, y + 19, _named(faction), anchor="end", weight=600, colour=f"${faction}")
        right = left = zero
        for kind in kinds:
            for row in rows:
                if row["faction"] != faction or row["flow"] != kind:
                    continue
                gold = row["gold per game"]
                wide = abs(gold) * unit
                told = f"{_named(faction)}, {kind}: {gold:+.1f} gold per game"
                if gold > 0:
                    d.box(right, y, wide - 0.6, 28, FLOW_COLOURS[kind], told)
                    right += wide
                else:
                    left -= wide
                    d.box(left, y, wide - 0.6, 28, FLOW_COLOURS[kind], told)
        d.text(right + 5, y + 18, f"+{gains.get(faction, 0):.0f}", size=12)
        d.text(left - 5, y + 18, f"−{losses.get(faction, 0):.0f}", size=12, anchor="end")
    d.line(zero, 4, zero, foot, "$ink", 1.4)
    d.text(zero + 6, foot + 12, "in →", size=12, colour="$soft")
    d.text(zero - 6, foot + 12, "← out", size=12, anchor="end", colour="$soft")
    merged: dict[str, str] = {}
    for kind in kinds:
        colour = FLOW_COLOURS[kind]
        known = merged.get(colour)
        merged[colour] = f"{known}, {kind.split()[-1]}" if known else kind
    d.legend(list(merged.items()), 20, foot + 36, 400)
    return d


def _flow_sums(rows: Sequence[Row]) -> tuple[dict[str, float], dict[str, float]]:
    gains: dict[str, float] = {}
    losses: dict[str, float] = {}
    for row in rows:
        book = gains if row["gold per game"] > 0 else losses
        book[row["faction"]] = book.get(row["faction"], 0.0) + abs(row["gold per game"])
    return gains, losses


def battle_map(table: pl.DataFrame, title: str) -> Drawing:
    """Battles per territory on the board."""
    return heat_map(title, table["battles per game"].to_list(), "$accent", "battles a game")


def dragon_map(table: pl.DataFrame, title: str) -> Drawing:
    """Units that wild dragons and the Red Dragon kill, per territory."""
    wild = table["killed by wild dragons per game"].to_list()
    red = table["killed by the Red Dragon per game"].to_list()
    return heat_map(
        title, [a + b for a, b in zip(wild, red, strict=True)], "$k2", "units killed a game"
    )


# --- options -------------------------------------------------------------------------------


def effects(table: pl.DataFrame, title: str) -> Drawing:
    """What each option changes for each faction, in points of its share, with intervals."""
    rows = _rows(table)
    names = _distinct(rows, "option")
    wide, left, gap = 560.0, 168.0, 19.0
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

    d.text(middle, 16, _named(faction), anchor="middle", weight=600, colour=f"${faction}")
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
            f"{OPTIONS[row['option']].title}, {_named(faction)}: {row['difference'] * 100:+.1f} points "
            f"({row['low'] * 100:+.1f} to {row['high'] * 100:+.1f}), {row['deals']} deals"
        )
        d.line(x(row["low"]), y, x(row["high"]), y, f"${faction}", 2.4, "", told)
        d.dot(x(row["difference"]), y, 3.6, f"${faction}", told, hollow=not sure)
