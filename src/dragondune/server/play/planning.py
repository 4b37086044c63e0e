"""A recruitment turn decided as a whole: graveyard, conscripts, hire, movement and disbanding at once.

A plan is a list of lines, each with the step it is meant for; a step without a line is passed. The
engine's own steps play it in their order. It is *foreseen* on a position that is made up from the
player's own view (``views/sample.py``), so that nothing can be learned by planning that the player
does not know; others are taken to let everything happen.
"""

import random
from dataclasses import dataclass, field
from typing import Final

from dragondune.action import Action
from dragondune.game import Decision, Game
from dragondune.model.action_text import action_text
from dragondune.model.actions import PASS
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.refusal import Refusal
from dragondune.rules.recruitment import (
    play_within,
    recruit_step_names,
    recruiting,
    turn_is_done,
)
from dragondune.server.audience.rights import position_of
from dragondune.server.wire.incoming import PlannedLine
from dragondune.views.sample import sample
from dragondune.views.view import View

MOST_DECISIONS: Final = 80  # of everyone, in one turn that is foreseen
APART: Final = "keep"  # a decision that others bring about: it is no part of any plan
ASKS: Final = "question "  # a line that learns something: whoever plans on would plan blindly


def on_turn(game: Game, seat: str) -> bool:
    """Is it this seat's recruitment turn, and its alone to decide?"""
    if not is_recruiting(game, seat):
        return False
    pending = game.pending()
    return [d.seat for d in pending] == [seat] and pending[0].step != APART


def is_recruiting(game: Game, seat: str) -> bool:
    """Is this seat's recruitment turn under way, whoever decides now?"""
    return bool(recruiting(game.state) == FACTION_OF_NAME[seat])


class Course:
    """What is left of a plan while it is played."""

    def __init__(self, lines: list[PlannedLine]) -> None:
        self.left = list(lines)

    def take(self, game: Game, step: str) -> str | None:
        """The line meant for the step that is open, if there is one.

        What was meant for steps that did not come is dropped. What follows from an action, such as
        hiding on arrival, belongs to the action before it.
        """
        follows = step not in recruit_step_names(game.state)
        wanted = self.left[:1] if follows else self.left
        at = next((i for i, one in enumerate(wanted) if one.step == step), None)
        if at is None:
            return None
        line = self.left[at].line
        del self.left[: at + 1]
        return line


def unplanned(codes: list[int]) -> str | None:
    """What is done where the plan says nothing: pass, or the only choice; None: it has to be asked."""
    if PASS in codes:
        return "pass"
    return action_text(codes[0]) if len(codes) == 1 else None


# --- looking ahead -------------------------------------------------------------------------


@dataclass
class Stage:
    """One decision of the turn that leaves a choice, as it would come up."""

    decision: Decision
    view: View
    codes: list[int]
    gold: int  # in the purse before it
    chosen: str | None = None
    cost: int = 0
    refusal: Refusal | None = None
    windows: list[str] = field(default_factory=list)  # who may step in after it


@dataclass
class Foreseen:
    """How a turn would go."""

    before: View
    after: View
    stages: list[Stage]
    whole: bool  # is every decision of the turn planned?


def foresee(game: Game, seat: str, lines: list[PlannedLine]) -> Foreseen:
    """Play the plan on a made-up position that the seat cannot tell from the real one."""
    before = position_of(game, FACTION_OF_NAME[seat])
    tried = Game(game.header, sample(before, random.Random(0)))
    stages: list[Stage] = []
    course, whole = Course(lines), True
    for _ in range(MOST_DECISIONS):
        if turn_is_done(tried.state) or not is_recruiting(tried, seat):
            break
        decision = tried.pending()[0]
        if decision.seat != seat:
            _let_happen(tried, decision, stages)
        elif not _step(tried, decision, course, stages):
            whole = False
            break
    _price(stages, tried.state.gold[before.seat])
    return Foreseen(before, position_of(tried, before.seat), stages, whole)


def _price(stages: list[Stage], left: int) -> None:
    """What each decision costs: a hire is paid only when everyone has let it happen."""
    for stage in reversed(stages):
        stage.cost, left = stage.gold - left, stage.gold


def _let_happen(game: Game, decision: Decision, stages: list[Stage]) -> None:
    """Another player's word: the plan counts on a pass."""
    if stages and decision.seat not in stages[-1].windows:
        stages[-1].windows.append(decision.seat)
    choices = game.legal(decision.seat)
    line = unplanned([one.code for one in choices])
    _play(game, decision.seat, str(choices[0]) if line is None else line)


def _play(game: Game, seat: str, line: str) -> None:
    """The turn alone: what comes after it is luck, and nothing to plan with."""
    play_within(game.state, FACTION_OF_NAME[seat], Action.parse(line).code)


def _step(game: Game, decision: Decision, course: Course, stages: list[Stage]) -> bool:
    """One decision of the planner; False where nobody can look further."""
    seat = decision.seat
    codes = [one.code for one in game.legal(seat)]
    view = position_of(game, FACTION_OF_NAME[seat])
    stage = Stage(decision, view, codes, view.gold[view.seat])
    if len(codes) > 1:
        stages.append(stage)
    line = course.take(game, decision.step)
    if line is not None:
        stage.refusal = game.why_not(seat, line)
        stage.chosen = line if stage.refusal is None else None
    line = stage.chosen or unplanned(codes)
    if line is None or line.startswith(ASKS):
        return False
    _play(game, seat, line)
    return True


def left_empty(foreseen: Foreseen) -> int:
    """The territories where the seat stands now and would not after the turn, as a set."""
    seat = foreseen.before.seat
    now, then = foreseen.before, foreseen.after
    return (now.vis[seat] | now.hidm[seat]) & ~(then.vis[seat] | then.hidm[seat])
