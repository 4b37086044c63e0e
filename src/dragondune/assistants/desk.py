"""Who an assistant speaks for: one seat per token, and no seat that its token does not hold."""

import asyncio
from collections import OrderedDict
from typing import Any, Final

from mcp.server.mcpserver import Context

from dragondune.assistants.client import Place, RefusedError, TableServer

MOST_PLACES: Final = 64  # connections to tables, for all assistants of this process
IDLE: Final = 900.0  # seconds after which a seat that nobody uses is left
ONE_SEAT: Final = "This connection speaks for one seat, and for no other."
NO_SEAT: Final = (
    "You hold no seat: new_game opens a table against bots, sit_down takes a free seat, "
    "and both answer with its token."
)

Asked = Context[Any, Any]


class Desk:
    """The seats of the assistants that this process serves.

    ``given`` is the seat of whoever started it. Where only one assistant can be there (``alone``), the seat
    that it took last is its own; where there may be several, each shows its token.
    """

    def __init__(self, server: TableServer, given: str = "", alone: bool = True) -> None:
        self.server, self.given, self.alone = server, given, alone
        self.own = ""
        self._places: OrderedDict[str, Place] = OrderedDict()
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def shown(self, ctx: Asked) -> str:
        """The token that binds this connection; empty where none does."""
        request = ctx.request_context.request
        word, _, token = (request.headers.get("authorization", "") if request else "").partition(
            " "
        )
        return self.given or (token.strip() if word.lower() == "bearer" else "")

    def token(self, ctx: Asked, named: str) -> str:
        """The token of the seat that is meant; RefusedError where there is none, or it is another's."""
        shown = self.shown(ctx)
        if shown and named not in ("", shown):
            raise RefusedError(ONE_SEAT)
        token = shown or named or self.own
        if not token:
            raise RefusedError(NO_SEAT)
        return token

    def take(self, ctx: Asked) -> None:
        """May this connection take a new seat? RefusedError if not."""
        if self.shown(ctx):
            raise RefusedError(ONE_SEAT)

    def keep(self, token: str) -> None:
        """A seat was taken: it is the assistant's own where there is only one assistant."""
        if self.alone:
            self.own = token

    async def place(self, ctx: Asked, named: str) -> Place:
        """The seat that is meant, connected."""
        token = self.token(ctx, named)
        place = self._places.get(token)
        if place is None:
            place = Place(self.server, await self.server.table_of(token), token)
            self._places[token] = place
        self._places.move_to_end(token)
        self._stay(token)
        await self._make_room()
        await place.open()
        return place

    def _stay(self, token: str) -> None:
        """A seat in use is not left; one that is not is, so that others see that nobody is there."""
        if token in self._leaving:
            self._leaving.pop(token).cancel()
        loop = asyncio.get_running_loop()
        self._leaving[token] = loop.call_later(IDLE, self._leave_soon, token)

    def _leave_soon(self, token: str) -> None:
        task = asyncio.ensure_future(self._leave(token))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _leave(self, token: str) -> None:
        timer, place = self._leaving.pop(token, None), self._places.pop(token, None)
        if timer is not None:
            timer.cancel()
        if place is not None:
            await place.close()

    async def _make_room(self) -> None:
        while len(self._places) > MOST_PLACES:
            await self._leave(next(iter(self._places)))

    async def close(self) -> None:
        """Leave every table."""
        for token in list(self._places):
            await self._leave(token)
        await self.server.close()
