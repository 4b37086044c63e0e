"""What the server answers over HTTP."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.outgoing import SeatKind, TableHeader
from dragondune.server.wire.parts import GameEvent, OwnCards, Part

TerritoryKind = Literal["open", "forest", "castle"]
Rect = tuple[int, int, int, int]
Yes = Annotated[bool, Meta(extra={"typescript": "true"})]


class Problem(Part):
    """Why something is refused, and by which rule."""

    rule: str | None
    text: str


class ErrorAnswer(Part):
    """The answer that is no; nothing has changed."""

    error: Problem


class EditionInfo(Part):
    """An edition of the rules: its own options, and those of the house.

    A proposal is an edition that we propose: `base` is the one it changes, by the options `changes`.
    """

    name: str
    title: str
    turns: int
    options: list[str]
    house: list[str]
    base: str | None = None
    changes: list[str] = field(default_factory=list)


class GameOption(Part):
    """A rule that can be chosen. `nonsense`: in which edition it would mean nothing, and why."""

    name: str
    rule: str
    group: str
    title: str
    sentence: str
    editions: list[str]
    excludes: list[str]
    needs: list[str]
    nonsense: dict[str, str]


class HouseRule(Part):
    """Something that a table can set for its game: a number within bounds, or one of some words.

    `name=value` among a table's options sets it, or `name.faction=value` where it is a faction's.
    """

    name: str
    title: str
    by_faction: bool
    least: int
    most: int
    words: list[str]
    usual: list[str]


class HouseRuleGroup(Part):
    """House rules of one kind. `usual` in them is what the edition says, for each faction in turn."""

    title: str
    rules: list[HouseRule]


class ServerMeta(Part):
    """What a table can be made of. Bots are listed weakest first. `people`: accounts can be had here."""

    version: str
    rules_version: int
    credit: str
    newest: str
    factions: list[FactionName]
    editions: list[EditionInfo]
    options: list[GameOption]
    bots: list[str]
    papers: list[str]
    people: bool


class PrintValue(Part):
    """Something to choose when the game is printed, and what it means."""

    name: str
    words: str


class PrintChoice(Part):
    """A choice of one value; `name` is the parameter that it is asked by."""

    name: str
    usual: str
    values: list[PrintValue]


class PrintOrder(Part):
    """How the game can be printed: one value of each choice, and any of the parts."""

    choices: list[PrintChoice]
    parts: list[PrintValue]


class Home(Part):
    """Where others in the network find this server; null if only this machine does."""

    link: str | None


class MapTerritory(Part):
    """A territory as it is drawn, and the event that happens there."""

    id: str
    number: int
    kind: TerritoryKind
    rects: list[Rect]
    neighbours: list[str]
    griffins: bool
    orcish: bool
    event: str | None
    event_gold: int
    event_gold_first: int


class BoardMap(Part):
    """The board as data to draw."""

    size: int
    lakes: list[Rect]
    territories: list[MapTerritory]


class RuleChange(Part):
    """What an option changes in a rule."""

    by: str
    rule: str
    text: str


class RuleText(Part):
    """A rule as a game has it."""

    id: str
    title: str
    text: str
    ruling: bool
    see: list[str]
    changed: list[RuleChange]


class Chapter(Part):
    """A chapter of the rulebook."""

    name: str
    title: str
    introduction: str
    rules: list[RuleText]


class ChosenRule(Part):
    """An option of a game, and what it says."""

    name: str
    rule: str
    text: str


class Book(Part):
    """The rulebook of one game, in reading order."""

    edition: str
    title: str
    options: list[str]
    chosen: list[ChosenRule]
    chapters: list[Chapter]


class GuideItem(Part):
    """A sentence of a guide, and the rules it comes from."""

    text: str
    rules: list[str]


class GuideSection(Part):
    """A section of a guide."""

    name: Literal["have", "ally", "win", "watch"]
    title: str
    items: list[GuideItem]


class FactionGuide(Part):
    """What a faction has, how it wins and what to watch, in the rules of one game."""

    faction: FactionName
    edition: str
    edition_title: str
    title: str
    line: str
    sections: list[GuideSection]


class LessonCard(Part):
    """A lesson in the list of lessons, and how many steps it has."""

    name: str
    title: str
    about: str
    minutes: int
    seat: FactionName
    edition: str
    steps: int


class LessonMoment(Part):
    """A moment that a step waits for: everything named here has to be so (docs/lessons.md)."""

    turn: int | UnsetType = UNSET
    round: int | UnsetType = UNSET
    step: str | UnsetType = UNSET
    sale: str | UnsetType = UNSET
    left: int | UnsetType = UNSET
    place: str | UnsetType = UNSET
    waits: FactionName | UnsetType = UNSET
    event: str | UnsetType = UNSET
    faction: FactionName | UnsetType = UNSET
    contract: bool | UnsetType = UNSET
    over: bool | UnsetType = UNSET


class LessonStep(Part):
    """One card of a lesson's guide: it is read, or it asks for a deed."""

    id: str
    title: str
    text: str
    point: list[str]
    rules: list[str]
    when: LessonMoment
    expect: list[str]
    otherwise: str
    until: LessonMoment


