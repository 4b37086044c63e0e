"""The board as text: 28 territories in a frame of at most 100 columns, and a table of the factions.

The picture is made of a coarse grid: all vertical and horizontal lines of the map's rectangles,
brought together where they differ by a few pixels. Each cell of it belongs to a territory or to a
lake; a border is drawn wherever two neighbouring cells belong to different ones.
"""

from typing import Final

from dragondune.engine.pieces import bits, controlled
from dragondune.model.board import (
    CASTLES,
    EVENT_PLACES,
    INDEX,
    LAKES,
    NAMES,
    NUMBER,
    RECTS,
    TERRITORIES,
    territories_in,
)
from dragondune.model.cards import CARD_OF_NAME, SUIT_SIGNS
from dragondune.model.factions import FACTION_LETTERS, FACTION_NAMES, NOBODY
from dragondune.model.state import State
from dragondune.telling.words import FACTIONS, styled

Rect = tuple[int, int, int, int]
# A piece of text with its style: what stands in a territory, word by word
Word = tuple[str, str]

# Lines of the map, and where they come to lie in the terminal: (up to this pixel, position).
# Close to scale, but flat, and every narrow territory keeps four rows of ten characters.
_COLUMNS: Final = (
    (25, 0), (165, 13), (245, 21), (295, 26), (380, 33), (430, 38), (460, 41), (555, 50),
    (645, 58), (685, 61), (820, 73), (950, 85), (985, 88), (1090, 99),
)  # fmt: skip
_ROWS: Final = (
    (30, 0), (160, 4), (205, 6), (290, 8), (420, 11), (555, 14), (685, 18), (820, 22),
    (890, 25), (945, 27), (1090, 32),
)  # fmt: skip
WIDTH: Final = _COLUMNS[-1][1] + 1
HEIGHT: Final = _ROWS[-1][1] + 1
_LAKE: Final = 100  # region numbers from here on are lakes
_OUTSIDE: Final = -1

# Border signs by the arms that meet: up 1, down 2, left 4, right 8
_JOINTS: Final = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_SUPERSCRIPT: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_EVENT_PLACE: Final = {CARD_OF_NAME[name]: INDEX[at] for name, at, _, _ in EVENT_PLACES}


def _snap(lines: tuple[tuple[int, int], ...], pixel: int) -> int:
    """Which line of the coarse grid a pixel belongs to."""
    return next(index for index, (limit, _) in enumerate(lines) if pixel <= limit)


def _regions() -> list[list[int]]:
    """The owner of every cell of the coarse grid, row by row."""
    grid = [[_OUTSIDE] * (len(_COLUMNS) - 1) for _ in range(len(_ROWS) - 1)]
    owned: list[tuple[int, Rect]] = [(_LAKE + n, lake) for n, lake in enumerate(LAKES)]
    owned += [(t, rect) for t in range(TERRITORIES) for rect in RECTS[t]]
    for owner, (x0, y0, x1, y1) in owned:
        for row in range(_snap(_ROWS, y0), _snap(_ROWS, y1)):
            for column in range(_snap(_COLUMNS, x0), _snap(_COLUMNS, x1)):
                grid[row][column] = owner
    return grid


_GRID: Final = _regions()


def _region(row: int, column: int) -> int:
    inside = 0 <= row < len(_GRID) and 0 <= column < len(_GRID[0])
    return _GRID[row][column] if inside else _OUTSIDE


def _area(t: int) -> Rect:
    """Where a territory's text stands: left, top, width, height inside its largest rectangle."""
    areas: list[Rect] = []
    for x0, y0, x1, y1 in RECTS[t]:
        left, right = _COLUMNS[_snap(_COLUMNS, x0)][1], _COLUMNS[_snap(_COLUMNS, x1)][1]
        top, bottom = _ROWS[_snap(_ROWS, y0)][1], _ROWS[_snap(_ROWS, y1)][1]
        areas.append((left + 1, top + 1, right - left - 1, bottom - top - 1))
    return max(areas, key=lambda area: area[2] * area[3])


