"""Dragon Dune for Gymnasium: one seat is yours, bots hold the others.

    game = gymnasium.make("dragondune.envs.gym:DragonDune-v0", seat="elves", bots=["steward"])

The reward comes at the end: 1 for a victory, 1/2 for a shared one, 0 otherwise. A number that the mask
does not allow changes nothing, and ``info["refused"]`` says why.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dragondune.bots.arena.registry import make_bot
from dragondune.bots.base import Bot
from dragondune.editions.build import NEWEST
from dragondune.envs.batched import Table
from dragondune.envs.course import Course
from dragondune.envs.needs import missing
from dragondune.envs.parts import ACTIONS
from dragondune.envs.petting_zoo import observation_space, refused, seen, shares
from dragondune.model.action_text import read_faction
from dragondune.model.factions import FACTION_NAMES
from dragondune.telling.board import draw_board

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing("dragondune.envs.gym", "gymnasium", "envs") from error


class DragonDune(gymnasium.Env[dict[str, Any], Any]):
    """A game from one seat."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        seat: str = "orcs",
        bots: Sequence[str] = ("steward",),
        edition: str = NEWEST,
        options: Sequence[str] = (),
        factions: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        self.seat = read_faction(seat)
        self.table = Table.of(edition, options, factions)
        if isinstance(bots, str):
            raise ValueError(f"Name the bots in a list, not as {bots!r}.")
        self.names = list(bots)
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        if self.seat not in self.table.seats():
            raise ValueError(f"The {FACTION_NAMES[self.seat].capitalize()} do not play here.")
        self._bots(0)

    def _bots(self, luck: int) -> list[Bot | None]:
        """Bots sit down in the factions' own order; one name is enough for all."""
        others = [f for f in self.table.seats() if f != self.seat]
        names = self.names * len(others) if len(self.names) == 1 else self.names
        if len(names) != len(others):
            raise ValueError("Name one bot for all other seats, or one for each.")
        seated: list[Bot | None] = [None] * len(FACTION_NAMES)
        for f, name in zip(others, names, strict=True):
            seated[f] = make_bot(name, luck * len(FACTION_NAMES) + f)
        return seated

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game, and play it on to the first question of this seat."""
        super().reset(seed=seed)
        luck = int(self.np_random.integers(1 << 31))
        self.course = Course(self.table.opened(str(luck)), self._bots(luck))
        return self._seen(), self._told()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer the open question; the bots play until this seat is asked again."""
        why = refused(self.course, action)
        if not why:
            self.course.answer(int(action))
        over = self.course.seat < 0
        reward = shares(self.course)[self.seat] if over else 0.0
        return self._seen(), reward, over, False, self._told() | ({"refused": why} if why else {})

    def _seen(self) -> dict[str, Any]:
        return seen(self.course, self.seat)

    def _told(self) -> dict[str, Any]:
        return {"action_mask": np.frombuffer(self.course.mask(self.seat), np.int8)}

    def render(self) -> str | None:
        """The board in characters."""
        return draw_board(self.course.state) if self.render_mode == "ansi" else None


gymnasium.register("DragonDune-v0", entry_point="dragondune.envs.gym:DragonDune")
