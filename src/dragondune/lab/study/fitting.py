"""``lab fit``: fits the formula by which the warlord judges a position to games among stewards.

Stewards that all play alike show little of what a castle or a card is worth, so most of them play
here with weights changed at random, or do something by lot now and then. Each turn's beginning is
one observation; who won in the end is what the formula has to foretell.
"""

import math
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dragondune.action import Action
from dragondune.bots.arena.match import deal_order
from dragondune.bots.arena.table import finish
from dragondune.bots.base import Bot
from dragondune.bots.steward.steward import Steward
from dragondune.bots.steward.weights import OF_FACTION, Weights
from dragondune.bots.warlord.evaluation import PORTRAIT, position, win_chances
from dragondune.editions.build import title_of
from dragondune.game import Game
from dragondune.lab.problems import LabError
from dragondune.lab.study.grid import Rules
from dragondune.lab.study.progress import Progress
from dragondune.lab.study.workers import begin_worker
from dragondune.model.factions import FACTION_NAMES
from dragondune.views.view import View

Numbers = NDArray[np.float64]
# What a position says, each faction's share of the victory, and the chances the present formula gives.
Observation = tuple[list[float], list[float], list[float]]

SPREAD: Final = 0.4  # of the logarithm of a weight that is changed
SLIP: Final = 0.06  # how often a careless steward acts by lot
CHUNK: Final = 20
HELD_BACK: Final = 10  # one game of so many is kept to judge by
PENALTY: Final = 30.0  # on squared coefficients, against what chance seems to teach
ROUNDS: Final = 1500
STEP: Final = 0.02


class Careless(Bot):
    """A steward that sometimes does the first thing that comes to mind."""

    name = "careless"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._steward = Steward(seed)

    def choose(self, view: View, legal: list[int]) -> int:
        if self.rng.random() < SLIP:
            return legal[int(self.rng.random() * len(legal))]
        return self._steward.choose(view, legal)


def changed(weights: Weights, rng: random.Random) -> Weights:
    """Every weight larger or smaller by chance; a share stays a share."""
    values = {}
    for field in fields(weights):
        value: float = getattr(weights, field.name)
        other = value * math.exp(rng.gauss(0, SPREAD))
        values[field.name] = min(other, 1.0) if value < 1 else other
    return replace(weights, **values)


def _player(f: int, seed: int, rng: random.Random) -> Bot:
    lot = rng.random()
    if lot < 0.5:
        return Steward(seed, changed(OF_FACTION[f], rng))
    return Careless(seed) if lot < 0.75 else Steward(seed)


def observe(rules: Rules, seed: int) -> list[Observation]:
    """Play one game, and look at it again at the beginning of each turn but the first."""
    rng = random.Random(seed)
    order = deal_order(seed)
    game = Game.new(rules[0], order, rules[1], seed)
    bots = {name: _player(f, seed * 4 + f, rng) for f, name in enumerate(FACTION_NAMES)}
    game.state.log = None  # nobody listens
    outcome = finish(game, bots)
    shares = [outcome.share(name) for name in FACTION_NAMES]
    again = Game.new(rules[0], order, rules[1], seed)
    s = again.state
    s.log = None
    seen: list[Observation] = []
    turn = 1
    for f, action in game.history:
        again.play(FACTION_NAMES[f], Action.of(action))
        if s.stack and s.turn > turn:
            turn = int(s.turn)
            seen.append((position(s), shares, win_chances(s)))
    return seen


def _observe_some(rules: Rules, seeds: range) -> list[list[Observation]]:
    return [observe(rules, seed) for seed in seeds]


def observations(rules: Rules, seeds: range, workers: int) -> Iterator[list[Observation]]:
    """The games of these seeds, in their order whoever plays them."""
    parts = [seeds[start : start + CHUNK] for start in range(0, len(seeds), CHUNK)]
    with (
        Progress(f"{title_of(*rules)}, stewards of many tempers", len(seeds)) as progress,
        ProcessPoolExecutor(workers, get_context("spawn"), begin_worker) as pool,
    ):
        try:
            for games in pool.map(_observe_some, [rules] * len(parts), parts):
                progress.advance(len(games))
                yield from games
        except BrokenProcessPool:
            raise LabError("A worker process died, perhaps for lack of memory.") from None


