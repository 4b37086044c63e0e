"""Keeps the house in order: who may import whom, and what no file may say.

Files are read, never imported, so a broken module cannot hide what it does.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "dragondune"
SOURCE = ROOT / "src" / PACKAGE

# What each part may import of ours. A new part finds its place here first.
ALLOWED: dict[str, set[str]] = {
    "model": set(),
    "engine": {"model"},
    "rules": {"engine", "model"},
    "factions": {"rules", "engine", "model"},
    "editions": {"factions", "rules", "engine", "model"},
    "views": {"rules", "engine", "model"},
    "action": {"model"},
    "contracts": {"rules", "engine", "model"},
    "records": set(),
    "game": {
        "records",
        "action",
        "contracts",
        "editions",
        "views",
        "factions",
        "rules",
        "engine",
        "model",
    },
    "booklet": {"editions", "model"},
    "printing": {"booklet", "editions", "rules", "engine", "model"},
    # A story may be one of bots.
    "telling": {
        "bots",
        "game",
        "contracts",
        "action",
        "views",
        "editions",
        "rules",
        "engine",
        "model",
    },
    # Bots get views; the match that seats them sets up and runs whole games.
    "bots": {"game", "contracts", "action", "views", "editions", "rules", "engine", "model"},
    "learning": {"bots", "game", "views", "editions", "rules", "engine", "model"},
    # It plays by the network; bots know it by name only, and load it when it is wanted.
    "champion": {
        *("learning", "bots", "game", "contracts", "views", "editions", "rules", "engine"),
        "model",
    },
    # Compiled games asked in parts; it shares the rows of the learner.
    "envs": {
        *("learning", "telling", "bots", "views", "editions", "rules", "engine", "model"),
    },
    "lab": {"bots", "game", "action", "telling", "views", "editions", "rules", "engine", "model"},
    "advice": {"telling", "bots", "action", "views", "rules", "engine", "model"},
    "review": {
        "advice",
        "telling",
        "bots",
        "game",
        "records",
        "contracts",
        "action",
        "views",
        "editions",
        "rules",
        "engine",
        "model",
    },
    "lessons": {"game", "editions", "booklet", "model"},
    "server": {
        *(
            "records",
            "game",
            "action",
            "contracts",
            "bots",
            "telling",
            "booklet",
            "views",
            "printing",
        ),
        "lessons",
        *("advice", "review"),
        *("editions", "rules", "model"),
    },
    # A client of the server, with words for what it is told, and an example of a contract in sentences.
    "assistants": {"server", "advice", "booklet", "contracts", "action", "editions", "engine"},
}
# Nothing stands behind these, so anyone may use them.
FREE = {"asking", "ints", "paths", "subclassing"}
# The way in from outside: puts everything together.
TOP = {"cli", "__init__", "__main__"}
# What has to run on a bare interpreter.
STANDARD_LIBRARY_ONLY = (
    set(ALLOWED) - {"assistants", "champion", "envs", "lab", "learning", "server", "printing"}
    | FREE
    | TOP
)

EDITIONS = {"first", "r2", "r6", "r6b", "r9"}
# Where an edition or an option is a name to show, store or choose, not a rule to decide.
MAY_READ_NAMES = {"cli.py", "engine/notation.py", "server/lobby/hall.py"}


@dataclass(frozen=True)
class Module:
    path: Path
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its path inside the package: `engine/agenda.py`."""
        return self.path.relative_to(SOURCE).as_posix()

    @property
    def part(self) -> str:
        return self.name.split("/")[0].removesuffix(".py")

    @property
    def package(self) -> list[str]:
        """The dotted package that a relative import starts from."""
        return [PACKAGE, *self.path.relative_to(SOURCE).parts[:-1]]


