"""Strength is measured with partial results, in any kind of game."""

import json
from pathlib import Path

import pytest

from dragondune.champion.measure import main


def test_a_measurement_says_how_often_who_won(tmp_path: Path) -> None:
    out = tmp_path / "strength.json"
    words = ["--pair", "steward", "random", "--games", "8", "--workers", "1"]
    assert main([*words, "--out", str(out), "--players", "3", "--minutes", "2"]) == 0
    told = json.loads(out.read_text(encoding="utf-8"))
    [pair] = told["pairs"]
    assert pair["games"] == 8
    assert pair["share"] > 0.7
    assert set(pair["by_faction"]) == {"dwarves", "elves", "goblins", "orcs"}
    assert pair["seconds"]["p95"] >= pair["seconds"]["median"]


def test_a_bot_that_is_none_is_told_at_once() -> None:
    with pytest.raises(ValueError, match="There is no bot"):
        main(["--pair", "steward", "chancellor"])
