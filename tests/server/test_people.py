"""People who are away: nudges, votes, leaving, resigning, and what none of it can be used for."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from server.room import PEOPLE, Ear, Room

from dragondune.model import events
from dragondune.server.lobby import people
from dragondune.server.lobby.hall import Hall
from dragondune.server.lobby.hosting import decide
from dragondune.server.play.session import Session
from dragondune.server.storage.card import hash_token, new_token
from dragondune.server.tables.stints import Stint, report
from dragondune.server.tables.table import Table
from dragondune.server.web.http import record_of
from dragondune.server.web.socket import Player
from dragondune.server.wire.incoming import NewTable, Pace, PeopleWish, SeatWish
from dragondune.server.wire.problems import ProblemError

Scene = Callable[..., None]
MINUTE = 60.0
DAY = 86_400.0
TWO_AND_BOTS = [
    SeatWish("human", faction="dwarves", name="Ann"),
    SeatWish("human", faction="elves", name="Ben"),
    SeatWish("bot", "random", faction="goblins"),
    SeatWish("bot", "random", faction="orcs"),
]
ALONE = [SeatWish("human", faction="dwarves"), *TWO_AND_BOTS[2:]]


class People:
    """Those who hold the seats of one table, and do something about each other."""

    def __init__(self, room: Room) -> None:
        self.hall, self.table = room.hall, room.table
        self.tokens: list[str] = []
        for seat in room.table.meta.seats:
            self.tokens.append(new_token())
            if seat.kind == "human":
                seat.token_hash = hash_token(self.tokens[-1])

    async def do(self, who: int | str, do: Any, seat: int | None = None, bot: Any = None) -> None:
        token = who if isinstance(who, str) else self.tokens[who]
        await people.act(self.hall, self.table, token, PeopleWish(do, seat, bot))

    async def refused(self, who: int | str, do: Any, seat: int | None = None) -> ProblemError:
        """The answer to what must not work; it leaves nothing behind, on the disk either."""
        before = self.table.journal.seq
        with pytest.raises(ProblemError) as found:
            await self.do(who, do, seat)
        assert self.table.journal.seq == before
        return found.value

    def gone(self, number: int, minutes: float) -> None:
        """Somebody closed the page so long ago."""
        ears = [ear for ear in self.table.connections if ear.seat == number]
        for ear in ears:
            self.table.leave(ear)
        self.table.attendance._gone[number] = time.time() - minutes * MINUTE


async def until(found: Callable[[], object]) -> None:
    for _ in range(2000):
        if found():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come to that")


async def restarted(hall: Hall, table: Table) -> tuple[Hall, Table]:
    """The same table after the server was started again."""
    await hall.settle()
    again = Hall(hall.config)
    found = again.find(table.meta.id)
    await found.load()
    return again, found


def waited_for(room: Room) -> int:
    """The seat of a person whom the table waits for."""
    return room.table.number_of(room.session.waiting()[0])


def seats_of(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        json.dumps([{f: getattr(s, f) for f in s.__struct_fields__} for s in table.header().seats])
    )
    return found


# --- nudges --------------------------------------------------------------------------------


def test_a_nudge_reaches_whom_the_table_waits_for_and_is_read_by_all(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        watcher = await room.watch()
        number = waited_for(room)
        mine = (number + 1) % 4
        await here.do(mine, "nudge", number)
        for seat, ear in enumerate(room.ears.values()):
            assert len(ear.told("nudge")) == (1 if seat == number else 0)
        assert not watcher.told("nudge")
        lines = [line["text"] for line in watcher.told("chat")]
        assert len(lines) == 1
        assert "waiting for you" in lines[0]
        told = room.ears[room.session.waiting()[0]].told("nudge")[0]
        assert told["seat"] == mine

    scene(play, nudge_after=0)


def test_nobody_is_pestered(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        number = waited_for(room)
        others = [n for n in range(4) if n != number]
        assert "only just" in (await here.refused(others[0], "nudge", number)).text
        faction = room.session.waiting()[0]
        room.table.driver.clocks._since[faction] -= 31
        await here.do(others[0], "nudge", number)
        for mine in others * 10:  # whoever tries it
            assert (await here.refused(mine, "nudge", number)).status == 429
        assert (await here.refused(number, "nudge", number)).status == 400
        idle = [n for n in others if room.table.faction(n) not in room.session.waiting()]
        assert "Nobody is waiting" in (await here.refused(number, "nudge", idle[0])).text
        assert len(room.table.talk.lines) == 1
        room.table.attendance._nudged[number] -= 181
        room.table.meta.muted = [others[1]]
        assert (await here.refused(others[1], "nudge", number)).status == 403
        await here.do(others[0], "nudge", number)

    scene(play)


@pytest.mark.parametrize("do", ["nudge", "vote", "withdraw", "leave", "back", "resign"])
def test_strangers_and_old_tokens_can_do_none_of_it(scene: Scene, do: str) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1)
        here.gone(2, 60)
        for token in ("", "x", new_token(), room.table.meta.seats[1].token_hash):
            assert (await here.refused(token, do, 2)).status == 401
        await here.do(3, "resign")
        assert (await here.refused(3, do, 2)).status == 401
        assert not room.table.away
        assert not room.table.attendance.votes

    scene(play, nudge_after=0)


# --- votes ---------------------------------------------------------------------------------


def test_who_is_here_or_was_a_moment_ago_is_not_voted_about(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        assert "is here" in (await here.refused(0, "vote", 1)).text
        here.gone(1, 4)
        assert "5 minutes" in (await here.refused(0, "vote", 1)).text
        assert seats_of(room.table)[1]["since"] is not None
        assert not seats_of(room.table)[1]["absent"]
        here.gone(1, 6)
        await here.do(0, "vote", 1)
        await room.sit(1)
        assert not room.table.attendance.votes, "it is off when they are back"
        assert "is here" in (await here.refused(2, "vote", 1)).text

    scene(play)


def test_everybody_who_is_there_has_to_agree(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await room.sit(0, 1, 2, 3)
        here.gone(1, 6)
        await here.do(0, "vote", 1)
        await here.do(0, "vote", 1)
        seat = seats_of(table)[1]
        assert (seat["absent"], seat["votes"], seat["needed"]) == (True, 1, 3)
        await here.do(2, "vote", 1)
        await here.do(2, "withdraw", 1)
        await here.do(3, "vote", 1)
        assert not table.away
        here.gone(2, 1)  # gone for a moment only: nothing is decided behind their back
        await here.do(0, "vote", 1)
        assert not table.away
        await room.sit(2)
        await here.do(2, "vote", 1)
        assert table.away == {"elves"}
        assert "A bot is playing there" in (await here.refused(3, "vote", 1)).text
        told = [event["text"] for event in room.ears["orcs"].told("update")[-1]["events"]]
        assert told == [
            "The Elves are away: the others agreed that a bot plays until they are back."
        ]

    scene(play)


def test_who_is_gone_for_long_has_no_say(scene: Scene) -> None:
    """Two close their pages; the vote about one succeeds when the other has been gone for as long."""

    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await room.sit(0, 1, 2, 3)
        here.gone(1, 10)
        here.gone(2, 0)
        table.attendance._gone[2] = time.time() - table.attendance.patience + 0.3
        table.attendance.look_ahead()
        await here.do(0, "vote", 1)
        await here.do(3, "vote", 1)
        assert not table.away
        await until(lambda: table.away == {"elves"})

    scene(play)


def test_one_person_among_bots_decides_alone_and_the_other_returns(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await room.sit(0, 1)
        for _ in range(4000):
            waiting = room.session.waiting()
            if "elves" in waiting:
                break
            if "dwarves" in waiting:
                await room.act("dwarves", str(room.game.legal("dwarves")[-1]))
            await asyncio.sleep(0.005)
        assert "elves" in room.session.waiting()
        here.gone(1, 6)
        await here.do(0, "vote", 1)
        await until(lambda: table.stints["elves"].deeds)
        # Ben is back: he plays at once, and is told what was done.
        ear = Ear(1)
        before = len(room.ears["dwarves"].heard)
        await table.welcome(ear, 0, 0)  # type: ignore[arg-type]
        assert not table.away
        (report,) = ear.told("stand_in")
        assert report["bot"] == "random"
        assert report["lines"] or report["quiet"]
        assert all("Elves" in line["text"] for line in report["lines"])
        later = [json.loads(raw)["t"] for raw in room.ears["dwarves"].heard[before:]]
        assert "stand_in" not in later, "it is nobody else's"
        once_more = Ear(1)
        await table.welcome(once_more, 0, 0)  # type: ignore[arg-type]
        assert once_more.told("stand_in") == [report], "a page that is loaded anew is told again"
        room.ears["elves"] = ear
        kinds = [one.event.kind for one in room.session.heard]
        assert kinds.count("stand_in_began") == kinds.count("player_back") == 1

    scene(play, NewTable(seats=TWO_AND_BOTS), stand_in="random")


def test_a_vote_outlasts_a_restart(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.table.write([], card=room.table.meta)
        await room.sit(0, 1, 2, 3)
        here.gone(1, 6)
        await here.do(0, "vote", 1)
        await here.do(2, "vote", 1)
        await here.do(2, "withdraw", 1)
        hall, table = await restarted(room.hall, room.table)
        try:
            assert table.attendance.votes == {1: {0}}
            assert table.attendance.is_absent(1), "and since when Ben is gone"
            assert not table.attendance.is_absent(3), "nobody else is, because the server was"
            for number in (0, 2, 3):
                await table.welcome(Ear(number), 0, 0)  # type: ignore[arg-type]
            for number in (2, 3):
                wish = PeopleWish("vote", 1)
                await people.act(hall, table, here.tokens[number], wish)
            assert table.away == {"elves"}
        finally:
            hall.close()

    scene(play)


def test_how_long_somebody_has_been_gone_outlasts_restarts(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        here.gone(1, 60 * 23)
        here.gone(3, 2)
        room.table.somebody_is_gone()
        await until(lambda: room.table.meta.seats[1].gone)
        hall, table = await restarted(room.hall, room.table)
        try:
            assert table.attendance.is_gone(1, 23 * 60 * MINUTE)
            assert not table.attendance.is_absent(3), "nobody else is, because the server was"
            await table.welcome(Ear(1), 0, 0)  # type: ignore[arg-type]
            assert not table.meta.seats[1].gone
            hall.close()
            hall, table = await restarted(hall, table)
            assert not table.attendance.is_absent(1), "who came back is not gone"
        finally:
            hall.close()

    scene(play)


def test_a_vote_is_off_for_good_when_they_came_back(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        here.gone(1, 6)
        await here.do(0, "vote", 1)
        await room.sit(1)
        hall, table = await restarted(room.hall, room.table)
        try:
            assert not table.attendance.votes
        finally:
            hall.close()

    scene(play)


def test_votes_are_bounded(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        here.gone(1, 6)
        for _ in range(3):
            await here.do(0, "vote", 1)
            await here.do(0, "withdraw", 1)
        assert (await here.refused(0, "vote", 1)).status == 429

    scene(play, asides_per_minute=6)


def test_a_clock_gives_at_least_its_own_time(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        here.gone(1, 9)
        assert "10 minutes" in (await here.refused(0, "vote", 1)).text
        here.gone(1, 11)
        await here.do(0, "vote", 1)

    scene(play, NewTable(seats=PEOPLE, pace=Pace("live", 600), away_minutes=3))


def test_over_days_nobody_is_absent_who_has_time_left(scene: Scene) -> None:
    """Whoever is not asked for a week need not look in, and is neither played for nor sent away for it."""

    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await room.sit(0, 1, 2, 3)
        here.gone(1, 60 * 24 * 7)
        assert not seats_of(table)[1]["absent"]
        assert "time has run out" in (await here.refused(0, "vote", 1)).text
        for deed in ("bot", "remove"):
            with pytest.raises(ProblemError, match="time has run out"):
                await decide(table, here.tokens[0], 1, deed)
        async with table.lock:
            await table.stand_in("elves", "clock")
        await decide(table, here.tokens[0], 1, "remove")
        assert table.meta.seats[1].replaced

    scene(play, NewTable(seats=PEOPLE, pace=Pace("slow", 86_400)))


def test_a_table_says_how_long_one_may_be_gone(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        assert room.table.header().patience == 20 * MINUTE
        here.gone(1, 19)
        assert "20 minutes" in (await here.refused(0, "vote", 1)).text
        here.gone(1, 21)
        await here.do(0, "vote", 1)

    scene(play, NewTable(seats=PEOPLE, away_minutes=20))


def test_an_open_page_with_nobody_before_it_does_not_stop_the_table(scene: Scene) -> None:
    """Much later than one who is gone, and only after a nudge; any sign of life ends it."""

    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await room.sit(0, 1, 2, 3)
        number = waited_for(room)
        one, two, three = (n for n in range(4) if n != number)
        faction = table.faction(number) or ""
        await here.do(one, "nudge", number)
        table.attendance._unanswered[number] -= 14 * MINUTE
        assert "is here" in (await here.refused(one, "vote", number)).text
        table.attendance._unanswered[number] -= 2 * MINUTE
        assert seats_of(table)[number]["silent"]
        await here.do(one, "vote", number)
        player = Player(room.hall, table, None)  # type: ignore[arg-type]
        player.connection.seat, player.greeted = number, True
        await player._hear(json.dumps({"t": "chat", "id": 1, "text": "I am thinking"}), None)
        assert not table.attendance.votes
        assert "is here" in (await here.refused(two, "vote", number)).text
        table.attendance._unanswered[number] = time.time() - 16 * MINUTE
        for mine in (one, two, three):
            await here.do(mine, "vote", number)
        assert table.away == {faction}
        await player._hear(json.dumps({"t": "back", "id": 2}), None)
        assert not table.away
        assert not seats_of(table)[number]["absent"]
        table.attendance._unanswered[number] = time.time() - 16 * MINUTE
        with pytest.raises(ProblemError, match="1 day"):
            await decide(table, here.tokens[0], number or 1, "remove")

    scene(play, nudge_after=0)


def test_what_a_stand_in_did_is_told_in_few_words() -> None:
    session = Session("r9", (), ["elves", "orcs", "dwarves", "goblins"], "1")
    told = [
        events.BidPassed(faction=1),
        events.BidPassed(faction=1),
        events.ShownSale(faction=1, card=3),
    ]
    told += [events.BidPassed(faction=3), events.Bid(faction=1, gold=2)]
    for event in told:
        session.log.add(event)
    session.close_update()
    lines = report(session, "elves", "steward", Stint("", 1, 3, [session.n])).lines
    assert [line.text for line in lines] == ["The Elves pass (2 times).", "The Elves bid 2 gold."]


# --- the host ------------------------------------------------------------------------------


def test_the_host_decides_alone_but_not_at_once(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here, table = People(room), room.table
        table.meta.seats[1].name = "Ben"
        await room.sit(0, 1, 2, 3)
        for minutes, sent, text in ((None, "bot", "is here"), (4, "bot", "5 minutes")):
            if minutes:
                here.gone(1, minutes)
            with pytest.raises(ProblemError, match=text):
                await decide(table, here.tokens[0], 1, sent)  # type: ignore[arg-type]
        here.gone(1, 6)
        with pytest.raises(ProblemError, match="Only the host"):
            await decide(table, here.tokens[2], 1, "bot")
        await decide(table, here.tokens[0], 1, "bot")
        assert table.away == {"elves"}
        with pytest.raises(ProblemError, match="1 day"):
            await decide(table, here.tokens[0], 1, "remove")
        here.gone(1, 60 * 25)
        await decide(table, here.tokens[0], 1, "remove")
        assert not table.away
        assert seats_of(table)[1]["replaced"]
        assert (table.meta.seats[1].kind, table.meta.seats[1].name) == ("bot", "Ben")
        hall, again = await restarted(room.hall, table)
        try:
            assert [one.event.kind for one in again.session.heard].count("replaced") == 1  # type: ignore[union-attr]
        finally:
            hall.close()

    scene(play)


# --- leaving -------------------------------------------------------------------------------


def test_who_leaves_chooses_the_bot_and_comes_back_by_saying_so(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await room.sit(0, 1, 2, 3)
        with pytest.raises(ProblemError, match="no bot"):
            await here.do(1, "leave", None, "nobody")
        await here.do(1, "leave", None, "random")
        await here.do(1, "leave", None, "random")
        seat = seats_of(table)[1]
        assert (seat["away"], seat["left"], seat["stand_in"]) == (True, True, "random")
        # A page that connects anew by itself does not take the seat back.
        await room.sit(1)
        assert table.away == {"elves"}
        hall, again = await restarted(room.hall, table)
        try:
            assert again.away == {"elves"}
            assert seats_of(again)[1]["stand_in"] == "random"
        finally:
            hall.close()
        await here.do(1, "back")
        assert not table.away
        assert not seats_of(table)[1]["left"]
        await here.do(1, "leave")
        assert seats_of(table)[1]["stand_in"] == "steward"
        async with table.lock:
            await table.come_back("elves")  # as any action does
        assert not seats_of(table)[1]["left"]

    scene(play)


def test_leaving_and_coming_back_is_bounded(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        for _ in range(5):
            await here.do(1, "leave")
            await here.do(1, "back")
        assert (await here.refused(1, "leave")).status == 429

    scene(play)


def test_a_game_that_everybody_left_waits_and_is_closed_in_the_end(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await table.write([], card=table.meta)
        await room.sit(0)
        await here.do(0, "leave", None, "random")
        table.leave(room.ears["dwarves"])  # type: ignore[arg-type]
        assert not table.loaded, "nobody plays on alone"
        assert "goes on when one of you comes back" in (table.header().why or "")
        await room.sit(0)
        assert table.away == {"dwarves"}
        await here.do(0, "back")
        assert table.header().why is None
        await here.do(0, "leave", None, "random")
        table.leave(room.ears["dwarves"])  # type: ignore[arg-type]
        table.last = time.time() - 6 * DAY
        await room.hall.close_abandoned()
        assert table.meta.status == "playing"
        table.last = time.time() - 8 * DAY
        await room.hall.close_abandoned()
        assert (table.meta.status, table.meta.winners) == ("over", [])
        assert "nobody came back" in (table.header().why or "")

    scene(play, NewTable(seats=ALONE))


def test_the_host_who_left_is_host_no_more(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here = People(room)
        await room.sit(0, 1, 2, 3)
        await here.do(0, "leave")
        assert room.table.meta.host == 1
        await here.do(0, "back")
        assert room.table.meta.host == 0

    scene(play)


# --- resigning -----------------------------------------------------------------------------


def test_who_resigns_is_out_for_good_and_the_game_goes_on(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here, table = People(room), room.table
        table.meta.seats[1].name = "Ben"
        await room.sit(0, 1, 2, 3)
        await here.do(1, "resign", None, "random")
        seat = seats_of(table)[1]
        assert (seat["kind"], seat["bot"], seat["name"]) == ("bot", "random", "Ben")
        assert seat["resigned"]
        assert not seat["away"]
        assert table.meta.seat_of_token(here.tokens[1]) is None
        assert (await here.refused(1, "back")).status == 401
        ear = room.ears["elves"]
        assert ear.seat is None
        ear.heard.clear()
        room.table.announcer.publish(0)
        assert ear.update["view"]["me"] is None, "who resigned sees what everyone sees"
        hall, again = await restarted(room.hall, table)
        try:
            assert again.meta.status == "playing"
            assert again.meta.seats[1].resigned
            assert [one.event.kind for one in again.session.heard].count("resigned") == 1  # type: ignore[union-attr]
        finally:
            hall.close()
        record: Any = record_of(table, room.game)["table"]
        assert [one.resigned for one in record.seats] == [False, True, False, False]

    scene(play)


def test_where_everybody_resigns_the_game_ends_and_says_so(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await room.sit(0, 1)
        watcher = await room.watch()
        await here.do(0, "resign")
        assert table.meta.status == "playing"
        await here.do(1, "resign")
        assert (table.meta.status, table.meta.winners) == ("over", [])
        assert "without a winner" in (table.header().why or "")
        assert watcher.update["view"]["waiting"] == []
        assert "without a winner" in watcher.update["prompt"]
        hall, again = await restarted(room.hall, table)
        try:
            assert again.meta.status == "over"
            assert again.session is not None
            assert not again.session.waiting()
        finally:
            hall.close()

    scene(play, NewTable(seats=TWO_AND_BOTS))


def test_a_vote_of_one_who_resigned_does_not_count(scene: Scene) -> None:
    async def play(room: Room) -> None:
        here, table = People(room), room.table
        await room.sit(0, 1, 2, 3)
        here.gone(1, 6)
        await here.do(0, "vote", 1)
        await here.do(2, "vote", 1)
        await here.do(3, "resign")
        assert table.away == {"elves"}, "those who are left agree"
        await room.sit(1)
        here.gone(1, 6)
        await here.do(0, "vote", 1)
        await here.do(0, "resign")
        assert not table.away
        await here.do(2, "vote", 1)
        assert table.away == {"elves"}

    scene(play)


def test_over_and_waiting_tables_know_none_of_it(scene: Scene) -> None:
    async def play(room: Room) -> None:
        made = await room.hall.create(NewTable(seats=[SeatWish("human"), SeatWish("open")]), "here")
        table, token = room.hall.tables[made.table], made.tokens[0].token
        for do in ("nudge", "vote", "leave", "resign", "back"):
            with pytest.raises(ProblemError, match="has not begun"):
                await people.act(room.hall, table, token, PeopleWish(do, 1))

    scene(play)
