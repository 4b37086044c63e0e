"""For whoever runs the server: is it alive, does it take requests, and what does it count?"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable
from secrets import compare_digest
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragondune.server import gauges
from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.keeping import keep
from dragondune.server.storage.card import OPEN, OVER, PLAYING, UNPLAYABLE
from dragondune.server.storage.store import StoreError
from dragondune.server.web.http import FRESH, answer, body_of, hall_of, table_of
from dragondune.server.wire.documents import Done
from dragondune.server.wire.incoming import KeepTable
from dragondune.server.wire.problems import ProblemError

LOGGER: Final = logging.getLogger("dragondune.server")
PATIENCE: Final = 3.0  # seconds for which the database may be silent before it counts as away
TICK: Final = 0.5
KIND: Final = "text/plain; version=0.0.4; charset=utf-8"


async def get_health(request: Request) -> Response:
    """``GET /healthz``: the process answers."""
    return PlainTextResponse("ok\n", headers=FRESH)


async def get_readiness(request: Request) -> Response:
    """``GET /readyz``: 200 where requests are welcome here, 503 where a proxy should go elsewhere."""
    why = await why_not_ready(hall_of(request))
    return answer({"ready": not why, "why": why}, 503 if why else 200)


async def why_not_ready(hall: Hall) -> str:
    """Why requests had better go elsewhere; nothing where they are welcome."""
    if hall.is_leaving:
        return "This process is about to end."
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(hall.store.ping)
    except (StoreError, TimeoutError, OSError):
        return "The database does not answer."
    if not hall.is_heard:
        return "The other processes do not hear from this one."
    return ""


async def get_metrics(request: Request) -> Response:
    """``GET /metrics``: for those who run the server alone."""
    hall = hall_of(request)
    operators = {name.strip() for name in hall.config.operators.split(",")}
    # What an unnamed proxy passes on seems to come from this machine, and comes from anywhere.
    passed_on = not hall.config.proxies and "x-forwarded-for" in request.headers
    if passed_on or request.client is None or request.client.host not in operators:
        raise ProblemError(403, "Only those who run this server may read that (see --operators).")
    gauges.READY.set(0 if await why_not_ready(hall) else 1)
    count(hall)
    return Response(gauges.text(), headers=FRESH, media_type=KIND)


async def post_keep(request: Request) -> Response:
    """``POST /api/tables/{id}/keep``: what the keeper of the server does to a table."""
    word, _, key = request.headers.get("authorization", "").partition(" ")
    if word.lower() != "bearer" or not compare_digest(key.encode(), hall_of(request).key.encode()):
        raise ProblemError(401, "Only the keeper of this server may do that.")
    table = table_of(request)
    await keep(table, await body_of(request, KeepTable))
    LOGGER.info("The keeper had something done to a table.", extra={"table": table.meta.id})
    return answer(Done())


def count(hall: Hall) -> None:
    """Look how many there are of everything at this moment."""
    statuses = Counter(table.meta.status for table in hall.tables.values())
    for status in (OPEN, PLAYING, OVER, UNPLAYABLE):
        gauges.TABLES.labels(status).set(statuses[status])
    here = [c.seat is not None for table in hall.tables.values() for c in table.connections]
    gauges.SOCKETS.labels("seated").set(sum(here))
    gauges.SOCKETS.labels("watching").set(len(here) - sum(here))


async def watch_the_loop() -> None:
    """Note how late the event loop is."""
    while True:
        due = time.monotonic() + TICK
        await asyncio.sleep(TICK)
        gauges.LATE.observe(max(0.0, time.monotonic() - due))


class Counted:
    """Counts answers, and how long they take to begin."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass it on; a socket, which stays for hours, without anything between."""
        work = self._count if scope["type"] == "http" else self.app
        return work(scope, receive, send)

    async def _count(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                gauges.ANSWERS.labels(message["status"]).inc()
                gauges.ANSWERING.observe(time.perf_counter() - began)
            await send(message)

        await self.app(scope, receive, counted)
