"""The engine beside the models in short; `python3 run.py check --against-models` does it at length."""

from __future__ import annotations

import pytest
from models.beside.running import run_cases
from models.beside.subjects import SUBJECTS

CASES = 400


@pytest.mark.parametrize("subject", SUBJECTS)
def test_engine_and_model_agree(subject: str) -> None:
    found = run_cases(subject, range(CASES), seed=1)
    assert not found.difference, found.difference
    assert found.positions > CASES // 2
