"""Random games for the tests of telling: every edition, plain and with all its options."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from dragondune.editions.build import EDITIONS
from dragondune.editions.options import OPTIONS
from dragondune.engine import agenda
from dragondune.model.events import Event, Log
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.rules import setup, standing

# One of two options that exclude each other, and one that changes nothing one could tell.
LEFT_OUT = {"dragon-losses-exiled", "allies-at-peace"}
GAMES = 12

Table = tuple[Ruleset, tuple[int, ...], int]


def _rulesets() -> Iterator[Ruleset]:
    for edition, rules in EDITIONS.items():
        yield rules
        for option in OPTIONS.values():
            if edition not in option.nonsense and option.name not in LEFT_OUT:
                rules = option.apply(rules, edition)
        yield rules


def _go_on(s: State, rng: random.Random) -> None:
    """One random choice, now and then a gift or a look between two others."""
    if rng.random() < 0.03:
        seat = rng.choice(s.order)
        between = standing.anytime(s, seat)
        if between:
            standing.play_anytime(s, seat, rng.choice(between))
            return
    waiting = int(agenda.actors(s))
    seat = (waiting & -waiting).bit_length() - 1
    agenda.apply(s, seat, rng.choice(agenda.legal(s, seat)))


def _events_of(rules: Ruleset, order: tuple[int, ...], seed: int) -> list[Event]:
    s, rng = setup.new_state(rules, order, str(seed)), random.Random(seed)
    s.log = Log()
    setup.begin(s)
    while s.stack:
        _go_on(s, rng)
    return s.log.events


@pytest.fixture(scope="session")
def tables() -> list[Table]:
    """Rules, player order and seed of several games under each ruleset, two to four players."""
    found: list[Table] = []
    for rules in _rulesets():
        for seed in range(GAMES):
            players = (4, 4, 3, 2)[seed % 4]
            found.append((rules, tuple(random.Random(seed).sample(range(4), players)), seed))
    return found


@pytest.fixture(scope="session")
def told(tables: list[Table]) -> list[tuple[Event, Ruleset]]:
    """Every event of those games, with the rules it happened under."""
    return [(event, table[0]) for table in tables for event in _events_of(*table)]


@pytest.fixture
def start() -> State:
    """The newest edition, set up for four players with a fixed seed."""
    s = setup.new_state(EDITIONS["r9"], (0, 1, 2, 3), "board")
    setup.begin(s)
    return s
