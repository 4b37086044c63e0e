"""The review in a real browser: look through a finished game, learn from it, play on from it."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.kit import Server, enter, faults, hold, seat, width_of
from playwright.sync_api import Page, expect
from review.scene import LAST_TURN
from server.finished import last_turn, play_out

from dragondune.advice.scales import Trials
from dragondune.game import Game
from dragondune.review.result import FORMAT
from dragondune.review.review import assemble
from dragondune.review.work import EFFORTS, Effort, do, read, tasks
from dragondune.server.config import Config
from dragondune.server.lobby.hall import Hall
from dragondune.server.storage.store import StoredReview, review_row
from dragondune.server.tables.table import Table

NewPage = Callable[..., Page]
Begin = Callable[[Hall], Awaitable[Table]]
EFFORTS["least"] = Effort(curve=2, known=1, trials=Trials(first=1, check=2, sure=3))


def review_of(record: str, effort: str) -> bytes:
    told = read(record)
    review = assemble(told, do(record, effort, 0, len(tasks(told))))
    return zlib.compress(json.dumps(review.data()).encode())


async def finished(folder: Path, effort: str = "least", begin: Begin = last_turn) -> str:
    """A folder with a game that is over, and its review."""
    hall = Hall(Config(data=str(folder), bot_pace=0, veil_median=0))
    table = await begin(hall)
    assert table.session is not None
    game: Game = table.session.game
    await play_out(table)
    data = review_of(json.dumps(game.record()), effort)
    await hall.store.write([review_row(table.meta.id, StoredReview(FORMAT, data))])
    hall.close()
    return table.meta.id


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    folder = tmp_path_factory.mktemp("reviewed")
    table = asyncio.run(finished(folder))
    running = Server(folder)
    yield running, table
    running.stop()


def moment(page: Page) -> int:
    return int(page.get_by_role("slider", name="Moment of the game").input_value())


def opened(page: Page, reviewed: tuple[Server, str]) -> None:
    server, table = reviewed
    page.goto(f"{server.address}/r/{table}")
    expect(page.get_by_role("heading", name=re.compile("won in turn 8"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Chances to win over the game"))).to_be_visible()


def test_a_finished_game_is_looked_through(reviewed: Any, new_page: NewPage) -> None:
    page = new_page(1440, 900)
    opened(page, reviewed)
    assert moment(page) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert moment(page) == 2
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => document.querySelector('input[type=range]').value > 3")
    page.get_by_role("button", name="Pause").click()
    turning = page.locator("section:has(#turning) button, section:has(#luckiest) button")
    if turning.count():
        turning.last.click()
        assert moment(page) > 0
    page.get_by_label("Look through the eyes of").select_option("orcs")
    expect(page.get_by_role("heading", name="Worst moments of the Orcs")).to_be_visible()
    hands = page.locator("section:has(#hands) li")
    assert hands.count() == 4
    assert page.locator("section:has(#hands) .card.back").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (768, 1024), (390, 844), (360, 740)])
def test_it_fits_every_screen_without_serious_faults(
    reviewed: Any, new_page: NewPage, width: int, height: int
) -> None:
    page = new_page(width, height, is_mobile=width < 760, has_touch=width < 760)
    opened(page, reviewed)
    assert width_of(page) <= width
    assert not faults(page)


def test_one_plays_on_from_a_moment(reviewed: Any, new_page: NewPage) -> None:
    page = new_page(1280, 800)
    opened(page, reviewed)
    page.get_by_label("Look through the eyes of").select_option("dwarves")
    page.get_by_role("button", name=re.compile("^Play on as the Dwarves")).click()
    page.wait_for_url(re.compile("/table/"))  # the review has a board as well
    expect(page.locator("[data-territory]").first).to_be_visible()
    assert reviewed[1] not in page.url


def test_a_link_shows_what_it_is_about(reviewed: Any, new_page: NewPage) -> None:
    server, table = reviewed
    answer = new_page().request.get(f"{server.address}/r/{table}")
    assert 'property="og:title" content="The' in answer.text()
    assert LAST_TURN not in answer.text()


def test_a_lone_player_may_see_their_chance_and_nobody_else(
    reviewed: Any, new_page: NewPage
) -> None:
    server, _ = reviewed
    page = new_page(1280, 800)
    made = server.table([seat("human", "elves"), seat("bot"), seat("bot"), seat("bot")])
    hold(page, server, made)
    chance = page.get_by_text(re.compile(r"≈ \d+ % to win"))
    expect(chance).to_have_count(0)  # off until it is asked for
    page.get_by_label("Settings").click()
    page.get_by_label("Show my chance to win").check()
    expect(chance).to_be_visible()
    two = server.table([seat("human", "elves"), seat("human", "orcs"), seat("bot")], hotseat=True)
    other = new_page(1280, 800)
    enter(other, server, two)
    other.get_by_label("Settings").click()
    expect(other.get_by_label("Show my chance to win")).to_have_count(0)
