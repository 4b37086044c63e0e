"""What people are to each other, and what is done for their sake, where several processes share a database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from server.finished import opening
from server.signing import stored_account

from dragondune.server.circles import ties
from dragondune.server.circles.circles import Circles
from dragondune.server.circles.moderation import HOST
from dragondune.server.config import Config
from dragondune.server.lobby.hall import Hall
from dragondune.server.people.people import People
from dragondune.server.storage.card import FORMER
from dragondune.server.storage.store import card_row, holding_row


class Process(NamedTuple):
    """One of them, as far as these tests need it."""

    hall: Hall
    people: People
    circles: Circles


@asynccontextmanager
async def process(url: str, folder: Path, number: int) -> AsyncIterator[Process]:
    free: dict[str, Any] = {"bot_pace": 0, "veil_median": 0, "people": 1}
    hall = Hall(Config(data=str(folder), postgres=url, **free))
    assert hall.ownership is not None
    people = People(hall)
    found = Process(hall, people, Circles(people))
    hall.ownership.cluster.join(f"127.0.0.1:{number}", "", hall.hear)
    people.start()
    try:
        yield found
    finally:
        people.close()
        await hall.leave()
        hall.close()


async def comes(look: Callable[[], object]) -> None:
    """Wait until it is so; a busy machine is slow."""
    for _ in range(6000):
        if look():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("It did not happen.")


def test_a_mute_holds_in_every_process_as_soon_as_it_is_said(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with process(postgres, tmp_path, 1) as here, process(postgres, tmp_path, 2) as there:
            await there.circles.manners.learn("anna")
            assert there.circles.manners.hears("anna", "ben")
            await here.circles.change("anna", [ties.tie_row("anna", "ben", ties.MUTED)])
            await comes(lambda: not there.circles.manners.hears("anna", "ben"))
            account = await stored_account(here.hall.store, "Cleo")
            await there.circles.manners.learn(account.id)
            silence = here.circles.moderation.decide(HOST, account.id, "silence", 1, "")
            await here.circles.change(account.id, silence)
            await comes(lambda: there.circles.manners._known[account.id].silenced)

    asyncio.run(whole())


def test_what_was_told_while_the_database_was_away_is_looked_up(
    postgres: str, tmp_path: Path
) -> None:
    async def whole() -> None:
        async with process(postgres, tmp_path, 1) as here:
            await here.circles.manners.learn("anna")
            await here.hall.store.write([ties.tie_row("anna", "ben", ties.BLOCKED)])
            assert here.circles.manners.hears("anna", "ben")
            here.hall.hear("listening")
            await comes(lambda: not here.circles.manners.hears("anna", "ben"))

    asyncio.run(whole())


def test_an_account_is_gone_from_tables_of_other_processes(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with process(postgres, tmp_path, 1) as here, process(postgres, tmp_path, 2) as there:
            table = await opening(there.hall)
            anna = await stored_account(here.hall.store, "Anna")
            table.meta.seats[0].account, table.meta.seats[0].name = anna.id, "Anna"
            table.meta.rated = True
            rows = [card_row(table.meta), holding_row(anna.id, table.meta.id)]
            await there.hall.store.write(rows)
            await here.people.erase(anna)
            await comes(lambda: table.meta.seats[0].name == FORMER)
            assert table.meta.seats[0].resigned
            await comes(lambda: not here.hall.store.rows("SELECT 1 FROM errands"))

    asyncio.run(whole())
