"""Tournaments: drawn from a seed that was promised, balanced, with byes or bots, and alive after a restart."""

from __future__ import annotations

import asyncio
import csv
import random
import time
from collections import Counter
from pathlib import Path

import httpx
import msgspec
import pytest
from server.signing import browser, signed_in, stored_account

from dragondune.bots.arena.registry import BOT_NAMES
from dragondune.server.admin import run_admin
from dragondune.server.config import Config
from dragondune.server.cups import cup as c
from dragondune.server.cups.cups import Cups
from dragondune.server.cups.draw import Past, draw
from dragondune.server.cups.scoring import of_byes, of_table
from dragondune.server.cups.standing import WHOLE, Scored, past_of, standings
from dragondune.server.cups.telling import as_csv, check, info
from dragondune.server.lobby import keeping
from dragondune.server.lobby.hall import Hall, bot_title
from dragondune.server.people.accounts import Account
from dragondune.server.people.people import People
from dragondune.server.storage.card import OVER, Meta, Seat
from dragondune.server.wire.cups import CupInfo, NewCup
from dragondune.server.wire.problems import ProblemError
from tools.trials.running import RunningServer

# --- the draw ------------------------------------------------------------------------------


def played(count: int, size: int, rounds: int, fill: bool) -> list[Scored]:
    """A whole tournament, its games won by lot."""
    rng, scores = random.Random(5), list[Scored]()
    for number in range(1, rounds + 1):
        pasts = [past_of(one, scores) for one in range(1, count + 1)]
        drawn = draw("seed", number, pasts, size, fill)
        assert drawn == draw("seed", number, pasts, size, fill)
        byes = c.Pairing(number, 0, "", [(one, "") for one in drawn.byes])
        scores += of_byes(byes, size)
        for table in drawn.tables:
            assert len(table) == size
            assert len({faction for _, faction in table}) == size
            winner = rng.randrange(size)
            people = [one for one, _ in table]
            for at, (one, faction) in enumerate(table):
                met = tuple(o for o in people if o != one and o > 0)
                won = at == winner
                scores.append(Scored(number, one, faction, WHOLE * won, won, False, met))
    return [one for one in scores if one.number > 0]


