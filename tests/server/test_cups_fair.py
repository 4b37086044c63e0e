"""Tournaments among people who would like to win otherwise: stalling, second accounts, leaving, and races of processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from server.signing import stored_account
from server.test_company_cluster import process

from dragondune.server.config import Config
from dragondune.server.cups import cup as c
from dragondune.server.cups.cups import Cups
from dragondune.server.cups.telling import check, info
from dragondune.server.limits import neighbourhood
from dragondune.server.lobby import keeping
from dragondune.server.lobby.hall import Hall
from dragondune.server.people.accounts import Account
from dragondune.server.people.people import People
from dragondune.server.ranks.counting import why_not
from dragondune.server.storage.card import OVER, PLAYING, AccountId, Meta
from dragondune.server.storage.store import StoreError
from dragondune.server.tables import clocks
from dragondune.server.tables.table import Table
from dragondune.server.wire.cups import NewCup
from dragondune.server.wire.incoming import NewTable, SeatWish
from dragondune.server.wire.problems import ProblemError

Scene = Callable[[Cups], Awaitable[None]]


def with_cups(folder: Path, play: Scene, **more: Any) -> None:
    async def whole() -> None:
        free: dict[str, Any] = {"bot_pace": 0, "veil_median": 0, "people": 1}
        hall = Hall(replace(Config(data=str(folder), **free), **more))
        try:
            await play(Cups(People(hall)))
        finally:
            hall.close()

    asyncio.run(whole())


async def entered(
    cups: Cups, *names: str, wish: NewCup | None = None, addresses: tuple[str, ...] = ()
) -> tuple[c.Cup, list[Account]]:
    people = [await stored_account(cups.store, name) for name in names]
    usual = NewCup("Cup", players=2, rounds=2, seconds=600, fill="")
    cup = await cups.open(wish or usual, people[0], rated=True)
    for at, account in enumerate(people):
        await cups.enter(cup, account, f"{at}" * 32, addresses[at] if addresses else "")
    return cup, people


def tables_of(cups: Cups, cup: c.Cup, number: int = 1) -> list[Table]:
    games = [one.game for one in cups.shelf.pairings(cup.id) if one.number and one.round == number]
    found = [cups.hall.known(game) for game in games]
    return [table for table in found if table is not None]


def scores(cups: Cups, cup: c.Cup) -> dict[int, tuple[int, bool]]:
    told = [s for one in cups.shelf.pairings(cup.id) for s in one.scores or ()]
    return {one.number: (one.points, one.forfeit) for one in told}


# --- races ---------------------------------------------------------------------------------


def test_a_cup_changes_only_as_it_was_read(tmp_path: Path) -> None:
    async def play(cups: Cups) -> None:
        cup, _ = await entered(cups, "Ann", "Bob")
        old = cups.shelf.find(cup.id)
        await cups.cancel(cup, "enough")
        with pytest.raises(StoreError):
            await cups.store.write(c.cup_rows(old, title="as it was"))
        with pytest.raises(StoreError):
            await cups.store.write(c.same_cup_rows(old))
        assert cups.shelf.find(cup.id).state == c.OVER
        await cups.look()
        with pytest.raises(ProblemError):
            await cups.enter(cup, await stored_account(cups.store, "Cleo"), "")

    with_cups(tmp_path, play)


@pytest.mark.parametrize("turn", range(3))
def test_nobody_enters_behind_a_draws_back(turn: int, postgres: str, tmp_path: Path) -> None:
    """Two processes, one of which draws while people come to the other, and one who goes."""

    async def whole() -> None:
        async with AsyncExitStack() as stack:
            both = [await stack.enter_async_context(process(postgres, tmp_path, n)) for n in (1, 2)]
            one, other = (Cups(each.people) for each in both)
            wish = NewCup("Cup", players=2, rounds=1, seconds=600, fill="random")
            cup, people = await entered(one, "Ann", "Bob", "Cleo", wish=wish)
            late = [await stored_account(one.store, f"Late {n}") for n in range(4)]
            work = [
                *(other.enter(cup, account, f"{n}" * 32) for n, account in enumerate(late)),
                one.begin(cup),
                other.begin(cup),
                other.withdraw(cup, people[0].id),
            ]
            await asyncio.gather(*work[turn:], *work[:turn], return_exceptions=True)
            told = info(one.shelf, one.shelf.find(cup.id), "")
            assert told.state == c.PLAYING
            assert not check(told)
            await asyncio.gather(one.look(), other.look())  # both open the tables of the round
            while not all(pairing.opened for pairing in one.shelf.pairings(cup.id)):
                await one.store.write([("UPDATE cups SET due = 0", ())])
                await asyncio.gather(one.look(), other.look())

    asyncio.run(whole())


def test_only_what_is_due_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(cups: Cups) -> None:
        cup, _ = await entered(cups, "Ann", "Bob")
        await cups.begin(cup)
        await cups.look()
        asked: list[str] = []
        find = cups.shelf.find

        def noted(name: str) -> c.Cup:
            asked.append(name)
            return find(name)

        monkeypatch.setattr(cups.shelf, "find", noted)
        for _ in range(5):
            await cups.look()
        assert not asked, "nothing has happened"
        await keeping.close(tables_of(cups, cup)[0])
        await cups.look()
        assert set(asked) == {cup.id}
        assert cups.shelf.find(cup.id).round == 2
        await cups.look()
        await keeping.delete(tables_of(cups, cup, 2)[0])
        await cups.look()
        assert cups.shelf.find(cup.id).state == c.OVER
        plan = "EXPLAIN QUERY PLAN SELECT id FROM cups WHERE due <= 1 ORDER BY due LIMIT 9"
        assert "cups_by_due" in str(cups.store.rows(plan))

    with_cups(tmp_path, play)


def test_a_cup_in_trouble_is_left_alone_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(cups: Cups) -> None:
        cup, _ = await entered(cups, "Ann", "Bob")
        await cups.begin(cup)
        with monkeypatch.context() as broken:
            broken.setattr(cups.hall, "open_drawn", None)
            await cups.look()
        assert not cups.shelf.due(time.time(), 9)
        assert cups.shelf.due(time.time() + 60, 9) == [cup.id]
        await cups.store.write([("UPDATE cups SET due = 0", ())])
        await cups.look()
        assert tables_of(cups, cup)[0].meta.status == PLAYING

    with_cups(tmp_path, play)


# --- stalling ------------------------------------------------------------------------------


def test_a_player_who_stalls_uses_up_time_that_is_theirs_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a player's decisions together have their share of the round; after that there are seconds for each."""

    async def play(cups: Cups) -> None:
        cup, _ = await entered(cups, "Ann", "Bob")
        assert cup.budget == int(0.9 * 72 * 3600 / 2)
        await cups.begin(cup)
        await cups.look()
        table = tables_of(cups, cup)[0]
        session = table.session
        assert session is not None
        slow, line = next((seat, str(session.game.legal(seat)[0])) for seat in session.waiting())
        before = table.clock()[slow] - time.time()
        assert 500 < before < 601, "each decision has its own time while there is enough of all"
        table.driver.clocks._since[slow] -= cup.budget  # all that time has passed
        assert (await table.act(slow, 1, line, None)).ok
        assert table.meta.seat_of_faction(slow).spent >= cup.budget
        stored = cups.store.card(table.meta.id)
        assert stored is not None
        assert b'"spent":0.0' in bytes(stored[1]), "the other has used none"
        cid = 2
        while slow not in session.waiting() and table.meta.status == PLAYING:
            other = session.waiting()[0]
            line = str(session.game.legal(other)[0])
            assert (await table.act(other, cid, line, None)).ok
            cid += 1
        assert table.clock()[slow] - time.time() < clocks.LAST + 1
        seat = next(s for s in table.header().seats if s.faction == slow)
        assert seat.budget == 0.0
        # The round is over before the game: who has used up the time has nothing, the other an even share.
        now = cups.shelf.find(cup.id)
        await cups.store.write(c.cup_rows(now, round_began=time.time() - 1e6))
        await cups.look()
        await cups.look()
        number = next(n for p in cups.shelf.pairings(cup.id) for n, f in p.seats if f == slow)
        found = scores(cups, cup)
        assert found.pop(number) == (0, True)
        assert list(found.values()) == [(6, False)]

    with_cups(tmp_path, play)