def softmax_fit(x: Numbers, y: Numbers, penalty: float = PENALTY) -> tuple[Numbers, Numbers]:
    """Constants and coefficients (class × number) under which ``y`` is likeliest, by Adam."""
    wide = np.hstack([np.ones((len(x), 1)), x])
    b = np.zeros((y.shape[1], wide.shape[1]))
    m, v = np.zeros_like(b), np.zeros_like(b)
    for turn in range(1, ROUNDS + 1):
        slope = (chances(wide, b) - y).T @ wide / len(x)
        slope[:, 1:] += penalty / len(x) * b[:, 1:]
        m = 0.9 * m + 0.1 * slope
        v = 0.999 * v + 0.001 * slope * slope
        pace = STEP * min(1.0, 2 - 2 * turn / ROUNDS)  # slower towards the end, to settle
        b -= pace * (m / (1 - 0.9**turn)) / (np.sqrt(v / (1 - 0.999**turn)) + 1e-9)
    b -= b.mean(axis=0)  # the same for all classes says nothing
    return b[:, 0], b[:, 1:]


def chances(wide: Numbers, b: Numbers) -> Numbers:
    """Softmax of every row."""
    score = wide @ b.T
    power: Numbers = np.exp(score - score.max(axis=1, keepdims=True))
    whole: Numbers = power / power.sum(axis=1, keepdims=True)
    return whole


def surprise(chance: Numbers, y: Numbers) -> float:
    """Mean log loss: how surprised the formula is by who won. Less is better."""
    return float(-(y * np.log(np.clip(chance, 1e-9, 1))).sum(axis=1).mean())


def module_text(constants: Sequence[float], rows: Sequence[Sequence[float]]) -> str:
    """The tables as ``bots/warlord/fitted_weights.py`` holds them."""
    width = len(PORTRAIT)
    lines = [f"CONSTANTS: Final[list[float]] = [{', '.join(f'{c:.3f}' for c in constants)}]", ""]
    for name, row in zip(FACTION_NAMES, rows, strict=True):
        words = [f"{number:.2f}" for number in row]
        parts = [" ".join(words[start : start + width]) for start in range(0, len(words), width)]
        lines += [f'_{name.upper()}: Final = """', *parts, '"""']
    return "\n".join(lines) + "\n"


def fit(rules: Rules, games: int, seed: int, workers: int, out: Path | None) -> int:
    """Play, fit, and tell how well it foretells games it has not seen."""
    if games < 2 * HELD_BACK:
        raise LabError(f"--games must be {2 * HELD_BACK} or more.")
    if out is not None and not out.parent.is_dir():  # said before an hour of games, not after it
        raise LabError(f"{out.name} could not be written: there is no folder {out.parent.name}.")
    known: list[Observation] = []
    unseen: list[Observation] = []
    for number, seen in enumerate(observations(rules, range(seed, seed + games), workers)):
        (unseen if number % HELD_BACK == 0 else known).extend(seen)
    x, y = (np.array([one[part] for one in known]) for part in (0, 1))
    new_x, new_y, now = (np.array([one[part] for one in unseen]) for part in (0, 1, 2))
    constants, rows = softmax_fit(x, y)
    b = np.hstack([constants[:, None], rows])
    fresh = chances(np.hstack([np.ones((len(new_x), 1)), new_x]), b)
    share = np.broadcast_to(y.mean(axis=0), new_y.shape)
    print(
        f"{len(known)} beginnings of turns to learn from, {len(unseen)} of other games to judge by.\n"
        "Surprise at who won (less is better): "
        f"{surprise(share, new_y):.4f} by the usual shares alone, "
        f"{surprise(now, new_y):.4f} by the formula in use, {surprise(fresh, new_y):.4f} by this one."
    )
    text = module_text(constants.tolist(), rows.tolist())
    if out is None:
        print(text, end="")
        return 0
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise LabError(f"{out.name} could not be written: {problem.strerror}") from None
    print(f"The tables are in {out.name}, as bots/warlord/fitted_weights.py holds them.")
    return 0
