"""Charts of rules that were varied: curves, maps, the worth of powers, and what a search found."""

from collections.abc import Sequence
from typing import Any, Final

from dragondune.lab.report.chart import Chart, Spec
from dragondune.lab.report.charts import EVEN, SERIES, faction_colours, listed_once, share_axis
from dragondune.lab.report.palette import ink_on
from dragondune.lab.report.sentences import percent, plural
from dragondune.lab.study.grid import Factor
from dragondune.model.factions import FACTION_NAMES

Row = dict[str, Any]
FAIR: Final = 0.25
FARTHEST: Final = 0.25  # the distance from a quarter that gets the fullest colour
EVERYBODY: Final = "Everybody"
CELL: Final = 44


def _faced(rows: Sequence[Row]) -> list[Row]:
    """Factions as people call them, digits enough."""
    found = []
    for row in rows:
        told = {k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()}
        found.append(told | {"faction": str(row["faction"]).capitalize()})
    return found


def _plain(name: str) -> str:
    """A dot in the name of a field would be taken for a path."""
    return name.replace(".", " ")


def _unpathed(rows: Sequence[Row], *factors: Factor) -> list[Row]:
    return [row | {_plain(one.name): row[one.name] for one in factors} for row in rows]


# --- curves --------------------------------------------------------------------------------


def curve(title: str, rows: Sequence[Row], factor: Factor) -> Chart:
    """Each faction's share as one thing varies."""
    kept = ("faction", "share", "low", "high", "games", "point", "bots")
    named = [
        {key: row[key] for key in (*kept, _plain(factor.name))}
        | {"told": f"{percent(row['share'])} ({percent(row['low'])} to {percent(row['high'])})"}
        for row in _faced(_unpathed(rows, factor))
    ]
    field = _plain(factor.name)
    x: Spec = {"field": field, "type": "ordinal", "sort": list(factor.values)}
    x["axis"] = {"title": factor.name, "labelAngle": 0}
    colours = faction_colours(named)
    tip = [{"field": name} for name in ("faction", "point", "told", "games")]
    bounds = {"y": share_axis("low"), "y2": {"field": "high"}, "color": colours}
    spec = {
        "data": {"values": named},
        "width": 370,
        "height": 220,
        "encoding": {"x": x},
        "layer": [
            {"mark": EVEN, "encoding": {"x": None, "y": {"datum": FAIR}}},
            {
                "mark": {"type": "line", "strokeWidth": 2.2},
                "encoding": {"y": share_axis(), "color": colours},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2.4, "opacity": 0.65},
                "encoding": bounds | {"tooltip": tip},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 55, "opacity": 1},
                "encoding": {"y": share_axis(), "color": colours, "tooltip": tip},
            },
        ],
    }
    return Chart(title, spec)


# --- maps ----------------------------------------------------------------------------------


def _cell(row: Row, value: float, colour: str, part: float, figure: str) -> Row:
    strength = round(0.06 + 0.86 * min(1.0, part), 3)
    return row | {
        "value": value,
        "fill": colour,
        "strength": strength,
        "ink": ink_on(colour, strength),
        "figure": figure,
    }


def _map_layers(pair: tuple[Factor, Factor], told: Sequence[str]) -> Spec:
    tip = [{"field": name} for name in told]
    as_is = {"type": "quantitative", "scale": None}
    fill = {"field": "fill", "type": "nominal", "scale": None}
    channels: Spec = {}
    for channel, factor in zip(("x", "y"), pair, strict=True):
        sort = list(factor.values) if channel == "x" else list(reversed(factor.values))
        channels[channel] = {"field": _plain(factor.name), "type": "ordinal", "sort": sort}
        axis = {"title": factor.name, "labelAngle": 0, "grid": False}
        channels[channel]["axis"] = axis
    rect = {"fill": fill, "fillOpacity": {"field": "strength", **as_is}, "tooltip": tip}
    words = {"text": {"field": "figure"}, "color": {"field": "ink", "scale": None}}
    return {
        "encoding": channels,
        "layer": [
            {"mark": {"type": "rect", "stroke": "$card", "strokeWidth": 2}, "encoding": rect},
            {"mark": {"type": "text", "fontSize": 11, "tooltip": None}, "encoding": words},
        ],
    }


