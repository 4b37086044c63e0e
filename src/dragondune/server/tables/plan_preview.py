"""A foreseen turn as a message to its planner."""

from dragondune.model.board import NAMES, territories_in
from dragondune.rules.reckoning import struck
from dragondune.server.play.planning import Foreseen, Stage, foresee, left_empty
from dragondune.server.play.session import Session
from dragondune.server.wire.actions import choices
from dragondune.server.wire.incoming import PlannedLine
from dragondune.server.wire.outgoing import PlanMessage
from dragondune.server.wire.parts import AtRisk, PlanStage, RefusedLine
from dragondune.server.wire.prompts import passing, prompt
from dragondune.server.wire.views import names, next_flights, territories


def preview(session: Session, number: int, seat: str, lines: list[PlannedLine]) -> PlanMessage:
    """How the turn of a seat would go by this plan."""
    seen = foresee(session.game, seat, lines)
    return PlanMessage(
        id=number,
        n=session.n,
        stages=[_stage(one) for one in seen.stages],
        territories=territories(seen.after),
        gold=seen.after.gold[seen.after.seat],
        empty=[NAMES[t] for t in territories_in(left_empty(seen))],
        risk=_risk(seen),
        whole=seen.whole,
    )


def _stage(one: Stage) -> PlanStage:
    refused = one.refusal
    return PlanStage(
        step=one.decision.step,
        rule=one.decision.rule,
        prompt=prompt(one.decision, one.view, one.codes),
        passing=passing(one.decision, one.view),
        actions=choices(one.codes),
        chosen=one.chosen,
        cost=one.cost,
        refused=None if refused is None else RefusedLine(refused.rule, refused.text),
        windows=names(one.windows),
    )


def _risk(seen: Foreseen) -> list[AtRisk]:
    """The planner's open units that the dragons could come to next turn."""
    view, burning = seen.after, 0
    for number in next_flights(view):
        burning |= struck(number, view.broken)
    mine = territories_in(view.vis[view.seat] & burning)
    return [AtRisk(NAMES[t], view.up[view.seat * 28 + t]) for t in mine]
