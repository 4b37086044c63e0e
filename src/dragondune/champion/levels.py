"""Five strengths for people to choose from, weakest first; how strong each is, is measured.

The weaker ones play by the network alone and go wrong as people do: they waver between things that
look good, and now and then their mind is elsewhere, and they do one of the things that come to mind.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dragondune.bots.arena.registry import LEVEL_NAMES
from dragondune.bots.base import Bot
from dragondune.bots.steward.steward import Steward
from dragondune.champion.judge import Judge
from dragondune.champion.player import Champion, usual_effort
from dragondune.champion.search import Effort, Idea
from dragondune.champion.words import experience
from dragondune.learning.player import NetworkBot, is_learned, trained
from dragondune.views.view import View


@dataclass(frozen=True)
class Level:
    """How one of them plays."""

    wavering: float = 0.0  # temperature of its choice: 0 always takes what it likes best
    lapses: float = 0.0  # how often its mind is elsewhere
    reach: int = 1  # things that come to mind then, one as good as another
    rows: int = 0  # questions to the network that it spends on looking ahead
    reckons: bool = True  # does it reckon out its battle plans?


LEVELS: Final = dict(
    zip(
        LEVEL_NAMES,
        (
            Level(wavering=3.0, lapses=0.7, reach=24, reckons=False),
            Level(wavering=1.5, lapses=0.3, reach=10),
            Level(wavering=0.3),
            Level(rows=800),
            Level(rows=4000),
        ),
        strict=True,
    )
)


class Player(Steward):
    """Plays by what it has learned, without looking ahead."""

    def __init__(self, seed: int, level: Level, name: str) -> None:
        super().__init__(seed)
        self.network = trained()
        self.level = level
        self.name = name

    def choose(self, view: View, legal: list[int]) -> int:
        if not is_learned(view):
            return super().choose(view, legal)
        liked = Judge(self.network).likes(view, legal, self.level.reckons)
        if self.rng.random() < self.level.lapses:
            order = np.argsort(-liked, kind="stable")[: self.level.reach].tolist()
            choice = int(order[int(self.rng.random() * len(order))])
        else:
            choice = self._drawn_by_liking(liked)
        self.reason = experience(view, Idea(legal[choice], float(liked[choice])))
        return legal[int(choice)]

    def _drawn_by_liking(self, liked: Any) -> int:
        if not self.level.wavering:
            return int(liked.argmax())
        odds = liked.astype(np.float64) ** (1 / self.level.wavering)
        return self.rng.choices(range(len(odds)), odds.tolist())[0]


def make_level(name: str, seed: int, rows: int = 0) -> Bot:
    """The player of a level, or the network itself; ``rows``: how much a champion may ask it."""
    if name == NetworkBot.name:
        return NetworkBot(seed)
    level = LEVELS[name]
    if not level.rows:
        return Player(seed, level, name)
    bot = Champion(seed, Effort(rows) if rows else usual_effort(level.rows))
    bot.name = name
    return bot
