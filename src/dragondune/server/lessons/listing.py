"""Lessons as JSON: what the learner is told, and nothing of what the bots hold or will do."""

from dataclasses import asdict

from dragondune.lessons.lesson import Lesson, Step


def card_json(lesson: Lesson) -> dict[str, object]:
    """A lesson in the list of lessons."""
    return {
        "name": lesson.name,
        "title": lesson.title,
        "about": lesson.about,
        "minutes": lesson.minutes,
        "seat": lesson.seat,
        "edition": lesson.edition,
        "steps": len(lesson.steps),
    }


def lesson_json(lesson: Lesson) -> dict[str, object]:
    """A lesson with its steps."""
    return card_json(lesson) | {"steps": [step_json(step) for step in lesson.steps]}


def step_json(step: Step) -> dict[str, object]:
    """One step; of its moment only what is named."""
    moments = {"when": step.when, "until": step.until}
    named = {
        key: {name: value for name, value in asdict(when).items() if value is not None}
        for key, when in moments.items()
    }
    told = asdict(step) | named
    del told["say"]
    return told
