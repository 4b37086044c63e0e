"""Pictures for the sheets, as SVG: the board with its names, tokens, coins and small maps."""

from functools import cache
from typing import Final

from dragondune.model.board import (
    CASTLE,
    EVENT_PLACES,
    FOREST,
    GRIFFINS,
    INDEX,
    KIND,
    NAMES,
    NUMBER,
    RECTS,
)
from dragondune.model.ruleset import Ruleset
from dragondune.printing.terrain import CANVAS, Rect, corners, paint, pieces

SERIF: Final = "Libertinus Serif, DejaVu Sans Mono"
INK: Final = "#2e2416"
RED_INK: Final = "#a3221b"


def svg(body: str, box: str = "-30 -30 60 60") -> str:
    """A picture of its own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'


def text(
    x: float, y: float, size: float, words: str, fill: str = INK, more: str = "", halo: float = 0
) -> str:
    """Words in a picture; a halo keeps them readable on the painted ground."""
    style = f'font-family="{SERIF}" font-size="{size:g}" font-weight="700"'
    at = f'x="{x:g}" y="{y:g}" {style} {more}'
    under = ""
    if halo:
        under = f' paint-order="stroke" stroke="#fffaeb" stroke-width="{halo:g}" stroke-linejoin="round"'
    return f'<text {at} fill="{fill}"{under}>{words}</text>'


def suit_colour(card: str) -> str:
    """Red suits in red."""
    return RED_INK if card[-1:] in "♦♥" else INK


# --- the board -------------------------------------------------------------------------------


def room(t: int) -> Rect:
    """The largest rectangle of a territory: where its name stands."""
    return max(RECTS[t], key=lambda rect: (rect[2] - rect[0]) * (rect[3] - rect[1]))


def event_gold(rules: Ruleset) -> dict[str, tuple[str, int]]:
    """Which card brings how much gold to which territory, in this game [A13, II5]."""
    larger = rules.first_edition_gold
    return {card: (place, big if larger else gold) for card, place, gold, big in EVENT_PLACES}


def _labels(t: int, events: dict[str, tuple[str, int]]) -> str:
    x0, y0, x1, _ = room(t)
    out = []
    if KIND[t] == CASTLE:
        low = 40 if x1 - x0 < 150 else 8
        out.append(f'<use href="#castle" x="{x1 - 92}" y="{y0 + low}" width="80" height="56"/>')
    sign = "★" if KIND[t] == CASTLE else "•" if KIND[t] == FOREST else ""
    name = f'{NUMBER[t]}<tspan fill="#6d1f17">{sign}</tspan>'
    out.append(text(x0 + 14, y0 + 37, 33, name, halo=5))
    if GRIFFINS >> t & 1:
        out.append(f'<use href="#griffin" x="{x0 + 14}" y="{y0 + 44}" width="36" height="26"/>')
    for card, (place, gold) in events.items():
        if place == NAMES[t]:
            words = f'{card}<tspan dx="5" fill="#6b4f00">{gold}</tspan>'
            end = 'text-anchor="end"'
            out.append(text(x1 - 12, y0 + 30, 21, words, suit_colour(card), end, halo=4))
    return "".join(out)


@cache
def board(rules: Ruleset, spare: bool = False) -> str:
    """The whole board of a game; ``spare``: with little ink, the land left white."""
    events = event_gold(rules)
    labels = "".join(_labels(t, events) for t in range(len(NAMES)))
    rim = 3 if spare else 10
    frame = (
        f'<rect x="{rim / 2:g}" y="{rim / 2:g}" width="{CANVAS - rim}" height="{CANVAS - rim}"'
        f' fill="none" stroke="#4d3a20" stroke-width="{rim}"/>'
    )
    return svg(paint(spare) + labels + frame, f"0 0 {CANVAS} {CANVAS}")


def small_map(place: str) -> str:
    """Where one territory lies."""
    out = []
    for t in range(len(NAMES)):
        points = " ".join(f"{x},{y}" for x, y in corners(RECTS[t]))
        fill = "#2e2416" if t == INDEX[place] else "#d8c9a4" if KIND[t] == CASTLE else "#efe6d0"
        out.append(f'<polygon points="{points}" fill="{fill}" stroke="#8a7a58" stroke-width="8"/>')
    return svg("".join(out), f"0 0 {CANVAS} {CANVAS}")


# --- tokens ----------------------------------------------------------------------------------


def _faction(name: str) -> dict[str, str]:
    factions = pieces()["factions"]
    assert isinstance(factions, dict)
    found: dict[str, str] = factions[name]
    return found


def unit(faction: str, hidden: bool = False, elite: bool = False, spare: bool = False) -> str:
    """A unit: told apart by shape and letter, so that no colour is needed."""
    look = _faction(faction)
    words = faction[0].upper()
    if hidden:
        face = f'<path d="{look["shape"]}" fill="#fff" stroke="{look["colour"]}" stroke-width="2.5" stroke-dasharray="5 3"/>'
        ink = look["colour"]
    elif spare:
        face = f'<path d="{look["shape"]}" fill="#fff" stroke="{look["colour"]}" stroke-width="3"/>'
        ink = look["colour"]
    else:
        face = f'<path d="{look["shape"]}" fill="{look["colour"]}" stroke="#fff" stroke-width="1"/>'
        ink = "#fff"
    middle = 'text-anchor="middle"'
    if not hidden:
        stars = text(0, 17, 13, "★", ink, middle) if elite else ""
        return svg(
            face + text(0, 5 if elite else 9, 22 if elite else 26, words, ink, middle) + stars
        )
    # The word stands where every shape is widest, a Dwarf's diamond too.
    stars = text(0, 17, 10, "★", ink, middle) if elite else ""
    return svg(
        face + text(0, -4, 16, words, ink, middle) + text(0, 6, 9, "hidden", ink, middle) + stars
    )


def coin(value: int, spare: bool = False) -> str:
    """Gold."""
    metal = "#fff" if spare else "#e9b93a"
    rim = f'<circle r="25" fill="{metal}" stroke="#7a5a00" stroke-width="2.5"/>'
    inner = (
        '<circle r="20" fill="none" stroke="#7a5a00" stroke-width="1.2" stroke-dasharray="2 2"/>'
    )
    return svg(rim + inner + text(0, 10, 29, str(value), "#4a3500", 'text-anchor="middle"'))


def troll() -> str:
    """A troll."""
    look = pieces()["troll"]
    assert isinstance(look, dict)
    return svg(
        '<circle r="26" fill="#5d6b4c" stroke="#2c3522" stroke-width="2"/><g transform="scale(1.15)">'
        f'<path d="{look["face"]}" fill="#93a37b" stroke="#2c3522" stroke-width="2" stroke-linejoin="round"/>'
        '<circle cx="-4" cy="-2" r="2" fill="#b3261e"/><circle cx="4" cy="-2" r="2" fill="#b3261e"/>'
        f'<path d="{look["tusks"]}" stroke="#fff" stroke-width="2" fill="none"/></g>'
    )


def dragon(red: bool = False) -> str:
    """The marker of the wild dragons, or the Red Dragon."""
    disc, ink = ("#7c1f1a", "#f3c969") if not red else ("#fff", "#b3261e")
    return svg(
        f'<circle r="27" fill="{disc}" stroke="{ink}" stroke-width="3"/>'
        f'<path d="{pieces()["dragon"]}" transform="scale(1.04)" fill="{ink}"/>'
    )


def crown() -> str:
    """The first player."""
    return svg(
        '<circle r="26" fill="#fff7dd" stroke="#7a5a00" stroke-width="2.5"/>'
        '<path d="M-16 10L-19-9-9-1 0-15 9-1 19-9 16 10z" fill="#e9b93a" stroke="#7a5a00" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M-16 14h32" stroke="#7a5a00" stroke-width="3"/>'
    )


def hidden_marker(faction: str) -> str:
    """Laid on a stack that hides: the faction's shape behind leaves."""
    look = _faction(faction)
    leaf = '<path d="M0-8C6-4 6 4 0 9-6 4-6-4 0-8z" fill="#dfe8cf" stroke="#37532f" stroke-width="1.4"/>'
    spots = ((-14, -12, -30), (13, -13, 35), (-13, 13, 25), (14, 12, -35))
    leaves = "".join(
        f'<g transform="translate({x} {y}) rotate({a})">{leaf}</g>' for x, y, a in spots
    )
    middle = 'text-anchor="middle"'
    return svg(
        f'<path d="{look["shape"]}" fill="#fff" stroke="{look["colour"]}" stroke-width="2.5" stroke-dasharray="5 3"/>'
        f"{leaves}" + text(0, 7, 20, faction[0].upper(), look["colour"], middle)
    )


