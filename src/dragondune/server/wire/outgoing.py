"""What the server says over a table's socket, typed like what it hears.

The page's types (``web/src/generated/types.ts``), the tables of ``docs/protocol.md`` and the answers
of the OpenAPI document are made from these structs by ``python tools/protocol.py``.
"""

from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.incoming import OrderSet, Pace
from dragondune.server.wire.parts import (
    AtRisk,
    Choice,
    Decision,
    GameEvent,
    GameView,
    Gifts,
    GuideState,
    Part,
    PlanStage,
    Territory,
    ViewChanges,
)

encode: Final = msgspec.json.encode
SeatKind = Literal["human", "open", "bot"]
Status = Literal["open", "playing", "over", "unplayable"]


class Sent(Struct, tag_field="t"):
    """A message over a table's socket."""


# --- the table -----------------------------------------------------------------------------


class SeatInfo(Part):
    """A seat of a table. `away`: a bot (`stand_in`) plays until the player is back.

    `asking`: somebody would like to sit here, and the host has not said yes; `reserved`: it is kept for
    whoever had it before a rematch. `since`: when its player was last connected, in seconds since 1970;
    `silent`: since when they have not answered a nudge, where that is long. `absent`: by either of these
    the others may let a bot play, and `votes` of the `needed` agree. `left`: its player went on purpose; `resigned`: for good,
    the seat is a bot's and the name theirs; `replaced`: the same, by the host.
    `account`: whose seat it is, or was when it was given up; null for a guest's. `reserve`: seconds left beside
    what each decision gives; `budget`: seconds left for the whole game, at a table of a
    tournament; `paused`: until when its player is on vacation; `wanted`: somebody else may take it.
    """

    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    faction: FactionName | None
    taken: bool
    online: bool
    away: bool
    asking: bool
    reserved: bool
    since: float | None
    silent: float | None
    absent: bool
    votes: int
    needed: int
    left: bool
    resigned: bool
    replaced: bool
    stand_in: str | None
    account: str | None
    reserve: float | None
    budget: float | None
    paused: float | None
    wanted: bool


class LessonPlace(Part):
    """The lesson that a table gives, and the step that its learner has come to."""

    name: str
    step: int


class TableHeader(Part):
    """What anyone may know of a table; the seed when the game is over.

    `host`: the seat that may let people in and send them away (`approval`: it has to say yes to each);
    `why`: what keeps an unplayable table from being played; `next`: its rematch; `resting`: nobody
    came for long, and it goes on when one of its players opens it; `origin`: the finished game and the
    moment of it, as `table/moment`, from which it goes on, its secrets known to whoever looked there.
    `patience`: for how many seconds one may be gone before the others can let a bot play. `rated`: the game
    counts; `circle`: only friends of the host (`friends`), or a club by its id, may sit down; `cup`: its tournament.
    `clock`: when whose time runs out, in seconds since 1970.
    """

    id: str
    title: str
    created: float
    status: Status
    why: str | None
    edition: str
    edition_title: str
    options: list[str]
    pace: Pace
    public: bool
    contracts: bool
    hints: bool
    hotseat: bool
    approval: bool
    host: int | None
    order: list[FactionName]
    winners: list[FactionName]
    next: str | None
    commitment: str
    seed: str | None
    rules_version: int
    lesson: LessonPlace | None
    seats: list[SeatInfo]
    turn: int
    round: int
    waiting: list[FactionName]
    watchers: int
    resting: bool
    origin: str | None
    patience: int
    rated: bool
    circle: str | None
    cup: str | None
    clock: dict[str, float]


class You(Part):
    """Who a connection speaks for, and the highest number that it has used for a message.

    `votes`: the seats for which I agree that a bot plays.
    """

    seat: int
    faction: FactionName | None
    last_id: int
    votes: list[int]


class CommonChanges(Part):
    """What has changed for everyone alike: every listener is sent the same bytes of it."""

    view: ViewChanges | UnsetType = UNSET
    prompt: str | UnsetType = UNSET
    clock: dict[FactionName, float] | UnsetType = UNSET
    events: list[GameEvent] | UnsetType = UNSET


class OwnChanges(Part):
    """What has changed for this listener besides. Its `events`, where it has any, are all it hears."""

    view: ViewChanges | UnsetType = UNSET
    decision: Decision | UnsetType | None = UNSET
    anytime: list[Choice] | UnsetType = UNSET
    give: Gifts | UnsetType | None = UNSET
    undo: bool | UnsetType = UNSET
    events: list[GameEvent] | UnsetType = UNSET
    guide: GuideState | UnsetType | None = UNSET


# --- over the socket -----------------------------------------------------------------------