class LessonText(Part):
    """A lesson with its steps: what the learner is told, and nothing of what the bots will do."""

    name: str
    title: str
    about: str
    minutes: int
    seat: FactionName
    edition: str
    steps: list[LessonStep]


class Seal(Part):
    """The server's part of the shuffle of the table that is opened next."""

    commitment: str


class SeatToken(Part):
    """A seat, and the word that holds it."""

    seat: int
    token: str


class MadeTable(Part):
    """A new table, and the seats that this device holds there."""

    table: str
    tokens: list[SeatToken]
    link: str


class TakenSeat(Part):
    """A seat that was taken."""

    table: str
    seat: int
    token: str


class RecordSeat(Part):
    """Who sat where, and what they had asked for.

    `resigned` or `replaced` (by the host): a bot played on for whoever has the name.
    """

    faction: FactionName | None
    wish: FactionName | None
    kind: SeatKind
    name: str
    resigned: bool
    replaced: bool


class HintAsked(Part):
    """A seat asked for a hint."""

    faction: FactionName
    turn: int
    round: int


class RecordOfTable(Part):
    """What the record of a table opens after the end: all that it takes to check the deal.

    `held`: what each faction held at the end; `hints`: who asked for one, and when.
    """

    id: str
    seats: list[RecordSeat]
    commitment: str
    seed: str
    secret: str
    salts: list[str]
    winners: list[FactionName]
    held: dict[FactionName, OwnCards]
    hints: list[HintAsked]


class GameRecord(Part):
    """The whole record of a game after its end, as `Game.replay` reads it (docs/python.md).

    `actions`: seat and line; `chances`: the results of dice and shuffles; `start`: the position
    where the game did not begin with set-up.
    """

    format: str
    rules_version: int
    edition: str
    options: list[str]
    contracts: bool
    seats: list[FactionName]
    drawn: bool
    start: str
    actions: list[tuple[str, str]]
    chances: list[list[int]]
    table: RecordOfTable


class TableList(Part):
    """Tables that wait for players, that can be watched, and at which I hold a seat."""

    open: list[TableHeader]
    watchable: list[TableHeader]
    mine: list[TableHeader]


class LobbyNews(Part):
    """What has changed in the lobby: tables as they stand now, and the ids of those not listed any more."""

    put: list[TableHeader]
    gone: list[str]


class StoryPage(Part):
    """A page of what a seat heard before an event."""

    events: list[GameEvent]


class Done(Part):
    """It is done."""

    ok: Yes = True


class ActDone(Part):
    """An action was played; `n` is the latest update."""

    id: int
    n: int
    ok: Yes = True
