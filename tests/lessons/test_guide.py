"""The guide of a lesson: when its moment has come, what it lets pass, and where it goes on."""

from __future__ import annotations

import pytest

from dragondune.lessons.guide import Guide
from dragondune.lessons.lesson import Lesson, fits, lessons, read_lesson
from dragondune.lessons.walk import Walk

HEAD = """
title = "T"
about = "A"
minutes = 1
number = 9
seat = "elves"
position = "order=EO E=5★5 gold=E3 hand=E:3♣ at=elves.hire"
"""
READ = "[[steps]]\nid='read'\ntitle='t'\ntext='x'\n"
DEED = (
    "[[steps]]\nid='deed'\ntitle='t'\ntext='x'\nwhen={step='hire'}\n"
    "expect=['hire 1 5★']\notherwise='One into 5★, please.'\n"
)
WATCH = "[[steps]]\nid='watch'\ntitle='t'\ntext='x'\nwhen={turn=1}\nuntil={step='move'}\n"
END = "[[steps]]\nid='end'\ntitle='t'\ntext='x'\n"


def lesson_of(*steps: str) -> Lesson:
    return read_lesson("tried", HEAD + "".join(steps))


def at(walk: Walk) -> str:
    return "" if walk.guide.step is None else walk.guide.step.id


@pytest.mark.parametrize(
    ("pattern", "line", "wanted"),
    [
        ("*", "move 3 5★ 6", True),
        ("move * 5★ *", "move 3 5★ 6", True),
        ("move * 5★ *", "move 3 9• 6", False),
        ("bid *", "bid 2 extra", False),
    ],
)
def test_patterns_of_actions(pattern: str, line: str, wanted: bool) -> None:
    assert fits(pattern, line) is wanted


def test_a_card_that_is_only_read_is_left_by_reading_on_and_a_deed_is_not() -> None:
    walk = Walk(lesson_of(READ, DEED, END))
    walk.guide.read_on(walk.scene)
    assert at(walk) == "deed"
    walk.guide.read_on(walk.scene)
    assert at(walk) == "deed"


def test_another_deed_gets_a_word_and_brings_the_guide_to_its_step() -> None:
    walk = Walk(lesson_of(READ, DEED, END))
    assert walk.act("hire 2 5★") == "One into 5★, please."
    assert at(walk) == "deed"
    assert walk.act("hire 1 5★") == ""
    assert (at(walk), walk.guide.word) == ("end", "")


def test_a_step_ends_of_itself_and_can_be_skipped() -> None:
    walk = Walk(lesson_of(WATCH, END))
    assert at(walk) == "watch"
    walk.act("pass")
    assert walk.decision() == "move"
    assert at(walk) == "end"
    walk = Walk(lesson_of(WATCH, END))
    walk.guide.read_on(walk.scene)
    assert at(walk) == "end"


def test_a_moment_that_has_passed_by_is_left_out() -> None:
    later = END + "when={step='move'}\n"
    walk = Walk(lesson_of(DEED.replace("hire 1 5★", "hire 9 5★"), READ, later))
    assert at(walk) == "deed"
    walk.act("pass")
    assert at(walk) == "end"


def test_a_choice_taken_back_takes_the_guide_back_too() -> None:
    walk = Walk(lesson_of(READ, DEED, END))
    walk.guide.read_on(walk.scene)
    before = walk.game.copy()
    walk.act("hire 1 5★")
    assert at(walk) == "end"
    walk.guide.take_back(walk.scene._replace(game=before))
    assert at(walk) == "deed"


def test_a_lesson_broken_off_is_told_from_one_that_was_read_to_its_end() -> None:
    lesson = lessons()["auction"]
    ended = Guide(lesson, 2)
    ended.end()
    assert (ended.done, ended.at) == (True, len(lesson.steps) + 1)
    read = Guide(lesson, len(lesson.steps) - 1)
    read.end()
    assert read.at == len(lesson.steps)
