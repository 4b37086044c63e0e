"""One of two worlds that a listener must not tell apart: its table, its sockets, and what they heard."""

import asyncio
import contextlib
import json
import time
from typing import Any, Final

import httpx
from server.applying import applied
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from dragondune.action import Action
from dragondune.model.events import Event
from dragondune.model.factions import FACTION_NAMES
from dragondune.server.orders.standing import ordered
from dragondune.server.play.session import FORCED, ORDER, Session
from dragondune.server.wire.incoming import OrderSet
from tools.trials.running import RunningServer

PATIENCE: Final = 600.0  # seconds for an answer: a hint takes long where the machine is busy
WATCHER: Final = "watcher"
CHANGES: Final = "changes"  # the listener's other socket, which hears what updates change
OWN_TO_A_TABLE: Final = ("id", "created", "commitment")


class LeakError(Exception):
    """Two worlds were told apart."""


class Line:
    """A socket that is read all the time."""

    def __init__(self, client: ClientConnection, keep: bool) -> None:
        self.client, self.keep = client, keep
        self.heard: list[tuple[int, str]] = []  # each with the update it came with or after
        self.n = 0
        self._answers: dict[int, asyncio.Future[str]] = {}
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketException):
            async for said in self.client:
                self._note(str(said))
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(LeakError("a socket was closed"))

    def _note(self, said: str) -> None:
        kind = said[6 : said.index('"', 6)]
        if kind in ("update", "delta"):
            if self.keep:
                self.n = max(self.n, int(json.loads(said)["n"]))
        elif (number := _id_in(said, kind)) in self._answers:
            self._answers.pop(number).set_result(said)
        # Who came and went is told by the clock; a ping more in one world is the trial's own.
        if self.keep and kind not in ("table", "pong"):
            self.heard.append((self.n, said))

    async def ask(self, message: dict[str, Any]) -> str:
        """Say it, and wait for the answer as it was sent."""
        waiting = asyncio.get_running_loop().create_future()
        self._answers[message["id"]] = waiting
        await self.client.send(json.dumps(message))
        try:
            return await asyncio.wait_for(waiting, PATIENCE)
        except TimeoutError:
            raise LeakError(f"no answer to {message}") from None

    async def close(self) -> None:
        """Hang up."""
        await self.client.close()
        await self._reading


def _id_in(said: str, kind: str) -> int:
    if kind in ("table", "chat", "orders"):
        return -1
    found = json.loads(said).get("id")  # what was said to all has none
    return -1 if found is None else int(found)


