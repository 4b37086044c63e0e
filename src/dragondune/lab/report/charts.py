"""The charts of a report. Each is drawn from one table of figures and shows nothing else."""

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from dragondune.lab.report.board_map import board_map
from dragondune.lab.report.chart import Chart, Spec
from dragondune.lab.report.sentences import WAY_WORDS, option_name, percent
from dragondune.model.factions import FACTION_NAMES

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
    "artifacts": "$k6",
    "mercenaries": "$k1",
    "graveyard": "$k5",
    "disbanding": "$k7",
    "treachery": "$k4",
    "plunder": "$k8",
    "gifts and deals": "$soft",
}
LEAST_FLOW: Final = 0.005  # gold per game that rounds to nought is not drawn
LEAST_TOLD: Final = 0.005  # a part of the games that rounds to nought gets no figure
Row = dict[str, Any]

PERCENT_LABELS: Final = "format(datum.value * 100, '~g') + ' %'"
EVEN: Final = {"type": "rule", "color": "$accent", "strokeDash": [4, 3], "tooltip": "an even game"}
SHARE_TOLD: Final = {"field": "told", "title": "share"}


# --- what charts are made of ---------------------------------------------------------------


def _rows(frame: pl.DataFrame, *columns: str) -> list[Row]:
    """The rows as a chart takes them: factions and ways as people call them, digits enough."""
    rows = []
    # By these two the page filters what it shows.
    kept = [name for name in ("edition", "bots") if name in frame.columns and name not in columns]
    for row in frame.select(*columns, *kept).to_dicts():
        row = {k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()}
        if "share" in row:
            row["figure"] = percent(row["share"])
            row["told"] = f"{row['figure']} ({percent(row['low'])} to {percent(row['high'])})"
        if "way" in row:
            row["way"] = WAY_WORDS.get(row["way"], row["way"])
        rows.append(row | ({"faction": row["faction"].capitalize()} if "faction" in row else {}))
    return rows


def listed_once(rows: Sequence[Row], name: str) -> list[Any]:
    """The values of a column, each once and in the order they come."""
    return list(dict.fromkeys(row[name] for row in rows))


def _seated(rows: Sequence[Row]) -> list[str]:
    """The factions the figures are about, in their order."""
    there = {row["faction"] for row in rows}
    return [name.capitalize() for name in FACTION_NAMES if name.capitalize() in there]


def _told(*columns: str) -> list[Spec]:
    """What a pointer that rests on a mark is told."""
    return [{"field": column} for column in columns]


def share_axis(field: str = "share", **more: object) -> Spec:
    """A part of the games along an axis."""
    axis = {"title": None, "labelExpr": PERCENT_LABELS, "tickCount": 4, "grid": True}
    return {"field": field, "type": "quantitative", "axis": axis, **more}


def _at(channel: Spec, value: float) -> Spec:
    """One place along the same axis."""
    return {name: held for name, held in channel.items() if name != "field"} | {"datum": value}


def faction_colours(rows: Sequence[Row], **more: object) -> Spec:
    """Each faction in its own colour."""
    names = _seated(rows)
    scale = {"domain": names, "range": [f"${name.lower()}" for name in names]}
    return {"field": "faction", "type": "nominal", "scale": scale, **more}


def in_colours(field: str, colours: dict[str, str], rows: Sequence[Row]) -> Spec:
    """By kind, in the order in which the kinds are listed."""
    found = {kind: colour for kind, colour in colours.items() if kind in listed_once(rows, field)}
    scale = {"domain": list(found), "range": list(found.values())}
    return {"field": field, "type": "nominal", "scale": scale}


def _way_colours(rows: Sequence[Row]) -> Spec:
    named = {WAY_WORDS.get(way, way): colour for way, colour in WAY_COLOURS.items()}
    return in_colours("way", named, rows)


def _stacked(colours: Spec) -> Spec:
    """The order of the parts of a bar is that of the legend."""
    return {"field": colours["field"], "type": "nominal", "sort": colours["scale"]["domain"]}


def _a_field_for_each_faction(rows: Sequence[Row], fields: Spec, series: str) -> Spec:
    """Factions below each other, and in each a line for every strength of bots or edition."""
    header = {"labelAngle": 0, "labelAlign": "left", "labelAnchor": "middle", "labelPadding": 4}
    row = {"field": "faction", "sort": _seated(rows), "header": header}
    several = len(listed_once(rows, series)) > 1
    y: Spec = {"field": series, "type": "nominal", "sort": listed_once(rows, series), "title": None}
    y["axis"] = {"title": None, "grid": False} if several else None
    inner = fields | {
        "encoding": {"y": y},
        "width": 260 if several else 330,
        "height": {"step": 17},
    }
    return {
        "data": {"values": list(rows)},
        "facet": {"row": row},
        "spec": inner,
        "spacing": 10,
    }


