"""The HTTP API of accounts, served only where a server keeps them (``--people``)."""

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragondune.server.lobby.naming import TAKEN_AWAY
from dragondune.server.people.accounts import Account
from dragondune.server.people.passkeys import is_there
from dragondune.server.people.people import People
from dragondune.server.people.ways import no_links_row
from dragondune.server.web.http import answer, body_of, spend, table_of
from dragondune.server.web.identity import (
    hand_cookie,
    people_here,
    signed_in,
    token_of,
    visiting,
    who,
)
from dragondune.server.web.openapi import Call
from dragondune.server.wire import people as w
from dragondune.server.wire.documents import Done
from dragondune.server.wire.problems import ProblemError

COST: Final = 2.0  # of an ordinary request, in about milliseconds of work


def me(people: People, account: Account | None) -> w.Me:
    """Who it is, and what can be done here."""
    told = None
    if account is not None:
        told = w.OwnAccount(account.id, account.name, account.created)
    return w.Me(told, is_there(), people.mailer.works)


async def get_me(request: Request) -> Response:
    """``GET /api/people/me``: who this browser is signed in as."""
    await spend(request, COST)
    return answer(me(people_here(request), await who(request)))


async def post_name(request: Request) -> Response:
    """``POST /api/people/name``: be called otherwise."""
    body = await body_of(request, w.AccountName)
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    if (await people.hall.services.manners.learn(account.id, anew=True)).called:
        raise ProblemError(403, TAKEN_AWAY)
    return answer(me(people, await people.accounts.rename(account, body.name)))


async def post_out(request: Request) -> Response:
    """``POST /api/people/out``: sign out here; said by a guest it is done already."""
    await spend(request, COST)
    if await visiting(request) is not None:
        people, _, visit = await signed_in(request)
        await people.sign_out([visit])
    return hand_cookie(request, answer(Done()), "")


async def get_visits(request: Request) -> Response:
    """``GET /api/people/visits``: where this account is signed in."""
    await spend(request, COST)
    people, account, here = await signed_in(request)
    return answer(
        [
            w.VisitInfo(one.id, one.device, one.made, one.seen, one.id == here.id)
            for one in await asyncio.to_thread(people.visits.of, account.id)
        ]
    )


async def post_end(request: Request) -> Response:
    """``POST /api/people/visits/{visit}/end``: sign out there; ``others`` means everywhere but here."""
    await spend(request, COST)
    people, account, here = await signed_in(request)
    wanted = request.path_params["visit"]
    every = await asyncio.to_thread(people.visits.of, account.id)
    gone = [one for one in every if one.id == wanted or (wanted == "others" and one.id != here.id)]
    if not gone and wanted != "others":
        raise ProblemError(404, "You are not signed in there.")
    await people.sign_out(gone)
    await people.hall.store.write([no_links_row(account.id)])
    return answer(Done())


async def post_claim(request: Request) -> Response:
    """``POST /api/tables/{id}/claim``: the seat of the shown token belongs to my account."""
    table = table_of(request)
    await spend(request, COST, table.meta.id)
    people, account, _ = await signed_in(request)
    number = await people.claim(table, await token_of(request), account)
    return answer(w.Claimed(table.meta.id, number))


ROUTES: Final = [
    Route("/api/people/me", get_me),
    Route("/api/people/name", post_name, methods=["POST"]),
    Route("/api/people/out", post_out, methods=["POST"]),
    Route("/api/people/visits", get_visits),
    Route("/api/people/visits/{visit}/end", post_end, methods=["POST"]),
    Route("/api/tables/{id}/claim", post_claim, methods=["POST"]),
]
CALLS: Final = (
    Call("get", "/api/people/me", "Who this browser is signed in as.", w.Me, None, "", "429"),
    Call(
        "post", "/api/people/name", "Rename my account.", w.Me, w.AccountName, "", "400 401 403 409"
    ),
    Call("post", "/api/people/out", "Sign out here.", Done, None, "", "429"),
    Call(
        "get", "/api/people/visits", "Where I am signed in.", list[w.VisitInfo], None, "", "401 429"
    ),
    Call(
        "post",
        "/api/people/visits/{visit}/end",
        "Sign out in one browser, or in all others.",
        Done,
        None,
        "",
        "401 404",
    ),
    Call(
        "post",
        "/api/tables/{id}/claim",
        "Make a guest's seat my account's.",
        w.Claimed,
        None,
        "",
        "401 404 409",
    ),
)
