"""``python3 run.py test``: everything that is checked, two or three steps at a time."""

import os
import subprocess
import tempfile
import time

from tools.setup import places
from tools.setup.extras import DEV_EXTRAS, set_up
from tools.setup.package import has_compiled_module
from tools.setup.places import environment, in_venv, say

CHECKED = ("src", "tests", "tools", "docs", "run.py", "setup.py", "conftest.py")
TYPED = ("src", "tests", "tools", "run.py")
BROWSER_TESTS = "tests/browser"
# Folders of tests that no compiler touches: they run once, with the compiled package if there is
# one. A new folder is named here, or is run on the plain source as well.
AROUND_THE_ENGINE = (
    "advice",
    "architecture",
    "assistants",
    "booklet",
    "commands",
    "docs",
    "envs",
    "installing",
    "lab",
    "lessons",
    "printing",
    "review",
    "server",
)
# How run.py calls itself to do something beside something else.
PAGE_CHECKS, COMPILE = "check-page", "compile"
COMPILED = "tests, compiled package"
USAGE = """python3 run.py test            every check, on the plain and on the compiled package
python3 run.py test --quick    lint, types, the page's own checks and most tests, on the plain source
python3 run.py test WORDS      the same checks with the tests that pytest picks by these words (-k battle)"""


def step(title: str, *words: str, **variables: str) -> bool:
    """Run a module of the environment with its output shown."""
    say(title)
    started = time.monotonic()
    command = [str(in_venv("python")), "-m", *words]
    passed = subprocess.call(command, cwd=places.ROOT, env=environment(**variables)) == 0
    say(f"{title}: {time.monotonic() - started:.0f} s")
    return passed


class Beside:
    """A step that runs while something else is done; its output is shown in its turn."""

    def __init__(self, title: str, *words: str, **variables: str) -> None:
        self.title = title
        self.started = time.monotonic()
        self.output = tempfile.TemporaryFile()  # noqa: SIM115 (open for as long as the step runs)
        self.process = subprocess.Popen(
            [str(in_venv("python")), *words],
            cwd=places.ROOT,
            env=environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=subprocess.STDOUT,
        )

    def passed(self) -> bool:
        """Wait for it and show what it said."""
        passed = self.process.wait() == 0
        say(f"{self.title}: {time.monotonic() - self.started:.0f} s until here")
        self.output.seek(0)
        print(self.output.read().decode("utf-8", "replace"), end="", flush=True)
        self.output.close()
        return passed


def _lint() -> dict[str, bool]:
    checked = [name for name in CHECKED if (places.ROOT / name).exists()]
    return {
        "ruff check": step("ruff check", "ruff", "check", *checked),
        "ruff format": step("ruff format --check", "ruff", "format", "--check", *checked),
    }


def _types() -> Beside:
    return Beside("mypy --strict", "-m", "mypy", "--strict", *TYPED)


def _page() -> Beside:
    return Beside("prettier, eslint, svelte-check and vitest on the page", "run.py", PAGE_CHECKS)


def _ignored(folders: tuple[str, ...]) -> list[str]:
    return [f"--ignore={folder}" for folder in folders]


def _pytest() -> list[str]:
    # What takes long is named, so that nobody has to look for it.
    slow = ("--durations=15", "--durations-min=3")
    return ["pytest", "-n", str(os.cpu_count() or 1), "--dist", "loadgroup", *slow]


def _plain(words: list[str]) -> bool:
    return step(
        "tests on the plain source",
        *_pytest(),
        *words,
        PYTHONPATH=str(places.ROOT / "src"),
        DRAGONDUNE_EXPECT="plain",
    )


def test(words: list[str]) -> int:
    """Check everything, or what the words choose; 0 when all of it passed."""
    if words[:1] in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    set_up(DEV_EXTRAS, hurry=True)
    return _quick(words[1:]) if words[:1] == ["--quick"] else _whole(words)


def _quick(words: list[str]) -> int:
    types, page = _types(), _page()
    results = _lint()
    results["tests, plain source"] = _plain(["--quick", *_ignored((BROWSER_TESTS,)), *words])
    results |= {"mypy": types.passed(), "the page's source": page.passed()}
    return report(results, "the quick lane leaves it out.")


def _whole(words: list[str]) -> int:
    # The compiler keeps one core busy while the tools and the plain source need the other.
    compiler, types, page = Beside("compiling the package", "run.py", COMPILE), _types(), _page()
    around = tuple(f"tests/{name}" for name in AROUND_THE_ENGINE)
    results = _lint()
    plain = _plain(words or _ignored((BROWSER_TESTS, *around)))
    results |= {"mypy": types.passed(), "the page's source": page.passed()}
    results["tests, plain source"] = plain
    compiler.passed()  # should it have failed, the set-up tries once more and says why
    stamp = set_up(DEV_EXTRAS)
    compiled = has_compiled_module()
    if not words:
        results |= _beside_a_browser(compiled, around)
    elif compiled:
        results[COMPILED] = _compiled(words)
    return report(results, stamp.get("plain", ""))


def _compiled(words: list[str]) -> bool:
    title = "tests on the compiled package"
    return step(title, *_pytest(), *words, DRAGONDUNE_EXPECT="compiled")


def _beside_a_browser(compiled: bool, around: tuple[str, ...]) -> dict[str, bool]:
    """A browser mostly waits, so its tests take their turns beside all others."""
    browser = Beside("tests of the page in a browser", "-m", "pytest", BROWSER_TESTS)
    results = (
        {COMPILED: _compiled(_ignored((BROWSER_TESTS,)))}
        if compiled
        else {"tests around the engine": _plain(list(around))}
    )
    return results | {"tests in a browser": browser.passed()}


def report(results: dict[str, bool], plain: str) -> int:
    """Tell what passed; 0 when everything did."""
    if COMPILED not in results:
        reason = plain or "no module to compile yet."
        # Lacking a compiler is the machine's affair; source that does not compile is a defect.
        excused = not plain.startswith(("mypyc refused", "compiling failed"))
        say(f"{COMPILED}: {'SKIPPED' if excused else 'not possible'}, {reason}")
        if not excused:
            say(f"see {places.log()}")
            results[COMPILED] = False
    for name, passed in results.items():
        say(f"{'passed' if passed else 'FAILED'}  {name}")
    return 0 if all(results.values()) else 1
