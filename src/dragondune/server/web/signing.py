"""The HTTP API of signing in: by passkey, by a link in an e-mail, by a recovery code; and of leaving for good.

Nobody learns from an answer whether somebody has an account: a passkey names its own, and a link is sent to every
address alike.
"""

import asyncio
from typing import Any, Final

from msgspec.json import decode
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dragondune.server.people import passkeys, tickets
from dragondune.server.people.accounts import Account, new_account
from dragondune.server.people.leaving import own_data
from dragondune.server.people.mail import looks_like_address
from dragondune.server.people.passkeys import Place
from dragondune.server.people.people import People
from dragondune.server.people.tickets import Ticket, new_ticket, signed
from dragondune.server.people.ways import (
    CODE,
    EMAIL,
    PASSKEY,
    hash_code,
    link,
    new_codes,
    passkey_of,
    passkey_row,
    used_row,
    way_row,
)
from dragondune.server.storage.card import hash_token
from dragondune.server.storage.store import Statement
from dragondune.server.web.guard import address_of, host_of
from dragondune.server.web.http import answer, body_of, spend
from dragondune.server.web.identity import device_of, hand_cookie, people_here, signed_in, who
from dragondune.server.web.network import LOCAL_NAMES
from dragondune.server.web.openapi import Call
from dragondune.server.web.people import COST, me
from dragondune.server.wire import people as w
from dragondune.server.wire.documents import Done
from dragondune.server.wire.problems import ProblemError

CHECKING: Final = 5.0  # what it costs to check a passkey, in about milliseconds
MAKE, SHOW = "make", "show"
NO_MAIL: Final = "This server sends no e-mail: use a passkey."
NO_HOME: Final = "This server sends no links before its keeper has told it its address (--home)."
SIGNED_OUT: Final = "You were signed out meanwhile: sign in first."
NO_LINK: Final = "That link does not work any more: ask for a new one."
LINK_TEXT: Final = """Hello,

this link signs you in at Dragon Dune. It works once, for half an hour:

{link}

If you did not ask for it, do nothing: without the link nobody gets in.
"""

ADDING_TEXT: Final = """Hello,

this link adds your address to the account “{name}” at Dragon Dune and signs you in there. It works once, for half an hour:

{link}

If this is not your account, do nothing: whoever owns it has named your address.
"""


def _place(request: Request) -> Place:
    host = request.headers.get("host", "")
    return Place(host_of(host), f"{request.url.scheme}://{host}")


def _home(people: People, place: Place) -> str:
    """Where a link leads. A stranger names a host as they like, and would read what comes there."""
    home = people.hall.config.home.rstrip("/")
    if not home and place.host not in LOCAL_NAMES:
        raise ProblemError(501, NO_HOME)
    return home or place.origin


async def _begun(request: Request) -> People:
    """Attempts are counted, whoever makes them."""
    await spend(request, CHECKING)
    people = people_here(request)
    if not people.asked.take(address_of(request.scope)):
        raise ProblemError(429, "Many have signed in from your address this hour. Wait a while.")
    return people


async def _welcome(request: Request, account: Account, token: str) -> Response:
    return hand_cookie(request, answer(me(people_here(request), account)), token)


# --- passkeys ------------------------------------------------------------------------------


async def post_making(request: Request) -> Response:
    """``POST /api/people/passkeys/begin``: what a browser makes a passkey with."""
    body = await body_of(request, w.NewPasskey)
    people, mine = await _begun(request), await who(request)
    account = mine or new_account(body.name)
    namesake = None if mine else await asyncio.to_thread(people.accounts.named, account.name)
    if namesake is not None:
        raise ProblemError(409, "That name is taken, or looks like one that is.")
    ticket = new_ticket(MAKE, account.id, account.name)
    ways = await asyncio.to_thread(people.ways.of, account.id) if mine else []
    known = [way.id for way in ways if way.kind == PASSKEY]
    return _options(people, passkeys.making(_place(request), ticket, known), ticket)


def _options(people: People, options: str, ticket: Ticket) -> Response:
    return answer(w.PasskeyOptions(decode(options), signed(ticket, people.hall.key)))


async def post_made(request: Request) -> Response:
    """``POST /api/people/passkeys``: a passkey was made, for a new account or one more for mine."""
    body = await body_of(request, w.ShownPasskey)
    people, mine = await _begun(request), await who(request)
    ticket = tickets.read(body.ticket, MAKE, people.hall.key)
    if mine is not None and mine.id != ticket.account:
        raise ProblemError(409, "You have signed in as somebody else meanwhile.")
    if mine is None and await asyncio.to_thread(people.accounts.find, ticket.account) is not None:
        raise ProblemError(410, SIGNED_OUT)
    passkey = passkeys.made(_place(request), ticket, body.credential)
    account = mine or Account(ticket.account, ticket.name, new_account(ticket.name).created)
    row, device = passkey_row(passkey, account.id, device_of(request)), device_of(request)
    token = await people.sign_in(account, device, ticket.challenge, row, new=mine is None)
    return await _welcome(request, account, token)


