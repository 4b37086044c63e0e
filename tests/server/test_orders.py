"""Standing orders: what they answer, that they last, and that nobody else can tell."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.room import PEOPLE, Ear, Room

from dragondune.action import Action
from dragondune.game import Game
from dragondune.server.config import Config
from dragondune.server.lobby.hall import Hall
from dragondune.server.orders.standing import ordered
from dragondune.server.play.past import Past
from dragondune.server.play.session import Session
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import (
    LotBid,
    NewTable,
    OrderSet,
    SeatWish,
    StopHires,
    decode_message,
)

Scene = Callable[..., None]
QUIET = ["discard", "deny", "hide", "disband", "early_disband", "pay", "keep", "council_turn"]


# --- what they answer ----------------------------------------------------------------------


def bidding(high: int, gold: int, ace: bool, orders: OrderSet, left: int = 2) -> str | None:
    """What orders say to the Goblins where the Orcs bid ``high``."""
    game = Game.new("r9", ["orcs", "goblins"], (), 3)
    s = game.state
    while game.pending()[0].step != "bid":
        seat = game.pending()[0].seat
        game.play(seat, game.legal(seat)[0])
    while game.pending()[0].seat != "goblins":
        game.play("orcs", "pass")
    s.high_bid, s.cards_left = high, left
    s.gold[2], s.hand[2] = gold, 1 if ace else 2
    return ordered(orders, game, "goblins", "bid", [a.code for a in game.legal("goblins")])


def test_a_limit_alone_passes_from_there_on_and_asks_below() -> None:
    assert bidding(3, 9, False, OrderSet(bid_limit=3)) == "pass"
    assert bidding(2, 9, False, OrderSet(bid_limit=3)) is None
    assert bidding(2, 9, False, OrderSet()) is None


def test_an_order_bids_as_little_as_is_needed_up_to_its_limit() -> None:
    orders = OrderSet(bid_limit=4, bid_for_me=True)
    assert [bidding(high, 9, False, orders) for high in (0, 2, 3, 4, 7)] == [
        *("bid 1", "bid 3", "bid 4", "pass", "pass")
    ]


@pytest.mark.parametrize("ace", [False, True])
def test_an_order_never_bids_above_the_purse(ace: bool) -> None:
    orders = OrderSet(bid_limit=9, bid_for_me=True)
    assert bidding(1, 2, ace, orders) == "bid 2"
    assert bidding(2, 2, ace, orders) == "pass", "an ace would let it bid more"


def test_an_order_for_one_card_counts_before_the_one_for_each() -> None:
    turn = 1
    orders = OrderSet(bid_limit=1, bid_for_me=True, lot=LotBid(turn=turn, left=2, limit=6))
    assert bidding(4, 9, False, orders) == "bid 5"
    assert bidding(4, 9, False, orders, left=1) == "pass", "that is another card"
    only = OrderSet(lot=LotBid(turn=turn, left=2, limit=6))
    assert bidding(4, 9, False, only, left=1) is None


def test_an_order_for_a_turn_counts_for_each_of_its_cards_and_no_longer() -> None:
    orders = OrderSet(lot=LotBid(turn=1, left=None, limit=3))
    assert [bidding(2, 9, False, orders, left) for left in (2, 1, 0)] == ["bid 3"] * 3
    assert bidding(3, 9, False, orders) == "pass"
    assert bidding(2, 9, False, OrderSet(lot=LotBid(turn=2, left=None, limit=3))) is None


def test_a_card_that_is_let_go_is_let_go_whoever_bids() -> None:
    orders = OrderSet(bid_limit=4, bid_for_me=True, lot=LotBid(turn=1, left=2, limit=0))
    assert [bidding(high, 9, True, orders) for high in (0, 1, 5)] == ["pass"] * 3
    assert bidding(0, 9, True, orders, left=1) == "bid 1", "that is another card"


def hiring(against: list[str], least: int, aces: int) -> str | None:
    """What the Goblins' order says when the Elves hire three units."""
    game = Game.new("r9", ["elves", "goblins"], (), 5)
    s = game.state
    while game.pending()[0].step != "hire" or game.pending()[0].seat != "elves":
        seat = game.pending()[0].seat
        game.play(seat, game.legal(seat)[0])
    s.gold[1] = 30
    hire = next(a for a in game.legal("elves") if str(a).startswith("hire 3 "))
    game.play("elves", hire)
    s.hand[2] = (1 << 13 if aces else 0) | 2
    stop = StopHires(against=against, least=least)  # type: ignore[arg-type]
    legal = [a.code for a in game.legal("goblins")]
    assert game.pending()[0].step == "deny"
    return ordered(OrderSet(stop_hires=stop), game, "goblins", "deny", legal)