def share_maps(title: str, rows: Sequence[Row], pair: tuple[Factor, Factor]) -> Chart:
    """Each faction's share over two things that vary: red above a quarter, blue below."""
    shown = []
    for row in _faced(_unpathed(rows, *pair)):
        away = row["share"] - FAIR
        colour = "$accent" if away > 0 else "$k1"
        figure = f"{row['share'] * 100:.0f}"
        told = f"{percent(row['share'])} ({percent(row['low'])} to {percent(row['high'])})"
        shown.append(
            _cell(row | {"told": told}, row["share"], colour, abs(away) / FARTHEST, figure)
        )
    inner = _map_layers(pair, ("faction", "point", "told", "games"))
    inner |= _size(pair, 185)
    there = [name.capitalize() for name in FACTION_NAMES]
    facet = {"field": "faction", "sort": there, "header": {"labelAnchor": "start"}}
    spec = {"data": {"values": shown}, "facet": facet, "columns": 2, "spec": inner, "spacing": 16}
    return Chart(title, spec)


def imbalance_map(title: str, rows: Sequence[Row], pair: tuple[Factor, Factor]) -> Chart:
    """How uneven the game is over two things that vary."""
    once = {row["point"]: row for row in _faced(_unpathed(rows, *pair))}
    shown = []
    for row in once.values():
        points = f"{row['imbalance'] * 100:.1f}"
        told = row | {"told": f"{points} points"}
        shown.append(_cell(told, row["imbalance"], "$k2", row["imbalance"] / FARTHEST, points))
    inner = _map_layers(pair, ("point", "told", "games"))
    return Chart(title, {"data": {"values": shown}, **inner, **_size(pair, 360)})


def _size(pair: tuple[Factor, Factor], room: int) -> Spec:
    wide = min(CELL * 1.6, room / max(1, len(pair[0].values)))
    return {
        "width": {"step": round(wide)},
        "height": {"step": round(min(CELL, max(22.0, wide)))},
    }


# --- worth ---------------------------------------------------------------------------------


def worth(title: str, rows: Sequence[Row]) -> Chart:
    """A line for each thing, by whose it is; the owner's worth is drawn large."""
    shown = []
    for row in _faced(rows):
        owner = str(row["owner"]).capitalize() or EVERYBODY
        points = {name: round(row[name] * 100, 3) for name in ("worth", "low", "high")}
        sure = row["low"] > 0 or row["high"] < 0
        shown.append(
            {"owner": owner, "thing": _thing(row), "faction": row["faction"]}
            | {"bots": row["bots"], "deals": row["deals"], "sure": sure}
            | {"own": owner in (row["faction"], EVERYBODY), **points}
        )
    owners = [*listed_once(shown, "faction"), EVERYBODY]
    header: Spec = {"labelAngle": 0, "labelAlign": "left", "labelAnchor": "start"}
    header |= {"labelOrient": "top", "labelPadding": 2}
    return Chart(
        title,
        {
            "data": {"values": shown},
            "facet": {"row": {"field": "owner", "sort": owners, "header": header}},
            "resolve": {"scale": {"y": "independent"}},
            "spacing": 12,
            "spec": {"width": 210, "height": {"step": 15}, "layer": _worth_layers(shown)},
        },
    )


def _thing(row: Row) -> str:
    return (
        str(row["thing"]) if row["kind"] in ("power", "ace") else f"{row['thing']} ({row['kind']})"
    )


