"""Printed on both sides, every back lies behind its own face, whatever the paper, the flip and the cards."""

import itertools
from collections import Counter

import pytest

pytest.importorskip("typst")
pytest.importorskip("pypdfium2")

import pypdfium2
from PIL import Image, ImageOps
from printing.looking import MILLIMETRE, pdf_of, picture_of, texts_of

from dragondune.editions.build import EDITIONS, NEWEST
from dragondune.printing import cards
from dragondune.printing.layout import CARD_SIZES, LONG, PAPERS, SHORT, Cell, behind
from dragondune.printing.sheets import Order, backs_of, card_sheets, contents, token_sheets

PRINTABLE = 7  # millimetres from every edge, more than any common printer leaves blank
ELITE = ("elite-warriors", "oracles")
EITHER = [
    Order("r9", ELITE, "a4", "mini-euro", LONG, parts=("tokens", "cards")),
    Order("r9", ELITE, "letter", "poker", SHORT, parts=("tokens", "cards")),
    Order("first", (), "letter", "mini-euro", SHORT, parts=("tokens", "cards")),
    Order("r2", (), "a4", "poker", LONG, parts=("tokens", "cards")),
]


def name(order: Order) -> str:
    return f"{order.edition}-{order.paper}-{order.cards}-{order.duplex}"


def titles(order: Order) -> list[str]:
    return [text.split("\r\n")[0] for text in texts_of(order)]


def letters(order: Order, page: int) -> list[tuple[str, float, float]]:
    """The capitals on the tokens of a page: which, and millimetres from the left and the top."""
    opened = pypdfium2.PdfDocument(pdf_of(order))[page]
    text = opened.get_textpage()
    found = []
    for i in range(text.count_chars()):
        left, low, right, high = (side / MILLIMETRE for side in text.get_charbox(i))
        letter = text.get_text_range(i, 1)
        if letter in "DEGO" and high - low > 2.5:
            down = opened.get_height() / MILLIMETRE - (low + high) / 2
            found.append((letter, (left + right) / 2, down))
    return found


def through_the_paper(picture: Image.Image, flip: str) -> Image.Image:
    """A back as a light behind the sheet shows it on the face's side."""
    return ImageOps.flip(picture) if flip == SHORT else ImageOps.mirror(picture)


def darkest(picture: Image.Image) -> int:
    return next(value for value, count in enumerate(picture.histogram()) if count)


@pytest.mark.parametrize("order", EITHER, ids=name)
def test_a_units_letter_stands_behind_its_letter(order: Order) -> None:
    paper = PAPERS[order.paper]
    pages = [page for page, title in enumerate(titles(order)) if title.startswith("Tokens")]
    met: Counter[str] = Counter()
    for page in pages[::2]:
        backs = [
            (letter, x, paper.height - y) if order.duplex == SHORT else (letter, paper.width - x, y)
            for letter, x, y in letters(order, page + 1)
        ]
        for letter, x, y in letters(order, page):
            near = [b for b in backs if abs(b[1] - x) < 2 and abs(b[2] - y) < 9]
            if near:
                assert {b[0] for b in near} == {letter}
                met[letter] += 1
    units = dict(zip("DEGO", order.rules.units, strict=True))
    assert all(met[letter] >= count for letter, count in units.items()), met


@pytest.mark.parametrize("order", EITHER, ids=name)
def test_a_back_is_printed_behind_every_card_and_nowhere_else(order: Order) -> None:
    scale, found = 0.6, 0
    for page, title in enumerate(titles(order)):
        if "backs" not in title or title.startswith("Tokens"):
            continue
        assert page % 2 == 1, "a back is the even page"
        back = through_the_paper(picture_of(order, page + 1, scale), order.duplex)
        deck = title.split(" ")[0].lower().replace("kings,", "court")
        made = contents(order)["decks"]
        assert isinstance(made, dict)
        sheets = made[deck]["sheets"]
        number = int(title.split("sheet ")[1][0]) - 1 if "sheet" in title else 0
        whole = back.copy()
        for cell in sheets[number]["faces"]:
            box = [
                round(v * MILLIMETRE * scale)
                for v in (
                    cell["x"],
                    cell["y"],
                    cell["x"] + cell["width"],
                    cell["y"] + cell["height"],
                )
            ]
            middle = back.crop((box[0] + 8, box[1] + 8, box[2] - 8, box[3] - 8))
            assert darkest(middle) < 140, f"no back behind {cell['shows']}"
            whole.paste(255, (box[0], box[1], box[2], box[3]))
            found += 1
        edge = round(20 * MILLIMETRE * scale)  # titles and footers
        inner = whole.crop((edge, edge, whole.width - edge, whole.height - edge))
        assert darkest(inner) > 200, f"page {page + 1} has a back without a face"
    assert found == 52