# --- shares --------------------------------------------------------------------------------


def win_shares(wins: pl.DataFrame, title: str, series: str = "bots", fair: float = 0.25) -> Chart:
    """Each faction's share with its interval, a line for each strength of bots or edition."""
    rows = _rows(wins, "faction", series, "share", "low", "high", "games")
    most = min(1.0, max(0.5, *(row["high"] for row in rows)))
    x = share_axis(scale={"domain": [0, most]})
    marks = {
        "color": faction_colours(rows, legend=None),
        "tooltip": [*_told("faction", series), SHARE_TOLD, *_told("games")],
    }
    figure = {"type": "text", "align": "left", "dx": 6}
    layers = [
        {"mark": EVEN, "encoding": {"x": _at(x, fair), "y": None}},
        {
            "mark": {"type": "rule", "strokeWidth": 3, "strokeCap": "round"},
            "encoding": marks | {"x": x | {"field": "low"}, "x2": {"field": "high"}},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 64, "opacity": 1},
            "encoding": marks | {"x": x},
        },
        {
            "mark": figure,
            "encoding": {"x": {"value": "width"}, "text": {"field": "figure"}},
        },
    ]
    return Chart(title, _a_field_for_each_faction(rows, {"layer": layers}, series))


def strengths(wins: pl.DataFrame, title: str, bots: Sequence[str]) -> Chart:
    """Each faction's share from the weakest bots to the strongest, a field for each edition."""
    rows = _rows(wins, "edition", "bots", "faction", "share", "low", "high", "games")
    marks = {
        "color": faction_colours(rows, legend={"columns": 4, "symbolOpacity": 1}),
        "tooltip": [*_told("edition", "bots", "faction"), SHARE_TOLD, *_told("games")],
    }
    x: Spec = {"field": "bots", "type": "ordinal", "sort": list(bots)}
    x["axis"] = {"title": None, "labelAngle": -35, "labelFontSize": 11}
    x["scale"] = {"type": "band"}
    # Beside each other, so that no interval hides another.
    aside = {"field": "faction", "sort": _seated(rows), "scale": {"padding": 1.5}}
    even = {"datum": 1 / len(_seated(rows))}
    layers = [
        {"mark": EVEN, "encoding": {"x": None, "xOffset": None, "y": even}},
        {"mark": {"type": "line", "strokeWidth": 2.2}, "encoding": marks | {"y": share_axis()}},
        {
            "mark": {"type": "rule", "strokeWidth": 2.2, "opacity": 0.6},
            "encoding": marks | {"y": share_axis("low"), "y2": {"field": "high"}},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 45, "opacity": 1},
            "encoding": marks | {"y": share_axis()},
        },
    ]
    editions = listed_once(rows, "edition")
    facet = {"field": "edition", "sort": editions, "header": {"labelAnchor": "start"}}
    spec = {
        "data": {"values": rows},
        "facet": facet,
        "columns": 2,
        "spacing": 16,
        "spec": {
            "width": 185,
            "height": 150,
            "encoding": {"x": x, "xOffset": aside},
            "layer": layers,
        },
    }
    return Chart(title, spec)


def ways(table: pl.DataFrame, title: str) -> Chart:
    """How each faction wins, as parts of all games."""
    rows = _rows(table, "faction", "bots", "way", "share", "low", "high")
    colours = _way_colours(rows)
    encoding = {
        "x": share_axis(stack="zero"),
        "color": colours,
        "order": _stacked(colours),
        "tooltip": [*_told("faction", "way", "bots"), SHARE_TOLD],
    }
    fields = {"layer": [{"mark": "bar", "encoding": encoding}]}
    return Chart(title, _a_field_for_each_faction(rows, fields, "bots"))


def ways_by_turn(table: pl.DataFrame, turns: int, title: str) -> Chart:
    """How and when each faction wins: a field for each, a bar for each turn, parts of all games."""
    rows = _rows(table, "faction", "way", "turn", "share", "low", "high")
    won = _sums(rows, "faction")
    named = {(name,): f"{name}, {percent(won[(name,)])}" for name in _seated(rows)}
    for row in rows:
        row["field"] = named[(row["faction"],)]
    x: Spec = {"field": "turn", "type": "ordinal", "axis": {"labelAngle": 0}}
    x["scale"] = {"domain": list(range(1, turns + 1))}
    header = {"labelAnchor": "start"}
    spec = {
        "data": {"values": rows},
        "facet": {"field": "field", "sort": list(named.values()), "header": header},
        "columns": 2,
        "spacing": 14,
        "spec": {"width": 180, "height": 100, "encoding": {"x": x}, "layer": _turn_layers(rows)},
    }
    return Chart(title, spec)


