"""What the host of a table may do there: let people in, send them away, have a bot play for them.

The host is whoever holds the first seat of a person who has not left. Nobody gets to see another's cards by
any of it: a seat whose player was sent away from a game goes to a bot for good. Nobody loses a game
by it who is there: a bot plays for one who is gone, and only after a day is anybody sent away.
"""

import time
from typing import Final

from dragondune.model.codes import HOSTED, REASON_NAMES
from dragondune.server.storage.card import OPEN, PLAYING, Meta, Seat, copy_of
from dragondune.server.tables.activity import DAY
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import HostDeed
from dragondune.server.wire.problems import ProblemError

ABSENCE: Final = "A bot can play for somebody who has been gone for {}."
BY_CLOCK: Final = "This game is played over days: a bot plays for those whose time has run out."
NOT_STORED: Final = "It could not be stored, so nothing has changed."
NOT_YET: Final = (
    "Only somebody who has been gone for {} can be sent away from a game. "
    "Until then a bot can play for them."
)


async def decide(table: Table, token: str, number: int, do: HostDeed) -> None:
    """The host decides about a seat."""
    async with table.lock:
        await table.load_locked()
        seat = _check(table.meta, token, number)
        if do == "approve":
            await _approve(table, number)
        elif do == "remove":
            await _remove(table, number, seat)
        else:
            await _stand_in(table, number, seat)
    table.announcer.now()


def _check(meta: Meta, token: str, number: int) -> Seat:
    if meta.seat_of_token(token) != meta.host or not meta.seats:
        raise ProblemError(403, "Only the host of this table can do that.")
    if not 0 <= number < len(meta.seats) or number == meta.host:
        raise ProblemError(400, "That is not another player's seat.")
    return meta.seats[number]


async def _approve(table: Table, number: int) -> None:
    if table.meta.status != OPEN or not table.meta.seats[number].asking:
        raise ProblemError(409, "Nobody is asking for that seat.")
    card = copy_of(table.meta)
    card.seats[number].asking = False
    await table.change_card(card)


async def _remove(table: Table, number: int, seat: Seat) -> None:
    if not seat.token_hash and not seat.reserved:
        raise ProblemError(409, "There is nobody in that seat to send away.")
    card = copy_of(table.meta)
    if table.meta.status == OPEN:
        card.seats[number] = Seat("open", wish=seat.wish)
    elif table.meta.status == PLAYING:
        _check_long_absence(table, number)
        give_to_bot(card, number, table.config.stand_in)
        card.seats[number].replaced = True
        await hand_over(table, number, card)
        return
    else:
        raise ProblemError(409, "The game is over.")
    await table.change_card(card)
    vacate(table, number)


def give_to_bot(card: Meta, number: int, bot: str) -> None:
    """A seat that its player does not come back to; their name stays with it."""
    seat = card.seats[number]
    seat.kind, seat.bot, seat.token_hash, seat.left = "bot", bot, "", False
    seat.quit = round(time.time(), 3)


async def hand_over(table: Table, number: int, card: Meta) -> None:
    """By this card a seat is a bot's for good, and the record says so."""
    if not await table.hand_over(number, card):
        raise ProblemError(503, NOT_STORED)
    vacate(table, number)
    table.driver.reconsider(table.faction(number) or "")


async def _stand_in(table: Table, number: int, seat: Seat) -> None:
    """A bot plays until the player is back, as where a clock has run out."""
    if table.meta.status != PLAYING or seat.kind == "bot" or seat.faction is None:
        raise ProblemError(409, "There is nobody in that seat a bot could play for.")
    check_absence(table, number)
    if seat.faction in table.away:
        return
    if await table.stand_in(seat.faction, REASON_NAMES[HOSTED]):
        table.driver.reconsider(seat.faction)


def check_absence(table: Table, number: int) -> None:
    """ProblemError where somebody is here, or has not been gone for long enough."""
    if table.attendance.is_absent(number):
        return
    if table.online(number):
        raise ProblemError(409, "That player is here.")
    if table.attendance.by_clock:
        raise ProblemError(409, BY_CLOCK)
    raise ProblemError(409, ABSENCE.format(_span(table.attendance.patience)))


def _check_long_absence(table: Table, number: int) -> None:
    """Nobody is sent away for good who is here, or was in the last day, or over days has time left."""
    if table.attendance.by_clock and table.faction(number) not in table.away:
        raise ProblemError(409, BY_CLOCK)
    least = max(DAY, table.attendance.patience)
    if not table.attendance.is_gone(number, least):
        raise ProblemError(409, NOT_YET.format(_span(least)))


def _span(seconds: float) -> str:
    """So much time, in words."""
    for unit, size in (("day", DAY), ("hour", 3600.0), ("minute", 60.0), ("second", 1.0)):
        count = round(seconds / size)
        if count >= 1 and seconds >= size:
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "a moment"


def vacate(table: Table, number: int) -> None:
    """Whoever spoke for a seat does so no more."""
    table.asked.pop(number, None)
    table.came_from.pop(number, None)
    for connection in table.connections:
        if connection.seat == number:
            connection.seat = None
