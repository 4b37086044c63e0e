"""Many possible games played on together: the network answers for all of them at once.

Every trial begins with one idea in one world and goes on to a horizon, mostly the turn's end. What happens by
chance, in the rules and in the choices of the players, is the same in one world whatever the idea.
"""

import random
from typing import Any, Final, NamedTuple

import numpy as np
from librt.strings import BytesWriter

from dragondune.bots.base import Bot
from dragondune.bots.steward.steward import Steward
from dragondune.champion.course import Course
from dragondune.champion.judge import A_STEWARDS_THOUGHT, Judge
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.engine.pieces import victory_share
from dragondune.learning.beliefs import hidden_things
from dragondune.learning.encoder import encode, row_of
from dragondune.model.board import CASTLES
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import View

SPARE: Final = 3  # worlds looked at for each that is taken
LOTS: Final = 64  # lots drawn for each decision of a world
DEPTH: Final = 96  # decisions of a world with lots of their own
MOST_STEPS: Final = 400  # decisions of one trial, after which it is judged as it stands
ALL_ROUNDS: Final = 99
EVEN: Final = (0.25, 0.25, 0.25, 0.25)  # the chances in a world that turns out to be impossible


class Ending(NamedTuple):
    """How a trial came out for the seat that thinks."""

    chances: tuple[float, ...]  # of winning, everyone's
    winners: int = 0  # who has won, as bits; nobody yet: 0
    castles: int = 0  # that the seat holds alone
    units: int = 0  # on the board and in the bank
    gold: int = 0
    cards: int = 0


class Horizon(NamedTuple):
    """How far trials go: to the end of a round of a turn."""

    turn: int
    round: int = ALL_ROUNDS


class World:
    """A game that fits the view, and the lots that its players draw."""

    def __init__(
        self, view: View, rng: random.Random, beliefs: Any, lots: Any, stewards: bool
    ) -> None:
        self.state = _world(view, rng, beliefs)
        self.luck = rng.getrandbits(30)
        self.lots = lots
        self.stewards = stewards  # do stewards play the other seats here?


def _world(view: View, rng: random.Random, beliefs: Any) -> State:
    """A position that fits; a plan of the other side is made anew in each trial."""
    s = _likely(view, rng, beliefs)
    if step_of(view.stack[-1]) == steps.PLANS:
        side = 0 if view.attacker == view.seat else 1
        plans = list(s.plans)
        plans[1 - side] = -1
        s.plans = plans
    return s


def _likely(view: View, rng: random.Random, beliefs: Any) -> State:
    """One of some positions that fit, by how likely the network finds its hidden cards."""
    if beliefs is None:
        return sample(view, rng)
    worlds = [sample(view, rng) for _ in range(SPARE)]
    told = np.stack([hidden_things(world) for world in worlds]) @ beliefs
    return rng.choices(worlds, np.exp(told - told.max()).tolist())[0]


class Trial:
    """One idea in one world, which its state has begun already."""

    def __init__(self, world: World, state: State, seat: int, horizon: Horizon) -> None:
        self.world, self.state, self.seat = world, state, seat
        self.taken = 0  # decisions so far
        self.ending = Ending(EVEN)
        self.course = Course(state, _bots(world, seat), *horizon)

    def advance(self) -> "View | None":
        """Play on to the next question; None where there is none any more."""
        return self.course.advance() if self.taken < MOST_STEPS else None

    def close(self, chances: tuple[float, ...]) -> None:
        """Note how it came out."""
        s, f = self.state, self.seat
        others = 0
        for g in s.order:
            if g != f:
                others |= s.vis[g]
        castles = bin(s.vis[f] & CASTLES & ~others).count("1")
        units = sum(s.up[f * 28 : f * 28 + 28]) + sum(s.hid[f * 28 : f * 28 + 28]) + s.bank[f]
        cards = bin(s.hand[f]).count("1")
        winners = 0 if s.stack else int(s.winners)
        self.ending = Ending(chances, winners, castles, int(units), int(s.gold[f]), cards)


def _bots(world: World, seat: int) -> list[Bot | None]:
    if not world.stewards:
        return [None, None, None, None]
    return [None if f == seat else Steward(world.luck + f) for f in range(4)]


def play_out(trials: list[Trial], judge: Judge) -> None:
    """Play all trials to their horizon, and note how each came out."""
    active = trials
    while active:
        writer = BytesWriter()
        asked: list[Trial] = []
        codes: list[list[int]] = []
        for trial in active:
            view = trial.advance()
            if view is not None:
                encode(view, writer)
                asked.append(trial)
                codes.append(judge.codes(view, trial.course.legal))
        if asked:
            _answer(asked, writer.getvalue(), codes, judge)
        active = asked
    judge.asked += A_STEWARDS_THOUGHT * sum(int(trial.course.by_bots) for trial in trials)
    _close(trials, judge)


def _close(ended: list[Trial], judge: Judge) -> None:
    """Victories are known; what goes on is judged by the network."""
    going = [trial for trial in ended if trial.state.stack]
    for trial in ended:
        if not trial.state.stack:
            trial.close(_shares(trial.state))
    if going:
        seat = going[0].seat
        rows = [row_of(View(trial.state, seat)) for trial in going]
        for trial, chances in zip(going, judge.chances(rows, seat).tolist(), strict=True):
            trial.close(tuple(chances))


def _shares(s: State) -> tuple[float, ...]:
    return tuple(victory_share(s.winners, f) for f in range(4))


def _answer(asked: list[Trial], data: bytes, legal: list[list[int]], judge: Judge) -> None:
    """The network chooses for every trial, by the lots of its world."""
    size = len(data) // len(asked)
    rows = [data[k * size : k * size + size] for k in range(len(asked))]
    codes = np.array([code for choices in legal for code in choices], np.int64)
    counts = np.array([len(choices) for choices in legal])
    of = np.repeat(np.arange(len(asked)), counts)
    begins = np.cumsum(counts) - counts
    lots = np.stack([trial.world.lots[trial.taken % DEPTH] for trial in asked])
    scores = judge.scores(rows, codes, of)
    scores = scores + lots[of, (np.arange(len(codes)) - begins[of]) % LOTS]
    for trial, choice in zip(asked, best_of(scores, of, begins).tolist(), strict=True):
        trial.taken += 1
        trial.course.play(choice)


def best_of(scores: Any, of: Any, begins: Any) -> Any:
    """Which action of each row scores best, counted from the row's first."""
    best = np.maximum.reduceat(scores, begins)
    found = np.flatnonzero(scores >= best[of])
    return found[np.searchsorted(of[found], np.arange(len(begins)))] - begins
