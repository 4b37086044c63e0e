"""How much a network that is there already should heed a steward, learned with numpy on any machine.

    python -m dragondune.learning.heed --games 8000 --deals 200 --out heeding.npz

The lone network plays in every faction against three stewards. What a steward would do in its place is
marked among its actions and liked so much more, by the step and the faction; how much is learned by a
policy gradient, with the network's own chances of winning as the critic. Everything else in the weights
stays as it is. ``--deals`` measures the lone network at its best, before and after, on the deals of
``dragon-dune match``; with ``--games 0`` nothing is learned. ``--firm plans`` leaves battle plans to the
steward altogether.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from dragondune.asking import whole
from dragondune.bots.base import Bot
from dragondune.bots.steward.steward import Steward
from dragondune.editions.build import EDITIONS, NEWEST
from dragondune.engine.pieces import victory_share
from dragondune.engine.steps import STEP_COUNT, STEP_NAMES
from dragondune.game import Game  # its imports make every step playable
from dragondune.learning.exchange import QUESTION
from dragondune.learning.features import FRAME_AT, Arrays, Seen
from dragondune.learning.journal import Journal
from dragondune.learning.layout import ADVISED, ROW
from dragondune.learning.network import Network
from dragondune.learning.numpy_learner import first_of_each, softmax_within
from dragondune.learning.player import WEIGHTS
from dragondune.learning.runner import Hall, Seating
from dragondune.learning.seats import BOT, BUSY, LEARNER
from dragondune.learning.tables import measured, rules_of
from dragondune.model.factions import FACTION_NAMES
from dragondune.rules import setup

__all__ = ["Game", "main"]
MEASURE: Final = "best v three stewards"
TOLD: Final = 1000  # games between two lines of the log
FIRM: Final = 1000.0  # heeded so much that nothing else counts


class Questions:
    """What the games of a hall ask, and what the network says to it."""

    def __init__(self, hall: Hall, network: Network) -> None:
        rows, _, actions, numbers = hall.ask()
        self.numbers = np.frombuffer(numbers, np.int64).reshape(-1, QUESTION)
        self.codes = np.frombuffer(actions, np.int64)
        self.of = np.repeat(np.arange(len(self.numbers)), self.numbers[:, 2])
        self.open = self.numbers[:, 1] < BUSY
        kept = np.flatnonzero(self.open)
        place = np.cumsum(self.open) - 1
        real = self.open[self.of]
        table = np.frombuffer(rows, np.uint8).reshape(-1, ROW)[kept]
        self.codes, self.of, self.places = self.codes[real], place[self.of[real]], kept
        if len(kept):
            self.scores, chances = network.judge(table, self.codes, self.of)
            self.seat = self.numbers[kept, 0]
            self.value = chances[np.arange(len(kept)), self.seat]
            self.step = Seen(Arrays(), table, False).small[:, FRAME_AT]

    def answer(self, hall: Hall, choice: Any) -> None:
        """Carry out a choice for every open question."""
        answers = np.zeros(len(self.numbers), np.int64)
        answers[self.places] = choice
        hall.answer(answers.tolist())


class Heed:
    """What is learned: one number for each step, and one more for each step and faction."""

    def __init__(self, rate: float, firm: Sequence[str] = ()) -> None:
        self.rate = rate
        self.common = np.zeros((STEP_COUNT, 1))
        self.common[[STEP_NAMES.index(name) for name in firm]] = FIRM
        self.own = np.zeros((STEP_COUNT, 4))
        self.spread = 0.1

    @property
    def table(self) -> Any:
        """By step and faction."""
        return self.common + self.own

    def learn(self, slopes: Any, gains: Any, steps: Any, seats: Any) -> None:
        """One step uphill: slopes of the log share of what was played, and what it gained."""
        self.spread = max(0.02, float(gains.std()))
        climb, weight = np.zeros((STEP_COUNT, 4)), np.zeros((STEP_COUNT, 4))
        np.add.at(climb, (steps, seats), slopes * gains / self.spread)
        np.add.at(weight, (steps, seats), slopes**2)
        for table, up, sure in (
            (self.common, climb.sum(1, keepdims=True), weight.sum(1, keepdims=True)),
            (self.own, climb, weight),
        ):
            table += np.clip(self.rate * up / np.sqrt(sure + 20), -self.rate, self.rate)


class Course:
    """The decisions of one game under way."""

    def __init__(self) -> None:
        self.slopes: list[float] = []
        self.values: list[float] = []
        self.steps: list[int] = []
        self.seat = 0


def gains(values: list[float], won: float, decay: float) -> Any:
    """Generalized advantages of one seat's decisions."""
    surprise = np.array([*values[1:], won]) - np.array(values)
    out, carried = np.zeros(len(values)), 0.0
    for k in range(len(values) - 1, -1, -1):
        carried = surprise[k] + decay * carried
        out[k] = carried
    return out


