"""Playing the games of one or more studies on all cores, or on a Ray cluster.

Chunks of games go out to workers; each that comes back is kept on disk at once. Among several
studies the one that lags most behind its weight goes next, so that whenever time runs out all have
got their due.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from dragondune.lab.problems import LabError
from dragondune.lab.study.game_row import Job, Played, gathers, play_job
from dragondune.lab.study.progress import Progress
from dragondune.lab.study.storage import Study

QUICK: Final = ("random", "steward")  # who plays many games a second
QUICK_CHUNK: Final = 40
SLOW_CHUNK: Final = 2
DEEP: Final = ("expert", "champion")  # who takes a minute or more for a game
SIDE_BY_SIDE: Final = 64  # games that ask their network together
ONE_CORE: Final = "OPENBLAS_NUM_THREADS"  # a worker's sums stay on its own core
AHEAD: Final = 2  # quick jobs per worker on their way, so that none waits for the disk


class Crew(Protocol):
    """Those who play: a pool of processes or a cluster."""

    size: int

    def submit(self, job: Job) -> object:
        """Send a job out; answers a handle."""

    def next_done(self, waiting: dict[object, Job]) -> list[tuple[object, Played]]:
        """Wait for at least one of the jobs and answer those that are done."""

    def close(self) -> None:
        """Stop at once; jobs on their way are dropped."""


# --- processes of this machine -------------------------------------------------------------


def begin_worker() -> None:
    """A worker leaves Ctrl-C to its parent, and leaves when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault(ONE_CORE, "1")
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


class Pool:
    """Worker processes on this machine's cores."""

    def __init__(self, size: int) -> None:
        self.size = size
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(size, context, begin_worker)

    def submit(self, job: Job) -> object:
        return self._pool.submit(play_job, job)

    def next_done(self, waiting: dict[object, Job]) -> list[tuple[object, Played]]:
        futures: list[Future[Played]] = [f for f in waiting if isinstance(f, Future)]
        done, _ = wait(futures, return_when=FIRST_COMPLETED)
        try:
            return [(future, future.result()) for future in done]
        except BrokenProcessPool:
            raise LabError(
                "A worker process died, perhaps for lack of memory. Every game finished before is "
                "kept: run the same command again, with fewer workers if need be (--workers)."
            ) from None

    def close(self) -> None:
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


class Alone:
    """No workers: this process plays."""

    size = 1

    def submit(self, job: Job) -> object:
        return object()

    def next_done(self, waiting: dict[object, Job]) -> list[tuple[object, Played]]:
        first = next(iter(waiting))
        return [(first, play_job(waiting[first]))]

    def close(self) -> None:
        pass


# --- a cluster -----------------------------------------------------------------------------


class RayCluster:
    """The same jobs on a Ray cluster: the one at an address, or a local one."""

    def __init__(self, address: str | None, workers: int | None) -> None:
        import ray

        self._ray: Any = ray
        words: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
        if address:
            words["address"] = address
        else:
            os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
            words |= {"num_cpus": workers, "include_dashboard": False}
            env = {"PYTHONPATH": os.pathsep.join(sys.path), ONE_CORE: "1"}
            words["runtime_env"] = {"env_vars": env}
        try:
            ray.init(**words)
        except Exception as error:  # Ray raises bare ones, for example when a machine is too busy
            raise LabError(f"The Ray cluster cannot be reached or started: {error}") from None
        self.size = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._play = ray.remote(num_cpus=1)(play_job)

    def submit(self, job: Job) -> object:
        handle: object = self._play.remote(job)
        return handle

    def next_done(self, waiting: dict[object, Job]) -> list[tuple[object, Played]]:
        done, _ = self._ray.wait(list(waiting), num_returns=1)
        try:
            return [(handle, self._ray.get(handle)) for handle in done]
        except self._ray.exceptions.RayError as error:
            last = str(error).strip().splitlines()[-1]
            raise LabError(
                f"The Ray cluster failed ({last}). Every game finished before is kept; every node "
                "needs the same version of dragon-dune."
            ) from None

    def close(self) -> None:
        self._ray.shutdown()


# --- the work ------------------------------------------------------------------------------


