"""Tidings: who is told what, by which way and when; and what happens where nobody answers."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Coroutine
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from server.endpoints import Endpoint, Mailbox, serving
from server.room import PEOPLE, Room

from dragondune.server.cluster.chores import Chore
from dragondune.server.config import Config
from dragondune.server.lobby import people as table_people
from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.keeping import close
from dragondune.server.people.accounts import Account, Wishes, account_row
from dragondune.server.people.people import People
from dragondune.server.people.ways import EMAIL, way_row
from dragondune.server.storage.card import PLAYING, hash_token
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.store import Statement
from dragondune.server.tables.table import Table
from dragondune.server.tidings import courier as couriers
from dragondune.server.tidings import push
from dragondune.server.tidings.courier import Courier
from dragondune.server.tidings.outbox import seated
from dragondune.server.tidings.outside import NoEntryError, is_outside, place_of, post
from dragondune.server.tidings.quiet import quiet_until
from dragondune.server.tidings.shapes import Line, Message
from dragondune.server.tidings.targets import Target, delivery_row, target_rows
from dragondune.server.wire.incoming import NewTable, PeopleWish

Scene = Callable[..., None]
AWAY = ("dwarves", "elves", "goblins", "orcs")


def seat_all(table: Table) -> None:
    """Each seat belongs to an account, and has a token."""
    for number, seat in enumerate(table.meta.seats):
        seat.account = f"a{AWAY.index(seat.faction or '')}"
        seat.token_hash = hash_token(f"token {number}")


class Post:
    """A table whose four people have accounts, and a courier who looks when it is told to."""

    def __init__(self, room: Room, again: tuple[float, ...] = (0.0, 0.0)) -> None:
        self.room, self.hall, self.table = room, room.hall, room.table
        self.courier = Courier(room.hall, People(room.hall), again)
        seat_all(room.table)
        room.table.driver.stop()  # nothing moves but what the test plays
        room.table.driver.look = lambda: None  # type: ignore[method-assign]

    async def write(self, *rows: Statement) -> None:
        await self.hall.store.write(rows)

    async def meet(self, url: str, shape: str = "json", **wishes: Any) -> None:
        """Everybody has an account and a webhook."""
        for number, name in enumerate(AWAY):
            account = Account(f"a{number}", name, 1.0, Wishes(**wishes))
            hook = target_rows(account.id, "webhook", f"{url}/{name}", shape=shape, name="x")
            await self.write(account_row(account), *hook)

    async def look(self) -> None:
        """Take care of what is due, until nothing is on its way."""
        await self.courier.look()
        while self.courier._sending:
            await asyncio.sleep(0.01)
        await self.courier.look()
        while self.courier._sending:
            await asyncio.sleep(0.01)

    def kinds(self, name: str) -> list[str]:
        """What waits for somebody."""
        sql = "SELECT kind FROM tidings WHERE faction = ? ORDER BY kind"
        return [kind for (kind,) in self.hall.store.rows(sql, (name,))]

    def trouble(self) -> list[str]:
        return [one for (one,) in self.hall.store.rows("SELECT trouble FROM targets") if one]


def told(endpoint: Endpoint) -> dict[str, list[dict[str, Any]]]:
    """What came, by whom it came to."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path, _, body in endpoint.got:
        found.setdefault(path.strip("/"), []).append(json.loads(body))
    return found


def at_the_post(scene: Scene, work: Callable[[Post, Endpoint], Coroutine[Any, Any, None]]) -> None:
    async def play(room: Room) -> None:
        with serving(Endpoint()) as endpoint:
            await work(Post(room), endpoint)

    settings = {"people": 1, "targets_inside": 1, "tell_after": 0.0, "nudge_after": 0.0}
    scene(play, NewTable(seats=PEOPLE, title="Slow"), home="https://dune.example", **settings)


async def nudge(post: Post, name: str) -> int:
    """Another reminds somebody: the seat of who does."""
    number = post.table.number_of(name)
    other = (number + 1) % 4
    await table_people.act(post.hall, post.table, f"token {other}", PeopleWish("nudge", number))
    return other


async def first_move(post: Post) -> str:
    """Somebody decides, and with that the next is asked: who."""
    session = post.room.session
    mover = session.waiting()[0]
    line = str(post.room.game.legal(mover)[0])
    await post.room.act(mover, line)
    return mover


