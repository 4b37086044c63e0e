"""The table of searches in docs/architecture.md names files, functions and classes that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
SECTION = "## The searches of a stranger"
ELSEWHERE = ("src/", "tests/", "tools/", "web/")
FEWEST = 12
PATH = re.compile(r"[\w./-]+\.(?:py|ts)")


def rows(text: str) -> dict[str, str]:
    """What is searched for, and the cells that answer."""
    section = text.split(SECTION, 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {asked: " ".join(answers) for asked, *answers in cells}


def named(answer: str) -> list[tuple[str, str]]:
    """Every file of an answer with every name that it is said to hold; "" is the file alone."""
    found: list[tuple[str, str]] = []
    file = ""
    for word in re.findall(r"`([^`]+)`", answer):
        file = word if PATH.fullmatch(word) else file
        found.append((file, "" if word == file else word))
    return found


def path_of(name: str) -> Path:
    return ROOT / name if name.startswith(ELSEWHERE) else ROOT / "src" / "dragondune" / name


def defined(body: list[ast.stmt], before: str = "") -> set[str]:
    """Names that a module or a class defines; a method as ``Class.method``."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(before + node.name)
        if isinstance(node, ast.ClassDef):
            found |= defined(node.body, f"{node.name}.")
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found |= {before + target.id for target in targets if isinstance(target, ast.Name)}
    return found


def holds(path: Path, name: str) -> bool:
    """Is a name defined in a file, be it Python or TypeScript?"""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return name in defined(ast.parse(text).body)
    return (
        re.search(rf"\b(?:type|interface|function|class|const) {re.escape(name)}\b", text)
        is not None
    )


def missing(answer: str) -> list[str]:
    wrong = []
    for file, name in named(answer):
        if not path_of(file).is_file():
            wrong.append(file or f"{name} has no file")
        elif name and not holds(path_of(file), name):
            wrong.append(f"{file}: {name}")
    return wrong


def tree(text: str) -> set[str]:
    """What the tree at the head of the page lists, by the folder it is listed under."""
    found, above = set(), [""] * 3
    for line in text.split("```text\n", 1)[1].split("```", 1)[0].splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        if depth < len(above):
            names = re.match(r" *((?:[\w.]+(?:/[\w.]*)*/?(?: |$))+)", line)
            words = [word for word in (names[1] if names else "").split() if "/" in word]
            above[depth:] = [words[0] if words else ""] * (len(above) - depth)
            found |= {"".join([*above[:depth], word]) for word in words}
    return found


SEARCHES = rows(PAGE.read_text(encoding="utf-8"))


def test_there_are_enough_searches() -> None:
    assert len(SEARCHES) >= FEWEST


@pytest.mark.parametrize("asked", SEARCHES)
def test_a_search_leads_somewhere(asked: str) -> None:
    assert any(name for _, name in named(SEARCHES[asked])), "it names no function"
    assert not missing(SEARCHES[asked])


def test_the_tree_shows_every_room() -> None:
    package = ROOT / "src" / "dragondune"
    listed = tree(PAGE.read_text(encoding="utf-8"))
    rooms = [
        path
        for part in ("", "bots", "contracts", "lab", "server")
        for path in (package / part).iterdir()
    ]
    held = [path for path in rooms if (path / "__init__.py").is_file()]
    missing = [path for path in held if f"{path.relative_to(ROOT).as_posix()}/" not in listed]
    assert not missing
    assert not [name for name in listed if not (ROOT / name).exists()]


@pytest.mark.parametrize(
    "answer",
    [
        "`rules/nowhere.py`",
        "`rules/reckoning.py`: `no_such_sum`",
        "`game.py`: `Game.no_such_method`",
        "`web/src/generated/types.ts`: `NoSuchType`",
        "`total`, in no file",
    ],
)
def test_a_wrong_answer_is_found(answer: str) -> None:
    assert missing(answer)
