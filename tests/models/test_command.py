"""`python3 run.py check --against-models`: what it prints and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from models import trolls
from models.beside.subjects import SUBJECTS

from tools.longrun import run_check


def test_it_says_how_many_positions_of_each_subject_it_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--against-models", "--positions", "20", "--workers", "1"]
    assert run_check([*words, "--subject", "collection"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("collection: ")
    assert int(told.split()[1]) >= 20
    assert "no difference" in told


def test_a_difference_is_told_with_the_line_that_leads_to_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trolls, "goes", lambda p, place, lost: False)
    words = ["--against-models", "--subject", "trolls", "--seed", "3", "--case"]
    cases = [number for number in range(30) if run_check([*words, str(number)]) == 1]
    told = capsys.readouterr().out
    assert cases
    again = f"python3 run.py check --against-models --subject trolls --seed 3 --case {cases[0]}"
    assert again in told
    assert "trolls: the model says" in told or "trolls: only the model" in told


def test_an_unknown_subject_is_refused_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_check(["--against-models", "--subject", "weather"]) == 2
    assert "battle" in capsys.readouterr().out


def test_every_subject_has_a_model_of_its_name() -> None:
    names = {path.stem for path in Path(__file__).parent.glob("*.py")}
    assert set(SUBJECTS) <= names
    assert len(SUBJECTS) == 10
