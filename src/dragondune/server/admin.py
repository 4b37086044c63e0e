"""``dragon-dune admin``: what the keeper of a server does, whether it runs or not.

A table that a running server has is changed by that server; otherwise this command does it.
"""

import argparse
import asyncio
import json
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from dragondune.server import keeping_people
from dragondune.server.command import hold_folder
from dragondune.server.config import Config, parse
from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.keeping import keep, key_of, tidy
from dragondune.server.storage.backup import back_up, restore
from dragondune.server.storage.card import OPEN, OVER, PLAYING, Meta, from_bytes
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.store import StoreError
from dragondune.server.tables.replay import load_session
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import KeepTable
from dragondune.server.wire.problems import ProblemError

EPILOG: Final = (
    "The database is the one that dragon-dune serve uses: give --data or --postgres as there, or "
    "DRAGONDUNE_DATA or DRAGONDUNE_POSTGRES in the environment. An id that begins with a dash (older tables have such) "
    "is named after two dashes: close -- -id."
)


class Running(NamedTuple):
    """A server that runs: where, and the key by which it knows its keeper."""

    address: str
    key: str


# --- looking ----------------------------------------------------------------------------------


def _list(config: Config, chosen: argparse.Namespace) -> int:
    store = open_store(config)
    try:
        for table_id, created, data in store.tables():
            card = _card(data)
            status = card.status if card is not None else "unreadable"
            if chosen.status in ("", status):
                print(_row(table_id, created, status, card, store.last_time(table_id)))
    finally:
        store.close()
    return 0


def _card(data: bytes) -> Meta | None:
    try:
        return from_bytes(data)
    except msgspec.MsgspecError:
        return None


def _row(table_id: str, created: float, status: str, card: Meta | None, last: float) -> str:
    names = ", ".join(seat.name or seat.kind for seat in card.seats) if card is not None else ""
    day, latest = (
        datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
        for at in (created, last or created)
    )
    return f"{table_id}  {status:10}  opened {day}  last {latest}  {names}"


def _check(config: Config, chosen: argparse.Namespace) -> int:
    """Can every table be brought back?"""
    store, wrong = open_store(config), 0
    try:
        for table_id, _, data in store.tables():
            card = _card(data)
            trouble = (
                "its card cannot be read" if card is None else load_session(store, card).trouble
            )
            if trouble:
                wrong += 1
                print(f"{table_id}  {trouble}")
        print(f"{len(store.tables())} tables, {wrong} of them in trouble.")
    finally:
        store.close()
    return 1 if wrong else 0


def _processes(config: Config, chosen: argparse.Namespace) -> int:
    leases = _leases(config)
    try:
        owned = dict(leases.ask("SELECT process, count(*) FROM owners GROUP BY process"))
        for peer in leases.peers():
            state = "draining" if peer.draining else "takes tables"
            print(f"{peer.id}  {peer.address}  {state}  {owned.get(peer.id, 0)} tables")
    finally:
        leases.close()
    return 0


def _leases(config: Config) -> Any:
    if not config.postgres:
        raise StoreError("A file is served by one process alone; this is for --postgres.")
    open_store(config).close()
    from dragondune.server.cluster.leases import Leases

    return Leases(config.postgres, config.lease_seconds)


def _drain(config: Config, chosen: argparse.Namespace) -> int:
    leases = _leases(config)
    try:
        if chosen.process not in [peer.id for peer in leases.peers()]:
            raise StoreError(
                f"There is no process {chosen.process}; see dragon-dune admin processes."
            )
        leases.tell(f"drain {chosen.process}")
    finally:
        leases.close()
    print(f"{chosen.process} gives its tables to the others and ends.")
    return 0


# --- backups ----------------------------------------------------------------------------------


def _back_up(config: Config, chosen: argparse.Namespace) -> int:
    count = back_up(config, Path(chosen.file))
    print(f"{count} tables are in {chosen.file}.")
    return 0


def _restore(config: Config, chosen: argparse.Namespace) -> int:
    done = restore(config, Path(chosen.file), chosen.table)
    print(f"{done.added} tables were brought back; {done.present} were there and are as they were.")
    if done.accounts:
        print(f"{done.accounts} accounts were brought back; their owners have to sign in again.")
    return 0


# --- tables -----------------------------------------------------------------------------------


def _keep(config: Config, chosen: argparse.Namespace) -> int:
    wish = KeepTable(chosen.command, getattr(chosen, "seat", 0))
    _for_tables(config, chosen.table, wish, getattr(chosen, "records", None))
    print(f"{chosen.command}: {', '.join(chosen.table)}")
    return 0


def _for_tables(config: Config, tables: list[str], wish: KeepTable, records: str | None) -> None:
    running = _running(config)
    if running is None:
        if records is not None:
            raise StoreError("Records are saved by a running server: start it first.")
        asyncio.run(_alone(config, tables, wish))
        return
    for table_id in tables:
        url = f"{running.address}/api/tables/{table_id}"
        if records is not None:
            _save(Path(records) / f"{table_id}.json", _ask(f"{url}/record"))
        _ask(f"{url}/keep", running.key, wish)


def _running(config: Config) -> Running | None:
    """The server that has this database, if one runs; else the folder is ours till we end."""
    if config.postgres:
        leases = _leases(config)
        try:
            peers = [f"http://{peer.address}" for peer in leases.peers() if not peer.draining]
            there = [address for address in peers if _answers(address)]
            return Running(there[0], leases.secret()) if there else None
        finally:
            leases.close()
    folder = config.database.parent
    if not folder.is_dir():
        raise StoreError(f"There is no folder {folder}.")
    held = hold_folder(folder / "server.lock")
    if isinstance(held, str):
        return Running(held.rstrip("/"), key_of(config))
    _HELD.append(held)
    return None


