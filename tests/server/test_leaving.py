"""Leaving for good: nothing personal is kept, and nobody else loses a result by it; names that are taken away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from server.finished import opening
from server.signing import stored_account

from dragondune.server.circles import ties
from dragondune.server.circles.circles import Circles
from dragondune.server.circles.clubs import found_rows
from dragondune.server.circles.moderation import HOST
from dragondune.server.config import Config
from dragondune.server.lobby import people as seats
from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.naming import rename
from dragondune.server.people.accounts import Account, Wishes, account_row
from dragondune.server.people.errands import GONE, errand_row, errands_row
from dragondune.server.people.leaving import erase_rows
from dragondune.server.people.people import People
from dragondune.server.ranks.audit import Audit
from dragondune.server.ranks.ledger import rating_row
from dragondune.server.ranks.model import Rating
from dragondune.server.ranks.rater import Rater
from dragondune.server.ranks.reading import PAGE, Reading
from dragondune.server.storage.card import FORMER, OVER, PLAYING, AccountId, hash_token
from dragondune.server.storage.store import Store, card_row, ending_rows, holding_row
from dragondune.server.tables.ending import RESIGNED
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import PeopleWish
from dragondune.server.wire.problems import ProblemError

NAMES = ("Anna", "Ben", "Cleo", "Dora")
Scene = Callable[[Hall, People], Awaitable[None]]


def with_people(folder: Path, play: Scene, **more: Any) -> None:
    async def whole() -> None:
        free: dict[str, Any] = {"bot_pace": 0, "veil_median": 0, "people": 1}
        hall = Hall(Config(data=str(folder), **free, **more))
        try:
            await play(hall, People(hall))
        finally:
            hall.close()

    asyncio.run(whole())


async def rated_game(hall: Hall) -> tuple[Table, list[Account]]:
    """A rated game of four that has just begun, each with an account."""
    table, people = await opening(hall), [await stored_account(hall.store, one) for one in NAMES]
    for number, (seat, account) in enumerate(zip(table.meta.seats, people, strict=True)):
        seat.account, seat.name = account.id, account.name
        seat.token_hash = hash_token(f"token {number}")
        await hall.store.write([holding_row(account.id, table.meta.id)])
    table.meta.rated, table.meta.hints = True, False
    await hall.store.write([card_row(table.meta)])
    return table, people


async def all_resign(hall: Hall, table: Table, people: list[Account]) -> None:
    for one in people:
        await seats.act(hall, table, AccountId(one.id), PeopleWish("resign"))
    assert (table.meta.status, table.meta.way) == (OVER, RESIGNED)


def everything(store: Store, *without: str) -> str:
    """All that the database holds, but for these tables."""
    names = [n for (n,) in store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return "\n".join(
        str([bytes(c) if isinstance(c, bytes) else c for c in row])
        for name in names
        if name not in without and not name.startswith("sqlite_")
        for row in store.rows(f"SELECT * FROM {name}")
    )


def test_a_loser_who_deletes_the_account_takes_no_result_away(tmp_path: Path) -> None:
    async def play(hall: Hall, people: People) -> None:
        table, (anna, ben, cleo, dora) = await rated_game(hall)
        await people.erase(ben)
        seat = table.meta.seats[1]
        assert (seat.kind, seat.resigned, seat.name) == ("bot", True, FORMER)
        assert table.header().seats[1].account is None
        assert table.meta.status == PLAYING, "the others play on"
        await all_resign(hall, table, [cleo, dora, anna])
        await Rater(hall.store, hall.config).catch_up()
        game = Reading(hall.store, anna.id).history(anna.id, "").games[0]
        assert game.rated, game.why
        assert [(one.name, one.gone) for one in game.players][1] == (FORMER, True)
        assert game.players[0].change is not None
        assert game.players[0].change > 0
        assert not Audit(hall.store).wrong

    with_people(tmp_path, play)


def test_a_game_that_waits_to_be_counted_knows_who_has_left(tmp_path: Path) -> None:
    """The card still names the account: its rating is found all the same, under what stands for it."""

    async def play(hall: Hall, people: People) -> None:
        table, (anna, ben, cleo, dora) = await rated_game(hall)
        await hall.store.write([rating_row("r9/4", ben.id, Rating(30.0, 3.0, 12, 4), 1.0)])
        await all_resign(hall, table, [ben, cleo, dora, anna])
        await hall.store.write(erase_rows(ben.id))
        await Rater(hall.store, hall.config).catch_up()
        rows = hall.store.rows("SELECT account, mu, name FROM showings ORDER BY seat")
        assert rows[1][0].startswith("~")
        assert rows[1][1:] == (30.0, FORMER)
        (rating,) = hall.store.rows("SELECT games, listed FROM ratings WHERE account LIKE '~%'")
        assert rating == (13, 0)
        await people.send_errands()
        assert ben.id not in everything(hall.store)
        assert not hall.store.rows("SELECT * FROM errands")

    with_people(tmp_path, play)


def test_nothing_personal_is_kept(tmp_path: Path) -> None:
    async def play(hall: Hall, people: People) -> None:
        circles = Circles(people)
        table, (anna, ben, _, dora) = await rated_game(hall)
        table.meta.rated, table.meta.seats[3].former = False, [ben.id]
        await hall.store.write(
            [
                card_row(table.meta),
                *found_rows("Ben's own", "", ben.id)[1],
                ties.tie_row(ben.id, anna.id, ties.MUTED),
                ties.tie_row(anna.id, ben.id, ties.BLOCKED),
                ("INSERT INTO invitations VALUES (?, ?, ?, ?)", (anna.id, "x", ben.id, 1.0)),
                (
                    "INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?)",
                    ("x", 1, ben.id, "Ben", "!", 1.0),
                ),
                *circles.moderation.report_rows(ben.id, anna.id, "", "rude"),
                *circles.moderation.report_rows(anna.id, ben.id, "", "rude"),
                *circles.moderation.decide(HOST, ben.id, "warn", 1, "once"),
            ]
        )
        await people.erase(ben)
        kept = everything(hall.store)
        assert ben.id not in kept
        assert "Ben" not in kept
        assert table.meta.seats[1].kind == "human", "nothing counts here: a guest may play on"
        assert not circles.moderation.told(dora.id)

    with_people(tmp_path, play)


@pytest.mark.parametrize("now", [1000.0004, 1000.0006, 1000.001])
def test_an_errand_is_due_in_the_moment_it_is_sent(
    now: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: now)
    for _, given in (errand_row("a", "t", GONE), errands_row("a", GONE)):
        assert any(isinstance(one, float) and now - 0.002 < one <= now for one in given)


def test_errands_are_done_after_a_restart_and_one_in_trouble_keeps_nobody(tmp_path: Path) -> None:
    found: list[str] = []

    async def first(hall: Hall, people: People) -> None:
        _, (_, ben, *_) = await rated_game(hall)
        await hall.store.write(erase_rows(ben.id))
        await hall.store.write([errand_row("a", "no such table", GONE, "~x")])
        found.append(ben.id)

    async def second(hall: Hall, people: People) -> None:
        broken = "UPDATE errands SET what = 'nonsense', at = 0 WHERE table_id = 'no such table'"
        await hall.store.write([(broken, ())])
        await people.errands.look()
        assert found[0] not in everything(hall.store)

    with_people(tmp_path, first)
    with_people(tmp_path, second)


def test_a_page_of_ratings_names_nobody_who_is_hidden(tmp_path: Path) -> None:
    async def play(hall: Hall, people: People) -> None:
        for number in range(PAGE + 20):
            account = Account(f"hidden{number:03}", f"Name {number}", 1.0, Wishes())
            mu = 30.0 if number % 3 else 40.0
            rating = rating_row("r9/4", account.id, Rating(mu, 2.0, 20, 5), 1.0)
            await hall.store.write([account_row(account), rating])
        read = Reading(hall.store, "")
        first = read.leaderboard("r9/4", "")
        assert first.next is not None
        assert "hidden" not in first.next
        second = read.leaderboard("r9/4", first.next)
        assert [one.rank for one in first.rows + second.rows] == list(range(1, PAGE + 21))
        assert second.next is None

    with_people(tmp_path, play)


def test_a_name_that_is_taken_away_goes_from_everywhere_and_does_not_come_back(
    tmp_path: Path,
) -> None:
    async def play(hall: Hall, people: People) -> None:
        circles = Circles(people)
        table, (anna, ben, *_) = await rated_game(hall)
        over = await opening(hall)
        over.meta.status, over.meta.seats[1].account = OVER, ben.id
        for one in (table, over):
            one.meta.seats[1].name = "Ben the Rude"
            known = holding_row(ben.id, one.meta.id)
            await hall.store.write([known, card_row(one.meta), *ending_rows(one.meta)])
        entry = "INSERT INTO entries (cup, number, account, bot, name, salt, at, gone) VALUES "
        await hall.store.write([(f"{entry} ('c', 1, ?, '', 'Ben', '', 1.0, 0)", (ben.id,))])
        await Rater(hall.store, hall.config).catch_up()
        # Somebody waits with the very name that would be given.
        await hall.store.write([account_row(Account("x", f"Player {ben.id[:6]}", 1.0))])
        rows = circles.moderation.decide(HOST, ben.id, "rename", 7, "Mind your language")
        await circles.change(ben.id, rows)
        await people.send_errands()
        fresh = people.accounts.find(ben.id)
        assert fresh is not None
        assert table.meta.seats[1].name == over.meta.seats[1].name == fresh.name
        assert "Ben" not in everything(hall.store, "deeds")
        with pytest.raises(ProblemError, match="taken your name away"):
            await rename(table, "token 1", "Ben the Rude")
        assert "taken your name away" in circles.moderation.told(ben.id)[0]
        assert anna.name in everything(hall.store)
        lift = circles.moderation.decide(HOST, ben.id, "lift", 0, "")
        await circles.change(ben.id, lift)
        await rename(table, "token 1", "Benjamin")
        assert table.meta.seats[1].name == "Benjamin"

    with_people(tmp_path, play)
