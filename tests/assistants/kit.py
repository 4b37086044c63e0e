"""What the tests of assistants share: calls by the official client, and an answer's text."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client

from dragondune.assistants.client import TableServer
from dragondune.assistants.desk import Desk
from dragondune.assistants.tools import make_server
from tools.trials.running import RunningServer


class Assistant:
    """An assistant that knows the tools and nothing else."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.heard: list[str] = []  # every word it was told

    async def call(self, tool: str, **arguments: object) -> str:
        """What a tool answers; AssertionError where it refuses."""
        failed, text = await self.attempt(tool, **arguments)
        assert not failed, text
        return text

    async def refused(self, tool: str, **arguments: object) -> str:
        """The sentence of a refusal."""
        failed, text = await self.attempt(tool, **arguments)
        assert failed, text
        return text

    async def attempt(self, tool: str, **arguments: object) -> tuple[bool, str]:
        answer = await self.client.call_tool(tool, arguments)
        text = "\n".join(part.text for part in answer.content if part.type == "text")
        self.heard.append(text)
        return bool(answer.is_error), text

    async def position(self, **arguments: object) -> dict[str, Any]:
        """The own position, as data."""
        answer = await self.client.call_tool("position", arguments)
        assert answer.structured_content is not None, answer
        self.heard.append(str(answer.structured_content))
        told: dict[str, Any] = answer.structured_content
        return told

    async def lines(self) -> list[str]:
        """What it may play now, as its choices show it."""
        return lines_of(await self.call("choices"))


def lines_of(choices: str) -> list[str]:
    return re.findall(r"^  (.+?): ", choices, re.MULTILINE)


def token_in(text: str) -> str:
    found = re.search(r"Token of your seat: (\S+)", text)
    assert found is not None, text
    return found[1]


@asynccontextmanager
async def assistant(tables: RunningServer, token: str = "") -> AsyncIterator[Assistant]:
    """One in memory, with the seat of a token or with none yet."""
    desk = Desk(TableServer(tables.http), token)
    try:
        async with Client(make_server(desk)) as client:
            yield Assistant(client)
    finally:
        await desk.close()
