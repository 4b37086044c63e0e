"""``dragon-dune print``: the whole game on paper, as a PDF to print, cut out and play."""

import argparse
import errno
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Final

from dragondune.asking import add_options
from dragondune.editions.build import NEWEST
from dragondune.editions.files import game_of
from dragondune.printing.press import PressError, make_pdf, write_whole
from dragondune.printing.sheets import CHOICES, PARTS, Order, parts_of, titles

STANDARD_OUTPUT: Final = Path("-")
USUAL: Final = {one.name: one.default for one in fields(Order)}


def _listed(known: dict[str, str]) -> str:
    """What can be chosen, as the help tells it."""
    return "; ".join(f"{name}: {words}" for name, words in known.items()).replace("%", "%%")


def _words(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="dragon-dune print",
        description="Make a PDF of the whole game, to print, cut out and play.",
    )
    parser.add_argument(
        "--edition",
        default=NEWEST,
        help=f"which rulebook ({NEWEST}), or a file of house rules (.toml)",
    )
    add_options(parser)
    for what, known in CHOICES.items():
        parser.add_argument(
            f"--{what}", default=USUAL[what], help=f"{_listed(known)} ({USUAL[what]})"
        )
    parser.add_argument(
        "--parts",
        default=",".join(PARTS),
        help=f"only these, separated by commas; {_listed(PARTS)} (all of them)",
    )
    parser.add_argument(
        "--separate", action="store_true", help="a file for each part instead of one for all"
    )
    parser.add_argument(
        "--out",
        type=Path,
        help="the file, or the folder for it; - writes to standard output "
        "(dragon-dune-EDITION-PAPER.pdf, here)",
    )
    return parser.parse_args(argv)


def file_name(order: Order) -> str:
    """What the file is called if nobody says otherwise; what is not as usual is in its name."""
    chosen = [getattr(order, what) for what in ("cards",) if getattr(order, what) != USUAL[what]]
    for what in ("duplex", "ink"):
        if getattr(order, what) != USUAL[what]:
            chosen.append(f"{what}-{getattr(order, what)}")
    parts = order.parts if order.parts != tuple(PARTS) else ()
    more = "".join(f"-{word}" for word in (*chosen, *parts))
    return f"dragon-dune-{order.edition}{titles(order.options)}-{order.paper}{more}.pdf"


def _order(said: argparse.Namespace) -> Order:
    chosen = {what: getattr(said, what) for what in CHOICES}
    return Order(*game_of(said.edition, said.options), parts=parts_of(said.parts), **chosen)


def _places(order: Order, out: Path | None, separate: bool) -> Iterator[tuple[Path, Order]]:
    """Which file gets what; PressError where it cannot lie there."""
    if separate and out is not None and not out.is_dir():
        raise PressError(f"With --separate, --out names a folder, and there is no folder {out}.")
    orders = [replace(order, parts=(part,)) for part in order.parts] if separate else [order]
    for one in orders:
        path = out or Path(file_name(one))
        if path.is_dir():
            path /= file_name(one)
        if not path.parent.is_dir():
            raise PressError(f"There is no folder {path.parent}.")
        yield path, one


def _write_out(order: Order) -> None:
    """A PDF into a pipe or a file, never onto a screen."""
    if sys.stdout.isatty():
        raise PressError("A PDF is not for the screen: send it on, as in --out - > game.pdf.")
    content = make_pdf(order)
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise PressError(f"Standard output could not be written: {_why(error)}.") from None


def _write(places: Iterable[tuple[Path, Order]]) -> None:
    for path, order in places:
        content = make_pdf(order)
        try:
            write_whole(path, content)
        except OSError as error:
            raise PressError(f"{path} could not be written: {_why(error)}.") from None
        print(f"{path}: {len(content) // 1024} KiB")
    print("Print at 100 %, without “fit to page”.")


def _why(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    return (error.strerror or str(error)).lower()


def run_print(argv: Sequence[str]) -> int:
    """0 when everything is written, 2 when it could not be asked for or written."""
    said = _words(argv)
    try:
        order = _order(said)
        if said.out == STANDARD_OUTPUT and not said.separate:
            _write_out(order)
        else:
            _write(list(_places(order, said.out, said.separate)))
    except (ValueError, PressError) as error:
        print(f"dragon-dune print: {error}", file=sys.stderr)
        return 2
    return 0
