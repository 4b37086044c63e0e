"""A stranger's script is checked by mypy as strictly as the package itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

from docs.blocks import ROOT, blocks_of

SCRIPT = """
from dragondune import Action, Decision, Event, Game, Refusal, View
from dragondune.bots import Bot, make_bot, play_game


class First(Bot):
    name = "first"

    def choose(self, view: View, legal: list[int]) -> int:
        action: Action = Action.of(legal[0])
        return action.code


game: Game = Game.at("order=OE O=1★2 at=orcs.move", chances=[4, None, "4♥6♣"])
told: tuple[Event, ...] = game.go_on(until="battles")
decisions: list[Decision] = game.pending()
answer = game.play("orcs", Action.make("move", units=1, source="1★", target="1"))
if isinstance(answer, Refusal):
    rule: str = answer.rule
else:
    kinds: list[str] = [event.kind for event in answer]
gold: int = game.view("elves").gold_of("elves")
factions = ["orcs", "elves"]
winners: tuple[str, ...] = play_game({name: make_bot("random", 1) for name in factions}, 1).winners
"""
WRONG = """
from dragondune import Game, Tisch

game = Game.at("at=turn", chances=[4.5])
game.pending()[0].seat + 1
"""


PAGES = ("bots", "contracts", "extending", "names", "notation", "python", "records")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all tests: what mypy has read of the package it reads once."""
    return tmp_path_factory.mktemp("scripts")


def judged(folder: Path, *texts: str) -> str:
    names = [f"script_{number}.py" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, *names],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT / "src"), "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return done.stdout


def examples(page: str) -> list[str]:
    """The Python of a page, block by block; one that continues another comes with it."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    found: list[str] = []
    for block in blocks_of(text, page):
        if block.language == "python":
            before = found[-1] if "continues" in block.notes else ""
            found.append(before + block.text + "\n")
    return found


def test_a_script_is_typed_and_its_faults_are_found(folder: Path) -> None:
    assert "Success" in judged(folder, SCRIPT)
    faults = judged(folder, WRONG)
    assert 'has no attribute "Tisch"' in faults
    assert 'List item 0 has incompatible type "float"' in faults
    assert "Unsupported operand types" in faults


def test_examples_are_typed_as_strictly(folder: Path) -> None:
    texts = [text for page in PAGES for text in examples(page)]
    assert len(texts) > len(PAGES)
    assert "Success" in judged(folder, *texts)


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "src" / "dragondune" / "py.typed").is_file()
