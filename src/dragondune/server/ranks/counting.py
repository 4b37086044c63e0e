"""Whether a finished game counts, and who came before whom in it: by the table's card alone.

Nobody may gain by games that prove nothing. So a game counts only by the plain rules of its edition, without
hints, among accounts and bots whose strength was measured; not at one device, not in lessons, not from a position
that was set up; and not where two of its people came from one address, unless the server says otherwise.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from dragondune.server.ranks.anchors import ANCHORS
from dragondune.server.storage.card import Meta, Seat
from dragondune.server.tables.ending import ABANDONED, RESIGNED

WINNER, OTHER, GONE = 0, 1, 2  # places; of those who gave up, the first comes last


class Showing(NamedTuple):
    """One seat of a finished game. ``place`` 0: won. Somebody who gave up has lost, whatever a bot made of it."""

    seat: int
    account: str
    bot: str
    name: str
    faction: str
    place: int
    won: bool
    gone: bool


def pool_of(meta: Meta) -> str:
    """Ratings are kept apart by edition and number of players: ``r9/4``."""
    return f"{meta.edition}/{len(meta.seats)}"


def showings(meta: Meta) -> list[Showing]:
    """What each seat has come to."""
    quits = sorted({seat.quit for seat in meta.seats if _gave_up(seat)}, reverse=True)
    return [_showing(meta, number, seat, quits) for number, seat in enumerate(meta.seats)]


def _gave_up(seat: Seat) -> bool:
    """A bot that was one from the start gives nothing up."""
    return bool(seat.quit) and (seat.kind != "bot" or seat.resigned or seat.replaced)


def _showing(meta: Meta, number: int, seat: Seat, quits: Sequence[float]) -> Showing:
    gone = _gave_up(seat)
    won = not gone and seat.faction in meta.winners
    place = GONE + quits.index(seat.quit) if gone else WINNER if won else OTHER
    bot = "" if seat.account or gone else seat.bot
    return Showing(number, seat.account, bot, seat.name, seat.faction or "", place, won, gone)


def why_not(meta: Meta, neighbours: bool) -> str:
    """Why a finished game does not count; empty where it does."""
    seats = showings(meta)
    people = [one.account for one in seats if one.account]
    ended = bool(meta.winners) or meta.way in (ABANDONED, RESIGNED)
    return _first(
        ("The table was opened as unrated.", not meta.rated),
        *_of_the_table(meta),
        ("The game was ended before anybody won.", not ended),
        ("A guest played.", any(not one.account and not one.bot for one in seats)),
        ("Nobody with an account played.", not people),
        ("Two of its people came from one address.", meta.near and not neighbours),
        ("It was not decided.", len({one.place for one in seats}) < 2),
    )


def why_cannot(meta: Meta) -> str:
    """Why a table that is being opened could never count; empty where it can."""
    here = sum(seat.kind == "human" for seat in meta.seats)
    return _first(*_of_the_table(meta), (ONE_DEVICE, here > 1))


def _of_the_table(meta: Meta) -> list[tuple[str, bool]]:
    bots = [seat for seat in meta.seats if seat.kind == "bot" and not seat.account]
    return [
        ("It was played with options or house rules.", bool(meta.options)),
        ("Hints were allowed.", meta.hints),
        ("It was a lesson.", bool(meta.lesson)),
        ("It did not begin at the beginning.", bool(meta.position or meta.origin)),
        (ONE_DEVICE, meta.hotseat),
        ("A bot played that has no rating.", any(s.bot not in ANCHORS for s in bots)),
    ]


ONE_DEVICE: Final = "It was played on one device."


def _first(*objections: tuple[str, bool]) -> str:
    return next((text for text, holds in objections if holds), "")
