"""Worlds that are drawn by what the network believes."""

import random

import numpy as np

from dragondune.bots import make_bot
from dragondune.bots.arena.table import Observer, finish
from dragondune.game import Game
from dragondune.learning.beliefs import believed_worlds, hidden_things, likelihoods
from dragondune.learning.features import BELIEFS
from dragondune.learning.player import trained
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import view_of

WORLDS = 12


class Photographer(Observer):
    """Keeps every so manyth position of a game."""

    def __init__(self) -> None:
        self.seen = 0
        self.kept: list[State] = []

    def before_step(self, s: State) -> None:
        self.seen += 1
        if s.turn >= 3 and self.seen % 40 == 0:
            self.kept.append(s.copy())


def positions() -> list[State]:
    """Positions of two games between stewards."""
    found: list[State] = []
    for seed in (1, 2):
        photographer = Photographer()
        game = Game.new(seed=seed)
        finish(game, {name: make_bot("steward", seed) for name in game.seats}, photographer)
        found += photographer.kept
    return found


def test_the_true_cards_are_found_likelier_than_dealt_ones() -> None:
    """Were beliefs empty, the truth would come out in the middle of the dealt worlds."""
    places = []
    for number, truth in enumerate(positions()):
        view = view_of(truth, number % 4)
        rng = random.Random(number)
        worlds = [truth, *(sample(view, rng) for _ in range(WORLDS))]
        weights = likelihoods(trained(), view, worlds)
        assert np.isclose(weights.sum(), 1)
        places.append((weights[1:] < weights[0]).mean() + (weights[1:] == weights[0]).mean() / 2)
    assert len(places) > 20
    assert np.mean(places) > 0.55


def test_believed_worlds_look_the_same_to_the_seat() -> None:
    for number, truth in enumerate(positions()[::6]):
        view = view_of(truth, number % 4)
        for world in believed_worlds(trained(), view, 3, random.Random(number)):
            again = view_of(world, number % 4)
            assert (again.hands, again.hand_sizes) == (view.hands, view.hand_sizes)
            assert (again.up, again.gold, again.stack) == (view.up, view.gold, view.stack)


def test_hidden_things_are_told_in_the_order_of_the_beliefs() -> None:
    told = hidden_things(positions()[0])
    assert told.shape == (BELIEFS,)
    assert set(told.tolist()) <= {0.0, 1.0}
