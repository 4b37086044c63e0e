"""How often somebody may do something."""

import time
from collections import deque
from typing import Final

HOUR: Final = 3600.0
MOST_ADDRESSES: Final = 10_000


class Bucket:
    """So many a second, and a burst now and then."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """One more, if there is room for it."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Hourly:
    """So many an hour from each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._times: dict[str, deque[float]] = {}

    def take(self, address: str) -> bool:
        """One more from this address, if there is room for it."""
        now = time.monotonic()
        times = self._times.setdefault(address, deque())
        while times and now - times[0] > HOUR:
            times.popleft()
        if len(times) >= self.most:
            return False
        times.append(now)
        if len(self._times) > MOST_ADDRESSES:
            self._times = {who: t for who, t in self._times.items() if now - t[-1] < HOUR}
        return True