def _worth_layers(rows: Sequence[Row]) -> list[Spec]:
    y: Spec = {"field": "thing", "type": "nominal", "sort": listed_once(rows, "thing")}
    y["axis"] = {"title": None, "labelLimit": 240, "labelColor": "$ink", "grid": True}
    reach = max(8.0, *(abs(row["worth"]) * 1.25 + 3 for row in rows))
    scale = {"domain": [-reach, reach], "clamp": True, "nice": False}
    axis = {"title": "points", "format": "+d", "tickCount": 5}
    x = {"field": "worth", "type": "quantitative", "axis": axis, "scale": scale}
    told = [{"field": name, "format": "+.1f"} for name in ("worth", "low", "high")]
    tip = [{"field": "thing"}, {"field": "faction"}, *told, {"field": "deals"}]
    marks = {"y": y, "color": faction_colours(rows), "tooltip": tip}
    own, other = {"filter": "datum.own"}, {"filter": "!datum.own"}
    large = {"type": "point", "size": 60, "opacity": 1, "strokeWidth": 1.6}
    full = {"condition": {"test": "datum.sure", "value": 1}, "value": 0}
    return [
        {
            "mark": {"type": "rule", "color": "$soft"},
            "encoding": {"x": {"datum": 0, "type": "quantitative", "scale": scale}},
        },
        {
            "transform": [other],
            "mark": {"type": "tick", "thickness": 2, "height": 8},
            "encoding": marks | {"x": x},
        },
        {
            "transform": [own],
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": marks | {"x": x | {"field": "low"}, "x2": {"field": "high"}},
        },
        {
            "transform": [own],
            "mark": large | {"fill": "$card"},
            "encoding": marks | {"x": x},
        },
        {
            "transform": [own],
            "mark": large | {"filled": True},
            "encoding": marks | {"x": x, "opacity": full},
        },
    ]


# --- a search ------------------------------------------------------------------------------


def pareto(title: str, rows: Sequence[Row]) -> Chart:
    """Every set of changes that was judged: how many changes, and how uneven the game stays."""
    shown = [row | {"points": round(row["imbalance"] * 100, 2)} for row in rows]
    x: Spec = {"field": "cost", "type": "quantitative", "title": "changes of the book"}
    x["axis"] = {"values": sorted(set(listed_once(rows, "cost"))), "format": "~g", "grid": False}
    y: Spec = {"field": "points", "type": "quantitative"}
    y["axis"] = {"title": "imbalance in points", "tickCount": 6}
    kinds = {
        "left the race": "$line",
        "judged to the end": "$k1",
        "the best so far": "$k2",
        "the best, on fresh deals": "$accent",
    }
    there = [kind for kind in kinds if any(row["kind"] == kind for row in shown)]
    scale = {"domain": there, "range": [kinds[kind] for kind in there]}
    colour = {"field": "kind", "type": "nominal", "scale": scale}
    tip = [{"field": name} for name in ("changes", "kind", "points", "worst", "games")]
    best = {"filter": "datum.kind === 'the best so far'"}
    line = {"type": "line", "interpolate": "step-after", "color": "$k2", "strokeWidth": 2}
    spec = {
        "data": {"values": shown},
        "width": 380,
        "height": 300,
        "encoding": {"x": x, "y": y},
        "layer": [
            {"transform": [best], "mark": line},
            {
                "mark": {"type": "point", "filled": True, "size": 45, "opacity": 0.9},
                "encoding": {"color": colour, "tooltip": tip},
            },
        ],
    }
    return Chart(title, spec)


def across(title: str, rows: Sequence[Row], bots: tuple[str, str]) -> Chart:
    """Every set of changes that two strengths of bots have judged: how uneven it is among each."""
    axes = []
    for channel, name in zip(("x", "y"), bots, strict=True):
        axis = {"title": f"imbalance among {plural(name)}, in points", "tickCount": 6}
        axes.append((channel, {"field": channel, "type": "quantitative", "axis": axis}))
    costs = sorted({row["cost"] for row in rows})
    colours = dict(zip(costs, SERIES, strict=False))
    scale = {"domain": list(colours), "range": list(colours.values())}
    colour: Spec = {"field": "cost", "type": "ordinal", "scale": scale}
    colour["legend"] = {"title": "changes of the book", "columns": len(colours)}
    tip = [{"field": name} for name in ("changes", "cost", "x", "y")]
    spec = {
        "data": {"values": list(rows)},
        "width": 360,
        "height": 320,
        "mark": {"type": "point", "filled": True, "size": 45, "opacity": 0.9},
        "encoding": {**dict(axes), "color": colour, "tooltip": tip},
    }
    return Chart(title, spec)
