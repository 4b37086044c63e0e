"""Puts a review together from what was judged: the curve, luck and skill, the worst moments."""

from dataclasses import asdict, dataclass, field
from typing import Any, Final

from dragondune.action import Action
from dragondune.advice.phrases import phrase
from dragondune.advice.reasons import gains
from dragondune.advice.scales import Weighed, settled
from dragondune.advice.tactics import why
from dragondune.bots.warlord.evaluation import win_chance
from dragondune.model.factions import FACTION_NAMES
from dragondune.review import treachery
from dragondune.review.judge import Estimate
from dragondune.review.smoothing import smoothed
from dragondune.review.timeline import Decision, Timeline, Turnout
from dragondune.review.wording import what_happened
from dragondune.review.work import COST, FULL, KNOWN, Found
from dragondune.telling.words import The
from dragondune.views.view import view_of

FORMAT: Final = 1
MOST_WORST: Final = 5
MOST_TURNING: Final = 8
TURNING: Final = 0.07  # a change of so much is a turning point
SURE: Final = 1.5  # standard errors by which a moment has to stand out

Chances = dict[str, float]


@dataclass(frozen=True)
class Point:
    """Chances by full information from a moment on, until the next point."""

    at: int
    turn: int
    round: int
    chances: Chances
    spread: float


@dataclass(frozen=True)
class KnownPoint:
    """A seat's chance by what it could know at a moment."""

    at: int
    chance: float
    spread: float


@dataclass(frozen=True)
class Swing:
    """What changed the chances: luck, or a seat's choice."""

    at: int
    turn: int
    round: int
    seat: str | None  # None: chance
    text: str
    change: Chances


@dataclass(frozen=True)
class Choice:
    """A decision and its cost by what its player knew."""

    at: int
    turn: int
    round: int
    seat: str
    played: str
    cost: float
    spread: float


@dataclass(frozen=True)
class Mistake:
    """One of a seat's worst moments."""

    at: int
    turn: int
    round: int
    seat: str
    played: str
    better: str
    better_line: str
    cost: float
    spread: float
    chance: float
    better_chance: float
    why: list[str]


@dataclass(frozen=True)
class Hint:
    """Something that is worth a look."""

    at: int
    turn: int
    text: str


@dataclass(frozen=True)
class Total:
    """One seat's game: from its first chance to its last, and by what.

    ``luck``, ``own`` and ``others`` add up to the way from ``start`` to ``end``. ``cost`` is what its
    own decisions gave away by what it knew, in ``choices`` decisions, ``mistakes`` of them dear ones.
    """

    start: float
    end: float
    luck: float
    own: float
    others: float
    cost: float
    choices: int
    mistakes: int


@dataclass
class Review:
    """The whole review, as plain data."""

    version: int
    edition: str
    options: list[str]
    seats: list[str]
    winners: list[str]
    way: str
    turns: int
    moments: int
    worlds: int
    curve: list[Point] = field(default_factory=list)
    known: dict[str, list[KnownPoint]] = field(default_factory=dict)
    turning: list[Swing] = field(default_factory=list)
    luck: list[Swing] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    worst: dict[str, list[Mistake]] = field(default_factory=dict)
    treachery: list[Hint] = field(default_factory=list)
    totals: dict[str, Total] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def assemble(told: Timeline, found: list[Found]) -> Review:
    """The review of a game of which every task was done."""
    known = dict(found)
    full = [_estimate(data) for task, data in found if task.kind == FULL]
    curve = smoothed(full, [win_chance(told.end, f) for f in range(4)])
    header = told.game.header
    review = Review(
        version=FORMAT,
        edition=header.edition,
        options=list(header.options),
        seats=list(told.game.seats),
        winners=list(told.game.winners),
        way=told.game.way,
        turns=told.game.turn,
        moments=len(told.clock) - 1,
        worlds=full[0].worlds,
    )
    weighed = [_weighed(known[task]) for task, _ in found if task.kind == COST]
    _draw_curve(review, told, curve)
    _draw_known(review, told, found)
    swings = [_swing(told, k, curve) for k in range(len(told.turnouts))]
    review.luck = [swing for swing in swings if swing.seat is None]
    review.turning = _turning_points(swings, curve)
    _judge_choices(review, told, weighed)
    review.treachery = [Hint(at, told.clock[at][0], text) for at, text in treachery.almost(told)]
    review.totals = {name: _total(review, told, swings, name) for name in review.seats}
    return review


def _estimate(data: dict[str, Any] | None) -> Estimate:
    assert data is not None
    return Estimate(tuple(data["chances"]), data["worlds"], data["spread"])


def _weighed(data: dict[str, Any] | None) -> Weighed | None:
    return None if data is None else Weighed(**data)


def _named(told: Timeline, chances: tuple[float, ...]) -> Chances:
    return {FACTION_NAMES[f]: round(chances[f], 4) for f in told.order}


