"""Functions stay short. How long a file is decides nothing: what belongs together stays together."""

import ast
from pathlib import Path
from statistics import median, quantiles

SOURCE = Path(__file__).resolve().parents[2] / "src" / "dragondune"
USUAL = 7
NINE_OF_TEN = 17


def lengths(tree: ast.AST) -> list[int]:
    """Lines of every function, from its name to its last line."""
    return [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_functions_stay_short() -> None:
    paths = sorted(SOURCE.rglob("*.py"))
    found = [n for path in paths for n in lengths(ast.parse(path.read_text(encoding="utf-8")))]
    assert median(found) <= USUAL
    assert quantiles(found, n=10)[-1] <= NINE_OF_TEN


def test_a_function_is_measured_with_its_name() -> None:
    assert lengths(ast.parse("@cache\ndef one():\n    return 1\n\n\nasync def two(): ...\n")) == [
        2,
        1,
    ]