def walls() -> str:
    """A castle whose walls are broken."""
    return svg(
        '<rect x="-27" y="-27" width="54" height="54" rx="6" fill="#efe6d0" stroke="#5e5443" stroke-width="2"/>'
        '<path d="M-20 14v-24h7v6h7v-6h5l4 12-5 12zM20 14v-24h-7v6h-6l3 8-5 10z" fill="#cfc6b4" stroke="#5e5443" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M-22 20L22-20" stroke="#8f1d14" stroke-width="4" stroke-linecap="round"/>'
    )


def blessing() -> str:
    """The Elves' blessing: a star over the leaf."""
    points = "M0-20L5-6 20-5 8 4 12 19 0 10-12 19-8 4-20-5-5-6z"
    return svg(
        f'<circle r="26" fill="#eaf3ea" stroke="#1f6b4a" stroke-width="2.5"/><path d="{points}" fill="#1f6b4a"/>'
    )


def chaos() -> str:
    """The chaos monster: an eye in a whirl."""
    return svg(
        '<circle r="26" fill="#2b2b2b"/><path d="M-19 0Q0-17 19 0 0 17-19 0z" fill="#fff"/>'
        '<circle r="7.5" fill="#7a2a8e"/><circle r="3" fill="#000"/>'
        '<path d="M-20-13q6-8 14-9M20 13q-6 8-14 9M20-13q-6-8-14-9M-20 13q6 8 14 9" stroke="#fff" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
    )


