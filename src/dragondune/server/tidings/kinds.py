"""What people can be told of, and how it waits until it is due.

A tiding is written together with the move that it tells of, and sent only if it is still so when it is due. Of each
kind there is one per person and table: a later one takes the place of the earlier.
"""

import time
from typing import Final, NamedTuple

from dragondune.server.storage.card import Meta, Seat, is_nobody
from dragondune.server.storage.store import Statement

MOVE, OUTBID, OFFER, BATTLE, OVER = "move", "outbid", "offer", "battle", "over"
NUDGE, BOT, CLOSED, SEAT = "nudge", "bot", "closed", "seat"
KINDS: Final = (MOVE, OUTBID, OFFER, BATTLE, OVER, NUDGE, BOT, CLOSED, SEAT)
PUSH, MAIL, WEBHOOK = "push", "mail", "webhook"
CHANNELS: Final = (PUSH, MAIL, WEBHOOK)

PUT: Final = (
    "INSERT INTO tidings VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(account, table_id, kind) "
    "DO UPDATE SET faction = excluded.faction, place = excluded.place, text = excluded.text, "
    "made = excluded.made, due = excluded.due"
)
TAKE_BACK: Final = "DELETE FROM tidings WHERE table_id = ? AND place > ?"
COLUMNS: Final = "account, table_id, kind, faction, place, text, made, due"


class Tiding(NamedTuple):
    """What somebody is to be told; ``place``: after how many lines of the game it came."""

    account: str
    table_id: str
    kind: str
    faction: str
    place: int
    text: str
    made: float
    due: float


def owner_of(card: Meta, seat: Seat) -> str:
    """The account that hears of a seat; empty for guests and bots, and where all sit at one device."""
    told = seat.token_hash and not card.hotseat and not is_nobody(seat.account)
    return seat.account if told else ""


def tiding_row(
    card: Meta, seat: Seat, kind: str, text: str, wait: float, place: int = 0
) -> list[Statement]:
    """The statement that keeps a tiding for the owner of a seat, if it has one."""
    account, now = owner_of(card, seat), round(time.time(), 3)
    if not account:
        return []
    made = Tiding(account, card.id, kind, seat.faction or "", place, text, now, now + wait)
    return [(PUT, tuple(made))]


def to_all(card: Meta, kind: str, text: str, wait: float = 0.0) -> list[Statement]:
    """The same for everybody who plays."""
    return [row for seat in card.seats for row in tiding_row(card, seat, kind, text, wait)]
