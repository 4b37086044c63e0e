"""The HTTP API: lobby, rules, records, and play for those who do without a socket."""

import asyncio
import time
from typing import TypeVar, cast

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from dragondune.booklet.guides import guide
from dragondune.editions.build import NEWEST
from dragondune.editions.files import resolved
from dragondune.game import Game
from dragondune.lessons.lesson import Lesson, lessons
from dragondune.model import events
from dragondune.server.audience.rights import is_opened, listener, position_of
from dragondune.server.lessons.listing import lesson_card, lesson_text
from dragondune.server.lobby import people
from dragondune.server.lobby.hall import Hall, seat_held
from dragondune.server.lobby.hosting import decide
from dragondune.server.lobby.naming import rename
from dragondune.server.storage.card import Seat
from dragondune.server.tables.activity import why_not_playing
from dragondune.server.tables.header import promise
from dragondune.server.tables.publisher import Publisher
from dragondune.server.tables.table import Table
from dragondune.server.web.guard import address_of
from dragondune.server.web.identity import account_id, known, token_of
from dragondune.server.web.network import friends_link
from dragondune.server.web.openapi import openapi_json
from dragondune.server.web.reference import (
    board_map,
    book_of,
    house_rules,
    rule_of,
    server_meta,
)
from dragondune.server.wire.documents import (
    ActDone,
    Done,
    HintAsked,
    Home,
    RecordOfTable,
    RecordSeat,
    Seal,
    StoryPage,
)
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.incoming import (
    FillSeats,
    HostDecision,
    HttpAct,
    Join,
    NewTable,
    PeopleWish,
    Rematch,
    Rename,
    StartLesson,
)
from dragondune.server.wire.outgoing import SeatKind, encode
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.views import named, names, own_cards

T = TypeVar("T")
STEADY = {"cache-control": "public, max-age=3600"}
LOADING, RECORD = 40.0, 15.0
FRESH = {"cache-control": "no-store"}


