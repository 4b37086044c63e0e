"""Two games that differ only in what a seat may not know send it the same bytes.

The second game is drawn from the seat's own view (``views.sample``). Both are then played on with
the same lines. While the engine itself says that the seat sees and hears the same in both, every
byte the server sends to it has to be the same: views, choices, events, numbers, flags, refusals, what
it is told of the past, hints, and the position over HTTP. Games have options and contracts.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from copy import copy, deepcopy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from server.room import PEOPLE, Ear

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.events import Event, Log
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.server.bots.workers import Pool, Thinkers
from dragondune.server.config import Config
from dragondune.server.fairness.deal import Seals, commitment
from dragondune.server.fairness.veil import Veil
from dragondune.server.limits import Costs
from dragondune.server.lobby import people
from dragondune.server.lobby.hall import Hall
from dragondune.server.play.session import FORCED, OPEN_STEPS, PLAYER, Session
from dragondune.server.storage.card import copy_of
from dragondune.server.storage.store import Row
from dragondune.server.tables import attendance, clocks
from dragondune.server.tables.replay import _play
from dragondune.server.tables.table import Table
from dragondune.server.tidings.outbox import outbox
from dragondune.server.web.http import get_seat
from dragondune.server.web.socket import Player
from dragondune.server.wire import incoming as messages
from dragondune.server.wire.incoming import NewTable, OrderSet, Pace
from dragondune.server.wire.problems import ProblemError
from dragondune.views.sample import sample
from tools.longrun import drawn_options

OBSERVER = -1
GAMES = int(os.environ.get("DRAGONDUNE_LEAK_GAMES", "6"))


EDITIONS = ("first", "r2", "r6", "r6b", "r9")
OFFERS = (
    "offer The Orcs do not attack the Elves.",
    "offer The Goblins do not attack the Dwarves.",
    "offer The Elves do not bid above 2.",
)


class Here(Pool):
    """Bots think in this process: starting another would take longer than the test."""

    def executor(self) -> Any:
        self._threads = getattr(self, "_threads", None) or ThreadPoolExecutor(1)
        return self._threads


def heard_by(events: list[Event], seat: int) -> list[Event]:
    return [event for event in events if event.reaches(seat)]


def own_copy(name: str, value: Any) -> Any:
    """What each of two games goes on with apart from the other."""
    return deepcopy(value) if name == "_numbering" else copy(value)


def in_another_world(table: Table, other: Table, seat: int, rng: random.Random) -> None:
    """Make ``other`` the same game, as far as the seat can know."""
    assert table.session is not None
    assert other.session is not None
    log = table.session.log
    view = table.session.game.view(None if seat < 0 else FACTION_NAMES[seat])
    state = sample(view, rng)
    state.log = Log()
    state.log.events = list(log.events)
    state.log.chances = list(log.chances)
    for name, value in vars(table.session).items():
        if name != "game":
            setattr(other.session, name, own_copy(name, value))
    other.session.game.state = state
    for session in (table.session, other.session):
        # What came before the parting is of one world only. Both find their own ways back from here
        # on, as seats take back in both what they do.
        session._backs, session._older = [], []
    other.session._list_legal()
    table.session._list_legal()
    other.meta.order = table.meta.order
    for one in (table, other):
        # The past is played again from here: before it, the other world has none of its own.
        assert one.session is not None
        assert one.past is not None
        start = one.session.game.copy()
        start.state.log = None
        one.past._marks = [("", list(one.session.lines), start)]


class Pair:
    """The two games, with an ear each for the seat in question."""

    def __init__(
        self, hall: Hall, tables: list[Table], seat: int, tokens: list[str], compared: Counter[str]
    ) -> None:
        self.protocol = 1 + int(compared["pairs"]) % 2
        compared["pairs"] += 1
        self.hall, self.tables, self.seat, self.tokens = hall, tables, seat, tokens
        self.compared = compared
        self.ears = [Ear(None if seat < 0 else seat) for _ in tables]
        self.players = [Player(hall, table, None) for table in tables]  # type: ignore[arg-type]
        for player, ear in zip(self.players, self.ears, strict=True):
            player.connection = ear  # type: ignore[assignment]
        session = tables[0].session
        assert session is not None
        self.parted = session.n

    async def listen(self) -> None:
        for table, ear in zip(self.tables, self.ears, strict=True):
            table.driver.stop()
            # One listener is told whole updates, another what they change.
            await table.welcome(ear, 0, 0, protocol=self.protocol)  # type: ignore[arg-type]
            table.driver.stop()
            waiting = table.announcer._waiting
            assert waiting is not None
            waiting.cancel()  # who else came is told in a second, at one table before the other

    async def ask(self, rng: random.Random, cid: int) -> None:
        """What the seat can ask for: the past, a hint, its position over HTTP."""
        session = self.tables[0].session
        assert session is not None
        then = rng.randint(self.parted, session.n)
        name = None if self.seat < 0 else FACTION_NAMES[self.seat]
        hint = name in session.legal and rng.random() < 0.3
        for table, player, ear, token in zip(
            self.tables, self.players, self.ears, self.tokens, strict=True
        ):
            await player._past(messages.Past(id=cid, n=then))
            if name is None:
                continue
            if hint:
                await player._hint(name, messages.Hint(id=cid))
                table.driver.stop()
            hall = SimpleNamespace(find=lambda _, table=table: table, costs=Costs(10**6))
            request: Any = SimpleNamespace(
                app=SimpleNamespace(state=SimpleNamespace(hall=hall)),
                path_params={"id": ""},
                headers={"authorization": f"Bearer {token}"},
                query_params={"seen": str(then)},
                scope={},
            )
            ear.send(bytes((await get_seat(request)).body))
            await self.about_others(table, ear, token, cid)
        self.compared["past"] += 1
        self.compared["hint"] += hint
        self.compared["seat"] += name is not None

    async def about_others(self, table: Table, ear: Ear, token: str, cid: int) -> None:
        """Nudges and votes: whether they are taken, and with which words they are refused."""
        do: Any = ("nudge", "vote", "withdraw")[cid % 3]
        for number in range(4):
            wish = messages.PeopleWish(do, number)
            try:
                await people.act(self.hall, table, token, wish)
                self.compared[do] += 1
            except ProblemError as error:
                ear.send(error.text.encode())
        table.driver.stop()

    def compare(self) -> None:
        """Was the seat sent the same bytes?"""
        for one, two in zip(self.ears[0].heard, self.ears[1].heard, strict=True):
            at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
            assert one == two, f"{one[at - 60 : at + 60]!r} is not {two[at - 60 : at + 60]!r}"
            self.compared["messages"] += 1
        for ear in self.ears:
            ear.heard.clear()

    def compare_tidings(self) -> None:
        """What would be told of the last update to people with accounts who are not there."""
        told = []
        for table in self.tables:
            assert table.session is not None
            card = copy_of(table.meta)
            for number, one in enumerate(card.seats):
                one.account, one.token_hash = f"a{number}", "x"
            told.append([row[1][2:6] for row in outbox(card, table.session, 0.0)])
        assert told[0] == told[1]
        self.compared["tidings"] += len(told[0])

    async def bargain(self, rng: random.Random, cid: int) -> None:
        """An offer, or the answer to one, in both."""
        session = self.tables[0].session
        assert session is not None
        line = rng.choice(OFFERS)
        seat = line.split()[2]
        if session.game.offers:
            offer = rng.choice(session.game.offers)
            others = [f for f in range(4) if offer.parties >> f & 1 and not offer.agreed >> f & 1]
            if others:
                seat = FACTION_NAMES[rng.choice(others)]
                line = f"{rng.choice(('accept', 'refuse'))} {int(offer.number)}"
        told = []
        for table in self.tables:
            told.append(await table.act(seat, cid, line, None))
            table.driver.stop()
        assert told[0] == told[1]
        self.compared["deals"] += told[0].ok

    def same(self) -> bool:
        """Does the engine say that the seat cannot tell them apart?"""
        games = [table.session.game for table in self.tables if table.session is not None]
        name = None if self.seat < 0 else FACTION_NAMES[self.seat]
        views = [game.view(name) for game in games]
        told = [
            heard_by(game.state.log.events if game.state.log else [], self.seat) for game in games
        ]
        return views[0] == views[1] and told[0] == told[1]

    async def play(self, rng: random.Random, cid: int) -> bool:
        """One line in both; False where the worlds part."""
        legal = [table.session.legal if table.session else {} for table in self.tables]
        seats = [seat for seat in legal[0] if seat in legal[1]]
        if not seats or list(legal[0]) != list(legal[1]):
            return False
        seat = rng.choice(seats)
        both = [str(Action.of(code)) for code in legal[0][seat] if code in legal[1][seat]]
        if not both:
            return False
        # Who passes with an ace and who has none must look alike in all that follows.
        line = "pass" if "pass" in both and rng.random() < 0.4 else rng.choice(both)
        chances = [len(found[seat]) > 1 for found in legal]
        self.compared["forced in one"] += chances[0] != chances[1]
        for table, chooses in zip(self.tables, chances, strict=True):
            assert table.session is not None
            if chooses or table.session.step() in OPEN_STEPS:
                assert (await table.act(seat, cid, line, None)).ok
            else:
                opened = table.session.opened[seat]
                assert await table.server_acts(seat, opened, line, FORCED)
            table.driver.look()  # winds the clocks up
            table.driver.stop_waiting()
        return True

    async def take_back(self, rng: random.Random, cid: int) -> None:
        """Somebody takes a choice back in both: whether that can be done must not differ."""
        seat = rng.choice(FACTION_NAMES)
        told = []
        for table in self.tables:
            told.append(await table.undo(seat, cid))
            table.driver.look()
            table.driver.stop_waiting()
        assert told[0] == told[1], seat
        self.compared["undone"] += told[0].ok

    async def disturb(self, rng: random.Random, cid: int) -> None:
        """What others do in secret, and what the seat is refused."""
        others = [f for f in range(4) if f != self.seat]
        one, two = rng.sample(others, 2)
        for table in self.tables:
            teller = Ear(one)
            await table.talk.say(teller, cid, "psst", FACTION_NAMES[two])  # type: ignore[arg-type]
            await table.set_orders(FACTION_NAMES[two], cid, OrderSet(bid_limit=cid % 7))
            table.driver.stop()
        if self.seat >= 0:
            name = FACTION_NAMES[self.seat]
            games = [table.session.game for table in self.tables if table.session is not None]
            for line in ("bid 9", "move 3 10★ 9•", "look goblins", "deny A♣", "give orcs 99"):
                answers = [str(game.why_not(name, line)) for game in games]
                assert answers[0] == answers[1]


class Clock:
    """Time that stands still while both worlds do the same."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    monotonic = time