def modules() -> list[Module]:
    paths = sorted(SOURCE.rglob("*.py"))
    return [Module(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


MODULES = modules()


def imported(module: Module, tree: ast.AST) -> Iterator[str]:
    """The dotted name of everything imported; `from a import b` counts as a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = module.package[: len(module.package) - node.level + 1] if node.level else []
            base = [*start, *([node.module] if node.module else [])]
            yield from (".".join([*base, alias.name]) for alias in node.names)


def parts_imported(module: Module) -> set[str]:
    """The parts of the package that a module reaches for."""
    known = {other.part for other in MODULES} | set(ALLOWED) | FREE | TOP
    found = set()
    for name in imported(module, module.tree):
        top, _, rest = name.partition(".")
        part = rest.split(".")[0]
        # `from dragondune import __version__` names no part.
        if top == PACKAGE and part in known:
            found.add(part)
    return found


def for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


class WithoutTypeChecking(ast.NodeTransformer):
    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        return node.orelse if for_type_checkers(node) else node


def test_every_part_has_its_place() -> None:
    parts = {module.part for module in MODULES}
    strangers = parts - set(ALLOWED) - FREE - TOP
    assert not strangers, f"say in ALLOWED what {sorted(strangers)} may import"
    assert set(ALLOWED) | FREE | TOP == parts
    assert {module.name for module in MODULES} >= MAY_READ_NAMES


def test_imports_go_one_way() -> None:
    wrong = []
    for module in MODULES:
        if module.part in TOP:
            continue
        allowed = ALLOWED.get(module.part, set()) | FREE | {module.part}
        for part in sorted(parts_imported(module) - allowed):
            wrong.append(f"{module.name} imports {part}")
    assert not wrong


def test_the_directions_have_no_circle() -> None:
    for part, allowed in ALLOWED.items():
        for other in allowed:
            assert part not in ALLOWED[other], f"{part} and {other} may import each other"


def test_the_engine_needs_the_standard_library_alone() -> None:
    wrong = []
    for module in MODULES:
        if module.part not in STANDARD_LIBRARY_ONLY:
            continue
        tree = WithoutTypeChecking().visit(ast.parse(ast.unparse(module.tree)))
        for name in imported(module, tree):
            top = name.split(".")[0]
            if top != PACKAGE and top not in sys.stdlib_module_names:
                wrong.append(f"{module.name} imports {top}")
    assert not wrong


def texts(node: ast.AST) -> set[str]:
    """The strings in an operand, be it one or a tuple of them."""
    whole = isinstance(node, ast.Constant | ast.Tuple | ast.List | ast.Set)
    constants = [n for n in ast.walk(node) if isinstance(n, ast.Constant)] if whole else []
    return {constant.value for constant in constants if isinstance(constant.value, str)}


def speaks_of_variants(node: ast.AST) -> bool:
    """`edition`, `game.options`, `self.edition.name`: where the names of variants are kept."""
    words = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
    words += [n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)]
    return any(word in ("edition", "option", "options", "edition_id") for word in words)


def names_read(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            found = set().union(*(texts(operand) for operand in operands))
            about = any(speaks_of_variants(operand) for operand in operands)
            yield from ((node.lineno, text) for text in found if about or text in EDITIONS)
        elif isinstance(node, ast.Match):
            about = speaks_of_variants(node.subject)
            for value in (n for n in ast.walk(node) if isinstance(n, ast.MatchValue)):
                found = texts(value.value)
                yield from ((value.lineno, text) for text in found if about or text in EDITIONS)


def test_editions_and_options_are_read_in_one_place() -> None:
    wrong = []
    for module in MODULES:
        if module.part != "editions" and module.name not in MAY_READ_NAMES:
            wrong += [
                f"{module.name}:{line} asks for {text!r}" for line, text in names_read(module.tree)
            ]
    assert not wrong, "a rule asks its Ruleset, never which edition or option is played"


@pytest.mark.parametrize(
    "code",
    [
        "if name == 'r9': pass",
        "x = name in ('r6', 'r6b')",
        "if 'weaknesses' in game.options: pass",
        "match name:\n    case 'a' | 'r2': pass",
        "match self.edition:\n    case 'other': pass",
    ],
)
def test_a_read_name_is_noticed(code: str) -> None:
    assert list(names_read(ast.parse(code)))


@pytest.mark.parametrize(
    "code", ["x = {'r9': 1}", "if kind == 'battle': pass", "if edition == other: pass"]
)
def test_other_code_is_left_alone(code: str) -> None:
    assert not list(names_read(ast.parse(code)))


def project_files() -> list[Path]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    names = done.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


# Put together here, so that this file does not hold what it looks for.
MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:" + "|".join(("work", "root", "home")) + ")/")
HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("npmmirror", "com"),
    )
]


def test_no_file_names_a_machine_or_a_registry() -> None:
    wrong = []
    for path in project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        name = path.relative_to(ROOT).as_posix()
        wrong += [f"{name}: {found.group()}" for found in MACHINE_PATH.finditer(text)]
        wrong += [f"{name}: {host}" for host in HOSTS if host in text]
    assert not wrong


HALF_MERGED = re.compile(r"^(?:<{7} |>{7} )", re.MULTILINE)


def test_no_file_is_half_merged() -> None:
    wrong = []
    for path in project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if HALF_MERGED.search(text):
            wrong.append(path.relative_to(ROOT).as_posix())
    assert not wrong
