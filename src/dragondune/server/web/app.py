"""Puts the server together."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from dragondune.server.config import Config
from dragondune.server.lobby.hall import Hall
from dragondune.server.people.people import People
from dragondune.server.storage.store import LostError, StoreError
from dragondune.server.tables.latch import GONE
from dragondune.server.tidings.courier import Courier
from dragondune.server.web import (
    circles,
    cups,
    days,
    http,
    people,
    ranks,
    reviews,
    signing,
    tidings,
)
from dragondune.server.web.company import Company
from dragondune.server.web.guard import Guard
from dragondune.server.web.lobby import lobby
from dragondune.server.web.openapi import CALLS, Call
from dragondune.server.web.operating import (
    Counted,
    get_health,
    get_metrics,
    get_readiness,
    post_keep,
    watch_the_loop,
)
from dragondune.server.web.pages import page
from dragondune.server.web.porter import Porter
from dragondune.server.web.printing import get_print, get_print_choices
from dragondune.server.web.relay import MARK, Gate, Relay
from dragondune.server.web.socket import play
from dragondune.server.web.tidying import Tidying
from dragondune.server.wire.problems import ProblemError

ROUTES: Final[list[BaseRoute]] = [
    Route("/healthz", get_health),
    Route("/readyz", get_readiness),
    Route("/metrics", get_metrics),
    Route("/api/meta", http.get_meta),
    Route("/api/home", http.get_home),
    Route("/api/map", http.get_map),
    Route("/api/rules", http.get_rules),
    Route("/api/house-rules", http.get_house_rules),
    Route("/api/rules/{rule}", http.get_rule),
    Route("/api/print", get_print_choices),
    Route("/api/print/{edition}.pdf", get_print),
    Route("/api/guides/{faction}", http.get_guide),
    Route("/api/lessons", http.get_lessons),
    Route("/api/lessons/{name}", http.get_lesson),
    Route("/api/lessons/{name}", http.post_lesson, methods=["POST"]),
    Route("/api/openapi.json", http.get_openapi),
    Route("/api/seals", http.post_seals, methods=["POST"]),
    Route("/api/tables", http.get_tables),
    Route("/api/tables", http.post_tables, methods=["POST"]),
    Route("/api/tables/{id}", http.get_table),
    Route("/api/tables/{id}/join", http.post_join, methods=["POST"]),
    Route("/api/tables/{id}/bots", http.post_bots, methods=["POST"]),
    Route("/api/tables/{id}/host", http.post_host, methods=["POST"]),
    Route("/api/tables/{id}/name", http.post_name, methods=["POST"]),
    Route("/api/tables/{id}/people", http.post_people, methods=["POST"]),
    Route("/api/tables/{id}/leave", http.post_leave, methods=["POST"]),
    Route("/api/tables/{id}/rematch", http.post_rematch, methods=["POST"]),
    Route("/api/tables/{id}/record", http.get_record),
    Route("/api/tables/{id}/review", reviews.get_review),
    Route("/api/tables/{id}/review", reviews.post_review, methods=["POST"]),
    Route("/api/tables/{id}/frames", reviews.get_frames),
    Route("/api/tables/{id}/fork", reviews.post_fork, methods=["POST"]),
    Route("/api/tables/{id}/picture.{kind}", reviews.get_picture),
    Route("/api/tables/{id}/qr.svg", reviews.get_qr),
    Route("/api/tables/{id}/chance", reviews.get_chance),
    Route("/r/{id}", reviews.shared_page),
    Route("/api/tables/{id}/seat", http.get_seat),
    Route("/api/tables/{id}/story", http.get_story),
    Route("/api/tables/{id}/act", http.post_act, methods=["POST"]),
    Route("/api/tables/{id}/keep", post_keep, methods=["POST"]),
    WebSocketRoute("/api/tables/{id}/play", play),
    WebSocketRoute("/api/lobby", lobby),
]
REST: Final = [Route("/{path:path}", page)]


PEOPLE_ROUTES: Final = (
    *people.ROUTES,
    *signing.ROUTES,
    *ranks.ROUTES,
    *circles.ROUTES,
    *cups.ROUTES,
    *tidings.ROUTES,
    *days.ROUTES,
)
PEOPLE_CALLS: Final = (
    *people.CALLS,
    *signing.CALLS,
    *ranks.CALLS,
    *circles.CALLS,
    *cups.CALLS,
    *tidings.CALLS,
    *days.CALLS,
)


def routes_of(config: Config) -> list[BaseRoute]:
    """What a server answers; accounts only where it keeps some."""
    return [*ROUTES, *(PEOPLE_ROUTES if config.people else ()), *REST]


def calls_of(config: Config) -> tuple[Call, ...]:
    """The same, described."""
    return (*CALLS, *(PEOPLE_CALLS if config.people else ()))


PLAY: Final = re.compile("/api/tables/([^/]+)/play")


async def _on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return http.answer(error.body(), error.status)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    texts = {404: "There is nothing here.", 405: "That cannot be done here."}
    problem = ProblemError(error.status_code, texts.get(error.status_code, str(error.detail)))
    return http.answer(problem.body(), problem.status)


async def _on_store(request: Request, error: Exception) -> Response:
    if isinstance(error, LostError):
        # Where several processes share the database, the request goes on to the one that has it.
        return http.answer(ProblemError(503, GONE).body(), 503, {MARK: "1", "retry-after": "1"})
    problem = ProblemError(503, f"It could not be stored, so nothing has changed ({error}).")
    return http.answer(problem.body(), problem.status)


class Sockets:
    """Brings sockets to their tables without the layers that requests go through.

    A socket stays for hours, and each layer would keep its share of memory for as long.
    """

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Let requests through; a socket that goes elsewhere is turned away like they are."""
        found = PLAY.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            return self.app(scope, receive, send)
        scope["app"], scope["path_params"] = self.app, {"id": found[1]}
        return play(WebSocket(scope, receive, send))


def make_app(config: Config, porter: Porter | None = None) -> ASGIApp:
    """The whole server as one application."""
    between = porter or Porter()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.hall = hall = await asyncio.to_thread(Hall, config)
        app.state.people = known = People(hall) if config.people else None
        app.state.company = company = None if known is None else Company(known)
        app.state.courier = courier = None if known is None else Courier(hall, known)
        hall.start()
        if known is not None and courier is not None:
            known.start()
            courier.start()
        if company is not None:
            company.start()
        between.serve(hall.ownership, config, hall.hear)
        tidying = Tidying()
        loop = asyncio.get_running_loop()
        tasks = [loop.create_task(work) for work in (tidying.run(), watch_the_loop())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            if company is not None:
                await company.close()
            if known is not None and courier is not None:
                known.close()
                await courier.close()
            await hall.settle()
            await hall.leave()
            between.close()
            hall.close()

    app = Starlette(
        routes=routes_of(config),
        lifespan=lifespan,
        exception_handlers={
            ProblemError: _on_problem,
            HTTPException: _on_http,
            StoreError: _on_store,
        },
    )
    app.state.calls = calls_of(config)
    guard = Guard(Relay(Sockets(app), between, config.message_bytes), config)
    return Counted(Gate(guard, between))
