"""Who a request comes from: the holder of a seat, by its token, or an account, by its cookie."""

from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from dragondune.server.people.accounts import Account
from dragondune.server.people.people import Line, People
from dragondune.server.people.visits import LASTS, Visit
from dragondune.server.storage.card import AccountId
from dragondune.server.wire.problems import ProblemError

COOKIE: Final = "dragon-dune"
BY_ACCOUNT: Final = "account"  # shown instead of a token: the seat of whoever the cookie is


def people_of(connection: HTTPConnection) -> People | None:
    """The people of this server; None where it keeps no accounts."""
    people: People | None = getattr(connection.app.state, "people", None)
    return people


def people_here(connection: HTTPConnection) -> People:
    """The same, for what is served only where there are some."""
    people = people_of(connection)
    assert people is not None
    return people


def cookie_of(connection: HTTPConnection) -> str:
    """The token in the cookie; empty where there is none."""
    return connection.cookies.get(_cookie_name(connection), "")


async def who(connection: HTTPConnection) -> Account | None:
    """The account that a request comes from; None for a guest."""
    found = await visiting(connection)
    return None if found is None else found[0]


async def visiting(connection: HTTPConnection) -> tuple[Account, Visit] | None:
    """The same, and in which browser it is signed in."""
    people = people_of(connection)
    return None if people is None else await people.who(cookie_of(connection))


async def signed_in(request: Request) -> tuple[People, Account, Visit]:
    """The same; ProblemError for a guest."""
    people, found = people_of(request), await visiting(request)
    if people is None or found is None:
        raise ProblemError(401, "Sign in first.")
    return people, *found


async def account_id(connection: HTTPConnection) -> str:
    """The id of the account; empty for a guest."""
    return await Caller(connection).account_id()


async def known(connection: HTTPConnection, token: str) -> str:
    """What holds a seat: the token itself, or the account where that is shown instead."""
    return await Caller(connection).known(token)


class Caller:
    """Who opens a socket. Its head is let go as soon as it is open, so the cookie is read before."""

    __slots__ = ("cookie", "people", "visit")

    def __init__(self, connection: HTTPConnection) -> None:
        self.people = people_of(connection)
        self.cookie = "" if self.people is None else cookie_of(connection)
        self.visit: Visit | None = None

    async def account_id(self) -> str:
        """The id of the account; empty for a guest."""
        found = None if self.people is None else await self.people.who(self.cookie)
        self.visit = None if found is None else found[1]
        return "" if found is None else found[0].id

    async def seat_of(self, line: Line, token: str) -> str:
        """The same as ``known``, for a socket: it is closed when whoever opened it is signed out."""
        holder = await self.known(token)
        if self.people is not None and self.visit is not None:
            self.people.came(self.visit, line)
        return holder

    def leave(self, line: Line) -> None:
        """The socket was closed."""
        if self.people is not None and self.visit is not None:
            self.people.went(self.visit, line)

    async def known(self, token: str) -> str:
        """What holds a seat: the token itself, or the account where that is shown instead."""
        return token if token != BY_ACCOUNT else AccountId(await self.account_id())


async def token_of(request: Request) -> str:
    """What a request shows to hold a seat; empty where it shows nothing."""
    word, _, token = request.headers.get("authorization", "").partition(" ")
    return await known(request, token) if word.lower() == "bearer" else ""


def hand_cookie(request: Request, response: Response, token: str) -> Response:
    """Sign a browser in, or out where the token is empty. Scripts cannot read it."""
    response.set_cookie(
        _cookie_name(request),
        token,
        max_age=int(LASTS) if token else 0,
        httponly=True,
        samesite="lax",
        secure=_is_safe(request),
    )
    return response


def _is_safe(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


def _cookie_name(connection: HTTPConnection) -> str:
    """Behind TLS a name that no other host of the domain, and nothing without TLS, can set."""
    return f"__Host-{COOKIE}" if _is_safe(connection) else COOKIE


def device_of(request: Request) -> str:
    """A browser as its owner may recognise it: "Firefox on Linux"."""
    told = request.headers.get("user-agent", "")
    browser = next((name for sign, name in _BROWSERS if sign in told), "A browser")
    system = next((name for sign, name in _SYSTEMS if sign in told), "")
    return f"{browser} on {system}" if system else browser


_BROWSERS: Final = (
    *(("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome")),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    *(("Android", "Android"), ("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Windows", "Windows")),
    *(("Mac OS", "a Mac"), ("Linux", "Linux")),
)
