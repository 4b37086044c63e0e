"""Who is connected. Where there is no room left, whoever holds no seat makes room for whoever comes.

The one to go comes from the address that has most of them, so that nobody can crowd others out; and
whoever holds a seat does not go at all.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

SHARE: Final = 0.75  # of all sockets may be held by those without a seat


class Visitor:
    """One connection."""

    __slots__ = ("address", "leave", "seated")

    def __init__(self, address: str, leave: Callable[[], None]) -> None:
        self.address = address
        self.leave = leave
        self.seated = False


class Visitors:
    """All connections of a kind."""

    def __init__(self, most: int, each: int, share: float = 1.0) -> None:
        self.most, self.each = most, each
        self.standing = max(1, int(most * share))
        self.here: dict[Visitor, None] = {}  # in the order they came
        self.by_address: Counter[str] = Counter()

    def come(self, address: str, leave: Callable[[], None], counted: bool = True) -> Visitor | None:
        """Let one in; None where there is no room, or this address has too many already."""
        if counted and self.by_address[address] >= self.each:
            return None
        seated = sum(visitor.seated for visitor in self.here) if self._is_tight() else 0
        if len(self.here) >= self.most or len(self.here) - seated >= self.standing:
            if not self._make_room(address):
                return None
        visitor = Visitor(address, leave)
        self.here[visitor] = None
        self.by_address[address] += 1
        return visitor

    def _is_tight(self) -> bool:
        return len(self.here) >= self.standing

    def _make_room(self, newcomer: str) -> bool:
        """Show one out who holds no seat; nobody where the newcomer's own address has most of them."""
        standing = [visitor for visitor in self.here if not visitor.seated]
        crowd = Counter(visitor.address for visitor in standing)
        if not crowd:
            return False
        address, most = crowd.most_common(1)[0]
        if crowd[newcomer] >= most:
            return False
        gone = next(visitor for visitor in standing if visitor.address == address)
        self.go(gone)
        gone.leave()
        return True

    def go(self, visitor: Visitor) -> None:
        """One is gone; said twice it is the same."""
        if visitor in self.here:
            del self.here[visitor]
            self.by_address[visitor.address] -= 1
            if not self.by_address[visitor.address]:
                del self.by_address[visitor.address]
