"""Pairs of worlds over real sockets: what a seat may not know changes no byte that it is sent.

Two tables stand at positions that one seat, or a watcher, cannot tell apart. Both are played on with the
same lines: options, contracts, choices taken back, hints, orders in secret, questions about the past. While the
engine says that the listener sees and hears the same in both, every message to it has to be the same.
"""

import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from browser.prepared import prepare
from websockets.asyncio.client import ClientConnection, connect

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.events import Event
from dragondune.model.factions import FACTION_NAMES
from dragondune.server.play.session import FORCED, PLAYER, Session
from dragondune.views.sample import sample
from tools.longrun import drawn_options
from tools.trials.running import FREE_OF_LIMITS, RunningServer

EDITIONS: Final = ("first", "r2", "r6", "r6b", "r9")
AT_ONCE: Final = 60  # pairs at one server
TOGETHER: Final = 8  # of them played at the same time
STEPS: Final = 60
QUESTIONS: Final = ("bid 9", "move 3 10★ 9•", "look goblins", "deny A♣", "give orcs 99")
OFFERS: Final = (
    "The Orcs do not attack the Elves.",
    "The Goblins do not attack the Dwarves.",
    "The Elves do not bid above 2.",
)


class LeakError(Exception):
    """Two worlds were told apart."""


@dataclass
class World:
    """One of the two: its table, and what the engine makes of the same lines."""

    table: str
    tokens: dict[str, str]
    mirror: Session
    clients: dict[str, ClientConnection] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)
    n: int = 0

    async def open(self, server: RunningServer, ear: str) -> None:
        """Seats first, then the listener, so that who is there is the same in both."""
        for name in [*self.tokens, *([ear] if ear not in self.tokens else [])]:
            client = await connect(server.socket_of(self.table), max_size=None)
            await client.send(json.dumps({"t": "hello", "token": self.tokens.get(name)}))
            self.clients[name] = client

    async def ask(self, who: str, message: dict[str, Any]) -> dict[str, Any]:
        """Say it for a seat, and wait for the answer."""
        client = self.clients[who]
        await client.send(json.dumps(message))
        while True:
            said = str(await asyncio.wait_for(client.recv(), 30))
            self.note(who, said)
            answer: dict[str, Any] = json.loads(said)
            if answer.get("id") == message["id"]:
                return answer

    def note(self, who: str, said: str) -> None:
        """Keep what the listener is sent, but for who came and went, which is told by the clock."""
        if who == self.ear and not said.startswith('{"t":"table"'):
            self.heard.append(said.replace(self.table, "the table"))
            found = json.loads(said)
            if found["t"] not in ("ok", "past", "no"):
                self.n = max(self.n, int(found.get("n") or 0))

    ear: str = ""

    async def catch_up(self, cid: int) -> None:
        """Until the listener has heard all that the engine says has happened."""
        end = time.monotonic() + 20
        while True:
            await self.ask(self.ear, {"t": "ping", "id": cid})
            if self.n >= self.mirror.n:
                return
            if time.monotonic() > end:
                raise LeakError(f"update {self.mirror.n} never came, {self.n} did")
            await asyncio.sleep(0.02)

    def play(self, seat: str, line: str, by: str) -> None:
        """The same in the engine, with what follows of itself."""
        self.mirror.act(seat, line, by)
        while (forced := self.mirror.forced(FACTION_NAMES)) is not None:
            self.mirror.act(forced[0], forced[1], FORCED)
        self.mirror.close_update()


