"""A table's card as anyone may know it, with who is there and how far the game is."""

from collections.abc import Set
from typing import NamedTuple, Protocol, cast

from dragondune.editions.build import TITLES
from dragondune.server.audience.rights import is_opened
from dragondune.server.fairness.deal import commitment
from dragondune.server.play.session import Session
from dragondune.server.storage.card import OPEN, Meta
from dragondune.server.tables.activity import Attended, is_resting
from dragondune.server.tables.listener import Listener
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.outgoing import LessonPlace, SeatInfo, SeatKind, Status, TableHeader
from dragondune.server.wire.views import names


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
    def reported(self) -> "Standing | None":
        """How it stands elsewhere, where another process has it."""

    def online(self, number: int) -> bool:
        """Is somebody there for this seat?"""


class Standing(NamedTuple):
    """How far a game is, and who is there: what no card tells."""

    turn: int
    round: int
    waiting: list[str]
    online: list[int]
    away: list[str]
    watchers: int


def standing_of(table: Carded) -> Standing:
    """How a table stands in this process."""
    session, seats = table.session, table.meta.seats
    state = session.game.state if session is not None else None
    return Standing(
        turn=int(state.turn) if state else 0,
        round=int(state.round) if state else 0,
        waiting=session.waiting() if session is not None else [],
        online=[n for n, seat in enumerate(seats) if seat.kind == "bot" or table.online(n)],
        away=sorted(table.away),
        watchers=sum(listener.seat is None for listener in table.connections),
    )


def header_of(table: Carded) -> TableHeader:
    """What anyone may know of a table; the seed only when the game is over."""
    meta, session = table.meta, table.session
    stands = table.reported or standing_of(table)
    return TableHeader(
        id=meta.id,
        title=meta.title,
        created=meta.created,
        status=cast(Status, meta.status),
        why=meta.trouble or (session.note if session is not None else "") or None,
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
        seats=[_seat(table.meta, number, stands) for number in range(len(meta.seats))],
        turn=stands.turn,
        round=stands.round,
        waiting=names(stands.waiting),
        watchers=stands.watchers,
        resting=is_resting(table),
        origin=meta.origin or None,
    )


def promise(meta: Meta) -> str:
    """What the server committed to before anybody sat down."""
    return commitment(meta.secret or meta.seed) if meta.seed else ""


def _seat(meta: Meta, number: int, stands: Standing) -> SeatInfo:
    seat = meta.seats[number]
    faction = seat.faction if meta.status != OPEN else seat.wish
    return SeatInfo(
        seat=number,
        kind=cast(SeatKind, seat.kind),
        name=seat.name,
        bot=seat.bot or None,
        faction=cast("FactionName | None", faction),
        taken=seat.taken,
        online=number in stands.online,
        away=seat.faction in stands.away,
        asking=seat.asking,
        reserved=bool(seat.reserved) and not seat.token_hash,
    )
