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

    def strategy(self) -> list[float]:
        """Odds in proportion to regret; even odds where there is none."""
        positive = [value if value > 0 else 0.0 for value in self.regret]
        whole = sum(positive)
        if whole <= 0:
            return [1 / len(self.plans)] * len(self.plans)
        return [value / whole for value in positive]

    def learn(self, gains: list[float], odds: list[float]) -> None:
        """Regret what would have been better."""
        mean = sum(gain * odd for gain, odd in zip(gains, odds, strict=True))
        for place, gain in enumerate(gains):
            self.regret[place] += gain - mean
            self.total[place] += odds[place]


class World:
    """One possible opponent: its hand, its plans, and what a steward would send in its place."""

    def __init__(self, view: View, s: State, foe: int, luck: int) -> None:
        seen = view_of(s, foe)
        self.side = Side(agenda.legal(s, foe), Battle(seen, OF_FACTION[foe]))
        self.traps = betrayable_suits(seen, foe=view.seat)
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
        theirs = rng.choices(foe.plans, theirs_odds)[0]
    mine_odds = me.strategy()
    mine = rng.choices(me.plans, mine_odds)[0]
    me.learn([payoff(me.battle, plan, theirs, world.traps) for plan in me.plans], mine_odds)
    foe.learn([payoff(foe.battle, plan, mine, me.battle.traps) for plan in foe.plans], theirs_odds)


def payoff(battle: Battle, mine: int, theirs: int, their_traps: set[int]) -> float:
    """What one side gains when these two plans meet."""
    view, w = battle.view, battle.w
    n, m = int(count_of(mine)), int(count_of(theirs))
    card, other = card_of(mine), card_of(theirs)
    unit = 0.02 if view.turn >= view.rules.turns else w.unit - w.grave_unit
    trapped = card != NO_CARD and SUIT[card] in their_traps
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
