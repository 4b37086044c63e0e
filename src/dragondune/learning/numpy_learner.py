"""A learner with numpy alone: imitation on any machine, for small networks.

It trains the network of ``network.py`` without residual blocks, by gradients worked out here, from
decisions in shards. What it writes plays like any other weights. Real training is ``learner.py``'s.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from dragondune.learning.features import ACTION_FEATURES, BELIEFS, STATE_FEATURES, Arrays, Seen
from dragondune.learning.network import NORM_EPSILON
from dragondune.learning.shards import Batch

TINY: Final = (96, 0, 64, 32)  # width, blocks, action width, hidden
JUDGING: Final = 32
VALUE: Final = 0.5  # how much the chances of winning count beside the choice
SMALL: Final = ("score", "win_out", "belief_out")  # layers that begin near nothing


class Loss(NamedTuple):
    """How far off the network was: in its choices, in the end of the game; how often it agreed."""

    choice: float
    ending: float
    agreed: float


class NumpyLearner:
    """Weights in training; layers are (inputs, outputs)."""

    def __init__(self, seed: int = 0, size: tuple[int, int, int, int] = TINY) -> None:
        self.size, (width, _, action, hidden) = size, size
        self.arrays = Arrays()
        luck = np.random.default_rng(seed)
        shapes = {
            "first": (STATE_FEATURES, width),
            "context": (width, action),
            "action": (ACTION_FEATURES, action),
            "weigh": (action, hidden),
            "score": (hidden, 1),
            "win": (width, JUDGING),
            "win_out": (JUDGING, 4),
            "belief_out": (JUDGING, BELIEFS),
        }
        self.weights: dict[str, Any] = {}
        for name, shape in shapes.items():
            scale = 0.01 if name in SMALL else (2.0 / shape[0]) ** 0.5
            self.weights[f"{name}.weight"] = luck.normal(0, scale, shape).astype(np.float32)
            self.weights[f"{name}.bias"] = np.zeros(shape[1], np.float32)
        self.weights["action.weight"][-1] = 0  # advice is nothing until somebody learns to hear it
        self.weights["norms.0.weight"] = np.ones(width, np.float32)
        self.weights["norms.0.bias"] = np.zeros(width, np.float32)
        self._means = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._squares = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._steps = 0

    def step(self, batch: Batch, rate: float) -> Loss:
        """Learn from one batch."""
        loss, gradients = self.gradients(batch)
        self._steps += 1
        for name, gradient in gradients.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient * gradient - square)
            size = np.sqrt(square / (1 - 0.99**self._steps)) + 1e-6
            self.weights[name] -= rate * mean / (1 - 0.9**self._steps) / size
        return loss

    def gradients(self, batch: Batch) -> tuple[Loss, dict[str, Any]]:
        """How far off the network is on a batch, and in which direction each weight is to go."""
        w, of, n = self.weights, batch.of, len(batch.rows)
        seen = Seen(self.arrays, batch.rows)
        x, a = seen.features, seen.actions(self.arrays, batch.codes, of)
        # Forward
        raw = np.maximum(x @ w["first.weight"] + w["first.bias"], 0)
        centred = raw - raw.mean(1, keepdims=True)
        inverse = 1 / np.sqrt((centred * centred).mean(1, keepdims=True) + NORM_EPSILON)
        normal = centred * inverse
        h = normal * w["norms.0.weight"] + w["norms.0.bias"]
        context = h @ w["context.weight"] + w["context.bias"]
        joined = np.maximum(a @ w["action.weight"] + w["action.bias"] + context[of], 0)
        weighed = np.maximum(joined @ w["weigh.weight"] + w["weigh.bias"], 0)
        scores = (weighed @ w["score.weight"] + w["score.bias"])[:, 0]
        judging = np.maximum(h @ w["win.weight"] + w["win.bias"], 0)
        shares = softmax_within(scores, of, n)
        chances = _softmax(judging @ w["win_out.weight"] + w["win_out.bias"])
        loss = Loss(
            float(-(batch.shares * np.log(shares + 1e-9)).sum() / n),
            float(-(batch.outcome * np.log(chances + 1e-9)).sum() / n),
            _agreed(shares, batch.shares, of, n),
        )
        # Backward, layer by layer
        g: dict[str, Any] = {}
        d = ((shares - batch.shares) / n)[:, None]
        d = self._back(g, "score", weighed, d) * (weighed > 0)
        d = self._back(g, "weigh", joined, d) * (joined > 0)
        self._back(g, "action", a, d)
        to_h = self._back(g, "context", h, np.add.reduceat(d, first_of_each(of)))
        d = self._back(g, "win_out", judging, VALUE * (chances - batch.outcome) / n)
        to_h = to_h + self._back(g, "win", h, d * (judging > 0))
        g["norms.0.weight"], g["norms.0.bias"] = (to_h * normal).sum(0), to_h.sum(0)
        d = to_h * w["norms.0.weight"]
        d = inverse * (d - d.mean(1, keepdims=True) - normal * (d * normal).mean(1, keepdims=True))
        self._back(g, "first", x, d * (raw > 0), False)
        return loss, g

    def _back(self, g: dict[str, Any], name: str, x: Any, d: Any, further: bool = True) -> Any:
        """Note a layer's gradients; what comes to its inputs."""
        g[f"{name}.weight"], g[f"{name}.bias"] = x.T @ d, d.sum(0)
        return d @ self.weights[f"{name}.weight"].T if further else None

    def save(self, path: Path) -> None:
        """Write the weights as ``network.py`` reads them."""
        out = {
            name: (weights.T if weights.ndim == 2 else weights).astype(np.float16)
            for name, weights in self.weights.items()
        }
        np.savez(path, size=np.array(self.size), **out)


def first_of_each(of: Any) -> Any:
    """Where each row's actions begin: they come row by row, and every row has some."""
    return np.flatnonzero(np.diff(of, prepend=-1))


def softmax_within(scores: Any, of: Any, rows: int) -> Any:
    """Shares of the actions within each row."""
    highest = np.maximum.reduceat(scores, first_of_each(of))
    odds = np.exp(scores - highest[of])
    return odds / np.bincount(of, odds, rows)[of].astype(odds.dtype)


def _softmax(logits: Any) -> Any:
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def _agreed(shares: Any, wanted: Any, of: Any, rows: int) -> float:
    """In how many rows the action liked best is the one wanted most."""
    first = first_of_each(of)
    best, most = np.maximum.reduceat(shares, first), np.maximum.reduceat(wanted, first)
    both = (shares >= best[of]) & (wanted >= most[of])
    return float(np.minimum(np.bincount(of, both, rows), 1).mean())
