"""The arithmetic of the rules is done once, in rules/reckoning.py; who needs it asks there.

A copy goes wrong unseen: hints once counted an elite unit as one and a bit, and the page drew six
numbers ahead of dragons that could be steered ten.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "dragondune"
ASKING = ("bots", "lab", "server", "views")
# Answers of a ruleset that mean nothing without the arithmetic around them.
FIELDS = {
    *("unit_points", "elite_points", "battle_bonus", "no_bonus_against"),
    *("weakness", "weak_against", "half_rounds_up", "seller_discount", "disband_price"),
    *("revive_limit", "revive_free", "ally_revive_limit", "ally_revive_free"),
    *("conscripts", "ally_conscripts", "steer_least", "steer_most"),
    *("ace_moves", "ace_hides", "ace_fights"),
}
NUMBERS = {
    *("CASTLE_PRICE", "LAND_PRICE", "MOVEMENT", "LONG_MOVEMENT", "GRIFFIN_MOVEMENT"),
    *("REACH", "REACHED", "MAX_REACH"),
}


def own_arithmetic(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a file reads what only the rules should reckon with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in FIELDS:
            if ast.unparse(node.value).split(".")[-1] == "rules":
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, a.name) for a in node.names if a.name in NUMBERS)


@pytest.mark.parametrize("part", ASKING)
def test_nobody_reckons_alone(part: str) -> None:
    wrong = []
    for path in sorted((SOURCE / part).rglob("*.py")):
        found = own_arithmetic(ast.parse(path.read_text(encoding="utf-8")))
        wrong += [f"{path.relative_to(SOURCE).as_posix()}:{line} {what}" for line, what in found]
    assert not wrong, "ask rules/reckoning.py"


@pytest.mark.parametrize(
    "code",
    ["x = view.rules.unit_points", "x = rules.weakness", "from a.constants import LAND_PRICE"],
)
def test_a_copy_is_noticed(code: str) -> None:
    assert list(own_arithmetic(ast.parse(code)))


@pytest.mark.parametrize(
    "code", ["x = unit_points(rules, 1, 0)", "x = w.conscripts", "rules.turns"]
)
def test_a_question_is_not(code: str) -> None:
    assert not list(own_arithmetic(ast.parse(code)))
