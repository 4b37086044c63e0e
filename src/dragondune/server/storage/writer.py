"""A thread that writes: what waits together is committed together.

Many tables so share the price of one flush. Each kind of database says how a batch is carried out.
"""

import asyncio
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

from dragondune.server import gauges
from dragondune.server.storage.store import Statement, StoreError

MOST_TOGETHER: Final = 500
GATHERING: Final = 0.002  # seconds for which more is waited for, where there was more before


class Job(NamedTuple):
    """What one caller wants written, all of it or nothing."""

    statements: Sequence[Statement]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


class Writer(ABC):
    """Takes writes from event loops and hands them to a database in a thread of its own."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)

    @abstractmethod
    def commit(self, jobs: list[Job]) -> dict[int, StoreError]:
        """Carry out a batch; by its number in the batch, why a job was not written."""

    async def write(self, statements: Sequence[Statement]) -> None:
        """Write all of it or nothing; back when it would survive a power loss."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        began = time.perf_counter()
        try:
            self._jobs.put(Job(statements, loop, done))
            await done
        finally:
            gauges.WRITE.observe(time.perf_counter() - began)

    def start_writing(self) -> None:
        """From now on writes are taken."""
        self._thread.start()

    def stop_writing(self) -> None:
        """Finish what was begun."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        many = False
        while (job := self._jobs.get()) is not None:
            if many:  # where much is written, a moment's patience saves a flush for each job
                time.sleep(GATHERING)
            jobs = [job, *self._more()]
            many = len(jobs) > 1
            errors = self.commit(jobs)
            gauges.TOGETHER.observe(len(jobs))
            gauges.FAILED.inc(len(errors))
            _tell(jobs, errors)

    def _more(self) -> list[Job]:
        """What else waits at this moment."""
        jobs: list[Job] = []
        while len(jobs) < MOST_TOGETHER - 1:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            jobs.append(job)
        return jobs


def _tell(jobs: list[Job], errors: dict[int, StoreError]) -> None:
    """Wake each loop once for all that is done; waking is what costs."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Job, StoreError | None]]] = {}
    for number, job in enumerate(jobs):
        loops.setdefault(job.loop, []).append((job, errors.get(number)))
    for loop, done in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_finish, done)


def _finish(jobs: list[tuple[Job, StoreError | None]]) -> None:
    for job, error in jobs:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
