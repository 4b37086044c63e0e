"""What a seat knew then: the game played again up to an earlier update, with a few marks kept."""

import asyncio
import threading
from typing import Final

from dragondune.game import Game
from dragondune.model.refusal import Refusal
from dragondune.server.play.session import Entry, Session

MARK_EVERY: Final = 40
MOST_MARKS: Final = 16


class Past:
    """Earlier positions of one game."""

    def __init__(self, session: Session, seed: str) -> None:
        self.session = session
        self.seed = seed
        self._marks: list[tuple[str, list[Entry], Game]] = []
        self._replaying = threading.Lock()

    async def game_at(self, update: int) -> Game:
        """The game as it stood after an update; a silent copy that nobody else holds.

        Playing a long game again takes tens of milliseconds, so it is done beside the event loop.
        """
        position, lines = self.session.start_of(update), self.session.lines_at(update)
        return await asyncio.to_thread(self._replay, position, lines)

    def _replay(self, position: str, lines: list[Entry]) -> Game:
        with self._replaying:
            start, game = self._nearest(position, lines)
            for number, (seat, line) in enumerate(lines[start:], start + 1):
                if isinstance(game.play(seat, line), Refusal):
                    raise ValueError(f"Line {number} cannot be replayed.")
                if number % MARK_EVERY == 0:
                    mark = (position, lines[:number], game.copy())
                    self._marks = [*self._marks[-MOST_MARKS:], mark]
            return game

    def _nearest(self, position: str, lines: list[Entry]) -> tuple[int, Game]:
        fitting = [
            (known, game)
            for start, known, game in self._marks
            if start == position and lines[: len(known)] == known
        ]
        if fitting:
            best = max(fitting, key=lambda mark: len(mark[0]))
            return len(best[0]), best[1].copy()
        header = self.session.game.header
        agreed = (header.edition, header.options, self.seed, header.contracts)
        game = self.session.begin(*agreed, position)
        game.state.log = None
        return 0, game
