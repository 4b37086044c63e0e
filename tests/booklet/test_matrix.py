"""The matrix under ``rulebook/`` says what the editions and options are."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from dragondune.booklet.loading import load
from dragondune.booklet.matrix import matrix
from dragondune.editions.build import EDITIONS, build
from dragondune.editions.options import OPTIONS
from dragondune.editions.questions import NONE, QUESTIONS, differences
from dragondune.model.powers import POWER_NAMES
from dragondune.model.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[2]
# Told together with the powers that factions have of their own.
WITH_ANOTHER = {"ally_powers"}


def row(title: str) -> list[str]:
    (line,) = [line for line in matrix().splitlines() if line.startswith(f"| {title} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_file_is_up_to_date() -> None:
    written = (ROOT / "rulebook" / "matrix.md").read_text(encoding="utf-8")
    assert written == matrix(), "write it anew: dragon-dune rules --matrix > rulebook/matrix.md"


def test_every_field_is_a_question() -> None:
    assert {q.field for q in QUESTIONS} | WITH_ANOTHER == {f.name for f in fields(Ruleset)}


def test_every_power_is_a_question() -> None:
    asked = {q.key.partition(".")[2].upper() for q in QUESTIONS if q.field == "powers"}
    assert asked == set(POWER_NAMES)


def test_no_question_is_asked_twice() -> None:
    keys = [question.key for question in QUESTIONS]
    assert len(set(keys)) == len(keys)


def test_questions_cite_rules_of_the_book() -> None:
    cited = {rule for question in QUESTIONS for rule in question.rules}
    assert cited <= set(load().by_id)


def test_a_cell_like_its_left_neighbour_is_not_repeated() -> None:
    assert row("Turns at most") == ["Turns at most", "A1", "6", "=", "8", "=", "=", ""]
    assert row("Suits")[-2] == "Dwarves ♦, Elves ♥, Goblins ♠, Orcs ♣"


def test_alliance_powers_are_told_with_the_own() -> None:
    assert row("Moves three territories")[2:7] == ["Orcs", "=", "=", "=", "Orcs, Orcs’ ally"]


def test_options_stand_with_what_they_change() -> None:
    told = row("Two points less when the weakness")[-1]
    assert told == "`weaknesses`: counts (first° r2° r6b r9), is played (r6)"
    assert "`gold.FACTION=N`: 0 to 30" in row("Starting gold")[-1]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_changes_some_answer(name: str) -> None:
    option = OPTIONS[name]
    changed = [
        differences(EDITIONS[edition], build(edition, [*option.needs, name]))
        for edition in option.editions
    ]
    assert any(changed)


def test_editions_differ_as_their_numbers_say() -> None:
    """Whatever two rulesets differ in can be read off the matrix."""
    for one in EDITIONS.values():
        for other in EDITIONS.values():
            changed = {
                f.name for f in fields(Ruleset) if getattr(one, f.name) != getattr(other, f.name)
            }
            told = {question.field for question in differences(one, other)}
            assert told >= changed - WITH_ANOTHER - {"powers"}


def test_no_answer_is_empty() -> None:
    assert NONE
    for rules in EDITIONS.values():
        assert all(question.answer(rules) for question in QUESTIONS)
