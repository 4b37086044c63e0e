"""The rooms of the server: which may import which, without circles, and who decides what is shown.

Imports for type checkers count like any other: what two modules know of each other ties them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SERVER = Path(__file__).resolve().parents[2] / "src" / "dragondune" / "server"
PACKAGE = "dragondune.server"

# What each room may import of the server. "" are the modules outside any room.
ROOMS: dict[str, set[str]] = {
    "": {
        "circles",
        "cluster",
        "cups",
        "lobby",
        "people",
        "ranks",
        "storage",
        "tables",
        "web",
        "wire",
    },  # the command, which starts it all
    "audience": set(),
    "fairness": set(),
    "lessons": {"audience", "play", "wire"},
    "wire": {"audience"},
    "storage": {"fairness", "wire"},
    "cluster": {"fairness", "storage"},
    "play": {"audience", "wire"},
    "orders": {"wire"},
    "bots": {"audience", "fairness", "lessons", "play", "storage"},
    "tables": {"audience", "bots", "fairness", "lessons", "orders", "play", "storage", "wire"},
    "review": {"audience", "bots", "storage", "wire"},
    "lobby": {"cluster", "bots", "fairness", "review", "storage", "tables", "wire"},
    "people": {"audience", "lobby", "storage", "tables", "wire"},
    "tidings": {"audience", "cluster", "lobby", "people", "play", "storage", "tables", "wire"},
    "ranks": {"people", "storage", "tables", "wire"},
    "circles": {"lobby", "people", "storage", "tables", "wire"},
    "cups": {"cluster", "fairness", "lobby", "people", "ranks", "storage", "tables", "wire"},
    "web": {
        *("audience", "bots", "circles", "cluster", "cups", "fairness", "lessons", "lobby"),
        *("people", "ranks", "review", "storage", "tables", "tidings", "wire"),
    },
}
# Settings and limits, behind which nothing stands.
FREE = {f"{PACKAGE}.{name}" for name in ("compiling", "config", "gauges", "limits", "logs")}
# Tools that try the server from outside.
OUTSIDE = {"trials"}


def name_of(path: Path) -> str:
    parts = path.relative_to(SERVER).with_suffix("").parts
    return ".".join([PACKAGE, *parts])


def room_of(module: str) -> str:
    parts = module.removeprefix(PACKAGE).strip(".").split(".")
    return parts[0] if len(parts) > 1 else ""


FILES = {
    name_of(path): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(SERVER.rglob("*.py"))
    if path.name != "__init__.py" and path.relative_to(SERVER).parts[0] not in OUTSIDE
}


def imports(tree: ast.Module) -> Iterator[str]:
    """The modules of the server that a module imports, for whatever purpose."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            yield from (name for name in names if name in FILES)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in FILES)


GRAPH = {module: sorted(set(imports(tree))) for module, tree in FILES.items()}


def test_every_room_has_its_place() -> None:
    assert {room_of(module) for module in FILES} == set(ROOMS)


def test_rooms_import_one_way() -> None:
    wrong = [
        f"{module} imports {other}"
        for module, others in GRAPH.items()
        for other in others
        if other not in FREE and room_of(other) not in ROOMS[room_of(module)] | {room_of(module)}
    ]
    assert not wrong


def circle(graph: dict[str, list[str]]) -> list[str]:
    """Modules that import each other in a ring; nothing where there is none."""
    done: set[str] = set()

    def follow(module: str, way: list[str]) -> list[str]:
        if module in way:
            return way[way.index(module) :]
        if module in done:
            return []
        for other in graph.get(module, ()):
            if found := follow(other, [*way, module]):
                return found
        done.add(module)
        return []

    return next((found for module in graph if (found := follow(module, []))), [])


def test_no_modules_hold_each_other() -> None:
    assert not circle(GRAPH)


def test_no_rooms_hold_each_other() -> None:
    assert not circle({room: sorted(others) for room, others in ROOMS.items()})


def test_a_circle_is_found() -> None:
    assert set(circle({"a": ["b"], "b": ["c"], "c": ["b"]})) == {"b", "c"}


def decides(tree: ast.Module) -> Iterator[int]:
    """Lines that ask a game for a view, or an event for its audience."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("view", "events") and "game" in ast.unparse(node.func):
                yield node.lineno
        if isinstance(node, ast.Attribute) and node.attr == "audience":
            yield node.lineno
        if isinstance(node, ast.Name) and node.id == "view_of":
            yield node.lineno


def test_what_is_shown_is_decided_in_one_room() -> None:
    """Views are taken in the room that knows who may see what, whoever they are for."""
    wrong = [
        f"{module}:{line}"
        for module, tree in FILES.items()
        if room_of(module) != "audience"
        for line in decides(tree)
    ]
    assert not wrong, "ask server/audience/rights.py"