class Pair:
    """Both worlds, and the one who must not tell them apart."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seat = self.rng.choice((None, *FACTION_NAMES))
        self.ear = self.seat or "watcher"
        self.cid = 0
        self.worlds = self._worlds(folder)
        self.compared: Counter[str] = Counter()

    def _worlds(self, folder: Path) -> list[World]:
        rng = self.rng
        edition = rng.choice(EDITIONS)
        options = list(drawn_options(edition, rng)) if rng.random() < 0.7 else []
        order = rng.sample(FACTION_NAMES, 4)
        game = Game.new(edition, order, options, str(rng.random()))
        for _ in range(rng.randrange(3, 150)):
            pending = game.pending()
            if not pending:
                return []
            seat = pending[0].seat
            game.play(seat, rng.choice(game.legal(seat)))
        if not game.pending():
            return []
        other = Game(game.header, sample(game.view(self.seat), rng))
        if any(len(one.legal(d.seat)) == 1 for one in (game, other) for d in one.pending()):
            return []  # the server would play before anybody listens
        made = []
        for one in (game, other):
            position = one.position()
            table = prepare(folder, position, FACTION_NAMES, edition, options, title="A table")
            tokens = [held["token"] for held in table["tokens"]]
            mirror = Session(edition, tuple(options), order, "", True, position)
            while mirror.n < 2:
                mirror.close_update()
            named = dict(zip(FACTION_NAMES, tokens, strict=True))
            made.append(World(table["table"], named, mirror, ear=self.ear))
        return made

    def is_same(self) -> bool:
        """Does the engine say that the listener cannot tell them apart?"""
        one, two = (world.mirror for world in self.worlds)
        listener = -1 if self.seat is None else FACTION_NAMES.index(self.seat)
        return one.game.view(self.seat) == two.game.view(self.seat) and _heard(
            one, listener
        ) == _heard(two, listener)

    async def run(self, server: RunningServer) -> None:
        """Play on until the worlds part."""
        if not self.worlds or not self.is_same():
            self.compared["parted at once"] += 1
            return
        for world in self.worlds:
            await world.open(server, self.ear)
        try:
            for _ in range(STEPS):
                if not await self.step() or not self.is_same():
                    break
                if not self.forced():
                    await self.compare()
            self.compared["pairs"] += 1
        finally:
            for world in self.worlds:
                for client in world.clients.values():
                    await client.close()

    def forced(self) -> list[str]:
        """Who has no choice in one of the worlds: there the server plays, and is ahead of the other."""
        return [
            seat
            for world in self.worlds
            for seat, codes in world.mirror.legal.items()
            if len(codes) == 1
        ]

    async def compare(self) -> None:
        """Was the listener sent the same?"""
        self.cid += 1
        for world in self.worlds:
            await world.catch_up(self.cid)
        one, two = (world.heard for world in self.worlds)
        # A ping more in one world than in the other is the trial's own.
        one, two = ([said for said in some if '"pong"' not in said] for some in (one, two))
        for a, b in zip(one, two, strict=False):
            if a != b:
                at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
                raise LeakError(
                    f"{a[max(0, at - 80) : at + 80]!r} is not {b[max(0, at - 80) : at + 80]!r}"
                )
        if len(one) != len(two):
            raise LeakError(f"{len(one)} messages and {len(two)}: {[*one, *two][-1][:200]}")
        self.compared["messages"] += len(one)
        self.compared["bytes"] += sum(map(len, one))
        for world in self.worlds:
            world.heard.clear()

    async def both(self, who: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        """The same message in both worlds."""
        self.cid += 1
        told = [await world.ask(who, {**message, "id": self.cid}) for world in self.worlds]
        return [{**answer, "n": 0} for answer in told]

    async def step(self) -> bool:
        """One decision, and what is done beside it; False where the worlds part."""
        one, two = (world.mirror for world in self.worlds)
        if not one.legal or list(one.legal) != list(two.legal) or one.step() != two.step():
            return False
        if not self.forced() and self.rng.random() < 0.5:
            await self.settle()
            await self.beside()
        if not one.legal or list(one.legal) != list(two.legal) or not self.is_same():
            return False
        return await self.decide(self.rng.choice(self.forced() or list(one.legal)))

    async def settle(self) -> None:
        """Nothing is asked while the server still plays what was forced."""
        self.cid += 1
        for world in self.worlds:
            await world.catch_up(self.cid)

    async def decide(self, seat: str) -> bool:
        """A seat decides in both; where it has no choice, the server does it in its own time."""
        lines = [[str(Action.of(code)) for code in w.mirror.legal[seat]] for w in self.worlds]
        common = [line for line in lines[0] if line in lines[1]]
        if not common:
            return False
        forced = [some[0] for some in lines if len(some) == 1]
        passing = "pass" in common and self.rng.random() < 0.5
        line = forced[0] if forced else "pass" if passing else self.rng.choice(common)
        if line not in common:
            return False
        self.compared["forced in one"] += len(forced) == 1
        self.cid += 1
        for world, some in zip(self.worlds, lines, strict=True):
            if len(some) > 1:
                act = {"t": "act", "id": self.cid, "n": world.mirror.n, "action": line}
                answer = await world.ask(seat, act)
                if answer["t"] != "ok":
                    raise LeakError(f"{line} of the {seat} was refused: {answer}")
            world.play(seat, line, PLAYER if len(some) > 1 else FORCED)
            if len(some) == 1:
                await world.catch_up(self.cid)  # the server plays it in its own time
        self.compared["decisions"] += 1
        return True

    # --- beside the decisions ----------------------------------------------------------------

    async def beside(self) -> None:
        """What may be asked for or done at any time."""
        deed = self.rng.choice(
            (self.undo, self.undo, self.look_back, self.hint, self.offer, self.plot)
        )
        await deed()

    async def undo(self) -> None:
        """Somebody takes a choice back."""
        seat = self.rng.choice(FACTION_NAMES)
        can = [world.mirror.can_undo(seat) for world in self.worlds]
        if can[0] != can[1]:
            raise LeakError(f"the {seat} can take back in one world alone")
        told = await self.both(seat, {"t": "undo"})
        if told[0] != told[1]:
            raise LeakError(f"undo: {told}")
        if told[0]["t"] == "ok":
            self.compared["undone"] += 1
            for world in self.worlds:
                world.mirror.undo(seat)
                world.mirror.close_update()

    async def look_back(self) -> None:
        """The past, and questions that are refused."""
        n = self.rng.randint(2, self.worlds[0].mirror.n)
        told = await self.both(self.ear, {"t": "past", "n": n})
        if self.seat is not None:
            told += await self.both(self.ear, {"t": "why", "action": self.rng.choice(QUESTIONS)})
        for a, b in zip(told[::2], told[1::2], strict=True):
            if a != b:
                raise LeakError(f"asked: {a} and {b}"[:400])
        self.compared["questions"] += 1

    async def hint(self) -> None:
        """A hint for the listener, which everybody is told of."""
        if self.seat is None or self.seat not in self.worlds[0].mirror.legal:
            return
        known = self.worlds[0].mirror
        if known._hinted.get(self.seat) == known.opened[self.seat]:
            return  # asked already: nobody is told again
        await self.both(self.ear, {"t": "hint"})
        for world in self.worlds:
            world.mirror.hint(self.seat)
            world.mirror.close_update()
        self.compared["hints"] += 1

    async def offer(self) -> None:
        """A contract is offered, or an offer answered."""
        words = self.rng.choice(OFFERS)
        maker = words.split()[1].lower()
        deed: dict[str, Any] = {"t": "contract", "do": "offer", "lines": [words]}
        line = f"offer {words}"
        offers = self.worlds[0].mirror.game.offers
        if offers:
            offer = offers[0]
            parties = [f for f in range(4) if offer.parties >> f & 1 and not offer.agreed >> f & 1]
            maker = FACTION_NAMES[self.rng.choice(parties)]
            line = f"accept {int(offer.number)}"
            deed = {"t": "contract", "do": "accept", "number": int(offer.number)}
        told = await self.both(maker, deed)
        if told[0] != told[1]:
            raise LeakError(f"{line}: {told}")
        if told[0]["t"] == "ok":
            self.compared["contracts"] += 1
            for world in self.worlds:
                world.play(maker, line, PLAYER)

    async def plot(self) -> None:
        """What others do in secret, in one world alone."""
        others = [name for name in FACTION_NAMES if name != self.seat]
        one, two = self.rng.sample(others, 2)
        self.cid += 1
        world = self.rng.choice(self.worlds)
        await world.ask(one, {"t": "chat", "id": self.cid, "text": "psst", "to": two})
        self.compared["whispers in one"] += 1


def _heard(session: Session, listener: int) -> list[Event]:
    return [one.event for one in session.heard if one.event.reaches(listener)]


async def _batch(folder: Path, seeds: range, found: Counter[str]) -> list[str]:
    """So many pairs at one server; what leaked."""
    pairs = [Pair(folder, seed) for seed in seeds]
    leaks: list[str] = []
    flags = (
        *FREE_OF_LIMITS,
        "--veil-median",
        "0",
        "--bot-pace",
        "0",
        "--chat-per-minute",
        "100000",
    )
    with RunningServer(folder, *flags, "--free-acts", "1000000") as server:
        for number in range(0, len(pairs), TOGETHER):
            some = pairs[number : number + TOGETHER]
            told = await asyncio.gather(*(one.run(server) for one in some), return_exceptions=True)
            for pair, answer in zip(some, told, strict=True):
                found.update(pair.compared)
                if isinstance(answer, BaseException):
                    seed = seeds[pairs.index(pair)]
                    leaks.append(f"seed {seed}: {type(answer).__name__} {answer}"[:900])
                    print(f"told apart: {leaks[-1]}", flush=True)
    return leaks


def run_worlds(count: int, seed: int) -> int:
    """0 when no pair of worlds was told apart."""
    found: Counter[str] = Counter()
    leaks: list[str] = []
    began, first = time.monotonic(), seed * 1_000_000
    while found["pairs"] + len(leaks) < count:
        with tempfile.TemporaryDirectory() as folder:
            size = min(AT_ONCE, 2 * (count - found["pairs"]))
            leaks += asyncio.run(_batch(Path(folder), range(first, first + size), found))
            first += size
        print(f"{found['pairs']} pairs, {len(leaks)} told apart", flush=True)
    figures = ", ".join(f"{value:,} {name}" for name, value in sorted(found.items()))
    print(f"{figures} ({time.monotonic() - began:.0f} s)")
    print(f"told apart: {len(leaks)}")
    return 1 if leaks else 0
