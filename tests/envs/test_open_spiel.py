"""OpenSpiel's own tests of a game, and chances that are decided from outside."""

import copy
import pickle
import random
import unittest
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from dragondune.envs import open_spiel  # noqa: E402
from dragondune.views.sample import sample  # noqa: E402
from dragondune.views.view import view_of  # noqa: E402


def played(game: Any, seed: int, most: int = 10_000) -> Any:
    """A random game, to its end or as far as asked."""
    state, rng = game.new_initial_state(), random.Random(seed)
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_random_simulations() -> None:
    """With every state written down and read again on the way."""
    pyspiel.random_sim_test(pyspiel.load_game(open_spiel.NAME), 1, True, False)
    two = pyspiel.load_game(f"{open_spiel.NAME}(edition=first,factions=elves+orcs)")
    pyspiel.random_sim_test(two, 1, True, False)


def enforce(base: type[unittest.TestCase], left_out: tuple[str, ...] = (), **more: Any) -> int:
    """Run one of OpenSpiel's classes of tests on our game; how many tests there were."""
    ours = {"game_name": open_spiel.NAME, "game": pyspiel.load_game(open_spiel.NAME)}
    case = type("Ours", (base,), ours | more | dict.fromkeys(left_out))
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert not result.errors + result.failures, (result.errors + result.failures)[0][1]
    return result.testsRun


def test_their_api_test_of_some_states() -> None:
    from open_spiel.integration_tests import api_test

    assert enforce(api_test.EnforceAPIOnPartialTreeBase) >= 5


def test_their_api_test_of_all_states() -> None:
    """On the states of one game from its beginning to its end, for nobody can list them all.

    Left out: how many states there are, and perfect recall, which walks through each of them.
    """
    from open_spiel.integration_tests import api_test

    end = played(pyspiel.load_game(open_spiel.NAME), 11)
    state, states = end.get_game().new_initial_state(), {end}
    for number, action in enumerate(end.history()):
        if number % 9 == 0:
            states.add(state.clone())
        state.apply_action(action)
    kinds = {(one.is_terminal(), one.is_chance_node()) for one in states}
    assert len(kinds) == 3
    left_out = ("test_number_of_nodes", "test_game_is_perfect_recall")
    here = classmethod(lambda cls: None)
    ran = enforce(api_test.EnforceAPIOnFullTreeBase, left_out, all_states=states, setUpClass=here)
    assert ran >= 6


def test_every_chance_is_a_node_with_equal_outcomes() -> None:
    game = pyspiel.load_game(open_spiel.NAME)
    state, sizes = game.new_initial_state(), []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        sizes.append(len(outcomes))
        assert sum(share for _, share in outcomes) == pytest.approx(1)
        state.apply_action(outcomes[0][0])
    assert sizes == [4, 3, 2], "the order of four players, one after the other"
    state = played(game, 4)
    assert sum(state.returns()) == 1
    assert "the game is over" in str(state)


def test_a_history_leads_to_the_same_position_again() -> None:
    game = pyspiel.load_game(open_spiel.NAME)
    state = played(game, 7, 300)
    again = game.new_initial_state()
    for number in state.history():
        again.apply_action(number)
    assert str(again) == str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(again) == str(state) != str(twin)


COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda state: state.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "serialize": lambda state: state.get_game().deserialize_state(state.serialize()),
    "with its game": lambda state: pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )[1],
}


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_plays_on_like_its_original(way: str) -> None:
    """From questions, between the parts of one, and in the middle of a shuffle."""
    state = pyspiel.load_game(open_spiel.NAME).new_initial_state()
    rng, kinds = random.Random(3), set()
    for number in range(300):
        if number % 10 == 0:
            kinds.add((state.is_chance_node(), state.drawn.question.field))
            twin, original = COPIES[way](state), state.clone()
            for _ in range(12):
                assert str(twin) == str(original)
                assert twin.history() == original.history()
                assert twin.legal_actions() == original.legal_actions()
                for player in range(4):
                    seen = original.information_state_string(player)
                    assert twin.information_state_string(player) == seen
                action = rng.choice(original.legal_actions())
                original.apply_action(action)
                twin.apply_action(action)
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(kinds) > 4


def test_a_game_can_be_pickled() -> None:
    game = pyspiel.load_game(f"{open_spiel.NAME}(edition=first,factions=elves+orcs)")
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    state = played(again, 1)
    assert state.is_terminal()
    assert len(state.returns()) == 2


def test_it_does_not_matter_when_an_information_state_is_asked_for() -> None:
    game = pyspiel.load_game(open_spiel.NAME)
    asked, end = game.new_initial_state(), played(game, 9, 300)
    for number in end.history():
        asked.apply_action(number)
        asked.information_state_string(0)
    for player in range(4):
        assert asked.information_state_string(player) == end.information_state_string(player)


def test_information_states_are_the_same_in_worlds_that_cannot_be_told_apart() -> None:
    """The other hands dealt anew: the seat's observation and its information state stay."""
    state = played(pyspiel.load_game(open_spiel.NAME), 5, 260)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    player, f = state.current_player(), state.drawn.player
    before = state.observation_string(player), state.information_state_string(player)
    rng = random.Random(1)
    for _ in range(5):
        twin = state.clone()
        twin.drawn.state = sample(view_of(state.drawn.state, f), rng)
        assert twin.observation_string(player) == before[0]
        assert twin.information_state_string(player) == before[1]
        assert np.array_equal(twin.observation_tensor(), state.observation_tensor())


def test_an_information_state_remembers_what_was_seen_before() -> None:
    """Two ways to positions that look alike now are told apart by what the seat answered."""
    game = pyspiel.load_game(open_spiel.NAME)
    found = set()
    for seed in range(4):
        state = played(game, seed, 150)
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        found.add(state.past(state.current_player()))
    assert len(found) == 4