async def post_showing(request: Request) -> Response:
    """``POST /api/people/sign-in/begin``: what a browser shows a passkey with."""
    people, ticket = await _begun(request), new_ticket(SHOW)
    return _options(people, passkeys.showing(_place(request), ticket), ticket)


async def post_shown(request: Request) -> Response:
    """``POST /api/people/sign-in``: a passkey was shown."""
    body = await body_of(request, w.ShownPasskey)
    people = await _begun(request)
    ticket = tickets.read(body.ticket, SHOW, people.hall.key)
    name = body.credential.get("id")
    way = (
        await asyncio.to_thread(people.ways.find, PASSKEY, name) if isinstance(name, str) else None
    )
    if way is None:
        raise ProblemError(400, passkeys.REFUSED)
    passkey = passkeys.shown(_place(request), ticket, body.credential, passkey_of(way))
    account = await _existing(people, way.account)
    row = used_row(passkey, way)
    token = await people.sign_in(account, device_of(request), ticket.challenge, row)
    return await _welcome(request, account, token)


async def _existing(people: People, name: str) -> Account:
    account = await asyncio.to_thread(people.accounts.find, name)
    if account is None:
        raise ProblemError(400, "There is no such account any more.")
    return account


# --- links in e-mails ----------------------------------------------------------------------


async def post_mail(request: Request) -> Response:
    """``POST /api/people/mail``: send a link there. The answer is the same for every address."""
    body = await body_of(request, w.MailWish)
    people = await _begun(request)
    home, address = _home(people, _place(request)), body.address.strip().lower()
    if not people.mailer.works:
        raise ProblemError(501, NO_MAIL)
    if not looks_like_address(address):
        raise ProblemError(400, "That is not an e-mail address.")
    if not (people.mailed.take(address_of(request.scope)) and people.mailed.take(address)):
        raise ProblemError(429, "Many links were asked for this hour. Look in your mail, or wait.")
    mine = await who(request)
    token, row = link(address, "" if mine is None else mine.id)
    await people.hall.store.write([row])
    words = LINK_TEXT if mine is None else ADDING_TEXT.replace("{name}", mine.name)
    text = words.replace("{link}", f"{home}/#/account/link/{token}")
    people.mailer.send(address, "Your link to Dragon Dune", text)
    return answer(Done())


async def get_link(request: Request) -> Response:
    """``GET /api/people/link``: what a link would do, shown in the header ``link-token``."""
    await spend(request, COST)
    people = people_here(request)
    address, wanted = await _linked(people, request.headers.get("link-token", ""))
    way = await asyncio.to_thread(people.ways.find, EMAIL, address)
    return answer(w.LinkPlace(address, way is None and not wanted))


async def _linked(people: People, token: str) -> tuple[str, str]:
    found = await asyncio.to_thread(people.ways.link, token)
    if found is None or await asyncio.to_thread(people.ways.is_spent, hash_token(token)):
        raise ProblemError(410, NO_LINK)
    return found


async def post_link(request: Request) -> Response:
    """``POST /api/people/link``: use it. Opening it in a mail program's preview does nothing."""
    body = await body_of(request, w.UsedLink)
    people = await _begun(request)
    address, wanted = await _linked(people, body.token)
    way = await asyncio.to_thread(people.ways.find, EMAIL, address)
    if way is not None and wanted and way.account != wanted:
        raise ProblemError(409, "That address belongs to another account.")
    name = way.account if way is not None else wanted
    account = await _existing(people, name) if name else new_account(body.name)
    rows: list[Statement] = [] if way is not None else [way_row(EMAIL, address, account.id)]
    device = device_of(request)
    token = await people.sign_in(account, device, body.token, *rows, new=not name)
    return await _welcome(request, account, token)


# --- recovery ------------------------------------------------------------------------------


async def post_codes(request: Request) -> Response:
    """``POST /api/people/codes``: codes to be printed; older ones work no more."""
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    codes, rows = new_codes(account.id)
    await people.hall.store.write(rows)
    return answer(w.Codes(codes))


