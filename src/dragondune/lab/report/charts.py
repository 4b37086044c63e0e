"""The pictures of a report. Each is drawn from one table of figures and shows nothing else."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import polars as pl

from dragondune.lab.report.board_map import heat_map
from dragondune.lab.report.drawing import Drawing, ink_on, nice_step
from dragondune.lab.report.sentences import WAY_WORDS
from dragondune.model.factions import FACTION_NAMES

WIDTH: Final = 440.0
LEAST_TOLD: Final = 0.005  # a part of the games that rounds to nought gets no figure
LABEL_WIDTH: Final = 44.0  # of a figure such as 25.3 %
SERIES: Final = ("$k1", "$k2", "$k3", "$k4", "$k5", "$k6", "$k7", "$k8")
WAY_COLOURS: Final = {
    "three castles": "$k2",
    "allied castles": "$k3",
    "default": "$k1",
    "most castles": "$k6",
    "decider on the Great Mountain": "$k5",
    "first in player order": "$k7",
    "prediction": "$k8",
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


def _seated(rows: Sequence[Row]) -> list[str]:
    """The factions the figures are about, in their order."""
    there = {row["faction"] for row in rows}
    return [name for name in FACTION_NAMES if name in there]


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
    seated = _seated(rows)
    gap = 20 if len(kinds) < 4 else 16
    block = gap * len(kinds) + 18
    foot = 14 + block * len(seated)
    d = Drawing(WIDTH, foot + 46, title)
    most = float(min(1.0, max(0.5, *(float(row["high"]) for row in rows))))
    right = WIDTH - 56

    def x(share: float) -> float:
        return 78.0 + (right - 78.0) * share / most

    _percent_axis(d, x, 8, foot, most)
    d.line(x(fair), 6, x(fair), foot, "$accent", 1.4, "4 3", "an even game")
    for f, faction in enumerate(seated):
        top = 14 + f * block
        middle = top + block / 2 - 4
        d.text(68, middle + 2, _named(faction), anchor="end", weight=600, colour=f"${faction}")
        for row in rows:
            if row["faction"] == faction:
                k = kinds.index(row[series])
                colour = f"${faction}" if len(kinds) == 1 else SERIES[k % len(SERIES)]
                name = f"{_named(faction)}, {row[series]}"
                _mark(d, x, top + 8 + k * gap, row, colour, name, x(fair))
    if len(kinds) > 1:
        d.legend(
            [(SERIES[k % len(SERIES)], kind) for k, kind in enumerate(kinds)], 74, foot + 36, 350
        )
    return d


def _mark(
    d: Drawing,
    x: Callable[[float], float],
    y: float,
    row: Row,
    colour: str,
    name: str,
    line: float,
) -> None:
    """An interval with its figure beside it; the figure keeps off the line of an even game."""
    told = f"{name}: {_bounds(row)}, {row['games']} games"
    d.line(x(row["low"]), y, x(row["high"]), y, colour, 3, "", told)
    d.dot(x(row["share"]), y, 4.5, colour, told)
    text = f"{row['share'] * 100:.1f} %"
    at = max(x(row["high"]), x(row["share"]) + 4) + 8
    if at - 4 < line < at + LABEL_WIDTH:
        at = line + 6
    d.text(at, y + 4, text, size=12)


def ways(table: pl.DataFrame, seated: Sequence[str], title: str) -> Drawing:
    """How each faction wins, as parts of all games."""
    rows = _rows(table)
    bots = _distinct(rows, "bots")
    found = [way for way in WAY_COLOURS if any(row["way"] == way for row in rows)]
    high = 18
    block = (high + 6) * len(bots) + 16
    foot = 10 + block * len(seated)
    d = Drawing(WIDTH, foot + 62, title)
    sums: dict[tuple[str, str], float] = {}
    for row in rows:
        key = (row["faction"], row["bots"])
        sums[key] = sums.get(key, 0.0) + row["share"]
    most = min(1.0, max([0.3, *sums.values()]) * 1.12)

    def x(share: float) -> float:
        return 78.0 + (WIDTH - 78.0 - 20) * share / most

    _percent_axis(d, x, 6, foot, most)
    for f, faction in enumerate(seated):
        top = 10 + f * block
        d.text(64, top + block / 2, _named(faction), anchor="end", weight=600, colour=f"${faction}")
        for b, kind in enumerate(bots):
            at, last = 0.0, "$card"
            y = top + 6 + b * (high + 6)
            for row in rows:
                if row["faction"] == faction and row["bots"] == kind:
                    told = f"{_named(faction)}, {row['way']}, {kind}: {_bounds(row)}"
                    wide = x(at + row["share"]) - x(at)
                    d.box(x(at), y, wide - 0.6, high, WAY_COLOURS[row["way"]], told)
                    at += row["share"]
                    last = WAY_COLOURS[row["way"]]
            if len(bots) > 1:
                inside = x(at) + 8 + 6.2 * len(kind) > WIDTH
                where, anchor = (x(at) - 6, "end") if inside else (x(at) + 5, "start")
                ink = ink_on(last) if inside else "$soft"
                d.text(where, y + 13, kind, size=11.5, anchor=anchor, colour=ink)
    _way_legend(d, found, foot + 38)
    return d


def _way_legend(d: Drawing, ways_shown: Sequence[str], y: float) -> None:
    """At the foot of a picture, which ends below it."""
    named = [(WAY_COLOURS[way], WAY_WORDS.get(way, way)) for way in ways_shown]
    d.height = d.legend(named, 20, y, 400) + 12


def ways_by_turn(table: pl.DataFrame, seated: Sequence[str], turns: int, title: str) -> Drawing:
    """How and when each faction wins: a field for each, a bar for each turn, parts of all games."""
    rows = _rows(table)
    found = [way for way in WAY_COLOURS if any(row["way"] == way for row in rows)]
    sums: dict[tuple[str, int], float] = {}
    for row in rows:
        key = (row["faction"], row["turn"])
        sums[key] = sums.get(key, 0.0) + row["share"]
    most = max(sums.values()) * 1.12
    wide, high = (WIDTH - 30) / 2, 128.0
    foot = high * ((len(seated) + 1) // 2)
    d = Drawing(WIDTH, foot + 50, title)
    for f, faction in enumerate(seated):
        left, top = 30 + (f % 2) * wide, (f // 2) * high
        _turn_field(d, [row for row in rows if row["faction"] == faction], turns, most, left, top)
        won = sum(share for (name, _), share in sums.items() if name == faction)
        d.text(left + 8, top + 15, _named(faction), weight=600, colour=f"${faction}")
        d.text(left + wide - 12, top + 15, f"{won * 100:.1f} %", size=12, anchor="end")
    d.text(WIDTH - 12, foot + 14, "turn", size=12, anchor="end", colour="$soft")
    _way_legend(d, found, foot + 26)
    return d


def _turn_field(
    d: Drawing, rows: Sequence[Row], turns: int, most: float, left: float, top: float
) -> None:
    foot, tall, wide = top + 108, 84.0, (WIDTH - 30) / 2 - 14
    room = wide / turns
    step, at = nice_step(most, 3), 0.0
    while at <= most:
        y = foot - tall * at / most
        d.line(left, y, left + wide, y, "$line")
        if left < WIDTH / 3:
            d.text(left - 4, y + 4, f"{at * 100:g}", size=11, anchor="end", colour="$soft")
        at += step
    for turn in range(1, turns + 1):
        x, y = left + (turn - 1) * room, foot
        for row in rows:
            if row["turn"] == turn:
                tip = f"{_named(row['faction'])}, {row['way']}, turn {turn}: {_bounds(row)}"
                part = tall * row["share"] / most
                y -= part
                d.box(x + room * 0.12, y, room * 0.76, part, WAY_COLOURS[row["way"]], tip)
        if y < foot - LEAST_TOLD * tall / most:
            won = f"{(foot - y) / tall * most * 100:.0f}"
            d.text(x + room / 2, y - 3, won, size=10.5, anchor="middle")
        d.text(x + room / 2, foot + 14, str(turn), size=11, anchor="middle", colour="$soft")


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
    for faction in _seated(rows):
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
    seated = _seated(_rows(table))
    foot = 8 + block * len(seated)
    d = Drawing(WIDTH, foot + 92, title)
    gains, losses = _flow_sums(rows)
    most, least = max([*gains.values(), 1.0]), max([*losses.values(), 1.0])
    unit = (WIDTH - 74 - 76) / (most + least)
    zero = 74 + 40 + least * unit
    for f, faction in enumerate(seated):
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