# --- what is told --------------------------------------------------------------------------


def test_whose_move_it_is_is_told_once_and_only_while_it_is(scene: Scene) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        await first_move(post)
        waiting = post.room.session.waiting()
        await post.look()
        heard = told(endpoint)
        assert sorted(heard) == sorted(waiting)
        said = heard[waiting[0]][0]
        assert said["title"] == "Slow"
        assert said["text"].startswith("It is your move: turn ")
        assert said["url"] == f"https://dune.example/#/table/{post.table.meta.id}"
        await post.look()
        assert told(endpoint) == heard, "once"
        mover = await first_move(post)
        others = [name for name in post.room.session.waiting() if name != mover]
        for name in others:
            post.table.away.add(name)  # a bot plays for them meanwhile
        endpoint.got.clear()
        await post.look()
        assert not set(told(endpoint)) & set(others)

    at_the_post(scene, work)


def test_who_is_there_is_told_only_when_asleep_before_the_page(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        mover = await first_move(post)
        await post.room.sit(*range(4))
        await post.look()
        assert not endpoint.got
        waiting = post.room.session.waiting()
        assert post.kinds(waiting[0]) == ["move"], "looked at again later"
        monkeypatch.setattr(couriers, "ASLEEP", 0.0)
        await post.write(("UPDATE tidings SET due = 0", ()))
        await post.look()
        assert sorted(told(endpoint)) == sorted(waiting)
        assert mover in AWAY

    at_the_post(scene, work)


def test_who_takes_a_seat_is_told_if_it_is_their_move(scene: Scene) -> None:
    """The one they play on for was asked; whoever comes and goes again has to hear of it too."""

    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        await first_move(post)
        await post.look()
        endpoint.got.clear()
        session = post.room.session
        asked = session.waiting()[0]
        for number, seat in enumerate(post.table.meta.seats):
            await post.write(*seated(post.table.meta, session, number, 0.0))
            assert ("move" in post.kinds(seat.faction or "")) is (seat.faction in session.waiting())
        await post.look()
        assert told(endpoint)[asked][0]["text"].startswith("It is your move: turn ")

    at_the_post(scene, work)


def test_what_was_taken_back_is_not_told(scene: Scene) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        session = post.room.session
        while True:
            before = {name for name in AWAY if "move" in post.kinds(name)}
            mover = await first_move(post)
            fresh = {name for name in AWAY if "move" in post.kinds(name)} - before - {mover}
            if session.can_undo(mover) and fresh:
                break
        assert (await post.table.undo(mover, 10_000)).ok
        assert not [name for name in fresh if "move" in post.kinds(name)]
        await post.look()
        assert not set(told(endpoint)) & fresh

    at_the_post(scene, work)


def test_a_bid_an_offer_and_the_end_are_told_to_whom_they_concern(scene: Scene) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        room = post.room
        await room.until("bid", lambda seat, legal: legal[-1])
        bidders: list[str] = []
        while room.session.step() == "bid" and len(bidders) < 2:
            seat = room.session.waiting()[0]
            line = next(
                line for one in room.game.legal(seat) if (line := str(one)).startswith("bid ")
            )
            await room.act(seat, line)
            bidders.append(seat)
        assert "outbid" in post.kinds(bidders[0])
        assert "outbid" not in post.kinds(bidders[1])
        maker, other = bidders
        offer = f"offer The {maker.capitalize()} do not attack the {other.capitalize()}."
        assert (await room.act(maker, offer)).ok
        assert [name for name in AWAY if "offer" in post.kinds(name)] == [other]
        endpoint.got.clear()
        await post.look()
        words = told(endpoint)[bidders[0]][0]
        assert "You were outbid." in words["text"]
        while not room.game.over:
            seat = room.session.waiting()[0]
            assert (await room.act(seat, str(room.game.legal(seat)[-1]))).ok
        fought = [one for one in room.session.heard if one.event.kind == "battle_began"]
        assert bool(fought) == any("battle" in post.kinds(name) for name in AWAY)
        endpoint.got.clear()
        await post.look()
        assert sorted(told(endpoint)) == sorted(AWAY)
        assert all("The game is over." in one[0]["text"] for one in told(endpoint).values())
        assert not [name for name in AWAY if post.kinds(name)], "nothing waits any more"

    at_the_post(scene, work)


def test_a_nudge_and_a_closed_table_are_told(scene: Scene) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url, unheard=["move/webhook"])
        await first_move(post)
        waiting = post.room.session.waiting()[0]
        other = await nudge(post, waiting)
        await post.look()
        called = (post.table.faction(other) or "").capitalize()
        assert [one["text"] for one in told(endpoint)[waiting]] == [
            f"A reminder from {called}: it is your move."
        ]
        endpoint.got.clear()
        await close(post.table)
        await post.look()
        assert sorted(told(endpoint)) == sorted(AWAY)
        assert "“Slow”: The operator" in told(endpoint)["elves"][0]["text"]

    at_the_post(scene, work)


