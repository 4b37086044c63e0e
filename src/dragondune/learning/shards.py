"""Decisions of a strong player, kept in files for a network to learn from.

A shard is an ``.npz`` file: rows and the critic's rows as ``layout.py`` says, how many legal actions
each decision had, the actions one after the other with how much the player wanted each, how the game
ended for the four factions, and what the player thought of its own chance (less than nothing where it
did not say). ``decisions.py`` writes them. The learner reads them where the rules need not be installed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

UNTOLD = -1.0


class Batch(NamedTuple):
    """Some decisions, as the learners take them; ``of`` names the decision of each action."""

    rows: Any
    secrets: Any
    codes: Any
    of: Any
    shares: Any
    outcome: Any
    judged: Any


class Shards:
    """All decisions in a folder of shards."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(folder.glob("*.npz"))
        if not paths:
            raise ValueError(f"There are no shards in {folder}.")
        parts = [dict(np.load(path)) for path in paths]
        whole = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        self.rows, self.secrets, self.counts = whole["rows"], whole["secrets"], whole["counts"]
        self.codes, self.shares = whole["codes"], whole["shares"].astype(np.float32)
        self.outcome = whole["outcome"].astype(np.float32)
        self.judged = whole["judged"].astype(np.float32)
        self.begins = np.cumsum(self.counts) - self.counts

    def __len__(self) -> int:
        return len(self.rows)

    def batch(self, which: Any) -> Batch:
        """Some decisions by their numbers."""
        counts = self.counts[which]
        of = np.repeat(np.arange(len(which)), counts)
        inside = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
        places = np.repeat(self.begins[which], counts) + inside
        return Batch(
            self.rows[which],
            self.secrets[which],
            self.codes[places],
            of,
            self.shares[places],
            self.outcome[which],
            self.judged[which],
        )

    def batches(self, size: int, seed: int) -> Iterator[Batch]:
        """Batches without end, all decisions once before any comes again."""
        luck = np.random.default_rng(seed)
        while True:
            order = luck.permutation(len(self))
            for at in range(0, max(1, len(order) - size + 1), size):
                yield self.batch(order[at : at + size])
