"""The memory that the learner and its actors share: one file, seen as arrays by all of them.

Every actor plays two halves of games in turns: while it plays on with one half, the learner answers
the other. ``flags`` hold, for each actor: posted and answered rounds of both halves, the number of
actions in each, microseconds at work and waiting, and the sign to stop.
"""

import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from dragondune.learning.layout import ROW, SECRET_ROW

QUESTION: Final = 8  # numbers of a question, see runner.py
FLAGS: Final = 16
POSTED, ANSWERED, ACTIONS, BUSY, WAITED, STOP = 0, 2, 4, 6, 7, 8
HALVES: Final = 2
_NAP: Final = 5e-5


def most_actions(games: int) -> int:
    """How many actions one half of an actor can post at once."""
    return games * 64 + 16384


class Exchange:
    """The shared file, created by the learner and opened by the actors."""

    flags: Any
    rows: Any
    secrets: Any
    questions: Any
    actions: Any
    answers: Any

    def __init__(self, path: Path, actors: int, games: int, create: bool = False) -> None:
        shapes: list[tuple[str, Any, tuple[int, ...]]] = [
            ("flags", np.int64, (actors, FLAGS)),
            ("rows", np.uint8, (HALVES, actors, games, ROW)),
            ("secrets", np.uint8, (HALVES, actors, games, SECRET_ROW)),
            ("questions", np.int64, (HALVES, actors, games, QUESTION)),
            ("actions", np.int64, (HALVES, actors, most_actions(games))),
            ("answers", np.int64, (HALVES, actors, games)),
        ]
        size = sum(_bytes(kind, shape) for _, kind, shape in shapes)
        self._file = np.memmap(path, np.uint8, "w+" if create else "r+", shape=(size,))
        at = 0
        for name, kind, shape in shapes:
            count = int(np.prod(shape)) * np.dtype(kind).itemsize
            setattr(self, name, self._file[at : at + count].view(kind).reshape(shape))
            at += _bytes(kind, shape)

    def stop(self) -> None:
        """Tell every actor that it is enough."""
        self.flags[:, STOP] = 1

    def wait_for_answer(self, actor: int, half: int) -> bool:
        """Until this half is answered; False when the actor is to stop."""
        flags = self.flags[actor]
        while flags[ANSWERED + half] < flags[POSTED + half] and not flags[STOP]:
            time.sleep(_NAP)
        return not bool(flags[STOP])


def _bytes(kind: Any, shape: tuple[int, ...]) -> int:
    """The room an array takes, in whole cache lines."""
    return (int(np.prod(shape)) * int(np.dtype(kind).itemsize) + 63) // 64 * 64
