"""A seat that changes hands in the middle of a game: its player looks for somebody else, and somebody comes.

Whoever takes it sees its cards. So only the one who holds a seat can give it away, or the host one that was given up
before; and nobody takes it who plays here or did, for they would know what two seats know.
"""

from typing import Final

from dragondune.server.lobby.hall import Hall, hand_out
from dragondune.server.lobby.hosting import NOT_STORED, vacate
from dragondune.server.storage.card import PLAYING, Meta, Seat, copy_of
from dragondune.server.storage.store import Statement, holding_row, no_notes_row, seat_row
from dragondune.server.tables.activity import why_not_playing
from dragondune.server.tables.table import Table
from dragondune.server.wire.documents import TakenSeat
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.words import told_apart

NOT_WANTED: Final = "Nobody is looking for a substitute for that seat."
KNOWS_TOO_MUCH: Final = "You play at this table, or did: a substitute has to be somebody else."
MOST_CHANGES: Final = 12  # of one seat in one game


async def want(table: Table, mine: int, number: int | None, wanted: bool) -> None:
    """A seat is offered to others, or not any more. The table is locked by the caller."""
    at = mine if number is None else number
    _check_giver(table, mine, at)
    if table.meta.seats[at].wanted == wanted:
        return
    if not table.attendance.may_leave(mine):
        raise ProblemError(429, "You have changed your mind several times. Wait a moment.")
    card = copy_of(table.meta)
    card.seats[at].wanted = wanted
    if not (await table.write([], card=card)).ok:
        raise ProblemError(503, NOT_STORED)


def _check_giver(table: Table, mine: int, at: int) -> None:
    meta = table.meta
    if at >= len(meta.seats):
        raise ProblemError(400, "There is no such seat.")
    given_up = meta.seats[at].resigned or meta.seats[at].replaced
    if at != mine and not (mine == meta.host and given_up):
        raise ProblemError(
            403, "Only its player can give a seat away; the host, one that was given up."
        )
    if meta.rated or meta.cup:
        raise ProblemError(
            409, "A game that counts is finished by those who began it, or by a bot."
        )
    if meta.hotseat or meta.lesson or not table.config.people:
        raise ProblemError(409, "Seats at this table stay with whoever has them.")


async def take(
    hall: Hall, table: Table, number: int, account: tuple[str, str], *also: Statement
) -> TakenSeat:
    """Somebody with an account, of this id and name, plays on here; what was before is gone."""
    async with table.lock:
        await table.load_locked()
        meta, (name, called) = table.meta, account
        if meta.status != PLAYING or table.session is None:
            raise ProblemError(409, why_not_playing(meta))
        if number >= len(meta.seats) or not meta.seats[number].wanted:
            raise ProblemError(409, NOT_WANTED)
        if any(name in (seat.account, *seat.former) for seat in meta.seats):
            raise ProblemError(409, KNOWS_TOO_MUCH)
        await hall.may_sit(meta, name)
        if len(meta.seats[number].former) >= MOST_CHANGES:
            raise ProblemError(409, "That seat has changed hands often enough.")
        for may_sit in hall.seating:
            await may_sit(meta, name)
        card, token = _changed(meta, number, name, called)
        new = (seat_row(card.seats[number].token_hash, card.id), holding_row(name, card.id))
        gone = no_notes_row(card.id, number)
        if not await table.substitute(number, card, *new, gone, *also):
            raise ProblemError(503, NOT_STORED)
        hall.seated(table, meta.seats[number].token_hash)
        vacate(table, number)
        await table.touch(number)
        table.driver.reconsider(table.faction(number) or "")
    table.announcer.now()
    return TakenSeat(meta.id, number, token)


def _changed(meta: Meta, number: int, account: str, called: str) -> tuple[Meta, str]:
    """The card by which somebody has a seat, and the token for it."""
    card = copy_of(meta)
    old = card.seats[number]
    others = [seat.name for n, seat in enumerate(card.seats) if n != number]
    card.seats[number] = seat = Seat(
        "human",
        told_apart(called, others),
        wish=old.wish,
        faction=old.faction,
        salt=old.salt,
        account=account,
        reserve=old.reserve,
        former=[*old.former, old.account],
    )
    return card, hand_out(seat)
