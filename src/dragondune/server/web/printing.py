"""``GET /api/print…``: the game on paper, made in a process of its own and kept, and what can be chosen.

Sheets take a second to make. That happens one at a time and never in the server's own process; a
few may wait, and what was made once is kept.
"""

import asyncio
import sys
import tempfile
from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from dragondune.editions.build import EDITIONS
from dragondune.editions.files import proposals, resolved
from dragondune.printing.command import USUAL, file_name
from dragondune.printing.sheets import CHOICES, PARTS, Order, parts_of
from dragondune.server.web.http import STEADY, answer, spend
from dragondune.server.web.reference import can_print
from dragondune.server.wire.documents import PrintChoice, PrintOrder, PrintValue
from dragondune.server.wire.problems import ProblemError

MOST_KEPT: Final = 24
MOST_WAITING: Final = 8
PRINTING: Final = 300.0  # what fresh sheets cost who asks for them, in about milliseconds of work
# The command of this name, behind everybody who plays.
KINDLY: Final = (
    "import os, sys; hasattr(os, 'nice') and os.nice(10); "
    "from dragondune.cli import main; sys.exit(main(sys.argv[1:]))"
)
PATIENCE: Final = 60.0
NO_PRINTING: Final = "This server cannot print: the extra 'print' is not installed on it."


class Press:
    """Makes PDFs one after another and keeps the latest."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Order, bytes] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    def has(self, order: Order) -> bool:
        """Was this made lately?"""
        return order in self._kept

    async def pdf(self, order: Order) -> bytes:
        """The sheets; ProblemError when too many ask at once or it cannot be done."""
        if order not in self._kept:
            if self._waiting >= MOST_WAITING:
                raise ProblemError(
                    503, "Many people are printing right now: try again in a moment."
                )
            self._waiting += 1
            try:
                async with self._turn:
                    if order not in self._kept:
                        self._kept[order] = await _print(order)
            finally:
                self._waiting -= 1
        made = self._kept[order]
        self._kept.move_to_end(order)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return made


async def _print(order: Order) -> bytes:
    with tempfile.TemporaryDirectory(prefix="dragon-dune-") as folder:
        path = Path(folder) / "sheets.pdf"
        words = ["--edition", order.edition, "--out", str(path)]
        for what in CHOICES:
            words += [f"--{what}", getattr(order, what)]
        words += ["--parts", ",".join(order.parts)]
        if order.options:
            words += ["--options", ",".join(order.options)]
        made = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", KINDLY, "print", *words),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            code = await asyncio.wait_for(made.wait(), PATIENCE)
        except (TimeoutError, asyncio.CancelledError):
            made.kill()
            await made.wait()
            raise ProblemError(503, "The sheets took too long: try again.") from None
        if code:
            raise ProblemError(503, "The sheets could not be made.")
        return path.read_bytes()


def order_of(request: Request) -> Order:
    """What a request asks for; ProblemError says what is wrong with it."""
    edition = request.path_params["edition"]
    if edition not in EDITIONS and edition not in proposals():
        raise ProblemError(404, f"There is no edition {edition!r}.")
    asked = request.query_params
    if len(asked.get("options", "")) > 2000:
        raise ProblemError(400, "That is a very long list of options.")
    names = sorted(name for name in asked.get("options", "").split(",") if name)
    chosen: dict[str, Any] = {what: asked[what] for what in CHOICES if what in asked}
    try:
        parts = parts_of(asked.get("parts", ",".join(PARTS)))
        order = Order(*resolved(edition, names), parts=parts, **chosen)
        order.rules  # noqa: B018 - refuses what makes no sense
    except ValueError as error:
        raise ProblemError(400, str(error)) from None
    return order


def _values(known: dict[str, str]) -> list[PrintValue]:
    return [PrintValue(name, words) for name, words in known.items()]


async def get_print_choices(request: Request) -> Response:
    """``GET /api/print``."""
    choices = [PrintChoice(what, str(USUAL[what]), _values(CHOICES[what])) for what in CHOICES]
    return answer(PrintOrder(choices, _values(PARTS)), headers=STEADY)


async def get_print(request: Request) -> Response:
    """``GET /api/print/{edition}.pdf?paper=a4&cards=poker&duplex=short&ink=low&parts=…&options=…``."""
    order = order_of(request)
    if not can_print():
        raise ProblemError(501, NO_PRINTING)
    state = request.app.state
    if not hasattr(state, "press"):
        state.press = Press()
    if not state.press.has(order):
        await spend(request, PRINTING)
    content = await state.press.pdf(order)
    headers = {
        "cache-control": "public, max-age=3600",
        "content-disposition": f'inline; filename="{file_name(order)}"',
    }
    return Response(content, 200, headers, "application/pdf")
