"""Garbage collection, so that nobody waits for it.

Python looks through everything there is now and then, for things that only hold each other: with a
thousand games in memory that takes a second in which nobody is answered. Neither a move nor a table or
a socket that is gone leaves anything of that kind behind (``tests/server/test_garbage.py``), so what has
lasted is set aside (``gc.freeze``) and not looked through again. In case something was overlooked, all
of it is looked through when the server has had nothing to do for a while, and once a day at any rate.
"""

import asyncio
import gc
import time
from typing import Any, Final

from dragondune.server import gauges

# So many new things are looked through together. What has lasted until then is not looked through a second time.
YOUNG: Final = (25_000, 1_000_000, 1_000_000)
ASIDE: Final = 20.0  # seconds after which what has lasted is set aside
SELDOM: Final = 1800.0  # seconds between looks through everything, at least
DAY: Final = 86_400.0
QUIET: Final = 0.2  # seconds of work since what has lasted was set aside before


class Tidying:
    """When this process looks for garbage, and how long that took."""

    def __init__(self) -> None:
        self._looked, self._worked = time.monotonic(), time.process_time()
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
        """Look through everything where that disturbs nobody; else set it aside."""
        worked, waited = time.process_time() - self._worked, time.monotonic() - self._looked
        if (worked < QUIET and waited > SELDOM) or waited > DAY:
            self._looked = time.monotonic()
            gc.unfreeze()
            gc.collect()
        gc.freeze()
        self._worked = time.process_time()

    def _note(self, phase: str, info: dict[str, Any]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self.pauses += 1
            self.longest = max(self.longest, now - self._began)
            gauges.COLLECTING.observe(now - self._began)
