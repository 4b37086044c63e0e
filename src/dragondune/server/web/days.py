"""The HTTP API of play over days: my tables, vacation, notes, and seats that change hands."""

import asyncio
import math
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragondune.server.lobby.substitutes import take
from dragondune.server.people import vacations
from dragondune.server.people.notes import notes_of, notes_row
from dragondune.server.people.people import People
from dragondune.server.storage.card import OPEN, OVER, PLAYING
from dragondune.server.tables.table import Table
from dragondune.server.tidings.kinds import SEAT, tiding_row
from dragondune.server.tidings.outbox import seated
from dragondune.server.web.guard import address_of
from dragondune.server.web.http import answer, body_of, cost_of, spend, table_of
from dragondune.server.web.identity import people_here, signed_in, token_of
from dragondune.server.web.openapi import Call
from dragondune.server.web.tidings import COST, courier_of
from dragondune.server.wire import days as w
from dragondune.server.wire.documents import TakenSeat
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import clean

LISTING: Final = 5.0
FINISHED: Final = 10  # of my tables that are over, the latest
ORDER: Final = {PLAYING: 1, OPEN: 2, OVER: 4}


async def get_tables(request: Request) -> Response:
    """``GET /api/people/tables``: my tables, the most urgent first."""
    await spend(request, LISTING)
    people, account, _ = await signed_in(request)
    held = await people.hall.held(account.id, FINISHED)
    mine = [one for table in held if (one := _mine(table, account.id)) is not None]
    mine.sort(key=_urgency)
    targets = await asyncio.to_thread(courier_of(request).targets.of, account.id)
    spans = await asyncio.to_thread(vacations.vacations_of, people.hall.store, account.id)
    return answer(
        w.MyTables(
            mine,
            sum(one.turn for one in mine),
            _vacation(people, spans),
            [one.trouble for one in targets if one.ended],
        )
    )


def _mine(table: Table, account: str) -> w.MyTable | None:
    number = table.meta.seat_of_account(account)
    if number is None:
        return None
    header = table.header()
    faction = header.seats[number].faction or ""
    turn = faction in header.waiting and not header.seats[number].away
    return w.MyTable(header, number, turn, header.clock.get(faction) if turn else None)


def _urgency(one: w.MyTable) -> tuple[int, float, float]:
    rank = 0 if one.turn else ORDER.get(one.table.status, 3)
    return rank, one.deadline or math.inf, -one.table.created


def _vacation(people: People, spans: list[vacations.Span]) -> w.Vacation:
    now = vacations.running(spans)
    left = vacations.days_left(spans, people.hall.config.vacation_days)
    return w.Vacation(None if now is None else now.ends, left)


async def post_vacation(request: Request) -> Response:
    """``POST /api/people/vacation``: my clocks stand still for so many days, or go on."""
    body = await body_of(request, w.VacationWish)
    await spend(request, LISTING)
    people, account, _ = await signed_in(request)
    if body.days:
        await vacations.begin(people.hall, account, body.days)
    else:
        await vacations.end(people.hall, account)
    await people.pause_tables(account)
    spans = await asyncio.to_thread(vacations.vacations_of, people.hall.store, account.id)
    return answer(_vacation(people, spans))


async def post_take(request: Request) -> Response:
    """``POST /api/tables/{id}/take``: play on for somebody who looks for a substitute."""
    body = await body_of(request, w.TakeSeat)
    table = table_of(request)
    await spend(request, cost_of(table, LISTING), table.meta.id)
    people, account, _ = await signed_in(request)
    if not people.taken.take(address_of(request.scope)) or not people.taken.take(account.id):
        raise ProblemError(429, "Many seats were taken this hour. Wait a while.")
    seats = table.meta.seats
    old = [seats[body.seat]] if body.seat < len(seats) else []
    text = f"{account.name} plays your seat from now on."
    told = [row for seat in old for row in tiding_row(table.meta, seat, SEAT, text, 0.0)]
    seat = await take(people.hall, table, body.seat, (account.id, account.name), *told)
    if table.session is not None:
        wait = people.hall.config.tell_after
        await people.hall.store.write(seated(table.meta, table.session, body.seat, wait))
    return answer(seat)


async def _noted(request: Request) -> tuple[People, Table, int]:
    table, token = table_of(request), await token_of(request)
    number = table.meta.seat_of_token(token)
    await spend(request, COST, table.meta.id, number)
    if number is None:
        raise ProblemError(401, "Notes belong to a seat: show its token.")
    return people_here(request), table, number


async def get_notes(request: Request) -> Response:
    """``GET /api/tables/{id}/notes``: what I have noted here."""
    people, table, number = await _noted(request)
    return answer(
        w.OwnNotes(*await asyncio.to_thread(notes_of, people.hall.store, table.meta.id, number))
    )


async def post_notes(request: Request) -> Response:
    """``POST /api/tables/{id}/notes``: keep this instead."""
    body = await body_of(request, w.Notes)
    people, table, number = await _noted(request)
    marks = [w.Mark(one.place, one.sign, clean(one.text, 60)) for one in body.marks]
    rows = [notes_row(table.meta.id, number, w.Notes(body.text, marks))]
    await people.hall.store.write([*table.journal.fences(), *rows])
    return answer(
        w.OwnNotes(*await asyncio.to_thread(notes_of, people.hall.store, table.meta.id, number))
    )


ROUTES: Final = [
    Route("/api/people/tables", get_tables),
    Route("/api/people/vacation", post_vacation, methods=["POST"]),
    Route("/api/tables/{id}/take", post_take, methods=["POST"]),
    Route("/api/tables/{id}/notes", get_notes),
    Route("/api/tables/{id}/notes", post_notes, methods=["POST"]),
]
CALLS: Final = (
    Call(
        "get",
        "/api/people/tables",
        "My tables, the most urgent first.",
        w.MyTables,
        None,
        "",
        "401 429",
    ),
    Call(
        "post",
        "/api/people/vacation",
        "My clocks stand still, or go on.",
        w.Vacation,
        w.VacationWish,
        "",
        "400 401 409",
    ),
    Call(
        "post",
        "/api/tables/{id}/take",
        "Play on in a seat that somebody gives away.",
        TakenSeat,
        w.TakeSeat,
        "",
        "400 401 403 404 409 429",
    ),
    Call("get", "/api/tables/{id}/notes", "My private notes.", w.OwnNotes, None, "", "401 404"),
    Call(
        "post",
        "/api/tables/{id}/notes",
        "Keep these instead.",
        w.OwnNotes,
        w.Notes,
        "",
        "400 401 404",
    ),
)