async def compare(
    folder: Path, seat: int, seed: int, most: int, compared: Counter[str], clock: Clock
) -> None:
    """Play up to somewhere, part the worlds, and compare what the seat is sent in both."""
    rng = random.Random(seed)
    config = replace(Config(), data=str(folder), bot_pace=0, veil_median=0, tables_per_hour=10**6)
    hall = Hall(
        replace(
            config, chat_per_minute=10**6, cost_per_second=10**6, nudge_after=4.0, nudge_again=20.0
        )
    )
    hall.services.thinkers, hall.services.bots = Thinkers(Here(1)), ["steward"]
    try:
        edition = rng.choice(EDITIONS)
        options = list(drawn_options(edition, rng)) if rng.random() < 0.7 else []
        tables, tokens = [], []
        for secret in (f"one {seed}", f"two {seed}"):
            promised = commitment(secret)  # the same deal each time the test runs
            assert isinstance(hall.seals, Seals)
            hall.seals._secrets[promised] = secret, 0.0
            wish = NewTable(
                edition=edition,
                options=options,
                seats=PEOPLE,
                commitment=promised,
                pace=Pace("live", 60 * (seed % 2)) if seed % 2 else Pace(),
            )
            made: Any = await hall.create(wish, "here")
            tables.append(hall.tables[made.table])
            tokens.append(made.tokens[max(0, seat)].token)
            tables[-1].driver.stop()
        for table in tables:
            table.meta.id = table.meta.seed = "the same"
            table.meta.created = table.meta.began = 0.0
        tables[1].journal.seq = 10**6  # their logs lie under one name now
        session: Any = tables[0].session
        for line in rng.sample(OFFERS, rng.randint(0, 2)):
            session.act(line.split()[2], line)
            for offer in session.game.offers:
                for f in range(4):
                    if offer.parties >> f & 1 and not offer.agreed >> f & 1:
                        session.act(FACTION_NAMES[f], f"accept {int(offer.number)}")
            session.close_update()
        for _ in range(rng.randrange(10, most)):
            if not session.legal:
                return
            mover = rng.choice(list(session.legal))
            session.act(mover, Action.of(rng.choice(session.legal[mover])))
            session.close_update()
        if not session.legal:
            return
        in_another_world(tables[0], tables[1], seat, rng)
        pair = Pair(hall, tables, seat, tokens, compared)
        await pair.listen()
        assert pair.same()
        pair.compare()
        for cid in range(1, 40):
            await pair.disturb(rng, 1000 + cid)
            if rng.random() < 0.3:
                await pair.bargain(rng, 2000 + cid)
            if not await pair.play(rng, cid) or not pair.same():
                break
            pair.compare_tidings()
            for again in range(2):
                if rng.random() < 0.4:
                    await pair.take_back(rng, 4000 + 10 * cid + again)
            if not pair.same():
                break
            clock.now += rng.uniform(0, 9)
            await pair.ask(rng, 3000 + cid)
            pair.compare()
    finally:
        hall.close()


