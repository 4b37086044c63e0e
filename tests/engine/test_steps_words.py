"""Every decision has its question and its label of passing where its step is."""

import random

import pytest

from dragondune import Game
from dragondune.editions.build import EDITIONS
from dragondune.engine.agenda import Step


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_decision_says_what_it_asks(edition: str) -> None:
    game, rng = Game.new(edition, seed=5), random.Random(5)
    while not game.over:
        decision = game.pending()[0]
        assert decision.question != Step.question, f"{decision.step} has no words of its own"
        assert decision.question[-1] in ".?"
        assert decision.passing
        game.play(decision.seat, rng.choice(game.legal(decision.seat)))