class _Canvas:
    """Characters with their styles, written one by one."""

    def __init__(self, src: "_Canvas | None" = None) -> None:
        blank = [[" "] * WIDTH] * HEIGHT, [[""] * WIDTH] * HEIGHT
        signs, styles = (src.signs, src.styles) if src else blank
        self.signs: list[list[str]] = [row[:] for row in signs]
        self.styles: list[list[str]] = [row[:] for row in styles]

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        for offset, sign in enumerate(text):
            self.signs[y][x + offset] = sign
            self.styles[y][x + offset] = style

    def line(self, y: int, colour: bool) -> str:
        if not colour:
            return "".join(self.signs[y]).rstrip()
        out, x = "", 0
        while x < WIDTH:
            end, style = x, self.styles[y][x]
            while end < WIDTH and self.styles[y][end] == style:
                end += 1
            out += styled("".join(self.signs[y][x:end]), style)
            x = end
        return out.rstrip()


def _cross(row: int, column: int) -> int:
    """The border's arms where two lines of the coarse grid meet."""
    nw, ne = _region(row - 1, column - 1), _region(row - 1, column)
    sw, se = _region(row, column - 1), _region(row, column)
    return (nw != ne) | (sw != se) << 1 | (nw != sw) << 2 | (ne != se) << 3


def _draw_borders(canvas: _Canvas) -> None:
    for row, (_, y) in enumerate(_ROWS):
        for column, (_, x) in enumerate(_COLUMNS):
            arms = _cross(row, column)
            canvas.write(x, y, _JOINTS[arms])
            if arms & 8:
                canvas.write(x + 1, y, "─" * (_COLUMNS[column + 1][1] - x - 1))
            if arms & 2:
                for below in range(y + 1, _ROWS[row + 1][1]):
                    canvas.write(x, below, "│")


def _draw_lakes(canvas: _Canvas) -> None:
    """Lakes are full of waves, right across the lines of the coarse grid inside them."""
    for x0, y0, x1, y1 in LAKES:
        left, right = _COLUMNS[_snap(_COLUMNS, x0)][1], _COLUMNS[_snap(_COLUMNS, x1)][1]
        for y in range(_ROWS[_snap(_ROWS, y0)][1] + 1, _ROWS[_snap(_ROWS, y1)][1]):
            canvas.write(left + 1, y, "~" * (right - left - 1), "lake")


def _empty_board() -> _Canvas:
    canvas = _Canvas()
    _draw_borders(canvas)
    _draw_lakes(canvas)
    return canvas


_EMPTY: Final = _empty_board()
_AREAS: Final = tuple(_area(t) for t in range(TERRITORIES))


def _superscript(number: int) -> str:
    return "".join(_SUPERSCRIPT[int(digit)] for digit in str(number)) if number else ""


def _units(s: State, t: int) -> list[Word]:
    """``O5`` for units, ``(E3)`` for hidden ones, ``D4²`` when two of them are elite."""
    words: list[Word] = []
    for f in s.order:
        at = f * 28 + t
        letter, style = FACTION_LETTERS[f], FACTION_NAMES[f]
        if s.up[at]:
            words.append((f"{letter}{s.up[at]}{_superscript(s.elite_up[at])}", style))
        if s.hid[at]:
            words.append((f"({letter}{s.hid[at]}{_superscript(s.elite_hid[at])})", style))
    return words


def threatened(s: State) -> int:
    """Where the Red Dragon would strike next: the last event's place; -1 for nowhere yet."""
    return _EVENT_PLACE[s.event_discard[-1]] if s.event_discard else -1


def _markers(s: State, t: int) -> list[tuple[str, str]]:
    """What else stands there, each as a word and as a sign for where there is no room for it."""
    found: list[tuple[str, str]] = []
    if NUMBER[t] == s.dragon:
        found.append(("«DRAGONS»", "«»"))
    if t == threatened(s):
        found.append(("threatened", "!"))
    if s.trolls >> t & 1:
        found.append(("a troll", "&"))
    if s.broken >> t & 1:
        found.append(("no walls", "#"))
    return found


