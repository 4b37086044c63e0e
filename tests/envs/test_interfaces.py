"""The environments pass the tests of those who made the interfaces, and keep what is secret."""

import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from dragondune.editions.build import build
from dragondune.editions.files import proposals, resolved
from dragondune.engine import agenda
from dragondune.envs import gym, petting_zoo
from dragondune.envs.batched import OBSERVATION, Asked, Batch
from dragondune.envs.course import Course, opened, row_for
from dragondune.envs.parts import ACTIONS, parts_of
from dragondune.learning.layout import ROW
from dragondune.model.actions import PLAN, kind_of


def drawn(asked: Asked, rng: Any) -> Any:
    """A random number that the mask allows, for each game."""
    return (asked.masks * rng.random(asked.masks.shape)).argmax(axis=1)


def test_petting_zoo() -> None:
    from pettingzoo.test import api_test, max_cycles_test, seed_test

    with warnings.catch_warnings():
        # It recommends observations that are no dictionaries, as its own games with masks have.
        warnings.simplefilter("ignore", UserWarning)
        api_test(petting_zoo.env(), num_cycles=200)
        api_test(petting_zoo.env("first", factions=["orcs", "elves"]), num_cycles=50)
        seed_test(petting_zoo.env, num_cycles=100)
        max_cycles_test(petting_zoo)


def test_a_petting_zoo_game_ends_with_a_winner() -> None:
    game = petting_zoo.env(render_mode="ansi")
    game.reset(seed=2)
    won = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, over, _, _ = game.last()
        won[agent] += reward
        mask = observation["action_mask"]
        game.step(None if over else game.action_space(agent).sample(mask))
    assert sum(won.values()) == 1
    assert "★" in game.render()


def test_gymnasium() -> None:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    made = gymnasium.make("dragondune.envs.gym:DragonDune-v0", seat="elves", bots=["random"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(made.unwrapped)
    game = gym.DragonDune("dwarves", ["random", "steward", "random"])
    observation, info = game.reset(seed=5)
    over, reward = False, 0.0
    while not over:
        number = game.action_space.sample(info["action_mask"])
        observation, reward, over, _, info = game.step(number)
        assert "refused" not in info
    assert reward in (0, 0.5, 1)
    assert observation["observation"].shape == (OBSERVATION,)


def test_what_is_not_allowed_changes_nothing_and_says_why() -> None:
    game = gym.DragonDune("orcs", ["random"])
    before, info = game.reset(seed=1)
    wrong = int(np.argmin(info["action_mask"]))
    after, reward, over, _, info = game.step(wrong)
    assert (reward, over) == (0.0, False)
    assert "may not be answered now" in info["refused"]
    assert np.array_equal(before["observation"], after["observation"])
    assert "no action" in game.step(999)[-1]["refused"]
    with pytest.raises(ValueError, match="There is no bot"):
        gym.DragonDune("orcs", ["nobody"])
    with pytest.raises(ValueError, match="Name the bots in a list"):
        gym.DragonDune("orcs", "steward")
    with pytest.raises(ValueError, match="The Orcs do not play here"):
        gym.DragonDune("orcs", factions=["elves", "goblins"])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"factions": ["orcs", "orcs"]}, "Two to four different factions"),
        ({"factions": ["orcs"]}, "Two to four different factions"),
        ({"factions": ["orcs", "trolls"]}, "'trolls' is no faction"),
        ({"factions": "orcs"}, "Name the factions in a list"),
        ({"edition": "r99"}, "There is no edition 'r99'"),
        ({"options": ["nothing"]}, "There is no option 'nothing'"),
    ],
)
def test_a_table_that_cannot_be_is_refused_when_it_is_made(words: dict[str, Any], why: str) -> None:
    for make in (petting_zoo.env, petting_zoo.parallel_env, gym.DragonDune, partial(Batch, 1)):
        with pytest.raises(ValueError, match=why):
            make(**words)


def test_a_proposal_is_played_as_the_edition_it_changes() -> None:
    name = next(iter(proposals()))
    game = petting_zoo.parallel_env(name)
    game.reset(seed=1)
    assert game.course.state.rules == build(*resolved(name, ()))


def test_bots_are_named_for_the_seats_that_play() -> None:
    three = ["dwarves", "elves", "orcs"]
    gym.DragonDune("elves", ["random", "steward"], factions=three).reset(seed=1)
    for wrong in (["random"] * 3, []):
        with pytest.raises(ValueError, match="one bot for all other seats, or one for each"):
            gym.DragonDune("elves", wrong, factions=three)


def test_nothing_is_asked_after_the_end() -> None:
    game = petting_zoo.parallel_env(factions=["dwarves", "elves"])
    seen, _ = game.reset(seed=1)
    while game.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in game.agents}
        seen, *_ = game.step({agent: int(mask.argmax()) for agent, mask in masks.items()})
    assert game.step({}) == ({}, {}, {}, {}, {})
    assert "The game is over" in petting_zoo.refused(game.course, 0)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_batch_plays_games_to_their_ends(processes: int) -> None:
    rng = np.random.default_rng(3)
    with Batch(6, seed=1, processes=processes) as games:
        asked, ended, won = games.asked(), 0, np.zeros(4)
        assert asked.observations.shape == (6, OBSERVATION)
        assert asked.masks.shape == (6, ACTIONS)
        for _ in range(700):
            asked = games.step(drawn(asked, rng))
            ended += int(asked.ended.sum())
            won += asked.rewards.sum(axis=0)
    assert ended > 3
    assert won.sum() == ended


def test_the_same_seed_gives_the_same_batch() -> None:
    runs = []
    for _ in range(2):
        rng, games = np.random.default_rng(3), Batch(3, seed=9)
        asked = games.asked()
        for _ in range(60):
            asked = games.step(drawn(asked, rng))
        runs.append(asked)
    assert all(np.array_equal(a, b) for a, b in zip(*runs, strict=True))


def test_a_batch_refuses_what_its_mask_does_not_allow() -> None:
    games = Batch(2, seed=1)
    asked = games.asked()
    wrong = np.where(asked.masks.argmax(axis=1) == 0, 5, 0)
    with pytest.raises(ValueError, match="Nothing was played"):
        games.step(wrong)
    assert np.array_equal(games.asked().observations, asked.observations)
    with pytest.raises(ValueError, match="One whole number for each of the 2 games"):
        games.step([1, 2, 3])
    with pytest.raises(ValueError, match="Every process needs a game"):
        Batch(1, processes=2)


def test_plans_are_asked_one_after_the_other_and_tell_the_second_nothing() -> None:
    """Whatever the first of two players plans, the second sees the same row and the same mask."""
    course = Course(opened(build("r9"), (), "3"))
    while True:
        legal = course.question.left
        if kind_of(legal[0]) == PLAN and bin(agenda.actors(course.state)).count("1") == 2:
            break
        course.answer(course.question.numbers()[-1])
    first = course.seat
    rows = set()
    for code in (legal[0], legal[-1]):
        other = Course(course.state.copy())
        assert other.seat == first
        for number in parts_of([*legal], code):
            other.answer(number)
        assert other.seat != first
        rows.add((other.observation(other.seat), other.mask(other.seat)))
    assert len(rows) == 1


def test_an_observation_holds_the_seats_own_row_and_nothing_else() -> None:
    course = Course(opened(build("r9"), (), "8"))
    for _ in range(120):
        for f in range(4):
            assert course.observation(f)[:ROW] == row_for(course.state, f)
            assert any(course.mask(f)) == (f == course.seat)
        course.answer(course.question.numbers()[0])
