"""Positions from the middle of random games, of every edition and with options switched on."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import dragondune.factions
import dragondune.rules  # noqa: F401  (importing the rules makes their steps playable)
from dragondune.editions.first import FIRST
from dragondune.editions.r2 import R2
from dragondune.editions.r6 import R6
from dragondune.editions.r6b import R6B
from dragondune.editions.r9 import R9
from dragondune.engine import agenda
from dragondune.model.powers import BLESSED, INITIATIVE, LOOKS, PLUNDERS
from dragondune.model.ruleset import TO_EXILE, Ruleset
from dragondune.model.state import State
from dragondune.rules.setup import begin, new_state
from dragondune.rules.standing import anytime, play_anytime

EDITIONS = (FIRST, R2, R6, R6B, R9)
ORDERS = ((0, 1, 2, 3), (3, 1, 0, 2), (2, 1, 3), (1, 0), (0, 1, 2))


def variants(rules: Ruleset) -> Iterator[Ruleset]:
    """The edition, and the edition with much else that a state can hold."""
    dwarves, elves, goblins, orcs = rules.powers
    strange = (dwarves, elves | BLESSED | LOOKS, goblins | INITIATIVE, orcs | PLUNDERS)
    yield rules
    yield replace(rules, elites=(2, 1, 1, 2), oracles=1, special=(1, 1, 1, 1, 1, 0), powers=strange)
    yield replace(rules, dragon_losses=TO_EXILE, special=(33, 0, 0, 46, 7, 20), powers=strange)


def choose(s: State, f: int, luck: random.Random) -> int:
    """Any kind of action is as likely as any other, so that rare ones come up."""
    kinds: dict[int, list[int]] = {}
    for action in agenda.legal(s, f):
        kinds.setdefault(action >> 29, []).append(action)
    return luck.choice(kinds[luck.choice(list(kinds))])


def walk(rules: Ruleset, seed: int) -> Iterator[State]:
    """A random game, position by position; the state goes on changing, so copy what you keep."""
    luck = random.Random(seed)
    s = new_state(rules, ORDERS[seed % len(ORDERS)], f"luck {seed}")
    begin(s)
    while s.stack:
        yield s
        asked = luck.choice(s.order)
        extra = anytime(s, asked) if luck.random() < 0.05 else []
        if extra:
            play_anytime(s, asked, luck.choice(extra))
            continue
        waiting = [f for f in range(4) if agenda.actors(s) >> f & 1]
        f = luck.choice(waiting)
        agenda.apply(s, f, choose(s, f, luck))
    yield s


@pytest.fixture(scope="session")
def positions() -> list[State]:
    """Some thousand positions; copy before you play on."""
    found: list[State] = []
    all_rules = [rules for edition in EDITIONS for rules in variants(edition)]
    for seed, rules in enumerate(all_rules * 2):
        for number, s in enumerate(walk(rules, seed)):
            if number % 5 == 0 or not s.stack:
                found.append(s.copy())
    return found