class World:
    """One of the two: its table, and what the engine makes of the same lines."""

    def __init__(
        self, server: RunningServer, table: str, tokens: dict[str, str], mirror: Session, ear: str
    ) -> None:
        self.server, self.table, self.tokens = server, table, tokens
        self.mirror, self.ear = mirror, ear
        self.lines: dict[str, Line] = {}
        self.orders: dict[str, OrderSet] = {}
        self.lobby: dict[str, Any] | None = None  # the table as the lobby told of it last
        self._lobby: ClientConnection | None = None
        self._reading: asyncio.Future[None] | None = None
        self._whole: dict[str, Any] = {}  # what the changes come to
        self._last = 0  # the number of the last event in them

    # --- coming and going --------------------------------------------------------------------

    async def open(self) -> None:
        """Seats first, then the listener, so that who is there is the same in both."""
        await self._listen_in_the_lobby()
        for name in self.tokens:
            await self.come(name, name, 1 if name == self.ear else 2)
        if self.ear == WATCHER:
            await self.come(WATCHER, None, 1)
        await self.come(CHANGES, None if self.ear == WATCHER else self.ear, 2)

    async def come(self, name: str, seat: str | None, protocol: int, seen: int = 0) -> None:
        """A socket for a seat, or for one who watches."""
        url = self.server.socket_of(self.table)
        client = await connect(
            url, max_size=None, compression=None, ping_interval=None, open_timeout=PATIENCE
        )
        token = None if seat is None else self.tokens[seat]
        hello = {"t": "hello", "token": token, "seen": seen, "protocol": protocol}
        await client.send(json.dumps(hello))
        line = self.lines[name] = Line(client, name in (self.ear, CHANGES))
        await line.ask({"t": "ping", "id": 0})  # answered when the hello is

    async def _listen_in_the_lobby(self) -> None:
        url = f"ws://127.0.0.1:{self.server.port}/api/lobby"
        client = await connect(
            url, max_size=None, compression=None, ping_interval=None, open_timeout=PATIENCE
        )
        tokens = [] if self.ear == WATCHER else [self.tokens[self.ear]]
        await client.send(json.dumps({"tokens": tokens}))
        self._lobby, self._reading = client, asyncio.ensure_future(self._read_lobby(client))

    async def _read_lobby(self, client: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException):
            async for said in client:
                for header in json.loads(said)["put"]:
                    if header["id"] == self.table:
                        self.lobby = header

    async def close(self) -> None:
        """Everybody leaves."""
        for line in self.lines.values():
            await line.close()
        if self._lobby is not None and self._reading is not None:
            await self._lobby.close()
            await self._reading

    # --- talking -----------------------------------------------------------------------------

    async def ask(self, who: str, message: dict[str, Any]) -> dict[str, Any]:
        """Say it for a seat, and wait for the answer."""
        answer: dict[str, Any] = json.loads(await self.lines[who].ask(message))
        return answer

    async def catch_up(self, cid: int) -> None:
        """Until the listener has heard all that the engine says has happened."""
        end = time.monotonic() + PATIENCE
        for line in (self.lines[self.ear], self.lines[CHANGES]):
            while True:
                await line.ask({"t": "ping", "id": cid})
                if line.n >= self.mirror.n:
                    break
                if time.monotonic() > end:
                    raise LeakError(f"update {self.mirror.n} never came, {line.n} did")
                await asyncio.sleep(0.02)

    async def seat_over_http(self, client: httpx.AsyncClient) -> str:
        """The position as the listener is told it without a socket."""
        url = f"{self.server.http}/api/tables/{self.table}/seat"
        bearer = {"Authorization": f"Bearer {self.tokens[self.ear]}"}
        return (await client.get(url, headers=bearer, timeout=PATIENCE)).text

    async def header(self, client: httpx.AsyncClient) -> dict[str, Any]:
        """The table's card as anyone may ask for it."""
        url = f"{self.server.http}/api/tables/{self.table}"
        found: dict[str, Any] = (await client.get(url, timeout=PATIENCE)).json()
        return found

    async def told_in_lobby(self, client: httpx.AsyncClient) -> dict[str, Any]:
        """What the lobby tells of the table once it has told the latest, but for the table's name."""
        end = time.monotonic() + PATIENCE
        await asyncio.sleep(2.2)  # it looks every two seconds
        while True:
            header = await self.header(client)
            if self.lobby is None or self.lobby == header:
                return {key: told for key, told in header.items() if key not in OWN_TO_A_TABLE}
            if time.monotonic() > end:
                raise LeakError(f"the lobby tells {self.lobby} and not {header}"[:600])
            await asyncio.sleep(0.5)

    # --- the same in the engine --------------------------------------------------------------

    def play(self, seat: str, line: str, by: str) -> None:
        """The same in the engine, with what follows of itself."""
        self.mirror.act(seat, line, by)
        while (forced := self.mirror.forced(FACTION_NAMES)) is not None:
            self.mirror.act(forced[0], forced[1], FORCED)
        self.mirror.close_update()

    def unasked(self) -> dict[str, tuple[str, str]]:
        """What the server plays here without asking: what is forced, and what orders answer."""
        found: dict[str, tuple[str, str]] = {}
        for decision in self.mirror.pending():
            seat = decision.seat
            codes = self.mirror.legal.get(seat, [])
            if len(codes) == 1:
                found[seat] = (str(Action.of(codes[0])), FORCED)
            elif seat in self.orders and codes:
                wish = self.orders[seat]
                line = ordered(wish, self.mirror.game, seat, decision.step, codes)
                if line is not None:
                    found[seat] = (line, ORDER)
        return found

    def heard_events(self) -> list[Event]:
        """What the engine says that the listener heard."""
        seat = -1 if self.ear == WATCHER else FACTION_NAMES.index(self.ear)
        return [one.event for one in self.mirror.heard if one.event.reaches(seat)]

    # --- what was heard ----------------------------------------------------------------------

    def taken(self, name: str, until: int) -> list[str]:
        """What one of the listener's sockets was sent up to an update, but for names and times."""
        line = self.lines[name]
        told = [said for n, said in line.heard if n <= until]
        line.heard = [(n, said) for n, said in line.heard if n > until]
        return [_without_times(said.replace(self.table, "the table")) for said in told]

    def put_together(self, wholes: list[str], changes: list[str]) -> int:
        """What updates change comes to the updates that are told whole; how many were compared."""
        expected = {}
        for said in wholes:
            if said.startswith('{"t":"update"'):
                update = json.loads(said)
                expected[update["n"]] = update
        compared = 0
        for said in changes:
            if said.startswith('{"t":"delta"'):
                self._whole = applied(self._whole, json.loads(said), self._last)
                compared += self._check(expected.get(self._whole["n"]))
            elif said.startswith('{"t":"update"'):
                self._whole = json.loads(said)
            for event in self._whole.get("events", ()):
                self._last = max(self._last, event["n"])
        return compared

    def _check(self, whole: dict[str, Any] | None) -> int:
        if whole is None or whole["since"] != self._whole["since"]:
            return 0  # told whole once more, with more of its story
        if self._whole != whole:
            parts = [key for key in whole if whole[key] != self._whole.get(key)]
            raise LeakError(f"changes do not come to the whole in {parts}")
        return 1


def _without_times(said: str) -> str:
    if not said.startswith(('{"t":"chat"', '{"t":"talk"')):
        return said
    found = json.loads(said)
    for line in found.get("said", (found,)):
        line["at"] = 0
    return json.dumps(found)
