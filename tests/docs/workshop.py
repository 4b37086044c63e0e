"""A folder in which the commands of a page can be run as a reader would type them.

``python3``, ``dragon-dune`` and ``pip`` there are small stand-ins: the first two use the package
under test instead of setting one up, and ``pip install`` only looks whether the extras exist.
"""

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

from docs.blocks import ROOT, Block, commands

PATIENCE = 600.0
SERVING = re.compile(r"is served at (\S+)")

RUN_PY = """
import os, subprocess, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tools.setup import extras, places
import run
extras.set_up = lambda *more, **also: {{}}
def environment(**more):
    # The package under test stays in front of what run.py asks for.
    paths = [os.environ.get("PYTHONPATH", ""), more.pop("PYTHONPATH", "")]
    kept = {{**os.environ, **more}}
    return {{**kept, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}}
at = places.in_venv
programs = {{"python": sys.executable, "dragon-dune": {bin!r} + "/dragon-dune"}}
places.in_venv = lambda name: Path(programs[name]) if name in programs else at(name)
places.environment = environment
words = sys.argv[1:]
if words == ["docs"]:
    words.append("site")  # of this folder, not the repository's
if words[:1] == ["test"]:
    # Tests inside a test: those that are named are collected, not run.
    named = [word for word in words[1:] if word != "--quick"]
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", *named]
    sys.exit(subprocess.call(collect, cwd={root!r}, stdout=subprocess.DEVNULL) if named else 0)
sys.exit(run.main(words))
"""
PIP = """
import re, sys, tomllib
extras = tomllib.load(open({pyproject!r}, "rb"))["project"]["optional-dependencies"]
asked = re.findall(r"\\[([^\\]]*)\\]", " ".join(sys.argv[1:]))
missing = [name for group in asked for name in group.split(",") if name.strip() not in extras]
sys.exit(f"there is no extra {{missing}}" if missing or sys.argv[1:2] != ["install"] else 0)
"""


def _program(path: Path, words: str) -> None:
    path.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


class Workshop:
    """The folder of one block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        programs = folder / "bin"
        programs.mkdir()
        names = {"bin": str(programs), "root": str(ROOT)}
        (self.folder / "run.py").write_text(RUN_PY.format(**names), encoding="utf-8")
        stub = folder / "pip.py"
        stub.write_text(PIP.format(pyproject=str(ROOT / "pyproject.toml")), encoding="utf-8")
        _program(programs / "python3", f"'{sys.executable}'")
        _program(programs / "python", f"'{sys.executable}'")
        _program(programs / "dragon-dune", f"'{sys.executable}' -m dragondune.cli")
        _program(programs / "pip", f"'{sys.executable}' '{stub}'")
        for name in ("tests", "tools", "src", "pyproject.toml"):
            (self.folder / name).symlink_to(ROOT / name)
        # A command may write here.
        shutil.copytree(ROOT / "rulebook", self.folder / "rulebook")
        (self.folder / "docs").mkdir()
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}",
            "DRAGONDUNE_PORT": "0",
            "DRAGONDUNE_BROWSER": "0",
            "DRAGONDUNE_DATA": str(folder / "data"),
            "PYTHONIOENCODING": "utf-8",
        }

    def run(self, block: Block) -> None:
        """Run the commands of a block; AssertionError tells which one failed and how."""
        for command in commands(block.notes.get("before", "")):
            self._command(command, block)
        for command in commands(block.notes.get("quick", block.text)):
            self._command(command, block)

    def run_python(self, chapter: list[Block]) -> None:
        """Run examples one after the other; what stands behind a print must have been printed."""
        for command in (c for block in chapter for c in commands(block.notes.get("before", ""))):
            self._command(command, chapter[0])
        mark = "-- the next block --"
        script = f"print({mark!r}, flush=True)\n".join(block.text for block in chapter)
        (self.folder / "example.py").write_text(script, encoding="utf-8")
        done = self._run([sys.executable, "example.py"])
        printed = done.stdout.split(f"{mark}\n")
        last = chapter[min(len(printed), len(chapter)) - 1]
        assert done.returncode == 0, f"{last.name} failed:\n{done.stdout[-2000:]}"
        for block, said in zip(chapter, printed, strict=True):
            for wanted in re.findall(r"print\(.*\)  # (.*)", block.text):
                assert wanted in said, f"{block.name} says {wanted!r} but prints {said!r}"

    def _run(self, words: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            words,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )

    def _command(self, command: str, block: Block) -> None:
        if _serves(command):
            self._serve(command, block)
            return
        done = self._run(["bash", "-eo", "pipefail", "-c", command])
        said = done.stdout[-2000:]
        assert done.returncode == 0, (
            f"{block.name}: {command}\nended with {done.returncode}\n{said}"
        )

    def _serve(self, command: str, block: Block) -> None:
        """A server does not end by itself: it must say where it serves, and is then stopped."""
        log = self.folder.parent / "serve.log"
        with log.open("w", encoding="utf-8") as out:
            server = subprocess.Popen(
                ["bash", "-c", f"exec {command}"],
                cwd=self.folder,
                env=self.environment,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            end = time.monotonic() + PATIENCE
            while SERVING.search(log.read_text(encoding="utf-8")) is None:
                said = log.read_text(encoding="utf-8")[-2000:]
                assert server.poll() is None, f"{block.name}: {command} ended:\n{said}"
                assert time.monotonic() < end, f"{block.name}: {command} never served:\n{said}"
                time.sleep(0.1)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


def _serves(command: str) -> bool:
    words = command.split()
    ours = words[:2] == ["python3", "run.py"] or words[:1] == ["dragon-dune"]
    rest = words[2:] if words[:1] == ["python3"] else words[1:]
    return ours and (rest[:1] in ([], ["serve"])) and "--help" not in rest