def allied() -> str:
    """Two hands' rings: an alliance."""
    return svg(
        '<rect x="-27" y="-27" width="54" height="54" rx="10" fill="#fff" stroke="#2e2416" stroke-width="2"/>'
        '<circle cx="-7" r="12" fill="none" stroke="#7a5a00" stroke-width="4"/>'
        '<circle cx="7" r="12" fill="none" stroke="#2e2416" stroke-width="4"/>'
    )


def hourglass() -> str:
    """The turn marker."""
    return svg(
        '<circle r="26" fill="#fff" stroke="#2e2416" stroke-width="2.5"/>'
        '<path d="M-11-17h22M-11 17h22M-9-17Q-9-6 0 0-9 6-9 17M9-17Q9-6 0 0 9 6 9 17" stroke="#2e2416" stroke-width="2.6" fill="none" stroke-linecap="round"/>'
        '<path d="M-6 15q6-7 12 0zM-4-9h8l-4 6z" fill="#c99a2e"/>'
    )


def flame() -> str:
    """Fire."""
    return svg(
        '<path d="M2-26C6-14 18-10 18 6 18 19 9 26 0 26S-18 19-18 6c0-9 6-13 8-20 3 3 5 6 5 9 5-5 8-12 7-21z" fill="#fff" stroke="#a3221b" stroke-width="3" stroke-linejoin="round"/>'
        '<path d="M1 0c2 6 8 8 8 15 0 5-4 8-9 8s-9-3-9-8c0-4 3-6 4-9 2 1 3 3 3 4 2-2 3-6 3-10z" fill="#a3221b"/>'
    )


