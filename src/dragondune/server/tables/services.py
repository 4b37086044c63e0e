"""What the tables of one server share."""

from collections.abc import Callable
from dataclasses import dataclass

from dragondune.server.bots.workers import Thinkers
from dragondune.server.config import Config
from dragondune.server.fairness.veil import Veil
from dragondune.server.storage.store import Store


@dataclass
class Services:
    """The settings, the disk, the minds of the bots and the times they take."""

    config: Config
    store: Store
    thinkers: Thinkers
    veil: Veil
    bots: list[str]  # the weakest first
    gone: Callable[[str], None]  # told of a table that this process has let go
