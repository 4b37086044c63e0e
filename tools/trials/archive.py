"""A store with many accounts and many finished games, and how long every list over it takes.

``python3 run.py trial archive``: 100,000 accounts and 100,000 finished games. One account has played 2,000 of them.
The games are counted as a server counts them, so that the ratings are those that follow.
"""

import contextlib
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import httpx

from dragondune.model.factions import FACTION_NAMES
from dragondune.server.cups import cup as cups
from dragondune.server.people.accounts import Account, Wishes, account_row
from dragondune.server.people.visits import begin
from dragondune.server.ranks.counting import Showing
from dragondune.server.ranks.ledger import Result, people_of, result_rows
from dragondune.server.ranks.model import Rating, rated
from dragondune.server.storage.card import OVER, Meta, Seat
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import Statement, card_row, holding_row
from dragondune.server.web.identity import COOKIE
from dragondune.server.wire.incoming import Pace
from tools.trials.running import FREE_OF_LIMITS, RunningServer, going_ahead

BUSY, PLAYED = "a0000000", 2000  # the account with many games, and how many
LOOKS = 15
POOLS = (("r9", 4), ("r9", 4), ("r9", 3), ("r6b", 4), ("r9", 2))
WAYS = ("three castles", "most castles", "default", "prediction")
LISTS = (
    "/api/tables",
    "/api/people/ratings",
    "/api/people/ratings/r9/4",
    "/api/people/ratings/r9/4?page={page}",
    "/api/people/players/me",
    "/api/people/players/me/results",
    "/api/people/players/a0000077",
    "/api/people/players/a0000077/results",
    "/api/people/circle",
    "/api/people/clubs/club0001",
    "/api/people/cups",
    "/api/people/cups/cup0001",
    "/api/people/moderation",
)


def _name(number: int) -> str:
    return f"a{number:07}"


def _accounts(count: int) -> Iterator[Statement]:
    for number in range(count):
        one = Account(
            _name(number), f"Player {number:06}", 1e9 + number, Wishes(profile="everybody")
        )
        yield account_row(one)


