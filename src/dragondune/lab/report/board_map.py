"""Figures as heat on the board: the map of the game, drawn as the page at the table draws it."""

import math
from collections.abc import Sequence
from typing import Final

from dragondune.lab.report.drawing import Drawing, ink_on
from dragondune.model.board import CASTLE, FOREST, KIND, LAKES, NAMES, RECTS

SIZE: Final = 1090
STEP: Final = 16
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


def outline(rects: Sequence[Rect], strength: float = 6) -> str:
    """A closed path round a territory."""
    turns = [point for i, point in enumerate(_corners(rects)) if point != _corners(rects)[i - 1]]
    points = [
        point
        for i, corner in enumerate(turns)
        for point in _edge(corner, turns[(i + 1) % len(turns)])
    ]
    moved = [_wobble(x, y, strength) for x, y in points]
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in moved) + "Z"


def _room(rects: Sequence[Rect]) -> Rect:
    return max(rects, key=lambda rect: (rect[2] - rect[0]) * (rect[3] - rect[1]))


def heat_map(title: str, values: Sequence[float], colour: str, unit: str) -> Drawing:
    """The board with each territory the fuller of colour the higher its figure."""
    scale = 440 / SIZE
    d = Drawing(440, 440 + 26, title)
    most = max(values) or 1.0
    d.add(f'<g transform="scale({scale:.4f})">')
    d.add(f'<rect width="{SIZE}" height="{SIZE}" rx="18" style="fill:$k1;fill-opacity:.28"/>')
    for rects in RECTS:
        for x0, y0, x1, y1 in rects:
            d.add(
                f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" style="fill:$card"/>'
            )
    for t, rects in enumerate(RECTS):
        _territory(d, t, outline(rects), values[t], most, colour, unit)
    for lake in LAKES:
        style = "fill:$card;stroke:$k1;stroke-width:2.4;stroke-opacity:.5"
        path = outline([lake], 9)
        d.add(f'<path d="{path}" style="{style}"/>')
        d.add(f'<path d="{path}" style="fill:$k1;fill-opacity:.28"/>')
    for t, rects in enumerate(RECTS):
        ink = ink_on(colour, _strength(values[t] / most))
        _label(d, t, _room(rects), values[t], ink)
    d.add("</g>")
    _scale(d, most, colour, unit)
    return d


def _strength(part: float) -> float:
    """How much colour a figure gets that is so large a part of the highest."""
    return 0.04 + 0.88 * part**0.75 if part else 0.0


def _territory(
    d: Drawing, t: int, path: str, value: float, most: float, colour: str, unit: str
) -> None:
    told = f"{NAMES[t]}: {value:.2f} {unit}"
    strength = _strength(value / most)
    d.add(
        f'<path d="{path}" style="fill:{colour};fill-opacity:{strength:.3f};stroke:$soft;'
        f'stroke-width:3;stroke-linejoin:round"><title>{told}</title></path>'
    )


def _label(d: Drawing, t: int, room: Rect, value: float, ink: str) -> None:
    x, y = (room[0] + room[2]) / 2, (room[1] + room[3]) / 2
    number = NAMES[t].rstrip("★•")
    d.text(x, y - 2, number, size=34, anchor="middle", colour=ink, weight=600)
    wide = 10.5 * len(number)
    if KIND[t] == CASTLE:
        _star(d, x + wide + 14, y - 14, 12, ink)
    elif KIND[t] == FOREST:
        d.add(f'<circle cx="{x + wide + 12:.0f}" cy="{y - 14:.0f}" r="7" style="fill:{ink}"/>')
    if value >= 0.005:
        d.text(x, y + 36, f"{value:.2f}", size=31, anchor="middle", colour=ink)


def _star(d: Drawing, x: float, y: float, radius: float, colour: str) -> None:
    points = []
    for i in range(10):
        r = radius if i % 2 == 0 else radius * 0.45
        angle = math.pi * (i / 5 - 0.5)
        points.append(f"{x + r * math.cos(angle):.1f} {y + r * math.sin(angle):.1f}")
    d.add(f'<path d="M{"L".join(points)}Z" style="fill:{colour}"/>')


def _scale(d: Drawing, most: float, colour: str, unit: str) -> None:
    d.text(4, 460, "0", size=12, colour="$soft")
    for i in range(20):
        strength = _strength((i + 0.5) / 20)
        d.add(
            f'<rect x="{16 + i * 6}" y="451" width="6" height="10" '
            f'style="fill:{colour};fill-opacity:{strength:.2f}"/>'
        )
    d.text(142, 460, f"{most:.2f} {unit}", size=12, colour="$soft")
