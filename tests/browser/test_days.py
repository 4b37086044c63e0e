"""A game over days: people come when they are told, one finds a substitute, one resigns."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from browser.kit import CLICK, Server, faults, seat
from browser.test_accounts import give_authenticator
from playwright.sync_api import Page, expect
from server.endpoints import Endpoint, serving, until

NewPage = Callable[..., Page]
ACCOUNT = {"authorization": "Bearer account"}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with serving(Endpoint()) as running:
        yield running


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory, endpoint: Endpoint) -> Iterator[Server]:
    flags = {"people": "1", "targets_inside": "1", "tell_after": "0", "sign_ins_per_hour": "1000"}
    server = Server(tmp_path_factory.mktemp("days"), **flags)
    yield server
    server.stop()


def sign_up(page: Page, server: Server, name: str) -> None:
    give_authenticator(page)
    page.goto(f"{server.address}/#/account")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Make an account with a passkey").click()
    expect(page.get_by_role("heading", name="Notifications", exact=True)).to_be_visible()


def be_told(page: Page, address: str) -> None:
    page.get_by_role("combobox", name="For").select_option("json")
    page.get_by_label("Its address").fill(address)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("127.0.0.1")).to_be_visible()


def mine(page: Page, server: Server) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"{server.address}/api/people/tables").json()
    return found


def told(endpoint: Endpoint, name: str) -> list[str]:
    return [json.loads(body)["text"] for path, _, body in endpoint.got if path == f"/{name}"]


def told_since(endpoint: Endpoint, name: str, before: int) -> list[str]:
    return told(endpoint, name)[before:]


def waiting(page: Page, server: Server) -> list[str]:
    """The tables that wait for somebody."""
    return [one["table"]["title"] for one in mine(page, server)["tables"] if one["turn"]]


def move(page: Page, server: Server, table: str) -> None:
    """Come to the table, decide what there is to be decided, and go."""
    page.goto(f"{server.address}/#/table/{table}")
    expect(page.locator(".action.mine")).to_be_visible()

    def is_done() -> bool:
        page.evaluate(CLICK)
        return not mine(page, server)["waiting"]

    until(is_done)
    page.goto(f"{server.address}/#/account")
    expect(page.get_by_role("heading", name="Notifications", exact=True)).to_be_visible()


def test_a_game_over_days(people: Server, endpoint: Endpoint, new_page: NewPage) -> None:
    ann, ben = new_page(), new_page(390, 844, has_touch=True, is_mobile=True)
    cat = new_page()
    for page, name in ((ann, "Ann"), (ben, "Ben"), (cat, "Cat")):
        sign_up(page, people, name)
    be_told(ann, f"{endpoint.url}/ann")
    be_told(ben, f"{endpoint.url}/ben")
    ben.get_by_role("button", name="Try it").click()
    expect(ben.get_by_role("status").first).to_contain_text("A message is on its way.")
    assert told(endpoint, "ben") == ["This is how you will be told of your games."]
    ann.get_by_label("Quiet hours").check()
    assert not faults(ann)
    assert not faults(ben)

    # A table for days: whoever is to move is told, comes, decides and goes again.
    pace = {"kind": "slow", "seconds": 86400, "reserve": 86400, "vacation": True}
    seats = [seat("human", "dwarves"), seat("open", "elves")]
    wish = {"seats": seats, "name": "Ann", "title": "Slow dunes", "pace": pace, "public": True}
    made = ann.request.post(f"{people.address}/api/tables", data=wish).json()
    table = made["table"]
    join = f"{people.address}/api/tables/{table}/join"
    assert ben.request.post(join, data={"name": "Ben"}).ok
    players = {"ann": ann, "ben": ben}

    def called() -> str:
        """Whose move it is."""
        return next((name for name, page in players.items() if mine(page, people)["waiting"]), "")

    for day in range(3):
        name = until(called)
        before = 1 if name == "ben" else 0  # the trial
        heard = until(partial(told_since, endpoint, name, before))
        assert heard[-1].startswith("It is your move: turn ")
        move(players[name], people, table)
        if day == 1:
            people.stop()  # a night in which the server is restarted
            people.start()

    # Ann makes notes, which are on every device of hers and on no other.
    ann.goto(f"{people.address}/#/table/{table}")
    ann.get_by_role("button", name="Notes").click()
    ann.get_by_role("textbox", name="Notes", exact=True).fill("Ben bluffs.")
    ann.get_by_role("combobox", name="Territory").select_option("10★")
    ann.get_by_label("A few words").fill("mine soon")
    ann.get_by_role("button", name="Mark it").click()
    assert not faults(ann)
    ann.get_by_role("button", name="Close").click()
    expect(ann.locator(".own-mark")).to_have_count(1)
    noted = f"{people.address}/api/tables/{table}/notes"
    until(lambda: ann.request.get(noted, headers=ACCOUNT).json()["notes"]["text"] == "Ben bluffs.")
    assert not ben.request.get(noted, headers=ACCOUNT).json()["notes"]["text"]

    # Ben has no time any more: he looks for somebody, and Cat comes.
    ben.goto(f"{people.address}/#/table/{table}")
    ben.get_by_role("button", name="Players").click()
    ben.get_by_role("button", name="Find a substitute").click()
    ben.get_by_role("button", name="Look for somebody").click()
    expect(ben.get_by_text("somebody else may take this seat")).to_be_visible()
    assert not faults(ben)
    cat.goto(f"{people.address}/#/")
    expect(cat.get_by_text("A seat is free")).to_be_visible()
    cat.goto(f"{people.address}/#/table/{table}")
    cat.get_by_role("button", name="Players").click()
    cat.get_by_role("button", name="Take this seat").click()
    cat.get_by_role("button", name="Play on").click()
    until(lambda: mine(cat, people)["tables"])
    until(lambda: "Cat plays your seat from now on." in " ".join(told(endpoint, "ben")))
    assert not mine(ben, people)["tables"]

    # Another table waits for Ann: it comes next. At this one she resigns.
    other = {"seats": [seat("human"), seat("bot")], "name": "Ann", "title": "Second"}
    assert ann.request.post(f"{people.address}/api/tables", data=other).ok
    until(lambda: "Second" in waiting(ann, people))
    if "Slow dunes" in waiting(ann, people):
        ann.goto(f"{people.address}/#/table/{table}")
        expect(ann.locator(".action.mine")).to_be_visible()
        until(lambda: ann.evaluate(CLICK) and "Slow dunes" not in waiting(ann, people))
    ann.goto(f"{people.address}/#/")
    expect(ann.get_by_text("Slow dunes")).to_be_visible()
    expect(ann).to_have_title("(1) Dragon Dune")
    ann.goto(f"{people.address}/#/table/{table}")
    expect(ann.get_by_role("link", name="Next table: Second")).to_be_visible()
    ann.get_by_role("button", name="Players").click()
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("button", name="Resign for good").click()
    seats_now = f"{people.address}/api/tables/{table}"
    until(lambda: cat.request.get(seats_now).json()["seats"][0]["resigned"])


# A browser without a desktop has nowhere to show a notification or a badge, and some end the process
# that asks for one: what would be shown is noted down in the worker instead.
NOTE_DOWN = """() => {
  self.shown = [];
  const note = (...words) => { self.shown.push(words); };
  self.registration.showNotification = async (title, { body, data }) => note(title, body, data);
  self.navigator.setAppBadge = async (number) => note(number);
}"""
CLICK_ON = """async (path) => {
  const gone = [];
  const click = new ExtendableEvent('notificationclick');
  const page = { focus: async () => gone.push('focus'), navigate: async (to) => gone.push(to) };
  self.clients.matchAll = async () => [page];
  click.notification = { data: path, close: () => gone.push('close') };
  self.dispatchEvent(click);
  await new Promise((done) => setTimeout(done));
  return gone;
}"""


def test_a_push_message_is_shown_and_leads_to_the_table(people: Server, new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    line = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda e: found.extend(e["registrations"]))
    line.send("ServiceWorker.enable")
    page.goto(people.address)
    page.evaluate("navigator.serviceWorker.register('/worker.js')")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: page.context.service_workers and found)
    worker = page.context.service_workers[0]
    worker.evaluate(NOTE_DOWN)
    told = {"title": "Slow dunes", "body": "It is your move.", "path": "/#/table/x", "badge": 1}
    message = {"origin": people.address, "registrationId": found[0]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", message | {"data": json.dumps(told)})
    shown = until(lambda: worker.evaluate("() => self.shown"))
    assert shown == [["Slow dunes", "It is your move.", "/#/table/x"], [1]]
    table = f"{people.address}/#/table/x"
    assert worker.evaluate(CLICK_ON, "/#/table/x") == ["close", "focus", table]
    assert worker.evaluate(CLICK_ON, "https://elsewhere.example/") == ["close"]
