"""What is said about friends, clubs, blocks, talk of those who watch, and moderation (``--people``)."""

from typing import Annotated, Literal

from msgspec import Meta

from dragondune.server.wire.incoming import Name
from dragondune.server.wire.outgoing import TableHeader
from dragondune.server.wire.parts import Part
from dragondune.server.wire.people import Body

AccountRef = Annotated[str, Meta(max_length=40)]
Words = Annotated[str, Meta(max_length=1000)]
TieDeed = Literal["ask", "end", "mute", "unmute", "block", "unblock"]
ClubDeed = Literal["join", "leave", "invite", "remove", "hand"]
ModeratorDeed = Literal["dismiss", "warn", "silence", "suspend", "lift", "rename"]


class TieWish(Body):
    """What I want to be to somebody, named by their account or by their name."""

    do: TieDeed
    account: AccountRef = ""
    name: Name = ""


class InvitationWish(Body):
    """Invite a friend, or somebody of a club of mine, to the table."""

    account: AccountRef


class NewClub(Body):
    """A club to be opened."""

    name: Name
    about: Annotated[str, Meta(max_length=300)] = ""


class ClubWish(Body):
    """What I want of a club: join or leave it; as its owner invite or let in, remove, or hand it over."""

    do: ClubDeed
    account: AccountRef = ""
    name: Name = ""


class NewReport(Body):
    """Something the moderators should know, about an account, and the table where it happened."""

    about: AccountRef
    text: Words
    table: Annotated[str, Meta(max_length=40)] = ""


class Verdict(Body):
    """What a moderator does about somebody, for how many days and why; `report` is closed by it."""

    do: ModeratorDeed
    about: AccountRef
    days: Annotated[float, Meta(ge=0, le=3650)] = 7
    why: Words = ""
    report: Annotated[str, Meta(max_length=40)] = ""


class RemarkText(Body):
    """A line to those who watch."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


# --- what is answered ----------------------------------------------------------------------


class TieInfo(Part):
    """Somebody, and what they are: `friend`, `asked` (by me), `asking` (me), `muted`, `blocked`."""

    kind: str
    account: str
    name: str
    since: float


class ClubCard(Part):
    """A club, and what I am in it: `owner`, `member`, `invited`, `asking`, or nothing."""

    id: str
    name: str
    role: str


class InvitationInfo(Part):
    """A table that somebody would like me to sit down at."""

    table: str
    name: str
    at: float


class Circle(Part):
    """Everybody I have to do with. `notices`: what moderators have to say to me."""

    ties: list[TieInfo]
    clubs: list[ClubCard]
    invitations: list[InvitationInfo]
    moderator: bool
    notices: list[str]


class ClubMember(Part):
    """One of a club."""

    account: str
    name: str
    role: str


class ClubInfo(Part):
    """A club. Its members and tables are told to those who are in it."""

    id: str
    name: str
    about: str
    role: str
    size: int
    members: list[ClubMember]
    tables: list[TableHeader]


class RemarkInfo(Part):
    """A line of those who watch."""

    number: int
    account: str
    name: str
    text: str
    at: float


class ReportInfo(Part):
    """A report, as moderators read it."""

    id: str
    at: float
    reporter: str
    about: str
    name: str
    table: str
    text: str


class DeedInfo(Part):
    """What was done, by whom, about whom; `until` is 0 where it does not last."""

    at: float
    moderator: str
    name: str
    what: str
    until: float
    why: str


class ModeratorsDesk(Part):
    """Reports that wait, and what was done lately."""

    reports: list[ReportInfo]
    deeds: list[DeedInfo]
