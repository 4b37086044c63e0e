"""A lesson at a table: its bots play what the lesson says, and wait while the learner reads."""

import asyncio

from dragondune.game import Game
from dragondune.lessons.lesson import Lesson, Step, lessons
from dragondune.lessons.moments import deed_asked
from dragondune.lessons.script import answer_to_offer, find_move, is_held, line_for


class Coach:
    """What a lesson changes at its table. Without one, or when it is over, it changes nothing."""

    def __init__(self, name: str, step: int) -> None:
        self.lesson: Lesson | None = lessons().get(name)
        self.step = step
        self._moved = asyncio.Event()

    @property
    def teaching(self) -> Lesson | None:
        """The lesson, while its guided part lasts."""
        lesson = self.lesson
        return lesson if lesson is not None and self.step < len(lesson.steps) else None

    def reach(self, step: int) -> None:
        """The learner has come to another step."""
        self.step = step
        self._moved.set()
        self._moved = asyncio.Event()

    def holds(self, game: Game, seat: str) -> bool:
        """Does this seat wait for the learner to read on?"""
        lesson = self.teaching
        if lesson is None or seat == lesson.seat:
            return False
        return is_held(lesson, find_move(lesson, game, seat), self.step)

    async def line(self, game: Game, seat: str) -> str | None:
        """What the lesson has this bot do, when its moment has come; None: it thinks for itself."""
        while self.holds(game, seat):
            await self._moved.wait()
        lesson = self.teaching
        if lesson is None:
            return None
        legal = [str(action) for action in game.legal(seat)]
        return line_for(find_move(lesson, game, seat), legal) if legal else None

    def deed(self, game: Game, seat: str) -> tuple[Step, list[str]] | None:
        """The step that asks the learner for a deed now, and what it accepts."""
        lesson = self.teaching
        if lesson is None or seat != lesson.seat:
            return None
        return deed_asked(lesson, self.step, game)

    def word(self, game: Game) -> tuple[str, str] | None:
        """A bot that answers an offer, and what it says."""
        lesson = self.teaching
        return None if lesson is None else answer_to_offer(lesson, game)
