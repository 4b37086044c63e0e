"""A choice weighed: the best other idea beside it, by what its player knows.

Both are tried in the same possible worlds with the same luck, and compared world by world. The ideas
are found in one set of worlds and measured in another: the best of many noisy numbers always looks
better than it is, and a number that was not chosen for its size does not.
"""

import math
import random
from dataclasses import dataclass, field

from dragondune.bots.steward.steward import Steward
from dragondune.bots.steward.weights import OF_FACTION, Weights, tempers
from dragondune.bots.warlord.candidates import SEARCHED, candidates, plan_candidates
from dragondune.bots.warlord.evaluation import win_chance
from dragondune.bots.warlord.search import play_on
from dragondune.engine import agenda, steps
from dragondune.engine.agenda import step_of
from dragondune.engine.pieces import bits, controlled
from dragondune.model.board import CASTLES
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import View

MOST_IDEAS = 7
IDEAS_OF = "skilled"  # plays well at a glance: what it thinks of is tried out too
WORTH_A_CHECK = 0.004  # by so much another idea has to look better at first
FRESH = 10_000  # worlds from this number on are for measuring, those below for finding


@dataclass(frozen=True)
class Trials:
    """In how many worlds ideas are tried: to find the best, to check it, and to be sure of it."""

    first: int = 8
    check: int = 24
    sure: int = 72


@dataclass
class Idea:
    """An action, how its player goes on after it, a reason, and what came of it."""

    action: int
    weights: Weights | None = None
    reason: str = ""
    shares: dict[int, list[float]] = field(default_factory=dict)  # by the number of the world
    ends: dict[int, list[float]] = field(
        default_factory=dict
    )  # the turn's end: castles, units, gold

    def mean(self, faction: int) -> float:
        """Its chance, as far as it was tried."""
        return sum(s[faction] for s in self.shares.values()) / max(1, len(self.shares))


@dataclass(frozen=True)
class Weighed:
    """A decision with its cost: chances with the best idea and with the one played."""

    cost: float
    spread: float
    best: int
    best_chance: float
    chance: float
    reason: str = ""
    shares: tuple[float, ...] = ()  # what each faction gains by the best idea
    ends: tuple[float, ...] = ()  # castles, units and gold at the turn's end, with the best idea
    played_ends: tuple[float, ...] = ()  # the same with what was played
    won_now: float = 0.0  # how much oftener the best idea wins within the turn


