"""The HTTP API of friends, clubs and blocks, of talk among those who watch, and of moderation (``--people``)."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragondune.server.circles.circles import Circles
from dragondune.server.circles.clubs import INSIDE
from dragondune.server.circles.remarks import may_listen
from dragondune.server.people.accounts import Account
from dragondune.server.storage.card import OPEN, PLAYING
from dragondune.server.web.http import answer, body_of, spend, table_of
from dragondune.server.web.identity import account_id, signed_in
from dragondune.server.web.openapi import Call
from dragondune.server.wire import circles as w
from dragondune.server.wire.documents import Done
from dragondune.server.wire.outgoing import TableHeader
from dragondune.server.wire.problems import ProblemError

T = TypeVar("T")
COST, MUCH = 3.0, 10.0  # in about milliseconds of work
UNKNOWN: Final = "There is nobody of that name."


def circles_of(request: Request) -> Circles:
    """Those of this server."""
    circles: Circles = request.app.state.company.circles
    return circles


async def mine(request: Request, cost: float = COST) -> tuple[Circles, Account]:
    """The circles, and who asks; ProblemError for a guest."""
    await spend(request, cost)
    _, account, _ = await signed_in(request)
    return circles_of(request), account


async def apart(work: Callable[..., T], *given: Any) -> T:
    """Read from the database without keeping others waiting."""
    return await asyncio.to_thread(work, *given)


async def _other(circles: Circles, account: str, name: str) -> str:
    """Somebody, by account or name."""
    accounts = circles.people.accounts
    found = await (apart(accounts.find, account) if account else apart(accounts.named, name))
    if found is None:
        raise ProblemError(404, UNKNOWN)
    return found.id


def _circle(circles: Circles, account: str) -> w.Circle:
    invited = [w.InvitationInfo(i.game, i.name, i.at) for i in circles.invitations(account)]
    return w.Circle(
        ties=[w.TieInfo(*tie) for tie in circles.ties.of(account)],
        clubs=[w.ClubCard(*club) for club in circles.clubs.of(account)],
        invitations=invited,
        moderator=circles.moderation.is_moderator(account),
        notices=circles.moderation.told(account),
    )


async def get_circle(request: Request) -> Response:
    """``GET /api/people/circle``: everybody I have to do with."""
    circles, me = await mine(request, MUCH)
    return answer(await apart(_circle, circles, me.id))


async def post_tie(request: Request) -> Response:
    """``POST /api/people/ties``: friends, mutes and blocks."""
    body = await body_of(request, w.TieWish)
    circles, me = await mine(request)
    other = await _other(circles, body.account, body.name)
    await circles.change(me.id, await apart(circles.ties.change, me.id, other, body.do))
    return answer(await apart(_circle, circles, me.id))


async def post_invitation(request: Request) -> Response:
    """``POST /api/tables/{id}/invite``: ask somebody to sit down."""
    body = await body_of(request, w.InvitationWish)
    circles, me = await mine(request)
    other = await _other(circles, body.account, "")
    await circles.store.write(await apart(circles.invite, table_of(request).meta, me.id, other))
    return answer(Done())


# --- clubs ---------------------------------------------------------------------------------


async def post_new_club(request: Request) -> Response:
    """``POST /api/people/clubs``: open a club."""
    body = await body_of(request, w.NewClub)
    circles, me = await mine(request, MUCH)
    club, rows = await apart(circles.clubs.open, body.name, body.about, me.id)
    await circles.store.write(rows)
    return answer(await _club(circles, club, me.id), 201)


async def get_club(request: Request) -> Response:
    """``GET /api/people/clubs/{club}``."""
    circles, me = await mine(request, MUCH)
    return answer(await _club(circles, request.path_params["club"], me.id))


async def post_club(request: Request) -> Response:
    """``POST /api/people/clubs/{club}``: join, leave, or decide as its owner."""
    body = await body_of(request, w.ClubWish)
    circles, me = await mine(request)
    club, named = request.path_params["club"], body.account or body.name
    other = await _other(circles, body.account, body.name) if named else ""
    await circles.change(me.id, await apart(circles.clubs.change, club, me.id, other, body.do))
    return answer(await apart(_circle, circles, me.id))


async def _club(circles: Circles, club: str, account: str) -> w.ClubInfo:
    found, role = (
        await apart(circles.clubs.find, club),
        await apart(circles.clubs.role, club, account),
    )
    inside = role in INSIDE
    members = await apart(circles.clubs.members, club) if inside else []
    return w.ClubInfo(
        id=found.id,
        name=found.name,
        about=found.about,
        role=role,
        size=await apart(circles.clubs.count, club),
        members=[w.ClubMember(one.account, one.name, one.role) for one in members],
        tables=_tables(circles, club) if inside else [],
    )


def _tables(circles: Circles, club: str) -> list[TableHeader]:
    tables: Iterable[Any] = circles.hall.everyone()
    there = [t for t in tables if t.meta.circle == club and t.meta.status in (OPEN, PLAYING)]
    return [table.header() for table in there[:50]]


# --- those who watch -----------------------------------------------------------------------


async def get_remarks(request: Request) -> Response:
    """``GET /api/tables/{id}/remarks``: what those who watch say; to players after the end."""
    table = table_of(request)
    await spend(request, COST, table.meta.id)
    after = request.query_params.get("after", "0")
    if not after.isdecimal() or len(after) > 9:
        raise ProblemError(400, "'after' is the number of a line.")
    account, circles = await account_id(request), circles_of(request)
    may_listen(table.meta, account)
    await circles.manners.learn(account)
    found = await apart(circles.remarks.after, table.meta.id, int(after), account)
    return answer([w.RemarkInfo(*one) for one in found])


async def post_remark(request: Request) -> Response:
    """``POST /api/tables/{id}/remarks``: say something to those who watch."""
    body = await body_of(request, w.RemarkText)
    table = table_of(request)
    circles, me = await mine(request)
    may_listen(table.meta, me.id)
    await circles.remarks.say(table.meta.id, me, body.text)
    return answer(Done(), 201)


# --- moderation ----------------------------------------------------------------------------


async def post_report(request: Request) -> Response:
    """``POST /api/people/reports``: something the moderators should know."""
    body = await body_of(request, w.NewReport)
    circles, me = await mine(request)
    about = await _other(circles, body.about, "")
    told = (me.id, about, body.table, body.text)
    await circles.store.write(await apart(circles.moderation.report_rows, *told))
    return answer(Done(), 201)


async def _moderator(request: Request) -> tuple[Circles, Account]:
    circles, me = await mine(request, MUCH)
    if not await apart(circles.moderation.is_moderator, me.id):
        raise ProblemError(403, "Only moderators of this server can do that.")
    return circles, me


async def get_desk(request: Request) -> Response:
    """``GET /api/people/moderation``: what moderators have to see."""
    circles, _ = await _moderator(request)
    return answer(await apart(_desk, circles))


async def post_decision(request: Request) -> Response:
    """``POST /api/people/moderation``: decide about somebody."""
    body = await body_of(request, w.Verdict)
    circles, me = await _moderator(request)
    asked = (me.id, body.about, body.do, body.days, body.why, body.report)
    await circles.change(body.about, await apart(circles.moderation.decide, *asked))
    await circles.people.send_errands()
    return answer(await apart(_desk, circles))


def _desk(circles: Circles) -> w.ModeratorsDesk:
    def name(account: str) -> str:
        found = circles.people.accounts.find(account)
        return account if found is None else found.name

    return w.ModeratorsDesk(
        [
            w.ReportInfo(r.id, r.at, name(r.reporter), r.about, name(r.about), r.game, r.text)
            for r in circles.moderation.reports()
        ],
        [
            w.DeedInfo(d.at, name(d.moderator), name(d.about), d.what, d.until, d.why)
            for d in circles.moderation.deeds()
        ],
    )


def _post(path: str, work: Any) -> Route:
    return Route(path, work, methods=["POST"])


ROUTES: Final = (
    Route("/api/people/circle", get_circle),
    _post("/api/people/ties", post_tie),
    _post("/api/people/clubs", post_new_club),
    Route("/api/people/clubs/{club}", get_club),
    _post("/api/people/clubs/{club}", post_club),
    _post("/api/people/reports", post_report),
    Route("/api/people/moderation", get_desk),
    _post("/api/people/moderation", post_decision),
    _post("/api/tables/{id}/invite", post_invitation),
    Route("/api/tables/{id}/remarks", get_remarks),
    _post("/api/tables/{id}/remarks", post_remark),
)


def _call(path: str, summary: str, given: Any, body: type | None, failures: str) -> Call:
    return Call("post" if body else "get", path, summary, given, body, "", failures)


CALLS: Final = (
    _call("/api/people/circle", "Everybody I have to do with.", w.Circle, None, "401 429"),
    _call("/api/people/ties", "Friends, mutes, blocks.", w.Circle, w.TieWish, "400 401 404 429"),
    _call("/api/people/clubs", "Open a club.", w.ClubInfo, w.NewClub, "400 401 409 429"),
    _call("/api/people/clubs/{club}", "A club.", w.ClubInfo, None, "401 404"),
    _call(
        "/api/people/clubs/{club}",
        "Join or leave it, or decide as its owner.",
        w.Circle,
        w.ClubWish,
        "400 401 403 404 409 429",
    ),
    _call("/api/people/reports", "Tell the moderators.", Done, w.NewReport, "400 401 404 429"),
    _call("/api/people/moderation", "The moderators' desk.", w.ModeratorsDesk, None, "401 403"),
    _call(
        "/api/people/moderation",
        "Decide about somebody.",
        w.ModeratorsDesk,
        w.Verdict,
        "400 401 403 404",
    ),
    _call(
        "/api/tables/{id}/invite",
        "Ask somebody to sit down.",
        Done,
        w.InvitationWish,
        "400 401 403 404 409 429",
    ),
    Call(
        "get",
        "/api/tables/{id}/remarks",
        "What those who watch say.",
        list[w.RemarkInfo],
        None,
        "after",
        "400 401 403 404",
    ),
    _call(
        "/api/tables/{id}/remarks",
        "Say something to those who watch.",
        Done,
        w.RemarkText,
        "400 401 403 404 409 429",
    ),
)
