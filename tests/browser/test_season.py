"""A season of a few friends: two whole games over weeks that pass as quickly as the test turns, and a tournament.

Nothing waits for time: the server's clock and the pages' are put ahead (``browser/ahead.py``), and whatever follows
from it is waited for. Everything is done with what the pages show.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from browser.ahead import PAGE_AHEAD, put
from browser.kit import Server, drawn, faults, width_of
from browser.player import PRESS, give_orders
from browser.test_days import be_told, sign_up
from msgspec import convert
from playwright.sync_api import Locator, Page, expect
from server.endpoints import Endpoint, serving, until

from dragondune.server.cups.telling import check
from dragondune.server.wire.cups import CupInfo

NewPage = Callable[..., Page]
HOUR = 3600.0
HERE = {"timezone_id": "UTC"}  # weekends go by the clock of whoever opens a table
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, **HERE}
MONDAY, TUESDAY, FRIDAY = 0, 1, 4
MOST = 100  # times that somebody is asked to come
PRESSES = 5  # of somebody who is at the table, before the next one has a look
PATIENCE = 300  # seconds for a game whose players are all there, on a busy machine


class Season(Server):
    """A server whose days pass when they are told to."""

    def __init__(self, folder: Path, **flags: str) -> None:
        self.clock = folder / "ahead"
        here = Path(__file__).with_name("ahead.py")
        self.program = (str(here), str(self.clock))
        self.ahead = 0.0
        begin = self.now().replace(hour=9, minute=0, second=0, microsecond=0)
        begin += timedelta(days=(FRIDAY - begin.weekday()) % 7 or 7)
        self.ahead = begin.timestamp() - time.time()
        put(self.clock, self.ahead)
        super().__init__(folder, **flags)

    def now(self) -> datetime:
        return datetime.fromtimestamp(time.time() + self.ahead, UTC)

    def wait(self, hours: float) -> None:
        """So much time passes."""
        self.ahead += hours * HOUR
        put(self.clock, self.ahead)

    def wait_until(self, weekday: int, hour: int) -> None:
        """Time passes until the next such day and hour."""
        now = self.now()
        then = now.replace(hour=hour, minute=0, second=0, microsecond=0)
        then += timedelta(days=(weekday - now.weekday()) % 7)
        self.wait((then - now).total_seconds() / HOUR + (168 if then <= now else 0))


class Person:
    """Somebody with a browser, who comes when called."""

    def __init__(self, name: str, page: Page, season: Season, endpoint: Endpoint) -> None:
        self.name, self.page, self.season, self.endpoint = name, page, season, endpoint
        self.heard: dict[
            str, int
        ] = {}  # how much of a table they had been told when they last decided there
        page.add_init_script(PAGE_AHEAD)
        sign_up(page, season, name)
        be_told(page, f"{endpoint.url}/{name}")

    def ask(self, path: str) -> dict[str, Any]:
        """What the server tells them. A connection that days went by on is not there any more."""
        answer = self.page.request.get(f"{self.season.address}{path}", max_retries=5)
        found: dict[str, Any] = answer.json()
        return found

    def mine(self) -> list[dict[str, Any]]:
        return list(self.ask("/api/people/tables")["tables"])

    def sits(self, table: str) -> bool:
        return table in [one["table"]["id"] for one in self.mine()]

    def called(self) -> list[str]:
        """The tables where it is their move."""
        return [one["table"]["id"] for one in self.mine() if one["turn"]]

    def told(self, table: str) -> list[tuple[str, str]]:
        """All that they were told of a table: of which kind, in which words."""
        bodies = [body for path, _, body in self.endpoint.got if path == f"/{self.name}"]
        lines = [line for body in bodies for line in json.loads(body)["lines"]]
        return [(one["kind"], one["text"]) for one in lines if one["table"] == table]

    def news(self, table: str) -> list[str]:
        """Of which kinds was what they were told of it since they last decided there?"""
        return [kind for kind, _ in self.told(table)[self.heard.get(table, 0) :]]

    def go(self, place: str) -> None:
        """To another place, by what the clock shows there now."""
        self.page.evaluate(
            "ahead => localStorage.setItem('ahead', ahead)", int(self.season.ahead * 1e3)
        )
        self.page.goto(f"{self.season.address}/{place}")

    def go_away(self) -> None:
        """To a page where no table is."""
        self.go("#/account")
        expect(self.page.get_by_role("heading", name="Notifications", exact=True)).to_be_visible()

    def come(self, table: str) -> None:
        self.go(f"#/table/{table}")
        drawn(self.page)

    def decide(self, table: str) -> None:
        """Come to a table, press what is to be pressed there until it is not their move, and go."""
        self.come(table)

        def done() -> bool:
            self.page.evaluate(PRESS)
            return table not in self.called()

        until(done, 120)
        self.heard[table] = len(self.told(table))
        self.go_away()

    def players(self) -> Locator:
        self.page.get_by_role("button", name="Players").click()
        return self.page.get_by_role("dialog", name="Players")


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with serving(Endpoint()) as running:
        yield running


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Season]:
    flags = {"people": "1", "targets_inside": "1", "tell_after": "0", "sign_ins_per_hour": "1000"}
    server = Season(tmp_path_factory.mktemp("season"), rated_neighbours="1", **flags)
    yield server
    server.stop()


def open_table(person: Person, title: str, seats: tuple[str, ...], turns: int = 0) -> str:
    """A table for days, by the form of the lobby; rated where nothing is said of turns."""
    page = person.page
    person.go("#/")
    new = page.locator(".new")
    new.get_by_label("Name of the table").fill(title)
    new.get_by_label("Pace").select_option("slow")
    new.get_by_label("Reserve for the whole game").select_option("1 day")
    new.get_by_label("No clock runs on weekends").check()
    new.get_by_label("Clocks stop for players on vacation").check()
    new.get_by_label("Listed publicly").check()
    for number, who in enumerate(seats, 2):
        new.get_by_label(f"Seat {number}: who").select_option("open" if who == "open" else "bot")
        if who != "open":
            new.get_by_label(f"Seat {number}: level").select_option(who)
    if turns:
        new.locator("summary", has_text="House rules: numbers and powers").click()
        new.locator("summary", has_text="The game").click()
        new.get_by_label("Turns at most").fill(str(turns))
    else:
        new.get_by_label(re.compile(r"Rated \(")).check()
    new.get_by_role("button", name="Open the table").click()
    page.wait_for_function("() => location.hash.startsWith('#/table/')")
    if "open" in seats:
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.get_by_text(f"{person.name} (you)")).to_be_visible()
    return page.url.rpartition("/")[2]


def sit_down(person: Person, table: str) -> None:
    """By the link that a friend has sent."""
    person.go(f"#/table/{table}/join")
    person.page.get_by_role("button", name="Sit down").first.click()
    until(partial(person.sits, table))


def ask_for_little(people: list[Person], table: str) -> None:
    """Standing orders, so that a turn asks for what matters."""
    for person in people:
        person.come(table)
        give_orders(
            person.page, bids=""
        )  # for a bot that stands in has to find something to decide
        person.go_away()


def is_over(person: Person, table: str) -> bool:
    return bool(person.ask(f"/api/tables/{table}")["status"] == "over")


def is_away(person: Person, table: str) -> bool:
    seats = person.ask(f"/api/tables/{table}")["seats"]
    return any(one["away"] for one in seats if one["name"] == person.name)


def answer(people: list[Person]) -> None:
    """Whoever is called has been told so, comes and decides."""
    for person in people:
        for table in person.called():
            until(partial(was_called, person, table))
            person.decide(table)


def was_called(person: Person, table: str) -> bool:
    return "move" in person.news(table)


def wait_for(person: Person, table: str, everybody: list[Person]) -> None:
    """Everybody else decides until nobody but one is waited for."""
    others = [one for one in everybody if one is not person]
    for _ in range(MOST):
        person.season.wait(0.3)  # for whoever was just there is told later
        answer(others)
        if person.called() == [table] and not any(one.called() for one in others):
            return
    raise AssertionError(f"{person.name} is never waited for alone")


def play_on(table: str, people: list[Person]) -> None:
    """They all come and stay, and play together until the game is over."""
    for person in people:
        person.come(table)

    def done() -> bool:
        for person in people:
            for _ in range(PRESSES):
                person.page.evaluate(PRESS)
        return is_over(people[0], table)

    until(done, PATIENCE)
    for person in people:
        expect(person.page.locator("#action-head")).to_have_text("The game is over")
        person.go_away()


def results(person: Person) -> Locator:
    """The page of one's finished games, looked at as a whole."""
    person.go("#/people/player/me")
    games = person.page.locator(".games > li")
    expect(games.first).to_be_visible()
    assert not faults(person.page)
    assert width_of(person.page) <= (person.page.viewport_size or {"width": 0})["width"]
    return games


