"""A table's card as anyone may know it, with who is there and how far the game is."""

import time
from collections.abc import Set
from typing import Final, NamedTuple, Protocol, cast

from dragondune.editions.build import title_of
from dragondune.server.audience.rights import is_opened
from dragondune.server.fairness.deal import commitment
from dragondune.server.play.session import Session
from dragondune.server.storage.card import OPEN, PLAYING, Meta, Seat, is_nobody
from dragondune.server.tables.activity import Attended, is_resting
from dragondune.server.tables.attendance import Attendance
from dragondune.server.tables.calendar import left_of, reserve_of
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
    def reported(self) -> "Standing | None":
        """How it stands elsewhere, where another process has it."""

    @property
    def attendance(self) -> Attendance:
        """Who is gone, and what the others want done about it."""

    def online(self, number: int) -> bool:
        """Is somebody there for this seat?"""

    def stand_in_of(self, faction: str) -> str:
        """The bot that plays for one who is away."""

    def clock(self) -> dict[str, float]:
        """When whose time runs out, in seconds since 1970."""


class SeatStanding(NamedTuple):
    """Whether somebody is there for a seat, and what the others want done about it."""

    online: bool
    away: bool
    since: float | None
    silent: float | None
    absent: bool
    votes: int
    needed: int
    stand_in: str | None


class Standing(NamedTuple):
    """How far a game is, and who is there: what no card tells."""

    turn: int
    round: int
    waiting: list[str]
    watchers: int
    seats: list[SeatStanding]
    clock: dict[str, float]


def standing_of(table: Carded) -> Standing:
    """How a table stands in this process."""
    session = table.session
    state = session.game.state if session is not None else None
    return Standing(
        turn=int(state.turn) if state else 0,
        round=int(state.round) if state else 0,
        waiting=session.waiting() if session is not None else [],
        watchers=sum(listener.seat is None for listener in table.connections),
        seats=[_attended(table, number) for number in range(len(table.meta.seats))],
        clock=table.clock(),
    )


def _attended(table: Carded, number: int) -> SeatStanding:
    seat, attendance = table.meta.seats[number], table.attendance
    away = seat.faction in table.away
    return SeatStanding(
        seat.kind == "bot" or table.online(number),
        away,
        attendance.since(number),
        attendance.silent(number),
        attendance.is_absent(number),
        *attendance.count(number),
        stand_in=table.stand_in_of(seat.faction or "") if away else None,
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
        why=meta.trouble or _pause(meta) or (session.note if session is not None else "") or None,
        edition=meta.edition,
        edition_title=title_of(meta.edition, meta.options),
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
        seats=[_seat(meta, number, seat) for number, seat in enumerate(stands.seats)],
        turn=stands.turn,
        round=stands.round,
        waiting=names(stands.waiting),
        watchers=stands.watchers,
        resting=is_resting(table),
        origin=meta.origin or None,
        patience=round(table.attendance.patience),
        rated=meta.rated,
        circle=meta.circle or None,
        cup=meta.cup or None,
        clock=stands.clock,
    )


def _account_of(seat: Seat) -> str | None:
    """The account that plays here, or did before a bot; nothing where it is gone."""
    known = seat.account and not is_nobody(seat.account)
    return seat.account if known and (seat.token_hash or seat.kind == "bot") else None


def _pause(meta: Meta) -> str:
    return EVERYBODY_LEFT if meta.status == PLAYING and meta.humans and meta.abandoned else ""


def promise(meta: Meta) -> str:
    """What the server committed to before anybody sat down."""
    return commitment(meta.secret or meta.seed) if meta.seed else ""


def _seat(meta: Meta, number: int, stands: "SeatStanding") -> SeatInfo:
    seat = meta.seats[number]
    faction = seat.faction if meta.status != OPEN else seat.wish
    return SeatInfo(
        seat=number,
        kind=cast(SeatKind, seat.kind),
        name=seat.name,
        bot=seat.bot or None,
        faction=cast("FactionName | None", faction),
        taken=seat.taken,
        online=stands.online,
        away=stands.away,
        asking=seat.asking,
        reserved=bool(seat.reserved) and not seat.token_hash,
        since=stands.since,
        silent=stands.silent,
        absent=stands.absent,
        votes=stands.votes,
        needed=stands.needed,
        left=seat.left,
        resigned=seat.resigned,
        replaced=seat.replaced,
        stand_in=stands.stand_in,
        account=_account_of(seat),
        reserve=reserve_of(meta, seat) if meta.pace.reserve and seat.kind != "bot" else None,
        budget=left_of(meta, seat) if meta.budget and seat.kind != "bot" else None,
        paused=max((end for _, end in seat.pauses if end > time.time()), default=None),
        wanted=seat.wanted,
    )
