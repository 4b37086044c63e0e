"""Weights that were made before the row had its later fields, for a network that sees them."""

from typing import Any

import numpy as np

from dragondune.learning.features import FIRST_FEATURES, STATE_FEATURES


def widened(weights: Any, shape: tuple[int, ...]) -> Any:
    """Weights with columns of zeros for what was added later; None where they do not fit at all.

    A matrix is (outputs, inputs). Of the critic's inputs the secrets come last and stay last.
    """
    if weights.shape == shape:
        return weights
    more = STATE_FEATURES - FIRST_FEATURES
    if len(shape) != 2 or weights.shape != (shape[0], shape[1] - more):
        return None
    before, after = weights[:, :FIRST_FEATURES], weights[:, FIRST_FEATURES:]
    return np.concatenate([before, np.zeros((shape[0], more), weights.dtype), after], 1)
