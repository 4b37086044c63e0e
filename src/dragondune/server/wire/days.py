"""What is said about play over days: tidings and where they go, my tables, vacation, notes, substitutes."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from dragondune.server.wire.outgoing import TableHeader
from dragondune.server.wire.parts import Part
from dragondune.server.wire.people import Body

Channel = Literal["push", "mail", "webhook"]
Shape = Literal["discord", "slack", "ntfy", "json"]
TidingKind = Literal["move", "outbid", "offer", "battle", "over", "nudge", "bot", "closed", "seat"]
Minute = Annotated[int, Meta(ge=0, le=1439)]

# --- what is asked -------------------------------------------------------------------------


class TidingWishes(Body):
    """What I want to be told. `zone`: a time zone such as `Europe/Berlin`, by which `quiet` names the
    minutes of the day from when to when I hear nothing; `unheard`: what not by which channel, as `offer/mail`.
    """

    zone: Annotated[str, Meta(max_length=60)] = ""
    quiet: tuple[Minute, Minute] | None = None
    unheard: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=40)] = field(
        default_factory=list
    )


class NewTarget(Body):
    """Where else I am to be told. A browser gives `p256dh` and `auth` of its subscription; a webhook has a `shape`."""

    channel: Channel
    address: Annotated[str, Meta(max_length=1000)]
    shape: Shape = "json"
    p256dh: Annotated[str, Meta(max_length=200)] = ""
    auth: Annotated[str, Meta(max_length=60)] = ""


class VacationWish(Body):
    """For how many days my clocks stand still from now on; 0: I am back."""

    days: Annotated[int, Meta(ge=0, le=366)]


class Mark(Struct, forbid_unknown_fields=True):
    """A sign on a territory, with a few words."""

    place: Annotated[str, Meta(pattern="^[0-9]{1,2}[★•]?$")]
    sign: Literal["flag", "eye", "sword", "shield", "question"] = "flag"
    text: Annotated[str, Meta(max_length=60)] = ""


class Notes(Body):
    """What a seat has noted for itself."""

    text: Annotated[str, Meta(max_length=4000)] = ""
    marks: Annotated[list[Mark], Meta(max_length=40)] = field(default_factory=list)


class TakeSeat(Body):
    """The seat that somebody takes over."""

    seat: Annotated[int, Meta(ge=0, le=3)]


# --- what is answered ----------------------------------------------------------------------


class TargetInfo(Part):
    """Where I am told. `trouble`: why it was given up; null while it works."""

    id: str
    channel: Channel
    name: str
    shape: Shape | None
    made: float
    trouble: str | None


class TidingsInfo(Part):
    """What I am told, and where. `push_key`: what a browser subscribes with, where this server can push;
    `addresses`: my e-mail addresses, where it sends mail."""

    wishes: TidingWishes
    kinds: list[TidingKind]
    channels: list[Channel]
    targets: list[TargetInfo]
    push_key: str | None
    addresses: list[str]


class MyTable(Part):
    """A table of mine. `turn`: it is my move there, until `deadline` where a clock runs."""

    table: TableHeader
    seat: int
    turn: bool
    deadline: float | None


class Vacation(Part):
    """`until`: when mine ends, where I am on vacation; `left`: days that I may still take this year."""

    until: float | None
    left: int


class MyTables(Part):
    """My tables, the most urgent first; how many of them wait for me, and what I was not told as a target was given up."""

    tables: list[MyTable]
    waiting: int
    vacation: Vacation
    troubles: list[str]


class OwnNotes(Part):
    """My notes at a table, and when they were changed."""

    notes: Notes
    changed: float
