"""What a server asks about the processes it shares a database with; nothing here needs a driver."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from dragondune.server.storage.store import Statement


class Peer(NamedTuple):
    """A process: under which address others reach it, and its door on its own machine."""

    id: str
    address: str
    door: str
    draining: bool = False


class Sealing(Protocol):
    """Commitments handed out before a table exists."""

    def new(self) -> str:
        """A commitment; its secret waits for the table, for a while."""

    def take(self, promised: str) -> str | None:
        """The secret behind a commitment, once; None when it was used or has expired."""


class Shared(Protocol):
    """The processes that share a database, as one of them sees it."""

    secret: str
    draining: bool

    @property
    def id(self) -> str:
        """This process."""

    @property
    def seals(self) -> Sealing:
        """Commitments that all of them know."""

    @property
    def is_heard(self) -> bool:
        """Does the database know that this process is there?"""

    def join(self, address: str, door: str, news: Callable[[str], None]) -> None:
        """Be there from now on, and hear what the others tell."""

    async def leave(self) -> None:
        """Be gone."""

    async def claim(self, table_id: str) -> int:
        """Take a table if it may be taken: its fence, or 0."""

    async def owner(self, table_id: str) -> Peer | None:
        """Who has a table; one of the others where this process takes none any more."""

    async def has_others(self) -> bool:
        """Is there another process that takes tables?"""

    async def orphans(self, most: int) -> list[tuple[str, int]]:
        """Take games under way that nobody has: table and fence."""

    async def bury(self) -> bool:
        """Forget processes that are gone; True where there were some."""

    async def still_mine(self) -> dict[str, int]:
        """Every table that this process has, with its fence."""

    async def release(self, fences: dict[str, int]) -> None:
        """Let tables go."""

    def begin(self, table_id: str) -> tuple[Statement, ...]:
        """What makes a new table this process's own, written with its first card."""

    async def drain(self) -> None:
        """Take no tables any more."""

    async def tell(self, news: str) -> None:
        """Let every process know."""
