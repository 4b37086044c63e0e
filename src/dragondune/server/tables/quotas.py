"""What a seat may write besides its moves: orders, words about contracts, choices taken back.

Moves come to an end with the game; these need not, and nobody is to fill the disk with them.
"""

from collections import Counter

from dragondune.contracts.talk import is_spoken
from dragondune.server.config import Config
from dragondune.server.limits import Bucket
from dragondune.server.play.session import PLAYER


def is_aside(kind: str, text: str) -> bool:
    """Is this line of a log one of those that are counted?"""
    return kind in ("orders", "undo") or (kind == PLAYER and is_spoken(text))


class Quotas:
    """How many of them the seats of one table have written."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.written: Counter[str] = Counter()
        self._quick: dict[str, Bucket] = {}

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
