"""What a seat may write besides its moves: orders, words about contracts, choices taken back.

Moves come to an end with the game; these need not, and nobody is to fill the disk with them. Gifts and
looks at hands are moves that need no end either: so many are taken in a turn as nobody ever needs.
"""

from collections import Counter
from typing import Final

from dragondune.contracts.talk import is_spoken
from dragondune.server.config import Config
from dragondune.server.limits import Bucket
from dragondune.server.play.session import PLAYER

SIGNING: Final = ("offer", "counter", "accept")


def is_aside(kind: str, text: str) -> bool:
    """Is this line of a log one of those that are counted?"""
    return kind in ("orders", "undo", "vote", "away") or (kind == PLAYER and is_spoken(text))


def is_free_act(line: str) -> bool:
    """Is this a gift, or a look at a hand?"""
    return line.lstrip()[:5].lower() in ("give ", "look ")


class Quotas:
    """How many of them the seats of one table have written."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.written: Counter[str] = Counter()
        self._quick: dict[str, Bucket] = {}
        self._freely: Counter[tuple[str, int]] = Counter()

    def too_free(self, seat: str, line: str, turn: int) -> str | None:
        """Why a seat has to stop giving and looking for this turn, if it has."""
        most = self.config.free_acts
        if not is_free_act(line) or self._freely[seat, turn] < most:
            return None
        return (
            f"You have given gold or looked at hands {most} times this turn, the most this server "
            "takes. You can still play, and give again next turn."
        )

    def too_bound(self, line: str, in_force: int) -> str | None:
        """Why nobody can sign more now: every move looks through all contracts in force."""
        most = self.config.contracts
        if in_force < most or not is_spoken(line) or line.split()[0].lower() not in SIGNING:
            return None
        return (
            f"{in_force} contracts are in force, the most this server takes at one table. "
            "You can make another when one has ended."
        )

    def acted(self, seat: str, line: str, turn: int) -> None:
        """A seat has acted, in this turn."""
        self._freely[seat, turn] += is_free_act(line)

    def refusal(self, seat: str) -> str | None:
        """Why a seat has to stop for now, if it has; else one more is on its way."""
        most, each = self.config.asides, self.config.asides_per_minute
        if self.written[seat] >= most:
            return (
                f"You have given orders, spoken of contracts and taken choices back {most} times "
                "at this table, the most it keeps. You can still play."
            )
        if not self._quick.setdefault(seat, Bucket(each / 60, each)).take():
            return (
                f"You may give orders, speak of contracts and take choices back {each} times "
                "a minute. Wait a moment."
            )
        return None
