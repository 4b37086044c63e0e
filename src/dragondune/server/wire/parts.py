"""What the server tells of a position: the view of a listener, its choices, and what happened.

The page's types and the tables of ``docs/protocol.md`` are made from here (``wire/outgoing.py``).
"""

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from dragondune.server.wire.incoming import Faction as FactionName

Colour = Literal["none", "red", "black"]
Side = Literal["attacker", "defender"]
Ends = Literal["wins", "loses", "open"]
Card = str  # `6♥`, or `?` for a card that is there and unseen
No = Annotated[bool, Meta(extra={"typescript": "false"})]


Encoded = (
    Any  # JSON that was made before, in place of what it stands for; compiled code looks twice
)


def encoded(data: bytes) -> Encoded:
    """What was encoded before, in place of what it stands for."""
    return msgspec.Raw(data)


class Part(Struct):
    """A part of a message, or an answer over HTTP."""


# --- the board and the factions ------------------------------------------------------------


class Units(Part):
    """Units of one faction in a territory."""

    faction: FactionName
    n: int
    elite: int
    hidden: bool


class Territory(Part):
    """What lies in a territory. `walls` is null but for castles; `held`: who stands there alone."""

    gold: int
    troll: bool
    dragon: bool
    walls: bool | None
    held: FactionName | None
    units: list[Units]


class Prediction(Part):
    """What the oracle predicted."""

    winner: FactionName
    castle: str
    turn: int


class Elites(Part):
    """Where a faction's elite units are."""

    board: int
    bank: int
    graveyard: int


class FactionFacts(Part):
    """What a listener knows of a faction. `order`: its place in this turn's player order."""

    gold: int
    board: int
    hidden: int
    bank: int
    graveyard: int
    elite: Elites
    hand: int
    hand_limit: int
    ally: FactionName | None
    castles: list[str]
    castles_to_win: int
    wins_with_ally: bool
    suit: str
    order: int
    deciding: bool
    known: list[Card] = []
    usurper: Card | None = None
    sabotage: Card | None = None
    prediction: Prediction | Literal["?"] | None = None


class OwnCards(Part):
    """What a seat holds itself. `aces`: what an ace is good for in this game."""

    faction: FactionName
    hand: list[Card]
    usurper: Card | None
    sabotage: Card | None
    aces: str
    kept: list[Card]
    seen_by: dict[FactionName, list[Card]]


class Piles(Part):
    """The piles of cards. The last card of a discard pile lies on top."""

    artifacts: int
    discard: int
    discard_top: Card | None
    discards: list[Card]
    events: int
    event_discard: list[Card]
    event_now: list[Card]
    next_event: Card | None


class Sale(Part):
    """An artifact on sale, and how many more are sold after it."""

    card: Card
    bid: int
    bidder: FactionName | None
    left: int


class Answers(Part):
    """What a side has answered about its plan."""

    colour: Colour | None
    number: int | None
    value: int | None


class PlanShown(Part):
    """A battle plan that lies open."""

    units: int
    elite: int
    card: Card | None
    value: int


class Betrayal(Part):
    """The two cards of a treachery."""

    usurper: Card | None
    sabotage: Card | None


class Points(Part):
    """One part of a total: what it is for, and how much; an artifact that does not count is 0."""

    what: str
    points: int


class Battle(Part):
    """A battle under way.

    A plan or a betrayal is null while there is none, and `?` when it is made and unseen; `totals`
    are known once the plans lie open, and `sums` says what they are made of; `sizes`: units in a
    plan that a contract shows to me.
    """

    attacker: FactionName
    defender: FactionName
    place: str
    answers: dict[Side, Answers]
    plans: dict[Side, PlanShown | Literal["?"] | None]
    betrayals: dict[Side, Betrayal | Literal["?"] | No | None]
    bonus: dict[Side, int]
    totals: dict[Side, int | None]
    sums: dict[Side, list[Points]]
    units: dict[Side, int]
    sizes: dict[Side, int | None]
    lent: bool


class Clause(Part):
    """A clause of a contract."""

    text: str
    debtor: FactionName | None
    stage: str


class Contract(Part):
    """A contract in force, or an offer of one.

    `contract_signed`: who has accepted an offer, or is willing to end a contract.
    """

    number: int
    maker: FactionName | None
    parties: list[FactionName]
    agreed: list[FactionName]
    turn: int
    text: str
    clauses: list[Clause]
    words: list[str]


class Meeting(Part):
    """Factions that stand in one territory and have a battle to fight there."""

    place: str
    factions: list[FactionName]


class Threat(Part):
    """Who wins when this turn ends: as things stand, or by winning the battles for `contested` castles."""

    winners: list[FactionName]
    castles: int
    needed: int
    contested: list[str]


class Standing(Part):
    """Where the game is heading, from what lies open.

    `default`: who wins if nobody has after the last turn; empty where the most castles win then.
    """

    battles: list[Meeting]
    threats: list[Threat]
    default: list[FactionName]


class GameView(Part):
    """A position as one listener sees it."""

    turn: int
    turns: int
    round: int
    first: FactionName | None
    dragon: int | None
    dragon_next: list[int]
    red_threat: str | None
    waiting: list[FactionName]
    over: bool
    winners: list[FactionName]
    way: str
    territories: dict[str, Territory]
    factions: dict[FactionName, FactionFacts]
    me: OwnCards | None
    piles: Piles
    sale: Sale | None
    battle: Battle | None
    contracts: list[Contract]
    offers: list[Contract]
    standing: Standing


