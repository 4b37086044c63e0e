"""Lessons as they are sent: what the learner is told, and nothing of what the bots hold or will do."""

from dataclasses import asdict
from typing import cast

import msgspec

from dragondune.lessons.lesson import Lesson, Step, When
from dragondune.server.wire.documents import LessonCard, LessonMoment, LessonStep, LessonText
from dragondune.server.wire.incoming import Faction as FactionName


def lesson_card(lesson: Lesson) -> LessonCard:
    """A lesson in the list of lessons."""
    return LessonCard(
        lesson.name,
        lesson.title,
        lesson.about,
        lesson.minutes,
        cast(FactionName, lesson.seat),
        lesson.edition,
        len(lesson.steps),
    )


def lesson_text(lesson: Lesson) -> LessonText:
    """A lesson with its steps."""
    return LessonText(
        lesson.name,
        lesson.title,
        lesson.about,
        lesson.minutes,
        cast(FactionName, lesson.seat),
        lesson.edition,
        [lesson_step(step) for step in lesson.steps],
    )


def lesson_step(step: Step) -> LessonStep:
    """One step; of its moment only what is named."""
    return LessonStep(
        step.id,
        step.title,
        step.text,
        list(step.point),
        list(step.rules),
        _moment(step.when),
        list(step.expect),
        step.otherwise,
        _moment(step.until),
    )


def _moment(when: When) -> LessonMoment:
    named = {name: value for name, value in asdict(when).items() if value is not None}
    return msgspec.convert(named, LessonMoment)
