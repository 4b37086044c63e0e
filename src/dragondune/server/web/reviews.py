"""Finished games over HTTP: their reviews, every moment of them, a fork, the shared link.

Nothing here answers for a game in play, but for the live chance of a lone player, which is made from
that player's own view.
"""

import asyncio
import gzip
import json
from collections import OrderedDict
from html import escape
from io import BytesIO
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from dragondune.review.result import GameReview
from dragondune.server.audience.rights import is_opened
from dragondune.server.bots.parcels import pack
from dragondune.server.review import picture
from dragondune.server.review.frames import MOST_FRAMES, frames, game_at
from dragondune.server.storage.card import PLAYING
from dragondune.server.web.guard import address_of
from dragondune.server.web.http import (
    FRESH,
    answer,
    body_of,
    cost_of,
    hall_of,
    seated,
    spend,
    table_of,
)
from dragondune.server.web.network import LOCAL_NAMES, friends_link
from dragondune.server.web.pages import index_text
from dragondune.server.wire.incoming import ForkWish
from dragondune.server.wire.outgoing import encode
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.reviews import LiveChance, ReviewState, ReviewStatus

REPLAY: Final = 15.0  # what it costs to play a game again, in about milliseconds
PAINTING: Final = 100.0
KEPT: Final = 16  # records and pictures of finished games that lie ready
NOT_OVER: Final = "A game is reviewed when it is over."
_records: OrderedDict[tuple[int, str], str] = OrderedDict()
_pictures: OrderedDict[tuple[str, str], bytes] = OrderedDict()


def _keep(shelf: "OrderedDict[tuple[int, str], str] | OrderedDict[tuple[str, str], bytes]") -> None:
    while len(shelf) > KEPT:
        shelf.popitem(last=False)


async def record_text(request: Request) -> str:
    """The record of a table's finished game; ProblemError for one in play."""
    table, hall = table_of(request), hall_of(request)
    key = id(hall), table.meta.id
    if key in _records and is_opened(table.meta.status):
        return _records[key]
    await spend(request, cost_of(table, 1.0))
    await table.load()
    if not is_opened(table.meta.status) or table.session is None:
        raise ProblemError(409, table.meta.trouble or NOT_OVER)
    text = json.dumps(table.session.game.record(), ensure_ascii=False)
    table.rest()
    _records[key] = text
    _keep(_records)
    return text


# --- the review ----------------------------------------------------------------------------


async def get_review(request: Request) -> Response:
    """``GET /api/tables/{id}/review``: the review, or how far it is."""
    _must_be_over(request)
    await spend(request, 3.0)
    return _status(request, await _kept(request))


async def post_review(request: Request) -> Response:
    """``POST /api/tables/{id}/review``: ask for it; asking twice changes nothing."""
    _must_be_over(request)
    await spend(request, 3.0)
    kept = await _kept(request)
    if kept is None:
        record, reviews = await record_text(request), hall_of(request).reviews
        reviews.ask(table_of(request).meta.id, record, address_of(request.scope))
    return _status(request, kept)


def _must_be_over(request: Request) -> None:
    meta = table_of(request).meta
    if not is_opened(meta.status):
        raise ProblemError(409, meta.trouble or NOT_OVER)


async def _kept(request: Request) -> bytes | None:
    reviews, table_id = hall_of(request).reviews, table_of(request).meta.id
    return await asyncio.to_thread(reviews.kept, table_id)


def _status(request: Request, kept: bytes | None) -> Response:
    if kept is not None:
        head = encode(ReviewStatus("done", 1, 1, 0, None, None))
        whole = head.replace(b'"review":null', b'"review":' + kept, 1)
        return packed(request, whole)
    reviews, table_id = hall_of(request).reviews, table_of(request).meta.id
    state, done, whole_number, ahead = reviews.progress(table_id)
    told = msgspec.convert(state, ReviewState)
    trouble = reviews.trouble(table_id)
    return answer(ReviewStatus(told, done, whole_number, ahead, trouble, None))


def packed(request: Request, content: bytes) -> Response:
    """JSON that says much the same many times over, packed where the browser takes it."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(content, 200, FRESH, "application/json")
    headers = FRESH | {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(gzip.compress(content, 5), 200, headers, "application/json")


# --- every moment --------------------------------------------------------------------------


async def get_frames(request: Request) -> Response:
    """``GET /api/tables/{id}/frames?first=0&number=40``: moments with all hands open."""
    first, number = _number(request, "first", 0), _number(request, "number", MOST_FRAMES)
    await spend(request, REPLAY + 0.5 * min(number, MOST_FRAMES))
    record = json.loads(await record_text(request))
    shown = await asyncio.to_thread(_frames, record, first, number)
    return packed(request, encode(shown))


def _frames(record: dict[str, object], first: int, number: int) -> object:
    try:
        return frames(record, first, number)
    except ValueError as error:
        raise ProblemError(409, str(error)) from None


def _number(request: Request, name: str, usual: int) -> int:
    text = request.query_params.get(name, str(usual))
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise ProblemError(400, f"'{name}' is a number of moments.")
    return int(text)


async def post_fork(request: Request) -> Response:
    """``POST /api/tables/{id}/fork``: play on from a moment against bots."""
    wish = await body_of(request, ForkWish)
    await spend(request, REPLAY)
    record = json.loads(await record_text(request))
    try:
        game = await asyncio.to_thread(game_at, record, wish.at)
    except ValueError as error:
        raise ProblemError(400, str(error)) from None
    hall = hall_of(request)
    made = await hall.fork(table_of(request), game, wish, address_of(request.scope))
    return answer(made, 201)


# --- the shared link -----------------------------------------------------------------------


def _home(request: Request) -> str:
    """This server's address as the request used it; its name was checked at the door."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