class Fit:
    """Many games side by side, learned from as they end."""

    def __init__(self, args: argparse.Namespace, network: Network) -> None:
        self.args, self.network, self.heed = args, network, Heed(args.rate, args.firm)
        self.luck = np.random.default_rng(args.seed)
        self.hall = Hall(args.side_by_side, _drawn(random.Random(args.seed), args.edition))
        self.courses = [Course() for _ in self.hall.places]
        self.ended: list[tuple[Course, float]] = []
        self.won = np.zeros((4, 2))
        self.games = 0
        self.began = time.monotonic()

    def run(self, journal: Journal) -> None:
        """Until so many games have ended."""
        told = 0
        while self.games < self.args.games:
            self._step()
            if len(self.ended) >= self.args.batch:
                self._learn()
            if self.games - told >= TOLD or self.games >= self.args.games:
                told = self.games
                journal.write(self._told())

    def _told(self) -> dict[str, Any]:
        shares = (self.won[:, 0] / np.maximum(1, self.won[:, 1])).round(3).tolist()
        self.won[:] = 0
        line = {"mode": "heed", "games": self.games, "by lot": float(np.mean(shares))}
        seconds = round(time.monotonic() - self.began, 1)
        return line | {"seconds": seconds} | dict(zip(FACTION_NAMES, shares, strict=True))

    def _step(self) -> None:
        asked = Questions(self.hall, self.network)
        for game in np.flatnonzero(asked.numbers[:, 4]):
            self._end(int(game), int(asked.numbers[game, 5]))
        if not len(asked.places):
            asked.answer(self.hall, 0)
            return
        marks = asked.codes >= ADVISED
        liked = (asked.scores + self.heed.table[asked.step, asked.seat][asked.of] * marks) / (
            self.args.warmth
        )
        rows, first = len(asked.places), first_of_each(asked.of)
        share = softmax_within(liked, asked.of, rows)
        drawn = _best(liked + self.luck.gumbel(size=len(liked)), asked.of, first)
        heeded = marks[drawn] - np.bincount(asked.of, share * marks, rows)
        for k, place in enumerate(asked.places.tolist()):
            course = self.courses[place]
            course.seat = int(asked.seat[k])
            course.slopes.append(float(heeded[k]))
            course.values.append(float(asked.value[k]))
            course.steps.append(int(asked.step[k]))
        asked.answer(self.hall, drawn - first)

    def _end(self, game: int, winners: int) -> None:
        course, self.courses[game] = self.courses[game], Course()
        won = victory_share(winners, course.seat)
        self.ended.append((course, won))
        self.won[course.seat] += won, 1
        self.games += 1

    def _learn(self) -> None:
        ended, self.ended = self.ended, []
        self.heed.learn(
            np.concatenate([course.slopes for course, _ in ended]),
            np.concatenate([gains(course.values, won, self.args.decay) for course, won in ended]),
            np.concatenate([course.steps for course, _ in ended]),
            np.concatenate([np.full(len(course.steps), course.seat) for course, _ in ended]),
        )


def _best(liked: Any, of: Any, first: Any) -> Any:
    """Where each row's best action stands."""
    best = np.flatnonzero(liked >= np.maximum.reduceat(liked, first)[of])
    return best[np.searchsorted(of[best], np.arange(len(first)))]


