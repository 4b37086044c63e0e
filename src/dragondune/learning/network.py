"""The network with numpy alone, as it plays: scores of the legal actions, and chances of winning.

A trunk over what the seat sees (a layer and some residual blocks), a small net that scores each
action with the trunk beside it, and four chances of winning from the same trunk. Networks that hear
a steward (``hears``) get its choice marked among the actions (``advice.py``), and heed it more or less
by the step and the faction; how much may stand in a small file of its own. Weights are a ``.npz`` file
of half floats; ``torch_network.py`` is the same network where it is trained.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np

from dragondune.engine.steps import STEP_COUNT
from dragondune.learning.features import FIRST_ACTION_FEATURES, FIRST_FEATURES, Arrays, Seen
from dragondune.learning.layout import ADVISED

SIZE: Final = (480, 2, 192, 96)  # width, blocks, action width, hidden
NORM_EPSILON: Final = 1e-5


class Network:
    """Weights that were loaded, and what they say."""

    def __init__(self, path: Path, heeding: Path | None = None) -> None:
        parts = _parts(path) | (_parts(heeding) if heeding else {})
        self.blocks = int(parts.pop("size")[1])
        self._weights = {name: _ready(part) for name, part in parts.items()}
        self._arrays = Arrays()
        # Weights that were made before there was a memory do without it, and play as they did.
        self._later = len(self._weights["first.weight"]) > FIRST_FEATURES
        # Weights that were made before there was advice do without it likewise.
        self._advice = len(self._weights["action.weight"]) > FIRST_ACTION_FEATURES
        self._heed = self._weights.get("heed")
        self.hears = self._advice or self._heed is not None
        self._heeded = [self._advice] * STEP_COUNT if self._heed is None else self._heed.any(0)

    def heeds(self, step: int) -> bool:
        """Does it matter at this step what a steward would do?"""
        return self._advice or bool(self._heeded[step])

    def _seen(self, rows: Any) -> Seen:
        return Seen(self._arrays, rows, self._later)

    def _linear(self, name: str, x: Any) -> Any:
        return x @ self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    def _norm(self, number: int, x: Any) -> Any:
        x = x - x.mean(1, keepdims=True)
        x = x / np.sqrt((x * x).mean(1, keepdims=True) + NORM_EPSILON)
        name = f"norms.{number}"
        return x * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    def _trunk(self, features: Any) -> Any:
        h = np.maximum(self._linear("first", features), 0)
        for k in range(self.blocks):
            inside = np.maximum(self._linear(f"inner.{k}", self._norm(k, h)), 0)
            h = h + self._linear(f"outer.{k}", inside)
        return self._norm(self.blocks, h)

    def _judging(self, h: Any) -> Any:
        return np.maximum(self._linear("win", h), 0)

    def _chances(self, h: Any) -> Any:
        logits = self._linear("win_out", self._judging(h))
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return odds / odds.sum(1, keepdims=True)

    def judge(self, rows: Any, codes: Any, of: Any) -> tuple[Any, Any]:
        """Scores of actions (``of`` names the row of each), and each row's chances of winning.

        Where the network ``hears``, the actions are marked with what a steward would choose.
        """
        seen = self._seen(rows)
        h = self._trunk(seen.features)
        actions = self._linear("action", seen.actions(self._arrays, codes, of, self._advice))
        hidden = np.maximum(actions + self._linear("context", h)[of], 0)
        scores = self._linear("score", np.maximum(self._linear("weigh", hidden), 0))[:, 0]
        if self._heed is not None:
            scores = scores + self._heed[seen.seat, seen.step(self._arrays)][of] * (
                codes >= ADVISED
            )
        return scores, self._chances(h)

    def chances(self, rows: Any) -> Any:
        """The four factions' chances of winning, as the seat of each row sees them."""
        return self._chances(self._trunk(self._seen(rows).features))

    def beliefs(self, rows: Any) -> Any:
        """How likely each hidden thing is, in the order of ``features.BELIEFS``."""
        h = self._trunk(self._seen(rows).features)
        return 1 / (1 + np.exp(-self._linear("belief_out", self._judging(h))))


def rows_array(rows: list[bytes]) -> Any:
    """Rows as the network takes them."""
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)


def _parts(path: Path) -> dict[str, Any]:
    with np.load(path) as data:
        return {name: data[name] for name in data.files}


def _ready(weights: Any) -> Any:
    wide = weights.astype(np.float32)
    return np.ascontiguousarray(wide.T) if wide.ndim == 2 else wide
