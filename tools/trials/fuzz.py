"""Hostile messages: no error 500, no change of state, and the server goes on.

Everything is drawn from a seed: broken JSON, wrong types, huge numbers, stolen and guessed tokens,
actions of others, numbers used before, binary noise, deep nesting, strange requests.
"""

import asyncio
import json
import random
import re
from typing import Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from dragondune.server.web.openapi import Call
from tools.trials.running import RunningServer

KINDS: Final = [
    "hello",
    "act",
    "why",
    "undo",
    "orders",
    "chat",
    "contract",
    "past",
    "hint",
    "back",
    "ping",
    "rubbish",
]
NASTY: Final[tuple[object, ...]] = (
    *(None, True, -1, 0, 2**31, 2**63, 1e308, -0.0, "", "pass", "bid 3", "give elves 1", "x" * 200),
    *("\u0000", "\U0001f600", "\u202e", "../../etc/passwd", "' OR 1=1 --", "<script>", [], {}),
    *(
        [[]],
        {"t": "act"},
        "move 31 10★ 9•",
        "plan 9 A♣",
        "offer The orcs pay the elves 1 gold now.",
    ),
)
# What a seat may say and must be refused while the first units are being placed.
REFUSED: Final = (
    *(
        "pass",
        "bid 3",
        "move 3 10★ 9•",
        "plan 9 A♣",
        "deny A♣",
        "betray Q♥ J♣",
        "look orcs",
        "lose 1",
    ),
    *(
        "",
        " ",
        "move",
        "move 3",
        "move x 1 2",
        "place 99 99",
        "offer",
        "offer x",
        "accept 7",
        "end 1",
    ),
    *(
        "counter 1 x",
        "give nobody 1",
        "give orcs 1000",
        "fight 0• elves",
        "é" * 100,
        "\u0000",
        "A♣",
    ),
)
FIELDS: Final = (
    "id",
    "n",
    "action",
    "token",
    "seen",
    "heard",
    "text",
    "to",
    "orders",
    "do",
    "lines",
)
PATHS: Final = (
    *("/api/tables", "/api/tables/x", "/api/rules", "/api/rules/%00", "/api/meta", "/../x", "/api"),
    *("/api/tables/x/join", "/assets/..%2f..%2fapp.py", "/%ff", "/api/tables/x/record", "/t/%2e"),
)


class Fuzzer:
    """Makes hostile messages for a table, the same ones for the same seed."""

    def __init__(self, seed: int, table: str) -> None:
        self.rng = random.Random(seed)
        self.table = table

    def message(self, seated: bool = False) -> tuple[bytes, bool]:
        """One message that must change nothing, and whether it is sent as text."""
        rng = self.rng
        shape = rng.random()
        if shape < 0.08:
            return rng.randbytes(rng.randrange(64)), rng.random() < 0.03
        if shape < 0.14:
            return b"[" * rng.randrange(1, 3000), True
        made = self._refused() if seated else self._object()
        text = json.dumps(made, ensure_ascii=rng.random() < 0.5)
        if shape < 0.3:
            cut = rng.randrange(len(text) - 1) if len(text) > 1 else 0
            text = text[:cut] + rng.choice(["", "\u0000", '"', "{", "9" * 400])
        return text.encode(), True

    def _object(self) -> object:
        rng = self.rng
        if rng.random() < 0.05:
            return rng.choice(NASTY)
        made: dict[str, object] = {"t": rng.choice(KINDS), "id": rng.randrange(10**6, 10**9)}
        for field in rng.sample(FIELDS, rng.randrange(len(FIELDS))):
            made[field] = rng.choice(NASTY)
        return made

    def _refused(self) -> object:
        """From one who holds a seat: what the rules or the protocol refuse."""
        rng = self.rng
        kind = rng.choice(("act", "act", "act", "why", "undo", "past", "contract", "token"))
        made: dict[str, object] = {"t": kind, "id": rng.randrange(10**6, 10**9)}
        if kind == "token":
            return {"t": "hello", "token": rng.choice(("x", "y" * 43, "", 7, [None]))}
        if kind in ("act", "why"):
            made["action"] = rng.choice(REFUSED)
        elif kind == "past":
            made["n"] = rng.choice((0, 999, 2**31, -1, "x"))
        elif kind == "contract":
            made["do"] = rng.choice(("preview", "offer", "accept", "end", "x"))
            made["lines"] = rng.choice((["x"], ["The orcs"], [], ["pay"] * 16, [7], "x"))
        return made

    def _about_people(self) -> object:
        """What only the holder of a seat may do, in words that are right or nearly so."""
        rng = self.rng
        deeds = ("nudge", "vote", "withdraw", "leave", "back", "resign", "x", None, 7)
        made = {"do": rng.choice(deeds), "seat": rng.choice((0, 1, 2, 3, 4, -1, None, "0", 2**40))}
        return made | ({"bot": rng.choice(NASTY)} if rng.random() < 0.3 else {})

    def request(self) -> tuple[str, str, bytes, dict[str, str]]:
        """One HTTP request that must change nothing: method, path, body, headers."""
        rng = self.rng
        path = rng.choice(
            (*PATHS, f"/api/tables/{self.table}/{rng.choice(('join', 'act', 'seat', 'people'))}")
        )
        if rng.random() < 0.3:
            path += "?" + rng.choice(
                ("edition=r9", "edition=%00", "options=" + "a," * 50, "token=x")
            )
        body, _ = self.message()
        if path.endswith("/people") and rng.random() < 0.7:
            body = json.dumps(self._about_people()).encode()
        headers = {}
        if rng.random() < 0.3:
            headers["authorization"] = rng.choice(
                ("Bearer x", "Bearer", "Basic eDp5", "Bearer " + "x" * 90)
            )
        if rng.random() < 0.2:
            headers["origin"] = rng.choice(("http://evil.example", "null", "http://[", "file://"))
        return rng.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH")), path, body, headers


