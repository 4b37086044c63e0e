"""What bots need of the table they sit at, and nothing else of it."""

from typing import Protocol

from dragondune.server.bots.workers import Thinkers
from dragondune.server.config import Config
from dragondune.server.fairness.veil import Veil
from dragondune.server.lessons.coach import Coach
from dragondune.server.play.session import Session
from dragondune.server.storage.card import Meta


class Minds(Protocol):
    """What bots need of the server."""

    @property
    def config(self) -> Config:
        """How this server is run."""

    @property
    def bots(self) -> list[str]:
        """Those that can be seated, the weakest first."""


class Host(Protocol):
    """A table, as a bot knows it."""

    @property
    def session(self) -> Session | None:
        """The game, while there is one."""

    @property
    def meta(self) -> Meta:
        """The table's card."""

    @property
    def veil(self) -> Veil:
        """The times that its players take."""

    @property
    def coach(self) -> Coach:
        """The lesson that is given here, if any."""

    @property
    def services(self) -> Minds:
        """What it shares with other tables."""

    @property
    def thinkers(self) -> Thinkers:
        """Where its bots think, at the cost of whoever opened it."""

    async def server_acts(self, faction: str, opened: int, line: str, by: str) -> bool:
        """Play for a seat, if the decision that came up at that update is still open."""

    async def server_says(self, faction: str, n: int, line: str, sentence: str) -> bool:
        """Speak of contracts for a seat, if nothing has happened since update ``n``."""

    async def mark_hint(self, faction: str, line: str) -> None:
        """Tell everyone that a hint was given."""


def game_of(host: Host) -> Session:
    """The game of a table that has begun."""
    session = host.session
    assert session is not None
    return session
