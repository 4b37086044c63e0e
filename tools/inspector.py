"""The official MCP inspector on ``dragon-dune mcp``: ``python3 run.py inspector``.

It is fetched by npm when it runs. Over pipes and over HTTP it lists the tools, calls some of them and
expects the answers that an assistant would; fails where one is another.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.trials.running import RunningServer, free_port

INSPECTOR = os.environ.get("MCP_INSPECTOR", "@modelcontextprotocol/inspector@2")
MCP = (sys.executable, "-m", "dragondune.cli", "mcp")
TOOLS = {
    "rules",
    "tables",
    "new_game",
    "look",
    "position",
    "choices",
    "why_not",
    "play",
    "contract",
}


def inspect(*words: str) -> tuple[int, Any]:
    """What the inspector's command line tells, and its exit status (5: the tool refused)."""
    npx = [shutil.which("npx") or "npx", "--yes", "-p", INSPECTOR, "mcp-inspector", "--cli"]
    done = subprocess.run([*npx, *words], capture_output=True, text=True, timeout=300)
    try:
        return done.returncode, json.JSONDecoder().raw_decode(done.stdout.lstrip())[0]
    except ValueError:
        raise RuntimeError(f"The inspector failed: {done.stdout}{done.stderr}") from None


def _call(tool: str, *arguments: str) -> list[str]:
    given = [word for argument in arguments for word in ("--tool-arg", argument)]
    return ["--method", "tools/call", "--tool-name", tool, *given]


def _text(answer: Any) -> str:
    return str(answer["content"][0]["text"])


def look_at(where: list[str]) -> None:
    """List and call; AssertionError says what is not as it should be."""
    _, listed = inspect(*where, "--method", "tools/list")
    assert {tool["name"] for tool in listed["tools"]} >= TOOLS, listed
    status, rule = inspect(*where, *_call("rules", "about=V4"))
    assert status == 0, rule
    assert _text(rule).startswith("[V4]"), rule
    status, refused = inspect(*where, *_call("look"))
    assert status == 5, refused
    assert "You hold no seat" in _text(refused), refused
    status, begun = inspect(*where, *_call("new_game", "faction=elves"))
    assert status == 0, begun
    token = _text(begun).split("Token of your seat: ")[1].split()[0]
    status, seen = inspect(*where, *_call("look", f"token={token}"))
    assert "You are the elves" in _text(seen), seen


@contextmanager
def _by_http(tables: str) -> Iterator[str]:
    port = free_port()
    words = [*MCP, "--server", tables, "--http", "1", "--port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(30)


def run_inspector(argv: list[str]) -> int:
    """0 where every answer is as expected."""
    argparse.ArgumentParser(prog="python3 run.py inspector", description=__doc__).parse_args(argv)
    kept = {name: value for name, value in os.environ.items() if name == "PYTHONPATH"}
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningServer(Path(folder), "--bot-pace", "0") as tables,
        _by_http(tables.http) as address,
    ):
        try:
            passed = kept | {"DRAGONDUNE_SERVER": tables.http}
            given = [word for item in passed.items() for word in ("-e", "=".join(item))]
            look_at([*given, *MCP])
            print("over pipes: as it should be", flush=True)
            look_at([address, "--transport", "http"])
            print("over HTTP: as it should be", flush=True)
        except AssertionError as error:
            print(f"python3 run.py inspector: {error}", file=sys.stderr)
            return 1
    return 0
