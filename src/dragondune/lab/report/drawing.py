"""Drawing: a few shapes, and one palette that follows the page's light or dark.

Pictures are drawn with named colours such as ``$orcs``. Inside the report the names become the
page's variables; in a file of its own a picture gets the light colours and a ground to stand on.
"""

import re
import textwrap
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

LIGHT: Final = {
    "card": "#fffaf0",
    "ink": "#2e2416",
    "soft": "#665640",
    "line": "#d9c9a6",
    "faint": "#efe5cd",
    "accent": "#8f2a1e",
    "dwarves": "#a55b19",
    "elves": "#1f7a52",
    "goblins": "#6a45a8",
    "orcs": "#33495f",
    "k1": "#2f6f8f",
    "k2": "#c98a2b",
    "k3": "#7a8b3a",
    "k4": "#a8483c",
    "k5": "#6a5a9c",
    "k6": "#4f8f7b",
    "k7": "#8c7350",
    "k8": "#b5677f",
    "black": "#000000",
    "white": "#ffffff",
    "fore": "#000000",
    "back": "#ffffff",
}
DARK: Final = {
    "card": "#2a231b",
    "ink": "#f1e6d0",
    "soft": "#c3b295",
    "line": "#4a3d2c",
    "faint": "#372d21",
    "accent": "#e8775e",
    "dwarves": "#dd9350",
    "elves": "#5fbf92",
    "goblins": "#b394e6",
    "orcs": "#9fb4cc",
    "k1": "#6fb1d1",
    "k2": "#e5b25c",
    "k3": "#b0c26a",
    "k4": "#e0796b",
    "k5": "#a898dd",
    "k6": "#84c7b1",
    "k7": "#c4a67d",
    "k8": "#e39ab0",
    "black": "#000000",
    "white": "#ffffff",
    "fore": "#ffffff",
    "back": "#000000",
}
FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif"
_NAME: Final = re.compile(r"\$([a-z]+\d?)")
HEADING: Final = 14.0  # size of the heading of a picture that stands alone
HEADING_STEP: Final = 19.0


# --- words on a coloured ground ------------------------------------------------------------


def mixed(colour: str, ground: str, strength: float) -> str:
    """What a colour looks like that covers its ground only so much."""
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(a * strength + b * (1 - strength)):02x}" for a, b in pairs)


def contrast(a: str, b: str) -> float:
    """Between two colours, from 1 to 21, as WCAG 2 defines it; words need 4.5."""
    darker, lighter = sorted((_brightness(a), _brightness(b)))
    return (lighter + 0.05) / (darker + 0.05)