def test_two_games_over_weeks(season: Season, endpoint: Endpoint, new_page: NewPage) -> None:
    """With a weekend, a vacation, a substitute, a bot for one who is late, a resignation and a rating."""
    ann = Person("Ann", new_page(**HERE), season, endpoint)
    ben = Person("Ben", new_page(**PHONE), season, endpoint)
    cat = Person("Cat", new_page(**HERE), season, endpoint)
    dan = Person("Dan", new_page(**PHONE), season, endpoint)
    everybody = [ann, ben, cat, dan]

    # Two tables for days: one is rated, the other is a short war against bots.
    counts = open_table(ann, "For the ratings", ("open", "open", "random"))
    sit_down(ben, counts)
    sit_down(cat, counts)
    short = open_table(ben, "A short war", ("steward", "steward", "steward"), turns=2)
    ask_for_little([ann, ben, cat], counts)
    ask_for_little([ben], short)
    season.wait(3)
    answer(everybody)

    # A seat at a table that counts stays with its player. At the other Ben finds somebody: Dan.
    ben.come(counts)
    expect(ben.players().get_by_role("button", name="Resign")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Find a substitute")).to_have_count(0)
    ben.come(short)
    hers = ben.players()
    hers.get_by_role("button", name="Find a substitute").click()
    hers.get_by_role("button", name="Look for somebody").click()
    expect(hers.get_by_text("somebody else may take this seat")).to_be_visible()
    ben.go_away()
    dan.go("#/")
    expect(dan.page.get_by_text("A seat is free")).to_be_visible()
    dan.come(short)
    dan.players().get_by_role("button", name="Take this seat").click()
    dan.page.get_by_role("button", name="Play on").click()
    until(lambda: dan.sits(short))
    until(lambda: ("seat", "Dan plays your seat from now on.") in ben.told(short))
    ask_for_little([dan], short)
    assert not ben.sits(short)

    play_on(short, [dan])

    # It is Friday. The weekend passes, longer than anybody's time and reserve together.
    wait_for(ann, counts, everybody)
    season.wait_until(MONDAY, 8)
    expect_nobody_away([ann, ben, cat], counts)
    dan.come(counts)  # who only watches: where Ann comes, her orders answer
    expect(dan.players().get_by_text("reserve: 1 day")).to_have_count(3)
    dan.go_away()

    # Ann is on vacation for three days, in which her clock stands still.
    ann.page.get_by_label("Days").fill("3")
    ann.page.get_by_role("button", name="Begin now").click()
    expect(ann.page.get_by_text("You are on vacation until")).to_be_visible()
    season.wait(70)
    expect_nobody_away([ann], counts)
    ann.page.get_by_role("button", name="I am back").click()
    expect(ann.page.get_by_role("button", name="Begin now")).to_be_visible()
    answer(everybody)

    # After a night in which the server is restarted Ben is late, and his reserve is used.
    season.stop()
    season.start()
    wait_for(ben, counts, everybody)
    season.wait(30)
    answer([ben])
    expect_nobody_away([ben], counts)
    dan.come(counts)
    expect(dan.players().get_by_text("reserve: 1 day")).to_have_count(2)
    dan.go_away()

    # Then he does not come at all: a bot plays, he is told, and reads what it did when he is back.
    wait_for(ben, counts, everybody)
    season.wait_until(TUESDAY, 20)
    until(lambda: "bot" in ben.news(counts))
    ben.come(counts)
    card = ben.page.locator(".stand-in")
    expect(card).to_contain_text("While you were away")
    assert not faults(ben.page)
    card.get_by_role("button", name="Got it").click()
    ben.go_away()
    assert not is_away(ben, counts)

    # Cat has had enough. The others meet one evening, and play to the end.
    cat.come(counts)
    hers = cat.players()
    hers.get_by_role("button", name="Resign").click()
    hers.get_by_label("Who plays on for you").select_option("steward")
    hers.get_by_role("button", name="Resign for good").click()
    until(lambda: not cat.sits(counts))
    cat.go_away()
    play_on(counts, [ann, ben])

    # What came of it: a rated result in which leaving counts, and one that does not count.
    until(lambda: ann.ask("/api/people/players/me")["ratings"])
    until(lambda: dan.ask("/api/people/players/me")["games"])
    ours = results(ann).filter(has_text="For the ratings")
    expect(ours.locator(".me")).to_contain_text(re.compile(r"\([+−]\d+\)"))
    expect(ours.locator(".seats li", has_text="Cat")).to_contain_text("gave up")
    expect(results(cat).filter(has_text="For the ratings").locator(".me")).to_contain_text("(−")
    changes = {one: change(one, counts) for one in (ann, ben, cat)}
    assert changes[cat] < min(changes[ann], changes[ben])
    expect(results(dan)).to_have_count(1)
    expect(results(dan)).to_contain_text("Unrated: The table was opened as unrated.")
    expect(results(ben)).to_have_count(1)
    ann.go("#/people/ratings")
    expect(ann.page.get_by_text("You:")).to_be_visible()
    expect(ann.page.get_by_text("provisional")).to_be_visible()
    assert not faults(ann.page)


def expect_nobody_away(people: list[Person], table: str) -> None:
    """Whoever's clock stood still is not taken for late, and was not told that a bot plays."""
    assert not [one.name for one in people if is_away(one, table)]
    assert not [one.name for one in people if "bot" in one.news(table)]


def change(person: Person, table: str) -> int:
    """What a game did to somebody's rating."""
    games = person.ask("/api/people/players/me/results")["games"]
    seats = next(one["players"] for one in games if one["table"] == table)
    return int(next(seat["change"] for seat in seats if seat["me"]))


def test_a_tournament_of_people_and_bots(
    season: Season, endpoint: Endpoint, new_page: NewPage
) -> None:
    """Two rounds, each game played to its end; with points, standings and a draw that can be repeated."""
    eve = Person("Eve", new_page(**HERE), season, endpoint)
    finn = Person("Finn", new_page(**PHONE), season, endpoint)
    page = eve.page
    eve.go("#/people/cups")
    page.get_by_role("button", name="Open a tournament").click()
    page.get_by_label("Title").fill("Cup of the Dunes")
    page.get_by_label("Edition").select_option("first")
    page.get_by_label("Players at a table").select_option("3")
    page.get_by_label("Rounds").select_option("2")
    page.get_by_label("Time for each decision").select_option("1 day")
    page.get_by_label("Time for each round").select_option("30 days")
    page.get_by_label("If the tables").select_option("steward")
    page.get_by_role("button", name="Open it").click()
    page.get_by_role("button", name="Enter", exact=True).click()
    for count in (1, 2):
        page.get_by_role("button", name="Enter a bot").click()
        expect(page.locator("li", has_text="Steward")).to_have_count(count)
    cup = page.url.rpartition("/")[2]
    finn.go("#/people/cups")
    finn.page.get_by_role("link", name="Cup of the Dunes").tap()
    finn.page.get_by_role("button", name="Enter", exact=True).tap()
    expect(finn.page.get_by_role("button", name="Withdraw")).to_be_visible()
    page.get_by_role("button", name="Begin now").click()
    both = [eve, finn]
    for number in (1, 2):
        for person in both:
            person.go(f"#/people/cup/{cup}")
            expect(person.page.get_by_role("heading", name=f"Round {number}")).to_be_visible()
            mine = person.page.locator(".panel.mine a").first
            expect(mine).to_have_text("Go to the table")
            mine.click()
            drawn(person.page)
            give_orders(person.page)
            person.go_away()
        for table in tables(eve, cup, number):
            if here := [one for one in both if one.sits(table)]:
                play_on(table, here)
    for person in both:
        person.go(f"#/people/cup/{cup}")
        expect(person.page.get_by_text("Over").first).to_be_visible()
        expect(person.page.locator("tbody tr")).to_have_count(4)
        expect(person.page.locator("tbody tr.mine")).to_contain_text(person.name)
        assert not faults(person.page)
    told = convert(eve.ask(f"/api/people/cups/{cup}"), CupInfo)
    assert told.state == "over"
    assert not [one.name for one in told.entries if one.gone]
    assert not [row.number for row in told.standings if row.forfeits]
    assert not check(told), "anybody can draw it again"


def tables(person: Person, cup: str, number: int) -> list[str]:
    """The tables of a round."""
    found = person.ask(f"/api/people/cups/{cup}")
    (drawn_round,) = [one for one in found["drawn"] if one["number"] == number]
    return [one["table"] for one in drawn_round["tables"]]
