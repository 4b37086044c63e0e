"""What the tables of one server share."""

from collections.abc import Callable
from dataclasses import dataclass, field

from dragondune.server.bots.workers import Thinkers
from dragondune.server.config import Config
from dragondune.server.play.session import Session
from dragondune.server.storage.card import Meta
from dragondune.server.storage.store import Statement, Store
from dragondune.server.tables.activity import Attended
from dragondune.server.tables.manners import Manners


class Herald:
    """What is stored for people who are not there, so that they are told; by itself nothing."""

    def update(self, card: Meta, session: Session) -> tuple[Statement, ...]:
        """With an update of a game."""
        return ()

    def nudged(self, card: Meta, number: int, text: str) -> tuple[Statement, ...]:
        """Somebody is waited for, and another said so."""
        return ()

    def closed(self, card: Meta, why: str) -> tuple[Statement, ...]:
        """A table was closed."""
        return ()


@dataclass
class Services:
    """The settings, the disk, and the minds of the bots."""

    config: Config
    store: Store
    thinkers: Thinkers
    bots: list[str]  # the weakest first
    gone: Callable[[Attended], None]  # told of a table that this process has let go
    manners: Manners = field(default_factory=Manners)  # whom people at tables do not want to hear
    herald: Herald = field(default_factory=Herald)
