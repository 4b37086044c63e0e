"""An account by passkey, on a desk and on a phone: a guest's seat moves to it, and is there on both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from browser.kit import Server, faults
from playwright.sync_api import Page, expect
from server.endpoints import Mailbox, serving, until

NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with serving(Mailbox()) as running:
        yield running


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Server]:
    server = Server(
        tmp_path_factory.mktemp("accounts"), people="1", mail=mailbox.url, sign_ins_per_hour="1000"
    )
    yield server
    server.stop()


def give_authenticator(page: Page) -> None:
    """A device that keeps passkeys, as Chromium plays one."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    line.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def held(page: Page, table: str) -> list[str]:
    """What this browser shows to hold its seats at a table."""
    kept = page.evaluate("JSON.parse(localStorage['dragon-dune seats'] ?? '{}')")
    return [one["token"] for one in kept.get(table, [])]


def test_a_seat_is_mine_on_the_desk_and_on_the_phone(
    people: Server, mailbox: Mailbox, new_page: NewPage
) -> None:
    desk, phone = new_page(), new_page(360, 740, has_touch=True, is_mobile=True)
    desk.goto(people.address)
    desk.get_by_label("Your name").fill("Anna")
    desk.get_by_role("button", name="Play now against three bots").click()
    expect(desk.locator(".action").first).to_be_visible()
    table = desk.url.rpartition("/")[2]

    # A passkey makes the account, and the guest's seat moves to it.
    give_authenticator(desk)
    desk.goto(f"{people.address}/#/account")
    desk.get_by_label("Name", exact=True).fill("Anna of Arrakeen")
    desk.get_by_role("button", name="Make an account with a passkey").click()
    expect(desk.get_by_role("status").first).to_contain_text("A seat of this browser")
    expect(desk.get_by_text("this browser", exact=True)).to_be_visible()
    assert not faults(desk)

    # Signed out the seat is gone from here; the passkey brings it back.
    assert held(desk, table) == ["account"]
    desk.get_by_role("button", name="Sign out", exact=True).click()
    desk.get_by_role("button", name="Sign in with a passkey").click()
    expect(desk.get_by_label("Name", exact=True)).to_have_value("Anna of Arrakeen")
    desk.get_by_label("E-mail address").fill("anna@example.org")
    desk.get_by_role("button", name="Add an address").click()
    mail = until(lambda: mailbox.to("anna@example.org"))[-1].get_content()
    found = re.search(r"/(#/account/link/[\w-]+)", mail)
    assert found is not None
    desk.goto(f"{people.address}/{found[1]}")
    desk.get_by_role("button", name="Sign in").click()
    expect(desk.get_by_text("anna@example.org")).to_be_visible()

    # The phone has no passkey, and gets a link: it sits at the same seat.
    phone.goto(f"{people.address}/#/account")
    phone.get_by_label("E-mail address").fill("anna@example.org")
    phone.get_by_role("button", name="Send me a link").tap()
    mail = until(lambda: mailbox.to("anna@example.org")[1:])[-1].get_content()
    found = re.search(r"/(#/account/link/[\w-]+)", mail)
    assert found is not None
    phone.goto(f"{people.address}/{found[1]}")
    phone.get_by_role("button", name="Sign in").tap()
    expect(phone.get_by_label("Name", exact=True)).to_have_value("Anna of Arrakeen")
    assert not faults(phone)
    phone.goto(f"{people.address}/#/table/{table}")
    expect(phone.locator(".action").first).to_be_visible()
    assert held(phone, table) == ["account"]

    # The desk signs the phone out; the phone only watches from then on.
    desk.goto(f"{people.address}/#/account")
    desk.get_by_role("button", name="Sign out everywhere else").click()
    phone.wait_for_function(
        "table => !localStorage['dragon-dune seats'].includes(table)", arg=table
    )
