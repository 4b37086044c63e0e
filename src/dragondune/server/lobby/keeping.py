"""What the keeper of a server may do to a table: end it, delete it, take its talk out, silence a seat.

Nothing of this touches how a finished game is told: its record is played again from the log, which
talk is no part of.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace

from dragondune.server.config import Config
from dragondune.server.storage.card import OPEN, OVER, PLAYING
from dragondune.server.storage.store import Store, erase_rows, forget_rows
from dragondune.server.tables import ending
from dragondune.server.tables.activity import DAY
from dragondune.server.tables.calendar import overdrawn
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import KeepTable
from dragondune.server.wire.problems import ProblemError

CLOSED: Final = "The operator of this server has ended the game."
EVERYBODY_LEFT: Final = "Everybody has left and nobody came back, so the game was closed."
DIED: Final = "Nobody has been here for {} days, so the table was closed."
MOST: Final = 100  # tables that one look takes care of
Find = Callable[[str], Awaitable[Table | None]]


def key_of(config: Config) -> str:
    """The key by which the keeper is known: in a file that nobody else on this machine may read."""
    path = config.database.with_name("keeper.key")
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(32), encoding="utf-8")
    return path.read_text(encoding="utf-8").strip()


async def keep(table: Table, wish: KeepTable) -> None:
    """Carry out what the keeper wants done to a table."""
    orders = {"close": close, "delete": delete, "forget": forget}
    if wish.do in orders:
        await orders[wish.do](table)
    else:
        await mute(table, wish.seat, wish.do == "mute")


async def close(table: Table, why: str = CLOSED, way: str = ending.CLOSED) -> None:
    """End a game without winners; one that has not begun goes."""
    async with table.lock:
        if table.meta.status not in (OPEN, PLAYING):
            raise ProblemError(409, "The game is over.")
        waiting = table.meta.status == OPEN
        told = table.services.herald.closed(table.meta, why)
        if not waiting:
            table.driver.stop()
            card = ending.parted(table.meta, table.away | overdrawn(table.meta))
            await table.change_card(replace(card, status=OVER, trouble=why, way=way), *told)
            table.stop(why)
    if waiting:
        await delete(table)
        if told:
            await table.services.store.write(told)


async def delete(table: Table) -> None:
    """A table is gone, with its log and its talk; whoever is there has to leave."""
    async with table.lock:
        erased = erase_rows(table.meta.id)
        await table.services.store.write([*table.journal.fences(), *erased])
        table.let_go()


async def forget(table: Table) -> None:
    """Take the words out of a table's talk."""
    async with table.lock:
        words = forget_rows(table.meta.id)
        await table.services.store.write([*table.journal.fences(), *words])
        table.talk.lines.clear()


async def mute(table: Table, seat: int, silent: bool) -> None:
    """Silence a seat, or let it talk again."""
    async with table.lock:
        if not 0 <= seat < len(table.meta.seats):
            raise ProblemError(400, "There is no such seat.")
        muted = sorted({*table.meta.muted} | {seat} if silent else {*table.meta.muted} - {seat})
        await table.write([], card=replace(table.meta, muted=muted))


async def tidy(config: Config, store: Store, find: Find) -> int:
    """Delete what is kept long enough by the settings; how many tables that concerned."""
    done = 0
    for days, talking, work in (
        (config.keep_days, False, delete),
        (config.keep_chat_days, True, forget),
    ):
        if days <= 0:
            continue
        old = await asyncio.to_thread(store.finished, time.time() - days * DAY, talking, MOST)
        for table_id in old:
            table = await find(table_id)
            if table is not None:
                await work(table)
                done += 1
    return done + await _close_dead(config, store, find)


async def _close_dead(config: Config, store: Store, find: Find) -> int:
    """Close the tables that nobody has come back to for as long as the settings say."""
    since = time.time() - config.dead_days * DAY
    old = await asyncio.to_thread(store.left_alone, since, MOST) if config.dead_days > 0 else []
    done = 0
    for table_id in old:
        table = await find(table_id)
        if table is not None and not table.connections and table.last < since:
            await table.load()
            if table.meta.status in (OPEN, PLAYING):
                await close(table, DIED.format(round(config.dead_days)))
                done += 1
    return done
