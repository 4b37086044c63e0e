"""A table's card as anyone may know it, with who is there and how far the game is."""

from collections.abc import Set
from typing import Final, Protocol, cast

from dragondune.editions.build import TITLES
from dragondune.server.audience.rights import is_opened
from dragondune.server.fairness.deal import commitment
from dragondune.server.play.session import Session
from dragondune.server.storage.card import OPEN, PLAYING, Meta
from dragondune.server.tables.activity import Attended, is_resting
from dragondune.server.tables.attendance import Attendance
from dragondune.server.tables.listener import Listener
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.outgoing import LessonPlace, SeatInfo, SeatKind, Status, TableHeader
from dragondune.server.wire.views import names

EVERYBODY_LEFT: Final = "Everybody has left. The game goes on when one of you comes back."


class Carded(Attended, Protocol):
    """A table, as far as its card tells of it."""

    @property
    def session(self) -> Session | None:
        """The game, while there is one."""

    @property
    def connections(self) -> Set[Listener]:
        """Who is there."""

    @property
    def away(self) -> set[str]:
        """For whom a bot plays."""

    @property
    def attendance(self) -> Attendance:
        """Who is gone, and what the others want done about it."""

    def online(self, number: int) -> bool:
        """Is somebody there for this seat?"""

    def stand_in_of(self, faction: str) -> str:
        """The bot that plays for one who is away."""


def header_of(table: Carded) -> TableHeader:
    """What anyone may know of a table; the seed only when the game is over."""
    meta, session = table.meta, table.session
    state = session.game.state if session is not None else None
    return TableHeader(
        id=meta.id,
        title=meta.title,
        created=meta.created,
        status=cast(Status, meta.status),
        why=meta.trouble or _pause(meta) or (session.note if session is not None else "") or None,
        edition=meta.edition,
        edition_title=TITLES.get(meta.edition, meta.edition),
        options=meta.options,
        pace=meta.pace,
        public=meta.public,
        contracts=meta.contracts,
        hints=meta.hints,
        hotseat=meta.hotseat,
        approval=meta.approval,
        host=meta.host,
        order=names(meta.order),
        winners=names(meta.winners),
        next=meta.next_id,
        commitment=promise(meta),
        seed=meta.seed if is_opened(meta.status) else None,
        rules_version=meta.rules_version,
        lesson=LessonPlace(meta.lesson, meta.lesson_step) if meta.lesson else None,
        seats=[_seat(table, number) for number in range(len(meta.seats))],
        turn=int(state.turn) if state else 0,
        round=int(state.round) if state else 0,
        waiting=names(session.waiting() if session is not None else ()),
        watchers=sum(listener.seat is None for listener in table.connections),
        resting=is_resting(table),
        origin=meta.origin or None,
        patience=round(table.attendance.patience),
    )


def _pause(meta: Meta) -> str:
    return EVERYBODY_LEFT if meta.status == PLAYING and meta.humans and meta.abandoned else ""


def promise(meta: Meta) -> str:
    """What the server committed to before anybody sat down."""
    return commitment(meta.secret or meta.seed) if meta.seed else ""


def _seat(table: Carded, number: int) -> SeatInfo:
    seat = table.meta.seats[number]
    faction = seat.faction if table.meta.status != OPEN else seat.wish
    away = seat.faction in table.away
    votes, needed = table.attendance.count(number)
    return SeatInfo(
        seat=number,
        kind=cast(SeatKind, seat.kind),
        name=seat.name,
        bot=seat.bot or None,
        faction=cast("FactionName | None", faction),
        taken=seat.taken,
        online=seat.kind == "bot" or table.online(number),
        away=away,
        asking=seat.asking,
        reserved=bool(seat.reserved) and not seat.token_hash,
        since=table.attendance.since(number),
        absent=table.attendance.is_absent(number),
        votes=votes,
        needed=needed,
        left=seat.left,
        resigned=seat.resigned,
        stand_in=table.stand_in_of(seat.faction or "") if away else None,
    )