def test_aces_stop_the_hires_that_an_order_names_and_no_others() -> None:
    assert str(hiring(["elves"], 1, 1)).startswith("deny A")
    assert str(hiring(["elves", "orcs"], 3, 1)).startswith("deny A")
    assert hiring(["elves"], 4, 1) == "pass"
    assert hiring(["orcs"], 1, 1) == "pass"
    assert hiring(["elves"], 1, 0) == "pass"


def test_whoever_does_not_want_to_be_asked_gets_the_usual_answer() -> None:
    """Whole games: an answer is always legal, and at a quiet step there always is one but to pay."""
    answers: Counter[str] = Counter()
    for seed in range(6):
        rng = random.Random(seed)
        game = Game.new("r9", ["orcs", "elves", "dwarves", "goblins"], (), seed)
        while not game.over:
            decision = game.pending()[0]
            legal = game.legal(decision.seat)
            codes = [a.code for a in legal]
            orders = OrderSet(quiet=QUIET)  # type: ignore[arg-type]
            line = ordered(orders, game, decision.seat, decision.step, codes)
            if line is not None:
                assert decision.step in QUIET
                assert Action.parse(line) in legal
                answers[f"{decision.step} {line.split()[0]}"] += 1
            elif decision.step in QUIET:
                assert decision.step == "pay", "gold does not reach"
            game.play(decision.seat, rng.choice(legal))
    assert set(answers) >= {"discard pass", "deny pass", "disband pass", "pay pay-gold"}


def test_orders_beyond_all_bounds_are_no_message() -> None:
    fine: dict[str, Any] = {"t": "orders", "id": 1, "orders": {"quiet": ["discard"]}}
    decode_message(msgspec.json.encode(fine))
    for wrong in (
        {"quiet": ["everything"]},
        {"quiet": ["discard"] * 14},
        {"bid_limit": -1},
        {"bid_limit": 10**9},
        {"lot": {"turn": 1, "left": 2}},
        {"lot": {"turn": 1, "left": 2, "limit": 3, "card": "A♥"}},
        {"stop_hires": {"against": ["trolls"]}},
        {"stop_hires": {"against": ["orcs"] * 5}},
        {"stop_hires": {"against": [], "least": 0}},
        {"bid_for_me": "yes"},
    ):
        with pytest.raises(msgspec.ValidationError):
            decode_message(msgspec.json.encode(fine | {"orders": wrong}))


# --- at a table ----------------------------------------------------------------------------


def first(seat: str, choices: list[Any]) -> Any:
    return choices[0]


async def answered(session: Session, n: int) -> bool:
    """Did something happen after update ``n``, within a time that is long for any machine?"""
    for _ in range(1000):
        if session.n > n:
            return True
        await asyncio.sleep(0.01)
    return False


