"""How likely a faction is to win from the start of a turn: a small fitted formula.

``features`` reads what is public. ``COEFFICIENTS`` follow a logistic regression on games among
stewards, one row per faction, with signs kept to what makes sense; numbers of units are relative to
the faction's total, so that they carry over to editions with larger armies.
"""

import math
from typing import Final

from dragondune.model.board import FORESTS
from dragondune.model.state import State

CASTLE_LIST: Final = (2, 6, 9, 17, 23)
FEATURES: Final = (
    "constant",
    "game over soon",
    "castles",
    "second castle",
    "third castle",
    "units in castles",
    "units in forests",
    "other units",
    "bank",
    "ready to hire",
    "gold",
    "cards",
    "moves last",
    "moves third",
    "rivals' best castles",
    "rivals with two",
    "rivals' gold",
    "rivals' units",
    "castles late",
    "default winner's castles",
)


def castle_holders(s: State) -> list[int]:
    """How many castles each faction controls."""
    held = [0, 0, 0, 0]
    for t in CASTLE_LIST:
        owner = -1
        for f in s.order:
            if s.vis[f] >> t & 1:
                owner = f if owner < 0 else 9
        if 0 <= owner < 4:
            held[owner] += 1
    return held


def features(s: State, f: int, held: list[int]) -> list[float]:
    """What decides, as numbers of about one."""
    rules = s.rules
    whole = 10 / rules.units[f]
    castle, forest, other = _units(s, f)
    bank, gold = int(s.bank[f]), int(s.gold[f])
    place = (s.order.index(f) - s.first) % len(s.order)
    rivals = [g for g in s.order if g != f]
    best = max(held[g] for g in rivals)
    late = s.turn / rules.turns
    return [
        1.0,
        late,
        held[f],
        1.0 if held[f] >= 2 else 0.0,
        1.0 if held[f] >= 3 else 0.0,
        castle * whole / 5,
        forest * whole / 5,
        other * whole / 5,
        bank * whole / 5,
        min(bank, gold) * whole / 5,
        min(gold, 15) / 5,
        bin(s.hand[f]).count("1") / 3,
        1.0 if place == len(s.order) - 1 else 0.0,
        1.0 if place == len(s.order) - 2 else 0.0,
        best,
        sum(1.0 for g in rivals if held[g] >= 2),
        sum(min(s.gold[g], 15) for g in rivals) / 15,
        sum(10 - 10 * int(s.grave[g]) / rules.units[g] for g in rivals) / 30,
        held[f] * late,
        held[3] if f != 3 else 0.0,
    ]


def _units(s: State, f: int) -> tuple[int, int, int]:
    """Visible units in castles, in forests and in the open."""
    castle = forest = other = 0
    mask: int = s.vis[f]
    while mask:
        low = mask & -mask
        mask ^= low
        t = low.bit_length() - 1
        n = s.up[f * 28 + t]
        if t in CASTLE_LIST:
            castle += n
        elif FORESTS >> t & 1:
            forest += n
        else:
            other += n
    return castle, forest, other


# one row per faction, in the order of FEATURES
# fmt: off
COEFFICIENTS: Final[list[list[float]]] = [
    [-0.84, -1.4, 0.3, 0.45, 0.0, 0.1, 0.16, 0.3, 0.29, 0.17, 0.1, 0.1, 0.05, 0.02, -0.1, -0.1, -0.05, -1.2, 0.35, -0.05],
    [-2.3, -1.4, 0.3, 0.45, 0.0, 0.1, 0.16, 0.3, 0.29, 0.17, 0.1, 0.1, 0.05, 0.02, -0.1, -0.1, -0.05, -1.2, 0.35, -0.05],
    [-1.6, -1.4, 0.3, 0.45, 0.0, 0.1, 0.16, 0.3, 0.29, 0.17, 0.1, 0.1, 0.05, 0.02, -0.1, -0.1, -0.05, -1.2, 0.35, -0.05],
    [0.37, 1.0, 0.1, 0.1, 0.0, 0.15, 0.2, 0.35, 0.1, 0.05, 0.06, 0.1, 0.06, 0.02, -0.15, -0.3, -0.05, -0.3, 0.02, 0.0],
]
# fmt: on


def win_chance(s: State, f: int) -> float:
    """The share of victory this faction has or may expect."""
    if not s.stack:
        winners = bin(s.winners).count("1")
        return 1 / winners if s.winners >> f & 1 else 0.0
    x = features(s, f, castle_holders(s))
    total = sum(a * b for a, b in zip(COEFFICIENTS[f], x, strict=True))
    return 1 / (1 + math.exp(-total))
