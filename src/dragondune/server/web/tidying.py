"""Garbage collection, so that nobody waits for it.

Python looks through everything there is now and then, for things that only hold each other: with a
thousand games in memory that takes a second in which nobody is answered. A move leaves nothing of that
kind behind, so what has lasted is set aside (``gc.freeze``) and not looked through again. Tables that
were dropped do hold themselves; they are looked for when nothing has been asked for a moment, or when
there are many.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Any, Final

from dragondune.server import gauges

YOUNG: Final = (2000, 5, 1_000_000)  # the last: never of itself
ASIDE: Final = 20.0  # seconds after which what has lasted is set aside
SELDOM: Final = 1800.0  # seconds between looks through everything, at least
MANY: Final = 500  # tables dropped, for which one look is worth a pause
QUIET: Final = 2.0  # seconds without a request


class Tidying:
    """When this process looks for garbage, and how long that took."""

    def __init__(self, quiet_for: Callable[[], float], dropped: Callable[[], int]) -> None:
        self._quiet_for, self._dropped = quiet_for, dropped
        self._seen, self._looked = 0, time.monotonic()
        self._began = 0.0
        self.longest = 0.0  # seconds
        self.pauses = 0

    async def run(self) -> None:
        """Until the server stops."""
        usual = gc.get_threshold()
        gc.callbacks.append(self._note)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG)
        try:
            while True:
                await asyncio.sleep(ASIDE)
                self.tidy()
        finally:
            gc.set_threshold(*usual)
            gc.callbacks.remove(self._note)
            gc.unfreeze()

    def tidy(self) -> None:
        """Look through everything where it is worth it and disturbs nobody; else set it aside."""
        dropped, waited = self._dropped() - self._seen, time.monotonic() - self._looked
        quiet = self._quiet_for() > QUIET
        if dropped and ((quiet and waited > SELDOM) or dropped > MANY):
            self._seen, self._looked = self._dropped(), time.monotonic()
            gc.unfreeze()
            gc.collect()
        gc.freeze()

    def _note(self, phase: str, info: dict[str, Any]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self.pauses += 1
            self.longest = max(self.longest, now - self._began)
            gauges.COLLECTING.observe(now - self._began)
