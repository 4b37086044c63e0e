"""``python3 run.py check --against-models``: the engine beside small models of its rules.

The models stand in ``tests/models``, written from the rulebooks' text and not from the engine. Each
subject (battle, movement, …) is compared on random positions; a difference ends its subject with a
line that leads to the same position again.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Final

from models.beside.running import run_cases
from models.beside.subjects import SUBJECTS

CASES: Final = 100  # in one piece of work; each is one position or those of one random game


@dataclass
class Tally:
    """How far one subject has got."""

    subject: str
    wanted: int
    compared: int = 0
    spent: float = 0.0
    difference: str = ""
    next_case: int = 0
    open_jobs: set[Any] = field(default_factory=set)

    @property
    def going(self) -> bool:
        """Is there more to compare?"""
        return self.compared < self.wanted and not self.difference

    def pieces(self, number: int, together: int) -> Iterator[range]:
        """The next pieces, no more at once than are still needed."""
        while self.going and len(self.open_jobs) < number:
            size = max(1, min(CASES, (self.wanted - self.compared) // together))
            yield range(self.next_case, self.next_case + size)
            self.next_case += size

    def line(self) -> str:
        """``battle: 100012 positions in 300 seconds, no difference``."""
        found = f"a difference\n{self.difference}" if self.difference else "no difference"
        return f"{self.subject}: {self.compared} positions in {self.spent:.0f} seconds, {found}"


def compare(subject: str, cases: range, seed: int) -> tuple[int, str]:
    """A piece of work: how many positions were compared, and the report of a difference."""
    found = run_cases(subject, cases, seed)
    return found.positions, found.difference


def run_subject(subject: str, positions: int, seed: int, workers: int) -> Tally:
    """Compare so many positions on so many cores."""
    tally = Tally(subject, positions)
    began = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        while tally.going or tally.open_jobs:
            for piece in tally.pieces(workers + 1, 2 * workers):
                tally.open_jobs.add(pool.submit(compare, subject, piece, seed))
            done, tally.open_jobs = wait(tally.open_jobs, return_when=FIRST_COMPLETED)
            _add(tally, done)
    tally.spent = time.monotonic() - began
    return tally


def _add(tally: Tally, done: set[Future[tuple[int, str]]]) -> None:
    for job in done:
        compared, difference = job.result()
        tally.compared += compared
        tally.difference = tally.difference or difference


def run_against_models(asked: argparse.Namespace) -> int:
    """The command: 0 where engine and models agree, 1 with a report where not."""
    known = tuple(SUBJECTS)
    subjects = [asked.subject] if asked.subject else known
    if asked.subject and asked.subject not in known:
        print(f"There is no subject {asked.subject!r}; there are {', '.join(known)}.")
        return 2
    seed = asked.seed or 0
    if asked.case is not None:
        return _run_one(subjects[0], asked.case, seed)
    differing = 0
    for subject in subjects:
        tally = run_subject(subject, max(1, asked.positions), seed, max(1, asked.workers))
        differing += bool(tally.difference)
        print(tally.line())
        sys.stdout.flush()
    return 1 if differing else 0


def _run_one(subject: str, case: int, seed: int) -> int:
    compared, difference = compare(subject, range(case, case + 1), seed)
    print(difference or f"{subject}: {compared} positions, no difference")
    return 1 if difference else 0
