"""A few pairs of worlds over real sockets; ``python -m tools trial worlds`` plays a thousand."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from tools.trials.worlds import _batch


def test_pairs_of_worlds_are_not_told_apart(tmp_path: Path) -> None:
    found: Counter[str] = Counter()
    assert asyncio.run(_batch(tmp_path, range(1_000_012, 1_000_016), found)) == []
    assert found["pairs"]
    assert found["messages"] > 5
