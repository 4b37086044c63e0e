"""How long it takes to see and to write a position: microseconds of a view, its row and what is legal.

python -m dragondune.learning.timing
"""

import random
from collections.abc import Callable
from time import process_time

from librt.strings import BytesWriter

from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.learning.encoder import encode, legal_into
from dragondune.model.state import State
from dragondune.views.view import View

POSITIONS = 400
ROUNDS = 25
TRIES = 5


def positions(number: int) -> list[State]:
    """Decisions with a choice, from random games."""
    found: list[State] = []
    rng, seed = random.Random(1), 0
    while len(found) < number:
        seed += 1
        s = Game.new(seed=seed).state
        s.log = None
        while s.stack and len(found) < number:
            f = asked(s)
            legal = agenda.legal(s, f)
            if len(legal) > 1 and rng.random() < 0.2:
                found.append(s.copy())
            agenda.apply(s, f, rng.choice(legal))
    return found


def asked(s: State) -> int:
    """The first seat that has to decide."""
    waiting = int(agenda.actors(s))
    return (waiting & -waiting).bit_length() - 1


def views(states: list[State]) -> None:
    """Look at every position."""
    for s in states:
        View(s, asked(s))


def rows(seen: list[View]) -> None:
    """Write every view as a row."""
    out = BytesWriter()
    for view in seen:
        encode(view, out)


def choices(states: list[State]) -> None:
    """Write all that is legal."""
    out = BytesWriter()
    for s in states:
        legal_into(s, asked(s), out)


def main() -> None:
    """Measure and print; the quickest of several tries, as other work only makes them slower."""
    states = positions(POSITIONS)
    seen = [View(s, asked(s)) for s in states]
    tasks: dict[str, Callable[[], None]] = {
        "a view": lambda: views(states),
        "its row": lambda: rows(seen),
        "what is legal": lambda: choices(states),
    }
    best = dict.fromkeys(tasks, 1e9)
    for _ in range(TRIES):
        for name, work in tasks.items():
            began = process_time()
            for _ in range(ROUNDS):
                work()
            best[name] = min(best[name], (process_time() - began) / ROUNDS / POSITIONS * 1e6)
    for name, micros in best.items():
        print(f"{name:14} {micros:6.2f} µs")


if __name__ == "__main__":
    main()