class TableMessage(Sent, tag="table"):
    """The first answer, and whenever somebody comes, goes or joins, at most once a second."""

    header: TableHeader
    you: You | None


class UpdateMessage(Sent, tag="update"):
    """The position after the latest action, and the events after update `since`.

    After a hello `since` may be later than what was seen: then the events between are to be asked for.
    `anytime` and `give`: what may be done besides the decision; `undo`: may my last action be taken
    back; `guide`: where the learner of a lesson stands; `clock`: when whose time runs out, in seconds since 1970.
    """

    n: int
    since: int
    view: GameView
    decision: Decision | None
    prompt: str
    anytime: list[Choice]
    give: Gifts | None
    undo: bool
    events: list[GameEvent]
    clock: dict[FactionName, float]
    guide: GuideState | None


class DeltaMessage(Sent, tag="delta"):
    """Update `n` as what it changed since update `n` - 1; for clients that said `protocol` 2.

    What stands in neither part is as it was; where there are no events, nothing was heard. Events are
    numbered from 1 here: add the number of the last one heard. Whoever has not got update `n` - 1 asks
    for the `whole`.
    """

    n: int
    all: CommonChanges
    own: OwnChanges | UnsetType = UNSET


class OkMessage(Sent, tag="ok"):
    """Message `id` was carried out; it may come before or after the update that it caused."""

    id: int | None
    n: int


class NoMessage(Sent, tag="no"):
    """Message `id` was refused, and why; nothing has changed.

    `guide`: the rules allow it, but the lesson cannot use it.
    """

    id: int | None
    rule: str | None
    text: str
    guide: bool = False


class YesMessage(Sent, tag="yes"):
    """The answer to `why`: it can be done."""

    id: int


class ChatMessage(Sent, tag="chat"):
    """A line of talk."""

    from_: FactionName | None = field(name="from")
    seat: int
    name: str
    to: FactionName | None
    text: str
    at: float


class TalkMessage(Sent, tag="talk"):
    """Lines of talk in a row: the latest that I have not heard, after a hello; or those I asked for.

    `first` is the number of the first of them among those that I may hear, counted from 1.
    """

    id: int | None
    first: int
    said: list[ChatMessage]


class StoryMessage(Sent, tag="story"):
    """A page of the events before the one that I asked about."""

    id: int
    events: list[GameEvent]


class OrdersMessage(Sent, tag="orders"):
    """My standing orders."""

    orders: OrderSet


class PastMessage(Sent, tag="past"):
    """What I knew after update `n` of `of`, with the events of that update.

    `note`: the rules were changed since, and an earlier moment is shown instead.
    """

    id: int
    n: int
    of: int
    view: GameView
    events: list[GameEvent]
    note: str | None = None


class PreviewMessage(Sent, tag="preview"):
    """How the sentences of an offer were understood."""

    id: int
    lines: list[str]


class PlanMessage(Sent, tag="plan"):
    """How my recruitment turn would go, as far as I can know, if nobody steps in.

    `territories` and `gold` are those after it; `empty`: where I stand now and would not then;
    `risk`: my units that the dragons could burn; `whole`: nothing of the turn is left to decide.
    """

    id: int
    n: int
    stages: list[PlanStage]
    territories: dict[str, Territory]
    gold: int
    empty: list[str]
    risk: list[AtRisk]
    whole: bool


class HintMessage(Sent, tag="hint"):
    """What the strong bot would do, and why; where `lesson` is true, the deed a lesson asks for."""

    id: int
    action: str
    text: str
    lesson: bool


class GuideMessage(Sent, tag="guide"):
    """The guide of my lesson has moved, though nothing happened in the game."""

    guide: GuideState


class NudgeMessage(Sent, tag="nudge"):
    """Somebody reminds me that the table waits for me."""

    seat: int
    name: str
    at: float


class StandInLine(Part):
    """Something a bot did for me: the update it happened in, and what I am told of it."""

    n: int
    turn: int
    text: str


class StandInMessage(Sent, tag="stand_in"):
    """What a bot decided for me between updates `began` and `ended`, when I am back.

    `quiet`: decisions more that nothing can be told of, such as to pass; `more`: lines left out, the
    earliest.
    """

    bot: str
    began: int
    ended: int
    lines: list[StandInLine]
    more: int
    quiet: int


class PongMessage(Sent, tag="pong"):
    """I am here."""

    id: int


ServerMessage = (
    TableMessage
    | UpdateMessage
    | DeltaMessage
    | OkMessage
    | NoMessage
    | YesMessage
    | ChatMessage
    | TalkMessage
    | StoryMessage
    | OrdersMessage
    | PastMessage
    | PreviewMessage
    | PlanMessage
    | HintMessage
    | GuideMessage
    | NudgeMessage
    | StandInMessage
    | PongMessage
)
