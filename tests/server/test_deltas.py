"""Updates told as what they change come to the same as updates told whole, for every listener."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from server.applying import Message, applied
from server.room import Ear, Room

from dragondune.action import Action
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal
from dragondune.server.audience.rights import LISTENERS
from dragondune.server.play.session import Session
from dragondune.server.tables.publisher import Publisher
from dragondune.server.tables.stream import Stream
from dragondune.server.wire.incoming import OrderSet
from dragondune.server.wire.outgoing import DeltaMessage
from tools.longrun import drawn_options

EDITIONS = ("first", "r2", "r6", "r6b", "r9")
GAMES = int(os.environ.get("DRAGONDUNE_DELTA_GAMES", "2"))
OFFERS = (
    "offer The Orcs do not attack the Elves.",
    "offer The Goblins pay the Dwarves 1 gold now.",
    "offer The Elves show the Orcs their hand.",
    "offer The Dwarves do not bid above 2.",
)
exactly = msgspec.json.Decoder(DeltaMessage, strict=True).decode


class Listening:
    """Every listener of one game, told whole updates and changes side by side."""

    def __init__(self, session: Session, counts: Counter[str]) -> None:
        self.session, self.counts = session, counts
        self.stream = Stream()
        self.known: dict[int, Message] = {}
        self.heard = dict.fromkeys(LISTENERS, 0)
        publisher = Publisher(session)
        for seat in LISTENERS:
            self.known[seat] = json.loads(publisher.update(seat, 0, {}, None))
            self._count(seat)
            self.stream.begin(publisher, seat)

    def _count(self, seat: int) -> None:
        for event in self.known[seat]["events"]:
            self.heard[seat] = event["n"]

    def compare(self, rng: random.Random) -> None:
        """The latest update: both ways of telling it come to the same."""
        publisher, n = Publisher(self.session), self.session.n
        clock = {"orcs": 17.5 + n} if rng.random() < 0.1 else {}
        step = self.stream.go_on(publisher, LISTENERS, clock)
        assert step is not None
        shared = set()
        for seat in LISTENERS:
            raw = step.message(seat, None)
            assert raw is not None
            exactly(raw)
            delta, whole = (
                json.loads(raw),
                json.loads(publisher.update(seat, n - 1, clock, None)),
            )
            made = applied(self.known[seat], delta, self.heard[seat])
            assert made == whole
            shared.add(json.dumps(delta["all"]))
            self.known[seat] = made
            self._count(seat)
            self._tally(delta, len(raw), len(json.dumps(whole, ensure_ascii=False).encode()))
        assert len(shared) == 1

    def _tally(self, delta: Message, size: int, whole: int) -> None:
        self.counts["messages"] += 1
        self.counts["bytes"] += size
        self.counts["whole bytes"] += whole
        for side in ("all", "own"):
            for part, told in delta.get(side, {}).items():
                fields = told if part == "view" else {part: told}
                self.counts.update(f"{side} {name}" for name in fields)


def act(session: Session, rng: random.Random) -> None:
    """Something that can happen at a table: an action, a word, a choice taken back, a hint."""
    undoing = [name for name in FACTION_NAMES if session.can_undo(name)]
    luck = rng.random()
    if undoing and luck < 0.08:
        session.undo(undoing[0])
    elif luck < 0.1:
        session.hint(rng.choice(list(session.legal)))
    elif luck < 0.14:
        line = rng.choice(OFFERS)
        session.act(line.split()[2].lower(), line)
    elif session.game.offers and luck < 0.3:
        offer = rng.choice(session.game.offers)
        others = [f for f in range(4) if offer.parties >> f & 1 and not offer.agreed >> f & 1]
        session.act(FACTION_NAMES[others[0]], f"accept {int(offer.number)}")
    elif luck < 0.32:
        one, two = rng.sample(FACTION_NAMES, 2)
        session.act(one, f"give {two} 1")
    else:
        mover = rng.choice(list(session.legal))
        assert not isinstance(
            session.act(mover, Action.of(rng.choice(session.legal[mover]))), Refusal
        )


def play(edition: str, seed: int, counts: Counter[str]) -> None:
    """One random game to its end."""
    rng = random.Random(f"{edition}/{seed}")
    options = drawn_options(edition, rng) if seed % 2 else ()
    order = rng.sample(FACTION_NAMES, 4 if seed % 3 else rng.choice((2, 3, 4)))
    session = Session(edition, tuple(options), order, f"deltas {seed}")
    session.close_update()
    listening = Listening(session, counts)
    while session.legal and session.n < 160:
        for _ in range(rng.choice((1, 1, 1, 2, 5))):  # forced choices follow in the same update
            if session.game.pending():
                act(session, rng) if session.legal else None
                session._list_legal()
        session.close_update()
        listening.compare(rng)


def test_changes_come_to_the_same_as_whole_updates() -> None:
    counts: Counter[str] = Counter()
    for edition in EDITIONS:
        for seed in range(GAMES):
            play(edition, seed, counts)
    assert counts["messages"] > 500 * GAMES
    for told in ("factions", "territories", "piles", "sale", "battle", "contracts", "offers"):
        assert counts[f"all {told}"], told
    for told in ("factions", "me", "piles", "sale", "battle", "decision", "give", "undo", "events"):
        assert counts[f"own {told}"], told
    assert counts["bytes"] < counts["whole bytes"] / 4


# --- at a table ------------------------------------------------------------------------------


async def join(room: Room, seat: int | None, protocol: int = 2, seen: int = 0) -> Ear:
    ear = Ear(seat)
    await room.table.welcome(ear, seen, 0, protocol=protocol)  # type: ignore[arg-type]
    return ear


def told(ear: Ear) -> list[Message]:
    """The updates that somebody was sent, of either kind."""
    messages = [json.loads(raw) for raw in ear.heard]
    return [message for message in messages if message["t"] in ("update", "delta")]


def walked(ear: Ear) -> Message:
    """What somebody knows who puts all of them together."""
    updates = told(ear)
    known, heard = updates[0], 0
    for message in updates:
        known = message if message["t"] == "update" else applied(known, message, heard)
        heard = max([heard, *(event["n"] for event in known["events"])])
    return known


async def move(room: Room, rng: random.Random) -> None:
    seat = rng.choice(list(room.session.legal))
    line = str(Action.of(rng.choice(room.session.legal[seat])))
    assert (await room.act(seat, line)).ok


def test_everyone_knows_the_same_however_it_is_told(scene: Callable[..., None]) -> None:
    async def play(room: Room) -> None:
        rng = random.Random(3)
        whole = {seat: await join(room, seat, protocol=1) for seat in (0, 1, 2, 3, None)}
        changes = {seat: await join(room, seat) for seat in (0, 1, 2, 3, None)}
        for _ in range(40):
            await move(room, rng)
            for seat, ear in changes.items():
                assert walked(ear) == whole[seat].update
        assert all(message["t"] == "update" for ear in whole.values() for message in told(ear))
        for ear in changes.values():
            assert [message["t"] for message in told(ear)][1:] == ["delta"] * (len(told(ear)) - 1)

    scene(play)


def test_whoever_comes_later_goes_on_from_the_whole(scene: Callable[..., None]) -> None:
    async def play(room: Room) -> None:
        rng = random.Random(4)
        first = await join(room, 0)
        for _ in range(5):
            await move(room, rng)
        second, watcher = await join(room, 0), await join(room, None)
        for _ in range(5):
            await move(room, rng)
        room.table.leave(first)  # type: ignore[arg-type]
        room.table.leave(second)  # type: ignore[arg-type]
        for _ in range(5):  # nobody of that seat hears these
            await move(room, rng)
        again = await join(room, 0, seen=walked(second)["n"])
        for _ in range(5):
            await move(room, rng)
        control = await join(room, 0, protocol=1)
        await move(room, rng)
        assert walked(again) == control.update
        assert walked(watcher)["n"] == control.update["n"]
        assert told(again)[0]["since"] == walked(second)["n"]

    scene(play)


def test_whoever_misses_a_change_asks_for_the_whole(scene: Callable[..., None]) -> None:
    async def play(room: Room) -> None:
        rng = random.Random(5)
        ear, control = await join(room, 1), await join(room, 1, protocol=1)
        for _ in range(6):
            await move(room, rng)
        lost = ear.heard.pop()
        last = walked(ear)["n"]
        await move(room, rng)
        with pytest.raises(AssertionError):
            walked(ear)
        ear.heard.pop()
        await room.table.tell_whole(ear, last)  # type: ignore[arg-type]
        assert walked(ear) | {"events": [], "since": 0} == control.update | {
            "events": [],
            "since": 0,
        }
        missed = [event["update"] for event in told(ear)[-1]["events"]]
        assert min(missed, default=last + 1) > last
        await move(room, rng)
        assert told(ear)[-1]["t"] == "delta"
        assert walked(ear) == control.update
        assert json.loads(lost)["t"] == "delta"

    scene(play)


def test_nobody_else_can_tell_that_a_seat_was_told_the_whole(scene: Callable[..., None]) -> None:
    """A clock in the changes for all, where the table has none, told of orders given in secret."""

    async def play(room: Room) -> None:
        rng = random.Random(6)
        ears = [await join(room, seat) for seat in (0, 1, None)]
        orderer = room.table.meta.seats[0].faction or ""
        for number in range(8):
            seat, codes = rng.choice(list(room.session.legal.items()))
            await room.act(seat, str(Action.of(rng.choice(codes))))  # the server may be quicker
            if number % 2:
                await room.table.tell_whole(ears[0], 0)  # type: ignore[arg-type]
                wish = OrderSet(bid_limit=900 + number)  # which nobody ever bids
                room.last += 1
                assert (await room.table.set_orders(orderer, room.last, wish)).ok
        for ear in ears[1:]:
            assert not [one for one in told(ear)[1:] if "clock" in one["all"]]

    scene(play)