def crystal() -> str:
    """Ice: a flake with six arms."""
    arm = '<path d="M0 0V-25M0-16l-7-6M0-16l7-6M0-9l-6-5M0-9l6-5" stroke="#1d3557" stroke-width="3" fill="none" stroke-linecap="round"/>'
    return svg("".join(f'<g transform="rotate({angle})">{arm}</g>' for angle in range(0, 360, 60)))


def gem(red: bool) -> str:
    """An artifact of a game that knows colours but neither Fire nor Ice [A12]."""
    ink, light = (RED_INK, "#f0c9c4") if red else (INK, "#d9d3c7")
    return svg(
        f'<path d="M-13-20H13L25-5 0 24-25-5z" fill="{light}" stroke="{ink}" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="M-10-5H10L0 22z" fill="{ink}"/>'
        f'<path d="M-25-5H25M-13-20L-10-5 0-20 10-5 13-20" fill="none" stroke="{ink}" stroke-width="2" stroke-linejoin="round"/>'
    )


def emblem() -> str:
    """The dragon in its disc, for backs and the title."""
    return dragon()


PATTERNS: Final = {
    "artifact": ("#8f2a1e", '<path d="M0 0L14 14M14 0L0 14" stroke="#8f2a1e" stroke-width="1"/>'),
    "event": ("#1d3557", '<path d="M0 7H14" stroke="#1d3557" stroke-width="1.4"/>'),
    "court": (
        "#5b3a8e",
        '<circle cx="7" cy="7" r="2.4" fill="none" stroke="#5b3a8e" stroke-width="1"/>',
    ),
}


def card_back(kind: str, width: int, height: int, spare: bool = False) -> str:
    """The back of a deck: told apart by pattern, with a rim that forgives a crooked cut."""
    ink, lines = PATTERNS[kind]
    w, h = 4 * width, 4 * height
    field = "#fff" if spare else "url(#p)"
    return svg(
        f'<defs><pattern id="p" width="14" height="14" patternUnits="userSpaceOnUse">{lines}'
        f'</pattern></defs><rect x="12" y="12" width="{w - 24}" height="{h - 24}" rx="8"'
        f' fill="{field}" stroke="{ink}" stroke-width="3"/>'
        f'<circle cx="{w / 2:g}" cy="{h / 2:g}" r="46" fill="#fff" stroke="{ink}" stroke-width="3"/>'
        f'<path d="{pieces()["dragon"]}" transform="translate({w / 2:g} {h / 2:g}) scale(1.75)"'
        f' fill="{ink}"/>',
        f"0 0 {w} {h}",
    )


PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
# Where each face of the folded-out die lies; opposite faces make seven.
DIE_NET: Final = {1: (0, 1), 2: (1, 1), 6: (2, 1), 5: (3, 1), 3: (1, 0), 4: (1, 2)}


def die() -> str:
    """A die to cut out, fold and glue; one unit is a millimetre, a side is 18."""
    side = 18
    out = []
    for column in (0, 2, 3):
        x = column * side
        for y, lean in ((side, -5), (2 * side, 5)):
            out.append(f"M{x} {y}l3 {lean}h{side - 6}l3 {-lean}")
    out.append(f"M{4 * side} {side}l5 3v{side - 6}l-5 3")
    tabs = f'<path d="{"".join(out)}" fill="#eee" stroke="#777" stroke-width="0.15"/>'
    faces = ""
    for number, (column, row) in DIE_NET.items():
        x, y = column * side, row * side
        faces += (
            f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="#fff" stroke="#777"'
            ' stroke-width="0.2" stroke-dasharray="1 0.7"/>'
        )
        for dx, dy in PIPS[number]:
            faces += f'<circle cx="{x + 9 + 5 * dx}" cy="{y + 9 + 5 * dy}" r="1.7" fill="#2e2416"/>'
    return svg(tabs + faces, f"-1 -1 {4 * side + 7} {3 * side + 2}")
