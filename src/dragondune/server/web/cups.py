"""The HTTP API of tournaments (``--people``). What is told of one is open to everybody."""

import asyncio
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragondune.server.cups import cup as c
from dragondune.server.cups import telling
from dragondune.server.cups.cups import NOT_NOW, Cups
from dragondune.server.people.accounts import Account
from dragondune.server.web.circles import circles_of
from dragondune.server.web.guard import address_of
from dragondune.server.web.http import answer, body_of, spend
from dragondune.server.web.identity import account_id, signed_in
from dragondune.server.web.openapi import Call
from dragondune.server.wire import cups as w
from dragondune.server.wire.problems import ProblemError

COST, MUCH = 5.0, 20.0  # in about milliseconds of work
PAGE: Final = 30


def cups_of(request: Request) -> Cups:
    """Those of this server."""
    cups: Cups = request.app.state.company.cups
    return cups


def _listed(shelf: c.Shelf, before: float) -> w.CupList:
    def cards(state: str, most: int) -> list[w.CupCard]:
        found = shelf.of(state, before, most)
        return [telling.card(one, shelf.count(one.id)) for one in found]

    over = cards(c.OVER, PAGE + 1)
    return w.CupList(cards(c.OPEN, PAGE), cards(c.PLAYING, PAGE), over[:PAGE], len(over) > PAGE)


async def get_cups(request: Request) -> Response:
    """``GET /api/people/cups``."""
    await spend(request, MUCH)
    try:
        before = float(request.query_params.get("before", "9e99"))
    except ValueError:
        raise ProblemError(400, "'before' is a moment, in seconds since 1970.") from None
    if not abs(before) < 1e100:
        raise ProblemError(400, "'before' is a moment, in seconds since 1970.")
    return answer(await asyncio.to_thread(_listed, cups_of(request).shelf, before))


async def _told(request: Request, viewer: str) -> w.CupInfo:
    shelf = cups_of(request).shelf
    cup = await asyncio.to_thread(shelf.find, request.path_params["cup"])
    return await asyncio.to_thread(telling.info, shelf, cup, viewer)


async def get_cup(request: Request) -> Response:
    """``GET /api/people/cups/{cup}``: all of it, as open data."""
    await spend(request, MUCH)
    return answer(await _told(request, await account_id(request)))


async def get_table(request: Request) -> Response:
    """``GET /api/people/cups/{cup}/games.csv``: every seat of every table as a row."""
    await spend(request, MUCH)
    text = telling.as_csv(await _told(request, ""))
    return Response(text, 200, {"cache-control": "no-store"}, "text/csv")


async def post_new_cup(request: Request) -> Response:
    """``POST /api/people/cups``: open a tournament."""
    body = await body_of(request, w.NewCup)
    await spend(request, MUCH)
    _, me, _ = await signed_in(request)
    circles, cups = circles_of(request), cups_of(request)
    await asyncio.to_thread(circles.not_suspended, me.id)
    moderator = await asyncio.to_thread(circles.moderation.is_moderator, me.id)
    cup = await cups.open(body, me, rated=moderator)
    return answer(await asyncio.to_thread(telling.info, cups.shelf, cup, me.id), 201)


async def post_cup(request: Request) -> Response:
    """``POST /api/people/cups/{cup}``: enter or withdraw; begin or cancel it."""
    body = await body_of(request, w.CupWish)
    await spend(request, MUCH)
    _, me, _ = await signed_in(request)
    await asyncio.to_thread(circles_of(request).not_suspended, me.id)
    cups = cups_of(request)
    cup = await asyncio.to_thread(cups.shelf.find, request.path_params["cup"])
    await _carry_out(cups, cup, me, body, address_of(request.scope))
    return answer(await _told(request, me.id))


async def _carry_out(cups: Cups, cup: c.Cup, me: Account, body: w.CupWish, address: str) -> None:
    if body.do == "enter":
        await cups.enter(cup, me, body.salt or "", address)
        return
    if body.do == "withdraw":
        await cups.withdraw(cup, me.id)
        return
    if cup.organiser != me.id:
        raise ProblemError(403, "Only the organiser of the tournament can do that.")
    if cup.state == c.OVER or (cup.state != c.OPEN and body.do != "cancel"):
        raise ProblemError(409, NOT_NOW)
    if body.do == "bot":
        await cups.enter_bot(cup, body.bot)
    elif body.do == "begin":
        await cups.begin(cup)
    else:
        await cups.cancel(cup, "Its organiser has cancelled it.")


ROUTES: Final = (
    Route("/api/people/cups", get_cups),
    Route("/api/people/cups", post_new_cup, methods=["POST"]),
    Route("/api/people/cups/{cup}", get_cup),
    Route("/api/people/cups/{cup}", post_cup, methods=["POST"]),
    Route("/api/people/cups/{cup}/games.csv", get_table),
)


def _call(
    method: str, path: str, text: str, given: Any, body: type | None, failures: str, query: str = ""
) -> Call:
    return Call(method, f"/api/people/cups{path}", text, given, body, query, failures)


CALLS: Final = (
    _call("get", "", "Tournaments.", w.CupList, None, "400 429", "before"),
    _call("post", "", "Open a tournament.", w.CupInfo, w.NewCup, "400 401 403 429"),
    _call("get", "/{cup}", "A tournament, as open data.", w.CupInfo, None, "404 429"),
    _call(
        "post",
        "/{cup}",
        "Enter or withdraw; as its organiser begin or cancel it.",
        w.CupInfo,
        w.CupWish,
        "400 401 403 404 409 429",
    ),
    _call("get", "/{cup}/games.csv", "Its games for a spreadsheet.", None, None, "404 429"),
)
