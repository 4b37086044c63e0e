"""Tools work on a checkout: they are not installed, and nothing that is installed needs them."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from dragondune.cli import OF_THE_REPOSITORY, main
from tools import ROOT
from tools.__main__ import TOOLS
from tools.setup import extras

NOT_INSTALLED = {"tools", "tests", *(path.name for path in (ROOT / "tests").iterdir())}
# What setup.py would put into a wheel, without building one.
PACKED = """
import runpy, setuptools
setuptools.setup = lambda packages, **more: print(*packages)
runpy.run_path("setup.py")
"""


def imported(path: Path) -> set[str]:
    """The first words of what a module imports from outside itself."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").split(".")[0])
    return found


def test_the_package_holds_no_tool() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PACKED], cwd=ROOT, capture_output=True, check=True
    )
    packages = done.stdout.decode().splitlines()[-1].split()
    assert "dragondune.server.web" in packages
    assert {name.split(".")[0] for name in packages} == {"dragondune"}


def test_what_is_installed_imports_nothing_that_is_not() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for name in sorted(imported(path) & NOT_INSTALLED)
    ]
    assert not wrong


@pytest.mark.parametrize("word", OF_THE_REPOSITORY)
def test_an_installed_package_says_where_its_tools_are(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word, "--help"]) == 2
    told = capsys.readouterr().err
    assert f"python3 run.py {word}" in told
    assert told.count("\n") == 1


def test_run_py_knows_every_tool() -> None:
    assert set(extras.TOOLS) == set(TOOLS)


@pytest.mark.parametrize("word", TOOLS)
def test_a_tool_explains_itself(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    module, function, _ = TOOLS[word]
    with pytest.raises(SystemExit) as ended:
        getattr(import_module(module), function)(["--help"])
    assert ended.value.code == 0
    assert f"python3 run.py {word}" in capsys.readouterr().out