def test_a_restart_gives_nobody_time_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has thought for hours has used them, though the server was restarted meanwhile."""
    now = time.time

    async def play(cups: Cups) -> None:
        cup, _ = await entered(cups, "Ann", "Bob")
        with monkeypatch.context() as earlier:
            earlier.setattr(time, "time", lambda: now() - 5 * 3600)
            await cups.begin(cup)
            await cups.look()
        before = tables_of(cups, cup)[0]
        before.driver.stop()
        again = Hall(cups.hall.config)
        try:
            table = again.find(before.meta.id)
            await table.load()
            session = table.session
            assert session is not None
            slow = session.waiting()[0]
            assert (await table.act(slow, 1, str(session.game.legal(slow)[0]), None)).ok
            assert table.meta.seat_of_faction(slow).spent == pytest.approx(5 * 3600, abs=600)
        finally:
            again.close()

    with_cups(tmp_path, play)


def test_time_that_ran_out_is_counted_once_and_nothing_brings_it_back() -> None:
    card = Meta("t", 1.0, "r9", [], [], "s", budget=1000)
    from dragondune.server.storage.card import Seat

    card.seats = [Seat("human", faction="elves", spent=100.0)]
    watch = clocks.Clocks()
    watch._since["elves"] = time.monotonic() - 50
    watch.use(card, "elves", 0.0)
    watch.use(card, "elves", 0.0)  # the same decision, once its player is back
    fresh = watch.charged(card, None)
    assert fresh is not None
    assert fresh.seats[0].spent == pytest.approx(150, abs=5)
    assert watch.charged(fresh, None) is None
    card.budget = 0
    watch.use(card, "elves", 0.0)
    assert watch.charged(card, None) is None


# --- second accounts -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("addresses", "counts"),
    [
        (("1.2.3.4", "5.6.7.8"), True),
        (("1.2.3.4", "1.2.3.4"), False),
        (("2001:db8::1", "2001:db8::ffff"), False),  # one household: the same /64
        (("2001:db8:0:1::1", "2001:db8:0:2::1"), True),
    ],
)
def test_two_of_one_address_in_a_rated_cup_do_not_count(
    addresses: tuple[str, str], counts: bool, tmp_path: Path
) -> None:
    async def play(cups: Cups) -> None:
        near = tuple(map(neighbourhood, addresses))
        cup, _ = await entered(cups, "Ann", "Bob", addresses=near)
        entry = cups.shelf.entries(cup.id)[0]
        assert entry.door
        assert addresses[0] not in entry.door
        await cups.begin(cup)
        await cups.look()
        card = tables_of(cups, cup)[0].meta
        assert card.rated
        assert not any(seat.door for seat in card.seats), "nothing of it is kept"
        card.winners = ["elves"]
        assert ("one address" not in why_not(card, neighbours=False)) is counts
        assert "one address" not in why_not(card, neighbours=True)
        await cups.cancel(cup, "")
        assert not any(one.door for one in cups.shelf.entries(cup.id))

    with_cups(tmp_path, play)


def test_who_sat_down_and_left_again_spoils_no_rated_table(tmp_path: Path) -> None:
    async def play(cups: Cups) -> None:
        hall = cups.hall
        ann, bob, eve = [await stored_account(hall.store, n) for n in ("Ann", "Bob", "Eve")]
        seats = [SeatWish("human"), SeatWish("open")]
        wish = NewTable(seats=seats, hints=False, rated=True)
        made = await hall.create(wish, "1.1.1.1", ann.id)
        table = hall.tables[made.table]
        await hall.join(table, "Eve", None, None, "", "1.1.1.1", eve.id)
        # Not full yet: the second seat was hers, and is free again.
        assert table.meta.near, "both from one address"
        again = await hall.create(
            NewTable(seats=[*seats, SeatWish("open")], hints=False, rated=True), "1.1.1.1", ann.id
        )
        table = hall.tables[again.table]
        await hall.join(table, "Eve", None, None, "", "1.1.1.1", eve.id)
        await hall.stand_up(table, AccountId(eve.id))
        await hall.join(table, "Bob", None, None, "", "2.2.2.2", bob.id)
        await hall.join(table, "Eve", None, None, "", "3.3.3.3", eve.id)
        assert table.meta.status == PLAYING
        assert not table.meta.near

    with_cups(tmp_path, play)


# --- leaving -------------------------------------------------------------------------------


def test_who_withdraws_while_playing_gives_up_their_table(tmp_path: Path) -> None:
    async def play(cups: Cups) -> None:
        cup, (ann, bob, cleo, dora) = await entered(cups, "Ann", "Bob", "Cleo", "Dora")
        await cups.begin(cup)
        await cups.withdraw(cup, dora.id)  # before her table is there
        await cups.look()
        tables = tables_of(cups, cup)
        assert len(tables) == 2
        assert not [s for t in tables for s in t.meta.seats if s.account == dora.id]
        mine = next(t for t in tables if t.meta.seat_of_account(ann.id) is not None)
        seat = mine.meta.seats[mine.meta.seat_of_account(ann.id) or 0]
        faction = seat.faction
        await cups.withdraw(cup, ann.id)
        given_up = mine.meta.seat_of_faction(faction or "")
        assert (given_up.kind, given_up.resigned) == ("bot", True)
        for table in tables:
            if table.meta.status != OVER:
                await keeping.close(table)
        await cups.look()
        told = info(cups.shelf, cups.shelf.find(cup.id), "")
        forfeits = {row.number: row.forfeits for row in told.standings}
        assert (forfeits[1], forfeits[4]) == (1, 1)
        assert not check(told)
        with pytest.raises(ProblemError):
            await cups.withdraw(cup, (await stored_account(cups.store, "Eve")).id)
        assert {bob.id, cleo.id} <= {one.account for one in cups.shelf.entries(cup.id)}

    with_cups(tmp_path, play)


def test_an_account_that_goes_leaves_its_cups_to_the_others(tmp_path: Path) -> None:
    async def play(cups: Cups) -> None:
        cup, (ann, *_) = await entered(cups, "Ann", "Bob", "Cleo", "Dora")
        waiting = await cups.open(NewCup("Waits"), ann, rated=False)
        await cups.begin(cup)
        await cups.look()
        await cups.people.erase(ann)
        assert cups.shelf.find(waiting.id).state == c.OVER
        playing = cups.shelf.find(cup.id)
        assert (playing.state, playing.organiser) == (c.PLAYING, "")
        gone = cups.shelf.entries(cup.id)[0]
        assert (gone.name, gone.gone) == ("Former player", True)
        for table in tables_of(cups, cup):
            if table.meta.status != OVER:
                await keeping.close(table)
        await cups.look()
        await cups.look()
        second = [n for p in cups.shelf.pairings(cup.id) if p.round == 2 for n, _ in p.seats]
        assert 1 not in second
        assert not check(info(cups.shelf, cups.shelf.find(cup.id), ""))

    with_cups(tmp_path, play)
