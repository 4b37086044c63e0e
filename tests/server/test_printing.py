"""The page's download of the printed game."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import httpx
import pytest
from starlette.requests import Request

pytest.importorskip("typst")

from dragondune.printing.sheets import Order
from dragondune.server.limits import Costs
from dragondune.server.web import printing
from dragondune.server.wire.problems import ProblemError
from tools.trials.running import RunningServer


def get(server: RunningServer, path: str) -> httpx.Response:
    return httpx.get(server.http + path, timeout=60)


def test_the_game_can_be_downloaded(server: RunningServer) -> None:
    path = "/api/print/r9.pdf?paper=letter&options=oracles&ink=low&parts=cards,board"
    answer = get(server, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert (
        "dragon-dune-r9-oracles-letter-ink-low-board-cards.pdf"
        in answer.headers["content-disposition"]
    )
    assert answer.content.startswith(b"%PDF-")
    assert get(server, path).content == answer.content


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/print/r7.pdf", 404),
        ("/api/print/r9.pdf?paper=b5", 400),
        ("/api/print/r9.pdf?cards=tarot", 400),
        ("/api/print/r9.pdf?parts=board,attic", 400),
        ("/api/print/r9.pdf?options=dragons", 400),
        (f"/api/print/r9.pdf?options={'x' * 3000}", 400),
    ],
)
def test_nonsense_is_refused(server: RunningServer, path: str, status: int) -> None:
    answer = get(server, path)
    assert answer.status_code == status
    assert answer.json()["error"]["text"]


def test_the_server_goes_on_serving_meanwhile(server: RunningServer) -> None:
    with ThreadPoolExecutor(1) as pool:
        printed = pool.submit(get, server, "/api/print/r2.pdf")
        answers = 0
        while not printed.done():
            assert get(server, "/api/map").status_code == 200
            answers += 1
    assert printed.result().status_code == 200
    assert answers > 5


def test_one_address_does_not_keep_the_press_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def quickly(order: Order) -> bytes:
        return b"%PDF-"

    async def ask() -> list[int]:
        hall = SimpleNamespace(costs=Costs(printing.PRINTING / 10))
        app = SimpleNamespace(state=SimpleNamespace(hall=hall))
        statuses = []
        for n in (0, 1, 2, 0):
            scope = {"type": "http", "app": app, "path_params": {"edition": "r9"}}
            query = f"options=gold.orcs={n}".encode()
            scope |= {"query_string": query, "client": ("10.0.0.1", 1), "headers": []}
            try:
                statuses.append((await printing.get_print(Request(scope))).status_code)
            except ProblemError as problem:
                statuses.append(problem.status)
        return statuses

    monkeypatch.setattr(printing, "_print", quickly)
    assert asyncio.run(ask()) == [200, 429, 429, 200]  # the last was kept


def test_not_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly(order: Order) -> bytes:
        await asyncio.sleep(0.05)
        return b"%PDF-"

    async def ask() -> list[bytes | BaseException]:
        press = printing.Press()
        orders = [Order("r9", (f"gold.orcs={n}",)) for n in range(printing.MOST_WAITING + 2)]
        return await asyncio.gather(*map(press.pdf, orders), return_exceptions=True)

    monkeypatch.setattr(printing, "_print", slowly)
    answers = asyncio.run(ask())
    turned_away = [one for one in answers if isinstance(one, ProblemError)]
    assert len(turned_away) == 2
    assert all(one.status == 503 for one in turned_away)


def test_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Order] = []

    async def note(order: Order) -> bytes:
        made.append(order)
        return b"%PDF-"

    async def ask() -> None:
        press = printing.Press()
        for n in range(printing.MOST_KEPT + 1):
            await press.pdf(Order("r9", (f"gold.orcs={n}",)))
        await press.pdf(Order("r9", (f"gold.orcs={printing.MOST_KEPT}",)))
        await press.pdf(Order("r9", ("gold.orcs=0",)))

    monkeypatch.setattr(printing, "_print", note)
    asyncio.run(ask())
    assert len(made) == printing.MOST_KEPT + 2
