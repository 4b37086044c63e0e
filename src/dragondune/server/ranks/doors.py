"""Who may open a rated table, and sit down at it: only those whose ratings it can count for."""

from typing import Final

from dragondune.server.ranks.counting import why_cannot
from dragondune.server.storage.card import Meta
from dragondune.server.wire.problems import ProblemError

PLAIN: Final = (
    "A rated table plays by the plain rules of its edition: no options or house rules, no hints, one "
    "person at each device, and bots whose strength is known."
)


async def may_open(card: Meta, account: str) -> None:
    """ProblemError where a rated table could never count."""
    if card.rated and not account:
        raise ProblemError(401, "Sign in to open a rated table.")
    if card.rated and why_cannot(card):
        raise ProblemError(400, PLAIN)


async def may_sit(card: Meta, account: str) -> None:
    """ProblemError where somebody would keep a rated game from counting."""
    if card.rated and not account:
        raise ProblemError(401, "This table is rated: sign in to sit down.")
    if card.rated and card.seat_of_account(account) is not None:
        raise ProblemError(409, "You have a seat at this table.")
