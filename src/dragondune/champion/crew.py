"""Games played on many cores for as long as there is time; what has ended is told at once."""

import multiprocessing
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Result(NamedTuple):
    """One game: what was asked, what came out, or the fault that stopped it."""

    job: Any
    played: Any
    fault: str


def play_all(
    jobs: Iterator[Any], play: Callable[[Any], Any], processes: int, minutes: float, most: int
) -> Iterator[Result | None]:
    """What comes out, game by game; None now and then, so that the caller can look at the clock."""
    context = multiprocessing.get_context("spawn")
    todo, done = context.Queue(), context.Queue()
    crew = [
        context.Process(target=_work, args=(play, todo, done), daemon=True)
        for _ in range(processes)
    ]
    for worker in crew:
        worker.start()
    ends = time.monotonic() + 60 * minutes
    given = finished = 0
    try:
        while finished < most and time.monotonic() < ends:
            while given < min(most, finished + 2 * len(crew)):
                todo.put(next(jobs))
                given += 1
            result = _next(done)
            finished += result is not None
            yield result
    finally:
        for worker in crew:
            worker.kill()


def _next(done: Any) -> Result | None:
    try:
        return Result(*done.get(timeout=0.5))
    except queue.Empty:
        return None


def _work(play: Callable[[Any], Any], todo: Any, done: Any) -> None:
    """A process: plays what is to be played for as long as there is somebody to tell."""
    threading.Thread(target=_follow_parent, daemon=True).start()
    while True:
        job = todo.get()
        try:
            done.put((job, play(job), ""))
        except Exception as error:
            done.put((job, None, f"{type(error).__name__}: {error}"))


def _follow_parent() -> None:
    """Nobody is left behind, not even in the middle of a game."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