@pytest.mark.parametrize("flip", [LONG, SHORT])
@pytest.mark.parametrize("turn", [0, -90])
def test_turning_the_paper_twice_brings_everything_back(flip: str, turn: int) -> None:
    cell = Cell(20, 30, 44, 68, turn, "A♣")
    paper = PAPERS["a4"]
    twice = behind(behind(cell, paper, flip), paper, flip)
    assert (twice.x, twice.y, twice.turn % 360) == (20, 30, turn % 360)


def test_a_card_keeps_its_upper_edge() -> None:
    """Over the long edge upright cards stay upright; over the short edge they stand on their head."""
    upright, lying = Cell(20, 30, 44, 68, 0, ""), Cell(20, 30, 88, 63, -90, "")
    paper = PAPERS["letter"]
    assert behind(upright, paper, LONG).turn == 0
    assert behind(upright, paper, SHORT).turn == 180
    assert behind(lying, paper, LONG).turn == 90
    assert behind(lying, paper, SHORT).turn % 360 == 270


def overlap(one: Cell, other: Cell) -> bool:
    apart = (
        one.x + one.width <= other.x + 1e-6
        or other.x + other.width <= one.x + 1e-6
        or one.y + one.height <= other.y + 1e-6
        or other.y + other.height <= one.y + 1e-6
    )
    return not apart


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_everything_to_cut_out_lies_on_the_paper(edition: str, paper: str) -> None:
    """In every edition, for every size of cards and either flip, and nothing on top of another."""
    size = PAPERS[paper]
    for flip, which in itertools.product((LONG, SHORT), CARD_SIZES):
        order = Order(edition, (), paper, which, flip)
        sheets = [side for one in token_sheets(order) for side in (one.faces, one.backs)]
        for deck in cards.decks(order.rules, elements=True).values():
            for faces in card_sheets(order, [card.name for card in deck]):
                sheets += [faces, backs_of(order, faces)]
        for sheet in sheets:
            for cell in sheet:
                assert PRINTABLE <= cell.x <= size.width - PRINTABLE - cell.width
                assert PRINTABLE <= cell.y <= size.height - PRINTABLE - cell.height
            pairs = itertools.combinations(sheet, 2)
            assert not any(overlap(one, other) for one, other in pairs)


def test_nothing_to_cut_out_has_anything_else_behind_it() -> None:
    """In one job, whatever the part: the reverse of the board, the slips and the die stays blank."""
    order = Order("r9", ELITE)
    found = titles(order)
    for page, title in enumerate(found):
        if title.startswith(
            ("Board, sheet", "The board", "With a deck", "Battle plans", "Oracles")
        ):
            assert page % 2 == 0
            assert found[page + 1].startswith("Dragon Dune is a game by"), "only the footer"
        if title.startswith(("Dwarves", "Elves", "Goblins", "Orcs")):
            assert page % 2 == 0
            assert found[page + 1].startswith("A turn at a glance")


def test_on_one_side_units_are_folded_and_no_page_is_blank() -> None:
    order = Order(NEWEST, (), duplex="off")
    assert not any(title.startswith("Dragon Dune is a game by") for title in titles(order))
    (first, *_) = token_sheets(order)
    for face, back in zip(first.faces[:10], first.backs[:10], strict=True):
        assert (back.x, back.y, back.turn) == (face.x, face.y + face.height, 180)


@pytest.mark.parametrize(("right", "low"), [((4, 6), None), (None, (4, 8))])
def test_neighbouring_sheets_of_the_board_overlap(
    right: tuple[int, int] | None, low: tuple[int, int] | None
) -> None:
    """What a glue strip shows, paler, is what the next sheet shows along its cut edge."""
    order, scale = Order("r9"), 4 / MILLIMETRE  # whole dots to a millimetre
    assert texts_of(order)[4].startswith("Board, sheet 1 of 4")

    def part(page: int, box: tuple[float, float, float, float]) -> Image.Image:
        sides = tuple(round(side * MILLIMETRE * scale) for side in box)
        return picture_of(order, page + 1, scale).crop((sides[0], sides[1], sides[2], sides[3]))

    left, top, half = (210 - 190) / 2, 24, 180
    if right:
        strip = part(right[0], (left + half + 1, top + 2, left + half + 9, top + 60))
        edge = part(right[1], (left + 10 + 1, top + 2, left + 10 + 9, top + 60))
    else:
        assert low is not None
        strip = part(low[0], (left + 2, top + half + 1, left + 60, top + half + 9))
        edge = part(low[1], (left + 2, top + 10 + 1, left + 60, top + 10 + 9))
    pale = edge.point([round(255 - (255 - value) * 0.35) for value in range(256)])
    worst = sorted(abs(a - b) for a, b in zip(strip.tobytes(), pale.tobytes(), strict=True))
    assert worst[len(worst) * 9 // 10] < 12  # nine dots in ten; lines may lie half a dot aside
