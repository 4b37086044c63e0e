"""What people at a table may do about somebody who is awaited, and about their own seat.

Each of it is bounded, so that nobody is pestered or pushed out by it: who is here is not voted about, who
comes back has the seat at once, and only the holder of a seat can give it up.
"""

import time
from typing import Final

from dragondune.model.codes import LEFT, REASON_NAMES
from dragondune.server.lobby.hall import Hall, seat_held
from dragondune.server.lobby.hosting import NOT_STORED, check_absence, give_to_bot, hand_over
from dragondune.server.lobby.substitutes import want
from dragondune.server.storage.card import OVER, PLAYING, Meta, Seat, copy_of
from dragondune.server.tables.activity import why_not_playing
from dragondune.server.tables.chat import Line
from dragondune.server.tables.ending import RESIGNED
from dragondune.server.tables.replay import VOTE
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import PeopleWish
from dragondune.server.wire.outgoing import NudgeMessage
from dragondune.server.wire.problems import ProblemError

ALL_RESIGNED: Final = "Nobody plays here any more, so the game has ended without a winner."


async def act(hall: Hall, table: Table, token: str, wish: PeopleWish) -> None:
    """Carry out what the holder of a seat wants."""
    async with table.lock:
        await table.load_locked()
        mine = seat_held(table.meta, token)
        if table.meta.status != PLAYING or table.session is None:
            raise ProblemError(409, why_not_playing(table.meta))
        table.asked[mine] = time.monotonic()
        await table.touch(mine)
        if wish.do in ("nudge", "vote", "withdraw"):
            await _about_another(table, mine, wish)
        elif wish.do in ("want", "keep"):
            await want(table, mine, wish.seat, wish.do == "want")
        elif wish.do == "back":
            await table.come_back(table.faction(mine) or "")
        else:
            bot = hall.known_bot(wish.bot or table.config.stand_in)
            await (_leave if wish.do == "leave" else resign)(table, mine, bot)
        if wish.do == "resign":
            hall.forget(token)
    table.announcer.now()


# --- about another -------------------------------------------------------------------------


async def _about_another(table: Table, mine: int, wish: PeopleWish) -> None:
    number = wish.seat
    if number is None or number >= len(table.meta.seats) or number == mine:
        raise ProblemError(400, "That is not another player's seat.")
    seat = table.meta.seats[number]
    if seat.kind == "bot" or seat.faction in table.away:
        raise ProblemError(409, "A bot is playing there.")
    deeds = {"nudge": _nudge, "vote": _vote, "withdraw": _withdraw}
    await deeds[wish.do](table, mine, number)


async def _nudge(table: Table, mine: int, number: int) -> None:
    """Remind somebody; everybody can read that it was done."""
    _may_nudge(table, mine, number)
    seat, now = table.meta.seats[number], round(time.time(), 3)
    text = f"{_called(seat)}, we are waiting for you."
    if not (await table.talk.put(Line(mine, None, text, now))).ok:
        raise ProblemError(503, NOT_STORED)
    table.attendance.nudged(number)
    by = _called(table.meta.seats[mine])
    table.announcer.nudge(number, NudgeMessage(mine, by, now))
    told = table.services.herald.nudged(
        table.meta, number, f"A reminder from {by}: it is your move."
    )
    if told:
        await table.services.store.write(told)


def _called(seat: Seat) -> str:
    return seat.name or (seat.faction or "").capitalize()


def _may_nudge(table: Table, mine: int, number: int) -> None:
    faction, session = table.faction(number) or "", table.session
    if session is None or faction not in session.waiting():
        raise ProblemError(409, "Nobody is waiting for them.")
    if mine in table.meta.muted:
        raise ProblemError(403, "You can no longer talk at this table.")
    if table.driver.clocks.taken(faction) < table.config.nudge_after:
        raise ProblemError(429, "They have only just been asked. Give them a moment.")
    if not table.attendance.may_nudge(number):
        raise ProblemError(429, "They were nudged a short while ago.")
    if (much := table.talk.too_much(mine)) is not None:
        raise ProblemError(429, much)


async def _vote(table: Table, mine: int, number: int) -> None:
    """Agree that a bot plays for one who is gone; where everybody does, it plays."""
    faction = table.faction(mine) or ""
    await table.come_back(faction)  # whoever decides about others plays
    check_absence(table, number)
    cast = table.attendance.votes.setdefault(number, set())
    if mine not in cast:
        _within_bounds(table, faction)
        since = table.attendance.since(number) or table.attendance.silent(number)
        if not (await table.write([(VOTE, faction, 0, f"{number} {since}")])).ok:
            raise ProblemError(503, NOT_STORED)
        table.attendance.votes.setdefault(number, set()).add(mine)
    await table.count_votes()


async def _withdraw(table: Table, mine: int, number: int) -> None:
    faction = table.faction(mine) or ""
    if mine in table.attendance.votes.get(number, set()):
        _within_bounds(table, faction)
        if not (await table.write([(VOTE, faction, 0, str(number))])).ok:
            raise ProblemError(503, NOT_STORED)
        table.attendance.votes[number].discard(mine)


def _within_bounds(table: Table, faction: str) -> None:
    if (much := table.quotas.refusal(faction)) is not None:
        raise ProblemError(429, much)


# --- about one's own seat ------------------------------------------------------------------


async def _leave(table: Table, mine: int, bot: str) -> None:
    """A bot plays for me until I say that I am back."""
    faction = table.faction(mine) or ""
    if faction in table.away and table.meta.seats[mine].left:
        return  # said twice
    _within_bounds(table, faction)
    if not table.attendance.may_leave(mine):
        raise ProblemError(429, "You have left and come back several times. Wait a moment.")
    card = copy_of(table.meta)
    card.seats[mine].left = True
    if not await table.stand_in(faction, REASON_NAMES[LEFT], bot, card):
        raise ProblemError(503, NOT_STORED)
    table.asked.pop(mine, None)
    table.driver.reconsider(faction)
    table.driver.look()
    await table.count_votes()  # one voice less may be all that was missing


async def resign(table: Table, mine: int, bot: str, card: Meta | None = None) -> None:
    """The seat is a bot's for good, and the token holds nothing any more. The table is locked by the caller."""
    card = card or copy_of(table.meta)
    give_to_bot(card, mine, bot)
    card.seats[mine].resigned = True
    if not card.humans:
        card.status, card.trouble, card.way = OVER, ALL_RESIGNED, RESIGNED
    await hand_over(table, mine, card)
    table.driver.look()
    await table.count_votes()
