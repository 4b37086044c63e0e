"""The guide of a lesson: at which step a learner stands, and what is said to what the learner does.

Here alone steps are judged. The server drives the guide at a table, ``lessons/walk.py`` without one,
and the page draws what it is told.

The guide stands at one step. A step that is read is left by reading on, one that expects a deed by
that deed. Whatever its ``when`` names has to be so before a step is shown. If the moment it waits
for has passed by, the guide goes on to the first later step whose moment has come.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from dragondune.game import Game
from dragondune.lessons.lesson import Lesson, Step, When
from dragondune.lessons.moments import decision_of, is_now, lines_of
from dragondune.model.events import Event
from dragondune.model.factions import FACTION_OF_NAME

FREE: Final = ("look", "give")  # what may be done at any time
GIFT: Final = "Keep it for now: this lesson needs it. You can be generous when you play on."
ANY: Final = When()


class Scene(NamedTuple):
    """A game, and what the learner has heard in it, each event with its turn."""

    game: Game
    told: Callable[[], Iterable[tuple[Event, int]]]


class Guide:
    """One learner's guide."""

    def __init__(self, lesson: Lesson, at: int = 0) -> None:
        self.lesson = lesson
        self.at = at
        self.word = ""  # what it says to a deed that the lesson cannot use

    # --- what it knows ---------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Is the guided part over?"""
        return self.at >= len(self.lesson.steps)

    @property
    def step(self) -> Step | None:
        """The step it stands at."""
        return None if self.done else self.lesson.steps[self.at]

    def matches(self, when: When, scene: Scene) -> bool:
        """Has this moment come?"""
        here = is_now(when, scene.game, self.lesson.seat)
        return here and (when.event is None or _happened(when, scene))

    def is_here(self, scene: Scene) -> bool:
        """Has the moment of the present step come?"""
        return self.step is not None and self.matches(self.step.when, scene)

    def asks(self, step: Step, scene: Scene) -> bool:
        """Does this step expect a deed that can be done now? If not, it is read like others."""
        if not step.expect:
            return False
        return any(step.accepts(line) for line in lines_of(scene.game, self.lesson.seat))

    def covering(self, line: str, scene: Scene) -> int | None:
        """The step whose deed the learner is about to do, from here on."""
        free = line.split()[0] in FREE
        for number in range(self.at, len(self.lesson.steps)):
            step = self.lesson.steps[number]
            if self.asks(step, scene) and free == is_free(step) and self.matches(step.when, scene):
                return number
        return None

    # --- what happens ----------------------------------------------------------------------

    def objects(self, line: str, scene: Scene) -> bool:
        """Can the lesson not use this deed? Then ``word`` says so, and nothing is to be played."""
        self.word = ""
        number = self.covering(line, scene)
        if number is None and line.split()[0] == "give" and not self.done:
            self.word = GIFT  # what is given away is missed by a later step
            return True
        if number is None or self.lesson.steps[number].accepts(line):
            return False
        self.at, self.word = number, self.lesson.steps[number].otherwise
        return True

    def did(self, number: int | None, scene: Scene) -> None:
        """The deed of that step was done; without one, something that no step speaks of."""
        if number is not None and number >= self.at:
            self.at = number + 1
        self.sync(scene)

    def read_on(self, scene: Scene) -> None:
        """The learner has read the card, or skips what it waits for."""
        self.word = ""
        step = self.step
        if step is None or self.asks(step, scene):
            return
        if self.matches(step.when, scene) or closes(step):
            self.at += 1
            self.sync(scene)

    def end(self) -> None:
        """Stop before the end: one step beyond it, so that this is known from having read all."""
        last = self.at == len(self.lesson.steps) - 1
        self.at = len(self.lesson.steps) + (0 if last else 1)

    def take_back(self, scene: Scene) -> None:
        """The learner took a choice back: go back to the step that asks for it again."""
        if self.done:
            return
        for number in range(self.at, -1, -1):
            step = self.lesson.steps[number]
            if step.expect and self.matches(step.when, scene):
                self.at = number
                return
        self.sync(scene)

    def sync(self, scene: Scene) -> None:
        """Something happened: what was waited for has come, or has passed by."""
        while (step := self.step) is not None and self._is_closed(step, scene):
            self.at += 1
        if step is None or self.matches(step.when, scene):
            return
        if scene.game.over:
            self.end()  # the finale has the word now
            return
        choosing = decision_of(scene.game, self.lesson.seat) is not None
        for number in range(self.at + 1, len(self.lesson.steps)):
            when = self.lesson.steps[number].when
            if when != ANY and choosing == (when.step is not None) and self.matches(when, scene):
                self.at = number
                return

    def _is_closed(self, step: Step, scene: Scene) -> bool:
        here = closes(step) and self.matches(step.when, scene)
        return here and self.matches(step.until, scene)


def closes(step: Step) -> bool:
    """Does a step end of itself, when something has come about?"""
    return step.until != ANY


def is_free(step: Step) -> bool:
    """Is the deed one that may be done at any time, such as a look at a hand?"""
    return step.expect[0].split()[0] in FREE


def _happened(when: When, scene: Scene) -> bool:
    who = None if when.faction is None else FACTION_OF_NAME[when.faction]
    turn = int(scene.game.state.turn) if when.turn is None else when.turn
    return any(
        event.kind == when.event and at == turn and who in (None, getattr(event, "faction", None))
        for event, at in scene.told()
    )
