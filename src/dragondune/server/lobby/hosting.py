"""What the host of a table may do there: let people in, send them away, have a bot play for them.

The host is whoever holds the first seat of a person. Nobody gets to see another's cards by any of it:
a seat whose player was sent away from a game goes to a bot for good.
"""

from msgspec.structs import replace

from dragondune.server.storage.card import OPEN, PLAYING, Meta, Seat, copy_of
from dragondune.server.tables.replay import AWAY
from dragondune.server.tables.table import Table
from dragondune.server.wire.incoming import HostDeed
from dragondune.server.wire.problems import ProblemError


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
        raise ProblemError(400, "That is no seat of another player.")
    return meta.seats[number]


async def _approve(table: Table, number: int) -> None:
    if table.meta.status != OPEN or not table.meta.seats[number].asking:
        raise ProblemError(409, "Nobody asks for that seat.")
    card = copy_of(table.meta)
    card.seats[number].asking = False
    await table.change_card(card)


async def _remove(table: Table, number: int, seat: Seat) -> None:
    if not seat.token_hash and not seat.reserved:
        raise ProblemError(409, "Nobody sits there whom you could send away.")
    card = copy_of(table.meta)
    if table.meta.status == OPEN:
        card.seats[number] = Seat("open", wish=seat.wish)
    elif table.meta.status == PLAYING:
        name = table.config.stand_in
        card.seats[number] = replace(seat, kind="bot", bot=name, token_hash="", salt=seat.salt)
    else:
        raise ProblemError(409, "The game is over.")
    await table.change_card(card)
    vacate(table, number)
    faction = card.seats[number].faction
    if table.meta.status == PLAYING and faction is not None:
        table.driver.restart(faction)


async def _stand_in(table: Table, number: int, seat: Seat) -> None:
    """A bot plays until the player is back, as where a clock has run out."""
    if table.meta.status != PLAYING or seat.kind == "bot" or seat.faction is None:
        raise ProblemError(409, "Nobody plays there for whom a bot could.")
    if table.online(number):
        raise ProblemError(409, "That player is here.")
    if seat.faction not in table.away and (await table.write([(AWAY, seat.faction, 0, "")])).ok:
        table.away.add(seat.faction)
        table.driver.restart(seat.faction)


def vacate(table: Table, number: int) -> None:
    """Whoever spoke for a seat does so no more."""
    table.asked.pop(number, None)
    table.came_from.pop(number, None)
    for connection in table.connections:
        if connection.seat == number:
            connection.seat = None
