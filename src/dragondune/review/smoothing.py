"""Estimates along a game made steadier by their neighbours.

Between two moments of a game the true chances mostly change little, and estimates are off by what
their worlds happened to hold. A Kalman smoother weighs each against its neighbours: where two differ by
no more than noise they are drawn together, where they differ by more the step stays.
"""

from collections.abc import Sequence

from dragondune.review.judge import Estimate

CALM = 0.004  # the change between two moments that is taken for granted
CERTAIN = 1e-6


def smoothed(found: Sequence[Estimate], ends: Sequence[float]) -> list[Estimate]:
    """The estimates, and at last the outcome itself, which is certain."""
    values = [list(one.chances) for one in found] + [list(ends)]
    noise = [max(one.spread**2, CERTAIN) for one in found] + [CERTAIN]
    moves = [
        _moved(values[k], values[k + 1], noise[k] + noise[k + 1]) for k in range(len(values) - 1)
    ]
    means, doubts = _forward(values, noise, moves)
    means, doubts = _backward(means, doubts, moves)
    return [
        Estimate((m[0], m[1], m[2], m[3]), one.worlds, doubt**0.5)
        for m, doubt, one in zip(means, doubts, [*found, Estimate((0, 0, 0, 0), 0, 0)], strict=True)
    ]


def _moved(one: list[float], two: list[float], noise: float) -> float:
    """The variance of a step beyond what noise explains; the same for all, so that sums stay one."""
    step = max((a - b) ** 2 for a, b in zip(one, two, strict=True))
    return max(CALM**2, step - noise)


def _forward(
    values: list[list[float]], noise: list[float], moves: list[float]
) -> tuple[list[list[float]], list[float]]:
    means, doubts = [values[0]], [noise[0]]
    for k in range(1, len(values)):
        before = doubts[-1] + moves[k - 1]
        gain = before / (before + noise[k])
        means.append([m + gain * (v - m) for m, v in zip(means[-1], values[k], strict=True)])
        doubts.append((1 - gain) * before)
    return means, doubts


def _backward(
    means: list[list[float]], doubts: list[float], moves: list[float]
) -> tuple[list[list[float]], list[float]]:
    means, doubts = list(means), list(doubts)
    for k in range(len(means) - 2, -1, -1):
        ahead = doubts[k] + moves[k]
        gain = doubts[k] / ahead
        doubts[k] += gain**2 * (doubts[k + 1] - ahead)
        means[k] = [m + gain * (n - m) for m, n in zip(means[k], means[k + 1], strict=True)]
    return means, doubts
