"""The HTTP API of tidings: what a person is told, by which channel and when, and where to."""

import asyncio
import smtplib
from typing import Final, cast

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragondune.server.people.accounts import Account, Wishes
from dragondune.server.people.people import People
from dragondune.server.people.ways import EMAIL
from dragondune.server.tidings import push
from dragondune.server.tidings.courier import Courier, RefusedError
from dragondune.server.tidings.kinds import CHANNELS, KINDS, MAIL, PUSH
from dragondune.server.tidings.outside import NoEntryError, place_of
from dragondune.server.tidings.quiet import zone_of
from dragondune.server.tidings.shapes import Line, Message
from dragondune.server.tidings.targets import Target, erase_rows, target_rows
from dragondune.server.web.http import answer, body_of, spend
from dragondune.server.web.identity import device_of, signed_in
from dragondune.server.web.openapi import Call
from dragondune.server.wire import days as w
from dragondune.server.wire.documents import Done
from dragondune.server.wire.problems import ProblemError

COST: Final = 2.0
TRYING: Final = 20.0
SWITCHES: Final = frozenset(f"{kind}/{channel}" for kind in KINDS for channel in CHANNELS)
TRIAL: Final = "This is how you will be told of your games."


def courier_of(request: Request) -> Courier:
    """Who brings tidings at this server."""
    courier: Courier = request.app.state.courier
    return courier


async def get_tidings(request: Request) -> Response:
    """``GET /api/people/tidings``: what I am told, and where."""
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    return answer(await _told(request, people, account))


async def _told(request: Request, people: People, account: Account) -> w.TidingsInfo:
    courier, wishes = courier_of(request), account.wishes
    found = await asyncio.to_thread(courier.targets.of, account.id)
    ways = await asyncio.to_thread(people.ways.of, account.id)
    key = await push.key_of(people.hall.store) if push.is_there() else None
    return w.TidingsInfo(
        w.TidingWishes(wishes.zone, wishes.quiet, wishes.unheard),
        cast("list[w.TidingKind]", list(KINDS)),
        cast("list[w.Channel]", list(CHANNELS)),
        [_shown(target) for target in found],
        None if key is None else push.public_key(key),
        [way.id for way in ways if way.kind == EMAIL] if people.mailer.works else [],
    )


def _shown(target: Target) -> w.TargetInfo:
    """Of a webhook the name of its host: what stands behind it lets anybody write there."""
    name = target.address if target.channel == MAIL else target.data.get("name", "")
    return w.TargetInfo(
        target.id,
        cast(w.Channel, target.channel),
        name,
        cast("w.Shape | None", target.data.get("shape")),
        target.made,
        target.trouble if target.ended else None,
    )


async def post_tidings(request: Request) -> Response:
    """``POST /api/people/tidings``: what I want to be told."""
    body = await body_of(request, w.TidingWishes)
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    if zone_of(body.zone) is None:
        raise ProblemError(400, "There is no time zone of that name.")
    if not SWITCHES.issuperset(body.unheard):
        raise ProblemError(400, "There is nothing of that kind to switch off.")
    wishes: Wishes = replace(
        account.wishes, zone=body.zone, quiet=body.quiet, unheard=sorted(set(body.unheard))
    )
    fresh = replace(account, wishes=wishes)
    await people.accounts.put(fresh)
    return answer(await _told(request, people, fresh))


async def post_targets(request: Request) -> Response:
    """``POST /api/people/targets``: be told there too."""
    body = await body_of(request, w.NewTarget)
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    courier = courier_of(request)
    _count(courier, account)
    mine = await asyncio.to_thread(courier.targets.of, account.id)
    others = [one for one in mine if (one.channel, one.address) != (body.channel, body.address)]
    if len(others) >= people.hall.config.targets_per_account:
        raise ProblemError(
            409, f"You already get notifications in {len(others)} places: remove one first."
        )
    data = await _checked(request, people, account, body)
    rows = target_rows(account.id, body.channel, body.address, **data)
    await people.hall.store.write(rows)
    return answer(await _told(request, people, account))


def _count(courier: Courier, account: Account) -> None:
    if not courier.trials.take(account.id):
        raise ProblemError(429, "You have changed this many times this hour. Wait a while.")


async def _checked(
    request: Request, people: People, account: Account, body: w.NewTarget
) -> dict[str, str]:
    """What is kept of a target; ProblemError where nothing could be sent there."""
    if body.channel == MAIL:
        way = await asyncio.to_thread(people.ways.find, EMAIL, body.address)
        if way is None or way.account != account.id or not people.mailer.works:
            raise ProblemError(400, "Add that address to your account first.")
        return {}
    try:
        place = place_of(body.address, courier_of(request).inside)
    except NoEntryError as error:
        raise ProblemError(400, str(error)) from None
    if body.channel != PUSH:
        return {"shape": body.shape, "name": place.host}
    if not push.is_there():
        raise ProblemError(501, push.NO_LIBRARY)
    if not push.is_key(body.p256dh, body.auth):
        raise ProblemError(400, "That is not the subscription of a browser.")
    return {"p256dh": body.p256dh, "auth": body.auth, "name": device_of(request)}


async def _mine(request: Request) -> tuple[People, Account, Target]:
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    found = await asyncio.to_thread(courier_of(request).targets.find, request.path_params["target"])
    if found is None or found.account != account.id:
        raise ProblemError(404, "You are not told there.")
    return people, account, found


async def post_remove(request: Request) -> Response:
    """``POST /api/people/targets/{target}/remove``: not there any more."""
    people, account, target = await _mine(request)
    await people.hall.store.write(erase_rows(target.id))
    return answer(await _told(request, people, account))


async def post_try(request: Request) -> Response:
    """``POST /api/people/targets/{target}/try``: a message to see whether it arrives; one given up works again."""
    people, account, target = await _mine(request)
    courier = courier_of(request)
    _count(courier, account)
    await spend(request, TRYING)
    try:
        await courier.send(target, Message([Line("trial", "", "Dragon Dune", TRIAL)], courier.home))
    except (NoEntryError, RefusedError) as error:
        raise ProblemError(502, str(error)) from None
    except (OSError, smtplib.SMTPException, TimeoutError):
        raise ProblemError(502, "It did not answer, or answered with an error.") from None
    sql = "UPDATE targets SET ended = 0, trouble = '' WHERE id = ?"
    await people.hall.store.write([(sql, (target.id,))])
    return answer(Done())


ROUTES: Final = [
    Route("/api/people/tidings", get_tidings),
    Route("/api/people/tidings", post_tidings, methods=["POST"]),
    Route("/api/people/targets", post_targets, methods=["POST"]),
    Route("/api/people/targets/{target}/remove", post_remove, methods=["POST"]),
    Route("/api/people/targets/{target}/try", post_try, methods=["POST"]),
]
FAILS: Final = "400 401 409 429"
CALLS: Final = (
    Call(
        "get", "/api/people/tidings", "What I am told, and where.", w.TidingsInfo, None, "", "401"
    ),
    Call("post", "/api/people/tidings", "Choose it.", w.TidingsInfo, w.TidingWishes, "", "400 401"),
    Call(
        "post", "/api/people/targets", "Be told there too.", w.TidingsInfo, w.NewTarget, "", FAILS
    ),
    Call(
        "post",
        "/api/people/targets/{target}/remove",
        "Not there any more.",
        w.TidingsInfo,
        None,
        "",
        "401 404",
    ),
    Call(
        "post",
        "/api/people/targets/{target}/try",
        "Send a message there now.",
        Done,
        None,
        "",
        "401 404 429 502",
    ),
)
