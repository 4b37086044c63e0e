"""Chances that mean what they say: the judge of reviews beside how games ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragondune.review.calibration import FITTED, adjusted, calibrated
from dragondune.review.judge import Estimate
from tools import calibrate

# Positions of 246 games of mixed bots, which had no part in fitting the numbers.
FRESH = Path(__file__).parent / "judged.jsonl"
ORDER = (0, 1, 2, 3)


def test_on_fresh_games_a_chance_is_won_about_as_often_as_it_says() -> None:
    judged = calibrate.read(str(FRESH))
    raw = calibrate.full_pairs(judged, calibrate.RAW)
    right = calibrate.full_pairs(judged, FITTED)
    assert calibrate.calibration_error(right) < 0.03
    assert calibrate.calibration_error(right) < 0.7 * calibrate.calibration_error(raw)
    assert calibrate.squared_error(right) <= calibrate.squared_error(raw)


def test_the_middle_is_no_surer_than_it_may_be() -> None:
    """What is called 50 to 70 % is won at least about as often."""
    judged = calibrate.read(str(FRESH))
    middle = [pair for pair in calibrate.full_pairs(judged, FITTED) if 0.5 <= pair[0] < 0.7]
    called, won = (sum(column) / len(middle) for column in zip(*middle, strict=True))
    assert len(middle) > 150
    assert called - won < 0.05


def test_chances_stay_shares_of_one_game_and_keep_their_order() -> None:
    found = Estimate((0.1, 0.05, 0.25, 0.6), 96, 0.05)
    for time in (0.0, 0.5, 1.0):
        right = calibrated(found, time, ORDER)
        assert sum(right.chances) == pytest.approx(1)
        assert max(right.chances) == right.chances[3] < 0.6
        assert 0 < right.spread < found.spread
    late, early = (adjusted(found.chances, 96, time, ORDER, FITTED)[3] for time in (1.0, 0.0))
    assert late > early  # late in a game the favourite is more certain


def test_whoever_does_not_play_has_no_chance() -> None:
    right = calibrated(Estimate((0.0, 0.3, 0.0, 0.7), 32, 0.08), 0.5, (1, 3))
    assert right.chances[0] == right.chances[2] == 0
    assert sum(right.chances) == pytest.approx(1)


def test_the_fit_finds_numbers_that_were_put_in() -> None:
    """Outcomes drawn to be less certain than judged shorten the log-odds."""
    chances = [[0.1, 0.1, 0.1, 0.7], [0.7, 0.1, 0.1, 0.1]]
    ends = [[0.2, 0.2, 0.2, 0.4], [0.4, 0.2, 0.2, 0.2]]
    judged = [
        calibrate.Judged(n, n % 2, 0, 48, full, full, end)
        for n in range(20)
        for full, end in zip(chances, ends, strict=True)
    ]
    fit = calibrate.fitted(judged)
    assert 0.2 < fit.early < 0.7
    assert 0.2 < fit.late < 0.7
    assert all(abs(number) < 0.15 for number in fit.factions)
