"""Where bots stand on the scale of people's ratings.

They were measured against the steward, which stands where everybody begins, at 25: a bot that wins the share p of
games against three stewards has 3p / (1 − p) times a steward's odds, and by the model of the ratings that is
``mu`` = 25 + C · ln(3p / (1 − p)), C being what the model divides by with four such bots at a table. An anchor does
not move by games on a server, so that nobody can push it, and people who play bots stay on one scale with those
who do not. All were measured in r9 with four players, and are taken over for the other editions and numbers.
"""

import math
from typing import Final, NamedTuple

MU, SIGMA = 25.0, 25.0 / 3  # where people begin
BETA: Final = 25.0 / 6
DOUBT: Final = 1.5  # of every anchor: its games were few, and other editions are other games
C: Final = math.sqrt(4 * (BETA**2 + DOUBT**2))


class Anchor(NamedTuple):
    """A bot's share of wins against three stewards, of how many games."""

    wins: float
    games: int

    @property
    def mu(self) -> float:
        """Its place on the scale."""
        return MU + C * math.log(3 * self.wins / (1 - self.wins))


# Shares of docs/opponents.md, where the commands stand that measured them.
# The random bot was beaten by a steward at tables of three of its like, which is turned round here.
ANCHORS: Final[dict[str, Anchor]] = {
    "random": Anchor(0.00067, 1600),
    "beginner": Anchor(0.0778, 3115),
    "casual": Anchor(0.175, 240),
    "steward": Anchor(0.25, 1600),
    "skilled": Anchor(0.375, 400),
    "network": Anchor(0.451, 672),
    "warlord": Anchor(0.505, 1600),
    "expert": Anchor(0.5215, 342),
    "champion": Anchor(0.652, 121),
}
