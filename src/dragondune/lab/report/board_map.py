"""Figures as heat on the board: the map of the game, drawn as the page at the table draws it."""

import math
from collections.abc import Sequence
from typing import Final

from dragondune.lab.report.chart import WIDTH, Chart, Spec
from dragondune.lab.report.palette import ink_on
from dragondune.model.board import LAKES, NAMES, RECTS

SIZE: Final = 1090
STEP: Final = 16
LEAST_TOLD: Final = 0.005  # what rounds to nought gets no figure
Point = tuple[float, float]
Rect = tuple[int, int, int, int]


def _noise(a: float, b: float) -> float:
    value = math.sin(a * 12.9898 + b * 78.233) * 43758.5453
    return value - math.floor(value) - 0.5


def _wobble(x: float, y: float, strength: float = 6) -> Point:
    """Every point moves by a rule of its own place, so that neighbours never gape."""
    return x + _noise(x, y) * strength, y + _noise(y + 17, x) * strength


def _corners(rects: Sequence[Rect]) -> list[Point]:
    """Round one rectangle, or round two that touch and make an L."""
    a = rects[0]
    if len(rects) == 1:
        return [(a[0], a[1]), (a[2], a[1]), (a[2], a[3]), (a[0], a[3])]
    top, low = sorted(rects[:2], key=lambda rect: rect[1])
    seam = low[1]
    return [
        *((top[0], top[1]), (top[2], top[1]), (top[2], seam), (low[2], seam)),
        *((low[2], low[3]), (low[0], low[3]), (low[0], seam), (top[0], seam)),
    ]


def _edge(start: Point, end: Point) -> list[Point]:
    """Points along an edge, at places that do not depend on where the edge begins."""
    upright = start[0] == end[0]
    first, last = (start[1], end[1]) if upright else (start[0], end[0])
    low, high = min(first, last), max(first, last)
    stops = [
        float(at) for at in range(math.ceil((low + 5) / STEP) * STEP, math.ceil(high - 5), STEP)
    ]
    if last < first:
        stops.reverse()
    return [start, *((start[0], at) if upright else (at, start[1]) for at in stops)]


def outline(rects: Sequence[Rect], strength: float = 6) -> list[Point]:
    """Points round a territory, the first of them again at the end."""
    turns = [point for i, point in enumerate(_corners(rects)) if point != _corners(rects)[i - 1]]
    points = [
        point
        for i, corner in enumerate(turns)
        for point in _edge(corner, turns[(i + 1) % len(turns)])
    ]
    moved = [_wobble(x, y, strength) for x, y in [*points, points[0]]]
    return [(round(x), round(y)) for x, y in moved]


def _strength(part: float) -> float:
    """How much colour a figure gets that is so large a part of the highest."""
    return round(0.04 + 0.88 * part**0.75, 3) if part else 0.0


def _shape(ring: Sequence[Point], **told: object) -> Spec:
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "geometry": geometry, **told}


def _middle(rects: Sequence[Rect]) -> Point:
    """Of the largest part: there is most room for words."""
    x0, y0, x1, y1 = max(rects, key=lambda rect: (rect[2] - rect[0]) * (rect[3] - rect[1]))
    return (x0 + x1) / 2, (y0 + y1) / 2


def _territory(t: int, value: float, most: float, colour: str) -> Spec:
    x, y = _middle(RECTS[t])
    strength = _strength(value / most)
    words = [NAMES[t], *([f"{value:.2f}"] if value >= LEAST_TOLD else [])]
    told: Spec = {"territory": NAMES[t], "value": round(value, 4), "strength": strength}
    told |= {"x": x, "y": y, "words": words, "ink": ink_on(colour, strength)}
    return _shape(outline(RECTS[t]), **told)


def board_map(title: str, values: Sequence[float], colour: str, unit: str) -> Chart:
    """The board with each territory the fuller of colour the higher its figure."""
    most = max(values) or 1.0
    lands = [_territory(t, value, most, colour) for t, value in enumerate(values)]
    lakes = [_shape(outline([lake], 9)) for lake in LAKES]
    told = [{"field": "territory"}, {"field": "value", "format": ".2f", "title": unit}]
    as_is = {"type": "quantitative", "scale": None}
    edge = {"type": "geoshape", "stroke": "$soft", "strokeWidth": 1.2, "strokeJoin": "round"}
    heat = {"fillOpacity": {"field": "strength", **as_is}, "tooltip": told}
    words = {
        "longitude": {"field": "x"},
        "latitude": {"field": "y"},
        "text": {"field": "words"},
        "color": {"field": "ink", "scale": None},
    }
    layers = [
        {"mark": {"type": "geoshape", "fill": "$card"}},
        {"mark": edge | {"fill": colour}, "encoding": heat},
        {"data": {"values": lakes}, "mark": {"type": "geoshape", "fill": "$sea"}},
        {"mark": {"type": "text", "dy": -5, "lineHeight": 13, "tooltip": None}, "encoding": words},
    ]
    projection = {"type": "identity", "scale": WIDTH / SIZE, "translate": [0, 0]}
    return Chart(
        title,
        {
            "width": WIDTH,
            "height": WIDTH,
            "view": {"fill": "$sea", "cornerRadius": 8},
            "data": {"values": lands},
            "projection": projection,
            "layer": layers,
        },
    )
