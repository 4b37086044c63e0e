"""``python3 run.py wheels``: the packages that others install, made of a source package alone.

One compiled wheel for each Python of this machine that has its headers, one of plain Python for all
others, and the source package they were made of. ``--try`` installs each in an empty environment and
plays a game with it in a browser.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import NamedTuple

from tools.setup import installer, places
from tools.setup.extras import set_up
from tools.setup.places import SetupError, environment, in_venv, say

NAMES = ("python3.11", "python3.12", "python3.13", "python3.14")
PROBE = "import sys, sysconfig; print(sys.version_info[:2], sysconfig.get_path('include'))"
# Its notes go beside it, and none into the checkout.
MAKE_SOURCE = """import runpy, sys
where = sys.argv[1]
sys.argv = ["setup.py", "-q", "egg_info", "--egg-base", where, "sdist", "-d", where]
runpy.run_path("setup.py", run_name="__main__")"""


class Python(NamedTuple):
    """An interpreter of this machine."""

    path: str
    version: str  # such as 3.12


class Built(NamedTuple):
    """A package, and the interpreter to try it with."""

    path: Path
    python: Python


def run_wheels(words: list[str]) -> int:
    """Make the packages; 0 when all were made, and worked where they were tried."""
    parser = argparse.ArgumentParser(prog="python3 run.py wheels", description=__doc__)
    parser.add_argument("folder", nargs="?", default="dist", help="where they go (dist)")
    parser.add_argument(
        "--pure", action="store_true", help="only the plain one, without a compiler"
    )
    parser.add_argument("--try", action="store_true", dest="tried", help="install and play each")
    chosen = parser.parse_args(words)
    set_up(("table", "release", *(("browser",) if chosen.tried else ())), hurry=True)
    target = Path(chosen.folder).resolve()
    target.mkdir(parents=True, exist_ok=True)
    built = list(make(target, [] if chosen.pure else pythons()))
    wrong = [one.path.name for one in built if chosen.tried and not plays(one)]
    for one in built:
        say(f"{'FAILED' if one.path.name in wrong else 'made'}  {one.path}")
    return 1 if wrong else 0


def pythons() -> list[Python]:
    """Those on the PATH and those that DRAGONDUNE_PYTHONS names, one of each version."""
    named = os.environ.get("DRAGONDUNE_PYTHONS", "").split(os.pathsep)
    found: dict[str, Python] = {}
    for path in filter(None, [sys.executable, *map(shutil.which, NAMES), *named]):
        version = _version(path)
        if version:
            found.setdefault(version, Python(path, version))
    return [found[version] for version in sorted(found)]


def _version(path: str) -> str:
    """Such as 3.12; empty if it does not run or lacks the headers that compiling needs."""
    try:
        done = subprocess.run([path, "-c", PROBE], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    found = re.match(r"\((\d+), (\d+)\) (.*)", done.stdout)
    headers = found and Path(found[3], "Python.h").is_file()
    if found and not headers:
        say(f"{path} lacks its headers (Python.h), so no wheel is compiled for it")
    return f"{found[1]}.{found[2]}" if found and headers else ""


def make(target: Path, compiled_for: list[Python]) -> list[Built]:
    """The source package, the plain wheel and a compiled one for each Python, in this order."""
    say("making the source package")
    source = make_source(target)
    own = Python(sys.executable, f"{sys.version_info[0]}.{sys.version_info[1]}")
    plain = make_wheel(source, target, own, pure=True)
    wheels = [make_wheel(source, target, python, pure=False) for python in compiled_for]
    return [Built(source, own), plain, *wheels]


def make_source(target: Path) -> Path:
    """With the page in it, so that whoever builds from it needs no Node.js."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(in_venv("python")), "-c", MAKE_SOURCE, folder]
        done = installer.logged(command, environment(), places.ROOT)
        made = list(Path(folder).glob("*.tar.gz"))
        if done.returncode or not made:
            raise SetupError(installer.explain(done.stdout))
        shutil.copy2(made[0], target / made[0].name)
    return target / made[0].name


def make_wheel(source: Path, target: Path, python: Python, pure: bool) -> Built:
    """Built by pip in an environment of its own, as on anybody's machine."""
    kind = "plain wheel" if pure else f"compiled wheel for Python {python.version}"
    say(f"making the {kind}")
    with tempfile.TemporaryDirectory() as folder:
        own = _empty_environment(Path(folder) / "venv", python)
        words = ["-m", "pip", "wheel", "--no-input", "--no-deps", "-v", "-w", folder, str(source)]
        variables = environment(DRAGONDUNE_PURE="1" if pure else "0")
        done = installer.logged([str(own), *words], variables)
        if done.returncode:
            raise SetupError(installer.explain(done.stdout))
        wheel = next(Path(folder).glob("*.whl"))
        if not pure and wheel.name.endswith("none-any.whl"):
            raise SetupError(f"Compiling for Python {python.version} failed; see {places.log()}")
        return Built(_for_any_linux(wheel, target), python)


def _for_any_linux(wheel: Path, target: Path) -> Path:
    """Tagged for every Linux whose libraries will do, where that applies."""
    if "-linux_" not in wheel.name:
        return Path(shutil.copy2(wheel, target / wheel.name))
    repaired = wheel.parent / "repaired"
    words = ["-m", "auditwheel", "repair", "--wheel-dir", str(repaired), str(wheel)]
    variables = environment(PATH=f"{in_venv('python').parent}{os.pathsep}{os.environ['PATH']}")
    done = installer.logged([str(in_venv("python")), *words], variables)
    if done.returncode:
        raise SetupError(installer.explain(done.stdout))
    made = next(repaired.glob("*.whl"))
    return Path(shutil.copy2(made, target / made.name))


def _empty_environment(folder: Path, python: Python) -> Path:
    """Its interpreter."""
    done = installer.logged([python.path, "-m", "venv", str(folder)], environment())
    if done.returncode:
        raise SetupError(installer.explain(done.stdout))
    where = sysconfig.get_preferred_scheme("prefix")
    scripts = sysconfig.get_path("scripts", where, {"base": str(folder)})
    return Path(scripts) / ("python.exe" if os.name == "nt" else "python")


def plays(built: Built) -> bool:
    """Does it play a game in a browser, from an environment that holds nothing else?"""
    say(f"trying {built.path.name} with Python {built.python.version}")
    with tempfile.TemporaryDirectory() as folder:
        own = _empty_environment(Path(folder) / "venv", built.python)
        words = ["-m", "pip", "install", "--no-input", f"{built.path}[table]"]
        done = installer.logged([str(own), *words], environment())
        if done.returncode:
            say(installer.explain(done.stdout))
            return False
        game = [str(in_venv("python")), "-m", "tools.pages.first_game", str(own), folder]
        variables = environment(PYTHONPATH=f"{places.ROOT}{os.pathsep}{places.ROOT / 'tests'}")
        return subprocess.call(game, env=variables, cwd=folder) == 0
