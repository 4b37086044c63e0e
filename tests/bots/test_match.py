"""Strength is measured fairly, and does not collapse unnoticed."""

from __future__ import annotations

import pytest

from dragondune.bots.arena.match import MatchResult, Pairing, run_match, run_match_command
from dragondune.bots.warlord import search


def test_an_equal_bot_wins_exactly_a_quarter() -> None:
    result = run_match("random", "random", 3)
    assert result.share == pytest.approx(0.25)
    assert result.games == 12
    assert [result.in_faction(f) for f in range(4)] == [result.usual_in(f) for f in range(4)]


def test_the_interval_is_taken_over_deals() -> None:
    pairing = Pairing("a", "b")
    same = MatchResult(pairing, ((1.0, 0.0, 0.0, 1.0),) * 9, ((0.0, 0.0, 0.0, 1.0),) * 9)
    assert same.share == pytest.approx(0.5)
    assert same.margin == pytest.approx(1.96 * (0.5 / 10 / 11) ** 0.5)
    mixed = MatchResult(pairing, ((1.0,) * 4, (0.0,) * 4) * 8, ((0.25,) * 4,) * 16)
    assert mixed.margin == pytest.approx(1.96 * (18 / 4 / 17 / 18) ** 0.5)
    assert "50.0% ± " in str(mixed)


def test_a_few_deals_that_went_alike_prove_little() -> None:
    """Not "100 % ± 0 % of 8 games"; many deals are hardly changed by it."""
    pairing = Pairing("a", "b")
    few = MatchResult(pairing, ((1.0,) * 4,) * 2, ((0.25,) * 4,) * 2)
    assert 0.4 < few.margin < 0.6
    assert min(few.gain_margin(f) for f in range(4)) > 0.4
    many = MatchResult(pairing, ((1.0,) * 4,) * 400, ((0.25,) * 4,) * 400)
    assert many.margin < 0.01


def test_a_steward_beats_three_who_draw_lots() -> None:
    assert run_match("steward", "random", 6).share >= 0.6


def test_a_warlord_beats_three_stewards() -> None:
    """Equal strength is 0.25. Plain source is slow: there a deal shows only that it plays."""
    compiled = not search.__file__.endswith(".py")
    result = (
        run_match("warlord:8", "steward", 10) if compiled else run_match("warlord:2", "steward", 1)
    )
    assert result.share >= 0.3 or not compiled, result


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_match_command(["random", "random", "--games", "4", "--edition", "r2"]) == 0
    shown = capsys.readouterr().out
    assert "random against three random, r2: 25.0%" in shown
    assert "goblins" in shown
    assert run_match_command(["nobody", "random"]) == 2
    assert run_match_command(["random", "random", "--edition", "r99"]) == 2


def test_a_match_tells_how_long_the_challenger_thinks() -> None:
    result = run_match("steward", "random", 1)
    assert len(result.thinking) > 40
    assert list(result.thinking) == sorted(result.thinking)
    assert "decisions of steward: half took less than" in str(result)


def test_a_match_of_no_games_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("0", "-4", "many"):
        with pytest.raises(SystemExit):
            run_match_command(["random", "random", "--games", number])
        assert "is not a number from 1 upwards" in capsys.readouterr().err