async def _review_of(request: Request) -> GameReview | None:
    """The kept review of a game; there is none of a game in play, or of one that nobody reviewed."""
    kept = await asyncio.to_thread(hall_of(request).reviews.kept, request.path_params["id"])
    return None if kept is None else msgspec.json.decode(kept, type=GameReview)


async def shared_page(request: Request) -> Response:
    """``GET /r/{id}``: the page, with what a messenger shows of a link to it."""
    await spend(request, 5.0)
    tags = _open_graph(request, await _review_of(request))
    page = index_text().replace("<title>", f"{tags}<title>", 1)
    return HTMLResponse(page, headers={"cache-control": "no-cache"})


def _open_graph(request: Request, review: GameReview | None) -> str:
    """Who won, and the curves as soon as there are any; of a game in play nothing."""
    here, home = request.path_params["id"], _home(request)
    title = picture.headline(review) if review is not None else _winners(request)
    if not title:
        return ""
    facts = {
        "og:type": "article",
        "og:site_name": "Dragon Dune",
        "og:title": title,
        "og:description": "Who was winning from turn to turn, what luck did and what skill, and the "
        "turning points of the game.",
        "og:url": f"{home}/r/{here}",
        "og:image": f"{home}/dragon-512.png",
    }
    painted = review is not None and picture.can_paint()
    if painted:
        facts["og:image"] = f"{home}/api/tables/{here}/picture.png"
        facts |= {"og:image:width": "1200", "og:image:height": "630"}
    tags = [
        f'<meta property="{name}" content="{escape(text, quote=True)}" />'
        for name, text in facts.items()
    ]
    card = "summary_large_image" if painted else "summary"
    return "".join([*tags, f'<meta name="twitter:card" content="{card}" />'])


def _winners(request: Request) -> str:
    """Who won a game that nobody has reviewed yet; nothing of one in play, or of none."""
    table = hall_of(request).tables.get(request.path_params["id"])
    if table is None or not is_opened(table.meta.status) or not table.meta.winners:
        return ""
    return picture.victory(table.meta.winners)


async def get_picture(request: Request) -> Response:
    """``GET /api/tables/{id}/picture.png`` or ``.svg``: the curves of the game."""
    kind = request.path_params["kind"]
    if kind not in ("png", "svg"):
        raise ProblemError(404, "There is nothing here.")
    await spend(request, 5.0)
    review = await _review_of(request)
    if review is None:
        raise ProblemError(404, "There is no review of this game yet.")
    if kind == "svg":
        return Response(picture.svg(review), 200, FRESH, "image/svg+xml")
    if not picture.can_paint():
        raise ProblemError(
            501, "This server cannot paint: the extra 'print' is not installed on it."
        )
    return Response(await _png(request, review), 200, FRESH, "image/png")


async def _png(request: Request, review: GameReview) -> bytes:
    key = (str(id(hall_of(request))), request.path_params["id"])
    if key not in _pictures:
        await spend(request, PAINTING)
        _pictures[key] = await asyncio.to_thread(picture.png, picture.svg(review))
        _keep(_pictures)
    return _pictures[key]


async def get_qr(request: Request) -> Response:
    """``GET /api/tables/{id}/qr.svg``: the shared link for a camera."""
    _must_be_over(request)
    await spend(request, 5.0)
    try:
        import segno
    except ImportError:
        raise ProblemError(501, "This server draws no codes.") from None
    home = _home(request)
    if (request.url.hostname or "") in LOCAL_NAMES:
        config, server = hall_of(request).config, request.scope.get("server")
        port = int(server[1]) if server and server[1] else config.port
        outside = await asyncio.to_thread(friends_link, config.host, port)
        home = (outside or home).rstrip("/")
    drawn = BytesIO()
    code = segno.make(f"{home}/r/{table_of(request).meta.id}", error="m", micro=False)
    code.save(drawn, kind="svg", scale=4, border=2, dark="#2e2416", light="#fffaf0")
    return Response(drawn.getvalue(), 200, FRESH, "image/svg+xml")


# --- while a game is played ----------------------------------------------------------------


async def get_chance(request: Request) -> Response:
    """``GET /api/tables/{id}/chance``: a lone player's chance, by what they know."""
    await spend(request, 10.0)
    table, faction = await seated(request)
    session, meta = table.session, table.meta
    if meta.humans > 1:
        raise ProblemError(403, "Chances are shown only to those who play against bots alone.")
    if not meta.hints:
        raise ProblemError(403, "This table plays without hints.")
    if session is None or meta.status != PLAYING:
        raise ProblemError(409, "The game is not being played.")
    n, parcel = session.n, pack(session.game, faction)
    judged = await hall_of(request).live.chance(meta.id, n, parcel, address_of(request.scope))
    if judged is None:
        raise ProblemError(503, "It could not be judged just now.")
    return answer(LiveChance(n, round(judged[0], 3), round(judged[1], 3)))
