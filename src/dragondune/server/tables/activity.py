"""Tables that nobody needs now: they take no room and no thought until somebody comes again."""

import math
import time
from collections.abc import Sized
from typing import Final, Protocol

from dragondune.server.config import Config
from dragondune.server.storage.card import OPEN, OVER, PLAYING, UNPLAYABLE, Meta

DAY: Final = 86_400.0


class Attended(Protocol):
    """A table, as far as it matters whether anybody needs it."""

    @property
    def meta(self) -> Meta:
        """The table's card."""

    @property
    def connections(self) -> Sized:
        """Who is there."""

    @property
    def last(self) -> float:
        """The last sign of life, in seconds since 1970."""

    @property
    def laid_to_rest(self) -> bool:
        """Did it make room for another?"""

    @property
    def config(self) -> Config:
        """How this server is run."""


def why_not_playing(meta: Meta) -> str:
    """Why nothing can be played at a table."""
    if meta.status == UNPLAYABLE:
        return meta.trouble
    return "The game is over." if meta.status == OVER else "The game has not begun."


def is_idle(table: Attended) -> bool:
    """Do bots alone play here, or for people who have left, with nobody looking on?"""
    meta = table.meta
    lonely = meta.status == PLAYING and not table.connections and meta.abandoned
    return lonely and not meta.cup  # whose rounds are to come to an end


def is_resting(table: Attended) -> bool:
    """Has an unfinished table been left alone for so long that it no longer counts?"""
    if table.connections or table.meta.status not in (OPEN, PLAYING):
        return False
    return table.laid_to_rest or time.time() - table.last > _patience(table)


def _patience(table: Attended) -> float:
    """Seconds for which a table waits for somebody to come back."""
    meta, config = table.meta, table.config
    if meta.status == OPEN:
        everyone_left = not any(seat.token_hash for seat in meta.seats)
        return -math.inf if everyone_left else config.waiting_days * DAY
    # A clock that runs brings a bot in the end, and with it the end of the game.
    return max(config.rest_days * DAY, meta.pace.seconds + DAY)


def counts(table: Attended) -> bool:
    """Does this table take room of those that are not over?"""
    if table.meta.status not in (OPEN, PLAYING):
        return False
    return not is_idle(table) and not is_resting(table)
