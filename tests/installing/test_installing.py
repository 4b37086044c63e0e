"""Setting up: a player waits for the plain package only, everybody else gets the compiled one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load_run() -> Any:
    spec = importlib.util.spec_from_file_location("run_under_test", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Setup:
    """run.py on a tiny project, with a pip that only notes what it was asked to do."""

    def __init__(self, folder: Path) -> None:
        self.run = load_run()
        self.run.ROOT, self.run.VENV = folder, folder / ".venv"
        self.run.STAMP, self.run.READY = folder / ".venv" / "s.json", folder / ".venv" / "ready"
        self.run.pip = self.pip
        (folder / ".venv").mkdir()
        (folder / "src").mkdir()
        (folder / "src" / "a.py").write_text("one = 1\n")
        self.folder = folder
        self.asked: list[str] = []
        self.compiler = True

    def pip(self, *words: str, **variables: str) -> str:
        if words[0] == "wheel":
            self.asked.append("compile")
            target = Path(words[words.index("-w") + 1])
            target.mkdir()
            (target / "package.whl").write_text("")
            return "" if self.compiler else f"{self.run.PLAIN_NOTICE}no C compiler was found."
        plain = variables.get("DRAGONDUNE_PURE") == "1"
        self.asked.append("install plain" if plain else f"install {Path(words[-1]).name}")
        return ""

    def install(self, hurry: bool, retry: bool = False) -> list[str]:
        """What one start asks of pip."""
        self.asked = []
        self.run.install_package(self.run.read_stamp(), retry=retry, hurry=hurry)
        return self.asked


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    return Setup(tmp_path)


def test_a_player_waits_for_no_compiler(setup: Setup) -> None:
    assert setup.install(hurry=True) == ["install plain"]
    assert setup.install(hurry=True) == []


def test_what_was_compiled_behind_the_game_is_taken_at_the_next_start(setup: Setup) -> None:
    setup.install(hurry=True)
    setup.run.compile_quietly()
    assert setup.install(hurry=True) == ["install package.whl"]
    assert setup.install(hurry=True) == []


def test_other_commands_get_the_compiled_package(setup: Setup) -> None:
    assert setup.install(hurry=False) == ["compile", "install package.whl"]
    setup = Setup(setup.folder / "src")
    setup.install(hurry=True)
    assert setup.install(hurry=False) == ["compile", "install package.whl"]
    assert setup.install(hurry=False) == []


def test_changed_source_is_installed_anew(setup: Setup) -> None:
    setup.install(hurry=False)
    (setup.folder / "src" / "a.py").write_text("one = 2\n")
    assert setup.install(hurry=True) == ["install plain"]
    assert setup.install(hurry=False) == ["compile", "install package.whl"]


def test_a_compiler_that_came_later_is_found(setup: Setup) -> None:
    setup.compiler = False
    setup.install(hurry=False)
    assert setup.run.read_stamp()["plain"].startswith("no C compiler")
    setup.compiler = True
    assert setup.install(hurry=False) == []
    assert setup.install(hurry=False, retry=True) == ["compile", "install package.whl"]
    assert setup.run.read_stamp()["plain"] == ""


def test_a_broken_installation_is_not_taken_for_done(setup: Setup) -> None:
    def failing(*words: str, **variables: str) -> str:
        raise setup.run.SetupError("no network")

    setup.run.pip = failing
    with pytest.raises(setup.run.SetupError):
        setup.install(hurry=True)
    setup.run.pip = setup.pip
    assert setup.install(hurry=True) == ["install plain"]
