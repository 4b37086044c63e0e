"""Pairs of worlds over real sockets: what a seat may not know changes no byte that it is sent.

Two tables stand at positions that one seat, or a watcher, cannot tell apart. Both are played on with the
same lines: options, contracts, gifts, choices taken back, hints, standing orders and whispers in one world
alone, questions about the past, the lobby. While the engine says that the listener sees and hears the same
in both, every message to it has to be the same: whole updates, what updates change, and all answers. Where
they part, the game goes on from there with a new twin, until it is over.
"""

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from browser.prepared import prepare

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal
from dragondune.server.play.session import PLAYER, Session
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.tidings.outbox import news_of
from dragondune.server.wire.incoming import OrderSet
from dragondune.views.sample import sample
from tools.longrun import drawn_options
from tools.trials.orders import drawn_orders
from tools.trials.running import FREE_OF_LIMITS, RunningServer
from tools.trials.twins import CHANGES, WATCHER, LeakError, World

EDITIONS: Final = ("first", "r2", "r6", "r6b", "r9")
TOGETHER: Final = 12  # games played at the same time
MANY: Final = 100  # pairs from which on games under way are played to their end
STEPS: Final = 60  # decisions of one pair, at most
FAITHFUL: Final = 0.95  # how often a line is looked for that does not part the worlds
HINTED: Final = 0.1  # how often a hint is asked for that might be: each takes seconds of thought
QUESTIONS: Final = ("bid 9", "move 3 10★ 9•", "look goblins", "deny A♣", "give orcs 99")
OFFERS: Final = (
    "The Orcs do not attack the Elves.",
    "The Goblins do not attack the Dwarves.",
    "The Elves do not bid above 2.",
    "The Dwarves pay the Goblins 1 gold now.",
)
FLAGS: Final = (
    *FREE_OF_LIMITS,
    # How long things take is compared by a trial of its own.
    *("--veil-median", "0", "--bot-pace", "0"),
    *("--people", "1"),  # whoever has an account is told no more than a guest
    *("--chat-per-minute", "1000000", "--chat-lines", "1000000", "--free-acts", "1000000"),
    *("--plans-per-second", "1000000"),
    # Nobody is shown out because the machine is busy.
    *("--hello-seconds", "600", "--header-seconds", "600", "--body-seconds", "600"),
)