class Scales:
    """Weighs one choice among the legal ones; ``more`` are ideas that others had of it."""

    def __init__(
        self, view: View, legal: list[int], code: int, trials: Trials, more: tuple[int, ...] = ()
    ) -> None:
        self.view, self.legal, self.code, self.trials, self.more = view, legal, code, trials, more
        self.faction = int(view.seat)
        self.step = step_of(view.stack[-1])
        self._worlds: dict[int, State] = {}

    def weigh(self) -> Weighed | None:
        """Its cost; None where nobody had another idea."""
        played, others = self._ideas()
        if not others:
            return None
        numbers = range(self.trials.first)
        for idea in [*played, *others]:
            self._try(idea, numbers, 0)
        mine, best = self._top(played), self._top(others)
        if best.mean(self.faction) - mine.mean(self.faction) <= WORTH_A_CHECK:
            chance = mine.mean(self.faction)
            return Weighed(0.0, 0.0, mine.action, chance, chance)
        return self._measure(Idea(best.action, best.weights, best.reason), mine)

    def _top(self, ideas: list[Idea]) -> Idea:
        return max(ideas, key=lambda idea: idea.mean(self.faction))

    # --- ideas -----------------------------------------------------------------------------

    def _ideas(self) -> tuple[list[Idea], list[Idea]]:
        """Ways to play on after the choice, and what else might be done."""
        found = [self._of_steward(None)]
        if self.step in SEARCHED:
            found += [self._of_steward(temper) for temper in tempers(OF_FACTION[self.faction])]
        known = {idea.action for idea in found}
        for code in (*self._looks_good(found[0].action), *self.more):
            if code not in known:
                known.add(code)
                found.append(Idea(code))
        mine = [idea for idea in found if idea.action == self.code and idea.weights]
        return [Idea(self.code), *mine], [idea for idea in found if idea.action != self.code]

    def _looks_good(self, favourite: int) -> list[int]:
        w = OF_FACTION[self.faction]
        if self.step == steps.PLANS:
            return plan_candidates(self.view, w, self.legal, [favourite], MOST_IDEAS)
        if self.step in SEARCHED:
            return candidates(self.view, w, self.legal, favourite, MOST_IDEAS)
        return []

    def _of_steward(self, temper: Weights | None) -> Idea:
        steward = Steward(1, temper)
        action = steward.choose(self.view, self.legal)
        return Idea(action, temper, steward.reason)

    # --- trials ----------------------------------------------------------------------------

    def _world(self, number: int) -> State:
        if number not in self._worlds:
            s = sample(self.view, random.Random(number))
            if self.step == steps.PLANS:
                plans = list(s.plans)
                plans[1 if self.view.attacker == self.faction else 0] = -1  # decided anew
                s.plans = plans
            self._worlds[number] = s
        return self._worlds[number]

    def _try(self, idea: Idea, numbers: range, turns_ahead: int) -> None:
        for number in numbers:
            s = self._world(number).copy()
            agenda.apply(s, self.faction, idea.action)
            stewards = players(number)
            stewards[self.faction].weights = idea.weights
            last = int(self.view.turn)
            play_on(s, stewards, last)
            ends = _turns_end(s, self.faction)
            if turns_ahead:
                play_on(s, stewards, last + turns_ahead)
            shares = shares_of(s, last + turns_ahead)
            if shares is not None:
                idea.shares[number], idea.ends[number] = shares, ends

    def _measure(self, best: Idea, mine: Idea) -> Weighed:
        """In worlds that had no part in choosing the idea; more of them where it matters."""
        played, trials = Idea(mine.action, mine.weights), self.trials
        mean = spread = 0.0
        for begin, end in ((0, trials.check), (trials.check, trials.sure)):
            numbers = range(FRESH + begin, FRESH + end)
            self._try(best, numbers, 1)
            self._try(played, numbers, 1)
            mean, spread = _paired(best, played, self.faction)
            if mean < spread:
                break
        return self._told(best, played, mean, spread)

    def _told(self, best: Idea, played: Idea, mean: float, spread: float) -> Weighed:
        common = sorted(best.shares.keys() & played.shares.keys())
        gains = [_mean([best.shares[n][f] - played.shares[n][f] for n in common]) for f in range(4)]
        good = [_mean([best.ends[n][k] for n in common]) for k in range(4)]
        bad = [_mean([played.ends[n][k] for n in common]) for k in range(4)]
        return Weighed(
            cost=mean,
            spread=spread,
            best=best.action,
            best_chance=best.mean(self.faction),
            chance=played.mean(self.faction),
            reason=best.reason,
            shares=tuple(gains),
            ends=tuple(good[:3]),
            played_ends=tuple(bad[:3]),
            won_now=good[3] - bad[3],
        )


def players(number: int) -> list[Steward]:
    """The four stewards of a world."""
    return [Steward(number * 4 + f) for f in range(4)]


def shares_of(s: State, last_turn: int) -> list[float] | None:
    """What each faction has of victory, or may expect; None where play got stuck."""
    if s.stack and s.turn <= last_turn:
        return None
    return [win_chance(s, f) if f in s.order else 0.0 for f in range(4)]


def _turns_end(s: State, f: int) -> list[float]:
    """What a faction has when the turn is over: castles, units on the board, gold; has it won?"""
    board = slice(f * 28, f * 28 + 28)
    castles = bits(controlled(s, f) & CASTLES)
    standing = sum(s.up[board]) + sum(s.hid[board])
    won = not s.stack and bool(s.winners >> f & 1)
    return [float(castles), float(standing), float(s.gold[f]), float(won)]


def _paired(best: Idea, played: Idea, f: int) -> tuple[float, float]:
    """The mean difference and its standard error."""
    common = best.shares.keys() & played.shares.keys()
    gaps = [best.shares[n][f] - played.shares[n][f] for n in common]
    if len(gaps) < 2:
        return 0.0, 0.0
    mean = _mean(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, math.sqrt(spread / len(gaps))


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def settled(cost: float, spread: float) -> float:
    """What is left of a measured cost when noise is taken off; nothing where it may be all noise."""
    if cost <= spread:
        return 0.0
    return cost * (1 - (spread / cost) ** 2)
