"""Decisions of a strong player, kept in files for a network to learn from.

A shard is an ``.npz`` file: rows and the critic's rows as ``layout.py`` says, how many legal actions
each decision had, the actions one after the other with how much the player wanted each, how the game
ended for the four factions, and what the player thought of its own chance (less than nothing where it
did not say).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from librt.strings import BytesWriter

from dragondune.learning.encoder import encode_secrets, row_of
from dragondune.learning.network import rows_array
from dragondune.model.state import State
from dragondune.views.view import View

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


@dataclass
class Decisions:
    """Decisions of games under way; how they end is known later."""

    rows: list[bytes] = field(default_factory=list)
    secrets: list[bytes] = field(default_factory=list)
    codes: list[list[int]] = field(default_factory=list)
    shares: list[list[float]] = field(default_factory=list)
    judged: list[float] = field(default_factory=list)
    outcome: list[list[float]] = field(default_factory=list)

    def add(
        self, s: State, view: View, legal: list[int], shares: list[float], judged: float
    ) -> None:
        """One decision: what was seen, what could be done, what was wanted."""
        self.rows.append(row_of(view))
        self.secrets.append(secret_row(s))
        self.codes.append([int(code) for code in legal])
        self.shares.append(shares)
        self.judged.append(judged)

    def end(self, winners: int) -> None:
        """The game of all decisions since the last end is over."""
        won = [float(winners >> f & 1) for f in range(4)]
        share = [one / max(1.0, sum(won)) for one in won]
        self.outcome += [share] * (len(self.rows) - len(self.outcome))

    def write(self, path: Path) -> None:
        """Write a shard; whole or not at all."""
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(
                file,
                rows=rows_array(self.rows),
                secrets=rows_array(self.secrets),
                counts=np.array([len(codes) for codes in self.codes], np.int32),
                codes=np.array([code for codes in self.codes for code in codes], np.int64),
                shares=np.array([x for shares in self.shares for x in shares], np.float16),
                outcome=np.array(self.outcome, np.float16),
                judged=np.array(self.judged, np.float16),
            )
        part.replace(path)


def secret_row(s: State) -> bytes:
    """What the critic may see besides, as one row."""
    out = BytesWriter()
    encode_secrets(s, out)
    return out.getvalue()


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
