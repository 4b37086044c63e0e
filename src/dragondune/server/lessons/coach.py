"""A lesson at a table: its guide stands beside the learner, and its bots play what it says.

The guide judges (``lessons/guide.py``). The bots wait while the learner reads.
"""

import asyncio
from collections.abc import Iterable

from dragondune.contracts.talk import is_spoken
from dragondune.game import Game
from dragondune.lessons.guide import Guide, Scene, closes
from dragondune.lessons.lesson import Lesson, Step, lessons
from dragondune.lessons.moments import deed_asked
from dragondune.lessons.script import answer_to_offer, find_move, is_held, line_for
from dragondune.model.events import Event
from dragondune.server.audience.rights import listener
from dragondune.server.play.session import Session
from dragondune.server.wire.parts import GuideState


class Coach:
    """What a lesson changes at its table. Without one, or when it is over, it changes nothing."""

    def __init__(self, name: str, step: int) -> None:
        lesson = lessons().get(name)
        self.guide = None if lesson is None else Guide(lesson, step)
        self._moved = asyncio.Event()

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is given here, if any."""
        return None if self.guide is None else self.guide.lesson

    @property
    def step(self) -> int:
        """The step that the learner has come to."""
        return 0 if self.guide is None else self.guide.at

    @property
    def teaching(self) -> Lesson | None:
        """The lesson, while its guided part lasts."""
        return None if self.guide is None or self.guide.done else self.guide.lesson

    def teaches(self, seat: str | None) -> bool:
        """Is this the learner, while the guided part lasts?"""
        return self.teaching is not None and self.teaching.seat == seat

    # --- the guide -------------------------------------------------------------------------

    def judge(self, session: Session, seat: str, line: str) -> tuple[str, int | None]:
        """The guide's word to a deed that the lesson cannot use, or the step whose deed it is."""
        guide = self.guide
        if guide is None or not self.teaches(seat) or is_spoken(line):
            return "", None
        if session.game.why_not(seat, line) is not None:
            return "", None  # the rules have a word to say first
        now = scene(session, seat)
        if guide.objects(line, now):
            return guide.word, None
        return "", guide.covering(line, now)

    def follow(self, session: Session, deed: int | None = None) -> None:
        """Something happened at the table, be it the deed of a step or not."""
        if self.guide is not None and not self.guide.done:
            self.guide.did(deed, scene(session, self.guide.lesson.seat))

    def take_back(self, session: Session) -> None:
        """The learner took a choice back."""
        if self.guide is not None:
            self.guide.take_back(scene(session, self.guide.lesson.seat))

    def read(self, session: Session, do: str, step: int) -> None:
        """The learner has read the card of this step, or wants no guide; said twice, it is one."""
        guide = self.guide
        if guide is None or guide.done:
            return
        if do == "end":
            guide.end()
        elif guide.at == step:
            guide.read_on(scene(session, guide.lesson.seat))

    def go_back(self, step: int) -> None:
        """The disk did not take what was done: stand where it has the learner."""
        if self.guide is not None:
            self.guide.at = step

    def wake(self) -> None:
        """What the learner has come to is stored: let the bots go on that waited for it."""
        if self.guide is not None:
            self._moved.set()
            self._moved = asyncio.Event()

    def state(self, session: Session | None, seat: str | None) -> GuideState | None:
        """Where the guide stands, as its learner is told."""
        guide = self.guide
        if guide is None or session is None or seat != guide.lesson.seat:
            return None
        now, step = scene(session, seat), guide.step
        here = guide.is_here(now)
        asks = step is not None and here and guide.asks(step, now)
        return GuideState(guide.at, here, asks, step is not None and closes(step), guide.word)

    # --- the bots --------------------------------------------------------------------------

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


def scene(session: Session, seat: str) -> Scene:
    """What the guide judges by: the game, and what the learner has heard in it."""

    def told() -> Iterable[tuple[Event, int]]:
        _, heard = session.heard_by(listener(seat), 0)
        return [(one.event, one.turn) for one in heard]

    return Scene(session.game, told)
