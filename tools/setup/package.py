"""Our own package: built from a copy of the source, compiled where there is a compiler."""

import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tools.setup import installer, places
from tools.setup.places import environment, in_venv, ready, say
from tools.setup.stamp import locked, write_stamp

SOURCES = (
    *("src", "rulebook", "pyproject.toml", "setup.py", "README.md"),
    *("LICENSE", "LICENSE-GAME.md"),
)
BEHIND = "compile-behind"  # how run.py calls itself to compile while something else goes on
PLAIN_NOTICE = "dragon-dune: installing as plain Python, "


def _junk(_folder: str, names: list[str]) -> set[str]:
    endings = (".pyc", ".so", ".pyd", ".egg-info")
    return {name for name in names if name == "__pycache__" or name.endswith(endings)}


def digest(base: Path) -> str:
    """Changes whenever the installed package would."""
    sums = hashlib.sha256(os.environ.get("DRAGONDUNE_PURE", "").encode())
    files = [base / name for name in SOURCES if (base / name).is_file()]
    for folder, folders, names in os.walk(base / "src"):
        folders[:] = sorted(set(folders) - _junk(folder, folders))
        files += [Path(folder, name) for name in sorted(set(names) - _junk(folder, names))]
    files += sorted(path for path in (base / "rulebook").rglob("*.md"))
    for path in files:
        content = path.read_bytes()
        sums.update(f"{path.relative_to(base).as_posix()}\0{len(content)}\0".encode())
        sums.update(content)
    return sums.hexdigest()


def snapshot(copy: Path) -> None:
    """Building from a copy leaves nothing in the tree and finds nothing of an earlier build."""
    copy.mkdir()
    for path in (places.ROOT / name for name in SOURCES):
        if path.is_dir():
            shutil.copytree(path, copy / path.name, ignore=_junk)
        elif path.exists():
            shutil.copy2(path, copy / path.name)


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    """A copy of the source that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="dragon-dune-") as folder:
        copy = Path(folder) / "dragon-dune"
        snapshot(copy)
        yield copy


def install_package(stamp: dict[str, str], retry: bool, hurry: bool) -> None:
    """Install what the source is now, unless that is installed.

    ``retry``: look again for a compiler that was missing, as it may have been installed since.
    ``hurry``: somebody waits to play. The plain package is there in seconds; it is compiled behind
    the game and taken at the next start.
    """
    sources = digest(places.ROOT)
    missed = retry and stamp.get("plain", "").startswith("no C compiler")
    current = stamp.get("sources") == sources and not missed
    waiting = stamp.get("hurried") == "yes"
    if current and not (waiting and ((ready() / sources).is_dir() or not hurry)):
        return
    say("installing the package" + ("" if hurry else " (compiling it takes a minute or two)"))
    started = time.monotonic()
    # Should this be interrupted, the next run must not take a half installed package for done.
    stamp.pop("sources", None)
    write_stamp(stamp)
    if not hurry and (missed or not (ready() / sources).is_dir()):
        build_wheel()
    _install(stamp, ready() / sources)
    stamp["sources"] = sources
    write_stamp(stamp)
    took, plain = f"{time.monotonic() - started:.0f} s", stamp["plain"]
    say(f"installed as plain Python, {plain} ({took})" if plain else f"done ({took})")


def _install(stamp: dict[str, str], built: Path) -> None:
    """The wheel where there is one, else the source as it stands."""
    anew = ("install", "--no-input", "--force-reinstall", "--no-deps")
    if wheels := sorted(built.glob("*.whl")):
        installer.pip(*anew, str(wheels[0]))
        stamp["plain"] = (built / "notice").read_text(encoding="utf-8")
        stamp.pop("hurried", None)
    else:
        with copied() as copy:
            installer.pip(*anew, "--no-build-isolation", str(copy), DRAGONDUNE_PURE="1")
        stamp["plain"] = ""
        stamp["hurried"] = "yes"


def build_wheel() -> None:
    """Compile the package, kept under the digest of its source, whole or not at all."""
    with copied() as copy:
        sources = digest(copy)
        unfinished = copy.parent / "ready"
        words = ("--no-deps", "--no-build-isolation", "-w", str(unfinished), str(copy))
        output = installer.pip("wheel", "--no-input", "-v", *words)
        notices = [line for line in output.splitlines() if PLAIN_NOTICE in line]
        notice = notices[-1].split(PLAIN_NOTICE)[1].strip() if notices else ""
        (unfinished / "notice").write_text(notice, encoding="utf-8")
        shutil.rmtree(ready(), ignore_errors=True)
        ready().mkdir()
        # Beside its final place first: renaming works within one disk only.
        shutil.copytree(unfinished, ready() / "unfinished")
        (ready() / "unfinished").rename(ready() / sources)


def compile_behind() -> None:
    """Start compiling in a process that outlives this one; failing costs only speed."""
    words = [str(in_venv("python")), str(places.ROOT / "run.py"), BEHIND]
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
    """What runs behind a game."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    return compile_now()


def compile_now() -> int:
    """Have the wheel of this source ready, by whoever is first."""
    with locked(".venv/compile.lock"):
        if not (ready() / digest(places.ROOT)).is_dir():
            build_wheel()
    return 0


def has_compiled_module() -> bool:
    """Is the installed package compiled?"""
    command = [str(in_venv("python")), "-c", "import dragondune; print(dragondune.__file__)"]
    done = subprocess.run(
        command,
        cwd=places.venv(),
        env=environment(),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    folder = Path(done.stdout.strip()).parent
    return any(any(folder.rglob(ending)) for ending in ("*.so", "*.pyd"))
