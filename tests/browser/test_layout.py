"""What lies where: nothing that is needed has to be hunted for, on a low desk and on a small phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser.conftest import NewPage
from browser.kit import Server, hold, seat, until, width_of
from browser.player import PHONE, SIZES, UNFIT
from browser.prepared import prepare
from playwright.sync_api import Page, expect

Opened = tuple[Server, dict[str, Any]]
PEOPLE = ["orcs", "elves", "dwarves", "goblins"]
AUCTION = (
    "order=OEDG turn=3 O=3★3,1★4 E=5★4 D=10★4 G=15★2 gold=O9,E5,D3,G4 hand=O:4♥2♣A♥,E:6♦ at=bidding"
)
# All corners of the board can be picked.
CORNERS = (
    "order=OEDG turn=3 O=3★2,1★3,15★2,10★1,5★1 E=8•4 D=9•4 G=11:2 gold=O9,E5,D3,G4 at=orcs.move"
)
# A recruitment turn in which every step has something to decide.
RECRUITING = (
    "order=EGOD turn=4 dragon=2 G=10★4,14:2 O=1★4,3:2,9•3 E=5★3,8:1,grave:1 D=10:1,grave:2"
    " gold=D6,E9,G7,O6 hand=G:5♠A♦2♥,O:4♥2♣,E:6♦5♣,D:3♥ at=elves.revive"
)
SMALL = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
MINE = "() => !!document.querySelector('.action.mine')"
COVERED = """() => {
  const sheet = document.querySelector('.dock').getBoundingClientRect().top;
  return [...document.querySelectorAll('.place.lit')].filter((place) => {
    const box = place.querySelector('.ground').getBoundingClientRect();
    return box.top < -1 || box.bottom > sheet + 1;
  }).map((place) => place.dataset.territory);
}"""
APART = """([one, two]) => {
  const [a, b] = [one, two].map((name) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(name));
    return range.getBoundingClientRect();
  });
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    folder = tmp_path_factory.mktemp("layout")
    places = {"desk": AUCTION, "phone": AUCTION, "steps": CORNERS, "plan": CORNERS}
    places |= {f"turn-{width}": RECRUITING for width, _ in SIZES}
    tables = {name: prepare(folder, place, PEOPLE) for name, place in places.items()}
    server = Server(folder)
    yield server, tables
    server.stop()


def sign_a_contract(page: Page, other: Page) -> None:
    page.get_by_role("button", name="Offer it").click()
    other.get_by_role("tab", name="Contracts").click()
    other.get_by_role("button", name="Sign").click()


