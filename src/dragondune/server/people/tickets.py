"""Tickets: what the server wants back unchanged, signed, so that any process of it can read them."""

import base64
import hashlib
import hmac
import secrets
import time
from typing import Final

from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode

from dragondune.server.wire.problems import ProblemError

LASTS: Final = 600.0  # seconds
STALE: Final = "That took too long, or did not begin here: begin again."


class Ticket(Struct):
    """A passkey that is to be made or shown: for which challenge, account and name."""

    what: str
    challenge: str
    until: float
    account: str = ""
    name: str = ""


def new_ticket(what: str, account: str = "", name: str = "") -> Ticket:
    """A ticket with a fresh challenge."""
    return Ticket(what, secrets.token_urlsafe(32), time.time() + LASTS, account, name)


def signed(ticket: Ticket, key: str) -> str:
    """As it is handed out."""
    body = base64.urlsafe_b64encode(encode(ticket)).decode()
    return f"{body}.{_mark(body, key)}"


def read(text: str, what: str, key: str) -> Ticket:
    """As it comes back; ProblemError where it is not ours, for something else, or too old."""
    body, _, mark = text.partition(".")
    if not hmac.compare_digest(mark.encode(), _mark(body, key).encode()):
        raise ProblemError(400, STALE)
    try:
        ticket = decode(base64.urlsafe_b64decode(body), type=Ticket)
    except (MsgspecError, ValueError):
        raise ProblemError(400, STALE) from None
    if ticket.what != what or ticket.until < time.time():
        raise ProblemError(400, STALE)
    return ticket


def _mark(body: str, key: str) -> str:
    return hmac.new(f"ticket {key}".encode(), body.encode(), hashlib.sha256).hexdigest()
