"""Measure catanatron, a Python engine for Catan, as a peer to compare speed with.

The module needs the standard library alone until it measures, and nothing else
of this package, so that a virtual environment that holds only ``CATANATRON``
can run the file itself::

    python -I tools/bench/peer.py --seconds 5

(``-I`` keeps the modules beside the file from hiding those of the standard
library.) It prints one line of JSON, the fields of :class:`PeerResult`.

``CATANATRON`` is the newest release that pip can install. It brings one
dependency, networkx, which is pure Python and brings none. Version 3.3 exists
as source only; it keeps the list of playable actions elsewhere, and is
measured as well where it is installed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from statistics import median
from time import perf_counter, perf_counter_ns
from typing import Any, Protocol

CATANATRON = "catanatron==3.2.1"
COPY_GAMES = 12
COPIES_PER_GAME = 200


class PeerMissingError(ImportError):
    """Catanatron is not installed in this environment."""


class PeerGame(Protocol):
    """What is used of catanatron's ``Game``."""

    state: Any

    def execute(self, action: Any, validate_action: bool = True) -> Any:
        """Carry out one action and list the next playable ones."""

    def winning_color(self) -> Any:
        """Name the winner, None while there is none."""

    def copy(self) -> PeerGame:
        """Copy the game so that the copy can be played on by itself."""


@dataclass(frozen=True, slots=True)
class PeerResult:
    """The figures of one measurement; ``copy_us`` is in microseconds."""

    peer: str
    decisions: int
    games: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    copy_us: float


def require_catanatron() -> str:
    """Return the installed peer's name and version, or say how to install it."""
    if find_spec("catanatron") is None:
        raise PeerMissingError(
            "catanatron is not installed, so there is no peer to measure; "
            f"install it with: pip install {CATANATRON}"
        )
    return f"catanatron {metadata.version('catanatron')}"


def new_game(seed: int) -> PeerGame:
    """Set up a game of four on a fresh random map, as catanatron does by default.

    The seed must not be 0, which catanatron 3.2 reads as "no seed".
    """
    catanatron = import_module("catanatron")
    players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
    game: PeerGame = catanatron.Game(players, seed=seed)
    return game


def play_on(game: PeerGame, most: int | None = None) -> int:
    """Play at random to the end, or for `most` decisions; return how many were made.

    A game ends as in ``Game.play``: with a winner, or at catanatron's own limit
    of turns.
    """
    turn_limit: int = import_module("catanatron.game").TURNS_LIMIT
    state = game.state
    # Catanatron 3.3 moved the list of playable actions from the state to the game.
    holder: Any = game if hasattr(game, "playable_actions") else state
    execute, winner, choice = game.execute, game.winning_color, random.choice
    decisions = 0
    while winner() is None and state.num_turns < turn_limit and decisions != most:
        execute(choice(holder.playable_actions), validate_action=False)
        decisions += 1
    return decisions


def game_seeds(seed: int) -> Iterator[int]:
    """Yield seeds of games without end, none of them 0."""
    source = random.Random(seed)
    while True:
        yield source.randrange(1, 2**31)


def mid_game(seed: int) -> PeerGame:
    """Return the game of this seed half-way through its decisions.

    The game is played twice: to learn its length, then to stop in its middle.
    """
    length = play_on(new_game(seed))
    game = new_game(seed)
    play_on(game, length // 2)
    return game


def copy_microseconds(seed: int) -> float:
    """Return the median time of ``Game.copy`` over the middles of several games."""
    times: list[int] = []
    for _, game_seed in zip(range(COPY_GAMES), game_seeds(seed), strict=False):
        game = mid_game(game_seed)
        for _ in range(COPIES_PER_GAME):
            start = perf_counter_ns()
            game.copy()
            times.append(perf_counter_ns() - start)
    return median(times) / 1000


def play_for(seconds: float, seed: int) -> tuple[int, int, float]:
    """Play whole games until the time is up; return decisions, games and seconds.

    The last game is played to its end, so the seconds are slightly more than
    asked for, and no kind of position is counted more often than it occurs.
    """
    decisions = games = 0
    elapsed = 0.0
    seeds = game_seeds(seed)
    start = perf_counter()
    while elapsed < seconds:
        decisions += play_on(new_game(next(seeds)))
        games += 1
        elapsed = perf_counter() - start
    return decisions, games, elapsed


def measure_catanatron(seconds: float, seed: int) -> PeerResult:
    """Measure uniformly random 4-player Catan on one core, for `seconds` or a little more.

    It is fair to catanatron. Each decision chooses from the list of playable
    actions that ``Game.execute`` has just computed, so nothing is listed twice.
    The games are, choice for choice, those that ``Game.play`` makes of four
    ``RandomPlayer``\\ s, less what such a loop can do without: the calls of
    ``play_tick`` and ``decide``, and the check that an action taken from the
    list is in the list. That was the fastest of the ordinary ways that were
    tried, a few per cent ahead of ``play`` and ``play_tick``. Setting up a game
    counts as time, as it must for games per second; it is about 3 % of a game.
    The copies are timed first, for a second or two beyond `seconds`, which also
    fills catanatron's caches before the clock starts. A seed fixes the games
    within one process only: in another process catanatron plays others.
    """
    if seconds <= 0:
        raise ValueError(f"the time to measure must be more than 0 seconds, not {seconds}")
    peer = require_catanatron()
    before = random.getstate()  # catanatron seeds the shared generator
    try:
        copy_us = copy_microseconds(seed)
        decisions, games, elapsed = play_for(seconds, seed)
    finally:
        random.setstate(before)
    return PeerResult(
        peer, decisions, games, elapsed, decisions / elapsed, games / elapsed, copy_us
    )


def main(arguments: list[str] | None = None) -> int:
    """Print the measurement as one line of JSON; return the exit status."""
    parser = argparse.ArgumentParser(description="Measure the speed of catanatron.")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to play (5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (1)")
    options = parser.parse_args(arguments)
    try:
        result = measure_catanatron(options.seconds, options.seed)
    except (PeerMissingError, ValueError) as error:
        print(f"peer.py: {error}", file=sys.stderr)
        return 1
    print(json.dumps(asdict(result)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