def hostile_call(rng: random.Random, call: Call, table: str) -> tuple[str, str, object]:
    """A request to a described call, nearly right: its method, its path, and a body of its own fields."""
    names = {"id": table}
    path = re.sub(
        r"{(\w+)}",
        lambda found: names.get(
            found[1], rng.choice(("x", "0", "%00", "..%2f", "é" * 9, "others"))
        ),
        call.path,
    )
    body: dict[str, object] = {}
    if call.body is not None:
        for field in msgspec.structs.fields(call.body):
            if rng.random() < 0.8:
                body[field.encode_name] = _nearly(rng, field.type)
    if rng.random() < 0.1:
        return call.method, path, rng.choice(NASTY)
    return call.method, path, body | ({"more": 1} if rng.random() < 0.1 else {})


def _nearly(rng: random.Random, kind: object) -> object:
    """A value that a field may have, or one that nobody thought of."""
    if rng.random() < 0.4:
        return rng.choice(NASTY)
    words = re.findall(r"Literal\[([^]]*)\]", str(kind))
    told = [word.strip(" '") for word in words[0].split(",")] if words else []
    places = ("https://127.0.0.1:1/x", "https://[::1]/", "https://a@b/", "http://\u0000", "x@y.z")
    return rng.choice((*told, *places, 0, 3, [], [1, 2], ["move/mail"], [{"place": "3"}], True))


async def _send_all(
    server: RunningServer, table: str, token: str | None, seed: int, count: int
) -> None:
    fuzzer, left = Fuzzer(seed, table), count
    while left > 0:
        try:
            async with connect(server.socket_of(table), max_size=None, close_timeout=0.2) as client:
                left -= await _send_some(client, fuzzer, token, min(left, 200))
        except (ConnectionClosed, InvalidHandshake):
            left -= 1


async def _send_some(
    client: ClientConnection, fuzzer: Fuzzer, token: str | None, count: int
) -> int:
    """Send and read at once, so that neither side waits for the other."""
    if token is not None or fuzzer.rng.random() < 0.5:
        await client.send(json.dumps({"t": "hello", "token": token}))
    reader = asyncio.ensure_future(_read_to_pong(client))
    sent = 0
    try:
        for _ in range(count):
            sent += 1
            message, as_text = fuzzer.message(token is not None)
            await client.send(message, text=as_text)
        await client.send('{"t":"ping","id":1}')
        await asyncio.wait_for(reader, 60)
    except ConnectionClosed:
        reader.cancel()
    return sent


async def _read_to_pong(client: ClientConnection) -> None:
    async for raw in client:
        if '"pong"' in str(raw):
            return


async def fuzz(
    server: RunningServer, table: str, tokens: list[str], messages: int, seed: int = 1
) -> list[int]:
    """Send them, a fifth of them over HTTP, half of the rest from seats; the statuses seen."""
    requests = messages // 5
    senders = [*tokens[:2], None, None]
    share = (messages - requests) // len(senders)
    sockets = [
        _send_all(server, table, token, seed + at, share) for at, token in enumerate(senders)
    ]
    statuses: list[int] = []

    async def knock() -> None:
        fuzzer = Fuzzer(seed + 99, table)
        async with httpx.AsyncClient(base_url=server.http, timeout=30) as client:
            for _ in range(requests):
                method, path, body, headers = fuzzer.request()
                answer = await client.request(method, path, content=body, headers=headers)
                statuses.append(answer.status_code)

    await asyncio.gather(knock(), *sockets)
    return statuses
