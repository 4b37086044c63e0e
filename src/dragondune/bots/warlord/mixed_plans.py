"""Battle plans as a small game of their own: regret matching over what the opponent may hold.

Both sides' plans are weighed against each other in possible worlds. Part of the time the opponent
plays as a steward would, part of the time it plays as its own regrets tell it, so that the plan
found does well against the plain and is hard to exploit by the clever.
"""

import random
from typing import Final

from dragondune.bots.steward.battle_plans import Battle, army_points, betrayable_suits, side_points
from dragondune.bots.steward.steward import Steward
from dragondune.bots.steward.weights import OF_FACTION, Weights
from dragondune.bots.warlord.search import Budget
from dragondune.engine import agenda
from dragondune.model.actions import card_of, count_of
from dragondune.model.cards import NO_CARD, RANK, SUIT
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import View, view_of

WORLDS: Final = 14
ROUNDS: Final = 320
AS_STEWARD: Final = 0.65  # how often the opponent is taken for a steward
RARE: Final = 0.08  # plans that come up less often are dropped


class Side:
    """One side's plans in one world, with their regrets."""

    def __init__(self, plans: list[int], battle: Battle) -> None:
        self.plans = plans
        self.battle = battle
        self.regret = [0.0] * len(plans)
        self.total = [0.0] * len(plans)
        self._gains: dict[int, list[float]] = {}  # of each plan against one of theirs

    def strategy(self) -> list[float]:
        """Odds in proportion to regret; even odds where there is none."""
        whole = 0.0
        for value in self.regret:
            if value > 0:
                whole += value
        if whole <= 0:
            return [1 / len(self.plans)] * len(self.plans)
        return [value / whole if value > 0 else 0.0 for value in self.regret]

    def against(self, theirs: int, their_traps: int) -> list[float]:
        """What each plan gains against one of theirs; it comes up again and again."""
        key = theirs << 4 | their_traps
        found = self._gains.get(key)
        if found is None:
            found = [payoff(self.battle, plan, theirs, their_traps) for plan in self.plans]
            self._gains[key] = found
        return found

    def learn(self, gains: list[float], odds: list[float]) -> None:
        """Regret what would have been better."""
        mean = 0.0
        for place in range(len(gains)):
            mean += gains[place] * odds[place]
        for place in range(len(gains)):
            self.regret[place] += gains[place] - mean
            self.total[place] += odds[place]


class World:
    """One possible opponent: its hand, its plans, and what a steward would send in its place."""

    def __init__(self, view: View, s: State, foe: int, luck: int) -> None:
        seen = view_of(s, foe)
        self.side = Side(agenda.legal(s, foe), Battle(seen, OF_FACTION[foe]))
        self.traps = _suits(betrayable_suits(seen, foe=view.seat))
        steward = Steward(luck)
        self.usual = [steward.choose(seen, self.side.plans) for _ in range(2)]


def mixed_plan(
    view: View, w: Weights, legal: list[int], rng: random.Random, budget: Budget
) -> tuple[int, float] | None:
    """A plan drawn from a mixed strategy, and how often it would be drawn."""
    battle = Battle(view, w)
    worlds = _worlds(view, battle.foe, rng, budget)
    if not worlds:
        return None
    me = Side(legal, battle)
    for _ in range(ROUNDS):
        if not budget.counted and not budget.spend():
            break
        _iterate(me, rng.choice(worlds), rng)
    return _draw(me, rng) if sum(me.total) else None  # no time for a single round


def _worlds(view: View, foe: int, rng: random.Random, budget: Budget) -> list[World]:
    side = 0 if view.attacker == foe else 1
    worlds: list[World] = []
    while len(worlds) < WORLDS and budget.spend():
        s = sample(view, rng)
        plans = list(s.plans)
        plans[side] = -1  # the opponent decides anew in each world
        s.plans = plans
        worlds.append(World(view, s, foe, rng.getrandbits(32)))
    return worlds


def _iterate(me: Side, world: World, rng: random.Random) -> None:
    foe = world.side
    theirs_odds = foe.strategy()
    if rng.random() < AS_STEWARD:
        theirs = rng.choice(world.usual)
    else:
        theirs = drawn(foe.plans, theirs_odds, rng)
    mine_odds = me.strategy()
    mine = drawn(me.plans, mine_odds, rng)
    me.learn(me.against(theirs, world.traps), mine_odds)
    foe.learn(foe.against(mine, _suits(me.battle.traps)), theirs_odds)


def drawn(plans: list[int], odds: list[float], rng: random.Random) -> int:
    """What ``rng.choices`` would draw, in a quarter of the time."""
    whole = 0.0
    for odd in odds:
        whole += odd
    point = rng.random() * whole
    reached = 0.0
    for place in range(len(plans)):
        reached += odds[place]
        if point < reached:
            return plans[place]
    return plans[-1]


def _suits(traps: set[int]) -> int:
    """Suits as a set of bits."""
    return sum(1 << suit for suit in traps)


def payoff(battle: Battle, mine: int, theirs: int, their_traps: int) -> float:
    """What one side gains when these two plans meet."""
    view, w = battle.view, battle.w
    n, m = int(count_of(mine)), int(count_of(theirs))
    card, other = card_of(mine), card_of(theirs)
    unit = 0.02 if view.turn >= view.rules.turns else w.unit - w.grave_unit
    trapped = card != NO_CARD and bool(their_traps >> SUIT[card] & 1)
    traps = other != NO_CARD and SUIT[other] in battle.traps
    if traps and not trapped:
        return battle.hold + battle.theirs * w.kill + 2 * w.gold
    if trapped:
        return -battle.mine * unit - _card_cost(w, card) + (0.0 if traps else battle.lost)
    if _wins(battle, mine, theirs):
        gain = battle.theirs * w.kill - n * unit + (battle.hold if n < battle.mine else 0.0)
        return gain - 0.2 * _card_cost(w, card)
    held = battle.lost if m < battle.theirs else 0.0
    return held - battle.mine * unit - _card_cost(w, card) + 0.5 * m * w.kill


def _wins(battle: Battle, mine: int, theirs: int) -> bool:
    view = battle.view
    one, two = side_points(view, battle.me, battle.foe, card_of(mine), card_of(theirs))
    lead = one + army_points(view, mine) - two - army_points(view, theirs)
    return lead >= (0 if battle.attacks else 1)


def _card_cost(w: Weights, card: int) -> float:
    return 0.0 if card == NO_CARD else 0.35 * RANK[card] * w.gold


def _draw(me: Side, rng: random.Random) -> tuple[int, float]:
    whole = sum(me.total)
    odds = [value / whole for value in me.total]
    kept = [odd if odd >= RARE else 0.0 for odd in odds]
    if not sum(kept):
        kept = [odd if odd == max(odds) else 0.0 for odd in odds]
    place = rng.choices(range(len(me.plans)), kept)[0]
    return me.plans[place], kept[place] / sum(kept)