class Pair:
    """Both worlds, and the one who must not tell them apart."""

    def __init__(
        self, worlds: list[World], rng: random.Random, http: httpx.AsyncClient, found: Counter[str]
    ) -> None:
        self.worlds, self.rng, self.http, self.found = worlds, rng, http, found
        self.ear = worlds[0].ear
        self.seat = None if self.ear == WATCHER else self.ear
        self.cid = 0
        self.same_until = worlds[0].mirror.n  # the last update at which they were the same

    def is_same(self) -> bool:
        """Does the engine say that the listener cannot tell them apart?"""
        one, two = self.worlds
        views = [world.mirror.game.view(self.seat) for world in self.worlds]
        return views[0] == views[1] and one.heard_events() == two.heard_events()

    async def run(self) -> None:
        """Play on until the worlds part."""
        try:
            for world in self.worlds:
                await world.open()
            await self._play()
            self.found["pairs"] += 1
        finally:
            for world in self.worlds:
                await world.close()

    async def _play(self) -> None:
        for _ in range(STEPS):
            if not await self.step() or not self.is_same():
                break
            self._note_same()
            if not self.unasked():
                await self.compare()
        await self.compare()

    def _note_same(self) -> None:
        """The listener sees the same: then the same seats are waited for, and may go back."""
        one, two = (world.mirror for world in self.worlds)
        if list(one.legal) != list(two.legal):
            raise LeakError(f"waited for {list(one.legal)} and {list(two.legal)}")
        if one.n != two.n:
            raise LeakError(f"{one.n} updates and {two.n}")
        told = [[news for news in news_of(mirror) if news[0] == self.ear] for mirror in (one, two)]
        if told[0] != told[1]:
            raise LeakError(f"notified of {told[0]} and {told[1]}")
        self.found["notifications"] += len(told[0])
        self.same_until = one.n

    def unasked(self) -> list[str]:
        """For whom the server plays in one of the worlds: there it is ahead of the other."""
        return [seat for world in self.worlds for seat in world.unasked()]

    async def compare(self) -> None:
        """Was the listener sent the same, up to the last moment at which nothing was to be told?"""
        await self.settle()
        told = [
            [world.taken(name, self.same_until) for name in self._ears()] for world in self.worlds
        ]
        for one, two in zip(*told, strict=True):
            self._compare(one, two)
        for world, heard in zip(self.worlds, told, strict=True):
            self.found["changes put together"] += world.put_together(*heard)

    def _ears(self) -> tuple[str, str]:
        return self.ear, CHANGES

    def _compare(self, one: list[str], two: list[str]) -> None:
        for a, b in zip(one, two, strict=False):
            if a != b:
                at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
                around = slice(max(0, at - 80), at + 80)
                raise LeakError(f"{a[:40]!r}… {a[around]!r} is not {b[around]!r}")
        if len(one) != len(two):
            raise LeakError(f"{len(one)} messages and {len(two)}: {[*one, *two][-1][:200]}")
        self.found["messages"] += len(one)
        self.found["bytes"] += sum(map(len, one))

    async def both(self, who: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        """The same message in both worlds."""
        self.cid += 1
        asked = [world.ask(who, {**message, "id": self.cid}) for world in self.worlds]
        return [{**answer, "n": 0} for answer in await asyncio.gather(*asked)]

    async def alike(self, who: str, message: dict[str, Any]) -> bool:
        """The same; the answers are compared. Was it carried out?"""
        one, two = await self.both(who, message)
        if one != two:
            raise LeakError(f"{message}: {one} and {two}"[:600])
        return bool(one["t"] == "ok")

    async def settle(self) -> None:
        """Nothing is asked while the server still plays what was forced."""
        self.cid += 1
        await asyncio.gather(*(world.catch_up(self.cid) for world in self.worlds))

    # --- decisions ---------------------------------------------------------------------------

    async def step(self) -> bool:
        """One decision, and what is done beside it; False where the worlds part."""
        one, two = self.worlds
        if not one.mirror.legal:
            return False
        if not self.unasked() and self.rng.random() < 0.5:
            await self.settle()
            await self.rng.choice(self.deeds())()
            if not one.mirror.legal or not self.is_same():
                return False
            self._note_same()
        if max(len(one.unasked()), len(two.unasked())) > 1:
            return False  # the server plays for two at once: who is first is a matter of time
        return await self.decide(self.rng.choice(self.unasked() or list(one.mirror.legal)))

    async def decide(self, seat: str) -> bool:
        """A seat decides in both; where the server plays for it, it does so in its own time."""
        own = [world.unasked().get(seat) for world in self.worlds]
        line = self._line(seat, [answer[0] for answer in own if answer is not None])
        if not line:
            return False
        self.found["forced or ordered in one"] += own.count(None) == 1
        self.cid += 1
        doing = zip(self.worlds, own, strict=True)
        await asyncio.gather(*(self._carry_out(w, seat, line, answer) for w, answer in doing))
        self.found["decisions"] += 1
        return True

    async def _carry_out(
        self, world: World, seat: str, line: str, unasked: tuple[str, str] | None
    ) -> None:
        if unasked is not None:
            world.play(seat, line, unasked[1])
            await world.catch_up(self.cid)
            return
        n = world.mirror.n
        answer = await world.ask(seat, {"t": "act", "id": self.cid, "n": n, "action": line})
        if answer["t"] != "ok":
            raise LeakError(f"{line} of the {seat} was refused: {answer}")
        world.play(seat, line, PLAYER)

    def _line(self, seat: str, given: list[str]) -> str:
        """What is played in both; nothing where that cannot be."""
        first, second = (
            [str(Action.of(code)) for code in world.mirror.legal[seat]] for world in self.worlds
        )
        known = set(second)
        common = [line for line in first if line in known and line in (given or [line])]
        if not common or len(set(given)) > 1:
            return ""
        if given:
            return given[0]
        passing = "pass" in common and self.rng.random() < 0.4
        drawn = [*["pass"] * passing, *self.rng.sample(common, min(8, len(common)))]
        if self.rng.random() > FAITHFUL:
            return drawn[0]
        return next((line for line in drawn if self._stays_same(seat, line)), drawn[0])

    def _stays_same(self, seat: str, line: str) -> bool:
        """Would the listener see the same in both after this line?"""
        seen = []
        for world in self.worlds:
            game = world.mirror.game.copy()
            if isinstance(game.play(seat, line), Refusal):
                return False
            seen.append(game.view(self.seat))
        return bool(seen[0] == seen[1])

    # --- beside the decisions ----------------------------------------------------------------

    def deeds(self) -> list[Callable[[], Any]]:
        """What may be asked for or done at any time."""
        often = [
            self.undo,
            self.undo,
            self.look_back,
            self.offer,
            self.plot,
            self.order,
            self.order,
        ]
        seldom = [self.hint, self.give, self.chat, self.come_again, self.order_openly]
        return [*often, *often, *seldom, self.look_around]

    async def undo(self) -> None:
        """Somebody takes a choice back."""
        able = [name for name in FACTION_NAMES if self.worlds[0].mirror.can_undo(name)]
        seat = self.rng.choice(able or FACTION_NAMES)
        can = [world.mirror.can_undo(seat) for world in self.worlds]
        if can[0] != can[1]:
            raise LeakError(f"the {seat} can take back in one world alone")
        if await self.alike(seat, {"t": "undo"}):
            self.found["undone"] += 1
            for world in self.worlds:
                world.mirror.undo(seat)
                world.mirror.close_update()

    async def look_back(self) -> None:
        """The past, pages of story and talk, and questions that are refused."""
        n = self.rng.randint(2, self.worlds[0].mirror.n)
        await self.alike(self.ear, {"t": "past", "n": n})
        await self.alike(self.ear, {"t": "story", "before": self.rng.randint(0, 30)})
        await self.both(self.ear, {"t": "talk", "before": self.rng.randint(0, 30)})
        if self.seat is not None:
            await self.alike(self.ear, {"t": "why", "action": self.rng.choice(QUESTIONS)})
            await self.alike(self.ear, {"t": "plan", "do": "preview"})
            line = self.rng.choice(QUESTIONS)
            await self._play_freely(self.ear, line, {"t": "act", "action": line}, "tries")
        self.found["questions"] += 1

    async def hint(self) -> None:
        """A hint for the listener, which everybody is told of."""
        if self.seat is None or self.seat not in self.worlds[0].mirror.legal:
            return
        if self.rng.random() > HINTED:
            return
        known = self.worlds[0].mirror
        if known._hinted.get(self.seat) == known.opened[self.seat]:
            return  # asked already: nobody is told again
        await self.alike(self.ear, {"t": "hint"})
        for world in self.worlds:
            world.mirror.hint(self.seat)
            world.mirror.close_update()
        self.found["hints"] += 1

    async def offer(self) -> None:
        """A contract is offered, or an offer answered."""
        words = self.rng.choice(OFFERS)
        maker = words.split()[1].lower()
        deed: dict[str, Any] = {"t": "contract", "do": "offer", "lines": [words]}
        line = f"offer {words}"
        offers = self.worlds[0].mirror.game.offers
        if offers:
            offer = self.rng.choice(offers)
            parties = [f for f in range(4) if offer.parties >> f & 1 and not offer.agreed >> f & 1]
            maker, number = FACTION_NAMES[self.rng.choice(parties)], int(offer.number)
            do = self.rng.choice(("accept", "accept", "refuse"))
            line, deed = f"{do} {number}", {"t": "contract", "do": do, "number": number}
        await self._play_freely(maker, line, deed, "contracts")

    async def give(self) -> None:
        """A gift of gold."""
        giver, taker = self.rng.sample(FACTION_NAMES, 2)
        line = f"give {taker} 1"
        await self._play_freely(giver, line, {"t": "act", "action": line}, "gifts")

    async def _play_freely(
        self, seat: str, line: str, message: dict[str, Any], counted: str
    ) -> None:
        if await self.alike(seat, message):
            self.found[counted] += 1
            for world in self.worlds:
                world.play(seat, line, PLAYER)

    async def chat(self) -> None:
        """Somebody talks to all, or to the listener."""
        others = [name for name in FACTION_NAMES if name != self.seat]
        to = self.rng.choice((None, self.seat))
        await self.alike(self.rng.choice(others), {"t": "chat", "text": "Hello.", "to": to})
        self.found["lines of talk"] += 1

    async def plot(self) -> None:
        """What others say in secret, in one world alone."""
        others = [name for name in FACTION_NAMES if name != self.seat]
        one, two = self.rng.sample(others, 2)
        self.cid += 1
        world = self.rng.choice(self.worlds)
        await world.ask(one, {"t": "chat", "id": self.cid, "text": "psst", "to": two})
        self.found["whispers in one"] += 1

    async def order(self) -> None:
        """Somebody else gives standing orders, in one world alone."""
        others = [name for name in FACTION_NAMES if name != self.seat]
        await self._set(self.rng.choice(others), [self.rng.choice(self.worlds)])
        self.found["orders in one"] += 1

    async def order_openly(self) -> None:
        """The listener gives standing orders, in both."""
        if self.seat is not None:
            await self._set(self.seat, self.worlds)
            self.found["orders of the listener"] += 1

    async def _set(self, seat: str, worlds: list[World]) -> None:
        wish = drawn_orders(self.rng, int(worlds[0].mirror.game.turn))
        self.cid += 1
        for world in worlds:
            if wish != world.orders.get(seat, OrderSet()):
                # Heeded at once: the answer may come after what they answer.
                world.orders[seat] = wish
                plain = msgspec.to_builtins(wish)
                await world.ask(seat, {"t": "orders", "id": self.cid, "orders": plain})

    async def come_again(self) -> None:
        """The listener's other socket comes again, and has missed some of it."""
        await self.compare()
        n = self.worlds[0].mirror.n
        seen = self.rng.choice((0, n, max(0, n - self.rng.randint(1, 9))))
        for world in self.worlds:
            await world.lines[CHANGES].close()
            await world.come(CHANGES, self.seat, 2, seen)
        self.found["came again"] += 1

    async def look_around(self) -> None:
        """The lobby, the table's card, and the position without a socket."""
        headers = await asyncio.gather(*(world.told_in_lobby(self.http) for world in self.worlds))
        for key, told in headers[0].items():
            if told != headers[1][key]:
                raise LeakError(f"the lobby tells of {key}: {told} and {headers[1][key]}")
        self.found["told in the lobby"] += all(world.lobby is not None for world in self.worlds)
        if self.seat is not None:
            one, two = [await world.seat_over_http(self.http) for world in self.worlds]
            if one != two:
                raise LeakError(f"the seat over HTTP: {one[:300]} and {two[:300]}")
            self.found["positions over HTTP"] += 1


# --- whole games ---------------------------------------------------------------------------


class Journey:
    """One game from its deal to its end, with a new twin whenever the worlds have parted."""

    def __init__(self, server: RunningServer, number: int, skip: int = 0) -> None:
        self.server, self.rng = server, random.Random(number)
        rng = self.rng
        self.edition = rng.choice(EDITIONS)
        self.options = list(drawn_options(self.edition, rng)) if rng.random() < 0.7 else []
        order = rng.sample(FACTION_NAMES, 4)
        self.game = Game.new(self.edition, order, self.options, str(rng.random()))
        for _ in range(rng.randrange(skip) if skip else 0):
            self.move()

    def move(self) -> None:
        """One random action that nobody listens to."""
        pending = self.game.pending()
        if pending:
            seat = self.rng.choice(pending).seat
            self.game.play(seat, self.rng.choice(self.game.legal(seat)))

    def pairs(self, http: httpx.AsyncClient, found: Counter[str]) -> Iterator[Pair]:
        """Each pair of this game in turn."""
        while self.game.pending():
            worlds = self._twins()
            if not worlds:
                self.move()
                continue
            pair = Pair(worlds, self.rng, http, found)
            yield pair
            before, self.game = self.game, self._gone_on(worlds[0])
            if self.game.position() == before.position():
                self.move()

    def _gone_on(self, world: World) -> Game:
        position, agreed = world.mirror.game.position(), (self.edition, self.options)
        game = Game.at(position, *agreed)
        game.go_on()
        return game

    def _twins(self) -> list[World]:
        """Two tables at positions that one listener cannot tell apart; none where there are none."""
        ear = self.rng.choice((WATCHER, *FACTION_NAMES))
        seat = None if ear == WATCHER else ear
        other = Game(self.game.header, sample(self.game.view(seat), self.rng))
        if other.view(seat) != self.game.view(seat):
            return []
        positions = [one.position() for one in (self.game, other)]
        mirrors = [self._mirror(position) for position in positions]
        if positions[0] == positions[1] or list(mirrors[0].legal) != list(mirrors[1].legal):
            return []
        if any(len(codes) < 2 for mirror in mirrors for codes in mirror.legal.values()):
            return []  # the server would play before anybody listens
        return [self._world(mirror, ear) for mirror in mirrors]

    def _mirror(self, position: str) -> Session:
        """The game as a server has it that finds the table at this position."""
        order = list(self.game.seats)
        mirror = Session(self.edition, tuple(self.options), order, "", True, position)
        while mirror.n < 2:
            mirror.close_update()
        return mirror

    def _world(self, mirror: Session, ear: str) -> World:
        how: dict[str, Any] = {"title": "A table", "public": ear == WATCHER}
        place, people = (self.server.folder, mirror.position), FACTION_NAMES
        made = prepare(*place, people, self.edition, self.options, **how)
        tokens = dict(zip(people, [held["token"] for held in made["tokens"]], strict=True))
        return World(self.server, made["table"], tokens, mirror, ear)


class Trial:
    """Games in a row at one server, several at the same time."""

    def __init__(self, server: RunningServer, pairs: int, skip: int) -> None:
        self.server, self.wanted, self.skip = server, pairs, skip
        self.whole = not skip and pairs >= MANY
        self.found: Counter[str] = Counter()
        self.leaks: list[str] = []
        self._told = time.monotonic()

    def is_enough(self) -> bool:
        """Were so many pairs played as were asked for?"""
        return self.found["pairs"] + len(self.leaks) >= self.wanted

    async def run(self, numbers: Iterator[int]) -> None:
        """Play until there are enough pairs; of many, the games under way are played to their end."""
        once = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(limits=once) as http:
            together = min(TOGETHER, self.wanted)
            await asyncio.gather(*(self._play(numbers, http) for _ in range(together)))

    async def _play(self, numbers: Iterator[int], http: httpx.AsyncClient) -> None:
        while not self.is_enough():
            number = next(numbers)
            journey = Journey(self.server, number, self.skip)
            for pair in journey.pairs(http, self.found):
                await self._one(pair, f"game {number}, {journey.edition} {journey.options}")
                if self.is_enough() and not self.whole:
                    return
            self.found["games"] += 1

    async def _one(self, pair: Pair, name: str) -> None:
        try:
            await pair.run()
        except Exception as error:
            told = f"{name}, {pair.ear}: {type(error).__name__} {error}"[:1200]
            self.leaks.append(told)
            print(f"told apart: {told}", flush=True)
        if time.monotonic() > self._told + 20:
            self._told = time.monotonic()
            print(f"{self.found['pairs']} pairs, {len(self.leaks)} told apart", flush=True)


def play_pairs(folder: Path, pairs: int, first: int, skip: int = 0) -> Trial:
    """So many pairs at one server; ``skip``: begin somewhere in the game, and do not end it."""
    SqliteStore(folder / "tables.sqlite3").close()
    with RunningServer(folder, *FLAGS) as server:
        trial = Trial(server, pairs, skip)
        asyncio.run(trial.run(count(first)))
        trial.found["processor seconds of the server"] = round(server.cpu())
    return trial


def in_memory() -> str | None:
    """A folder whose files are not written to a disk, where the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def run_worlds(pairs: int, seed: int) -> int:
    """0 when no pair of worlds was told apart."""
    began, own = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        trial = play_pairs(Path(folder), pairs, seed * 1_000_000)
    trial.found["processor seconds of the trial"] = round(time.process_time() - own)
    figures = ", ".join(f"{value:,} {name}" for name, value in sorted(trial.found.items()))
    print(f"{figures} ({time.monotonic() - began:.0f} s)")
    print(f"told apart: {len(trial.leaks)}")
    return 1 if trial.leaks else 0
