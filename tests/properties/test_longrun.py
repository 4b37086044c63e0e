"""`python3 run.py check`: the same properties on as many games as one likes."""

from __future__ import annotations

import pytest
from properties.ledger import Ledger

from dragondune.model.state import State
from tools.longrun import drawn_table, jobs, run_check


def test_it_plays_so_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_check(["--games", "3", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "3 of 3 games" in told
    assert "Every property held." in told


def test_a_failure_ends_it_with_a_game_to_play_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def short(self: Ledger, s: State) -> list[str]:
        return ["the bank is short"] if s.turn > 1 else []

    monkeypatch.setattr(Ledger, "differences", short)
    words = ["--edition", "r6", "--factions", "elves,orcs", "--options", "plunder", "--seed", "4"]
    assert run_check(words) == 1
    told = capsys.readouterr().out
    assert (
        "python3 run.py check --edition r6 --factions elves,orcs --options plunder --seed 4" in told
    )
    assert "the bank is short" in told
    assert "orcs place " in told


def test_the_same_number_draws_the_same_game() -> None:
    assert [drawn_table(n, 7) for n in range(30)] == [drawn_table(n, 7) for n in range(30)]
    assert len({drawn_table(n, 7) for n in range(30)}) == 30


def test_no_game_is_left_out() -> None:
    assert [job.games for job in jobs(45, 0)] == [20, 20, 5]
    assert [job.first for job in jobs(45, 0)] == [0, 20, 40]
