"""The work of a review, cut into pieces that any process can do: each plays the record for itself.

Positions of the compiled package do not travel between processes; a record and plain numbers do.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from dragondune.advice.scales import IDEAS_OF, Scales, Trials
from dragondune.bots.arena.registry import make_bot
from dragondune.engine import agenda
from dragondune.review.judge import Estimate, Judge, Playouts, Spot
from dragondune.review.timeline import Decision, Timeline, timeline
from dragondune.views.view import view_of


@dataclass(frozen=True)
class Effort:
    """In how many worlds everything is judged."""

    curve: int
    known: int
    trials: Trials


EFFORTS: Final[dict[str, Effort]] = {
    "quick": Effort(32, 12, Trials(4, 12, 24)),
    "usual": Effort(96, 24, Trials(8, 24, 72)),
    "thorough": Effort(256, 64, Trials(12, 48, 144)),
}
COMPILED: Final = agenda.COMPILED
FULL, KNOWN, COST = "full", "known", "cost"


class Task(NamedTuple):
    """One thing to judge: a kind, its number among its kind, and a faction where it is a seat's."""

    kind: str
    number: int
    faction: int = -1


# What a task found: an Estimate or a Weighed as plain numbers
Found = tuple[Task, dict[str, object] | None]


def usual_effort() -> str:
    """The plain package is some ten times as slow as the compiled one: it judges in fewer worlds."""
    return "usual" if COMPILED else "quick"


@lru_cache(maxsize=2)
def read(record: str) -> Timeline:
    """The timeline of a record."""
    return timeline(json.loads(record))


def tasks(told: Timeline) -> list[Task]:
    """Everything that has to be judged."""
    curve = [Task(FULL, number) for number in range(len(told.turnouts) + 1)]
    known = [Task(KNOWN, n, f) for n, scene in enumerate(told.scenes) for f in scene.concerned]
    return [*curve, *known, *(Task(COST, number) for number in range(len(told.decisions)))]


def judge_of(effort: Effort, kind: str) -> Judge:
    """Who judges positions; another judge takes its place here."""
    return Playouts(effort.curve if kind == FULL else effort.known)


def do(record: str, effort: str, first: int, count: int) -> list[Found]:
    """Some of the tasks of a record's review."""
    told = read(record)
    return [(task, _do(told, EFFORTS[effort], task)) for task in tasks(told)[first : first + count]]


def _do(told: Timeline, effort: Effort, task: Task) -> dict[str, object] | None:
    if task.kind == COST:
        return _cost(told.decisions[task.number], effort.trials, task.number)
    judge = judge_of(effort, task.kind)
    if task.kind == KNOWN:
        return vars(judge.known(view_of(told.scenes[task.number].state, task.faction)))
    return vars(_full(told, judge, task.number))


def _cost(decision: Decision, trials: Trials, seed: int) -> dict[str, object] | None:
    """A decision beside other ideas of it, among them what the network would do at a glance."""
    view = view_of(decision.state, decision.faction)
    thought = make_bot(IDEAS_OF, seed).choose(view, decision.legal)
    weighed = Scales(view, decision.legal, decision.code, trials, (thought,)).weigh()
    return None if weighed is None else vars(weighed)


def _full(told: Timeline, judge: Judge, number: int) -> Estimate:
    spot = told.turnouts[number - 1].spot if number else Spot(told.start)
    return judge.full(spot)