def test_orders_answer_at_a_table_and_only_their_owner_sees_them(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        await room.until("bid", first)
        seat, session = room.session.waiting()[0], room.session
        n = session.n
        assert (await room.table.set_orders(seat, 9001, OrderSet(bid_limit=0))).ok
        assert room.ears[seat].update["decision"]["ordered"] is True
        assert await answered(session, n)
        assert (seat, "pass") in session.lines[-2:]
        for other, ear in room.ears.items():
            limits = [m["orders"]["bid_limit"] for m in ear.told("orders")]
            assert (0 in limits) == (other == seat)
            assert other == seat or not any(m["undo"] for m in ear.told("update")[-1:])

    scene(play)


def test_orders_outlast_the_server(scene: Scene) -> None:
    orders = OrderSet(
        bid_limit=4,
        bid_for_me=True,
        quiet=["discard", "pay"],
        stop_hires=StopHires(["orcs"], 5),
    )

    async def play(room: Room) -> None:
        await room.until("bid", first)
        seat = room.session.waiting()[0]
        other = next(f for f in room.game.seats if f != seat)
        assert (await room.table.set_orders(other, 9001, orders)).ok
        room.table.driver.stop()
        config, table_id = room.hall.config, room.table.meta.id
        again = Hall(config)
        try:
            table = again.tables[table_id]
            await table.load()
            assert table.orders_of(other) == orders
            assert table.session is not None
            for cid in range(77, 81):
                if other in table.session.legal:
                    break
                await table.act(table.session.waiting()[0], cid, "pass", None)
            n = table.session.n
            number = [s.faction for s in table.meta.seats].index(other)
            await table.welcome(Ear(number), 0, 0)  # type: ignore[arg-type]
            assert await answered(table.session, n)
            assert (other, "bid 1") in table.session.lines
        finally:
            again.close()

    scene(play)


# --- nobody can tell -----------------------------------------------------------------------


def same_game(table: Table, order: list[str], seed: str) -> None:
    """Put the same deal before both worlds."""
    table.driver.stop()
    table.meta.id = table.meta.seed = seed
    table.meta.created = table.meta.began = 0.0
    table.meta.order = list(order)
    session = table.session = Session("r9", (), order, seed)
    table._follow_up(session, table.meta)
    session.close_update()
    table.past = Past(session, seed)


async def still(table: Table) -> None:
    """Until the server has nothing to answer for anybody."""
    session = table.session
    assert session is not None
    for _ in range(2000):
        busy = [f for f in session.legal if f in session.ordered or len(session.legal[f]) == 1]
        if not busy:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("the server does not answer")


async def pair(folder: Path, seed: int, orders: OrderSet, owner: str) -> Counter[str]:
    """One world in which a person says what the orders of the other world say."""
    usual = Config(data=str(folder), bot_pace=0, veil_median=0, tables_per_hour=10**6)
    hall = Hall(usual)
    order, rng = ["orcs", "elves", "dwarves", "goblins"], random.Random(seed)
    said: Counter[str] = Counter()
    try:
        worlds = []
        for _ in range(2):
            made: Any = await hall.create(NewTable(seats=PEOPLE), "here")
            worlds.append(hall.tables[made.table])
        ears: list[list[Ear]] = []
        for table in worlds:
            same_game(table, order, f"seed {seed}")
            others = [n for n, s in enumerate(table.meta.seats) if s.faction != owner]
            ears.append([Ear(n) for n in (*others, None)])
            number = [s.faction for s in table.meta.seats].index(owner)
            for ear in (*ears[-1], Ear(number)):
                await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        hand, by_order = worlds
        by_order.journal.seq = 10**6  # their logs lie under one name
        assert (await by_order.set_orders(owner, 9001, orders)).ok
        for cid in range(10, 80):
            assert hand.session is not None
            await still(hand)
            if not hand.session.legal:
                break
            seat = rng.choice(list(hand.session.legal))
            legal = hand.session.legal[seat]
            step = hand.session.step()
            wish = ordered(orders, hand.session.game, seat, step, legal) if seat == owner else None
            line = wish or str(Action.of(rng.choice(legal)))
            if wish is not None:
                said[f"{step} {line.split()[0]}"] += 1
            assert (await hand.act(seat, cid, line, None)).ok
            if wish is None:
                await still(by_order)
                assert (await by_order.act(seat, cid, line, None)).ok
            await still(by_order)
            await still(hand)
        for one, two in zip(*ears, strict=True):
            told = [
                [raw for raw in ear.heard if not raw.startswith(b'{"t":"table"')]
                for ear in (one, two)
            ]
            # The world of orders may be an answer or two ahead of the hand that is to give it.
            assert 20 < len(told[0]) <= len(told[1])
            assert told[0] == told[1][: len(told[0])]
        return said
    finally:
        for table in hall.tables.values():
            table.driver.stop()
        hall.close()


def test_others_are_told_the_same_bytes_with_orders_and_without(tmp_path: Path) -> None:
    said: Counter[str] = Counter()
    whole = OrderSet(bid_limit=3, bid_for_me=True, quiet=QUIET)  # type: ignore[arg-type]
    stop = OrderSet(
        stop_hires=StopHires(["orcs", "elves", "dwarves"], 1), bid_limit=0, quiet=["discard"]
    )
    for seed, (owner, orders) in enumerate(
        [("goblins", whole), ("goblins", stop), ("elves", whole)]
    ):
        said += asyncio.run(pair(tmp_path / str(seed), seed, orders, owner))
    assert set(said) >= {"bid bid", "bid pass", "discard pass"}


def test_orders_take_the_time_of_one_without_a_choice(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be chosen and where orders choose, the moment comes from the same draw."""

    async def play(room: Room) -> None:
        drawn: list[tuple[str, str]] = []
        veil = room.table.veil

        def draw(who: str, what: str) -> float:
            drawn.append((who, what))
            return 0.3

        monkeypatch.setattr(veil, "draw", draw)
        await room.sit(0, 1, 2, 3)
        await room.until("bid", first)
        session, seat = room.session, room.session.waiting()[0]
        n = session.n
        begun = asyncio.get_running_loop().time()
        await room.table.set_orders(seat, 9001, OrderSet(bid_limit=0))
        assert await answered(session, n)
        assert asyncio.get_running_loop().time() - begun >= 0.3
        assert drawn[0] == (seat, "bid")
        drawn.clear()
        seat = session.waiting()[0]
        room.game.state.gold[("dwarves", "elves", "goblins", "orcs").index(seat)] = 0
        room.game.state.hand[("dwarves", "elves", "goblins", "orcs").index(seat)] = 2
        session._list_legal()
        assert len(session.legal[seat]) == 1
        n = session.n
        room.table.driver.reconsider(seat)
        assert await answered(session, n)
        assert drawn[0] == (seat, "bid")

    scene(play)


def test_orders_of_the_absent_wait_until_they_are_there(scene: Scene) -> None:
    async def play(room: Room) -> None:
        room.table.veil.median = 0.05
        await room.until("bid", first)
        session, seat = room.session, room.session.waiting()[0]
        await room.table.set_orders(seat, 9001, OrderSet(bid_limit=0))
        n = session.n
        await asyncio.sleep(0.6)
        assert session.n == n, "an absent player seems to have thought"
        await room.sit([s.faction for s in room.table.meta.seats].index(seat))
        assert await answered(session, n)

    scene(play)


def test_against_bots_orders_answer_at_once(scene: Scene) -> None:
    async def play(room: Room) -> None:
        room.table.veil.median = 1e9
        session = room.session
        for _ in range(400):
            seat = room.table.meta.seats[0].faction
            if session.step() == "bid" and session.waiting() == [seat]:
                break
            if seat in session.legal:
                await room.act(seat, str(room.game.legal(seat)[0]))
            await asyncio.sleep(0.01)
        n = session.n
        await room.table.set_orders(str(seat), 9001, OrderSet(bid_limit=0))
        assert await answered(session, n)

    seats = [SeatWish("human"), *(SeatWish("bot", "random") for _ in range(3))]
    scene(play, NewTable(seats=seats))