def test_a_guest_hears_nothing_and_a_server_without_people_stores_nothing(scene: Scene) -> None:
    async def play(room: Room) -> None:
        seat_all(room.table)
        seat = room.session.waiting()[0]
        await room.act(seat, str(room.game.legal(seat)[0]))
        assert room.hall.store.rows("SELECT * FROM tidings") == []

    scene(play)

    async def guests(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        for seat in post.table.meta.seats:
            seat.account = ""
        await first_move(post)
        assert post.hall.store.rows("SELECT * FROM tidings") == []

    at_the_post(scene, guests)


# --- when ----------------------------------------------------------------------------------


def test_quiet_hours_end_with_one_digest(scene: Scene) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        minute = datetime.now(ZoneInfo("Europe/Berlin"))
        now = minute.hour * 60 + minute.minute
        night = ((now - 60) % 1440, (now + 60) % 1440)
        await post.meet(endpoint.url, zone="Europe/Berlin", quiet=night)
        await first_move(post)
        waiting = post.room.session.waiting()[0]
        await nudge(post, waiting)
        await post.look()
        assert not endpoint.got
        assert post.kinds(waiting) == ["move", "nudge"]
        await post.meet(endpoint.url)  # morning
        await post.write(("UPDATE tidings SET due = 0", ()))
        await post.look()
        said = told(endpoint)[waiting]
        assert len(said) == 1
        assert said[0]["title"] == "Dragon Dune: 2 things to see"
        assert [line["kind"] for line in said[0]["lines"]] == ["move", "nudge"]

    at_the_post(scene, work)


@pytest.mark.parametrize(
    ("at", "hours", "ends"),
    [
        ("2026-11-18 23:30", (22 * 60, 7 * 60), "2026-11-19 07:00"),
        ("2026-11-19 06:59", (22 * 60, 7 * 60), "2026-11-19 07:00"),
        ("2026-11-19 07:00", (22 * 60, 7 * 60), ""),
        ("2026-11-19 13:10", (13 * 60, 14 * 60), "2026-11-19 14:00"),
        ("2026-11-19 14:00", (13 * 60, 14 * 60), ""),
        ("2026-03-29 01:30", (22 * 60, 7 * 60), "2026-03-29 07:00"),  # the clock is put forward
        ("2026-11-18 23:30", (60, 60), ""),
    ],
)
def test_quiet_hours_go_by_the_clock_where_a_person_is(
    at: str, hours: tuple[int, int], ends: str
) -> None:
    zone = ZoneInfo("Europe/Berlin")
    now = datetime.fromisoformat(at).replace(tzinfo=zone).timestamp()
    end = datetime.fromisoformat(ends).replace(tzinfo=zone).timestamp() if ends else 0.0
    assert quiet_until(now, hours, "Europe/Berlin") == end
    assert quiet_until(now, None, "Europe/Berlin") == 0.0


def test_nobody_is_told_more_often_than_once_in_a_while(scene: Scene) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        await first_move(post)
        await post.look()
        (name,) = told(endpoint)
        object.__setattr__(post.hall.config, "tell_after", 60.0)
        await nudge(post, name)
        await post.look()
        assert len(told(endpoint)[name]) == 1
        assert post.kinds(name) == ["nudge"], "it waits, and comes with whatever else there is"

    at_the_post(scene, work)


# --- where nobody answers ------------------------------------------------------------------


async def sent(post: Post, account: str, name: str, endpoint: Endpoint) -> None:
    """Somebody has a webhook there, and a message on its way to it."""
    hook = target_rows(account, "webhook", f"{endpoint.url}/{name}", shape="json", name="x")
    await post.write(*hook)
    target = next(one for one in post.courier.targets.of(account) if one.address.endswith(name))
    await post.write(delivery_row(target, MESSAGE))


async def comes(endpoint: Endpoint, paths: set[str], post: Post) -> None:
    """Messages come there, while the courier looks as often as it likes."""
    for _ in range(6000):
        if paths <= {path for path, _, _ in endpoint.got}:
            return
        await post.courier.look()
        await asyncio.sleep(0.01)
    raise AssertionError(f"{sorted(paths - {path for path, _, _ in endpoint.got})} did not come")


def test_one_persons_slow_endpoints_delay_nobody_else(scene: Scene) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        endpoint.slow = {f"/slow{n}" for n in range(10)}
        for name in sorted(endpoint.slow):
            await sent(post, "griefer", name.strip("/"), endpoint)
        others = {f"/quick{n}" for n in range(12)}
        for name in sorted(others):
            await sent(post, name, name.strip("/"), endpoint)
        await comes(endpoint, others, post)
        there = [path for path, _, _ in endpoint.got if path in endpoint.slow]
        assert len(there) <= couriers.EACH, "and none of them has answered yet"
        endpoint.released.set()
        await comes(endpoint, endpoint.slow, post)

    at_the_post(scene, work)


def test_many_peoples_slow_endpoints_make_room(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        monkeypatch.setattr(couriers, "SENDING", 4)
        endpoint.slow = {f"/slow{n}" for n in range(6)}
        for name in sorted(endpoint.slow):
            await sent(post, name, name.strip("/"), endpoint)
        await sent(post, "quick", "quick", endpoint)
        await post.courier.look()
        assert len(post.courier._sending) == 4
        await post.courier.look()
        assert len(post.courier._sending) == 4, "nothing has been slow for long enough"
        monkeypatch.setattr(couriers, "SLOW", 0.0)
        post.courier.again = (1e6,)
        await comes(endpoint, {"/quick"}, post)
        assert not endpoint.released.is_set()

    at_the_post(scene, work)


def test_what_could_not_be_sent_goes_with_the_next_and_only_if_it_is_still_so(
    scene: Scene,
) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        post.courier.again = (1e6, 1e6)
        await post.meet(endpoint.url)
        endpoint.status = 500
        await first_move(post)
        waiting = post.room.session.waiting()[0]
        await post.look()
        assert len(told(endpoint)[waiting]) == 1
        await nudge(post, waiting)
        await post.look()
        rows = post.hall.store.rows(
            "SELECT tries FROM deliveries WHERE account = ?", (f"a{AWAY.index(waiting)}",)
        )
        assert rows == [(1,)], "one message, which waits"
        endpoint.status = 200
        await post.write(("UPDATE deliveries SET due = 0", ()))
        await post.look()
        kinds = [line["kind"] for line in told(endpoint)[waiting][-1]["lines"]]
        assert kinds == ["move", "nudge"]
        endpoint.status = 500
        await nudge_again(post, waiting)
        await post.look()
        before = len(told(endpoint)[waiting])
        line = str(post.room.game.legal(waiting)[0])
        assert (await post.room.act(waiting, line)).ok
        while waiting in post.room.session.waiting():
            line = str(post.room.game.legal(waiting)[0])
            assert (await post.room.act(waiting, line)).ok
        await post.write(("UPDATE deliveries SET due = 0 WHERE tries > 0", ()))
        endpoint.status = 200
        await post.look()
        assert len(told(endpoint)[waiting]) == before, "nobody waits for them any more"

    at_the_post(scene, work)


async def nudge_again(post: Post, name: str) -> None:
    """Before its time."""
    post.table.attendance._nudged.clear()
    await nudge(post, name)


def test_a_name_that_hangs_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    known, hanging = socket.getaddrinfo, threading.Event()

    def look(host: str, *more: Any, **other: Any) -> Any:
        if host.endswith(".example"):
            hanging.wait(60)
        return known(host, *more, **other)

    async def work(url: str) -> None:
        monkeypatch.setattr(socket, "getaddrinfo", look)
        stuck = [
            asyncio.create_task(post(f"http://n{n}.example/", {}, b"", inside=True))
            for n in range(40)
        ]
        await asyncio.sleep(0)
        assert await post(f"{url}/in", {}, b"x", inside=True) == 200
        for task in stuck:
            task.cancel()
        await asyncio.gather(*stuck, return_exceptions=True)

    with serving(Endpoint()) as endpoint:
        try:
            asyncio.run(work(endpoint.url))
        finally:
            hanging.set()


@pytest.mark.parametrize("status", [500, 410, 302])
def test_a_dead_target_is_tried_again_then_given_up_and_said(scene: Scene, status: int) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        endpoint.status = status
        await first_move(post)
        waiting = len(post.room.session.waiting())
        for _ in range(4):
            await post.look()
        tries = 1 if status == 410 else 3
        assert len(endpoint.got) == tries * waiting
        assert not [path for path, _, _ in endpoint.got if "elsewhere" in path]
        assert len(post.trouble()) == waiting
        assert str(status) in post.trouble()[0]
        endpoint.status = 200
        await post.write(("UPDATE tidings SET due = 0", ()))
        await post.look()
        assert len(endpoint.got) == tries * waiting, "nothing goes there any more"

    at_the_post(scene, work)


def test_what_cannot_be_sent_at_all_is_given_up_too(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        await first_move(post)
        monkeypatch.setattr(Message, "title", property(lambda _: 1 / 0))
        for _ in range(4):
            await post.look()
        assert len(post.trouble()) == len(post.room.session.waiting())
        assert not post.room.hall.store.rows("SELECT 1 FROM deliveries")

    at_the_post(scene, work)


def test_what_is_on_its_way_outlasts_a_restart(scene: Scene, tmp_path: Path) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        await post.meet(endpoint.url)
        await first_move(post)
        waiting = post.room.session.waiting()
        await post.hall.settle()
        again = Hall(post.hall.config)
        try:
            other = Courier(again, People(again), (0.0,))
            await other.look()
            assert not endpoint.got, "games are brought back first"
            table = again.tables[post.table.meta.id]
            seat_all(table)
            table.driver.look = lambda: None  # type: ignore[method-assign]
            await again.wake()
            assert table.meta.status == PLAYING
            await again.store.write([("UPDATE tidings SET due = 0", ())])
            await other.look()
            while other._sending:
                await asyncio.sleep(0.01)
            await other.look()
            while other._sending:
                await asyncio.sleep(0.01)
        finally:
            again.close()
        assert sorted(told(endpoint)) == sorted(waiting)

    at_the_post(scene, work)


def test_one_process_of_several_sends(postgres: str) -> None:
    store = open_store(Config(postgres=postgres))

    async def work() -> None:
        one, other = Chore(store, "tidings", False), Chore(store, "tidings", False)
        assert await one.is_mine()
        assert not await other.is_mine()
        assert await one.is_mine()
        one._sure = 0.0  # much later
        await store.write([("UPDATE chores SET until = 0", ())])  # it was not heard of
        assert await other.is_mine()
        assert not await one.is_mine()
        await other.leave()
        assert await one.is_mine()

    try:
        asyncio.run(work())
    finally:
        store.close()


# --- which way -----------------------------------------------------------------------------

MESSAGE = Message([Line("move", "t1", "Slow <b>", "It is your move.")], "https://dune.example")


def hook(url: str, shape: str) -> Target:
    return Target("x", "a", "webhook", url, {"shape": shape}, 0.0, 0.0, "")


def test_webhooks_get_their_shapes(scene: Scene) -> None:
    async def work(post: Post, endpoint: Endpoint) -> None:
        for shape in ("discord", "slack", "ntfy", "json"):
            await post.courier.send(hook(f"{endpoint.url}/topic", shape), MESSAGE)
        bodies = [json.loads(body) for _, _, body in endpoint.got]
        link = "https://dune.example/#/table/t1"
        assert bodies[0] == {
            "content": f"Slow <b>\nIt is your move.\n{link}",
            "allowed_mentions": {"parse": []},
        }
        assert bodies[1] == {"text": f"Slow &lt;b&gt;\nIt is your move.\n{link}"}
        assert bodies[2] == {
            "topic": "topic",
            "title": "Slow <b>",
            "message": "It is your move.",
            "click": link,
        }
        assert endpoint.got[2][0] == "/"
        assert bodies[3]["lines"] == [
            {"kind": "move", "table": "t1", "title": "Slow <b>", "text": "It is your move."}
        ]

    at_the_post(scene, work)


def test_a_push_message_can_be_read_by_its_browser_alone(scene: Scene) -> None:
    http_ece = pytest.importorskip("http_ece")
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    async def work(post: Post, endpoint: Endpoint) -> None:
        browser, auth = generate_private_key(SECP256R1()), b"sixteen bytes!!!"
        point = browser.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        data = {"p256dh": push._text(point), "auth": push._text(auth)}
        assert push.is_key(**data)
        assert not push.is_key(data["p256dh"], "short")
        assert not push.is_key("AAAA", data["auth"])
        target = Target("x", "a", "push", f"{endpoint.url}/push", data, 0.0, 0.0, "")
        await post.courier.send(target, MESSAGE)
        _, heads, body = endpoint.got[0]
        assert b"move" not in body
        plain = http_ece.decrypt(body, private_key=browser, auth_secret=auth, version="aes128gcm")
        assert json.loads(plain) == {
            "title": "Slow <b>",
            "body": "It is your move.",
            "path": "/#/table/t1",
            "badge": 1,
        }
        assert heads["authorization"].startswith("vapid t=")
        assert heads["content-encoding"] == "aes128gcm"
        assert int(heads["ttl"]) > 0
        key = await push.key_of(post.hall.store)
        assert push.public_key(key) == push.public_key(await push.key_of(post.hall.store))
        assert f"k={push.public_key(key)}" in heads["authorization"].replace(" ", "")

    at_the_post(scene, work)


def test_mail_goes_to_ones_own_address_only(scene: Scene) -> None:
    async def play(room: Room) -> None:
        post = Post(room)
        with serving(Mailbox()) as mailbox:
            post.courier.people.mailer.url = mailbox.url
            target = Target("x", "a0", "mail", "ann@dune.example", {}, 0.0, 0.0, "")
            with pytest.raises(couriers.RefusedError):
                await post.courier.send(target, MESSAGE)
            await post.write(way_row(EMAIL, "ann@dune.example", "a0"))
            await post.courier.send(target, MESSAGE)
            mail = mailbox.to("ann@dune.example")[0]
            assert mail["Subject"] == "Slow <b>"
            assert "https://dune.example/#/table/t1" in mail.get_content()
            assert mail["Auto-Submitted"] == "auto-generated"

    scene(play, people=1, home="https://dune.example")


# --- what strangers may not use it for -----------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "https://", "https://a b/", "nonsense"),
        *("https://user@example.org/", "https://example.org/\r\nx", "https://example.org:99999/"),
        *(f"https://example.org/{'x' * 1000}", "https://a..b/", f"https://{'a' * 70}.org/"),
    ],
)
def test_only_addresses_out_in_the_internet_are_taken(url: str) -> None:
    with pytest.raises(NoEntryError):
        place_of(url, inside=False)


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        *(("8.8.8.8", True), ("2001:4860:4860::8888", True), ("127.0.0.1", False), ("::1", False)),
        *(("10.1.2.3", False), ("192.168.0.1", False), ("169.254.169.254", False)),
        *(("::ffff:10.0.0.1", False), ("64:ff9b::a00:1", False), ("2002:a00:1::", False)),
        *(("100.64.0.1", False), ("0.0.0.0", False), ("fe80::1%eth0", False), ("224.0.0.1", False)),
        *(("fec0::1", False), ("64:ff9b:1::a00:1", False), ("::10.0.0.1", False), ("::", False)),
        *(("::ffff:0:10.0.0.1", False), ("fd00::1", False), ("ff02::1", False)),
    ],
)
def test_nothing_behind_this_server_is_knocked_at(address: str, outside: bool) -> None:
    assert is_outside(address) is outside


def test_a_name_that_leads_inside_is_refused_before_anything_is_sent() -> None:
    with serving(Endpoint()) as endpoint:
        port = endpoint.server_address[1]
        for host in ("localhost", "127.0.0.1", "[::1]"):
            with pytest.raises((NoEntryError, OSError)):
                asyncio.run(post(f"https://{host}:{port}/", {}, b"x", inside=False))
        assert asyncio.run(post(f"{endpoint.url}/in", {}, b"x", inside=True)) == 200
        assert [path for path, _, _ in endpoint.got] == ["/in"]


def test_a_target_that_drips_does_not_hold_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dragondune.server.tidings.outside.PATIENCE", 0.3)

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 2")
        await reader.read()

    async def work() -> None:
        server = await asyncio.start_server(drip, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(TimeoutError):
            await post(f"http://127.0.0.1:{port}/", {}, b"x", inside=True)
        server.close()

    asyncio.run(work())
