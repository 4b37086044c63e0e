"""How the stores of rules version 1 beside this file were made.

It ran once, with the last program that played version 1 and kept schema 1; later programs play by
other rules and keep other files, so it is here to be read:

    PYTHONPATH=src:tests python tests/server/stores/make_version_1.py

``version-1.sqlite3`` is a server's file with these tables:

=============== =================================================================================
nine            `r9`, four people, under way
talk            `r9`, four people, under way: a contract, orders, chat, a hint, choices taken back
troll-ahead     `r2`, under way: a troll stayed that goes by version 2, but no mark shows it yet
troll-behind    `r2`, under way: the same troll has struck again
troll-over      `r2`, over: the same happened on the way
over            `r9`, two people, over
waiting         nobody has taken its second seat; one line of talk
lesson          a prepared position
=============== =================================================================================

``version-1-*.json`` are records (``Game.record``) and stored games (``Game.to_json``).
"""

# ruff: noqa: I001  (these modules lie elsewhere today)

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from dragondune.game import Game
from dragondune.lessons.lesson import lessons
from dragondune.model.board import NAMES
from dragondune.rules import trolls
from dragondune.rules.losses import BY_TROLL, lose_units
from dragondune.server.config import Config
from dragondune.server.driver import Driver
from dragondune.server.loading import load_session
from dragondune.server.lobby import Hall
from dragondune.server.messages import NewTable, OrderSet, SeatWish
from dragondune.server.table import Table

HERE = Path(__file__).resolve().parent
ALL = ("dwarves", "elves", "goblins", "orcs")
old_reading = trolls._feed_troll


def new_reading(s: Any, t: int, who: int) -> None:
    """Version 2 in `r2`: the troll goes if anybody's units remain after a loss."""
    lost = 0
    for f in s.order:
        if who >> f & 1:
            n = min(4, s.up[f * 28 + t])
            lost += n
            lose_units(s, f, t, n, BY_TROLL)
    if lost and any(s.up[f * 28 + t] for f in s.order):
        s.trolls &= ~(1 << t)
        trolls.tell(s, "troll_left", t)


def choose(rng: random.Random, choices: list[Any], there: int) -> Any:
    """Often what leads to a troll, or one would meet two factions once in a thousand games."""
    names = {NAMES[t] for t in range(28) if there >> t & 1}
    near = [action for action in choices if names & set(str(action).split()[-2:])]
    if near and rng.random() < 0.7:
        return rng.choice(near)
    kind = rng.choice(sorted({action.kind for action in choices}))
    return rng.choice([action for action in choices if action.kind == kind])


class Maker:
    """Opens tables with names and seeds that do not change, and plays at random."""

    def __init__(self, folder: str) -> None:
        self.hall = Hall(Config(data=folder, bot_pace=0, veil_median=0))
        self._meta = self.hall._meta
        self.hall._meta = self.meta  # type: ignore[method-assign]
        self.name = self.seed = ""
        self.cid = 0

    def meta(self, wish: NewTable) -> Any:
        made = self._meta(wish)
        made.id, made.seed = self.name, self.seed
        return made

    async def open(self, name: str, seed: str, edition: str, *factions: Any) -> Table:
        self.name, self.seed = name, seed
        seats = [SeatWish("human", faction=faction, name=faction.title()) for faction in factions]
        await self.hall.create(NewTable(edition=edition, seats=seats, title=name), "here")
        return self.hall.tables[name]

    async def play(self, table: Table, rng: random.Random, enough: Callable[[], bool]) -> None:
        """Play on at random; the kind of action is drawn first, so that rare ones come up too."""
        while not enough():
            session = table.session
            if session is None or not session.legal:
                return
            seat = session.waiting()[0]
            action = choose(rng, session.game.legal(seat), session.game.state.trolls)
            self.cid += 1
            answer = await table.act(seat, self.cid, str(action), None)
            assert answer.ok, answer


def is_past(table: Table, update: int) -> bool:
    """Has that update been closed?"""
    assert table.session is not None
    return table.session.n > update


def first_difference(maker: Maker, table: Table) -> int | None:
    """The update at which the game leads elsewhere by the new reading."""
    trolls._feed_troll = new_reading
    try:
        trouble = load_session(maker.hall.store, table.meta).trouble
    finally:
        trolls._feed_troll = old_reading
    if not trouble:
        return None
    words = trouble.split("Update ")
    return int(words[1].split()[0]) if len(words) > 1 else -1


