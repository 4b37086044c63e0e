"""A hostile assistant gets no more than its seat: no other's cards, choices, tables or words."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from assistants.kit import Assistant, assistant, token_in

from tools.trials.running import RunningServer


async def _two_at_a_table(tables: RunningServer) -> tuple[str, str, str]:
    """A table with two people and a bot: its id, and the tokens of orcs and elves."""
    seats = [
        {"kind": "human", "faction": "orcs"},
        {"kind": "open", "faction": "elves"},
        {"kind": "bot"},
    ]
    async with httpx.AsyncClient(base_url=tables.http) as http:
        wish = {"name": "Ann", "seats": seats, "public": False}
        made = (await http.post("/api/tables", json=wish)).json()
        taken = await http.post(f"/api/tables/{made['table']}/join", json={"name": "Bob"})
    return made["table"], made["tokens"][0]["token"], taken.json()["token"]


async def _tries(player: Assistant, table: str, other: str) -> None:
    """Everything that could tell something about another seat."""
    for tool in ("look", "position", "choices", "undo", "hint"):
        await player.attempt(tool, token=other)
        await player.attempt(tool)
    for words in ("look elves", "pass", "plan 1 none", "give 1 elves", "orcs pass", "elves pass"):
        await player.attempt("why_not", action=words)
        await player.attempt("play", action=words, wait=0, token=other)
    for name in (table, f"{table}/record", f"../tables/{table}", "..", "%2e%2e", table + "?seen=0"):
        await player.attempt("watch", table=name)
        await player.attempt("sit_down", table=name)
    for about in ("../tables", f"/api/tables/{table}/seat", "V4?token=x"):
        await player.attempt("rules", about=about)
    await player.attempt(
        "contract", do="preview", sentences=["The Elves show the Orcs their hand."]
    )


def test_it_hears_nothing_that_only_another_seat_knows(tables: RunningServer) -> None:
    async def scene() -> None:
        table, orcs, elves = await _two_at_a_table(tables)
        async with assistant(tables, orcs) as hostile, assistant(tables, elves) as honest:
            theirs = await _begun(honest, hostile)
            await _tries(hostile, table, elves)
            own = (await hostile.position())["view"]
        secrets = {*theirs["hand"], theirs["usurper"], theirs["sabotage"]} - {None}
        open_cards = set(own["piles"]["discards"]) | {*own["me"]["hand"], own["me"]["usurper"]}
        assert secrets - open_cards, "a deal in which nothing is secret shows nothing"
        for card in secrets - open_cards:
            assert not [text for text in hostile.heard if card in text]
        assert elves not in "".join(hostile.heard)

    asyncio.run(scene())


async def _begun(player: Assistant, other: Assistant) -> dict[str, Any]:
    """What a player holds once the cards are dealt; both play as they are asked."""
    for _ in range(60):
        me: dict[str, Any] = (await player.position())["view"]["me"]
        if me["usurper"]:
            return me
        for one in (player, other):
            for line in (await one.lines())[:1]:
                await one.call("play", action=line, wait=0)
    raise AssertionError("the cards were not dealt")


def test_its_position_is_what_the_server_tells_that_seat(tables: RunningServer) -> None:
    async def scene() -> None:
        table, orcs, _ = await _two_at_a_table(tables)
        async with (
            assistant(tables, orcs) as player,
            httpx.AsyncClient(base_url=tables.http) as http,
        ):
            shown = {"authorization": f"Bearer {orcs}"}
            for _ in range(30):  # until nobody moved between the two questions
                mine = await player.position()
                told = (await http.get(f"/api/tables/{table}/seat", headers=shown)).json()
                if mine["n"] == told["n"]:
                    break
            assert json.loads(json.dumps(mine["view"])) == told["view"]

    asyncio.run(scene())


def test_a_connection_with_a_seat_speaks_for_no_other(tables: RunningServer) -> None:
    async def scene() -> None:
        table, orcs, elves = await _two_at_a_table(tables)
        async with assistant(tables, orcs) as player:
            for tool, words in (
                ("look", {}),
                ("play", {"action": "pass"}),
                ("say", {"text": "Hm"}),
            ):
                assert "one seat" in await player.refused(tool, token=elves, **words)
            assert "one seat" in await player.refused("new_game")
            assert "one seat" in await player.refused("sit_down", table=table)

    asyncio.run(scene())


@pytest.mark.parametrize("token", ["guessed", "account", "x" * 99, "a b", "\r\nhost: x", "é"])
def test_a_guessed_token_holds_nothing(tables: RunningServer, token: str) -> None:
    async def scene() -> None:
        async with assistant(tables) as player:
            assert "holds no seat" in await player.refused("look", token=token)

    asyncio.run(scene())


def test_what_is_too_long_or_out_of_bounds_is_refused(tables: RunningServer) -> None:
    async def scene() -> None:
        async with assistant(tables) as player:
            token_in(await player.call("new_game", bots=["random"]))
            await player.refused("play", action="x" * 121)
            await player.refused("say", text="x" * 501)
            await player.refused("wait", seconds=1e9)
            await player.refused("contract", do="offer", sentences=["x" * 301])
            await player.refused("contract", do="steal")
            await player.refused("new_game", bots=["random"] * 4)
            await player.refused("nothing")
            assert "You are the" in await player.call("look")

    asyncio.run(scene())
