"""Setting up: a player waits for the plain package only, everybody else gets the compiled one."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest
import run

from tools.setup import checks, extras, installer, package, page, places, stamp
from tools.setup.places import ROOT, SetupError


class Setup:
    """The set-up of a tiny project, with a pip that only notes what it was asked to do."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(places, "ROOT", folder)
        monkeypatch.setattr(installer, "pip", self.pip)
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
            return "" if self.compiler else f"{package.PLAIN_NOTICE}no C compiler was found."
        plain = variables.get("DRAGONDUNE_PURE") == "1"
        self.asked.append("install plain" if plain else f"install {Path(words[-1]).name}")
        return ""

    def install(self, hurry: bool, retry: bool = False) -> list[str]:
        """What one start asks of pip."""
        self.asked = []
        package.install_package(stamp.read_stamp(), retry=retry, hurry=hurry)
        return self.asked


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    return Setup(tmp_path, monkeypatch)


def test_a_player_waits_for_no_compiler(setup: Setup) -> None:
    assert setup.install(hurry=True) == ["install plain"]
    assert setup.install(hurry=True) == []


def test_what_was_compiled_behind_the_game_is_taken_at_the_next_start(setup: Setup) -> None:
    setup.install(hurry=True)
    package.compile_now()
    assert setup.install(hurry=True) == ["install package.whl"]
    assert setup.install(hurry=True) == []


def test_other_commands_get_the_compiled_package(setup: Setup) -> None:
    assert setup.install(hurry=False) == ["compile", "install package.whl"]


def test_whoever_hurried_gets_the_compiled_package_later(setup: Setup) -> None:
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
    assert stamp.read_stamp()["plain"].startswith("no C compiler")
    setup.compiler = True
    assert setup.install(hurry=False) == []
    assert setup.install(hurry=False, retry=True) == ["compile", "install package.whl"]
    assert stamp.read_stamp()["plain"] == ""


def test_a_broken_installation_is_not_taken_for_done(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*words: str, **variables: str) -> str:
        raise SetupError("no network")

    with monkeypatch.context() as offline:
        offline.setattr(installer, "pip", failing)
        with pytest.raises(SetupError):
            setup.install(hurry=True)
    assert setup.install(hurry=True) == ["install plain"]


