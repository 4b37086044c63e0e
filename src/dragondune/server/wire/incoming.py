"""What clients may say: typed, bounded, and refused with a sentence when it is anything else."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from dragondune.editions.build import NEWEST

Id = Annotated[int, Meta(ge=0, le=2**53)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Name = Annotated[str, Meta(max_length=40)]
Line = Annotated[str, Meta(max_length=120)]
Salt = Annotated[str, Meta(pattern="^[0-9a-f]{32,64}$")]
Token = Annotated[str, Meta(max_length=100)]
Faction = Literal["dwarves", "elves", "goblins", "orcs"]


ContractDeed = Literal["offer", "counter", "accept", "refuse", "withdraw", "end", "preview"]
PaceKind = Literal["none", "live", "slow"]


class Message(Struct, tag_field="t", forbid_unknown_fields=True):
    """Anything that comes over a table's socket."""


class Hello(Message, tag="hello"):
    """Who speaks, and what it has heard: the last update, and how many lines of talk.

    ``protocol`` 2 is told what an update changes, 1 the whole position each time.
    """

    token: Token | None = None
    seen: Count = 0
    heard: Count = 0
    protocol: Annotated[int, Meta(ge=1, le=2)] = 1


class Whole(Message, tag="whole"):
    """I have missed something: tell me the whole position, and the events after update ``seen``."""

    id: Id = 0
    seen: Count = 0


class Act(Message, tag="act"):
    """Play; ``n`` is the update the choice was made on."""

    id: Id
    action: Line
    n: Count | None = None


class Why(Message, tag="why"):
    """Why can't I?"""

    id: Id
    action: Line


class Undo(Message, tag="undo"):
    """Take my last action back."""

    id: Id


class OrderSet(Struct, forbid_unknown_fields=True):
    """Standing orders: pass every auction above a bid; do not ask about aces in a turn."""

    bid_limit: Annotated[int, Meta(ge=0, le=1023)] | None = None
    no_aces_turn: Annotated[int, Meta(ge=0, le=31)] | None = None


class Orders(Message, tag="orders"):
    """Replace my standing orders."""

    id: Id
    orders: OrderSet


class Chat(Message, tag="chat"):
    """Talk to the table, or to one seat."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: Faction | None = None


class Contract(Message, tag="contract"):
    """Make an offer of a contract, or answer one."""

    id: Id
    do: ContractDeed
    number: Count = 0
    lines: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(max_length=16)] = []

    def line(self) -> str:
        """The one line that says it at the table."""
        number = "" if self.do == "offer" else f" {self.number}"
        return f"{self.do}{number} {self.words()}".strip()

    def words(self) -> str:
        """The sentences, with single blanks: taking long gaps apart would cost much time."""
        return " ".join(" ".join(self.lines).split())


class Past(Message, tag="past"):
    """What I knew then."""

    id: Id
    n: Count


class Story(Message, tag="story"):
    """What I heard before the event of that number: a page of it."""

    id: Id
    before: Count


class Talk(Message, tag="talk"):
    """What was said to me before the line of that number: a page of it."""

    id: Id
    before: Count


class Hint(Message, tag="hint"):
    """What would the strong bot do?"""

    id: Id


class Lesson(Message, tag="lesson"):
    """I have read the card of this step of the lesson, or want no guide any more."""

    id: Id
    do: Literal["next", "end"]
    step: Annotated[int, Meta(ge=0, le=999)] = 0


class Back(Message, tag="back"):
    """I am here again: no bot is to play for me."""

    id: Id = 0


class Ping(Message, tag="ping"):
    """Are you there?"""

    id: Id = 0


Incoming = (
    Hello
    | Whole
    | Act
    | Why
    | Undo
    | Orders
    | Chat
    | Contract
    | Past
    | Story
    | Talk
    | Hint
    | Lesson
    | Back
    | Ping
)
decode_message = msgspec.json.Decoder(Incoming).decode


# --- bodies of HTTP requests ---------------------------------------------------------------


class Pace(Struct, forbid_unknown_fields=True):
    """How long a decision may take."""

    kind: PaceKind = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who is to sit there."""

    kind: Literal["human", "open", "bot"] = "open"
    bot: Annotated[str, Meta(max_length=40)] | None = None
    faction: Faction | None = None
    name: Name | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be opened."""

    name: Name = ""
    title: Annotated[str, Meta(max_length=60)] = ""
    edition: Annotated[str, Meta(max_length=20)] = NEWEST
    options: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=60)] = []
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=4)] = msgspec.field(
        default_factory=lambda: [SeatWish("human"), *(SeatWish("bot") for _ in range(3))]
    )
    pace: Pace = msgspec.field(default_factory=Pace)
    public: bool = False
    contracts: bool = True
    hints: bool = True
    hotseat: bool = False
    commitment: Annotated[str, Meta(max_length=64)] | None = None
    salt: Salt | None = None


class Join(Struct, forbid_unknown_fields=True):
    """Sit down; `token` of the table before a rematch takes the same seat again."""

    name: Name = ""
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None
    token: Token | None = None
    salt: Salt | None = None


class StartLesson(Struct, forbid_unknown_fields=True):
    """Sit down to a lesson."""

    name: Name = ""


class ForkWish(Struct, forbid_unknown_fields=True):
    """Play on from a moment of a finished game, on a seat of it, against bots."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    seat: Faction
    name: Name = ""
    bot: Annotated[str, Meta(max_length=40)] | None = None


class FillSeats(Struct, forbid_unknown_fields=True):
    """Let bots take the free seats; the strongest where none is named."""

    bot: Annotated[str, Meta(max_length=40)] | None = None


class Rematch(Struct, forbid_unknown_fields=True):
    """Once more, with the same people."""

    token: Token
    commitment: Annotated[str, Meta(max_length=64)] | None = None
    salt: Salt | None = None


class HttpAct(Struct, forbid_unknown_fields=True):
    """An action over HTTP, for those who do not want a socket."""

    id: Id
    action: Line
    n: Count | None = None
