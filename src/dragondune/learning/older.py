"""Weights that were made before rows and actions had their later fields, for a network that sees them."""

from typing import Any, Final

import numpy as np

from dragondune.learning.features import (
    ACTION_FEATURES,
    FIRST_ACTION_FEATURES,
    FIRST_FEATURES,
    STATE_FEATURES,
)

_STATE: Final = (FIRST_FEATURES, STATE_FEATURES)
_ACTION: Final = (FIRST_ACTION_FEATURES, ACTION_FEATURES)


def widened(weights: Any, shape: tuple[int, ...]) -> Any:
    """Weights with columns of zeros for what was added later; None where they do not fit at all.

    A matrix is (outputs, inputs). Of the critic's inputs the secrets come last and stay last.
    """
    if weights.shape == shape:
        return weights
    if len(shape) != 2:
        return None
    of_action = shape[1] == ACTION_FEATURES
    first, now = _ACTION if of_action else _STATE
    if weights.shape != (shape[0], shape[1] - now + first):
        return None
    zeros = np.zeros((shape[0], now - first), weights.dtype)
    return np.concatenate([weights[:, :first], zeros, weights[:, first:]], 1)