_HELD: list[Any] = []  # the folder's lock, while a command is carried out


def _ask(url: str, key: str = "", body: object = None) -> bytes:
    headers = {"authorization": f"Bearer {key}"} if key else {}
    data = msgspec.json.encode(body) if body is not None else None
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as got:
            answer: bytes = got.read()
            return answer
    except urllib.error.HTTPError as error:
        told = json.loads(error.read() or b"{}").get("error", {}).get("text", str(error))
        raise StoreError(f"The server says: {told}") from None
    except OSError as error:
        raise StoreError(f"The server at {url} does not answer: {error}") from error


def _answers(address: str) -> bool:
    try:
        return bool(_ask(f"{address}/healthz"))
    except StoreError:
        return False


def _save(path: Path, record: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(record)


async def _alone(config: Config, tables: list[str], wish: KeepTable) -> None:
    """Nobody serves it: do it here."""
    hall = Hall(config)
    try:
        for table_id in tables:
            await keep(await _soon(hall, table_id), wish)
    finally:
        await hall.leave()
        hall.close()


async def _soon(hall: Hall, table_id: str) -> Table:
    """A table that no process has any more, though the lease of one may not be over yet."""
    until = time.monotonic() + hall.config.lease_seconds + 2
    while (table := await hall.have(table_id)) is None:
        if time.monotonic() > until or not await hall.is_elsewhere(table_id):
            raise ProblemError(404, f"There is no table {table_id} that could be had.")
        await asyncio.sleep(0.2)
    return table


def _tidy(config: Config, chosen: argparse.Namespace) -> int:
    """Delete what the settings say is kept long enough."""

    async def now() -> int:
        hall, done = Hall(config), 0
        try:
            while count := await tidy(config, hall.store, hall.have):
                done += count
            return done
        finally:
            await hall.leave()
            hall.close()

    if not config.postgres and _running(config) is not None:
        raise StoreError("A server runs on this folder, and tidies up by itself (--keep-days).")
    print(f"{asyncio.run(now())} tables were deleted or lost their talk.")
    return 0


# --- the command ------------------------------------------------------------------------------

COMMANDS: Final[dict[str, tuple[Callable[[Config, argparse.Namespace], int], str]]] = {
    "list": (_list, "every table: its id, its state, and who is sitting there"),
    "check": (_check, "replay the log of every table; exit status 1 if one is broken"),
    "backup": (_back_up, "copy everything into a file, even while the server is running"),
    "restore": (
        _restore,
        "add the tables of a backup that are missing, and accounts where there are none",
    ),
    "close": (_keep, "end games without a winner, and delete tables that wait for players"),
    "delete": (_keep, "delete tables with everything that belongs to them"),
    "forget": (_keep, "erase what was said at tables; the records of their games stay"),
    "mute": (_keep, "stop a seat of a table from talking"),
    "unmute": (_keep, "let it talk again"),
    "tidy": (_tidy, "delete now what --keep-days and --keep-chat-days no longer keep"),
    "processes": (
        _processes,
        "the processes that share a PostgreSQL, and how many tables each has",
    ),
    "drain": (_drain, "make a process hand its tables to the others and end"),
    **keeping_people.COMMANDS,
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dragon-dune admin",
        description="Look after a server, whether it is running or not. A running server changes its "
        "own tables; otherwise this command does it.",
        epilog=EPILOG,
    )
    parser.add_argument("--data", help="folder of the tables")
    parser.add_argument("--postgres", help="address of the PostgreSQL that holds them instead")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, text) in COMMANDS.items():
        one = commands.add_parser(name, help=text, description=text)
        if name == "list":
            one.add_argument(
                "--status",
                default="",
                choices=("", OPEN, PLAYING, OVER),
                help="only those that are open, playing or over",
            )
        elif name in ("backup", "restore"):
            one.add_argument("file")
        elif name in ("close", "delete", "forget"):
            one.add_argument("table", nargs="+")
        elif name in ("mute", "unmute"):
            one.add_argument("table", nargs=1)
            one.add_argument("seat", type=int, help="its number at the table, from 0")
        elif name == "drain":
            one.add_argument("process")
        elif name == "tidy":
            one.add_argument("--keep-days", default="0")
            one.add_argument("--keep-chat-days", default="0")
        keeping_people.add_arguments(name, one)
        if name == "restore":
            one.add_argument("--table", action="append", default=[], help="only this one")
        if name == "delete":
            one.add_argument("--records", help="folder to save the records of finished games in")
    return parser


def run_admin(argv: Sequence[str]) -> int:
    """Carry out one command; 2 with a sentence where it cannot be done."""
    chosen = _parser().parse_args(argv)
    flags = ("data", "postgres", "keep_days", "keep_chat_days")
    given = {flag: getattr(chosen, flag, None) for flag in flags}
    config = parse([f"--{k.replace('_', '-')}={v}" for k, v in given.items() if v is not None])
    try:
        return COMMANDS[chosen.command][0](config, chosen)
    except (StoreError, ProblemError, OSError) as error:
        print(f"dragon-dune admin: {getattr(error, 'text', None) or error}", file=sys.stderr)
        return 2
    finally:
        while _HELD:
            _HELD.pop().close()
