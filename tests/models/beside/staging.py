"""Battle and treachery: two players set against each other, and some pairs of their plans."""

from __future__ import annotations

import random
from dataclasses import replace

from models import board
from models.battle import Plan
from models.beside.comparing import same, start
from models.beside.drawing import send
from models.beside.fighting import Battle, compare_after, compare_plans, through, until_plans
from models.positions import Position, plus

# --- battle and treachery ------------------------------------------------------------------------


def compare_battle(p: Position, rng: random.Random) -> bool:
    """Both lists of plans, and what some pairs of plans lead to."""
    return _compare_fights(p, rng, pairs=2, keen=0)


def compare_treachery(p: Position, rng: random.Random) -> bool:
    """The same with Queens and Jacks that fit, used more often than not."""
    return _compare_fights(p, rng, pairs=2, keen=0.8)


def _compare_fights(p: Position, rng: random.Random, pairs: int, keen: float) -> bool:
    staged = stage(p, rng)
    if staged is None:
        return False
    if keen:
        make_traitors(staged, rng)
    fight = staged
    game = start(fight.p, f"battle:{fight.attacker}>{fight.defender}@{fight.place}")
    same("are plans made", True, until_plans(game, fight, rng))
    lists = compare_plans(game, fight)
    for _ in range(pairs):
        one = replace(
            fight, plans={n: rng.choice(lists[n]) for n in fight.sides}, betrayals={}, spent={}
        )
        if keen:
            one.plans = {n: _with_card(lists[n], one.plans[n], rng) for n in fight.sides}
        twin = game.copy()
        through(twin, one, rng, keen)
        compare_after(twin, one)
    return True


def _with_card(every: list[Plan], chosen: Plan, rng: random.Random) -> Plan:
    """Treachery needs artifacts to be played."""
    armed = [plan for plan in every if plan.card]
    return rng.choice(armed) if armed and rng.random() < 0.8 else chosen


def stage(p: Position, rng: random.Random) -> Battle | None:
    """Two players in one territory, and in another one too, so that the engine stops in between."""
    p = p.copy()
    attacker, defender = rng.sample(p.order, 2)
    place, other = rng.sample([t for t in board.PLACES if t != board.MOUNTAIN], 2)
    p.more["combat_losses"] = str(rng.randint(0, 5))
    if p.book.has("allies-at-peace") and p.allied(attacker, defender):
        return None
    for name in (attacker, defender):
        if not send(p, name, other, 1) or not send(p, name, place, rng.choice((1, 1, 2, 3))):
            return None
    for castle in {place, other} & set(board.CASTLES):
        for name in set(p.present(castle)) - {attacker, defender}:
            p.bank[name] = plus(p.bank[name], p.open.pop((name, castle)))
    return Battle(p, attacker, defender, place)


def make_traitors(fight: Battle, rng: random.Random) -> None:
    """Give both sides the Queen of the other, or for the Dwarves' exchange the Jack, often."""
    p = fight.p
    for cards in (p.usurper, p.sabotage):
        for name in rng.sample(fight.sides, 2):
            suit = p.book.suit[fight.foe(name)]
            other = next((n for n in p.order if cards.get(n) == suit), None)
            if rng.random() < (0.8 if cards is p.usurper else 0.2):
                old = cards[name]
                cards[name] = suit
                if other and other != name:
                    cards[other] = old
