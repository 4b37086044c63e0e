"""How far it has got: a bar for people at a terminal, a line now and then for a log."""

import sys
import time
from types import TracebackType
from typing import Any, Final

from dragondune.asking import on_a_screen

LINE_EVERY: Final = 15.0


class Progress:
    """Counts games until all are played."""

    def __init__(self, title: str, games: int) -> None:
        self.title, self.games, self.done = title, games, 0
        self.began = self.told = time.monotonic()
        self._bar: Any = _bar() if on_a_screen(sys.stderr) else None
        self._task: Any = None

    def __enter__(self) -> "Progress":
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task(self.title, total=self.games, rate="")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
        print(self.line(), file=sys.stderr, flush=True)

    def advance(self, games: int) -> None:
        """So many games more are on disk."""
        self.done += games
        if self._bar is not None:
            self._bar.update(self._task, advance=games, rate=f"{self.speed():.1f} games/s")
        elif self.done < self.games and time.monotonic() - self.told >= LINE_EVERY:
            self.told = time.monotonic()
            print(self.line(), file=sys.stderr, flush=True)

    def speed(self) -> float:
        """Games a second so far."""
        return self.done / max(time.monotonic() - self.began, 1e-6)

    def line(self) -> str:
        """``r9, steward: 1200 of 10000 games, 48.0 games/s, 3 min to go``."""
        left = (self.games - self.done) / self.speed() if self.done else 0
        rest = f", {_duration(left)} to go" if left else ""
        return f"{self.title}: {self.done} of {self.games} games, {self.speed():.1f} games/s{rest}"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def _bar() -> object:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