def _sums(rows: Sequence[Row], *names: str) -> dict[tuple[Any, ...], float]:
    found: dict[tuple[Any, ...], float] = {}
    for row in rows:
        key = tuple(row[name] for name in names)
        found[key] = found.get(key, 0.0) + row["share"]
    return found


def _turn_layers(rows: Sequence[Row]) -> list[Spec]:
    """Bars of ways upon each other, and above each what they come to in percent."""
    colours = _way_colours(rows)
    # Room for the figure above the highest.
    scale = {"domain": [0, 1.15 * max(_sums(rows, "faction", "turn").values())], "nice": False}
    bars = {
        "y": share_axis(scale=scale, stack="zero"),
        "color": colours,
        "order": _stacked(colours),
        "tooltip": [*_told("faction", "way", "turn"), SHARE_TOLD],
    }
    total = {"op": "sum", "field": "share", "as": "sum"}
    transform = [
        {"aggregate": [total], "groupby": ["field", "turn"]},
        {"filter": f"datum.sum >= {LEAST_TOLD}"},
        {"calculate": "format(datum.sum * 100, '.0f')", "as": "figure"},
    ]
    above = {"type": "text", "dy": -6, "fontSize": 11}
    told = {"y": share_axis("sum", scale=scale), "text": {"field": "figure"}}
    return [
        {"mark": "bar", "encoding": bars},
        {"transform": transform, "mark": above, "encoding": told},
    ]


def last_turns(table: pl.DataFrame, title: str) -> Chart:
    """In which turn games end."""
    rows = _rows(table, "turn", "bots", "share", "low", "high")
    bots = listed_once(rows, "bots")
    tip = {"tooltip": [*_told("turn", "bots"), SHARE_TOLD]}
    colours = in_colours("bots", dict(zip(bots, SERIES, strict=False)), rows)
    bounds = {"y": share_axis("low"), "y2": {"field": "high"}, **tip}
    spec = {
        "data": {"values": rows},
        "width": 390,
        "height": 180,
        "encoding": {
            "x": {"field": "turn", "type": "ordinal", "axis": {"labelAngle": 0}},
            "xOffset": {"field": "bots", "sort": bots},
        },
        "layer": [
            {"mark": "bar", "encoding": {"y": share_axis(), "color": colours, **tip}},
            {
                "transform": [{"filter": "datum.share > 0"}],
                "mark": {"type": "rule", "color": "$ink"},
                "encoding": bounds,
            },
        ],
    }
    return Chart(title, spec)


# --- along the way -------------------------------------------------------------------------


def over_time(table: pl.DataFrame, column: str, title: str) -> Chart:
    """Castles or gold of each faction at the end of each turn."""
    rows = _rows(table, "faction", "turn", column, "games")
    axis = {"title": "at the end of turn", "labelAngle": 0}
    spec = {
        "data": {"values": rows},
        "width": 390,
        "height": 180,
        "mark": {"type": "line", "point": {"size": 40}, "strokeWidth": 2.4},
        "encoding": {
            "x": {"field": "turn", "type": "ordinal", "axis": axis},
            "y": {"field": column, "type": "quantitative", "axis": {"title": None, "tickCount": 5}},
            "color": faction_colours(rows, legend={"columns": 4}),
            "tooltip": [
                *_told("faction", "turn"),
                {"field": column, "format": ".2f"},
                *_told("games"),
            ],
        },
    }
    return Chart(title, spec)


def gold_flows(table: pl.DataFrame, title: str) -> Chart:
    """Gold into each purse to the right, out of it to the left, per game."""
    rows = _rows(table, "faction", "flow", "gold per game")
    order = _seated(rows)
    rows = [row for row in rows if abs(row["gold per game"]) >= LEAST_FLOW]
    for row in rows:  # bought and sold in one colour
        row["kind"] = next(kind for kind in FLOW_COLOURS if row["flow"].startswith(kind))
    y: Spec = {"field": "faction", "type": "nominal", "sort": order}
    y["axis"] = {"title": None, "grid": False, "labelFontWeight": 600, "labelColor": "$ink"}
    spec = {
        "data": {"values": rows},
        "width": 350,
        "height": {"step": 40},
        "encoding": {"y": y},
        "layer": _flow_layers(rows),
    }
    return Chart(title, spec)


