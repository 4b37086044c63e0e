"""What the tables of one server share."""

from collections.abc import Callable
from dataclasses import dataclass, field

from dragondune.server.bots.workers import Thinkers
from dragondune.server.config import Config
from dragondune.server.storage.store import Store
from dragondune.server.tables.activity import Attended
from dragondune.server.tables.manners import Manners


@dataclass
class Services:
    """The settings, the disk, and the minds of the bots."""

    config: Config
    store: Store
    thinkers: Thinkers
    bots: list[str]  # the weakest first
    gone: Callable[[Attended], None]  # told of a table that this process has let go
    manners: Manners = field(default_factory=Manners)  # whom people at tables do not want to hear
