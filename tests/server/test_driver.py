"""What the server plays by itself: when, how often, and what that must not tell or lose."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from server.room import Room

from dragondune.action import Action
from dragondune.server import driver
from dragondune.server.messages import NewTable, SeatWish
from dragondune.server.session import FORCED, OPEN_STEPS, PLAYER

Scene = Callable[..., None]
ALONE = [SeatWish("human", faction="orcs")] + [
    SeatWish("bot", "random", faction=faction) for faction in ("dwarves", "elves", "goblins")
]


class Thoughts:
    """Bots of this test: they pass often, and think no time."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self.asked = 0

    async def choose(self, name: str, seed: int, parcel: Any, legal: list[int]) -> tuple[int, str]:
        self.asked += 1
        passing = [code for code in legal if str(Action.of(code)) == "pass"]
        return self.rng.choice([*passing * len(legal), *legal]), "Why not?"

    async def act_freely(self, *_: Any) -> None:
        return None

    async def talk(self, *_: Any) -> None:
        return None

    def close(self) -> None:
        pass


async def soon(done: Callable[[], Any]) -> None:
    """Wait until something is so; far too long a wait is a failure."""
    for _ in range(3000):
        if done():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came")


def test_a_bot_without_a_choice_takes_as_long_as_one_that_passes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one person alone against bots is not told by time who holds an ace."""
    pauses: dict[tuple[str, bool], set[float]] = {}
    waits: list[float] = []

    async def no_wait(seconds: float) -> None:
        waits.append(round(seconds, 3))
        await asyncio.sleep(0)

    monkeypatch.setattr(driver, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": no_wait}))
    monkeypatch.setattr(driver, "time", SimpleNamespace(monotonic=lambda: 0.0, time=time.time))

    async def play(room: Room) -> None:
        table, session = room.table, room.table.session
        room.hall.thinkers = Thoughts()  # type: ignore[assignment]
        acts, rng = table.server_acts, random.Random(5)

        async def watched(faction: str, opened: int, line: str, by: str) -> bool:
            step, alone = session.step(), len(session.legal[faction]) == 1
            if line == "pass" and step not in OPEN_STEPS:
                pauses.setdefault((step, alone), set()).add(waits[-1])
            return await acts(faction, opened, line, by)

        plays = session.act

        def at_once(seat: str, action: Any, by: str = PLAYER) -> Any:
            assert by != FORCED or seat == "orcs" or session.step() in OPEN_STEPS
            return plays(seat, action, by)

        monkeypatch.setattr(table, "server_acts", watched)
        monkeypatch.setattr(session, "act", at_once)
        assert not table.veiled()
        for _ in range(60):
            await soon(lambda: "orcs" in session.legal or not session.legal)
            if not session.legal:
                break
            await room.act("orcs", str(rng.choice(room.game.legal("orcs"))))

    scene(play, NewTable(seats=ALONE), bot_pace=0.9)
    assert any((step, not alone) in pauses for step, alone in pauses), "both kinds, at one step"
    assert any(step == "deny" for step, _ in pauses)
    assert {pause for found in pauses.values() for pause in found} == {driver.PASSING}
