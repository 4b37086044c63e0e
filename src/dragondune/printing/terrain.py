"""Paints the board's ground. The page and the printed sheets show the same picture, terrain.svg.

``python -m dragondune.printing.terrain`` paints it anew after a change here or of the map. Every
point is moved a little by a rule of its own place alone, so neighbours that share a border wobble
together and never gape; web/src/board/shape.ts follows the same rule for what lights up.
"""

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dragondune.model.board import FOREST, KIND, LAKES, NAMES, ORCISH, RECTS

ART: Final = Path(__file__).resolve().parent / "art"
CANVAS: Final = 1090
STEP: Final = 16
Rect = tuple[int, int, int, int]
Point = tuple[float, float]

DEFS: Final = """<defs>
<linearGradient id="grass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#a9bd72"/><stop offset="1" stop-color="#8faa5c"/></linearGradient>
<linearGradient id="sand" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e2cd94"/><stop offset="1" stop-color="#d3b878"/></linearGradient>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#8fa765"/><stop offset="1" stop-color="#75914f"/></linearGradient>
<radialGradient id="rock"><stop offset="0" stop-color="#c9c3bb"/><stop offset="1" stop-color="#a39c95"/></radialGradient>
<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7fb0bd"/><stop offset="1" stop-color="#5f95a8"/></linearGradient>
<symbol id="tree" viewBox="-12 -20 24 28"><path d="M-2 8h4v-5h-4z" fill="#5b4328"/><path d="M0-19c5 6 9 10 9 15 0 6-4 8-9 8s-9-2-9-8c0-5 4-9 9-15z" fill="#4d7040" stroke="#37532f" stroke-width="1.2"/><path d="M-3-10c-2 3-3 5-3 8" stroke="#7fa060" stroke-width="1.6" fill="none" stroke-linecap="round"/></symbol>
<symbol id="peak" viewBox="-30 -38 60 42"><path d="M-28 3L-4-35 6-20 12-28 28 3z" fill="#8b847d" stroke="#5d5750" stroke-width="1.6" stroke-linejoin="round"/><path d="M-4-35l-9 14 5-2 4 5 5-7 5 4z" fill="#f4f1ea"/><path d="M6-20l-4 10M12-28l5 12" stroke="#5d5750" stroke-width="1.2" fill="none"/></symbol>
<symbol id="castle" viewBox="-44 -50 88 62"><path d="M-40 10v-34h6v6h6v-6h6v6h6v-6h6v14h20v-14h6v6h6v-6h6v6h6v-6h6v34z" fill="#cfc6b4" stroke="#5e5443" stroke-width="2" stroke-linejoin="round"/><path d="M-12-10v-28h6v6h4v-6h4v6h4v-6h6v28z" fill="#ddd5c4" stroke="#5e5443" stroke-width="2" stroke-linejoin="round"/><path d="M-6 10v-9a6 6 0 0 1 12 0v9z" fill="#4a3a2a"/><path d="M-1-38v-11l12 4-12 4" fill="#9c2f24" stroke="#5e5443" stroke-width="1.2"/></symbol>
<symbol id="griffin" viewBox="-16 -12 32 24"><path d="M-14 4c5-1 7-4 9-8 3 3 7 4 11 3l4-4 1 4 4 2-4 2c-1 4-4 6-8 6-3 2-6 3-9 2 1-2 1-3 0-5-3 0-5 0-8-2z" fill="#8a6d1f" stroke="#4f3d0c" stroke-width="1" stroke-linejoin="round"/></symbol>
</defs>"""


# What takes the most ink, and what stands for it where ink is spared.
SPARED: Final = {
    **dict.fromkeys(("#a9bd72", "#8faa5c", "#e2cd94", "#d3b878"), "#fff"),
    **dict.fromkeys(("#8fa765", "#75914f"), "#f1f6ea"),
    **dict.fromkeys(("#c9c3bb", "#a39c95"), "#f4f2ef"),
    **dict.fromkeys(("#7fb0bd", "#5f95a8"), "#e8f2f5"),
    **dict.fromkeys(("#4d7040", "#8b847d", "#cfc6b4", "#ddd5c4", "#5b4328"), "#fff"),
}


def pieces() -> dict[str, object]:
    """Shapes and colours of the pieces, which the page uses too."""
    read: dict[str, object] = json.loads((ART / "pieces.json").read_text(encoding="utf-8"))
    return read


def _noise(a: float, b: float) -> float:
    value = math.sin(a * 12.9898 + b * 78.233) * 43758.5453
    return value - math.floor(value) - 0.5


def _wobble(x: float, y: float, strength: float) -> Point:
    return x + _noise(x, y) * strength, y + _noise(y + 17, x) * strength


def _edge(x0: int, y0: int, x1: int, y1: int) -> list[Point]:
    """Points along an edge at places that do not depend on where the edge begins."""
    upright = x0 == x1
    begin, end = (y0, y1) if upright else (x0, x1)
    low, high = min(begin, end), max(begin, end)
    first = math.ceil((low + 5) / STEP) * STEP
    stops = [at for at in range(first, high, STEP) if at < high - 5]
    if end < begin:
        stops.reverse()
    return [(x0, y0), *(((x0, at) if upright else (at, y0)) for at in stops)]