def answer(data: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """JSON."""
    return Response(encode(data), status, headers or FRESH, "application/json")


def hall_of(request: Request) -> Hall:
    """The hall this request is for."""
    hall: Hall = request.app.state.hall
    return hall


def table_of(request: Request) -> Table:
    """The table this request is for."""
    return hall_of(request).find(request.path_params["id"])


async def spend(request: Request, cost: float, table: str = "", seat: int | None = None) -> None:
    """Wait until there is room for what a request costs; ProblemError where that would take long.

    The cost is in about milliseconds of work; what asks about a table is counted there too.
    """
    wait = hall_of(request).costs.wait(address_of(request.scope), table, seat, cost)
    if wait is None:
        raise ProblemError(429, "Too many requests are coming from your address: wait a moment.")
    if wait:
        await asyncio.sleep(wait)


def cost_of(table: Table, usual: float) -> float:
    """A game that has to be played again from its log costs more."""
    return usual if table.loaded else usual + LOADING


async def body_of(request: Request, kind: type[T]) -> T:
    """The request's body, checked; ProblemError says what is wrong with it."""
    most = hall_of(request).config.message_bytes
    chunks, size = [], 0
    try:
        async for chunk in request.stream():
            size += len(chunk)
            if size > most:
                raise ProblemError(413, f"A request can have at most {most} bytes.")
            chunks.append(chunk)
    except ClientDisconnect:  # nobody is there to read why
        raise ProblemError(400, "The request was cut off.") from None
    body = b"".join(chunks) or b"{}"
    if b"\\u0000" in body:  # not every database takes it
        raise ProblemError(400, "The request is not valid: no text has a sign NUL.")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(400, f"The request is not valid: {error}") from None


# --- what does not change ------------------------------------------------------------------


async def get_meta(request: Request) -> Response:
    """``GET /api/meta``."""
    hall = hall_of(request)
    return answer(server_meta(hall.services.bots, bool(hall.config.people)), headers=STEADY)


async def get_home(request: Request) -> Response:
    """``GET /api/home``: a page opened on this machine has to give friends another address."""
    config, server = hall_of(request).config, request.scope.get("server")
    port = int(server[1]) if server and server[1] else config.port
    return answer(Home(await asyncio.to_thread(friends_link, config.host, port)))


async def get_map(request: Request) -> Response:
    """``GET /api/map``."""
    return answer(board_map(), headers=STEADY)


def _game_asked(request: Request) -> tuple[str, tuple[str, ...]]:
    options = request.query_params.get("options", "")
    if len(options) > 2000:
        raise ProblemError(400, "That is a very long list of options.")
    names = tuple(name for name in options.split(",") if name)
    try:
        return resolved(request.query_params.get("edition", NEWEST), names)
    except ValueError as error:
        raise ProblemError(400, str(error)) from None


async def get_house_rules(request: Request) -> Response:
    """``GET /api/house-rules``: what a table can set, and what the edition says by itself."""
    return answer(house_rules(*_game_asked(request)), headers=STEADY)


async def get_rules(request: Request) -> Response:
    """``GET /api/rules``."""
    return answer(book_of(*_game_asked(request)), headers=STEADY)


async def get_rule(request: Request) -> Response:
    """``GET /api/rules/{id}``."""
    return answer(rule_of(request.path_params["rule"], *_game_asked(request)), headers=STEADY)


async def get_guide(request: Request) -> Response:
    """``GET /api/guides/{faction}``."""
    try:
        page = guide(request.path_params["faction"], *_game_asked(request))
    except ValueError as error:
        raise ProblemError(400, str(error)) from None
    return answer(page, headers=STEADY)


async def get_openapi(request: Request) -> Response:
    """``GET /api/openapi.json``."""
    return answer(openapi_json(request.app.state.calls), headers=STEADY)


# --- lessons -------------------------------------------------------------------------------


def lesson_of(request: Request) -> Lesson:
    """The lesson this request is for."""
    lesson = lessons().get(request.path_params["name"])
    if lesson is None:
        raise ProblemError(404, f"There is no such lesson; there are {', '.join(lessons())}.")
    return lesson


async def get_lessons(request: Request) -> Response:
    """``GET /api/lessons``."""
    return answer([lesson_card(lesson) for lesson in lessons().values()], headers=STEADY)


async def get_lesson(request: Request) -> Response:
    """``GET /api/lessons/{name}``."""
    return answer(lesson_text(lesson_of(request)), headers=STEADY)


async def post_lesson(request: Request) -> Response:
    """``POST /api/lessons/{name}``: a table for this lesson."""
    body = await body_of(request, StartLesson)
    hall, lesson = hall_of(request), lesson_of(request)
    return answer(await hall.learn(lesson, body.name, address_of(request.scope)), 201)


# --- lobby -----------------------------------------------------------------------------------


def tokens_of(request: Request) -> list[str]:
    """Seat tokens a client shows: in a header, where no log keeps them, or in the address."""
    shown = request.headers.get("seat-tokens", "").split()
    return [*shown, *request.query_params.getlist("token")][:200]


async def get_tables(request: Request) -> Response:
    """``GET /api/tables``."""
    tokens = tokens_of(request)
    await spend(request, 2.0 + 0.1 * len(tokens))
    try:
        before = float(request.query_params.get("before", "inf"))
    except ValueError:
        raise ProblemError(400, "'before' is a moment, in seconds since 1970.") from None
    return answer(await hall_of(request).listed(tokens, before, await account_id(request)))


async def post_seals(request: Request) -> Response:
    """``POST /api/seals``: a commitment for the table that is opened next."""
    return answer(Seal(await hall_of(request).seal(address_of(request.scope))), 201)


async def post_tables(request: Request) -> Response:
    """``POST /api/tables``."""
    wish = await body_of(request, NewTable)
    account = await account_id(request)
    return answer(await hall_of(request).create(wish, address_of(request.scope), account), 201)


async def get_table(request: Request) -> Response:
    """``GET /api/tables/{id}``."""
    table = table_of(request)
    await spend(request, cost_of(table, 1.0), table.meta.id)
    await table.load()
    header = table.header()
    table.rest()
    return answer(header)


async def post_join(request: Request) -> Response:
    """``POST /api/tables/{id}/join``."""
    body = await body_of(request, Join)
    hall, salt = hall_of(request), body.salt or ""
    address = address_of(request.scope)
    old = None if body.token is None else await known(request, body.token)
    account, table = await account_id(request), table_of(request)
    made = await hall.join(table, body.name, body.seat, old, salt, address, account)
    return answer(made, 201)


async def post_bots(request: Request) -> Response:
    """``POST /api/tables/{id}/bots``: free seats go to bots, and the game begins."""
    body = await body_of(request, FillSeats)
    table, _ = await _holder(request)
    await hall_of(request).fill(table, body.bot, await token_of(request))
    return answer(table.header())


async def post_host(request: Request) -> Response:
    """``POST /api/tables/{id}/host``: the host lets people in, or sends them away."""
    body = await body_of(request, HostDecision)
    table, _ = await _holder(request)
    await decide(table, await token_of(request), body.seat, body.do)
    return answer(table.header())


async def post_name(request: Request) -> Response:
    """``POST /api/tables/{id}/name``: be called otherwise."""
    body = await body_of(request, Rename)
    table, _ = await _holder(request)
    await rename(table, await token_of(request), body.name)
    return answer(table.header())


async def post_people(request: Request) -> Response:
    """``POST /api/tables/{id}/people``: about somebody who is awaited, or about one's own seat."""
    body = await body_of(request, PeopleWish)
    hall, table, token = hall_of(request), table_of(request), await token_of(request)
    # Those who watch share one allowance, which is not to be that of the players.
    await spend(request, cost_of(table, 2.0), table.meta.id, table.meta.seat_of_token(token))
    await people.act(hall, table, token, body)
    return answer(table.header())


async def post_leave(request: Request) -> Response:
    """``POST /api/tables/{id}/leave``: give a seat at a waiting table up."""
    table, _ = await _holder(request)
    await hall_of(request).stand_up(table, await token_of(request))
    return answer(Done())


async def post_rematch(request: Request) -> Response:
    """``POST /api/tables/{id}/rematch``."""
    body = await body_of(request, Rematch)
    hall = hall_of(request)
    table, address = table_of(request), address_of(request.scope)
    token = await known(request, body.token)
    made = await hall.rematch(table, token, address, body.commitment, body.salt)
    return answer(made, 201)


# --- records and play ----------------------------------------------------------------------


async def get_record(request: Request) -> Response:
    """``GET /api/tables/{id}/record``."""
    table = table_of(request)
    await spend(request, cost_of(table, RECORD), table.meta.id)
    await table.load()
    if not is_opened(table.meta.status) or table.session is None:
        closed = "The record becomes available when the game is over."
        raise ProblemError(409, table.meta.trouble or closed)
    record = record_of(table, table.session.game)
    table.rest()
    return answer(record)


def record_of(table: Table, game: Game) -> dict[str, object]:
    """The whole game, and what it takes to check the deal."""
    meta = table.meta
    opened = RecordOfTable(
        id=meta.id,
        seats=[_record_seat(seat) for seat in meta.seats],
        commitment=promise(meta),
        seed=meta.seed,
        secret=meta.secret or meta.seed,
        salts=[seat.salt for seat in meta.seats],
        winners=names(meta.winners),
        held={seat: own_cards(position_of(game, listener(seat))) for seat in names(game.seats)},
        hints=_hints(table),
    )
    return game.record() | _versions(table) | {"table": opened}


def _versions(table: Table) -> dict[str, object]:
    """By which rules it was played, and what was played before they were changed, if they were."""
    told: dict[str, object] = {"rules_version": table.meta.rules_version}
    session = table.session
    if session is not None and session.before:
        told["before"] = session.before
    if session is not None and session.note:
        told["note"] = session.note
    return told


def _record_seat(seat: Seat) -> RecordSeat:
    faction = cast("FactionName | None", seat.faction)
    kind = cast(SeatKind, seat.kind)
    return RecordSeat(faction, seat.wish, kind, seat.name, seat.resigned, seat.replaced)


def _hints(table: Table) -> list[HintAsked]:
    """Who asked for a hint, and when."""
    heard = table.session.heard if table.session is not None else []
    return [
        HintAsked(named(one.event.faction), one.turn, one.round)
        for one in heard
        if isinstance(one.event, events.Hinted)
    ]


async def _holder(request: Request) -> tuple[Table, int]:
    """The table, and the seat that the shown token holds.

    Whoever waits for anything after this has to look again: a seat may be given up meanwhile.
    """
    table, token = table_of(request), await token_of(request)
    async with table.lock:
        await table.load_locked()
        if not table.meta.seats:
            raise ProblemError(409, why_not_playing(table.meta))
        number = seat_held(table.meta, token)
        table.asked[number] = time.monotonic()
        await table.touch(number)
    return table, number


async def seated(request: Request) -> tuple[Table, str]:
    """The table, and the faction that the shown token plays."""
    table, number = await _holder(request)
    faction = table.faction(number)
    if faction is None or table.session is None:
        raise ProblemError(409, why_not_playing(table.meta))
    return table, faction


async def get_seat(request: Request) -> Response:
    """``GET /api/tables/{id}/seat``: the position as this seat sees it."""
    try:
        seen = int(request.query_params.get("seen", "0"))
    except ValueError:
        raise ProblemError(400, "'seen' is the number of an update.") from None
    await spend(request, 3.0)
    # Nothing is awaited after this: while the table was locked, all that it shows was stored.
    table, faction = await seated(request)
    session = table.session
    assert session is not None
    seat = listener(faction)
    since = session.recent(seat, seen if 0 < seen <= session.n else 0)
    message = Publisher(session).update(seat, since, table.clock(), table.guide_of(faction))
    return Response(message, 200, FRESH, "application/json")


async def get_story(request: Request) -> Response:
    """``GET /api/tables/{id}/story``: a page of what this seat heard before an event."""
    try:
        before = int(request.query_params.get("before", "0"))
    except ValueError:
        raise ProblemError(400, "'before' is the number of an event.") from None
    await spend(request, 1.0)
    table, faction = await seated(request)
    assert table.session is not None
    events = Publisher(table.session).page_before(listener(faction), max(0, before))
    return answer(StoryPage(events))


async def post_act(request: Request) -> Response:
    """``POST /api/tables/{id}/act``: play without a socket."""
    body = await body_of(request, HttpAct)
    table, faction = await seated(request)
    result = await table.act(faction, body.id, body.action, body.n)
    if not result.ok:
        raise ProblemError(409, result.text, result.rule)
    session = table.session
    return answer(ActDone(body.id, session.n if session else 0))
