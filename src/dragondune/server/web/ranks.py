"""The HTTP API of results and ratings (``--people``)."""

import asyncio
from typing import Final

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragondune.editions.build import EDITIONS
from dragondune.server.people.accounts import Account
from dragondune.server.ranks.reading import NOT_SHOWN, Reading
from dragondune.server.web.http import answer, body_of, hall_of, spend
from dragondune.server.web.identity import account_id, people_here, signed_in
from dragondune.server.web.openapi import Call
from dragondune.server.wire import ranks as w
from dragondune.server.wire.documents import Done
from dragondune.server.wire.problems import ProblemError

COST, MUCH = 5.0, 20.0  # of reading a page, in about milliseconds of work
LONGEST: Final = 100  # signs of what says where a page begins


def page_of(request: Request) -> str:
    """Where the asked page begins; ProblemError where nothing so long ever does."""
    page = request.query_params.get("page", "")
    if len(page) > LONGEST or "\0" in page:
        raise ProblemError(400, "That page does not exist.")
    return page


async def reading(request: Request, cost: float) -> Reading:
    """What may be read by whoever asks."""
    await spend(request, cost)
    return Reading(hall_of(request).store, await account_id(request))


async def owner_of(request: Request, viewer: str) -> Account:
    """Whose results are asked for: those of an account, or by ``me`` one's own."""
    wanted = request.path_params["account"]
    name = viewer if wanted == "me" else wanted
    if not name:
        raise ProblemError(401, "Sign in first.")
    found = await asyncio.to_thread(people_here(request).accounts.find, name)
    if found is None:
        raise ProblemError(404, NOT_SHOWN)
    return found


async def get_pools(request: Request) -> Response:
    """``GET /api/people/ratings``."""
    read = await reading(request, COST)
    return answer(await asyncio.to_thread(read.pools))


async def get_leaderboard(request: Request) -> Response:
    """``GET /api/people/ratings/{edition}/{players}``."""
    edition, players = request.path_params["edition"], request.path_params["players"]
    if edition not in EDITIONS or players not in ("2", "3", "4"):
        raise ProblemError(404, "There are no such ratings.")
    read = await reading(request, COST)
    pool = f"{edition}/{players}"
    return answer(await asyncio.to_thread(read.leaderboard, pool, page_of(request)))


async def get_results(request: Request) -> Response:
    """``GET /api/people/players/{account}/results``: finished games, if their player shows them."""
    read, page = await reading(request, COST), page_of(request)
    owner = await owner_of(request, read.viewer)
    await asyncio.to_thread(read.profile_open, owner)
    return answer(await asyncio.to_thread(read.history, owner.id, page))


async def get_profile(request: Request) -> Response:
    """``GET /api/people/players/{account}``: what somebody's games add up to."""
    read = await reading(request, MUCH)
    return answer(await asyncio.to_thread(read.profile, await owner_of(request, read.viewer)))


async def post_sight(request: Request) -> Response:
    """``POST /api/people/sight``: who may see my results."""
    body = await body_of(request, w.ProfileWish)
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    await people.accounts.put(replace(account, wishes=replace(account.wishes, profile=body.sight)))
    return answer(Done())


ROUTES: Final = (
    Route("/api/people/ratings", get_pools),
    Route("/api/people/ratings/{edition}/{players}", get_leaderboard),
    Route("/api/people/players/{account}", get_profile),
    Route("/api/people/players/{account}/results", get_results),
    Route("/api/people/sight", post_sight, methods=["POST"]),
)


def _get(path: str, summary: str, given: object, query: str, failures: str) -> Call:
    return Call("get", f"/api/people/{path}", summary, given, None, query, failures)


CALLS: Final = (
    _get("ratings", "Where there are ratings.", list[w.PoolSize], "", "429"),
    _get(
        "ratings/{edition}/{players}",
        "Ratings, and bots on the same scale.",
        w.Leaderboard,
        "page",
        "400 404 429",
    ),
    _get("players/{account}", "What somebody's games add up to.", w.Profile, "", "401 404 429"),
    _get(
        "players/{account}/results", "Their finished games.", w.History, "page", "400 401 404 429"
    ),
    Call(
        "post", "/api/people/sight", "Who may see my results.", Done, w.ProfileWish, "", "400 401"
    ),
)
