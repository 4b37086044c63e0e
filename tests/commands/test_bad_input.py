"""Every command with bad input: a sentence and exit status 2, never a traceback and never silence."""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")
pytest.importorskip("msgspec")

from dragondune.cli import COMMANDS, main
from dragondune.lab.command import parser

# NOWHERE stands for a path that does not exist, TEXT for a file that is no record, EMPTY for a folder.
BAD = """
nonsense
serve --port 99999
serve --port -1
serve --port many
serve --bot-workers 0
serve --bot-pace -3
serve --bot-pace nan
serve --stand-in nobody
serve --proxies nonsense
serve --operators 300.1.1.1
serve --log loud
serve --browser 7
serve --people yes
serve --review-effort lazy
serve --home nowhere
serve --mail nonsense
serve --data NOWHERE/x/tables.txt --port 0 --host nowhere.invalid --browser 0
serve --data TEXT --port 0 --browser 0
serve --postgres nonsense --browser 0
admin
admin nonsense
admin --data EMPTY list --status nonsense
admin --data EMPTY close nothing
admin --data EMPTY mute nothing 99
admin --data EMPTY restore NOWHERE
admin --data EMPTY backup NOWHERE/x/y
watch --seed x
watch --pace -1
watch --pace nan
watch --edition r77
watch --edition NOWHERE.toml
watch --options nonsense
watch --factions orcs
watch --bots nobody
watch --bots warlord:x
watch --bots steward,random
watch --colour sometimes
rules ZZ99
rules --edition r77
rules --options nonsense
rules --compare r9 r77
rules --guide gnomes
rules --coverage --root NOWHERE
print --edition r77
print --options nonsense
print --paper a9
print --out NOWHERE/x.pdf
match steward
match steward nobody
match steward random --games 0
match steward random --games 4 --edition r77
match steward random --games 4 --options nonsense
match steward random --games 4 --workers 0
match no.module:Class random --games 4
lab
lab nonsense
lab simulate
lab simulate --study TEXT --games 1
lab simulate --study EMPTY --games -5
lab simulate --study EMPTY --games 1 --edition r77
lab simulate --study EMPTY --games 1 --bots nobody
lab simulate --study EMPTY --games 1 --factions orcs
lab simulate --study EMPTY --games 1 --options nonsense
lab simulate --study EMPTY --games 1 --hours nan
lab simulate --study EMPTY --games 1 --workers 0
lab replay NOWHERE --game 1
lab tournament --study EMPTY --bots steward --deals 1
lab tournament --study EMPTY --deals 0
lab balance --study EMPTY --edition r77
lab balance --study EMPTY --deals -1
lab sweep --study EMPTY --vary nonsense=1 --deals 1
lab worth --study EMPTY --edition r77
lab search --study EMPTY --trials 0
lab report NOWHERE
lab drama NOWHERE
lab merge
lab merge NOWHERE NOWHERE
lab merge TEXT EMPTY
lab fit --games x
lab exploit --exploiters nobody --games 4
review NOWHERE
review TEXT
review TEXT --workers -3
verify NOWHERE
verify TEXT
mcp --port 99999
mcp --server nonsense
mcp --http 7
mcp --data TEXT
"""
LINES = BAD.strip().splitlines()


def test_every_command_is_called() -> None:
    called = {line.split()[0] for line in LINES}
    assert called >= set(COMMANDS)
    lab = next(one for one in parser()._actions if isinstance(one, argparse._SubParsersAction))
    assert {line.split()[1] for line in LINES if line.startswith("lab ")} >= set(lab.choices)


@pytest.mark.parametrize("line", LINES)
def test_bad_input_is_answered_with_a_sentence(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text").write_text("This is no record.\n", encoding="utf-8")
    places = {"NOWHERE": "nowhere", "TEXT": "text", "EMPTY": "empty"}
    for word, name in places.items():
        line = line.replace(word, str(tmp_path / name))
    try:
        status = main(line.split())
    except SystemExit as ended:  # argparse
        status = int(str(ended.code))
    told = capsys.readouterr()
    assert status == 2, told
    assert len(told.err.split()) > 3, told


# --- what becomes of the output ------------------------------------------------------------


def started(*words: str, **more: object) -> subprocess.Popen[bytes]:
    environment = {**os.environ, **more.pop("env", {})}  # type: ignore[dict-item]
    command = [sys.executable, "-m", "dragondune.cli", *words]
    return subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, **more)  # type: ignore[call-overload,no-any-return]


def test_output_survives_a_closed_pipe_and_an_old_encoding() -> None:
    closed = started("rules", stdout=subprocess.PIPE)
    assert closed.stdout is not None
    closed.stdout.readline()
    closed.stdout.close()
    old = started("rules", stdout=subprocess.PIPE, env={"PYTHONIOENCODING": "cp1252"})
    shown, complaint = old.communicate(timeout=120)
    assert (old.returncode, complaint) == (0, b"")
    assert b"castle" in shown
    assert closed.stderr is not None
    assert closed.stderr.read() == b""
    assert closed.wait(60) == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk here is always full")
@pytest.mark.parametrize(
    ("words", "named"), [("rules", "rules"), ("--help", "help"), ("-V", "help")]
)
def test_a_full_disk_is_told_in_a_sentence(words: str, named: str) -> None:
    with open("/dev/full", "wb") as full:
        refused = started(words, stdout=full)
        told = refused.communicate(timeout=120)[1].decode()
    assert refused.returncode == 2
    assert told == f"dragon-dune {named}: the disk is full.\n"


class Screen(io.StringIO):
    """Output that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    variables: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", screen := Screen())
    assert main(["watch", "--seed", "7", "--pace", "0"]) == 0
    assert ("\033[" in screen.getvalue()) == coloured


@pytest.mark.skipif(os.name == "nt", reason="signals of a terminal are another matter there")
def test_ctrl_c_in_a_match_keeps_what_was_played_and_is_quiet() -> None:
    words = ("match", "steward", "random", "--games", "4000", "--workers", "2")
    playing = started(*words, stdout=subprocess.PIPE, start_new_session=True)
    time.sleep(3)  # whether deals were played by then or not, it ends in peace
    os.killpg(playing.pid, signal.SIGINT)
    shown, told = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert b"Traceback" not in told, told.decode()
    assert b"Stopped after" in told or not shown


def asked(address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    head = {"content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address, data, head), timeout=60) as answer:
        return json.load(answer)


@pytest.mark.skipif(os.name == "nt", reason="signals of a terminal are another matter there")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_whose_bots_have_thought_ends_quietly(how: signal.Signals, tmp_path: Path) -> None:
    words = ["serve", "--browser", "0", "--port", "0", "--data", str(tmp_path)]
    words += ["--bot-pace", "0", "--veil-median", "0", "--bot-workers", "1"]
    serving = started(*words, stdout=subprocess.PIPE, start_new_session=True)
    assert serving.stdout is not None
    address = serving.stdout.readline().decode().split()[-1].rstrip("/")
    seats = [
        {"kind": "bot", "bot": "random", "faction": "orcs"},
        {"kind": "human", "faction": "elves"},
    ]
    table = asked(f"{address}/api/tables", {"seats": seats})["table"]
    ends = time.monotonic() + 60
    while not asked(f"{address}/api/tables/{table}")["turn"] and time.monotonic() < ends:
        time.sleep(0.2)  # the Orcs choose where they begin, before the first turn
    os.killpg(serving.pid, how)
    told = serving.communicate(timeout=60)[1].decode()
    assert (serving.returncode, told) == (0, "")
