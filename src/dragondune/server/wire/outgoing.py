"""What the server says over a table's socket, typed like what it hears.

The page's types (``web/src/generated/types.ts``), the tables of ``docs/protocol.md`` and the answers
of the OpenAPI document are made from these structs by ``python tools/protocol.py``.
"""

from typing import Final, Literal

import msgspec
from msgspec import Struct, field

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
)

encode: Final = msgspec.json.encode
SeatKind = Literal["human", "open", "bot"]
Status = Literal["open", "playing", "over", "unplayable"]


class Sent(Struct, tag_field="t"):
    """A message over a table's socket."""


# --- the table -----------------------------------------------------------------------------


class SeatInfo(Part):
    """A seat of a table. `away`: the clock ran out, and a bot plays until the player is back."""

    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    faction: FactionName | None
    taken: bool
    online: bool
    away: bool


class LessonPlace(Part):
    """The lesson that a table gives, and the step that its learner has come to."""

    name: str
    step: int


class TableHeader(Part):
    """What anyone may know of a table; the seed when the game is over.

    `why`: what keeps an unplayable table from being played; `next`: its rematch; `resting`: nobody
    came for long, and it goes on when one of its players opens it.
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


class You(Part):
    """Who a connection speaks for, and the highest number that it has used for a message."""

    seat: int
    faction: FactionName | None
    last_id: int


# --- over the socket -----------------------------------------------------------------------


class TableMessage(Sent, tag="table"):
    """The first answer, and whenever somebody comes, goes or joins, at most once a second."""

    header: TableHeader
    you: You | None


class UpdateMessage(Sent, tag="update"):
    """The position after the latest action, and the events after update `since`.

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


class PongMessage(Sent, tag="pong"):
    """I am here."""

    id: int


ServerMessage = (
    TableMessage
    | UpdateMessage
    | OkMessage
    | NoMessage
    | YesMessage
    | ChatMessage
    | OrdersMessage
    | PastMessage
    | PreviewMessage
    | PlanMessage
    | HintMessage
    | GuideMessage
    | PongMessage
)
