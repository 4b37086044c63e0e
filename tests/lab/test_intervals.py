"""Intervals against values known from elsewhere."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from dragondune.lab.figures.intervals import (
    difference_interval,
    quantile,
    score_interval,
    share_interval,
    share_of_counts,
)

# Goodman's intervals of seven classes, as printed in the literature on multinomial intervals.
COUNTS = (56, 72, 73, 59, 62, 87, 58)
GOODMAN = (
    *((0.085, 0.166), (0.115, 0.204), (0.116, 0.207), (0.091, 0.173)),
    *((0.096, 0.181), (0.143, 0.239), (0.089, 0.171)),
)


def test_the_score_interval_of_a_textbook() -> None:
    assert score_interval(0.25, 100, 1.959964) == pytest.approx((0.17545, 0.34304), abs=1e-5)
    assert score_interval(0.0, 10, 1.959964) == pytest.approx((0.0, 0.27753), abs=1e-5)


def test_normal_quantiles() -> None:
    assert quantile(1) == pytest.approx(1.959964, abs=1e-6)
    assert quantile(4) == pytest.approx(2.497705, abs=1e-6)


@pytest.mark.parametrize(("count", "bounds"), list(zip(COUNTS, GOODMAN, strict=True)))
def test_goodmans_intervals(count: int, bounds: tuple[float, float]) -> None:
    found = share_of_counts(count, sum(COUNTS), len(COUNTS))
    assert (found.low, found.high) == pytest.approx(bounds, abs=6e-4)
    whole = share_interval([1.0] * count + [0.0] * (sum(COUNTS) - count), len(COUNTS))
    assert (whole.low, whole.high) == pytest.approx((found.low, found.high))


def test_shared_victories_narrow_an_interval() -> None:
    """Halves spread less than whole wins: 40 halves say more about a fifth than 20 wins do."""
    halves = share_interval([0.5] * 40 + [0.0] * 60, 4)
    wins = share_interval([1.0] * 20 + [0.0] * 80, 4)
    assert halves.value == pytest.approx(wins.value)
    assert halves.low > wins.low
    assert halves.high < wins.high


def test_nothing_seen_is_not_nothing_possible() -> None:
    never = share_interval([0.0] * 200, 4)
    assert never.low == 0
    assert 0.01 < never.high < 0.06
    alike = difference_interval([0.0] * 200, 4)
    assert alike.low < 0 < alike.high


def changed(won: int, lost: int, deals: int) -> list[float]:
    """Deals of which some were won and some lost by a change."""
    return [1.0] * won + [-1.0] * lost + [0.0] * (deals - won - lost)


def test_with_many_changes_the_paired_interval_is_the_normal_one() -> None:
    found = difference_interval(changed(2500, 2500, 10_000), 1)
    assert found.value == 0
    assert found.high == pytest.approx(-found.low, abs=1e-9)
    assert found.high == pytest.approx(1.959964 * (0.5 / 10_000) ** 0.5, rel=1e-3)
    assert difference_interval([], 1).deals == 0
    assert difference_interval([1.0], 1).high == 1


def test_more_changed_winners_move_the_bounds_on() -> None:
    """Every deal won more raises both bounds; none makes the interval collapse."""
    found = [difference_interval(changed(won, 0, 150), 16) for won in range(12)]
    for fewer, more in pairwise(found):
        assert fewer.low < more.low
        assert fewer.high < more.high
    assert found[0].low == pytest.approx(-found[0].high)
    assert found[1].low < 0


def test_shared_victories_narrow_a_difference() -> None:
    halves = difference_interval([0.5] * 20 + [-0.5] * 20 + [0.0] * 160, 4)
    wins = difference_interval([1.0] * 20 + [-1.0] * 20 + [0.0] * 160, 4)
    assert wins.low < halves.low < 0 < halves.high < wins.high


def held(won: float, lost: float, deals: int, level: float, studies: int) -> float:
    """How often the interval of simulated studies holds the true difference."""
    rng = random.Random(7)
    right: dict[tuple[int, int], bool] = {}
    kept = 0
    for _ in range(studies):
        drawn = rng.choices((1, -1, 0), (won, lost, 1 - won - lost), k=deals)
        seen = drawn.count(1), drawn.count(-1)
        if seen not in right:
            found = difference_interval(changed(*seen, deals), 1, level)
            right[seen] = found.low <= won - lost <= found.high
        kept += right[seen]
    return kept / studies


@pytest.mark.parametrize("deals", [60, 150, 400])
@pytest.mark.parametrize(("won", "lost"), [(0.0, 0.01), (0.01, 0.03), (0.05, 0.05), (0.2, 0.1)])
def test_paired_intervals_hold_as_often_as_they_promise(
    won: float, lost: float, deals: int
) -> None:
    assert held(won, lost, deals, 0.95, 1000) >= 0.925
    assert held(won, lost, deals, 0.999, 1000) >= 0.996


def test_all_four_bounds_hold_at_once_in_95_of_100_studies() -> None:
    rng = random.Random(4)
    truth = (0.1, 0.2, 0.3, 0.4)
    held = 0
    for _ in range(300):
        drawn = rng.choices(range(4), truth, k=300)
        found = [share_interval([float(d == f) for d in drawn], 4) for f in range(4)]
        held += all(i.low <= p <= i.high for i, p in zip(found, truth, strict=True))
    assert held / 300 >= 0.93
