"""Friends at a rated table that both give up, and what their pages tell of it: on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from browser.kit import Server, faults, until, width_of
from playwright.sync_api import Page, expect
from server.endpoints import until as happens
from server.signing import cookie_for

from dragondune.server.people.accounts import Account
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.web.identity import COOKIE

NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    flags = {"people": "1", "rated_neighbours": "1", "stand_in": "random"}
    server = Server(tmp_path_factory.mktemp("company"), **flags)
    yield server
    server.stop()


def sign_in(server: Server, page: Page, name: str) -> str:
    """Somebody with an account in this browser."""
    with ThreadPoolExecutor(1) as apart:  # the browser's own loop runs in this thread
        account, token = apart.submit(_account, Path(server.folder), name).result()
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": server.address}])
    page.goto(f"{server.address}/#/account")
    expect(page.get_by_label("Name", exact=True)).to_have_value(name)
    return account.id


def _account(folder: Path, name: str) -> tuple[Account, str]:
    store = SqliteStore(folder / "tables.sqlite3")
    try:
        return cookie_for(store, name)
    finally:
        store.close()


def resign(server: Server, page: Page, table: str) -> None:
    """Give a seat up, as the page's own button does."""
    path = f"{server.address}/api/tables/{table}/people"
    head = {"authorization": "Bearer account"}
    answer = page.request.post(path, data={"do": "resign"}, headers=head)
    assert answer.ok, answer.text()


def look_at(page: Page, server: Server, place: str) -> None:
    """Open a place of the people's page, and see that it is in order there."""
    page.goto(f"{server.address}/#/people/{place}")
    expect(page.locator("h2").first).to_be_attached()
    assert not faults(page)
    screen = page.viewport_size
    assert screen is not None
    assert width_of(page) <= screen["width"]


def test_friends_and_a_rated_table(people: Server, new_page: NewPage) -> None:
    anna, ben = new_page(), new_page(390, 844, has_touch=True, is_mobile=True)
    anna_id, _ = sign_in(people, anna, "Anna"), sign_in(people, ben, "Ben")

    # Friends, by name, and an invitation to a rated table for friends.
    look_at(anna, people, "circle")
    anna.get_by_label("Their account's name").fill("Ben")
    anna.get_by_role("button", name="Ask", exact=True).click()
    look_at(ben, people, "circle")
    ben.get_by_role("button", name="Accept: Anna").tap()
    expect(ben.get_by_role("button", name="End it: Anna")).to_be_visible()
    anna.goto(people.address)
    anna.get_by_label(re.compile("^Players")).select_option("2")
    anna.get_by_label(re.compile(r"Rated \(")).check()
    anna.get_by_label("Who may sit down").select_option("friends")
    anna.get_by_role("button", name="Open the table").click()
    anna.get_by_role("button", name="Ben").click()
    expect(anna.get_by_role("button", name="Ben (invited)")).to_be_visible()
    assert not faults(anna)
    table = anna.url.rpartition("/")[2]
    guest = new_page(360, 740)
    guest.goto(f"{people.address}/#/table/{table}/join")
    expect(guest.get_by_text("Rated. The game counts for the ratings")).to_be_visible()
    expect(guest.get_by_text("Only friends of the host")).to_be_visible()
    expect(guest.get_by_role("link", name="Sign in to sit down")).to_be_visible()
    assert not faults(guest)
    ben.goto(f"{people.address}/#/people/circle")
    ben.reload()
    ben.get_by_role("link", name="Go to the table").tap()
    ben.get_by_role("button", name="Sit down").tap()
    until(ben, "() => document.querySelectorAll('.board .place').length === 28")

    # Ben gives up, then Anna: he was the first, and comes last.
    resign(people, ben, table)
    resign(people, anna, table)
    me = f"{people.address}/api/people/players/me"
    happens(lambda: anna.request.get(me).json()["ratings"], 120)
    look_at(anna, people, "player/me")
    expect(anna.get_by_text("provisional")).to_be_visible()
    expect(anna.locator(".games .me")).to_contain_text("(+")
    anna.get_by_label("Who may see my name").select_option("players")
    look_at(ben, people, "player/me")
    expect(ben.locator(".games .me")).to_contain_text("(−")
    look_at(ben, people, f"player/{anna_id}")
    expect(ben.get_by_role("heading", name="Anna")).to_be_visible()
    look_at(ben, people, "ratings")
    ben.get_by_label("Players").select_option("2")
    expect(ben.get_by_text("You:")).to_be_visible()
    expect(ben.get_by_role("row", name=re.compile("Steward"))).to_contain_text("1000")