def _drawn(rng: random.Random, edition: str) -> Any:
    """Lone networks among stewards, every faction in turn."""
    seats = 0

    def draw() -> Seating:
        nonlocal seats
        seats += 1
        order = tuple(rng.sample(range(4), 4))
        state = setup.new_state(rules_of(edition, ()), order, str(rng.getrandbits(62)))
        setup.begin(state)
        players = [LEARNER if f == seats % 4 else BOT for f in range(4)]
        bots: list[Bot | None] = [
            Steward(rng.getrandbits(30)) if player == BOT else None for player in players
        ]
        return Seating(state, players, bots, 0, True)

    return draw


def strength(network: Network, deals: int, edition: str, games: int) -> dict[str, Any]:
    """The lone network at its best against three stewards, each faction on the same deals."""
    number = iter(range(4 * deals + games))
    hall = Hall(games, lambda: measured(next(number), deals, edition, [MEASURE], network.hears))
    won = np.zeros((deals, 4))
    left = 4 * deals
    while left:
        asked = Questions(hall, network)
        for _, winners, label, _ in asked.numbers[asked.numbers[:, 4] > 0, 4:].tolist():
            deal, f = divmod(label, 4)
            won[deal, f] = victory_share(winners, f)
            left -= 1
        first = first_of_each(asked.of)
        if len(first):
            asked.answer(hall, _best(asked.scores, asked.of, first) - first)
        else:
            asked.answer(hall, 0)
    return _told(won, edition)


def _told(won: Any, edition: str) -> dict[str, Any]:
    whole = won.mean(1)
    line = {"mode": "measure", "edition": edition, "games": int(won.size)}
    line |= {"share": float(whole.mean()), "±": 1.96 * whole.std(ddof=1) / math.sqrt(len(whole))}
    return line | {name: float(won[:, f].mean()) for f, name in enumerate(FACTION_NAMES)}


def kept(heed: Any, out: Path) -> None:
    """How much to heed a steward, in a file that goes beside the weights."""
    np.savez_compressed(out, heed=heed.astype(np.float16))


def read(weights: Path, heeding: Path | None = None) -> Network:
    """A network out of a file; where the file holds none, a sentence and an end."""
    try:
        network = Network(weights, heeding)
        network.chances(np.zeros((1, ROW), np.uint8))  # weights of another shape fail here
    except OSError as error:
        wrong = f"{weights} cannot be read: {error.strerror or error}."
    except (ValueError, KeyError, TypeError, IndexError, EOFError, BadZipFile):
        wrong = f"{weights} holds no weights of this network."
    else:
        return network
    print(f"dragondune.learning.heed: {wrong}", file=sys.stderr)
    raise SystemExit(2)


def parser() -> argparse.ArgumentParser:
    """The words of the command."""
    p = argparse.ArgumentParser(prog="dragondune.learning.heed", description=__doc__)
    p.add_argument("--weights", default=str(WEIGHTS))
    p.add_argument("--out", default="heeding.npz")
    p.add_argument("--games", type=whole(0), default=8000, help="to learn from")
    p.add_argument(
        "--firm", nargs="*", default=[], choices=STEP_NAMES, help="steps left to stewards"
    )
    p.add_argument("--batch", type=whole(), default=100, help="games between two steps")
    p.add_argument("--rate", type=float, default=0.06)
    p.add_argument("--warmth", type=float, default=0.35, help="how much lots count in its choices")
    p.add_argument("--decay", type=float, default=0.95)
    p.add_argument("--deals", type=whole(0), default=0, help="each played in all four seats")
    p.add_argument("--edition", default=NEWEST, choices=list(EDITIONS))
    p.add_argument("--side-by-side", type=whole(), default=64, help="games under way at once")
    p.add_argument("--seed", type=int, default=0)
    return p


def main(words: list[str] | None = None) -> dict[str, Any]:
    """Measure, learn, measure again; the last line of the log."""
    args = parser().parse_args(words)
    out, network = Path(args.out), read(Path(args.weights))
    journal = Journal(out.parent)
    line: dict[str, Any] = {}
    if args.deals:
        line = strength(network, args.deals, args.edition, args.side_by_side)
        journal.write(line)
    if args.games or args.firm:
        fit = Fit(args, network)
        fit.run(journal)
        kept(fit.heed.table, out)
        if args.deals:
            heeding = read(Path(args.weights), out)
            line = strength(heeding, args.deals, args.edition, args.side_by_side)
            journal.write(line)
    journal.close()
    return line


if __name__ == "__main__":
    main()
