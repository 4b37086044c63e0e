"""What the README shows works as shown."""

import re
from pathlib import Path

import pytest

from dragondune.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
COMMAND_LINES = re.findall(r"^python3 run\.py(?: (\w+))?", TEXT, re.MULTILINE)
LINKS = re.findall(r"\]\(([^)#:]+)\)", TEXT)


@pytest.mark.parametrize("block", BLOCKS)
def test_an_example_runs_and_prints_what_it_says(
    block: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(block, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    for said in re.findall(r"print\(.*\)  # (.*)", block):
        assert said in printed


@pytest.mark.parametrize("command", sorted({word for word in COMMAND_LINES if word}))
def test_a_command_it_names_exists(command: str) -> None:
    assert command in COMMANDS or command == "test"


@pytest.mark.parametrize("target", sorted(set(LINKS)))
def test_a_file_it_points_to_exists(target: str) -> None:
    assert (ROOT / target).exists()


def test_there_is_something_to_check() -> None:
    assert len(BLOCKS) >= 2
    assert len(COMMAND_LINES) >= 8
    assert len(LINKS) >= 8