def _wrapped(words: list[Word], width: int, gap: int) -> list[list[Word]]:
    lines: list[list[Word]] = []
    used = width + 1
    for word in words:
        if used + gap + len(word[0]) > width:
            lines.append([])
            used = -gap
        lines[-1].append(word)
        used += gap + len(word[0])
    return lines


def _lines_of(s: State, t: int, width: int, height: int) -> tuple[list[list[Word]], int]:
    """The lines of a territory and the gap between words, shortened as far as the room demands."""
    head: list[Word] = [(NAMES[t], "title")]
    if s.board_gold[t]:
        head.append((f"${s.board_gold[t]}", "gold"))
    markers, troops = _markers(s, t), _units(s, t)
    roomy = [head, *_wrapped(troops, width, 1), *([(word, "alarm")] for word, _ in markers)]
    if len(roomy) <= height:
        return roomy, 1
    if markers:
        head.append(("".join(sign for _, sign in markers), "alarm"))
    for gap in (1, 0):
        tight = [head, *_wrapped(troops, width, gap)]
        if len(tight) <= height:
            return tight, gap
    return [*tight[: height - 1], [("… and more", "alarm")]], gap


def _draw_territory(s: State, t: int, canvas: _Canvas) -> None:
    left, top, width, height = _AREAS[t]
    # one column of air on the left keeps signs off the border
    lines, gap = _lines_of(s, t, width - 1, height)
    for y, words in enumerate(lines, top):
        x = left + 1
        for text, style in words:
            canvas.write(x, y, text[: left + width - x], style)
            x += len(text) + (1 if words is lines[0] else gap)


def draw_board(s: State, colour: bool = False) -> str:
    """The whole board. Letters tell everything; colour only helps the eye."""
    canvas = _Canvas(_EMPTY)
    for t in range(TERRITORIES):
        _draw_territory(s, t, canvas)
    return "\n".join(canvas.line(y, colour) for y in range(HEIGHT))


LEGEND: Final = (
    "O5 five Orcish units · (E3) three Elven units in hiding · D4² four Dwarven units, two elite",
    "★ castle · • forest · ~ lake · $4 gold · «DRAGONS» the wild dragons are here (in short «»)",
    "threatened: where the Red Dragon would strike (!) · a troll (&) · no walls: a broken castle (#)",
)

_HEADS: Final = ("", "gold", "castles", "on board", "in bank", "graveyard", "cards", "ally")
_NUMBERS: Final = frozenset(("gold", "in bank", "graveyard", "cards"))


def _facts(s: State, f: int) -> tuple[str, ...]:
    standing = sum(s.up[f * 28 : f * 28 + 28])
    hidden = sum(s.hid[f * 28 : f * 28 + 28])
    castles = " ".join(NAMES[t] for t in territories_in(controlled(s, f) & CASTLES))
    first = "▸" if s.turn and s.order[s.first] == f else " "
    return (
        f"{first}{SUIT_SIGNS[s.rules.suits[f]]} {FACTIONS[f]}",
        str(s.gold[f]),
        castles or "–",
        f"{standing} + {hidden} hidden" if hidden else str(standing),
        f"{s.bank[f]}{_superscript(s.elite_bank[f])}",
        f"{s.grave[f]}{_superscript(s.elite_grave[f])}",
        str(bits(s.hand[f])),
        FACTIONS[s.ally[f]] if s.ally[f] != NOBODY else "–",
    )


def summary(s: State, colour: bool = False) -> str:
    """What everyone may know of each faction, in player order; ▸ marks who goes first."""
    rows = [_HEADS, *(_facts(s, f) for f in s.order)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    lines = []
    for row, style in zip(rows, ("quiet", *(FACTION_NAMES[f] for f in s.order)), strict=True):
        cells = [
            cell.rjust(width) if head in _NUMBERS else cell.ljust(width)
            for cell, width, head in zip(row, widths, _HEADS, strict=True)
        ]
        first = styled(cells[0], style if colour else "")
        lines.append("  ".join([first, *cells[1:]]).rstrip())
    return "\n".join(lines)