def _channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def _brightness(colour: str) -> float:
    parts = [value / 255 for value in _channels(colour)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink_on(colour: str, strength: float = 1.0) -> str:
    """Black or white, whichever can be read on this colour over a card; each of the two palettes
    decides for itself. One of them always has a contrast of 4.5 or more.
    """
    name = colour.removeprefix("$")
    light, dark = (
        contrast(ground, "#000000") >= contrast(ground, "#ffffff")
        for ground in (mixed(palette[name], palette["card"], strength) for palette in (LIGHT, DARK))
    )
    if light == dark:
        return "$black" if light else "$white"
    return "$fore" if light else "$back"


class Drawing:
    """A picture in the making, so wide and so high, with a title for those who cannot see it."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._parts: list[str] = []

    def add(self, part: str) -> None:
        """Any element."""
        self._parts.append(part)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        anchor: str = "start",
        colour: str = "$ink",
        weight: int = 400,
    ) -> None:
        """One line of words; y is where they stand."""
        style = f"fill:{colour};font-size:{size}px;font-weight:{weight};text-anchor:{anchor}"
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" style="{style}">{escape(words)}</text>')

    def line(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        colour: str = "$line",
        width: float = 1,
        dash: str = "",
        told: str = "",
    ) -> None:
        """A straight line."""
        style = f"stroke:{colour};stroke-width:{width};stroke-linecap:round"
        style += f";stroke-dasharray:{dash}" if dash else ""
        place = f'x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"'
        self.add(f'<line {place} style="{style}">{_told(told)}</line>')

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: str,
        told: str = "",
        radius: float = 2,
    ) -> None:
        """A filled rectangle."""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
        self.add(f'<rect {place} rx="{radius}" style="fill:{colour}">{_told(told)}</rect>')

    def dot(
        self, x: float, y: float, radius: float, colour: str, told: str = "", hollow: bool = False
    ) -> None:
        """A point of a diagram, filled or as a ring."""
        fill = f"fill:$card;stroke:{colour};stroke-width:2" if hollow else f"fill:{colour}"
        self.add(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" style="{fill}">{_told(told)}</circle>'
        )

    def head(self, x: float, y: float, sign: int, colour: str, told: str = "") -> None:
        """The head of an arrow with its tip here, to the right (1) or to the left (-1)."""
        back = x - sign * 7
        way = f"M{x:.1f} {y:.1f}L{back:.1f} {y - 4.5:.1f}L{back:.1f} {y + 4.5:.1f}Z"
        self.add(f'<path d="{way}" style="fill:{colour}">{_told(told)}</path>')

    def path(self, points: Sequence[tuple[float, float]], colour: str, width: float = 2) -> None:
        """A line through points."""
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        style = f"fill:none;stroke:{colour};stroke-width:{width};stroke-linejoin:round"
        self.add(f'<path d="M{way}" style="{style}"/>')

    def legend(self, entries: Iterable[tuple[str, str]], x: float, y: float, width: float) -> float:
        """Colours and what they mean, in as many lines as it takes; answers where it ends."""
        at = x
        for colour, words in entries:
            wide = 22 + len(words) * 6.6
            if at + wide > x + width and at > x:
                at, y = x, y + 17
            self.box(at, y - 9, 10, 10, colour)
            self.text(at + 15, y, words, size=12, colour="$soft")
            at += wide + 8
        return y

    # --- as text ---------------------------------------------------------------------------

    def _svg(self, more: str, body: str, height: float) -> str:
        size = f'viewBox="0 0 {self.width:.0f} {height:.0f}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {more}>'
            f"<title>{escape(self.title)}</title>{body}</svg>"
        )

    def inline(self) -> str:
        """For the report: its colours are the page's, and the page says above it what it shows."""
        label = f'aria-label="{escape(self.title, quote=True)}"'
        return _NAME.sub(r"var(--\1)", self._svg(label, "".join(self._parts), self.height))

    def file(self) -> str:
        """For a file of its own: light, on a ground, with its title above it."""
        heading = Drawing(self.width, 0, "")
        lines = textwrap.wrap(self.title, int((self.width - 20) / (HEADING * 0.56)))
        for i, line in enumerate(lines):
            heading.text(10, 22 + i * HEADING_STEP, line, size=HEADING, weight=600)
        above = 12 + HEADING_STEP * len(lines)
        height = self.height + above
        size = f'width="{self.width:.0f}" height="{height:.0f}"'
        body = f'<rect {size} style="fill:$card"/>' + "".join(heading._parts)
        body += f'<g transform="translate(0 {above:.0f})">' + "".join(self._parts) + "</g>"
        svg = self._svg(f'{size} font-family="{FONT}"', body, height)
        return _NAME.sub(lambda found: LIGHT[found[1]], svg)


def _told(words: str) -> str:
    """What a pointer that rests on a shape is told."""
    return f"<title>{escape(words)}</title>" if words else ""


def variables(palette: dict[str, str]) -> str:
    """The palette as the page declares it."""
    return "".join(f"--{name}:{colour};" for name, colour in palette.items())


def nice_step(most: float, ticks: int = 5) -> float:
    """A round distance between the marks of an axis."""
    step = 10.0**-4
    while True:
        for factor in (1, 2, 2.5, 5):
            if most / (step * factor) <= ticks:
                return step * factor
        step *= 10
