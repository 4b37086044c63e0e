"""Choices that a state keeps as one number each: an oracle's prediction [O1], a betrayal [V7].

A prediction is faction + 4 * castle + 128 * turn, and -1 while there is none. A betrayal is
1 + 64 * usurper + sabotaged artifact; 0 stands for loyalty, -1 for no choice yet. A battle plan is
kept as the action that it is. ``State.proposed`` has a bit (4 * faction + other) per proposal.
"""

from typing import Final

from dragondune.ints import i64

# in ``State.proposed``, above the bits of who proposed to whom: an alliance came about
ALLIANCE_FORMED: Final = 1 << 16
# in ``State.miracles``, of the battle under way: the chaos monster came [O9]; it is blessed [O5]
CHAOS_CAME: Final = 1
BLESSING: Final = 2


def prediction(winner: i64, castle: i64, turn: i64) -> i64:
    """Who will win, with which castle, on which turn."""
    return winner + 4 * castle + 128 * turn


def predicted_winner(told: i64) -> i64:
    """The faction whose victory is predicted."""
    return told & 3


def predicted_castle(told: i64) -> i64:
    """The castle it will hold."""
    return told >> 2 & 31


def predicted_turn(told: i64) -> i64:
    """The turn of its victory."""
    return told >> 7


def betrayal(usurper: i64, sabotage: i64) -> i64:
    """A pair of cards with which the other side's artifact is turned against it."""
    return 1 + usurper * 64 + sabotage


def usurper_of(chosen: i64) -> i64:
    """The usurper of a betrayal."""
    return chosen - 1 >> 6


def sabotage_in(chosen: i64) -> i64:
    """The sabotaged artifact of a betrayal."""
    return chosen - 1 & 63