@dataclass
class Share:
    """A study and how much of the time it is due."""

    study: Study
    weight: float = 1.0
    chunks: Iterator[tuple[int, ...]] = field(default_factory=lambda: iter(()))
    sent: int = 0

    def begin(self) -> None:
        """Look what is missing."""
        self.sent = len(self.study.done)
        self.chunks = self.study.missing(chunk_size(self.study))

    def after_one_more(self) -> float:
        """How far it would be with one more chunk, measured by what it is due."""
        return (self.sent + chunk_size(self.study)) / self.weight


def chunk_size(study: Study) -> int:
    """So many games that a chunk takes some seconds."""
    if gathers(study.setting):
        return SIDE_BY_SIDE
    names = {name for lineup in study.setting.lineups for name in lineup}
    if any(name.partition(":")[0] in DEEP for name in names):
        return 1
    return QUICK_CHUNK if names <= set(QUICK) else SLOW_CHUNK


def _ahead(study: Study) -> int:
    """How many jobs of it a worker has before it: what takes long is handed out when it can begin."""
    return AHEAD if chunk_size(study) == QUICK_CHUNK else 1


@dataclass(frozen=True)
class How:
    """Where and how long to play."""

    workers: int | None = None
    ray: bool = False
    address: str | None = None
    seconds: float | None = None


def make_crew(how: How) -> Crew:
    """Those who play, as the person asked."""
    if how.ray:
        return RayCluster(how.address, how.workers)
    workers = how.workers or os.cpu_count() or 1
    return Pool(workers) if workers > 1 else Alone()


@dataclass
class Tally:
    """What a crew has done: games, by the clock and in time on processors."""

    games: int = 0
    seconds: float = 0.0
    busy: float = 0.0
    size: int = 0

    def count(self, played: Played) -> None:
        """Some games more."""
        self.games += len(played.rows)
        self.busy += played.seconds


def run(shares: list[Share], how: How, title: str, tally: Tally | None = None) -> bool:
    """Play what is missing; False when time ran out before all was done."""
    missing = _begin(shares)
    if not missing:
        return True
    tally = tally or Tally()
    crew = make_crew(how)
    began = time.monotonic()
    tally.size = crew.size
    try:
        with Progress(title, missing) as progress:
            return _work(shares, crew, how.seconds, tally, progress.advance)
    finally:
        tally.seconds = time.monotonic() - began
        crew.close()


def play_shares(shares: list[Share], crew: Crew, seconds: float | None) -> bool:
    """The same on a crew that goes on to other games afterwards."""
    return not _begin(shares) or _work(shares, crew, seconds, Tally(), lambda games: None)


def _begin(shares: list[Share]) -> int:
    """Look what is missing, and say how many games that is."""
    for share in shares:
        share.begin()
    return sum(share.study.games - share.sent for share in shares)


def _work(
    shares: list[Share],
    crew: Crew,
    seconds: float | None,
    tally: Tally,
    advance: Callable[[int], None],
) -> bool:
    end = None if seconds is None else time.monotonic() + seconds
    waiting: dict[object, Job] = {}
    open_shares = list(range(len(shares)))
    most = crew.size * max(_ahead(share.study) for share in shares)
    while True:
        late = end is not None and time.monotonic() >= end
        while not late and open_shares and len(waiting) < most:
            job = _next_job(shares, open_shares)
            if job is not None:
                waiting[crew.submit(job)] = job
        if not waiting:
            # Past the limit what has begun is played to its end: dropping it would favour short games.
            return all(len(share.study.done) == share.study.games for share in shares)
        for handle, played in crew.next_done(waiting):
            job = waiting.pop(handle)
            shares[job.study].study.add(played.rows)
            tally.count(played)
            advance(len(played.rows))


def _next_job(shares: list[Share], open_shares: list[int]) -> Job | None:
    """The next chunk of the study that lags most behind; None when that one has no more."""
    at = min(open_shares, key=lambda i: (shares[i].after_one_more(), i))
    share = shares[at]
    games = next(share.chunks, None)
    if games is None:
        open_shares.remove(at)
        return None
    share.sent += len(games)
    return Job(at, share.study.setting, games)
