"""A few pairs of worlds over real sockets; ``python -m tools trial worlds`` plays a thousand."""

from __future__ import annotations

from pathlib import Path

from tools.trials.worlds import play_pairs


def test_pairs_of_worlds_are_not_told_apart(tmp_path: Path) -> None:
    trial = play_pairs(tmp_path, pairs=12, first=1_000_012, skip=120)
    assert trial.leaks == []
    assert trial.found["pairs"] >= 12
    for done in ("messages", "changes put together", "orders in one", "forced or ordered in one"):
        assert trial.found[done] > 10, done
