"""A table server of its own for assistants, and the official client in front of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("mcp")

from tools.trials.running import ONE_ADDRESS, RunningServer


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    flags = ("--bot-pace", "0", "--veil-median", "0", "--tables-per-hour", "1000")
    folder = tmp_path_factory.mktemp("tables")
    with RunningServer(folder, *ONE_ADDRESS, *flags, "--cost-per-second", "100000") as running:
        yield running
