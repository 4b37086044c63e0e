"""Looks at printed sheets: their text, their ink, and a small picture of every page to compare with.

``PYTHONPATH=src python tests/printing/looking.py look FOLDER`` draws every page that differs from
what is stored, large enough to read. After looking, when the change was meant,
``PYTHONPATH=src python tests/printing/looking.py`` takes the small pictures anew.

A small picture has one grey value for each 4 × 4 mm of a page without its footer. What is drawn in
a square decides its value; how a renderer smooths the edges of a letter hardly touches it. Small
words can change without much of a trace in it, so the letters of each page are kept beside it.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import zip_longest
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

from dragondune.editions.build import EDITIONS
from dragondune.printing.layout import PAPERS
from dragondune.printing.press import make_pdf
from dragondune.printing.sheets import Order

FOLDER = Path(__file__).resolve().parent / "pages"
INDEX = FOLDER / "pages.json"
SHEETS = Path(__file__).resolve().parents[2] / "docs" / "assets" / "sheets.png"
SHOWN = (3, 13, 21, 33)
ORDER = Order("r9")
EVERY = tuple(Order(edition, (), paper) for edition in EDITIONS for paper in PAPERS)
RENEW = "PYTHONPATH=src python tests/printing/looking.py"

MILLIMETRE = 72 / 25.4
SQUARE = 4  # millimetres
DOTS = 12  # rendered along the side of a square, to be averaged
FOOTER = 17  # millimetres: the names and numbers in it are read as text
SHADE = 8  # grey values are stored in steps of this
ACROSS = 16
# More than these in one square, or over nine squares together, is no smoothing but a change. Letters
# smoothed at other resolutions come to 27 and 11; a missing unit is 137, a line of text 45.
ONE_SQUARE = 35
NINE_SQUARES = 16
READABLE = 110 / 72


# --- pages -----------------------------------------------------------------------------------


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
    return [_grey(page, scale) for page in document]


def picture_of(order: Order, number: int, scale: float) -> Image.Image:
    """One page in shades of grey."""
    return _grey(pypdfium2.PdfDocument(pdf_of(order))[number - 1], scale)


def _grey(page: pypdfium2.PdfPage, scale: float) -> Image.Image:
    picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil()
    return picture.convert("L")


# --- what a page is compared by --------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """A page as it is remembered."""

    picture: Image.Image
    letters: str


def scale_of(dots: int) -> float:
    """The scale at which a square is so many dots wide."""
    return dots / (SQUARE * MILLIMETRE)


def small(picture: Image.Image, dots: int = DOTS) -> Image.Image:
    """A page that was rendered with ``dots`` to a square, as one value for each square."""
    across = picture.width // dots
    down = (picture.height - FOOTER * dots // SQUARE) // dots
    return picture.crop((0, 0, across * dots, down * dots)).reduce(dots)


def letters_of(text: str) -> str:
    """A mark of all letters and figures of a page; readers of a PDF differ in gaps and in order."""
    found = "".join(sorted(re.sub(r"[^A-Za-z0-9]", "", text)))
    return hashlib.sha256(found.encode()).hexdigest()[:8]


def looks_of(order: Order) -> list[Look]:
    """How the pages look now."""
    pictures = pictures_of(order, scale_of(DOTS))
    return [
        Look(small(picture), letters_of(text))
        for picture, text in zip(pictures, texts_of(order), strict=True)
    ]


def contrast(one: Image.Image, other: Image.Image) -> tuple[int, int]:
    """The largest difference in one square, and over nine squares together."""
    if one.size != other.size:
        return 255, 255
    blurred = [picture.filter(ImageFilter.BoxBlur(1)) for picture in (one, other)]
    return _largest(ImageChops.difference(one, other)), _largest(ImageChops.difference(*blurred))


def _largest(picture: Image.Image) -> int:
    return max(value for value, count in enumerate(picture.histogram()) if count)


def same_picture(one: Image.Image, other: Image.Image) -> bool:
    """Do two small pictures show the same page?"""
    square, nine = contrast(one, other)
    return square <= ONE_SQUARE and nine <= NINE_SQUARES


def place_of_difference(one: Image.Image, other: Image.Image) -> tuple[int, int]:
    """Millimetres from the left and from the top to where two pictures differ most."""
    found = ImageChops.difference(one, other)
    at = found.tobytes().index(_largest(found))
    return (at % found.width) * SQUARE + SQUARE // 2, (at // found.width) * SQUARE + SQUARE // 2


# --- what is remembered ----------------------------------------------------------------------


def name_of(order: Order) -> str:
    """`r9-a4`."""
    return f"{order.edition}-{order.paper}"


@lru_cache(maxsize=2)
def _album(path: Path) -> Image.Image:
    with Image.open(path) as opened:
        return opened.convert("L")


def stored(order: Order) -> list[Look]:
    """How the pages looked when somebody last looked at them all."""
    index = json.loads(INDEX.read_text(encoding="utf-8"))
    width, height = index["sizes"][order.paper]
    album = _album(FOLDER / f"{order.paper}.png")
    found = []
    for number, letters in index["pages"][name_of(order)]:
        left, top = number % ACROSS * width, number // ACROSS * height
        found.append(Look(album.crop((left, top, left + width, top + height)), letters))
    return found


def store(looks: dict[Order, list[Look]]) -> int:
    """Write all pages down, what several editions share only once; how many pictures these are."""
    FOLDER.mkdir(exist_ok=True)
    sizes: dict[str, tuple[int, int]] = {}
    pages: dict[str, list[tuple[int, str]]] = {}
    count = 0
    for paper in sorted({order.paper for order in looks}):
        kept: dict[bytes, tuple[int, Image.Image]] = {}
        for order in (order for order in looks if order.paper == paper):
            pages[name_of(order)] = []
            for look in looks[order]:
                picture = look.picture.point([_shade(value) for value in range(256)])
                number, _ = kept.setdefault(picture.tobytes(), (len(kept), picture))
                pages[name_of(order)].append((number, look.letters))
                sizes[paper] = picture.size
        _save_album([picture for _, picture in kept.values()], FOLDER / f"{paper}.png")
        count += len(kept)
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in pages.items()
    )
    INDEX.write_text(
        f'{{"sizes": {json.dumps(sizes)},\n "pages": {{\n{lines}\n }}}}\n', encoding="utf-8"
    )
    return count


def _shade(value: int) -> int:
    return min(255, round(value / SHADE) * SHADE)


def _save_album(pictures: list[Image.Image], path: Path) -> None:
    width, height = pictures[0].size
    rows = -(-len(pictures) // ACROSS)
    whole = Image.new("L", (ACROSS * width, rows * height), 255)
    for number, picture in enumerate(pictures):
        whole.paste(picture, (number % ACROSS * width, number // ACROSS * height))
    whole.save(path, optimize=True)


# --- what has changed ------------------------------------------------------------------------


def changes(order: Order, folder: Path | None = None) -> list[str]:
    """A sentence for every page that is not as it was; into ``folder`` goes each of them, to read."""
    said = []
    then, now = stored(order), looks_of(order)
    for number, (before, after) in enumerate(zip_longest(then, now), 1):
        what = list(_changed(before, after))
        if not what:
            continue
        title = f"{name_of(order)}, page {number}"
        if after is not None:
            title += f" ({texts_of(order)[number - 1].splitlines()[0].strip()[:40]})"
        where = ""
        if folder is not None and after is not None:
            path = folder / f"{name_of(order)}-{number:02}.png"
            _draw(order, number, before, path)
            where = f" See {path}."
        said.append(f"{title}: {', and '.join(what)}.{where}")
    return said


def _changed(before: Look | None, after: Look | None) -> Iterator[str]:
    if before is None:
        yield "there was no such page"
    elif after is None:
        yield "the page is gone"
    else:
        if before.letters != after.letters:
            yield "its words differ"
        if before.picture.size != after.picture.size:
            yield "it has another size"
        elif not same_picture(before.picture, after.picture):
            left, top = place_of_difference(before.picture, after.picture)
            yield f"it looks different, most of all {left} mm from the left and {top} mm from the top"


def _draw(order: Order, number: int, before: Look | None, path: Path) -> None:
    """The page as it is now, and beside it the small picture of what it was."""
    page = pypdfium2.PdfDocument(pdf_of(order))[number - 1]
    now = page.render(scale=READABLE).to_pil().convert("RGB")
    if before is not None:
        square = int(SQUARE * MILLIMETRE * READABLE)
        then = before.picture.resize(
            (before.picture.width * square, before.picture.height * square),
            Image.Resampling.NEAREST,
        )
        both = Image.new("RGB", (now.width + then.width + 8, now.height), "#8f2a1e")
        both.paste(now, (0, 0))
        both.paste(then.convert("RGB"), (now.width + 8, 0))
        now = both
    now.save(path)


def how_to_renew(said: list[str]) -> str:
    """What a person is told whose change shows on the sheets."""
    return "\n".join([*said, f"Was it meant, and looked at? Then take the pictures anew: {RENEW}"])


# --- the command -----------------------------------------------------------------------------


def advertise() -> None:
    """A few sheets side by side, for the README."""
    document = pypdfium2.PdfDocument(pdf_of(ORDER))
    shown = [document[page - 1].render(scale=0.62).to_pil() for page in SHOWN]
    width, height = shown[0].size
    whole = Image.new("RGB", (len(shown) * (width + 8) + 8, height + 16), "#d9c9a6")
    for number, picture in enumerate(shown):
        whole.paste(picture, (8 + number * (width + 8), 8))
    whole.quantize(128, kmeans=1).save(SHEETS, optimize=True)


def main(words: list[str]) -> int:
    """Look at what has changed, or remember everything as it is now."""
    if words[:1] == ["look"] and len(words) == 2:
        folder = Path(words[1])
        folder.mkdir(parents=True, exist_ok=True)
        said = [line for order in EVERY for line in changes(order, folder)]
        print("\n".join(said) or "Every page looks as it did.")
    elif not words:
        advertise()
        count = store({order: looks_of(order) for order in EVERY})
        size = sum(path.stat().st_size for path in FOLDER.iterdir())
        print(f"{FOLDER}: {count} different pages of {len(EVERY)} files, {size // 1024} KiB.")
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
