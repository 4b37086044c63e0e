"""Reviews in the background: one after another, in a process of low priority, and kept.

A review is asked for, waits its turn and is worked at piece by piece, so that it can be told how far it
is. What was made is stored and never made again. Whoever asks has to bring the record of a game that is
over: this room never sees a game in play.
"""

import asyncio
import contextlib
import json
import multiprocessing
import os
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Final

from dragondune.review.result import FORMAT
from dragondune.review.review import assemble
from dragondune.review.work import Found, do, read, tasks, usual_effort
from dragondune.server.bots.workers import follow_parent
from dragondune.server.config import Config
from dragondune.server.limits import Hourly
from dragondune.server.storage.store import Store, StoredReview, StoreError, review_row
from dragondune.server.wire.problems import ProblemError

PIECE: Final = 6  # tasks that are done at a time: a second or two, then the next table may tell
HUMBLE: Final = 19  # the priority that is given up, all of it: games in play come first
MOST_TROUBLES: Final = 100
WAITING, WORKING, DONE, FAILED, NONE = "waiting", "working", "done", "failed", "none"


def _be_humble() -> None:
    """Runs first in a worker: whoever plays comes before whoever looks back."""
    follow_parent()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(HUMBLE)


def count(record: str) -> int:
    """How many tasks a review has; runs in a worker. ValueError: this record cannot be reviewed."""
    return len(tasks(read(record)))


def finish(record: str, found: list[Found]) -> bytes:
    """The review as it is stored; runs in a worker."""
    review = assemble(read(record), found)
    return zlib.compress(json.dumps(review.data(), ensure_ascii=False).encode(), 9)


@dataclass
class Job:
    """A review that is wanted."""

    record: str
    done: int = 0
    whole: int = 0
    pieces: dict[int, list[Found]] = field(default_factory=dict)  # by where they begin

    def found(self) -> list[Found]:
        """All that was found, in the order of the tasks, whoever did which."""
        return [one for begin in sorted(self.pieces) for one in self.pieces[begin]]


class Reviews:
    """The reviews of one server."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config, self.store = config, store
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._troubles: OrderedDict[str, str] = OrderedDict()
        self._asked = Hourly(config.reviews_per_hour)
        self._pool: Executor | None = None
        self._worker: asyncio.Task[None] | None = None

    # --- asking ----------------------------------------------------------------------------

    def kept(self, table_id: str) -> bytes | None:
        """The stored review as JSON, if there is one of today's format."""
        stored = self.store.review(table_id)
        if stored is None or stored.version != FORMAT:
            return None
        return zlib.decompress(stored.data)

    def progress(self, table_id: str) -> tuple[str, int, int, int]:
        """How a review stands that is not kept yet: status, tasks done, of how many, jobs ahead."""
        job = self._jobs.get(table_id)
        if job is None:
            return (FAILED if table_id in self._troubles else NONE), 0, 0, 0
        ahead = list(self._jobs).index(table_id)
        return (WAITING if ahead else WORKING), job.done, job.whole, ahead

    def trouble(self, table_id: str) -> str | None:
        """Why a review could not be made."""
        return self._troubles.get(table_id)

    def ask(self, table_id: str, record: str, address: str) -> None:
        """Put a review in the queue, unless it is there; ProblemError says why not."""
        if table_id in self._jobs:
            return
        if self.config.review_workers < 1:
            raise ProblemError(501, "This server makes no reviews.")
        if len(self._jobs) >= self.config.most_reviews:
            raise ProblemError(503, "Many games are being reviewed right now. Try again later.")
        if not self._asked.take(address):
            raise ProblemError(429, "You have asked for many reviews this hour. Try again later.")
        self._troubles.pop(table_id, None)
        self._jobs[table_id] = Job(record)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())

    # --- working ---------------------------------------------------------------------------

    async def _work(self) -> None:
        while self._jobs:
            table_id, job = next(iter(self._jobs.items()))
            try:
                await self._review(table_id, job)
            except BrokenProcessPool:
                self._pool = None
                self._fail(table_id, "It was interrupted. Ask for it again.")
            except StoreError as error:
                self._fail(table_id, f"It could not be stored ({error}).")
            except Exception as error:  # whatever a record may hold, the next one is to be reviewed
                self._fail(table_id, str(error) or type(error).__name__)
            self._jobs.pop(table_id, None)

    def _fail(self, table_id: str, why: str) -> None:
        self._troubles[table_id] = f"This game could not be reviewed: {why}"
        while len(self._troubles) > MOST_TROUBLES:
            self._troubles.popitem(last=False)

    async def _review(self, table_id: str, job: Job) -> None:
        loop, pool = asyncio.get_running_loop(), self.executor()
        job.whole = await loop.run_in_executor(pool, count, job.record)
        begins = iter(range(0, job.whole, PIECE))
        lanes = [self._lane(job, begins) for _ in range(self.config.review_workers)]
        await asyncio.gather(*lanes)
        data = await loop.run_in_executor(pool, finish, job.record, job.found())
        await self.store.write([review_row(table_id, StoredReview(FORMAT, data))])

    async def _lane(self, job: Job, begins: Iterator[int]) -> None:
        """One worker's share: the next piece as soon as the last is done."""
        loop, effort = asyncio.get_running_loop(), self.config.review_effort or usual_effort()
        for begin in begins:
            found = await loop.run_in_executor(
                self.executor(), do, job.record, effort, begin, PIECE
            )
            job.pieces[begin] = found
            job.done += len(found)

    def executor(self) -> Executor:
        """The workers; they are started when the first review is asked for."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.config.review_workers, context, _be_humble)
        return self._pool

    def close(self) -> None:
        """Let the workers go; what was not finished is asked for again some day."""
        if self._worker is not None:
            self._worker.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
