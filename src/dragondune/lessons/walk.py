"""Walking through a lesson without a page or a server: a learner and the bots, with the guide.

The steps are judged by ``lessons/guide.py``, as at a table.
"""

from collections.abc import Callable

from dragondune.game import Game
from dragondune.lessons.guide import Guide, Scene, is_free
from dragondune.lessons.lesson import Lesson, Step, When
from dragondune.lessons.moments import decision_of
from dragondune.lessons.script import answer_to_offer, find_move, is_held, line_for
from dragondune.model.events import Event
from dragondune.model.refusal import Refusal

Choose = Callable[[str, list[str]], str]  # the step's id, and what would be accepted


class StuckError(AssertionError):
    """The lesson cannot be finished."""


class Walk:
    """One learner on the way through a lesson, with the bots beside."""

    def __init__(self, lesson: Lesson, seed: str = "walk") -> None:
        self.lesson = lesson
        self.game = Game.at(lesson.deal(seed), lesson.edition, lesson.options)
        self.game.go_on()
        self.guide = Guide(lesson)
        self.shown: list[str] = []  # the steps the learner has seen, in this order
        self.deeds: list[str] = []  # the steps whose deed was done
        self._turns: list[int] = []  # in which turn each event was told
        self._hear()

    # --- what the guide knows ---------------------------------------------------------------

    @property
    def at(self) -> int:
        """The number of the step the guide stands at."""
        return self.guide.at

    @property
    def done(self) -> bool:
        """Is the guided part over?"""
        return self.guide.done

    @property
    def scene(self) -> Scene:
        """What the guide judges by."""
        return Scene(self.game, self._told)

    def _told(self) -> list[tuple[Event, int]]:
        return list(zip(self.game.events(self.lesson.seat), self._turns, strict=True))

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
        return self.guide.matches(when, self.scene)

    def covering(self, line: str) -> int | None:
        """The step whose deed the learner is about to do, from here on."""
        return self.guide.covering(line, self.scene)

    def asks(self, step: Step) -> bool:
        """Does this step expect a deed that can be done now? If not, it is read like others."""
        return self.guide.asks(step, self.scene)

    def _hear(self) -> None:
        heard = len(self.game.events(self.lesson.seat))
        self._turns += [self.game.state.turn] * (heard - len(self._turns))

    # --- what happens -----------------------------------------------------------------------

    def act(self, line: str) -> str:
        """The learner plays; answers the guide's word if the lesson cannot use it."""
        if self.guide.objects(line, self.scene):
            return self.guide.word
        number = self.covering(line)
        if number is not None:
            self.deeds.append(self.lesson.steps[number].id)
        self._play(self.lesson.seat, line, number)
        return ""

    def _play(self, seat: str, line: str, deed: int | None = None) -> None:
        answer = self.game.play(seat, line)
        if isinstance(answer, Refusal):
            raise StuckError(f"{self.lesson.name}: {seat} cannot {line!r}: {answer}")
        self._hear()
        self.guide.did(deed, self.scene)

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
            if self.done and self.game.over and self.lesson.steps[-1].id not in self.shown:
                raise StuckError(f"{self.lesson.name}: the game is over and a step never comes")
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
            return
        if not self.asks(step):
            self.guide.read_on(self.scene)
            return
        lines = self.anytime() if is_free(step) else self.legal()
        accepted = [line for line in lines if step.accepts(line)]
        word = self.act(choose(step.id, accepted))
        assert not word
