"""A table inside the test's own process, with an ear for everyone at it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from dragondune.game import Game
from dragondune.server.lobby.hall import Hall
from dragondune.server.play.session import Session
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import SeatWish

PEOPLE = [
    SeatWish("human", faction="dwarves"),
    SeatWish("human", faction="elves"),
    SeatWish("human", faction="goblins"),
    SeatWish("human", faction="orcs"),
]


class Ear:
    """Stands in for a connection and keeps every byte that is sent to it."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)

    def send_all(self, messages: list[bytes]) -> None:
        self.heard.extend(messages)

    def told(self, kind: str) -> list[dict[str, Any]]:
        messages = [json.loads(raw) for raw in self.heard]
        return [message for message in messages if message["t"] == kind]

    @property
    def update(self) -> dict[str, Any]:
        return self.told("update")[-1]


class Room:
    """A table with people in this process, each with an ear."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall = hall
        self.table = table
        self.ears: dict[str, Ear] = {}

    async def sit(self, *numbers: int) -> None:
        for number in numbers:
            faction = self.table.meta.seats[number].faction or ""
            ear = self.ears[faction] = Ear(number)
            await self.table.welcome(ear, 0, 0)  # type: ignore[arg-type]

    async def watch(self) -> Ear:
        ear = Ear(None)
        await self.table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        return ear

    @property
    def session(self) -> Session:
        """The game in play, which a room of these tests always has."""
        assert self.table.session is not None
        return self.table.session

    @property
    def game(self) -> Game:
        return self.session.game

    async def act(self, seat: str, line: str, cid: int | None = None) -> Any:
        self.last = cid if cid is not None else getattr(self, "last", 0) + 1
        return await self.table.act(seat, self.last, line, None)

    async def until(self, step: str, choose: Callable[[str, list[Any]], Any]) -> None:
        """Play on until a step is asked for."""
        for _ in range(2000):
            pending = self.game.pending()
            if not pending or pending[0].step == step:
                return
            seat = pending[0].seat
            await self.act(seat, str(choose(seat, self.game.legal(seat))))
