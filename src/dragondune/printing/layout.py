"""Where every card and token lies on its sheet, in millimetres, and what lies behind it.

``behind`` is all the arithmetic of printing on both sides: it puts a back where a printer needs it
that turns the paper over its long edge, or over its short one. Cards stand around the middle of the
paper, so either way their backs stay on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dragondune.printing.kit import CELL, Section

LONG: Final = "long"
SHORT: Final = "short"
OFF: Final = "off"
TOP: Final = 24  # where pieces begin, below a sheet's title
BOTTOM: Final = 20  # what is left free below them, for the footer
LABEL: Final = 6  # the line above a section
GAP: Final = 4  # between two sections, and between two rows that are folded
PER_ROW: Final = 10
GUTTER: Final = 2  # between two cards


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright."""

    words: str
    width: float
    height: float


PAPERS: Final = {
    "a4": Paper("A4, 210 × 297 mm", 210, 297),
    "letter": Paper("US Letter, 8.5 × 11 inches", 215.9, 279.4),
}


@dataclass(frozen=True)
class CardSize:
    """A size of cards that sleeves are sold for, and how many of them fill a sheet."""

    width: int
    height: int
    sleeves: str
    columns: int
    rows: int
    turn: int = 0  # -90: they lie on their side, which leaves room on every paper

    @property
    def words(self) -> str:
        """`44 × 68 mm`."""
        return f"{self.width} × {self.height} mm"


CARD_SIZES: Final = {
    "mini-euro": CardSize(44, 68, "Mini European", columns=4, rows=3),
    "poker": CardSize(63, 88, "Standard Card Game (poker size)", columns=2, rows=4, turn=-90),
}


@dataclass(frozen=True)
class Cell:
    """A place on the paper: its upper left corner, its size, and how what it shows is turned."""

    x: float
    y: float
    width: float
    height: float
    turn: int
    shows: str
    name: str = ""


def behind(cell: Cell, paper: Paper, flip: str) -> Cell:
    """The same place on the other side of the paper, so that a piece keeps its upper edge."""
    if flip == SHORT:
        return replace(cell, y=paper.height - cell.y - cell.height, turn=180 - cell.turn)
    return replace(cell, x=paper.width - cell.x - cell.width, turn=-cell.turn)


# --- cards -----------------------------------------------------------------------------------


def card_places(size: CardSize, paper: Paper) -> list[Cell]:
    """All places of a full sheet, row by row."""
    wide, high = (size.height, size.width) if size.turn else (size.width, size.height)
    left = (paper.width - size.columns * (wide + GUTTER) + GUTTER) / 2
    top = (paper.height - size.rows * (high + GUTTER) + GUTTER) / 2
    return [
        Cell(left + x * (wide + GUTTER), top + y * (high + GUTTER), wide, high, size.turn, "")
        for y in range(size.rows)
        for x in range(size.columns)
    ]


def card_sheets(names: Sequence[str], size: CardSize, paper: Paper) -> list[list[Cell]]:
    """A deck on as few sheets as it fills."""
    places = card_places(size, paper)
    sheets = [names[i : i + len(places)] for i in range(0, len(names), len(places))]
    return [
        [replace(cell, shows=name) for cell, name in zip(places, sheet, strict=False)]
        for sheet in sheets
    ]


# --- tokens ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TokenSheet:
    """Tokens of one sheet: the lines above them, faces, their backs, and the lines to fold."""

    labels: list[tuple[float, str, str]]
    faces: list[Cell]
    backs: list[Cell]
    folds: list[Cell]


def _spread(section: Section) -> list[tuple[str, str, str]]:
    """Every single piece: its face, its back, and its name where it bears one."""
    named = not any(piece.back for piece in section.pieces) and len(section.pieces) > 2
    return [
        (piece.face, piece.back or piece.face, piece.name if named else "")
        for piece in section.pieces
        for _ in range(piece.count)
    ]


def is_folded(section: Section, flip: str) -> bool:
    """On paper that is printed on one side, what has two sides is folded."""
    return flip == OFF and any(piece.back for piece in section.pieces)


def _height(section: Section, flip: str) -> float:
    rows = -(-section.count // PER_ROW)
    each = 2 * CELL + GAP if is_folded(section, flip) else CELL
    return LABEL + rows * each + GAP


def _pages(sections: Sequence[Section], paper: Paper, flip: str) -> Iterator[list[Section]]:
    """Sections stay whole; what does not fit begins the next sheet."""
    room = paper.height - TOP - BOTTOM
    page: list[Section] = []
    for section in sections:
        if page and sum(_height(one, flip) for one in [*page, section]) > room:
            yield page
            page = []
        page.append(section)
    yield page


def _place(section: Section, top: float, paper: Paper, flip: str) -> TokenSheet:
    left = (paper.width - PER_ROW * CELL) / 2
    folded = is_folded(section, flip)
    step = 2 * CELL + GAP if folded else CELL
    sheet = TokenSheet([(top, section.title, section.note)], [], [], [])
    for number, (face, back, name) in enumerate(_spread(section)):
        row, column = divmod(number, PER_ROW)
        x, y = left + column * CELL, top + LABEL + row * step
        cell = Cell(x, y, CELL, CELL, 0, face, name)
        sheet.faces.append(cell)
        if folded:
            sheet.backs.append(replace(cell, y=y + CELL, turn=180, shows=back))
            sheet.folds.append(Cell(x, y + CELL, CELL, 0, 0, ""))
        elif flip != OFF:
            sheet.backs.append(replace(behind(cell, paper, flip), shows=back))
    return sheet


def token_sheets(sections: Sequence[Section], paper: Paper, flip: str) -> list[TokenSheet]:
    """All tokens, sheet by sheet."""
    sheets = []
    for page in _pages(sections, paper, flip):
        whole = TokenSheet([], [], [], [])
        top = float(TOP)
        for section in page:
            one = _place(section, top, paper, flip)
            whole.labels.extend(one.labels)
            whole.faces.extend(one.faces)
            whole.backs.extend(one.backs)
            whole.folds.extend(one.folds)
            top += _height(section, flip)
        sheets.append(whole)
    return sheets
