"""Packed codes are packed and read in the modules that define them, and nowhere else.

An action, a frame, a prediction and a betrayal are one number each. Whoever wants a part of one
asks by name (``card_of(action)``, ``frame_place(entry)``); a raw shift elsewhere would be a second
place that has to know the layout. Sets as bits (``mask >> t & 1``) are another matter.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "dragondune"
DEFINE = {"model/actions.py", "model/frames.py", "model/choices.py", "engine/agenda.py"}
# Whole arrays of codes come apart at once, where a call for each would take longer than the network.
DEFINE |= {"learning/features.py"}
# Where the parts of actions and frames begin, and how wide they are.
SHIFTS = {5, 7, 10, 15, 16, 20, 22, 26, 29, 32}
MASKS = {31, 63, 127, 1023}


def number(node: ast.AST) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) else None


def raw_parts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a part of a packed number is taken out or put in by position."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp):
            taken = isinstance(node.op, ast.RShift) and number(node.right) in SHIFTS
            cut = isinstance(node.op, ast.BitAnd) and number(node.right) in MASKS
            if taken or cut:
                yield node.lineno, ast.unparse(node)
        if isinstance(node, ast.Assign | ast.AugAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Subscript) and "stack" in ast.unparse(target.value):
                if any(isinstance(part, ast.LShift) for part in ast.walk(node)):
                    yield node.lineno, ast.unparse(node)


def test_nobody_else_knows_the_layout() -> None:
    wrong = []
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name not in DEFINE:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            wrong += [f"{name}:{line} {code}" for line, code in raw_parts(tree)]
    assert not wrong, "ask model/actions.py, model/frames.py or model/choices.py by name"


@pytest.mark.parametrize(
    "code",
    [
        "x = action >> 29",
        "x = entry >> 10 & 63",
        "x = plan & 31",
        "s.stack[-1] += 1 << 16",
        "s.stack[-1] = STEP | f << 7",
    ],
)
def test_a_raw_part_is_noticed(code: str) -> None:
    assert list(raw_parts(ast.parse(code)))


@pytest.mark.parametrize(
    "code", ["x = mask >> t & 1", "POWER = 1 << 7", "s.stack[-1] = frame(1, 2)", "x = a & 15"]
)
def test_sets_are_left_alone(code: str) -> None:
    assert not list(raw_parts(ast.parse(code)))