class Index:
    """Stands in for uv and pip: notes who was asked, and fails whoever it is told to fail."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, failing: str = "") -> None:
        monkeypatch.setattr(places, "ROOT", folder)
        monkeypatch.setattr(installer, "logged", self.logged)
        monkeypatch.delenv("DRAGONDUNE_INSTALLER", raising=False)
        monkeypatch.setattr("shutil.which", lambda name: None)
        monkeypatch.delenv("SSL_CERT_FILE", raising=False)
        self.failing = failing
        self.variables: dict[str, str] = {}
        self.asked: list[str] = []

    def logged(
        self, command: list[str], variables: dict[str, str], folder: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        if command[-2:] == ["config", "list"]:
            said = "global.index-url='https://index.example/simple'\n:env:.cert='/a.pem'\n"
            return subprocess.CompletedProcess(command, 0, said)
        who = "uv" if Path(command[0]).name.startswith("uv") else "pip"
        self.asked.append(f"{who} {command[-1]}")
        self.variables = variables
        if command[-1].startswith("uv>") and "uv" not in self.failing:
            places.in_venv("uv").parent.mkdir(parents=True)
            places.in_venv("uv").touch()
        failed = who in self.failing
        return subprocess.CompletedProcess(command, int(failed), "ProxyError" if failed else "")


def test_uv_fetches_where_it_can_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = Index(tmp_path, monkeypatch)
    installer.fetch("numpy")
    installer.fetch("rich")
    assert index.asked == ["pip uv>=0.5", "uv numpy", "uv rich"]
    assert index.variables["UV_DEFAULT_INDEX"] == "https://index.example/simple"
    assert index.variables["SSL_CERT_FILE"] == "/a.pem"


def test_pip_fetches_where_uv_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = Index(tmp_path, monkeypatch, failing="uv")
    installer.fetch("numpy")
    assert index.asked[-1] == "pip numpy"
    places.in_venv("uv").parent.mkdir(parents=True)
    places.in_venv("uv").touch()
    installer.fetch("rich")
    assert index.asked[-2:] == ["uv rich", "pip rich"]
    monkeypatch.setenv("DRAGONDUNE_INSTALLER", "pip")
    installer.fetch("lxml")
    assert index.asked[-2:] == ["pip rich", "pip lxml"]


def test_without_a_network_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Index(tmp_path, monkeypatch, failing="uv pip")
    with pytest.raises(SetupError, match="Is this machine online"):
        installer.fetch("numpy")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "The disk is full"),
        (PermissionError(errno.EACCES, "not yours"), "Could not set up: [Errno 13] not yours"),
        (SetupError("No npm."), "No npm."),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    error: Exception,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def failing(*words: object, **more: object) -> None:
        raise error

    monkeypatch.setattr(extras, "set_up", failing)
    assert run.main(["rules"]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(told)
    assert said.out == ""


def test_an_interrupted_set_up_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*words: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(extras, "set_up", interrupted)
    assert run.main([]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_fresh_python_can_read_all_of_the_set_up() -> None:
    """No site packages, no package of ours, and nothing of the caller's."""
    command = [sys.executable, "-I", "-S", str(ROOT / "run.py"), "--help"]
    done = subprocess.run(command, capture_output=True, cwd="/", check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert "python3 run.py test" in done.stdout.decode("utf-8", "replace")


def test_run_py_stays_small() -> None:
    assert len((ROOT / "run.py").read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize("words", [["load"], ["trial", "kills"], ["screens"], ["lab", "fit"]])
def test_every_command_names_extras_that_exist(words: list[str]) -> None:
    wanted = extras._requirements(extras.extras_of(words))
    assert all(wanted.values())
    assert not [line for lines in wanted.values() for line in lines if "dragon-dune" in line]


def test_the_page_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def npm(command: list[str], *more: object) -> subprocess.CompletedProcess[str]:
        asked.append(" ".join(command[1:]))
        (tmp_path / "src/dragondune/server/page").mkdir(parents=True, exist_ok=True)
        (tmp_path / "src/dragondune/server/page/index.html").touch()
        return subprocess.CompletedProcess(command, 0, "")

    monkeypatch.setattr(places, "ROOT", tmp_path)
    monkeypatch.setattr(page, "npm_command", lambda: (["npm"], ""))
    monkeypatch.setattr(installer, "logged", npm)
    for folder in (".venv", "web/src"):
        (tmp_path / folder).mkdir(parents=True)
    for _ in range(2):
        page.build_page(dev=False)
    assert asked == ["ci --no-audit --no-fund --omit=dev", "run build"]


class Steps:
    """The steps of a test run that only note that they were taken."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, compiled: bool, failing: str = "") -> None:
        self.taken: list[str] = []
        self.failing = failing
        monkeypatch.setattr(checks, "set_up", lambda *more, **also: {"plain": ""})
        monkeypatch.setattr(checks, "has_compiled_module", lambda: compiled)
        monkeypatch.setattr(checks, "step", self.step)
        monkeypatch.setattr(checks, "Beside", lambda *words, **more: Later(self, words))

    def step(self, title: str, *words: str, **variables: str) -> bool:
        self.taken.append(" ".join([title, *words]))
        return not (self.failing and self.failing in title)


class Later:
    def __init__(self, steps: Steps, words: tuple[str, ...]) -> None:
        self.passed = lambda: steps.step(*words)


@pytest.mark.parametrize("failing", ["ruff check", "mypy", "plain", "compiled", "browser", "page"])
def test_a_failing_step_fails_the_whole(failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Steps(monkeypatch, compiled=True, failing=failing)
    assert checks.test([]) == 1


@pytest.mark.parametrize("compiled", [True, False])
def test_every_test_is_run_with_and_without_a_compiler(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Steps(monkeypatch, compiled)
    assert checks.test([]) == 0
    plain = next(line for line in steps.taken if "plain source" in line)
    around = [line for line in steps.taken if "compiled package" in line or "tests/server" in line]
    assert "--ignore=tests/server" in plain
    assert len(around) == 2
    assert compiled == any(line.endswith("--ignore=tests/browser") for line in around)
    assert any(line.endswith("pytest tests/browser") for line in steps.taken)


def test_the_quick_lane_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Steps(monkeypatch, compiled=False)
    assert checks.test(["--quick"]) == 0
    assert not [line for line in steps.taken if "compil" in line or "pytest tests/browser" in line]
    assert any("--quick" in line for line in steps.taken)


def test_every_folder_around_the_engine_exists() -> None:
    assert not [name for name in checks.AROUND_THE_ENGINE if not (ROOT / "tests" / name).is_dir()]