# --- what has changed of a view --------------------------------------------------------------

# Fields of a part by their names: those that have changed, and no others.
SomeFacts = Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<FactionFacts>"})]
SomeCards = Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<OwnCards>"})]
SomePiles = Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<Piles>"})]
SomeSale = Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<Sale>"})]
SomeBattle = Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<Battle>"})]


class ViewChanges(Part):
    """Fields of a `GameView` that have changed; what is not here is as it was.

    `territories` has those that changed, each of them whole. `factions`, `me`, `piles`, `sale` and
    `battle` have their changed fields; a field that is here is told whole. Where there was no sale or
    battle before, all of its fields come.
    """

    turn: int | UnsetType = UNSET
    turns: int | UnsetType = UNSET
    round: int | UnsetType = UNSET
    first: FactionName | UnsetType | None = UNSET
    dragon: int | UnsetType | None = UNSET
    dragon_next: list[int] | UnsetType = UNSET
    red_threat: str | UnsetType | None = UNSET
    waiting: list[FactionName] | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    winners: list[FactionName] | UnsetType = UNSET
    way: str | UnsetType = UNSET
    territories: dict[str, Territory] | UnsetType = UNSET
    factions: dict[FactionName, SomeFacts] | UnsetType = UNSET
    me: SomeCards | UnsetType = UNSET
    piles: SomePiles | UnsetType = UNSET
    sale: SomeSale | UnsetType | None = UNSET
    battle: SomeBattle | UnsetType | None = UNSET
    contracts: list[Contract] | UnsetType = UNSET
    offers: list[Contract] | UnsetType = UNSET
    standing: Standing | UnsetType = UNSET


# --- choices and events --------------------------------------------------------------------


class Choice(Part):
    """A legal action: its line, and its parts by name where its kind has them.

    `n`: units in all, a bid, a number; `elite`: how many of `n`; `second`: of a split. Where some
    open and some hidden units go together, `n` and `elite` count the open ones.
    """

    line: str
    kind: str
    n: int | UnsetType = UNSET
    second: int | UnsetType = UNSET
    elite: int | UnsetType = UNSET
    from_: str | UnsetType = field(default=UNSET, name="from")
    to: str | UnsetType = UNSET
    castle: str | UnsetType = UNSET
    card: Card | UnsetType | None = UNSET
    sabotage: Card | UnsetType | None = UNSET
    who: FactionName | UnsetType | None = UNSET
    hidden: bool | Literal["both"] | UnsetType = UNSET
    n_hidden: int | UnsetType = UNSET
    elite_hidden: int | UnsetType = UNSET
    topic: str | UnsetType | None = UNSET
    colour: Colour | UnsetType = UNSET


class Worth(NamedTuple):
    """My least and most total, the opponent's against this plan, and how it ends."""

    least: int
    most: int
    foe_least: int
    foe_most: int
    ends: Ends


class Decision(Part):
    """What a seat has to decide.

    One that is `forced` has one action and is played by the server in a moment: draw it quietly and
    ask for nothing; so is one that is `ordered`, which my standing orders answer. `plan`: it belongs
    to my recruitment turn, which can be planned as a whole from here on. `worth`, at the step of battle
    plans and in the order of the actions: my least and most total, the opponent's against it, and how
    it ends, treachery aside. `homes`: the territories over which starting units are split, in the order
    of a split's numbers; none at other steps.
    """

    step: str
    rule: str
    prompt: str
    passing: str  # the label of passing
    opened: int
    actions: list[Choice]
    forced: bool
    ordered: bool
    plan: bool
    worth: list[Worth] | None
    homes: list[str]


class RefusedLine(Part):
    """Why a planned action cannot be, and by which rule."""

    rule: str
    text: str


class PlanStage(Part):
    """A decision of a planned turn, as it would come up.

    `chosen` is the planned action, null where the step would be passed; `refused`: why what was
    planned is not possible any more; `windows`: who may stop it, or step in, before the turn goes on.
    """

    step: str
    rule: str
    prompt: str
    passing: str
    actions: list[Choice]
    chosen: str | None
    cost: int
    refused: RefusedLine | None
    windows: list[FactionName]


class AtRisk(Part):
    """Units that would stand open where the dragons can come next."""

    place: str
    units: int


class Gifts(Part):
    """Gold that can be given away at any time, and to whom."""

    most: int
    to: list[FactionName]


class GuideState(Part):
    """Where the learner of a lesson stands.

    `here`: the moment of that step has come; `asks`: it asks for a deed that can be done now;
    `closes`: it ends of itself, and can be skipped; `word`: what the guide says to a deed that the
    lesson could not use, and that was not played.
    """

    at: int
    here: bool
    asks: bool
    closes: bool
    word: str


class GameEvent(Part):
    """Something that happened, with the fields of its kind besides: see events.md.

    `n` counts what this listener heard; `text` tells it in words; `places` are the territories it
    speaks of.
    """

    n: int
    kind: str
    text: str
    places: list[str]
    update: int
    turn: int
    round: int
    important: bool
    secret: bool
