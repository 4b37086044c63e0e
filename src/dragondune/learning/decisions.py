"""Decisions of games under way, written down as shards (``shards.py``)."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from librt.strings import BytesWriter

from dragondune.learning.encoder import encode_secrets, row_of
from dragondune.learning.network import rows_array
from dragondune.model.state import State
from dragondune.views.view import View


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
