"""``python3 run.py check``: the properties of the tests on as many games as one has time for.

The laws stand in ``tests/properties``, where the test command plays a few thousand games by them;
this command plays many more on all cores. The first failure ends it with a report that leads to the
same game again.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from typing import Final

from properties import session, tables

from dragondune.editions.build import NEWEST
from dragondune.model.factions import FACTION_NAMES
from tools.against_models import run_against_models

CHUNK: Final = 20


@dataclass(frozen=True)
class Job:
    """Some games in a row, drawn from the whole of editions, options and factions."""

    first: int
    games: int
    start: int
    fixed: tables.Table | None = None  # one table to be played again, in place of drawn ones


def drawn_table(number: int, start: int) -> tables.Table:
    """Game so and so: half of them the newest edition as it is, the others anything else."""
    rng = random.Random(f"{start}/{number}")
    seed = rng.getrandbits(32)
    rich = rng.random() < 0.3
    if rng.random() < 0.5:
        seats = tables.turned(FACTION_NAMES, seed)
        return tables.Table(NEWEST, (), seats, seed, rich)
    edition = rng.choice(tables.EDITION_NAMES)
    seats = tables.turned(rng.choice(tables.faction_choices()), seed)
    return tables.Table(edition, drawn_options(edition, rng), seats, seed, rich)


def drawn_options(edition: str, rng: random.Random) -> tuple[str, ...]:
    """None, one, two or several options that go together."""
    every = [some[0] for some in tables.single_options(edition)]
    chosen: tuple[str, ...] = ()
    for name in rng.sample(every, rng.choice((0, 1, 2, 2, 5, 9))):
        if tables.possible(edition, (*chosen, name)):
            chosen = (*chosen, name)
    return chosen


def play(job: Job) -> tuple[int, int, str]:
    """Play the games of a job: how many games and actions, and the report of a failure."""
    actions = 0
    for number in range(job.first, job.first + job.games):
        table = job.fixed or drawn_table(number, job.start)
        try:
            game = session.Session(table, session.CLOSE).run()
        except session.BrokenError as broken:
            return number - job.first + 1, actions, broken.report(10**6)
        actions += len(game.history)
    return job.games, actions, ""


def jobs(games: int, start: int) -> Iterator[Job]:
    """All games in handy pieces."""
    for first in range(0, games, CHUNK):
        yield Job(first, min(CHUNK, games - first), start)


class Progress:
    """One line on the terminal that says how far it has got."""

    def __init__(self, games: int) -> None:
        self.games, self.done, self.actions = games, 0, 0
        self.began = self.shown = time.monotonic()

    def add(self, games: int, actions: int) -> None:
        """Count finished games; write the line again when some time has passed."""
        self.done += games
        self.actions += actions
        now = time.monotonic()
        live = sys.stderr.isatty()
        if now - self.shown >= (1 if live else 60):
            self.shown = now
            print(self.line(), end="\r" if live else "\n", file=sys.stderr, flush=True)

    def line(self) -> str:
        """``1200 of 100000 games, 610000 actions, 48 games a second, 34 minutes to go``."""
        spent = max(time.monotonic() - self.began, 0.001)
        speed = self.done / spent
        left = (self.games - self.done) / speed / 60 if speed else 0
        rest = f", {left:.0f} minutes to go" if self.done < self.games else ""
        return (
            f"{self.done} of {self.games} games, {self.actions} actions, "
            f"{speed:.0f} games a second{rest}"
        )


def run_all(games: int, start: int, workers: int) -> str:
    """Play all games on so many cores; the first report of a failure, or nothing."""
    progress = Progress(games)
    waiting = jobs(games, start)
    report = ""
    with ProcessPoolExecutor(workers) as pool:
        # A few jobs ahead of the workers, not all of them: a failure is to end it soon.
        open_jobs = {pool.submit(play, job) for job in _some(waiting, workers * 2)}
        while open_jobs and not report:
            done, open_jobs = wait(open_jobs, return_when=FIRST_COMPLETED)
            report = _collect(done, progress)
            if not report:
                open_jobs |= {pool.submit(play, job) for job in _some(waiting, len(done))}
        for job in open_jobs:
            job.cancel()
    print(progress.line())
    return report


def _some(waiting: Iterator[Job], number: int) -> list[Job]:
    return [job for _, job in zip(range(number), waiting, strict=False)]


def _collect(done: set[Future[tuple[int, int, str]]], progress: Progress) -> str:
    report = ""
    for job in done:
        games, actions, told = job.result()
        progress.add(games, actions)
        report = report or told
    return report


def parser() -> argparse.ArgumentParser:
    """What can be typed."""
    words = argparse.ArgumentParser(
        prog="python3 run.py check",
        description="Play random games and check every property after every action. With --seed "
        "and the words of a report, play that one game again.",
    )
    words.add_argument("--games", type=int, default=100_000, help="how many games (100000)")
    words.add_argument("--start", type=int, default=0, help="draw other games with another number")
    words.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many cores")
    words.add_argument("--seed", type=int, help="play one game: its seed")
    words.add_argument("--edition", default=NEWEST, help="its edition")
    words.add_argument("--factions", default="dwarves,elves,goblins,orcs", help="its player order")
    words.add_argument("--options", default="", help="its options, with commas")
    words.add_argument("--rich", action="store_true", help="it begins with full hands")
    _add_models(words)
    return words


def _add_models(words: argparse.ArgumentParser) -> None:
    models = words.add_argument_group("beside models of the rules, on random positions")
    models.add_argument("--against-models", action="store_true", help="compare with tests/models")
    models.add_argument("--positions", type=int, default=100_000, help="of each subject (100000)")
    models.add_argument("--subject", help="one subject only, such as battle or movement")
    models.add_argument("--case", type=int, help="one case of it again, with its --seed")


def run_check(argv: list[str]) -> int:
    """The command: 0 when every property held, 1 with a report when one did not."""
    asked = parser().parse_args(argv)
    if asked.against_models:
        return run_against_models(asked)
    if asked.seed is None:
        report = run_all(max(1, asked.games), asked.start, max(1, asked.workers))
    else:
        report = play(Job(0, 1, 0, _table(asked)))[2]
    print(report or "Every property held.")
    return 1 if report else 0


def _table(asked: argparse.Namespace) -> tables.Table:
    options = tuple(asked.options.split(",")) if asked.options else ()
    seats = tuple(asked.factions.split(","))
    return tables.Table(asked.edition, options, seats, asked.seed, asked.rich)
