"""Which events each listener heard, by number: found at once, however long the game is."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from dragondune.model.events import Event
from dragondune.server.audience.rights import LISTENERS, hearers, hears
from dragondune.server.wire.events import Heard

PAGE: Final = 100  # events that are told at once


class Numbering:
    """Counts what each listener hears, and remembers where every hundredth of it stands."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(LISTENERS, 0)
        self._starts: dict[int, list[int]] = {seat: [] for seat in LISTENERS}

    def add(self, event: Event, index: int) -> None:
        """One more event, which stands at this place among all of them."""
        for seat in hearers(event):
            if self.counts[seat] % PAGE == 0:
                self._starts[seat].append(index)
            self.counts[seat] += 1

    def number_at(self, heard: Sequence[Heard], seat: int, index: int) -> int:
        """The number that the listener's next event from this place on has."""
        page = bisect_right(self._starts[seat], index) - 1
        if page < 0:
            return 1
        between = heard[self._starts[seat][page] : index]
        return page * PAGE + sum(hears(one.event, seat) for one in between) + 1

    def place_of(self, heard: Sequence[Heard], seat: int, number: int) -> int:
        """Where the listener's event of this number stands."""
        left = (number - 1) % PAGE
        for index in range(self._starts[seat][(number - 1) // PAGE], len(heard)):
            if hears(heard[index].event, seat):
                if not left:
                    return index
                left -= 1
        raise ValueError(f"There is no event {number}.")