@pytest.mark.parametrize("seat", [OBSERVER, 0, 1, 2, 3])
def test_what_a_seat_may_not_know_changes_no_byte(
    tmp_path: Path, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: Counter[str] = Counter()
    clock = Clock()
    for module in (clocks, attendance, people):
        monkeypatch.setattr(module, "time", clock)
    for seed in range(GAMES):
        folder = tmp_path / str(seed)
        asyncio.run(compare(folder, seat, seed * 11 + seat + 1, 160, compared, clock))
    assert compared["messages"] > 20 * GAMES
    assert compared["past"] > 5 * GAMES
    assert compared["deals"]
    assert compared["tidings"] > 5 * GAMES
    assert compared["undone"]
    if seat != OBSERVER:
        assert compared["seat"] > 5 * GAMES
        assert compared["hint"]
        assert compared["nudge"]


def test_a_single_choice_at_an_open_step_follows_from_what_everyone_sees() -> None:
    """Only there is it played at once; anywhere else the veil lies over it."""
    checked = set()
    for seed in range(12):
        rng = random.Random(seed)
        edition = rng.choice(("first", "r2", "r6", "r6b", "r9"))
        order = ["orcs", "elves", "dwarves", "goblins"]
        session = Session(edition, (), order, str(seed))
        while session.legal:
            mover = rng.choice(list(session.legal))
            step = session.step()
            if step in OPEN_STEPS:
                checked.add(step)
                other = sample(session.game.view(None), rng)
                again = [a.code for a in Game(session.game.header, other).legal(mover)]
                assert (len(again) == 1) == (len(session.legal[mover]) == 1), step
            session.act(mover, Action.of(rng.choice(session.legal[mover])))
            session.close_update()
    assert len(checked) > 5


def parted(session: Session, state: State) -> Session:
    """The same game, to be played on apart: in this world, or with what another one hides."""
    other = copy(session)
    for name, value in vars(session).items():
        setattr(other, name, own_copy(name, value))
    other.game = Game(session.game.header, state)
    state.log = Log()
    state.log.events, state.log.chances = list(session.log.events), list(session.log.chances)
    other._list_legal()
    return other


def other_hand(session: Session, actor: str, mover: str, rng: random.Random) -> Session | None:
    """A world like this one to ``actor``, but ``mover`` has a choice there and here not (or so)."""
    for _ in range(4):
        other = parted(session, sample(session.game.view(actor), rng))
        here, there = session.legal[mover], other.legal.get(mover, [])
        if there and (len(there) == 1) != (len(here) == 1):
            return other
    return None


def test_the_way_back_does_not_tell_who_had_a_choice() -> None:
    """One world where another had to pass, one where it chose to: both say the same of undo."""
    steps: Counter[str] = Counter()
    order = ["orcs", "elves", "dwarves", "goblins"]
    for seed in range(12):
        rng = random.Random(seed)
        session = Session(rng.choice(EDITIONS), (), order, str(seed))
        while session.legal:
            mover = rng.choice(list(session.legal))
            step, lines = session.step(), [str(action) for action in session.game.legal(mover)]
            for actor in order:
                if step in OPEN_STEPS or "pass" not in lines or not session.can_undo(actor):
                    continue
                watcher = actor if actor != mover else order[order.index(actor) - 1]
                other = other_hand(session, watcher, mover, rng)
                if other is not None:
                    steps[step] += 1
                    here = parted(session, session.game.state.copy())
                    check_the_way_back([here, other], actor, mover)
            session.act(mover, Action.of(rng.choice(session.legal[mover])))
            session.close_update()
    assert steps["deny"] > 2, steps


def check_the_way_back(worlds: list[Session], actor: str, mover: str) -> None:
    told = []
    for world in worlds:
        forced, lines = len(world.legal[mover]) == 1, len(world.lines)
        assert world.act(mover, "pass", FORCED if forced else PLAYER) is None
        world.close_update()
        told.append(
            [
                (world.can_undo(who), str(world.undo(who)), len(world.lines))
                for who in (actor, mover, mover, actor)
            ]
        )
        if forced and world._older and world._older[-1].seat == actor:
            # Tables under way were stored while this way back was open: they still play again.
            _play(world, Row(1, world.n, "undo", actor, 0, "", 0, 0.0))
            assert len(world.lines) < lines
    assert told[0] == told[1]


# --- times -----------------------------------------------------------------------------------


def test_nobody_lays_down_how_long_another_seems_to_think() -> None:
    """Times of other tables, and of others at this one, are not among those that are drawn from."""
    veil = Veil(2.0)
    for _ in range(1000):
        veil.note("orcs", "deny", 0.01)
    drawn = sorted(veil.draw("elves", "deny") for _ in range(400))
    assert drawn[40] > 0.5
    own = sorted(veil.draw("orcs", "deny") for _ in range(400))
    assert own[200] < 0.1


def test_times_taken_are_those_of_the_table_and_outlive_a_restart(scene: Any) -> None:
    async def play(room: Any) -> None:
        other = (await room.hall.create(NewTable(seats=PEOPLE), "here")).table
        rng = random.Random(7)
        for _ in range(400):
            session = room.session
            if not session.legal or len(room.table.veil._taken) > 2:
                break
            seat = session.waiting()[0]
            lines = [str(action) for action in room.game.legal(seat)]
            veiled = session.step() not in OPEN_STEPS and "pass" in lines and len(lines) > 1
            await room.act(seat, "pass" if veiled else rng.choice(lines))
        noted = {where: len(times) for where, times in room.table.veil._taken.items()}
        assert noted
        assert not room.hall.tables[other].veil._taken
        again = Hall(room.hall.config)
        try:
            table = again.tables[room.table.meta.id]
            await table.load()
            assert {where: len(times) for where, times in table.veil._taken.items()} == noted
            for where, times in table.veil._taken.items():
                known = room.table.veil._taken[where]
                assert all(abs(a - b) < 0.5 for a, b in zip(times, known, strict=True))
        finally:
            again.close()

    scene(play)
