"""``dragon-dune print``: the whole game on paper, as a PDF to print, cut and play."""

import argparse
import errno
import sys
from collections.abc import Sequence
from pathlib import Path

from dragondune.editions.build import NEWEST
from dragondune.editions.files import game_of
from dragondune.printing.press import PressError, make_pdf, write_whole
from dragondune.printing.sheets import PAPERS, Order, titles


def _words(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dragon-dune print", description=__doc__)
    parser.add_argument(
        "--edition",
        default=NEWEST,
        help=f"which rulebook ({NEWEST}), or a file of house rules (.toml)",
    )
    parser.add_argument("--options", default="", help="names separated by commas")
    parser.add_argument("--paper", default="a4", choices=tuple(PAPERS))
    parser.add_argument("--out", type=Path, help="the file (dragon-dune-EDITION-PAPER.pdf)")
    return parser.parse_args(argv)


def file_name(order: Order) -> str:
    """What the file is called if nobody says otherwise."""
    return f"dragon-dune-{order.edition}{titles(order.options)}-{order.paper}.pdf"


def run_print(argv: Sequence[str]) -> int:
    """0 when the file is there, 2 when it could not be asked for or written."""
    said = _words(argv)
    options = [name for name in said.options.split(",") if name]
    try:
        order = Order(*game_of(said.edition, options), said.paper)
        path = said.out or Path(file_name(order))
        if path.is_dir():
            path = path / file_name(order)
        if not path.parent.is_dir():
            raise PressError(f"There is no folder {path.parent}.")
        content = make_pdf(order)
        write_whole(path, content)
    except (ValueError, PressError) as error:
        print(f"dragon-dune print: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        why = "the disk is full" if full else (error.strerror or str(error)).lower()
        print(f"dragon-dune print: {path} could not be written: {why}.", file=sys.stderr)
        return 2
    print(f"{path}: {len(content) // 1024} KiB. Print it at 100 %, without “fit to page”.")
    return 0
