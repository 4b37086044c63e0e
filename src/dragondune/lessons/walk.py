"""Walking through a lesson without a page: the guide's own logic, as web/src/learn has it too.

The guide stands at one step. A step that is read is left by "next", one that expects a deed by
that deed. Whatever its ``when`` names has to be so before a step is shown. If the moment it waits
for has passed by, the guide goes on to the first later step whose moment has come.
"""

from collections.abc import Callable

from dragondune.game import Game
from dragondune.lessons.lesson import Lesson, Step, When
from dragondune.lessons.moments import decision_of, is_now
from dragondune.lessons.script import answer_to_offer, find_move, is_held, line_for
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.refusal import Refusal

Choose = Callable[[str, list[str]], str]  # the step's id, and what would be accepted


class StuckError(AssertionError):
    """The lesson cannot be finished."""


class Walk:
    """One learner on the way through a lesson, with the bots beside."""

    def __init__(self, lesson: Lesson, seed: str = "walk") -> None:
        self.lesson = lesson
        self.game = Game.at(lesson.deal(seed), lesson.edition, lesson.options)
        self.at = 0
        self.shown: list[str] = []  # the steps the learner has seen, in this order
        self.deeds: list[str] = []  # the steps whose deed was done
        self._turns: list[int] = []  # in which turn each event was told
        self._hear()

    # --- what the guide knows ---------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Is the guided part over?"""
        return self.at >= len(self.lesson.steps)

    def legal(self) -> list[str]:
        """What the learner may do now."""
        return [str(action) for action in self.game.legal(self.lesson.seat)]

    def anytime(self) -> list[str]:
        """What the learner may do besides."""
        return [str(action) for action in self.game.anytime(self.lesson.seat)]

    def decision(self) -> str | None:
        """The name of the learner's decision, if it leaves a choice."""
        return decision_of(self.game, self.lesson.seat)

    def matches(self, when: When) -> bool:
        """Has this moment come?"""
        here = is_now(when, self.game, self.lesson.seat)
        return here and (when.event is None or self._happened(when))

    def _happened(self, when: When) -> bool:
        who = None if when.faction is None else FACTION_OF_NAME[when.faction]
        turn = self.game.state.turn if when.turn is None else when.turn
        told = zip(self.game.events(self.lesson.seat), self._turns, strict=True)
        return any(
            e.kind == when.event and t == turn and who in (None, getattr(e, "faction", None))
            for e, t in told
        )

    def _hear(self) -> None:
        heard = len(self.game.events(self.lesson.seat))
        self._turns += [self.game.state.turn] * (heard - len(self._turns))

    def covering(self, line: str) -> int | None:
        """The step whose deed the learner is about to do, from here on."""
        free = line.split()[:1] in (["look"], ["give"])
        for number in range(self.at, len(self.lesson.steps)):
            step = self.lesson.steps[number]
            if self.asks(step) and self.matches(step.when) and free == is_free(step):
                return number
        return None

    def asks(self, step: Step) -> bool:
        """Does this step expect a deed that can be done now? If not, it is read like others."""
        return any(step.accepts(line) for line in (*self.legal(), *self.anytime()))

    def sync(self) -> None:
        """The moment that is waited for has passed by: go on to the next one that is here."""
        if self.done or self.matches(self.lesson.steps[self.at].when):
            return
        choosing = self.decision() is not None
        for number in range(self.at + 1, len(self.lesson.steps)):
            when = self.lesson.steps[number].when
            if when != When() and choosing == (when.step is not None) and self.matches(when):
                self.at = number
                return

    # --- what happens -----------------------------------------------------------------------

    def act(self, line: str) -> str:
        """The learner plays; answers the guide's word if the lesson cannot use it."""
        number = self.covering(line)
        if number is not None:
            step = self.lesson.steps[number]
            if not step.accepts(line):
                return step.otherwise
            self.at = number + 1
            self.deeds.append(step.id)
        self._play(self.lesson.seat, line)
        return ""

    def _play(self, seat: str, line: str) -> None:
        answer = self.game.play(seat, line)
        if isinstance(answer, Refusal):
            raise StuckError(f"{self.lesson.name}: {seat} cannot {line!r}: {answer}")
        self._hear()
        self.sync()

    def others(self) -> bool:
        """One thing that happens without the learner: a bot's move, or what has no choice."""
        answer = answer_to_offer(self.lesson, self.game)
        if answer is not None:
            self._play(*answer)
            return True
        for pending in self.game.pending():
            seat = pending.seat
            legal = [str(action) for action in self.game.legal(seat)]
            if seat == self.lesson.seat:
                if len(legal) == 1:
                    self._play(seat, legal[0])
                    return True
                continue
            move = find_move(self.lesson, self.game, seat)
            if not is_held(self.lesson, move, self.at):
                self._play(seat, line_for(move, legal))
                return True
        return False

    def run(self, choose: Choose) -> None:
        """To the end of the lesson; StuckError where it does not get there."""
        for _ in range(2000):
            if self.done:
                return
            if not self.others():
                self._learner(choose)
        raise StuckError(f"{self.lesson.name}: it goes on for ever at {self.step.id!r}")

    @property
    def step(self) -> Step:
        """The step the guide stands at."""
        return self.lesson.steps[self.at]

    def _learner(self, choose: Choose) -> None:
        step = self.step
        if not self.matches(step.when):
            if self.decision() is None:
                raise StuckError(f"{self.lesson.name}: {step.id!r} waits for what never comes")
            self.act(choose("", self.legal()))
            return
        self.shown.append(step.id)
        if step.say:
            self._play(self.lesson.seat, step.say)
            while self.others():
                pass
            if not self.matches(step.until):
                raise StuckError(f"{self.lesson.name}: {step.say!r} does not end {step.id!r}")
        if not self.asks(step):
            self.at += 1
            self.sync()
            return
        accepted = [line for line in (*self.legal(), *self.anytime()) if step.accepts(line)]
        word = self.act(choose(step.id, accepted))
        assert not word


def is_free(step: Step) -> bool:
    """Is the deed one that may be done at any time, such as a look at a hand?"""
    return step.expect[0].split()[0] in ("look", "give")