def _flow_layers(rows: Sequence[Row]) -> list[Spec]:
    """Bars to both sides, each with its sum at its end."""
    colours = in_colours("kind", FLOW_COLOURS, rows) | {"legend": {"columns": 3}}
    x: Spec = {"field": "gold per game", "type": "quantitative"}
    x |= {"axis": {"title": "← out, in →"}, "scale": {"padding": 32, "nice": False}}
    bars = {
        "x": x | {"stack": "zero"},
        "color": colours,
        "order": _stacked(colours),
        "tooltip": [*_told("faction", "flow"), {"field": "gold per game", "format": "+.1f"}],
    }
    layers: list[Spec] = [{"mark": "bar", "encoding": bars}]
    sums = {"op": "sum", "field": "gold per game", "as": "sum"}
    told = {"x": x | {"field": "sum"}, "text": {"field": "sum", "format": "+.0f"}}
    for side, dx, align in ((">", 5, "left"), ("<", -5, "right")):
        chosen = {"filter": f"datum['gold per game'] {side} 0"}
        added = {"aggregate": [sums], "groupby": ["faction"]}
        mark = {"type": "text", "dx": dx, "align": align}
        layers.append({"transform": [chosen, added], "mark": mark, "encoding": told})
    return layers


def battle_map(table: pl.DataFrame, title: str) -> Chart:
    """Battles per territory on the board."""
    return board_map(title, table["battles per game"].to_list(), "$accent", "battles a game")


def dragon_map(table: pl.DataFrame, title: str) -> Chart:
    """Units that wild dragons and the Red Dragon kill, per territory."""
    wild = table["killed by wild dragons per game"].to_list()
    red = table["killed by the Red Dragon per game"].to_list()
    both = [a + b for a, b in zip(wild, red, strict=True)]
    return board_map(title, both, "$k2", "units killed a game")


# --- what options change -------------------------------------------------------------------


def effects(table: pl.DataFrame, title: str) -> Chart:
    """What each option changes for each faction, in points of its share, with intervals."""
    rows = _rows(table, "option", "faction", "difference", "low", "high", "deals")
    for row in rows:
        row["option"] = " ".join(option_name(row["option"]))
        row["sure"] = row["low"] > 0 or row["high"] < 0
        row |= {name: round(row[name] * 100, 3) for name in ("difference", "low", "high")}
    y: Spec = {"field": "option", "type": "nominal", "sort": listed_once(rows, "option")}
    y["scale"] = {"paddingInner": 0.25}
    y["axis"] = {"title": None, "labelLimit": 190, "labelColor": "$ink"}
    y["axis"] |= {"grid": True, "tickBand": "extent"}
    spec = {
        "data": {"values": rows},
        "width": 240,
        "height": {"step": 8, "for": "offset"},
        "encoding": {"y": y, "yOffset": {"field": "faction", "sort": _seated(rows)}},
        "layer": _effect_layers(rows, _reach(rows)),
    }
    return Chart(title, spec)


def _reach(rows: Sequence[Row]) -> float:
    """How many points the axis shows: far enough for every effect, if not for every interval."""
    farthest = max(abs(row[name]) for row in rows for name in ("low", "high"))
    effect = max(abs(row["difference"]) for row in rows)
    return float(min(max(5.0, farthest), max(8.0, 1.6 * effect + 4)))


def _effect_layers(rows: Sequence[Row], reach: float) -> list[Spec]:
    axis = {"title": "points of the share of victories", "format": "+~g", "tickCount": 7}
    scale = {"domain": [-reach, reach], "clamp": True, "nice": False}
    x = {"field": "difference", "type": "quantitative", "axis": axis, "scale": scale}
    told = [{"field": name, "format": "+.1f"} for name in ("difference", "low", "high")]
    marks = {
        "color": faction_colours(rows, legend={"columns": 4}),
        "tooltip": [*_told("option", "faction"), *told, *_told("deals")],
    }
    full = {"condition": {"test": "datum.sure", "value": 1}, "value": 0}
    point = {"type": "point", "size": 36, "opacity": 1, "strokeWidth": 1.6}
    layers = [
        {
            "mark": {"type": "rule", "color": "$soft"},
            "encoding": {"x": _at(x, 0), "y": None, "yOffset": None},
        },
        {
            "mark": {"type": "rule", "strokeWidth": 2.2},
            "encoding": marks | {"x": x | {"field": "low"}, "x2": {"field": "high"}},
        },
        {"mark": point | {"fill": "$card"}, "encoding": marks | {"x": x}},
        {"mark": point | {"filled": True}, "encoding": marks | {"x": x, "opacity": full}},
    ]
    for test, shape in (("low < -", "triangle-left"), ("high > ", "triangle-right")):
        head = {"type": "point", "filled": True, "shape": shape, "size": 60, "opacity": 1}
        beyond = {"filter": f"datum.{test}{reach}"}
        where = x | {"field": test.split()[0]}
        layers.append({"transform": [beyond], "mark": head, "encoding": marks | {"x": where}})
    return layers
