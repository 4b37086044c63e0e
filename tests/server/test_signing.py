"""Signing in by e-mail and by recovery codes, once each; leaving for good. Passkeys: tests/browser/test_accounts.py."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from server.endpoints import Mailbox, until
from server.signing import browser, signed_in
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from dragondune.server.people.mail import Mailer, looks_like_address
from dragondune.server.people.tickets import new_ticket, read, signed
from dragondune.server.web.identity import COOKIE
from dragondune.server.wire.problems import ProblemError
from tools.trials.running import RunningServer

FOUR = [{"kind": "human"}, *({"kind": "bot", "bot": "random"} for _ in range(3))]


def link_to(mailbox: Mailbox, client: httpx.Client, address: str) -> str:
    """The token of the link that a fresh e-mail holds."""
    before = len(mailbox.to(address))
    assert client.post("/api/people/mail", json={"address": address}).status_code == 200
    mail = until(lambda: mailbox.to(address)[before:])[0]
    found = re.search(r"#/account/link/([\w-]+)", mail.get_content())
    assert found is not None
    return found[1]


@pytest.fixture
def guest(people_server: RunningServer) -> Iterator[httpx.Client]:
    with browser(people_server) as client:
        yield client


def test_a_link_makes_an_account_and_later_signs_in(
    people_server: RunningServer, mailbox: Mailbox, guest: httpx.Client
) -> None:
    token = link_to(mailbox, guest, "lena@example.org")
    told = guest.get("/api/people/link", headers={"link-token": token}).json()
    assert told == {"address": "lena@example.org", "fresh": True}
    assert guest.post("/api/people/link", json={"token": token}).status_code == 400, "no name"
    made = guest.post("/api/people/link", json={"token": token, "name": "Lena"}).json()
    assert made["account"]["name"] == "Lena"
    assert guest.get("/api/people/me").json() == made
    phone = browser(people_server)
    assert phone.post("/api/people/link", json={"token": token, "name": "X"}).status_code == 410
    again = link_to(mailbox, phone, "Lena@Example.org ".strip().lower())
    assert not phone.get("/api/people/link", headers={"link-token": again}).json()["fresh"]
    assert phone.post("/api/people/link", json={"token": again}).json() == made


def test_a_link_used_twice_in_the_same_instant_lets_one_in(
    people_server: RunningServer, mailbox: Mailbox, guest: httpx.Client
) -> None:
    first = link_to(mailbox, guest, "twice@example.org")
    guest.post("/api/people/link", json={"token": first, "name": "Twice"})
    token = link_to(mailbox, browser(people_server), "twice@example.org")
    with ThreadPoolExecutor(8) as many:
        tries = [
            many.submit(browser(people_server).post, "/api/people/link", json={"token": token})
            for _ in range(8)
        ]
    assert sorted(one.result().status_code for one in tries) == [200] + [410] * 7


def test_nobody_learns_who_has_an_account(mailbox: Mailbox, guest: httpx.Client) -> None:
    known = link_to(mailbox, guest, "known@example.org")
    guest.post("/api/people/link", json={"token": known, "name": "Known"})
    guest.post("/api/people/out")
    asked = [
        guest.post("/api/people/mail", json={"address": address})
        for address in ("known@example.org", "unknown@example.org")
    ]
    assert asked[0].content == asked[1].content
    assert asked[0].status_code == asked[1].status_code == 200
    assert until(lambda: mailbox.to("unknown@example.org"))


def test_a_link_never_leads_where_only_the_request_says(
    mailbox: Mailbox, guest: httpx.Client
) -> None:
    wish = {"address": "victim@example.org"}
    asked = guest.post("/api/people/mail", json=wish, headers={"host": "dune.example.org"})
    assert (asked.status_code, "--home" in asked.text) == (501, True)
    assert not mailbox.to("victim@example.org")


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example\\@localhost", "evil.example%5c@localhost", "evil.example@localhost:80"),
        *(
            "localhost/evil.example",
            "localhost#evil.example",
            "localhost?evil",
            "[::1].evil.example",
        ),
    ],
)
def test_a_host_that_a_browser_would_read_otherwise_is_refused(
    mailbox: Mailbox, guest: httpx.Client, host: str
) -> None:
    """A backslash ends the name for a browser, and what follows is the user's for us."""
    wish = {"address": "victim@example.org"}
    asked = guest.post("/api/people/mail", json=wish, headers={"host": host})
    assert asked.status_code == 400
    assert guest.get("/api/meta", headers={"host": host}).status_code == 400
    assert not mailbox.to("victim@example.org")


def test_a_mail_server_that_does_not_answer_keeps_nobody_waiting() -> None:
    async def ask_while_mails_hang() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            mailer = Mailer(f"smtp://127.0.0.1:{silent.getsockname()[1]}", "a@b.cc", (0.0,))
            for number in range(40):
                mailer.send(f"{number}@example.org", "Hello", "there")
            await asyncio.sleep(0.5)
            await asyncio.wait_for(asyncio.to_thread(int), 10)
            mailer.close()

    loop = asyncio.new_event_loop()
    loop.run_until_complete(ask_while_mails_hang())
    loop.close()


