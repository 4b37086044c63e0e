"""Looks at printed sheets: their text, their ink, and a small picture of each to compare with.

``PYTHONPATH=src python tests/printing/looking.py`` takes the pictures anew, after a change that
was meant and looked at.
"""

from functools import cache
from pathlib import Path

import pypdfium2
from PIL import Image

from dragondune.printing.press import make_pdf
from dragondune.printing.sheets import Order

PICTURES = Path(__file__).resolve().parent / "r9-a4.png"
SHEETS = Path(__file__).resolve().parents[2] / "docs" / "assets" / "sheets.png"
SHOWN = (2, 7, 12, 18)
ORDER = Order("r9")
SMALL = 0.15
ACROSS = 7
MILLIMETRE = 72 / 25.4


@cache
def pdf_of(order: Order) -> bytes:
    """The sheets, made once for all tests."""
    return make_pdf(order)


@cache
def texts_of(order: Order) -> tuple[str, ...]:
    """The text of each page."""
    document = pypdfium2.PdfDocument(pdf_of(order))
    return tuple(page.get_textpage().get_text_bounded() for page in document)


def sizes_of(order: Order) -> set[tuple[int, int]]:
    """The sizes of the pages in millimetres."""
    document = pypdfium2.PdfDocument(pdf_of(order))
    return {(round(w / MILLIMETRE), round(h / MILLIMETRE)) for w, h in map(_size, document)}


def _size(page: pypdfium2.PdfPage) -> tuple[float, float]:
    return page.get_width(), page.get_height()


def pictures_of(order: Order, scale: float) -> list[Image.Image]:
    """Every page in shades of grey."""
    document = pypdfium2.PdfDocument(pdf_of(order))
    return [page.render(scale=scale, grayscale=True).to_pil().convert("L") for page in document]


def before_the_book(order: Order) -> int:
    """How many sheets come before the rulebook, whose words may change without notice here."""
    return next(i for i, text in enumerate(texts_of(order)) if text.startswith("Dragon Dune: "))


def album(pictures: list[Image.Image]) -> Image.Image:
    """Small pictures side by side, as they are stored."""
    width, height = pictures[0].size
    rows = -(-len(pictures) // ACROSS)
    whole = Image.new("L", (ACROSS * width, rows * height), 255)
    for number, picture in enumerate(pictures):
        whole.paste(picture, (number % ACROSS * width, number // ACROSS * height))
    return whole


def stored(count: int, size: tuple[int, int]) -> list[Image.Image]:
    """The pictures to compare with."""
    whole = Image.open(PICTURES)
    width, height = size
    found = []
    for number in range(count):
        left, top = number % ACROSS * width, number // ACROSS * height
        found.append(whole.crop((left, top, left + width, top + height)))
    return found


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ on average, 0 to 255."""
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    return sum(abs(a - b) for a, b in pairs) / (one.width * one.height)


def advertise() -> None:
    """A few sheets side by side, for the README."""
    document = pypdfium2.PdfDocument(pdf_of(ORDER))
    shown = [document[page - 1].render(scale=0.62).to_pil() for page in SHOWN]
    width, height = shown[0].size
    whole = Image.new("RGB", (len(shown) * (width + 8) + 8, height + 16), "#d9c9a6")
    for number, picture in enumerate(shown):
        whole.paste(picture, (8 + number * (width + 8), 8))
    whole.quantize(128, kmeans=1).save(SHEETS, optimize=True)


if __name__ == "__main__":
    advertise()
    shown = pictures_of(ORDER, SMALL)[: before_the_book(ORDER)]
    album(shown).save(PICTURES, optimize=True)
    print(f"{PICTURES}: {len(shown)} sheets")
