"""A table's card as anyone may know it, with who is there and how far the game is."""

from collections.abc import Iterable
from typing import Protocol

from dragondune.server.play.session import Session
from dragondune.server.storage.card import OPEN, Meta
from dragondune.server.tables.listener import Listener


class Carded(Protocol):
    """A table, as far as its card tells of it."""

    @property
    def meta(self) -> Meta:
        """The table's card."""

    @property
    def session(self) -> Session | None:
        """The game, while there is one."""

    @property
    def connections(self) -> Iterable[Listener]:
        """Who is there."""

    @property
    def away(self) -> set[str]:
        """For whom a bot plays."""

    @property
    def resting(self) -> bool:
        """Did nobody come for long?"""

    def online(self, number: int) -> bool:
        """Is somebody there for this seat?"""


def header_of(table: Carded) -> dict[str, object]:
    """What anyone may know of a table."""
    state = table.session.game.state if table.session is not None else None
    return table.meta.header() | {
        "seats": [_seat(table, number) for number in range(len(table.meta.seats))],
        "turn": int(state.turn) if state else 0,
        "round": int(state.round) if state else 0,
        "waiting": table.session.waiting() if table.session else [],
        "watchers": sum(listener.seat is None for listener in table.connections),
        "resting": table.resting,
    }


def _seat(table: Carded, number: int) -> dict[str, object]:
    seat = table.meta.seats[number]
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot or None,
        "faction": seat.faction if table.meta.status != OPEN else seat.wish,
        "taken": seat.taken,
        "online": seat.kind == "bot" or table.online(number),
        "away": seat.faction in table.away,
    }
