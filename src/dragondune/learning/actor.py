"""One actor: a process that plays many games and asks the learner for every decision.

    python -m dragondune.learning.actor EXCHANGE NUMBER ACTORS GAMES MODE SEED SETTINGS

It runs where the compiled package is; the learner, which runs where PyTorch is, starts it.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dragondune.game import Game  # its imports make every step playable
from dragondune.learning.exchange import (
    ACTIONS,
    BUSY,
    HALVES,
    POSTED,
    QUESTION,
    WAITED,
    Exchange,
    most_actions,
)
from dragondune.learning.layout import ROW, SECRET_ROW
from dragondune.learning.runner import Hall, Seating, Stock
from dragondune.learning.tables import Mix, draws, measured

__all__ = ["Game", "main"]
_STOCK = 512  # positions that an actor keeps for late starts


def source_of_games(
    mode: str, actor: int, actors: int, seed: str, settings: dict[str, Any], stock: Stock
) -> Callable[[], Seating | None]:
    """Where this actor gets its games from."""
    if mode != "measure":
        return draws(mode, actor, seed, Mix(**settings), stock)
    numbers = iter(range(actor, 1 << 40, actors))
    deals, edition = int(settings["deals"]), str(settings["edition"])
    measures, advice = list(settings["measures"]), bool(settings["advice"])
    return lambda: measured(next(numbers), deals, edition, measures, advice)


class Actor:
    """Two halves of games, played in turns."""

    def __init__(
        self, exchange: Exchange, number: int, games: int, draw: Any, stock: Stock
    ) -> None:
        self.exchange, self.number, self.games = exchange, number, games
        self.halls = [Hall(games, draw, stock) for _ in range(HALVES)]
        self.busy = self.waited = 0.0

    def run(self) -> None:
        """Until the learner says stop."""
        turn = 0
        while True:
            half = turn % HALVES
            began = time.perf_counter()
            if not self.exchange.wait_for_answer(self.number, half):
                return
            start = time.perf_counter()
            self.waited += start - began
            if turn >= HALVES:
                self.halls[half].answer(self.exchange.answers[half, self.number].tolist())
            self._post(half)
            self.busy += time.perf_counter() - start
            self._tell(half)
            turn += 1

    def _post(self, half: int) -> None:
        exchange, me = self.exchange, self.number
        rows, secrets, actions, questions = self.halls[half].ask()
        codes = np.frombuffer(actions, np.int64)
        if len(codes) > most_actions(self.games):
            raise ValueError(f"{len(codes)} actions at once do not fit the exchange.")
        exchange.rows[half, me] = np.frombuffer(rows, np.uint8).reshape(self.games, ROW)
        exchange.secrets[half, me] = np.frombuffer(secrets, np.uint8).reshape(-1, SECRET_ROW)
        exchange.questions[half, me] = np.frombuffer(questions, np.int64).reshape(-1, QUESTION)
        exchange.actions[half, me, : len(codes)] = codes
        exchange.flags[me, ACTIONS + half] = len(codes)

    def _tell(self, half: int) -> None:
        flags = self.exchange.flags[self.number]
        flags[BUSY], flags[WAITED] = int(self.busy * 1e6), int(self.waited * 1e6)
        flags[POSTED + half] += 1  # last of all: from now on the learner reads


def main(words: list[str]) -> None:
    path, number, actors, games, mode, seed, settings = words
    exchange = Exchange(Path(path), int(actors), int(games))
    stock = Stock(_STOCK)
    draw = source_of_games(mode, int(number), int(actors), seed, json.loads(settings), stock)
    Actor(exchange, int(number), int(games), draw, stock).run()


if __name__ == "__main__":
    main(sys.argv[1:])