@pytest.mark.parametrize(
    ("count", "size", "fill"),
    [(16, 4, False), (13, 4, False), (5, 4, True), (9, 3, False), (7, 2, False)],
)
def test_opponents_factions_and_byes_are_balanced(count: int, size: int, fill: bool) -> None:
    rounds = 4
    scores = played(count, size, rounds, fill)
    for number in range(1, count + 1):
        mine = [one for one in scores if one.number == number]
        assert len(mine) == rounds
        byes = sum(not one.faction for one in mine)
        assert byes <= -(-rounds * (count % size) // count) if not fill else byes == 0
        most = max(Counter(one.faction for one in mine if one.faction).values())
        assert most <= 2  # of four rounds, the same faction at most twice
    if count == 16:
        meetings = Counter(
            pair
            for one in scores
            for pair in [tuple(sorted((one.number, other))) for other in one.met]
        )
        assert max(meetings.values()) <= 2 * 2  # each meeting is told by both


def test_five_people_at_tables_of_four() -> None:
    five = [Past(number) for number in range(1, 6)]
    byes = draw("s", 1, five, 4, fill=False)
    assert (len(byes.tables), len(byes.byes)) == (1, 1)
    bots = draw("s", 1, five, 4, fill=True)
    assert not bots.byes
    assert sorted(sum(number > 0 for number, _ in table) for table in bots.tables) == [2, 3]
    again = draw("s", 2, [Past(n, byes=n in byes.byes) for n in range(1, 6)], 4, fill=False)
    assert again.byes != byes.byes
    assert draw("other", 1, five, 4, fill=True) != bots


def test_points_are_shared_and_ties_broken_in_order() -> None:
    seats = [(1, "dwarves"), (2, "elves"), (3, "goblins"), (-1, "orcs")]
    pairing = c.Pairing(1, 1, "t", seats)
    places = [
        Seat("human", account=str(n), faction=f, token_hash="x") for n, (_, f) in enumerate(seats)
    ]
    card = Meta("t", 1.0, "r9", [], places, "s", status=OVER, winners=["dwarves", "elves"])
    assert [one.points for one in of_table(pairing, card, set())] == [6, 6, 0]
    card.seats[0].quit = 5.0
    found = of_table(pairing, card, {3})
    assert [(one.points, one.forfeit) for one in found] == [(0, True), (6, False), (0, True)]
    card.winners = []
    assert [one.points for one in of_table(pairing, card, set())] == [0, 3, 3]
    assert all(one.forfeit and not one.points for one in of_table(pairing, None, set()))
    scores = [
        Scored(1, 1, "elves", 6, False, False, (2,)),
        Scored(1, 2, "orcs", 6, False, False, (1,)),
        Scored(1, 3, "elves", 12, True, False, (4,)),
        Scored(1, 4, "orcs", 0, False, True, (3,)),
        Scored(2, 4, "orcs", 12, True, False, ()),
    ]
    table = standings("seed", [1, 2, 3, 4], scores)
    assert [one.number for one in table][:2] == [3, 4]  # alike, but 4 has a forfeit
    assert [one.place for one in table] == [1, 2, 3, 4]
    assert table == standings("seed", [1, 2, 3, 4], scores)


# --- a whole one ---------------------------------------------------------------------------


def config_for(folder: Path, **more: object) -> Config:
    free: dict[str, object] = {"bot_pace": 0, "veil_median": 0, "people": 1, **more}
    return Config(data=str(folder), **free)  # type: ignore[arg-type]


async def looked(cups: Cups, name: str, until: str, rounds: int = 0) -> c.Cup:
    for _ in range(6000):
        await cups.look()
        cup = cups.shelf.find(name)
        if cup.state == until and cup.round >= rounds:
            return cup
        await asyncio.sleep(0.02)
    raise AssertionError(f"it is {cup.state} in round {cup.round}")


async def with_people(hall: Hall, cups: Cups, *names: str) -> tuple[c.Cup, list[Account]]:
    accounts = [await stored_account(hall.store, name) for name in names]
    wish = NewCup("Cup", players=2, rounds=2, seconds=20, fill="random")
    cup = await cups.open(wish, accounts[0], rated=False)
    for at, account in enumerate(accounts):
        await cups.enter(cup, account, f"{at}" * 32)
    return cup, accounts


def test_a_cup_of_bots_and_people_survives_a_restart_and_a_dead_table(tmp_path: Path) -> None:
    async def first() -> str:
        hall = Hall(config_for(tmp_path))
        try:
            cups = Cups(People(hall))
            cup, (anna, _, cleo) = await with_people(hall, cups, "Anna", "Ben", "Cleo")
            with pytest.raises(ProblemError):
                await cups.enter_bot(cup, "nobody")
            await cups.enter_bot(cup, "random")
            await cups.enter_bot(cup, "random")
            before = info(cups.shelf, cup, anna.id)
            assert [one.name for one in before.entries if one.bot] == ["Wanderer", "Wanderer 2"]
            assert before.secret is None
            assert before.seed is None
            assert not any(one.salt for one in before.entries)
            await cups.withdraw(cup, cleo.id)
            await cups.begin(cup)
            with pytest.raises(ProblemError):
                await cups.enter(cups.shelf.find(cup.id), cleo, "")
            await cups.look()  # opens the tables
            games = [one.game for one in cups.shelf.pairings(cup.id) if one.number]
            assert len(games) == 2
            assert set(games) <= set(hall.tables)
            return cup.id
        finally:
            hall.close()

    async def second(name: str) -> None:
        hall = Hall(config_for(tmp_path))
        hall.start()
        try:
            cups = Cups(People(hall))
            await cups.look()
            cup = cups.shelf.find(name)
            for pairing in cups.shelf.pairings(name):
                table = hall.known(pairing.game) if pairing.number else None
                if table is not None:  # one died, the others were ended
                    await (keeping.delete if table.meta.humans else keeping.close)(table)
            cup = await looked(cups, name, c.PLAYING, rounds=2)
            await cups.look()  # opens the tables of the second round
            dead = [s for p in cups.shelf.pairings(name) if p.round == 1 for s in p.scores or ()]
            assert any(one.forfeit for one in dead)
            for pairing in cups.shelf.pairings(name):
                table = hall.known(pairing.game) if pairing.round == 2 else None
                if table is not None and table.meta.status != OVER:
                    await keeping.close(table)
            cup = await looked(cups, name, c.OVER)
            told = info(cups.shelf, cup, "")
            assert not check(told)
            assert len(told.standings) == 5
            assert len(list(csv.reader(as_csv(told).splitlines()))) >= 9
            (tmp_path / "cup.json").write_bytes(msgspec.json.encode(told))
            assert run_admin(["draw", str(tmp_path / "cup.json")]) == 0
            told.drawn[1].tables[0].seats[0].faction = "orcs"
            told.drawn[1].tables[0].seats[1].faction = "elves"
            told.seed = "0" * 64
            assert check(told)
        finally:
            hall.close()

    name = asyncio.run(first())
    asyncio.run(second(name))


def test_bots_are_called_as_on_the_page() -> None:
    texts = (Path(__file__).parents[2] / "web/src/lib/texts.ts").read_text("utf-8")
    for bot in BOT_NAMES:
        assert f'{bot}: {{ name: "{bot_title(bot)}"' in texts


def test_a_round_has_its_time_and_is_drawn_once(tmp_path: Path) -> None:
    async def whole() -> None:
        hall = Hall(config_for(tmp_path))
        try:
            cups, other = (Cups(People(hall)) for _ in range(2))
            cup, _ = await with_people(hall, cups, "Ann", "Bob")
            begun = (one.begin(cup) for one in (cups, other))
            tried = await asyncio.gather(*begun, return_exceptions=True)
            assert [type(one) for one in tried].count(ProblemError) == 1
            assert [one.number for one in cups.shelf.pairings(cup.id)] == [0, 1]
            await cups.look()
            now = cups.shelf.find(cup.id)
            await hall.store.write(c.cup_rows(now, round_began=time.time() - 1e6))
            await cups.look()
            await cups.look()
            first = cups.shelf.pairings(cup.id)[1]
            assert [one.points for one in first.scores or ()] == [6, 6]
        finally:
            hall.close()

    asyncio.run(whole())


def test_cups_of_bots_come_by_themselves(tmp_path: Path) -> None:
    async def whole() -> None:
        hall = Hall(config_for(tmp_path, bot_cup_hours=6.0))
        try:
            cups = Cups(People(hall))
            await cups.look()
            await cups.look()
            found = cups.shelf.of(c.OPEN, 9e99, 10)
            assert len(found) == 1
            assert found[0].starts > time.time()
            assert len(cups.shelf.entries(found[0].id)) == 7
        finally:
            hall.close()

    asyncio.run(whole())


# --- over HTTP -----------------------------------------------------------------------------


def deed(client: httpx.Client, cup: str, do: str, **more: object) -> int:
    return client.post(f"/api/people/cups/{cup}", json={"do": do, **more}).status_code


def test_only_the_organiser_begins_and_everybody_may_look(people_server: RunningServer) -> None:
    (_, a), (_, b) = signed_in(people_server, "Cup Ann"), signed_in(people_server, "Cup Bob")
    guest = browser(people_server)
    assert guest.post("/api/people/cups", json={"title": "x"}).status_code == 401
    assert a.post("/api/people/cups", json={"title": "x", "rounds": 99}).status_code == 400
    assert a.post("/api/people/cups", json={"title": "x", "fill": "nobody"}).status_code == 400
    made = a.post("/api/people/cups", json={"title": "Open\u202e one", "players": 2, "fill": ""})
    cup = made.json()["id"]
    assert made.json()["title"] == "Open one"
    assert deed(guest, cup, "enter") == 401
    assert deed(a, cup, "enter", salt="ab" * 16) == 200
    assert deed(a, cup, "enter", salt="xyz") == 400
    assert deed(a, cup, "begin") == 409  # byes need a full table
    assert deed(b, cup, "enter") == 200
    assert deed(b, cup, "begin") == 403
    assert deed(b, cup, "bot", bot="random") == 403
    seen = guest.get(f"/api/people/cups/{cup}")
    told = msgspec.json.decode(seen.content, type=CupInfo)
    assert [one.name for one in told.entries] == ["Cup Ann", "Cup Bob"]
    assert told.secret is None
    assert "abab" not in seen.text
    assert deed(a, cup, "begin") == 200
    opened = msgspec.json.decode(guest.get(f"/api/people/cups/{cup}").content, type=CupInfo)
    assert not check(opened)
    assert guest.get(f"/api/people/cups/{cup}/games.csv").text.startswith("round,table")
    assert cup in guest.get("/api/people/cups").text
    assert guest.get("/api/people/cups/none").status_code == 404
    assert guest.get("/api/people/cups?before=nan").status_code == 400
    assert deed(a, cup, "begin") == 409
    assert deed(a, cup, "cancel") == 200
    for _ in range(5):
        last = a.post("/api/people/cups", json={"title": "again"}).status_code
    assert last == 429