def corners(rects: tuple[Rect, ...]) -> list[tuple[int, int]]:
    """The corners round one rectangle, or round two that touch and make an L."""
    if len(rects) == 1:
        x0, y0, x1, y1 = rects[0]
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    top, low = sorted(rects, key=lambda rect: rect[1])
    seam = low[1]
    around = [(top[0], top[1]), (top[2], top[1]), (top[2], seam), (low[2], seam)]
    around += [(low[2], low[3]), (low[0], low[3]), (low[0], seam), (top[0], seam)]
    return [point for i, point in enumerate(around) if point != around[i - 1]]


def outline(rects: tuple[Rect, ...], strength: float = 6) -> str:
    """A closed path through the wobbled outline."""
    turns = corners(rects)
    points: list[Point] = []
    for i, (x, y) in enumerate(turns):
        points += _edge(x, y, *turns[(i + 1) % len(turns)])
    moved = [_wobble(x, y, strength) for x, y in points]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in moved) + "Z"


def _scatter(rect: Rect, gap: int, seed: int, inset: int) -> Iterator[Point]:
    """Places for trees, grass or peaks: scattered, but the same at every drawing."""
    x0, y0, x1, y1 = rect[0] + inset, rect[1] + inset, rect[2] - inset, rect[3] - inset
    for row, y in enumerate(range(y0, y1 + 1, gap)):
        x = x0 + row % 2 * gap / 2
        while x <= x1:
            yield (
                x + _noise(x + seed, y) * gap * 0.55,
                y + _noise(y, x + seed) * gap * 0.55,
            )
            x += gap


def _use(name: str, x: float, y: float, width: int, height: int) -> str:
    return f'<use href="#{name}" x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}"/>'


def _ground(t: int, dry: list[str]) -> str:
    if NAMES[t] == "0•":
        return "rock"
    return "wood" if KIND[t] == FOREST else "sand" if NAMES[t] in dry else "grass"


def _growth(t: int, rect: Rect) -> Iterator[str]:
    """What grows or stands in one rectangle of a territory."""
    if NAMES[t] == "0•":
        for x, y in _scatter(rect, 62, 3, 36):
            if math.hypot(x - 548, y - 560) > 62:
                yield _use("peak", x - 33, y - 40, 66, 46)
    elif KIND[t] == FOREST:
        for x, y in _scatter(rect, 25, rect[0], 12):
            if min(x - rect[0], rect[2] - x, y - rect[1], rect[3] - y) < 34:
                yield _use("tree", x - 12, y - 16, 24, 28)
    elif ORCISH >> t & 1:
        for x, y in _scatter(rect, 58, 9, 30):
            yield (
                f'<path d="M{x - 5:.1f} {y + 4:.1f}l3-9 3 6 3-8 3 11" fill="none" stroke="#6d5a2c"'
                ' stroke-width="1.5" stroke-linejoin="round" opacity="0.45"/>'
            )
    else:
        for x, y in _scatter(rect, 52, 5, 26):
            yield (
                f'<path d="M{x - 5:.1f} {y:.1f}q2-5 3-1q1-6 3 0q2-4 3 1" fill="none"'
                ' stroke="#5c6b33" stroke-width="1.4" opacity="0.4"/>'
            )


def _spared(defs: str) -> str:
    """The same ground with little ink: light land, a trace of colour where woods and water are."""
    for colour, light in SPARED.items():
        defs = defs.replace(f'stop-color="{colour}"', f'stop-color="{light}"')
        defs = defs.replace(f'fill="{colour}"', f'fill="{light}"')
    return defs


def paint(spare: bool = False) -> str:
    """The inside of the picture: land, water, woods and peaks; castles are only defined."""
    dry = pieces()["dry"]
    assert isinstance(dry, list)
    out = [
        _spared(DEFS) if spare else DEFS,
        f'<rect width="{CANVAS}" height="{CANVAS}" fill="url(#water)"/>',
    ]
    for t in range(len(NAMES)):
        out.append(
            f'<path d="{outline(RECTS[t])}" fill="url(#{_ground(t, dry)})" stroke="#6a5433"'
            ' stroke-width="3.2" stroke-linejoin="round"/>'
        )
    for number, lake in enumerate(LAKES):
        out.append(
            f'<path d="{outline((lake,), 9)}" fill="url(#water)" stroke="#4c7c8d"'
            ' stroke-width="2.4" stroke-linejoin="round"/>'
        )
        out += [
            f'<path d="M{x - 8:.1f} {y:.1f}q4-4 8 0t8 0" fill="none" stroke="#b9d7dd"'
            ' stroke-width="1.6" stroke-linecap="round" opacity="0.7"/>'
            for x, y in _scatter(lake, 34, number, 18)
        ]
    for t in range(len(NAMES)):
        for rect in RECTS[t]:
            out += _growth(t, rect)
    return "\n".join(out) + "\n"


def terrain_svg() -> str:
    """The picture as a file."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CANVAS} {CANVAS}">\n'
    return f"{head}{paint()}</svg>\n"


if __name__ == "__main__":
    (ART / "terrain.svg").write_text(terrain_svg(), encoding="utf-8")
    sys.stdout.write(f"{ART / 'terrain.svg'}\n")