def test_a_low_desk_shows_all_that_is_needed(opened: Opened, new_page: NewPage) -> None:
    server, tables = opened
    page, other = new_page(1280, 720), new_page(1280, 720)
    for number, one in enumerate((page, other)):
        hold(one, server, tables["desk"], number)
    until(page, MINE)
    expect(page.locator("[data-pass]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".log p").last).to_be_in_viewport(ratio=1)
    page.get_by_role("tab", name="Contracts").click()
    page.get_by_role("button", name="Gold for peace").click()
    for name in ("What would it forbid?", "Offer it", "Cancel"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="What would it forbid?").click()
    expect(page.locator(".preview li").first).to_be_in_viewport()
    sign_a_contract(page, other)
    # What is left of a long one is scrolled to.
    expect(page.locator(".force li")).to_be_in_viewport(ratio=0.8)
    tops = "() => new Set([...document.querySelectorAll('.tabs button')].map((one) => one.offsetTop)).size"
    assert page.evaluate(tops) == 1
    assert page.evaluate(APART, [".zoom", ".page > footer"])
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 720


@pytest.mark.parametrize("steps", [True, False], ids=["steps", "plan"])
def test_the_sheet_hides_no_place_that_can_be_picked(
    opened: Opened, new_page: NewPage, steps: bool
) -> None:
    server, tables = opened
    page = new_page(**SMALL)
    hold(page, server, tables["steps" if steps else "plan"], steps=steps)
    until(page, MINE)
    until(page, "() => document.querySelectorAll('.place.lit').length >= 5")
    for place in ("1★", "5★", "15★", "10★"):
        expect(page.locator(f'.place.lit[data-territory="{place}"]')).to_have_count(1)
    until(page, f"() => !({COVERED})().length")
    # A finger reaches the lowest of them, and what can be reached from there lies open as well.
    page.locator('.place.lit[data-territory="15★"] .ground').tap(position={"x": 8, "y": 8})
    expect(page.locator('.place.origin[data-territory="15★"]')).to_have_count(1)
    until(page, f"() => !({COVERED})().length")


# Steps of the plan that cannot be seen, because they lie below what ends it or beyond the screen.
UNSEEN = """() => {
  const end = document.querySelector('.action .last').getBoundingClientRect().top;
  return [...document.querySelectorAll('.stages .head')].filter((one) => {
    const box = one.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    return middle < 0 || middle > Math.min(end, innerHeight);
  }).map((one) => one.textContent);
}"""
ROUNDS_CUT = """() => {
  const list = document.querySelector('.rounds');
  return list.scrollWidth - list.clientWidth;
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_turn_shows_all_its_steps_and_how_to_end_it(
    opened: Opened, new_page: NewPage, size: tuple[int, int]
) -> None:
    """Whoever plans sees at once that units can be hired and moved, too."""
    server, tables = opened
    width, height = size
    page = new_page(width, height, has_touch=width <= PHONE, is_mobile=width <= PHONE)
    hold(page, server, tables[f"turn-{width}"], 1, steps=False)
    expect(page.locator(".stages li")).to_have_count(5)
    until(page, f"() => !({UNSEEN})().length")
    expect(page.locator("[data-turn]")).to_be_in_viewport(ratio=1)
    assert page.evaluate(ROUNDS_CUT) <= 0
    # What was picked asks how many, and that is in sight too.
    page.locator('.place.lit[data-territory="5★"]').dispatch_event("click")
    expect(page.locator(".stages .build [role=spinbutton]")).to_be_in_viewport(ratio=1)
    end = page.locator(".action .last").bounding_box()
    number = page.locator(".stages .build [role=spinbutton]").bounding_box()
    assert end
    assert number
    assert number["y"] + number["height"] <= end["y"] + 1


def test_a_small_phone_has_everything_at_hand(opened: Opened, new_page: NewPage) -> None:
    server, tables = opened
    page = new_page(**SMALL)
    hold(page, server, tables["phone"])
    until(page, MINE)
    assert page.evaluate(UNFIT, 360) == []
    expect(page.locator("[data-pass]")).to_be_in_viewport(ratio=1)
    for sign in ("Gold", "Board", "Bank", "Graves", "Cards", "Castles"):
        expect(page.locator(".legend")).to_contain_text(sign)
    # One press leads to the record, and one back to the board.
    for name in ("Record", "Talk", "Contracts", "Orders"):
        page.locator(".handle").get_by_role("button", name=name).tap()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tab", name=name)).to_be_in_viewport(ratio=1)
        expect(page.locator("#tabpanel > *").first).to_be_visible()
        assert page.evaluate(UNFIT, 360) == [], name
    page.locator(".handle").get_by_role("button", name="Record").tap()
    expect(page.locator(".log p").last).to_be_in_viewport(ratio=1)
    page.locator(".fold").tap()
    expect(page.locator(".frame")).to_be_in_viewport(ratio=0.6)
    expect(page.locator("[data-pass]")).to_be_in_viewport(ratio=1)


# A fifth tab, and news in those that can have some.
FULL = """() => ['.tabs', '.handle nav'].forEach((name) => {
  const tabs = document.querySelector(name);
  const [word, news] = name === '.tabs' ? ['span', 'count'] : ['i', ''];
  const more = tabs.lastElementChild.cloneNode(true);
  more.textContent = 'Notes';
  tabs.append(more);
  for (const one of [tabs.children[1], tabs.children[2]]) {
    one.querySelector(word)?.remove();
    const count = document.createElement(word);
    count.className = [news, ...one.classList].join(' ');
    count.textContent = '12';
    one.append(count);
  }
})"""
CUT = """() => [...document.querySelectorAll('.factions h3')].filter((one) => one.scrollWidth > one.clientWidth + 1
  || one.querySelector('.suit').getBoundingClientRect().right > one.closest('article').getBoundingClientRect().right)
  .map((one) => one.textContent)"""


def test_a_small_phone_cuts_nothing_off(opened: Opened, new_page: NewPage) -> None:
    """Five tabs, two with news, and the suit of everybody's faction."""
    server, tables = opened
    page = new_page(**SMALL)
    hold(page, server, tables["phone"])
    until(page, MINE)
    assert page.evaluate(CUT) == []
    page.evaluate(FULL)
    assert page.evaluate(UNFIT, 360) == []
    assert page.locator(".tabs button").count() == 5


def test_who_sits_down_says_their_name_first_and_may_change_it(
    server: Server, new_page: NewPage
) -> None:
    host, guest = new_page(), new_page(**SMALL)
    made = server.table([seat("human", name="Anna"), seat("open")])
    host.goto(f"{server.address}/#/table/{made['table']}")
    guest.goto(f"{server.address}/#/table/{made['table']}/join")
    name, sit = guest.get_by_label("Your name"), guest.get_by_role("button", name="Sit down")
    name_box, sit_box = name.bounding_box(), sit.bounding_box()
    assert name_box
    assert sit_box
    assert name_box["y"] + name_box["height"] <= sit_box["y"]
    assert width_of(guest) <= 360
    assert guest.evaluate(UNFIT, 360) == []
    # The host waits, and is called otherwise.
    host.evaluate(
        "([id, held]) => localStorage.setItem('dragon-dune seats', JSON.stringify({[id]: held}))",
        [made["table"], made["tokens"]],
    )
    host.reload()
    host.get_by_label("Your name").fill("Annabel")
    host.get_by_label("Your name").press("Enter")
    expect(guest.locator(".room")).to_contain_text("Annabel")
    # At the table too, where the others read it beside their people.
    name.fill("Berta")
    sit.tap()
    for page in (host, guest):
        page.locator(".factions article").first.wait_for()
    expect(host.locator(".factions")).to_contain_text("Berta")
    guest.get_by_label("Settings").tap()
    guest.get_by_label("Your name").fill("Beate")
    guest.get_by_label("Your name").press("Enter")
    expect(host.locator(".factions")).to_contain_text("Beate")


def test_the_first_load_is_light(server: Server, new_page: NewPage) -> None:
    """100 KB at most, as sent and with all headers, for the lobby and for a table that is watched."""
    made = server.table([seat("human"), *(seat("bot") for _ in range(3))], public=True)
    for path, there in (("/", ".new .seats"), (f"/#/table/{made['table']}", ".board .place")):
        page = new_page()
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        sizes: list[int] = []
        network.on(
            "Network.loadingFinished", lambda one, to=sizes: to.append(one["encodedDataLength"])
        )
        page.goto(server.address + path)
        page.locator(there).first.wait_for()
        page.wait_for_load_state("networkidle")
        assert len(sizes) > 5
        assert sum(sizes) <= 100_000, path
