"""One palette that follows the page's light or dark, and words that can be read on it.

Charts name their colours, such as ``$orcs``. Inside the report the names become the page's
variables; in a file of its own a chart gets the light colours.
"""

from typing import Final

LIGHT: Final = {
    "card": "#fffaf0",
    "ink": "#2e2416",
    "soft": "#665640",
    "line": "#d9c9a6",
    "faint": "#efe5cd",
    "sea": "#c5d3d5",
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
    "sea": "#3d4b4e",
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


def variables(palette: dict[str, str]) -> str:
    """The palette as the page declares it."""
    return "".join(f"--{name}:{colour};" for name, colour in palette.items())


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