def _games(count: int, accounts: int, rng: random.Random) -> Iterator[Statement]:
    """Games between people of which some play much more than others, each with what is stored of it."""
    known: dict[str, dict[str, Rating]] = {}
    places: dict[str, int] = {}
    for number in range(count):
        edition, players = rng.choice(POOLS)
        who = {1 + int((accounts - 1) * rng.random() ** 2) for _ in range(players)}
        who |= {0} if number % (count // min(PLAYED, count)) == 0 else set()
        while len(who) < players:
            who.add(rng.randrange(1, accounts))
        yield from _game(number, edition, sorted(who)[:players], known, places, rng)


def _game(
    number: int,
    edition: str,
    who: list[int],
    known: dict[str, dict[str, Rating]],
    places: dict[str, int],
    rng: random.Random,
) -> Iterator[Statement]:
    pool, game, ended = f"{edition}/{len(who)}", f"game{number:08}", 1.6e9 + 300.0 * number
    winner, factions = rng.randrange(len(who)), rng.sample(FACTION_NAMES, len(who))
    seats = [
        Showing(
            at,
            _name(one),
            "",
            f"Player {one:06}",
            factions[at],
            int(at != winner),
            at == winner,
            False,
        )
        for at, one in enumerate(who)
    ]
    before = known.setdefault(pool, {})
    after = rated(seats, before)
    places[pool] = places.get(pool, 0) + 1
    way = rng.choice(WAYS)
    told = Result(
        game,
        pool,
        places[pool],
        ended,
        f"Game {number}",
        way,
        6,
        number % 2 == 0,
        people_of(seats),
        True,
        "",
    )
    yield from result_rows(told, seats, before, after)
    before.update(after)
    card = Meta(
        game, ended, edition, [], [_seat(one) for one in seats], "seed", status=OVER, rated=True
    )
    card.winners, card.way = [factions[winner]], way
    yield card_row(card)
    yield from (holding_row(one.account, game) for one in seats)


def _seat(one: Showing) -> Seat:
    return Seat(
        "human",
        one.name,
        faction=one.faction,
        account=one.account,
        token_hash=f"{one.account}{one.seat}",
    )


def _company(rng: random.Random) -> Iterator[Statement]:
    """What the busy account has to do with: friends, clubs, tournaments, reports."""
    for number in range(1, 500):
        kind = rng.choice(("friend", "muted", "blocked", "asked"))
        yield "INSERT INTO ties VALUES (?, ?, ?, ?)", (BUSY, _name(number), kind, 1.0)
    for number in range(2000):
        club = f"club{number:04}"
        yield "INSERT INTO clubs VALUES (?, ?, ?, ?, ?)", (club, club, club, 1.0, b"{}")
        first = 0 if number < 20 else 200 + 5 * number
        for at in range(first, first + (200 if number < 20 else 5)):
            yield "INSERT INTO members VALUES (?, ?, ?, ?)", (club, _name(at), "member", 1.0)
    for number in range(1000):
        cup = cups.Cup(f"cup{number:04}", "Cup", 1e9 + number, BUSY, "r9", 4, 3, Pace("live", 60))
        cup.state = (cups.OPEN, cups.PLAYING, cups.OVER)[number % 3]
        yield cups.new_cup_row(cup)
        for at in range(1, 65):
            yield cups.entry_row(cup.id, cups.new_entry(at, f"Entry {at}", account=_name(at)))
    yield "INSERT INTO moderators VALUES (?, ?)", (BUSY, 1.0)
    for number in range(5000):
        row = (f"r{number}", 1.0 * number, _name(number), _name(number + 1), "", "Rude", "open")
        yield "INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?)", row


def fill(folder: Path, accounts: int, games: int, seed: int = 1) -> str:
    """Make such a store; the cookie of the busy account."""
    SqliteStore(folder / "tables.sqlite3").close()
    rng = random.Random(seed)
    token, visit = begin(BUSY, "A trial")
    with contextlib.closing(sqlite3.connect(folder / "tables.sqlite3")) as store, store:
        store.execute("PRAGMA synchronous = OFF")
        for part in (_accounts(accounts), _games(games, accounts, rng), _company(rng), visit):
            for sql, values in part:
                store.execute(sql, values)
    return token


def run_archive(accounts: int, games: int, most_ms: float = 50.0) -> int:
    """1 where a list takes longer."""
    with tempfile.TemporaryDirectory() as name:
        folder, began = Path(name), time.monotonic()
        token = fill(folder, accounts, games)
        print(
            f"{accounts} accounts and {games} games were made in {time.monotonic() - began:.0f} s"
        )
        with started(folder) as server, ahead(server):
            worst = _lists(server.http, token)
    with tempfile.TemporaryDirectory() as name, started(Path(name)):
        print("(the last one: without any)")
    return 0 if worst <= most_ms else 1


def ahead(server: RunningServer) -> contextlib.AbstractContextManager[None]:
    """Other work on this machine waits for the server, where we may say so."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return going_ahead(server.pid, os.getpid()) if root else contextlib.nullcontext()


@contextlib.contextmanager
def started(folder: Path) -> Iterator[RunningServer]:
    """A server on this folder; how long it took to start is printed, and how much of a processor."""
    began = time.monotonic()
    with RunningServer(folder, *FREE_OF_LIMITS, "--people", "1") as server:
        print(f"{'seconds to start':45} {time.monotonic() - began:6.2f}")
        print(f"{'of them on the processor':45} {server.cpu():6.2f}")
        yield server


def _lists(address: str, token: str) -> float:
    """Print how long each list takes, the middle and the longest of some looks; the longest middle."""
    middles = []
    with httpx.Client(base_url=address, cookies={COOKIE: token}, timeout=60) as client:
        page = client.get("/api/people/ratings/r9/4").json()["next"] or ""
        for path in LISTS:
            found = [_look(client, path.format(page=page)) for _ in range(LOOKS)]
            print(f"{path:45} {median(found):6.1f} ms, at most {max(found):6.1f}")
            middles.append(median(found))
    return max(middles)


def _look(client: httpx.Client, path: str) -> float:
    began = time.perf_counter()
    answer = client.get(path)
    answer.raise_for_status()
    return 1000 * (time.perf_counter() - began)
