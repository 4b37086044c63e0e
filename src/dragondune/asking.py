"""What is typed on a command line, checked: each refusal is a sentence, and no command ends in a traceback."""

import argparse
import errno
import math
import os
import signal
import sys
from collections.abc import Callable
from typing import TextIO


def whole(least: int = 1, most: int | None = None) -> Callable[[str], int]:
    """For ``type=``: a whole number within bounds."""

    def read(text: str) -> int:
        digits = text.strip().replace("_", "")
        if not digits.removeprefix("-").isdecimal() or not _within(int(digits), least, most):
            raise argparse.ArgumentTypeError(f"{text} is not {_bounds(least, most)}")
        return int(digits)

    return read


def decimal(least: float = 0.0, most: float | None = None) -> Callable[[str], float]:
    """For ``type=``: any number within bounds."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number) or not _within(number, least, most):
            raise argparse.ArgumentTypeError(f"{text} is not {_bounds(least, most)}")
        return number

    return read


def _within(number: float, least: float, most: float | None) -> bool:
    return number >= least and (most is None or number <= most)


def _bounds(least: float, most: float | None) -> str:
    return (
        f"a number from {least:g} upwards"
        if most is None
        else f"a number from {least:g} to {most:g}"
    )


def names(text: str) -> list[str]:
    """For ``type=`` with ``action="extend"``: names with commas between."""
    return [name.strip() for name in text.split(",") if name.strip()]


def add_options(parser: argparse.ArgumentParser) -> None:
    """``--options a,b``, and ``--option`` as commands were once typed that studies have kept."""
    said = {"action": "extend", "type": names, "default": []}
    parser.add_argument("--options", metavar="A,B", help="options of the game", **said)  # type: ignore[arg-type]
    parser.add_argument("--option", dest="options", help=argparse.SUPPRESS, **said)  # type: ignore[arg-type]


def add_workers(parser: argparse.ArgumentParser, usual: int | None = None) -> None:
    """``--workers N``, all cores unless told otherwise, and ``--processes`` as it was once called."""
    cores = os.cpu_count() or 1
    told = f"cores (all: {cores})" if usual is None else f"processes that work at it ({usual})"
    parser.add_argument("--workers", type=whole(), default=usual or cores, help=told)
    parser.add_argument("--processes", dest="workers", type=whole(), help=argparse.SUPPRESS)


def ignore_interrupts() -> None:
    """In a process that works for another: Ctrl-C is for the one that somebody watches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_quietly() -> None:
    """In a process that serves: SIGTERM ends it as Ctrl-C does, with time to put everything away."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def speak_plainly() -> None:
    """Signs such as ★ that the terminal's encoding lacks are shown as something else, not refused."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def on_a_screen(stream: TextIO) -> bool:
    """Is it a terminal, and one that knows more than to write line after line?"""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def finished(name: str, work: Callable[[], int]) -> int:
    """Run a command to its exit status, whatever becomes of its output on the way."""
    try:
        try:
            return work()
        finally:
            sys.stdout.flush()  # also of what --help says before it ends the program
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _hush()  # the reader (a pager, head) has seen enough; there is nobody left to tell
        return 0
    except OSError as error:
        _hush()
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        print(f"dragon-dune {name}: {'the disk is full' if full else error}.", file=sys.stderr)
        return 2


def _hush() -> None:
    """What is left unsaid must not fail again at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # no file behind it
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - until the end
