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
HostDeed = Literal["approve", "remove", "bot"]
PeopleDeed = Literal["nudge", "vote", "withdraw", "leave", "back", "resign", "want", "keep"]


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


class PlannedLine(Struct, forbid_unknown_fields=True):
    """An action of a planned turn, and the step at which it is to be played."""

    step: Annotated[str, Meta(max_length=20)]
    line: Line


class Plan(Message, tag="plan"):
    """My recruitment turn as a whole: show how it would go, or play it.

    The lines come in the order of the steps; steps without a line are passed. `n` is the update the
    plan was made on.
    """

    id: Id
    do: Literal["preview", "play"]
    lines: Annotated[list[PlannedLine], Meta(max_length=24)] = []
    n: Count | None = None


class Why(Message, tag="why"):
    """Why can't I?"""

    id: Id
    action: Line


class Undo(Message, tag="undo"):
    """Take my last action back."""

    id: Id


# The decisions that a player may not want to be asked for: each has a usual answer.
QuietStep = Literal[
    "discard",
    "disband",
    "early_disband",
    "deny",
    "dragon_acts",
    "chaos",
    "hide",
    "emerge",
    "council_turn",
    "ask",
    "pay",
    "keep",
    "lend",
]
GoldLimit = Annotated[int, Meta(ge=0, le=1023)]
TurnNumber = Annotated[int, Meta(ge=0, le=31)]


class LotBid(Struct, forbid_unknown_fields=True):
    """Bid for me up to `limit` in `turn` alone: for the card after which `left` are sold, or for each."""

    turn: TurnNumber
    left: Annotated[int, Meta(ge=0, le=63)] | None
    limit: GoldLimit


class StopHires(Struct, forbid_unknown_fields=True):
    """Stop a hire with an ace where one of these hires `least` units or more; let others hire."""

    against: Annotated[list[Faction], Meta(max_length=4)]
    least: Annotated[int, Meta(ge=1, le=31)] = 1


class OrderSet(Struct, forbid_unknown_fields=True):
    """Standing orders: what is answered for me until I change them.

    `bid_limit`: pass every auction from this bid on; with `bid_for_me`, below it bid as little as is
    needed, for each card. `lot`: the same for one card, or for
    those of one turn; a limit of 0 passes. `no_aces_turn`: ask me nothing about aces
    in this turn. `stop_hires`: which hires my aces stop. `quiet`: decisions that I am not asked for. The
    answer is then to pass, but gold pays for a card (`pay`) and the best card is kept back (`keep`).
    """

    bid_limit: GoldLimit | None = None
    no_aces_turn: TurnNumber | None = None
    bid_for_me: bool = False
    lot: LotBid | None = None
    stop_hires: StopHires | None = None
    quiet: Annotated[list[QuietStep], Meta(max_length=13)] = []


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


# What only those with a seat may say; all but talk is about the game.
Playing = Act | Plan | Why | Undo | Orders | Contract | Hint | Lesson | Back
Seated = Playing | Chat
Incoming = Hello | Whole | Seated | Past | Story | Talk | Ping
decode_message = msgspec.json.Decoder(Incoming).decode


# --- bodies of HTTP requests ---------------------------------------------------------------


class Pace(Struct, forbid_unknown_fields=True):
    """How long a decision may take.

    `reserve`: seconds that each player has beside that, for the whole game. `weekends_off`: on Saturdays and
    Sundays clocks stand still, by a clock `offset` minutes ahead of UTC. `vacation`: so they do for a player on vacation.
    """

    kind: PaceKind = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    reserve: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    weekends_off: bool = False
    offset: Annotated[int, Meta(ge=-840, le=840)] = 0
    vacation: bool = False


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who is to sit there."""

    kind: Literal["human", "open", "bot"] = "open"
    bot: Annotated[str, Meta(max_length=40)] | None = None
    faction: Faction | None = None
    name: Name | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be opened.

    `away_minutes`: how long a player may be gone before the others can let a bot play for them. Where the server
    keeps accounts: `rated`, the game counts; `circle`, who may sit down: `friends`, the id of a club, or anybody.
    """

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
    approval: bool = False
    away_minutes: Annotated[int, Meta(ge=1, le=10_080)] | None = None
    rated: bool = False
    circle: Annotated[str, Meta(max_length=40)] = ""
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


class KeepTable(Struct, forbid_unknown_fields=True):
    """What the keeper of the server does to a table; ``seat`` is for mute and unmute."""

    do: Literal["close", "delete", "forget", "mute", "unmute"]
    seat: int = 0


class HttpAct(Struct, forbid_unknown_fields=True):
    """An action over HTTP, for those who do not want a socket."""

    id: Id
    action: Line
    n: Count | None = None


class LobbyHello(Struct, forbid_unknown_fields=True):
    """The first message over the lobby's socket: tokens of seats whose tables are to be told of too."""

    tokens: Annotated[list[Token], Meta(max_length=200)] = []


class Rename(Struct, forbid_unknown_fields=True):
    """What the holder of a seat wants to be called."""

    name: Name


class HostDecision(Struct, forbid_unknown_fields=True):
    """What the host decides about a seat."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    do: HostDeed


class PeopleWish(Struct, forbid_unknown_fields=True):
    """What somebody with a seat does about another who is awaited, or about their own seat.

    `nudge`, `vote` (that a bot plays for them) and `withdraw` (that vote) are about the `seat` of
    another; `leave` (a bot plays until I say `back`) and `resign` (it does for good) are about my own,
    and `bot` says which one is to play. `want`: somebody else may take my seat, or, where the host says
    it of a `seat` that was given up, that one; `keep`: nobody may.
    """

    do: PeopleDeed
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None
    bot: Annotated[str, Meta(max_length=40)] | None = None
