"""Thousands of games in one call, as numpy arrays, on one or several processes.

games = Batch(4096, seed=1)
asked = games.asked()
while True:
    asked = games.step(policy(asked.observations, asked.masks))
"""

from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np

from dragondune.editions.build import NEWEST, build
from dragondune.editions.files import resolved
from dragondune.envs.course import NUMBERS, Games, opened
from dragondune.envs.parts import ACTIONS, ASKED, describe
from dragondune.learning.layout import ROW
from dragondune.model.action_text import read_seats
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State

OBSERVATION = ROW + ASKED
SEATS = 4


class Asked(NamedTuple):
    """One question of every game, and what has ended since the question before.

    Attributes:
        observations: What the seat that is asked sees: games × bytes.
        masks: 1 where a number may be answered: games × 264.
        seats: Which faction is asked, 0 to 3: Dwarves, Elves, Goblins, Orcs.
        ended: Has a game ended here since the last answer? Then another one has begun.
        rewards: What each faction has won in the game that ended, games × 4: 1, 1/2 or 0.
        turns: The turn of the game; of the one that ended, where one has.
    """

    observations: Any
    masks: Any
    seats: Any
    ended: Any
    rewards: Any
    turns: Any


class Table(NamedTuple):
    """What is played: an edition, its options, the factions in order (none: all four, drawn)."""

    edition: str = NEWEST
    options: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()

    @classmethod
    def of(cls, edition: str, options: Sequence[str], factions: Sequence[str]) -> "Table":
        """What was asked for; ValueError where it cannot be played."""
        order = read_seats(factions) if factions else ()
        chosen = resolved(edition, options)
        build(*chosen)
        return cls(*chosen, tuple(FACTION_NAMES[f] for f in order))

    def opened(self, seed: str) -> State:
        """A game of it before its first decision."""
        order = tuple(FACTION_NAMES.index(name) for name in self.factions)
        return opened(build(self.edition, self.options), order, seed)

    def seats(self) -> list[int]:
        """The factions that play, in their own order."""
        return [
            f for f, name in enumerate(FACTION_NAMES) if name in (self.factions or FACTION_NAMES)
        ]


class Batch:
    """Many games; each step answers one question in every one of them."""

    def __init__(
        self,
        games: int,
        seed: int = 0,
        edition: str = NEWEST,
        options: Sequence[str] = (),
        factions: Sequence[str] = (),
        processes: int = 1,
    ) -> None:
        if games < processes or processes < 1:
            raise ValueError("Every process needs a game, and there is one process at least.")
        table = Table.of(edition, options, factions)
        shares = [games * (k + 1) // processes - games * k // processes for k in range(processes)]
        kind = Here if processes == 1 else Elsewhere
        self.size = games
        self._halls = [kind(share, table, f"{seed}/{k}") for k, share in enumerate(shares)]
        self._ends = np.cumsum(shares)[:-1]

    def asked(self) -> Asked:
        """What is asked now."""
        for hall in self._halls:
            hall.send(None)
        return self._heard()

    def step(self, numbers: Any) -> Asked:
        """Answer every question with a number of the action space that its mask allows."""
        answers = np.asarray(numbers)
        if answers.shape != (self.size,) or not np.issubdtype(answers.dtype, np.integer):
            raise ValueError(f"One whole number for each of the {self.size} games is wanted.")
        for hall, part in zip(self._halls, np.split(answers, self._ends), strict=True):
            hall.send(part.tolist())
        return self._heard()

    def _heard(self) -> Asked:
        heard = [hall.receive() for hall in self._halls]
        refused = [one for one in heard if isinstance(one, str)]
        if refused:
            raise ValueError(refused[0])
        rows, masks, told = (b"".join(parts) for parts in zip(*heard, strict=True))
        return _arrays(self.size, rows, masks, told)

    def close(self) -> None:
        """Let the processes go."""
        for hall in self._halls:
            hall.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _arrays(size: int, rows: bytes, masks: bytes, told: bytes) -> Asked:
    numbers = np.frombuffer(told, np.int64).reshape(size, NUMBERS)
    won = numbers[:, 2:3] >> np.arange(SEATS) & 1
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return Asked(
        np.frombuffer(rows, np.uint8).reshape(size, OBSERVATION),
        np.frombuffer(masks, np.uint8).reshape(size, ACTIONS),
        numbers[:, 0],
        numbers[:, 1].astype(bool),
        shares.astype(np.float32),
        numbers[:, 3],
    )


Heard = tuple[bytes, bytes, bytes] | str


class Here:
    """The games of this process."""

    def __init__(self, size: int, table: Table, seed: str) -> None:
        self._table, self._seed, self._begun = table, seed, 0
        self._games = Games(size, self._draw)
        self._heard: Heard = ""

    def _draw(self) -> State:
        self._begun += 1
        return self._table.opened(f"{self._seed}/{self._begun}")

    def send(self, numbers: list[int] | None) -> None:
        """Answer, or ask again what is asked."""
        self._heard = self._games.asked() if numbers is None else self._answered(numbers)

    def _answered(self, numbers: list[int]) -> Heard:
        refused = self._games.first_refused(numbers)
        if refused < 0:
            return self._games.step(numbers)
        number = numbers[refused]
        known = describe(number) if 0 <= number < ACTIONS else "no action"
        return f"{number} ({known}) may not be answered now; the mask says what may. Nothing was played."

    def receive(self) -> Heard:
        """What came of it."""
        return self._heard

    def close(self) -> None:
        """Nothing is to be let go."""


class Elsewhere:
    """The games of another process."""

    def __init__(self, size: int, table: Table, seed: str) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, size, table, seed), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, numbers: list[int] | None) -> None:
        """Answer, or ask again what is asked."""
        self._line.send(numbers)

    def receive(self) -> Heard:
        """What came of it."""
        heard: Heard = self._line.recv()
        return heard

    def close(self) -> None:
        """Let the process end."""
        self._line.close()
        self._process.join(5)


def serve(line: "Connection[Any, Any]", size: int, table: Table, seed: str) -> None:
    """The work of another process: answers until nobody asks any more."""
    here = Here(size, table, seed)
    while True:
        try:
            here.send(line.recv())
        except EOFError:
            return
        line.send(here.receive())