def _draw_curve(review: Review, told: Timeline, curve: list[Estimate]) -> None:
    """Where several things happened at one moment, the last one stands for it."""
    ats = [0, *(turnout.at for turnout in told.turnouts), review.moments]
    for k, at in enumerate(ats):
        point = Point(
            at, *told.clock[at], _named(told, curve[k].chances), round(curve[k].spread, 4)
        )
        if review.curve and review.curve[-1].at == at:
            review.curve.pop()
        review.curve.append(point)


def _draw_known(review: Review, told: Timeline, found: list[Found]) -> None:
    for f in told.order:
        own = [(t, _estimate(d)) for t, d in found if t.kind == KNOWN and t.faction == f]
        steady = smoothed([one for _, one in own], [win_chance(told.end, g) for g in range(4)])
        ats = [*(told.scenes[task.number].at for task, _ in own), review.moments]
        review.known[FACTION_NAMES[f]] = [
            KnownPoint(at, round(one.chances[f], 4), round(one.spread, 4))
            for at, one in zip(ats, steady, strict=True)
        ]


def _swing(told: Timeline, k: int, curve: list[Estimate]) -> Swing:
    turnout = told.turnouts[k]
    change = tuple(b - a for a, b in zip(curve[k].chances, curve[k + 1].chances, strict=True))
    seat = FACTION_NAMES[turnout.faction] if turnout.faction >= 0 else None
    s = turnout.spot.state
    return Swing(
        turnout.at, int(s.turn), int(s.round), seat, _told(told, turnout), _named(told, change)
    )


def _told(told: Timeline, turnout: Turnout) -> str:
    if turnout.faction < 0:
        return what_happened(turnout.events, told.end.rules) or "The cards are dealt."
    if turnout.spot.choice is None:
        return f"{The(turnout.faction)} changed what was agreed, or gave gold away."
    action, step = Action.of(turnout.spot.choice[1]), told.step_at(turnout)
    return f"{The(turnout.faction)} chose to {phrase(action, step)}."


def _turning_points(swings: list[Swing], curve: list[Estimate]) -> list[Swing]:
    """The largest changes, in the order of the game."""
    clear = [
        swing
        for k, swing in enumerate(swings)
        if _size(swing) > TURNING and _size(swing) > SURE * curve[k].spread
    ]
    largest = sorted(clear, key=_size, reverse=True)[:MOST_TURNING]
    return sorted(largest, key=lambda swing: swing.at)


def _size(swing: Swing) -> float:
    return max(abs(change) for change in swing.change.values())


def _judge_choices(review: Review, told: Timeline, weighed: list[Weighed | None]) -> None:
    mistakes = []
    for decision, found in zip(told.decisions, weighed, strict=True):
        if found is None:
            continue
        review.choices.append(_choice(told, decision, found))
        if found.cost > max(0.01, SURE * found.spread):
            mistakes.append(_mistake(told, decision, found))
    for seat in review.seats:
        own = sorted((m for m in mistakes if m.seat == seat), key=lambda m: -m.cost)
        review.worst[seat] = own[:MOST_WORST]


def _choice(told: Timeline, decision: Decision, found: Weighed) -> Choice:
    return Choice(
        decision.at,
        *told.clock[decision.at],
        FACTION_NAMES[decision.faction],
        phrase(decision.action, decision.step),
        round(settled(found.cost, found.spread), 4),
        round(found.spread, 4),
    )


def _mistake(told: Timeline, decision: Decision, found: Weighed) -> Mistake:
    better = Action.of(found.best)
    return Mistake(
        decision.at,
        *told.clock[decision.at],
        FACTION_NAMES[decision.faction],
        phrase(decision.action, decision.step),
        phrase(better, decision.step),
        str(better),
        round(settled(found.cost, found.spread), 4),
        round(found.spread, 4),
        round(found.chance, 4),
        round(found.best_chance, 4),
        _reasons(decision, found),
    )


def _reasons(decision: Decision, found: Weighed) -> list[str]:
    """Why the other choice is sound, and what it would have brought."""
    view = view_of(decision.state, decision.faction)
    brought = [f"It {text}." for text in gains(view, found)[:2]]
    return [why(view, decision.legal, found.best), *brought]


def _total(review: Review, told: Timeline, swings: list[Swing], name: str) -> Total:
    first, last = review.curve[0].chances[name], review.curve[-1].chances[name]
    luck = sum(swing.change[name] for swing in swings if swing.seat is None)
    own = sum(swing.change[name] for swing in swings if swing.seat == name)
    mine = [choice for choice in review.choices if choice.seat == name]
    return Total(
        start=first,
        end=last,
        luck=round(luck, 4),
        own=round(own, 4),
        others=round(last - first - luck - own, 4),
        cost=round(sum(choice.cost for choice in mine), 4),
        choices=sum(d.faction == FACTION_NAMES.index(name) for d in told.decisions),
        mistakes=sum(choice.cost >= 0.02 for choice in mine),
    )