def test_a_link_goes_to_one_address_only(guest: httpx.Client) -> None:
    many = ("a@b", "a b@c.de", "a@b.de\nbcc: x@y.de", "x@y.de,z@y.de", "<x@y.de>", "@y.de")
    # Read as other words, these are a@b.de, nobody's, or more than e-mail can take.
    coded = ("=?x?q?a?=@b.de", "=?utf-8?b?//8=?=@b.de", "=?us-ascii?q??=@b.de", "a@=?x?q?b?=.de")
    none = ("a@@b.de", "a@b..de", "a..b@c.de", ".a@b.de", "a@b.de.", "a@-b.de", "\u00e9@b.de")
    for address in (*many, *coded, *none):
        assert not looks_like_address(address)
        assert guest.post("/api/people/mail", json={"address": address}).status_code == 400


def test_usual_addresses_are_taken() -> None:
    for address in ("a@b.de", "ann.o'hara+dune@mail.example.org", "x_1@xn--bcher-kva.example"):
        assert looks_like_address(address)


def test_codes_work_once_each(people_server: RunningServer, guest: httpx.Client) -> None:
    account, here = signed_in(people_server, "Coder")
    codes = here.post("/api/people/codes").json()["codes"]
    assert len(set(codes)) == 8
    back = guest.post("/api/people/recover", json={"code": codes[0].upper().replace("-", " ")})
    assert back.json()["account"]["id"] == account.id
    assert guest.post("/api/people/recover", json={"code": codes[0]}).status_code in (400, 410)
    assert here.post("/api/people/codes").status_code == 200
    assert guest.post("/api/people/recover", json={"code": codes[1]}).status_code == 400, "replaced"
    left = here.get("/api/people/ways").json()
    assert [way["label"] for way in left if way["kind"] == "code"] == ["8"]


def test_the_last_way_in_is_kept(
    people_server: RunningServer, mailbox: Mailbox, guest: httpx.Client
) -> None:
    token = link_to(mailbox, guest, "way@example.org")
    guest.post("/api/people/link", json={"token": token, "name": "Way"})
    assert guest.post("/api/people/ways/email/way@example.org/remove").status_code == 409
    more = link_to(mailbox, guest, "second@example.org")
    guest.post("/api/people/link", json={"token": more})
    assert guest.post("/api/people/ways/email/way@example.org/remove").status_code == 200
    assert [way["id"] for way in guest.get("/api/people/ways").json()] == ["second@example.org"]


def test_who_was_signed_out_elsewhere_has_no_way_back_in(
    people_server: RunningServer, mailbox: Mailbox, guest: httpx.Client
) -> None:
    _, thief = signed_in(people_server, "Kept")
    begun = thief.post("/api/people/passkeys/begin", json={"name": "x"}).json()["ticket"]
    link = link_to(mailbox, thief, "thief@example.org")
    assert "“Kept”" in mailbox.to("thief@example.org")[-1].get_content(), "which account it is for"
    assert thief.post("/api/people/visits/others/end").status_code == 200
    shown = {"ticket": begun, "credential": {"id": "x"}}
    assert guest.post("/api/people/passkeys", json=shown).status_code == 410
    assert guest.post("/api/people/link", json={"token": link}).status_code == 410


async def rest_of(line: ClientConnection) -> None:
    while True:
        await line.recv()


def test_a_socket_is_closed_when_its_account_is_signed_out(people_server: RunningServer) -> None:
    _, here = signed_in(people_server, "Cut")
    table = here.post("/api/tables", json={"seats": FOUR}).json()["table"]
    cookie = here.cookies[COOKIE]

    async def play() -> None:
        headers = {"cookie": f"{COOKIE}={cookie}"}
        async with connect(people_server.socket_of(table), additional_headers=headers) as line:
            await line.send(json.dumps({"t": "hello", "token": "account"}))
            await line.recv()
            await asyncio.to_thread(here.post, "/api/people/visits/others/end")
            await asyncio.to_thread(here.post, "/api/people/out")
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(rest_of(line), 60)

    asyncio.run(play())


def test_ones_data_can_be_taken_along_and_deleted(people_server: RunningServer) -> None:
    account, here = signed_in(people_server, "Leaver")
    table = here.post("/api/tables", json={"seats": FOUR, "name": "Leaver"}).json()["table"]
    told = here.get("/api/people/export").json()
    assert told["name"] == "Leaver"
    assert [one["table"] for one in told["tables"]] == [table]
    assert here.cookies[COOKIE] not in json.dumps(told)
    assert here.post("/api/people/delete", json={"name": "leaver"}).status_code == 400
    assert here.post("/api/people/delete", json={"name": "Leaver"}).status_code == 200
    header = browser(people_server).get(f"/api/tables/{table}")
    assert header.json()["seats"][0]["name"] == "Former player"
    assert account.id not in header.text
    assert "Leaver" not in header.text
    assert here.get("/api/people/me").json()["account"] is None
    assert signed_in(people_server, "Leaver")[0].id != account.id, "the name is free again"


def test_a_ticket_is_nobody_elses() -> None:
    ticket = new_ticket("make", "a1", "Anna")
    text = signed(ticket, "key")
    assert read(text, "make", "key") == ticket
    for wrong in (("make", "other"), ("show", "key")):
        with pytest.raises(ProblemError):
            read(text, *wrong)
    with pytest.raises(ProblemError):
        read(f"x{text}", "make", "key")
