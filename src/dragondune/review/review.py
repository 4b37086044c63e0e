"""Puts a review together from what was judged: the curve, luck and skill, the worst moments."""

from typing import Any, Final, cast

from dragondune.action import Action
from dragondune.advice.phrases import phrase
from dragondune.advice.reasons import gains
from dragondune.advice.scales import Weighed, settled
from dragondune.advice.tactics import why
from dragondune.bots.warlord.evaluation import win_chance
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.review import treachery
from dragondune.review.calibration import calibrated
from dragondune.review.judge import Estimate
from dragondune.review.result import (
    FORMAT,
    Chances,
    GameReview,
    KnownPoint,
    Mistake,
    ReviewedChoice,
    ReviewNote,
    ReviewPoint,
    ReviewTotal,
    Seat,
    Swing,
)
from dragondune.review.smoothing import smoothed
from dragondune.review.timeline import Decision, Timeline, Turnout
from dragondune.review.wording import what_happened
from dragondune.review.work import COST, FULL, KNOWN, Found, Task
from dragondune.telling.words import The
from dragondune.views.view import view_of

MOST_WORST: Final = 5
MOST_TURNING: Final = 8
TURNING: Final = 0.07  # a change of so much is a turning point
DEAR: Final = 0.02  # what a decision costs at least to be counted as a mistake
CLEAR: Final = 2.0  # standard errors by which a better idea has to be ahead to be told
SURE: Final = 1.5  # standard errors by which a moment has to stand out


def assemble(told: Timeline, found: list[Found]) -> GameReview:
    """The review of a game of which every task was done."""
    known = dict(found)
    full = [_estimate(data) for task, data in found if task.kind == FULL]
    curve = _steady_curve(told, full)
    header = told.game.header
    review = GameReview(
        version=FORMAT,
        edition=header.edition,
        options=list(header.options),
        seats=[_seat(name) for name in told.game.seats],
        winners=[_seat(name) for name in told.game.winners],
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
    review.treachery = [
        ReviewNote(at, told.clock[at][0], text) for at, text in treachery.almost(told)
    ]
    review.totals = {name: _total(review, told, curve, name) for name in review.seats}
    return review


def _seat(name: str) -> Seat:
    return cast(Seat, name)


def _of(faction: int) -> Seat:
    return _seat(FACTION_NAMES[faction])


def _steady_curve(told: Timeline, full: list[Estimate]) -> list[Estimate]:
    """The chances at the start and after each thing that changed them.

    After the last of these nothing is open any more: what follows is the outcome itself.
    """
    spots = [told.start, *(turnout.spot.state for turnout in told.turnouts)]
    found = [_set_right(told, one, spot) for one, spot in zip(full, spots, strict=True)]
    return smoothed(found[: max(1, len(found) - 1)], _outcome(told))


def _set_right(told: Timeline, found: Estimate, s: State) -> Estimate:
    return calibrated(found, min(1.0, s.turn / s.rules.turns), told.order)


def _outcome(told: Timeline) -> list[float]:
    return [win_chance(told.end, f) for f in range(4)]


def _estimate(data: dict[str, Any] | None) -> Estimate:
    assert data is not None
    return Estimate(tuple(data["chances"]), data["worlds"], data["spread"])


def _weighed(data: dict[str, Any] | None) -> Weighed | None:
    return None if data is None else Weighed(**data)


def _named(told: Timeline, chances: tuple[float, ...]) -> Chances:
    return {_of(f): round(chances[f], 4) for f in told.order}


def _draw_curve(review: GameReview, told: Timeline, curve: list[Estimate]) -> None:
    """Where several things happened at one moment, the last one stands for it."""
    ats = [0, *(turnout.at for turnout in told.turnouts[:-1]), review.moments]
    for k, at in enumerate(ats):
        point = ReviewPoint(
            at, *told.clock[at], _named(told, curve[k].chances), round(curve[k].spread, 4)
        )
        if review.curve and review.curve[-1].at == at:
            review.curve.pop()
        review.curve.append(point)


def _draw_known(review: GameReview, told: Timeline, found: list[Found]) -> None:
    for f in told.order:
        own = [(told.scenes[t.number], _estimate(d)) for t, d in found if _is_known(t, f)]
        steady = smoothed([one for _, one in own], _outcome(told))
        ats = [*(scene.at for scene, _ in own), review.moments]
        review.known[_of(f)] = [
            KnownPoint(at, round(one.chances[f], 4), round(one.spread, 4))
            for at, one in zip(ats, steady, strict=True)
        ]


def _is_known(task: Task, f: int) -> bool:
    return task.kind == KNOWN and task.faction == f


def _swing(told: Timeline, k: int, curve: list[Estimate]) -> Swing:
    turnout = told.turnouts[k]
    change = tuple(b - a for a, b in zip(curve[k].chances, curve[k + 1].chances, strict=True))
    seat = _of(turnout.faction) if turnout.faction >= 0 else None
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


def _judge_choices(review: GameReview, told: Timeline, weighed: list[Weighed | None]) -> None:
    mistakes = []
    for decision, found in zip(told.decisions, weighed, strict=True):
        if found is None:
            continue
        review.choices.append(_choice(told, decision, found))
        if found.cost > max(DEAR, CLEAR * found.spread):
            mistakes.append(_mistake(told, decision, found))
    for seat in review.seats:
        own = sorted((m for m in mistakes if m.seat == seat), key=lambda m: -m.cost)
        review.worst[seat] = own[:MOST_WORST]


def _choice(told: Timeline, decision: Decision, found: Weighed) -> ReviewedChoice:
    return ReviewedChoice(
        decision.at,
        *told.clock[decision.at],
        _of(decision.faction),
        phrase(decision.action, decision.step),
        round(settled(found.cost, found.spread), 4),
        round(found.spread, 4),
    )


def _mistake(told: Timeline, decision: Decision, found: Weighed) -> Mistake:
    better = Action.of(found.best)
    return Mistake(
        decision.at,
        *told.clock[decision.at],
        _of(decision.faction),
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


def _total(review: GameReview, told: Timeline, curve: list[Estimate], seat: Seat) -> ReviewTotal:
    f = FACTION_NAMES.index(seat)
    luck, own, others = (_sum(told, curve, f, whose) for whose in ({-1}, {f}, {0, 1, 2, 3} - {f}))
    mine = [choice for choice in review.choices if choice.seat == seat]
    return ReviewTotal(
        start=round(curve[0].chances[f], 4),
        end=round(curve[-1].chances[f], 4),
        luck=round(luck, 4),
        own=round(own, 4),
        others=round(others, 4),
        cost=round(sum(choice.cost for choice in mine), 4),
        choices=sum(d.faction == f for d in told.decisions),
        mistakes=sum(choice.cost >= DEAR for choice in mine),
    )


def _sum(told: Timeline, curve: list[Estimate], f: int, whose: set[int]) -> float:
    """How far a chance went by what these did; -1 is chance."""
    return sum(
        curve[k + 1].chances[f] - curve[k].chances[f]
        for k, turnout in enumerate(told.turnouts)
        if turnout.faction in whose
    )