async def post_recover(request: Request) -> Response:
    """``POST /api/people/recover``: sign in by a printed code, once."""
    body = await body_of(request, w.UsedCode)
    people, name = await _begun(request), hash_code(body.code)
    way = await asyncio.to_thread(people.ways.find, CODE, name)
    if way is None:
        raise ProblemError(400, "That code is not known, or was used.")
    account = await _existing(people, way.account)
    gone: Statement = ("DELETE FROM ways_in WHERE kind = ? AND id = ?", (CODE, name))
    token = await people.sign_in(account, device_of(request), name, gone)
    return await _welcome(request, account, token)


async def get_ways(request: Request) -> Response:
    """``GET /api/people/ways``: the ways into my account."""
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    ways = await asyncio.to_thread(people.ways.of, account.id)
    shown = [
        w.WayIn(way.kind, way.id, str(way.data.get("label", way.id)), way.made)
        for way in ways
        if way.kind != CODE
    ]
    codes = [way for way in ways if way.kind == CODE]
    left = [w.WayIn(CODE, "", str(len(codes)), codes[0].made)] if codes else []
    return answer([*shown, *left])


async def post_remove(request: Request) -> Response:
    """``POST /api/people/ways/{kind}/{way}/remove``: not the last one that can be used again."""
    await spend(request, COST)
    people, account, _ = await signed_in(request)
    kind, name = request.path_params["kind"], request.path_params["way"]
    ways = await asyncio.to_thread(people.ways.of, account.id)
    if kind == CODE or not any((way.kind, way.id) == (kind, name) for way in ways):
        raise ProblemError(404, "There is no such way into your account.")
    if sum(way.kind != CODE for way in ways) < 2:
        raise ProblemError(409, "It is the only way into your account: add another first.")
    sql = "DELETE FROM ways_in WHERE kind = ? AND id = ? AND account = ?"
    await people.hall.store.write([(sql, (kind, name, account.id))])
    return answer(Done())


# --- one's own data ------------------------------------------------------------------------


async def get_export(request: Request) -> Response:
    """``GET /api/people/export``: everything that is kept of my account."""
    await spend(request, 10 * COST)
    people, account, _ = await signed_in(request)
    ways = await asyncio.to_thread(people.ways.of, account.id)
    return answer(await asyncio.to_thread(own_data, people.hall.store, account, ways))


async def post_delete(request: Request) -> Response:
    """``POST /api/people/delete``: my account is gone; its name, once more, shows that I mean it."""
    body = await body_of(request, w.AccountName)
    await spend(request, 10 * COST)
    people, account, _ = await signed_in(request)
    if body.name != account.name:
        raise ProblemError(400, "Write your account's name as it is to delete it.")
    await people.erase(account)
    return hand_cookie(request, answer(Done()), "")


def _post(path: str, work: Any) -> Route:
    return Route(f"/api/people/{path}", work, methods=["POST"])


ROUTES: Final = (
    _post("passkeys/begin", post_making),
    _post("passkeys", post_made),
    _post("sign-in/begin", post_showing),
    _post("sign-in", post_shown),
    _post("mail", post_mail),
    Route("/api/people/link", get_link),
    _post("link", post_link),
    _post("codes", post_codes),
    _post("recover", post_recover),
    Route("/api/people/ways", get_ways),
    _post("ways/{kind}/{way}/remove", post_remove),
    Route("/api/people/export", get_export),
    _post("delete", post_delete),
)


def _call(path: str, summary: str, given: Any, body: type | None, failures: str) -> Call:
    return Call("post", f"/api/people/{path}", summary, given, body, "", failures)


CALLS: Final = (
    _call("passkeys/begin", "Make a passkey.", w.PasskeyOptions, w.NewPasskey, "400 409 429 501"),
    _call("passkeys", "It was made: sign in.", w.Me, w.ShownPasskey, "400 409 410 429 501"),
    _call("sign-in/begin", "Show a passkey.", w.PasskeyOptions, None, "429 501"),
    _call("sign-in", "It was shown: sign in.", w.Me, w.ShownPasskey, "400 410 429 501"),
    _call("mail", "Have a link sent.", Done, w.MailWish, "400 429 501"),
    Call("get", "/api/people/link", "What a link would do.", w.LinkPlace, None, "", "410"),
    _call("link", "Sign in by a link.", w.Me, w.UsedLink, "400 409 410 429"),
    _call("codes", "Recovery codes to be printed.", w.Codes, None, "401"),
    _call("recover", "Sign in by a recovery code.", w.Me, w.UsedCode, "400 410 429"),
    Call("get", "/api/people/ways", "The ways into my account.", list[w.WayIn], None, "", "401"),
    _call("ways/{kind}/{way}/remove", "Give one up.", Done, None, "401 404 409"),
    Call("get", "/api/people/export", "My data.", dict[str, Any], None, "", "401"),
    _call("delete", "Delete my account.", Done, w.AccountName, "400 401"),
)
