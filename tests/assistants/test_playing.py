"""An assistant plays by the tools alone, through the official client, over every transport."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import httpx2
from assistants.kit import Assistant, assistant, lines_of, token_in
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from dragondune.assistants.client import TableServer
from dragondune.assistants.desk import Desk
from dragondune.assistants.tools import make_server
from tools.trials.running import RunningServer, free_port

COMMAND = [sys.executable, "-m", "dragondune.cli", "mcp"]


async def play_a_while(player: Assistant, decisions: int) -> str:
    """Decides like somebody who wants to fight: the last choice that is shown."""
    told = await player.call("wait", seconds=30)
    for _ in range(decisions):
        if "You are asked" not in told:
            break
        told = await player.call("play", action=lines_of(told)[-1], wait=30)
    return told


def test_a_whole_game_in_memory(tables: RunningServer) -> None:
    async def session() -> None:
        async with assistant(tables) as player:
            assert "No rule speaks of" in await player.call("rules", about="spaceships")
            assert "[V4]" in await player.call("rules", about="v4")
            assert "edition" in await player.refused("rules", about="V4", edition="r77")
            assert "You hold no seat" in await player.refused("look")
            begun = await player.call("new_game", faction="elves", bots=["steward", "random"])
            assert "turn" in await player.call("tables")
            lines = await player.lines()
            assert lines
            for line in lines:
                assert line in begun or await player.call("why_not", action=line)
            assert "It can be done" in await player.call("why_not", action=lines[-1])
            assert "It cannot be done" in await player.call("why_not", action="fight 5★ orcs")
            assert "You are the elves" in await player.call("look")
            assert "The game is over" in await play_a_while(player, 500)

    asyncio.run(session())


def test_a_refused_action_names_its_rule_and_changes_nothing(tables: RunningServer) -> None:
    async def session() -> None:
        async with assistant(tables) as player:
            assert "There is no such table." in await player.refused("watch", table="nowhere")
            await player.call("new_game", faction="elves")
            await player.lines()
            before = await player.position()
            assert "[" in await player.refused("play", action="fight 5★ orcs")
            assert "is nothing one can do" in await player.refused("play", action="jump")
            assert (await player.position())["view"] == before["view"]

    asyncio.run(session())


def test_a_question_in_whole_sentences_finds_the_nearest_rules(tables: RunningServer) -> None:
    async def session() -> None:
        async with assistant(tables) as player:
            told = await player.call("rules", about="May I save my hidden units from the dragons?")
            assert "No rule has all of these words" in told
            assert "[ruling 57] Hidden from dragons" in told
            assert await player.call("rules", about="xyzzy") == "No rule speaks of 'xyzzy'."

    asyncio.run(session())


def test_contracts_and_talk(tables: RunningServer) -> None:
    async def session() -> None:
        async with assistant(tables) as player:
            await player.call("new_game", faction="elves", bots=["steward"])
            other = next(
                name for name in (await player.position())["view"]["factions"] if name != "elves"
            )
            sentence = f"The Elves pay the {other.capitalize()} 1 gold now."
            shown = await player.call("contract", do="preview", sentences=[sentence])
            assert "You would be bound" in shown
            assert "cannot be read" in await player.refused(
                "contract", do="offer", sentences=["Hm."]
            )
            assert "The Orcs do not attack the Elves" in await player.refused(
                "contract", do="offer"
            )
            assert "the number" in await player.refused("contract", do="accept")
            await player.call("contract", do="offer", sentences=sentence)
            told = await player.call("wait", seconds=2)
            view = (await player.position())["view"]
            assert view["offers"] or view["contracts"] or "contract" in " ".join(player.heard), told
            assert await player.call("say", text="Shall we?") == "Said."

    asyncio.run(session())


def test_over_pipes_with_tables_of_its_own(tmp_path: Path) -> None:
    """``dragon-dune mcp`` as an assistant's program starts it: it brings its own tables."""

    async def session() -> None:
        words = [*COMMAND[1:], "--data", str(tmp_path)]
        started = StdioServerParameters(command=COMMAND[0], args=words, env=dict(os.environ))
        async with Client(stdio_client(started)) as client:
            player = Assistant(client)
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert {"rules", "look", "choices", "why_not", "play", "contract"} <= names
            begun = await player.call("new_game", bots=["random"])
            assert "You sit at table" in begun
            await play_a_while(player, 2)

    asyncio.run(session())
    assert (tmp_path / "tables.sqlite3").exists()


def test_over_http_one_seat_per_token(tables: RunningServer) -> None:
    """Two assistants at one address: each has the seat of the token that it shows, or none."""
    port = free_port()
    words = ["--server", tables.http, "--http", "1", "--port", str(port)]
    process = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert f":{port}/mcp" in process.stdout.readline()
        asyncio.run(_two_by_http(f"http://127.0.0.1:{port}/mcp"))
    finally:
        process.terminate()
        process.communicate(timeout=30)


async def _two_by_http(address: str) -> None:
    async with Client(address) as client:
        first = Assistant(client)
        token = token_in(await first.call("new_game", faction="orcs"))
        assert "You are the orcs" in await first.call("look", token=token)
        assert "You hold no seat" in await first.refused("look")
    shown = httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"})
    async with shown, Client(streamable_http_client(address, http_client=shown)) as client:
        assert "You are the orcs" in await Assistant(client).call("look")
    async with Client(address) as client:
        assert "You hold no seat" in await Assistant(client).refused("look")
    async with httpx2.AsyncClient() as elsewhere:
        foreign = {"host": "evil.example", "accept": "application/json, text/event-stream"}
        answer = await elsewhere.post(address, json={"jsonrpc": "2.0"}, headers=foreign)
        assert answer.status_code == 421, "a page elsewhere must not reach it through a browser"


def test_every_tool_is_described() -> None:
    async def listed() -> None:
        async with Client(make_server(Desk(TableServer("http://127.0.0.1:9")))) as client:
            for tool in (await client.list_tools()).tools:
                assert tool.description, tool.name
                assert tool.annotations is not None, tool.name
            failed, text = await Assistant(client).attempt("tables")
            assert failed
            assert "The table server at http://127.0.0.1:9" in text

    asyncio.run(listed())
