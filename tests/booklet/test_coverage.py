"""The coverage finds code and tests by what they cite, and says what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragondune.booklet.citations import ids_in, ids_in_name
from dragondune.booklet.command import run_rules
from dragondune.booklet.coverage import Row, coverage, summary, table, unknown_ids
from dragondune.editions.questions import QUESTIONS

RULEBOOK = """\
# V. The battle round

Two armies meet.

## V1 Order
[all]
In turn.

## V2 Plans
[first r9]
Secret.

## V3 Artifacts
[r9]
They add.

## Ruling 15 A ruling
[r9]
So be it.
"""
CODE = '''\
"""Battle [V1-V3]."""


class Plans:
    """V2: both plan in secret (rulings 15, 67)."""

    def open(self) -> None:
        """Begin [V3]."""


def other() -> None:
    return None
'''
TESTS = '''\
import pytest
from rulemarks import rule

pytestmark = rule("V1")


def test_v2_plans_are_secret() -> None:
    """Also V3."""


@rule("V2", edition="first")
def test_something() -> None:
    pass


class TestMore:
    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("ruling 15"))])
    def test_ruling(self, n: int) -> None:
        pass


def helper() -> None:
    """V3 in r2."""
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in {
        "rulebook/order.md": "- battle.md\n",
        "rulebook/battle.md": RULEBOOK,
        "src/dragondune/rules/battle.py": CODE,
        "src/dragondune/cli.py": '"""V9: no part that plays rules."""\n',
        "tests/rules/test_battle.py": TESTS,
        "tests/booklet/test_book.py": 'def test_v1() -> None:\n    """V1 V2 V3."""\n',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def rows_of(tree: Path) -> dict[tuple[str, str], Row]:
    return {(row.id, row.edition): row for row in coverage(tree, ())}


def test_code_is_found_by_its_docstrings(tree: Path) -> None:
    rows = rows_of(tree)
    assert [str(place) for place in rows["V1", "r9"].code] == ["rules/battle.py:1"]
    # What says most comes first: a class before the whole module.
    named = [place.name for place in rows["V2", "r9"].code]
    assert named == ["Plans", ""]
    assert [place.name for place in rows["V3", "r9"].code] == ["Plans.open", ""]
    assert [place.name for place in rows["ruling 15", "r9"].code] == ["Plans"]


def test_tests_are_found_by_name_docstring_and_mark(tree: Path) -> None:
    rows = rows_of(tree)
    names = {key: [place.name for place in row.tests] for key, row in rows.items()}
    assert names["V2", "r9"] == ["test_v2_plans_are_secret"]
    assert names["V3", "r9"] == ["test_v2_plans_are_secret"]
    assert names["V2", "first"] == ["test_something"]
    assert names["ruling 15", "r9"] == ["TestMore.test_ruling"]
    assert len(names["V1", "r9"]) == 3
    assert names["V1", "r2"] == []


def test_only_editions_with_the_rule_are_listed(tree: Path) -> None:
    assert ("V3", "first") not in rows_of(tree)
    assert ("V2", "first") in rows_of(tree)


def test_what_is_missing_is_told(tree: Path) -> None:
    path = tree / "tests/rules/test_battle.py"
    path.write_text(TESTS.replace('"""Also V3."""', "pass"), encoding="utf-8")
    rows = [row for row in coverage(tree, ()) if row.edition == "r9"]
    assert [row.id for row in rows if not row.is_covered] == ["V3"]
    assert "NO TEST" in table(rows)
    assert summary(rows) == ["r9: 3 of 4 rules have code and test.", "  without test: V3"]


def test_an_answer_of_the_editions_counts_as_code(tree: Path) -> None:
    (tree / "src/dragondune/rules/battle.py").write_text("", encoding="utf-8")
    assert not rows_of(tree)["V2", "r9"].code
    rows = {(row.id, row.edition): row for row in coverage(tree, QUESTIONS)}
    assert [str(place) for place in rows["V2", "r9"].code] == ["editions battle_steps"]


def test_a_cited_id_that_is_no_rule_is_told(tree: Path) -> None:
    assert set(unknown_ids(tree)) == {"ruling 67"}


def test_the_command_fails_on_a_gap(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = tree / "src/dragondune/rules/battle.py"
    code.write_text(CODE.replace("rulings 15, 67", "ruling 15"), encoding="utf-8")
    assert run_rules(["--coverage", "--root", str(tree)]) == 0
    assert "4 of 4 rules" in capsys.readouterr().out
    assert run_rules(["--coverage", "--edition", "all", "--root", str(tree)]) == 1
    assert "r2: 0 of 1 rules" in capsys.readouterr().out
    code.write_text(CODE, encoding="utf-8")
    assert run_rules(["--coverage", "--root", str(tree)]) == 1
    assert "ruling 67 is cited by" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("V4: the higher goes", "V4"),
        ("windows [D6-D9, D11]", "D6|D7|D8|D9|D11"),
        ("VII0–VII2, and OR10.", "VII0|VII1|VII2|OR10"),
        ("II3, II4, ruling 15: in this order", "II3|II4|ruling 15"),
        (
            "so it is (rulings 15, 67 and 70-72)",
            "ruling 15|ruling 67|ruling 70|ruling 71|ruling 72",
        ),
        ("Ruling 8, and\nrulings\n9, 10", "ruling 8|ruling 9|ruling 10"),
        ("house 1", "house 1"),
        ("V. Battle, step (7 bits), `r9`, ID4, V4x, 16•, DIV4", ""),
    ],
)
def test_ids_are_read_out_of_prose(text: str, ids: str) -> None:
    assert ids_in(text) == set(filter(None, ids.split("|")))


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_v4_equal_artifacts", "V4"),
        ("test_ruling_38_and_v7", "ruling 38|V7"),
        ("test_rulings_15_67_hold_3_times", "ruling 15|ruling 67"),
        ("test_a_read_name_is_noticed", ""),
    ],
)
def test_ids_are_read_out_of_names(name: str, ids: str) -> None:
    assert ids_in_name(name) == set(filter(None, ids.split("|")))