async def find_troll() -> tuple[str, int]:
    """A seed whose game meets the troll early, and when."""
    for number in range(200):
        with tempfile.TemporaryDirectory() as folder:
            maker = Maker(folder)
            try:
                table = await maker.open("t", f"troll {number}", "r2", *ALL)
                await maker.play(table, random.Random(number), partial(is_past, table, 200))
                found = first_difference(maker, table)
                if found is not None and 20 < found < 190:
                    return f"troll {number}", found
            finally:
                maker.hall.close()
    raise SystemExit("no seed was found")


async def make(folder: str) -> None:
    seed, troll = await find_troll()
    number = int(seed.split()[1])
    maker = Maker(folder)

    async def until(name: str, update: int) -> Table:
        maker.cid = 0
        table = await maker.open(name, seed, "r2", *ALL)
        await maker.play(table, random.Random(number), partial(is_past, table, update))
        return table

    nine = await maker.open("nine", "nine", "r9", *ALL)
    await maker.play(nine, random.Random(9), partial(is_past, nine, 90))
    await talk(maker)
    ahead = await until("troll-ahead", troll - 2)
    behind = await until("troll-behind", troll + 10)
    over = await until("troll-over", 10**6)
    assert first_difference(maker, ahead) is None
    assert first_difference(maker, behind) == first_difference(maker, over) == troll
    short = await maker.open("over", "over", "r9", "orcs", "elves")
    await maker.play(short, random.Random(2), lambda: False)
    maker.name, maker.seed = "waiting", "waiting"
    seats = [SeatWish("human", name="Anna"), SeatWish("open")]
    await maker.hall.create(NewTable(seats=seats, title="waiting"), "here")

    class Mouth:
        seat = 0

    answer = await maker.hall.tables["waiting"].talk.say(Mouth(), 1, "anyone?", None)
    assert answer.ok
    maker.name, maker.seed = "lesson", "lesson"
    await maker.hall.learn(next(iter(lessons().values())), "Learner", "here")
    for name, table in (("nine", nine), ("troll-over", over), ("troll-behind", behind)):
        keep(name, table.session.game)
    maker.hall.close()


async def talk(maker: Maker) -> None:
    """Everything that a log holds besides plain moves."""
    table = await maker.open("talk", "talk", "r9", *ALL)
    session = table.session
    await maker.play(table, random.Random(3), partial(is_past, table, 20))

    class Mouth:
        seat = 3

    assert (await table.act("orcs", 9001, "offer The orcs do not attack the elves.", None)).ok
    offer = session.game.offers[0].number
    assert (await table.act("elves", 9002, f"accept {offer}", None)).ok
    assert (await table.talk.say(Mouth(), 1, "well met", None)).ok
    assert (await table.talk.say(Mouth(), 2, "between us", "elves")).ok
    assert (await table.set_orders("goblins", 9003, OrderSet(bid_limit=3))).ok
    await table.mark_hint(session.waiting()[0], "pass")
    undone, rng = 0, random.Random(4)
    while undone < 3:
        before = session.n
        await maker.play(table, rng, partial(is_past, table, before))
        for seat in ALL:
            if session.can_undo(seat) and undone < 3:
                assert (await table.undo(seat, 9100 + undone)).ok
                undone += 1


def keep(name: str, game: Game) -> None:
    """A record where the game is over, and the whole game where it goes on."""
    if game.over:
        text = json.dumps(game.record(), ensure_ascii=False, separators=(",", ":"))
        (HERE / f"version-1-record-{name}.json").write_text(text + "\n", encoding="utf-8")
    else:
        text = game.to_json()
        (HERE / f"version-1-game-{name}.json").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    Driver.look = lambda self: None  # type: ignore[method-assign]  # nobody moves beside the script
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(make(folder))
        path = Path(folder) / "tables.sqlite3"
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        shutil.copy(path, HERE / "version-1.sqlite3")
    records = sorted(HERE.glob("*.json"))
    print({path.name: path.stat().st_size for path in [HERE / "version-1.sqlite3", *records]})


if __name__ == "__main__":
    main()
