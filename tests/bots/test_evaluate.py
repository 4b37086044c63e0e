"""The fitted formula agrees with common sense, and speaks of chances."""

from __future__ import annotations

import pytest
from bots.positions import at_step, clear, stand

from dragondune.bots.warlord.evaluation import PORTRAIT, portrait, position, win_chance, win_chances
from dragondune.bots.warlord.fitted_weights import COEFFICIENTS
from dragondune.engine import steps
from dragondune.game import Game
from dragondune.model.factions import DWARVES, ELVES, GOBLINS, ORCS


def test_every_number_has_its_weight() -> None:
    state = Game.new("r9", seed=3).state
    assert len(portrait(state, ELVES)) == len(PORTRAIT)
    assert {len(row) for row in COEFFICIENTS} == {len(position(state))}


@pytest.mark.parametrize("edition", ["first", "r2", "r9"])
def test_chances_of_those_who_play_add_up_to_one(edition: str) -> None:
    for table in (None, ["elves", "goblins"], ["orcs", "dwarves", "elves"]):
        state = Game.new(edition, table, seed=3).state
        chances = win_chances(state)
        assert sum(chances) == pytest.approx(1)
        assert all((chances[f] > 0) == (f in state.order) for f in range(4))


@pytest.mark.parametrize("f", [DWARVES, ELVES, GOBLINS])
def test_castles_are_better_than_none(f: int) -> None:
    name = ("dwarves", "elves", "goblins")[f]
    chances = []
    for where in ("2 in 5★, 2 in 10★", "4 in 0•"):
        state = at_step(steps.MOVE, name)
        clear(state)
        stand(state, **{name: where, "orcs": "4 in 1★"})
        chances.append(win_chance(state, f))
    assert chances[0] > chances[1]


def test_the_orcs_gain_as_time_runs_out() -> None:
    state = Game.new("r9", seed=3).state
    early = win_chance(state, ORCS)
    state.turn = state.rules.turns
    assert win_chance(state, ORCS) > early


def test_a_game_that_is_over_is_won_or_lost() -> None:
    state = Game.new("r9", seed=3).state
    state.stack, state.winners = [], 1 << GOBLINS
    assert (win_chance(state, GOBLINS), win_chance(state, ORCS)) == (1.0, 0.0)
