"""``python3 run.py trial pauses``: how long the garbage collector keeps everybody waiting.

So many games stand in the memory of one process, each with its story, and are played on in turn: first with
Python's own settings, then as the server has them. Every pause of the collector is timed.
"""

import gc
import random
import time
from dataclasses import dataclass, field
from typing import Any, Final

from dragondune.action import Action
from dragondune.model.factions import FACTION_NAMES
from dragondune.server.play.session import Session
from dragondune.server.web.tidying import YOUNG, Tidying

BEFORE: Final = 30  # moves of each game before anything is timed
EVERY: Final = (
    1000  # moves after which what has lasted is set aside, as the server does by the clock
)


@dataclass
class Pauses:
    """What the collector took, in seconds of processor time: another program is no pause."""

    title: str
    taken: list[float] = field(default_factory=list)
    everything: float = 0.0  # one look through all there is

    def __str__(self) -> str:
        longest = 1000 * max(self.taken, default=0.0)
        return (
            f"{self.title}: {len(self.taken)} pauses, {1000 * sum(self.taken):.0f} ms together, the "
            f"longest {longest:.1f} ms; a look through everything {1000 * self.everything:.0f} ms"
        )


class Games:
    """Games in memory that are played on at random."""

    def __init__(self, count: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.sessions = [self._begun(number) for number in range(count)]
        for _ in range(BEFORE):
            for number in range(count):
                self.move(number)

    def _begun(self, number: int) -> Session:
        return Session("r9", (), self.rng.sample(FACTION_NAMES, 4), str(number))

    def move(self, number: int) -> None:
        """One action of one game; where it is over, another begins."""
        session = self.sessions[number % len(self.sessions)]
        if not session.legal:
            session = self.sessions[number % len(self.sessions)] = self._begun(number)
        seat, codes = next(iter(session.legal.items()))
        session.act(seat, Action.of(self.rng.choice(codes)))
        session.close_update()


def timed(games: Games, moves: int, pauses: Pauses, tidying: Tidying | None) -> Pauses:
    """Play so many moves and note every pause."""
    began = 0.0

    def note(phase: str, info: dict[str, Any]) -> None:
        nonlocal began
        if phase == "start":
            began = time.thread_time()
        else:
            pauses.taken.append(time.thread_time() - began)

    gc.callbacks.append(note)
    try:
        for number in range(moves):
            games.move(number)
            if tidying is not None and number % EVERY == EVERY - 1:
                tidying.tidy()
    finally:
        gc.callbacks.remove(note)
    began = time.thread_time()
    gc.collect()
    pauses.everything = time.thread_time() - began
    return pauses


def measure(count: int, moves: int, seed: int) -> list[Pauses]:
    """Python's own settings, then the server's."""
    games, usual = Games(count, seed), gc.get_threshold()
    gc.collect()
    found = [timed(games, moves, Pauses("Python's settings"), None)]
    gc.freeze()
    gc.set_threshold(*YOUNG)
    try:
        tidying = Tidying()
        found.append(timed(games, moves, Pauses("the server's"), tidying))
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
    return found


def run_pauses(count: int, moves: int, seed: int) -> int:
    """0 where the server's settings make the longest pause shorter."""
    usual, ours = measure(count, moves, seed)
    print(f"{count} games in memory, {moves} moves")
    print(usual)
    print(ours)
    return 0 if max(ours.taken, default=0.0) < max(usual.everything, *usual.taken) else 1
