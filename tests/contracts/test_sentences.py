"""Contracts are typed in sentences [B6]: each is written and read back, in the docs as well."""

import random
import re
from pathlib import Path

import pytest
from contracts.table import random_contract, table
from rulemarks import rule

from dragondune.contracts.language.parser import parse_clause, parse_contract
from dragondune.contracts.language.sentences import clause_text, contract_text
from dragondune.game import Game

PAGE = Path(__file__).resolve().parents[2] / "docs" / "contracts.md"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@rule("B6")
@pytest.mark.parametrize(
    "line", [line for block in blocks("clause") for line in block.splitlines()]
)
def test_each_sentence_of_the_docs_is_read_and_written_back(line: str) -> None:
    assert clause_text(parse_clause(line)) == line


@rule("B6")
@pytest.mark.parametrize("block", blocks("table"))
def test_the_docs_examples_play_as_told(block: str) -> None:
    game = table("order=OEDG turn=2 dragon=18 O=1★3 D=2:1 E=5★5 G=10★3 gold=E4 at=orcs.move")
    for line in block.splitlines():
        said, _, told = line.partition(" → ")
        seat, _, text = said.partition(" ")
        answer = game.play(seat, text)
        if isinstance(answer, tuple):
            assert told in [event.kind for event in answer], line
        else:
            assert told == f"refused [{answer.rule}]", (line, answer)


@rule("B6")
def test_random_contracts_come_back_from_their_text() -> None:
    rng = random.Random(3)
    game = Game.new(seed=1)
    for _ in range(1500):
        contract = random_contract(game, rng)
        assert parse_contract(contract_text(contract)) == contract, contract_text(contract)


@rule("B6")
@pytest.mark.parametrize(
    ("typed", "written"),
    [
        (
            "orcs do not attack elves until turn 3",
            "The Orcs do not attack the Elves until the end of turn 3.",
        ),
        ("the ORCS pay elves 3 gold", "The Orcs pay the Elves 3 gold now."),
        (
            "Orcs pay the Elves half of what they collect from 10c",
            "The Orcs pay the Elves 50% of what they collect from 10★.",
        ),
        (
            "the Orcs do not bid this round",
            "The Orcs do not bid in the bidding round of this turn.",
        ),
        ("the Orcs leave 9f by turn 3", "The Orcs leave 9• by the end of turn 3."),
    ],
)
def test_plain_typing_is_understood(typed: str, written: str) -> None:
    assert clause_text(parse_clause(typed)) == written
