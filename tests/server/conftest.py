"""A server in a process of its own, and a table inside this process for what needs no socket."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("websockets")

from server.endpoints import Mailbox, serving
from server.room import PEOPLE, Room

from dragondune.server.config import Config
from dragondune.server.lobby.hall import Hall
from dragondune.server.wire.incoming import NewTable
from tools.database import Database
from tools.database import database as database_for_a_while
from tools.trials.running import ONE_ADDRESS, RunningServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests that only talk to it."""
    folder = tmp_path_factory.mktemp("server")
    flags = ("--bot-pace", "0", "--veil-median", "0", "--tables-per-hour", "1000")
    with RunningServer(folder, *ONE_ADDRESS, *flags, "--requests-per-second", "1000") as running:
        yield running


@pytest.fixture(scope="session")
def mailbox() -> Iterator[Mailbox]:
    """Where the e-mail of that server goes."""
    with serving(Mailbox()) as running:
        yield running


@pytest.fixture(scope="session")
def people_server(
    tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox
) -> Iterator[RunningServer]:
    """One server that keeps accounts."""
    post = ("--mail", mailbox.url, "--mails-per-hour", "100", "--sign-ins-per-hour", "10000")
    flags = ("--bot-pace", "0", "--veil-median", "0", "--tables-per-hour", "1000", "--people", "1")
    free = ("--requests-per-second", "1000", "--cost-per-second", "100000")
    names = ("--names", "dune.example.org")
    with RunningServer(
        tmp_path_factory.mktemp("people"), *ONE_ADDRESS, *flags, *free, *names, *post
    ) as running:
        yield running


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """A PostgreSQL for this session; where none can be had, the tests that need it fail."""
    with database_for_a_while(flush=False) as running:
        yield running


@pytest.fixture
def postgres(database: Database) -> str:
    """The address of a fresh database."""
    return database.new(f"t{secrets.token_hex(6)}")


@pytest.fixture
def scene(tmp_path: Path) -> Callable[..., None]:
    """Runs a scene at a table of this process: ``scene(play, seats=…, config=…)``."""

    def run(
        play: Callable[[Room], Coroutine[Any, Any, None]],
        wish: NewTable | None = None,
        **settings: Any,
    ) -> None:
        async def whole() -> None:
            free = {"waiting_per_address": 10**6, "tables_per_address": 10**6}
            usual = Config(data=str(tmp_path), bot_pace=0, veil_median=0, **free)  # type: ignore[arg-type]
            hall = Hall(replace(usual, **settings))
            try:
                made = await hall.create(wish or NewTable(seats=PEOPLE), "here")
                await play(Room(hall, hall.tables[made.table]))
            finally:
                hall.close()

        asyncio.run(whole())

    return run
