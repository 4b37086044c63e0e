"""Finds where code and tests cite rules. Files are read, never imported.

Code cites in docstrings: ``V4``, ``[D6-D9]``, ``(ruling 31)``, ``rulings 15, 67``. Tests cite in
their name (``test_v4_…``), their docstring or the mark ``rule``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dragondune.booklet.book import EDITION_ORDER, PREFIXES
from dragondune.editions.build import NEWEST

_SPAN = r"\d+(?:\s*[-–]\s*\d+)?"
_RULES = re.compile(rf"(?<![\w.])({PREFIXES})(\d+)(?:[-–]\1(\d+))?(?!\w)")
_RULINGS = re.compile(rf"\b(ruling|house)s?\s+({_SPAN}(?:(?:,| and|, and)\s*{_SPAN})*)", re.I)
MARK = "rule"

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Test = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Citation:
    """A place that cites a rule. A whole module says less than one of its functions."""

    path: str
    line: int
    name: str
    whole_module: bool = False

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place} {self.name}".rstrip()


def ids_in(text: str) -> set[str]:
    """All ids that a text cites, ranges spelled out."""
    found: set[str] = set()
    for prefix, low, high in _RULES.findall(text):
        found |= {f"{prefix}{n}" for n in range(int(low), int(high or low) + 1)}
    for kind, spans in _RULINGS.findall(text):
        for span in re.findall(_SPAN, spans):
            ends = [int(number) for number in re.findall(r"\d+", span)]
            found |= {f"{kind.lower()} {n}" for n in range(ends[0], ends[-1] + 1)}
    return found


def ids_in_name(name: str) -> set[str]:
    """`test_v4_ruling_38_…` cites V4 and ruling 38."""
    words = name.split("_")
    found: set[str] = set()
    kind = ""
    for word in words:
        if word in ("ruling", "rulings", "house"):
            kind = word.removesuffix("s")
        elif kind and word.isdigit():
            found.add(f"{kind} {word}")
        else:
            kind = ""
            found |= ids_in(word.upper())
    return found


# --- code ----------------------------------------------------------------------------------


def code_citations(root: Path, parts: tuple[str, ...]) -> Iterator[tuple[str, Citation]]:
    """Each id cited by a docstring in these parts of the package, with its place."""
    package = root / "src" / "dragondune"
    for path in _python_files([package / part for part in parts]):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        shown = path.relative_to(package).as_posix()
        for name, node in _documented(tree):
            line = getattr(node, "lineno", 1)
            place = Citation(shown, line, name, isinstance(node, ast.Module))
            for rule_id in ids_in(ast.get_docstring(node) or ""):
                yield rule_id, place


def _python_files(places: list[Path]) -> list[Path]:
    found: list[Path] = []
    for place in places:
        found += sorted(place.rglob("*.py")) if place.is_dir() else []
        found += [place] if place.is_file() else []
    return found


def _documented(tree: ast.Module) -> Iterator[tuple[str, Documented]]:
    yield "", tree
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name, node
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{node.name}.{inner.name}", inner
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node


# --- tests ---------------------------------------------------------------------------------


def find_tests(root: Path, but: frozenset[str]) -> Iterator[tuple[str, str, Citation]]:
    """Each id and edition that a test covers, with the test; folders in ``but`` are left out."""
    folder = root / "tests"
    for path in _python_files([folder]):
        within = path.relative_to(folder)
        if within.parts[0] in but:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, node, outer in _tests(tree):
            place = Citation(path.relative_to(root).as_posix(), node.lineno, name)
            for rule_id, edition in _covered(node, outer):
                yield rule_id, edition, place


def _tests(tree: ast.Module) -> Iterator[tuple[str, Test, list[ast.expr]]]:
    """Test functions and methods, with the marks of their module and class."""
    shared = _module_marks(tree)
    for node in tree.body:
        if isinstance(node, Test) and node.name.startswith("test"):
            yield node.name, node, shared
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for inner in node.body:
                if isinstance(inner, Test) and inner.name.startswith("test"):
                    yield f"{node.name}.{inner.name}", inner, [*shared, *node.decorator_list]


def _module_marks(tree: ast.Module) -> list[ast.expr]:
    marks: list[ast.expr] = []
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            marks += [node.value] if "pytestmark" in names else []
    return marks


def _covered(node: Test, outer: list[ast.expr]) -> set[tuple[str, str]]:
    """Pairs of id and edition: what is only named or told counts for the marks' editions."""
    found: set[tuple[str, str]] = set()
    told = ids_in_name(node.name) | ids_in(ast.get_docstring(node) or "")
    editions: set[str] = set()
    for mark in _marks([*outer, *node.decorator_list]):
        ids, named = _read_mark(mark)
        editions |= set(named)
        found |= {(rule_id, edition) for rule_id in ids for edition in named}
    return found | {(rule_id, e) for rule_id in told for e in editions or {NEWEST}}


def _marks(places: list[ast.expr]) -> Iterator[ast.Call]:
    """`@rule("V4")`, `@pytest.mark.rule("V4")`, also as a mark of a parameter."""
    for place in places:
        for node in ast.walk(place):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                name = node.func.id if isinstance(node.func, ast.Name) else name
                if name == MARK:
                    yield node


def _read_mark(mark: ast.Call) -> tuple[set[str], tuple[str, ...]]:
    ids: set[str] = set()
    for argument in mark.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            ids |= ids_in(argument.value)
    named: tuple[str, ...] = (NEWEST,)
    for keyword in mark.keywords:
        if keyword.arg in ("edition", "editions") and isinstance(keyword.value, ast.Constant):
            named = tuple(str(keyword.value.value).replace(",", " ").split())
    return ids, EDITION_ORDER if "all" in named else named
