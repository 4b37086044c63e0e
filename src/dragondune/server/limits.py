"""How often somebody may do something, and how much it may cost.

Whoever sits behind one connection to the Internet shares an address. With IPv6 that is a network of 64
bits, which every household has to itself: counted by single addresses it would have no limit at all.
"""

import ipaddress
import time
from collections import OrderedDict, deque
from functools import lru_cache
from typing import Final

HOUR: Final = 3600.0
MOST_ADDRESSES: Final = 20_000


@lru_cache(maxsize=4096)
def neighbourhood(address: str) -> str:
    """What limits by address go by: an IPv4 address, or the /64 of an IPv6 one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Bucket:
    """So many a second, and a burst now and then."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    @property
    def left(self) -> float:
        """How much there is room for now; below 0 where it was promised already."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        return self._left

    def take(self, cost: float = 1.0) -> bool:
        """One more, if there is room for it."""
        if self.left < cost:
            return False
        self._left -= cost
        return True

    def owe(self, cost: float) -> float:
        """Take it anyway, of what was left when that was asked; the seconds after which there is room for it."""
        self._left = left = self._left - cost
        return 0.0 if left >= 0 or not self.rate else -left / self.rate


class Buckets:
    """A bucket for each of many: those who were not here for longest are forgotten first."""

    def __init__(self, rate: float, burst: float, most: int = MOST_ADDRESSES) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        """Theirs."""
        bucket = self._of.get(who)
        if bucket is None:
            bucket = self._of[who] = Bucket(self.rate, self.burst)
            if len(self._of) > self.most:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        return bucket


class Costs:
    """What asking may cost: per address, and per table and seat there, in about milliseconds of work.

    Whoever asks for more waits, so that nobody in a hurry is refused; whoever would wait for long is.
    All who watch a table share one allowance, so that they cannot use up that of its players.
    """

    PATIENCE: Final = 4.0

    def __init__(self, rate: float) -> None:
        self._addresses = Buckets(rate, rate * 10)
        self._tables = Buckets(rate, rate * 10)

    def wait(self, address: str, table: str, seat: int | None, cost: float) -> float | None:
        """The seconds to wait before doing it; None: it is too much, and nothing was taken."""
        own = self._addresses.of(address)
        # Without a table all who ask for something of none would share one allowance.
        there = self._tables.of(f"{table} {seat}") if table else own
        if cost - min(own.left, there.left) > self.PATIENCE * own.rate:
            return None
        wait = own.owe(cost)
        return wait if there is own else max(wait, there.owe(cost))


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
