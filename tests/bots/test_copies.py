"""Games, positions, views and bots can be pickled and copied, on the compiled build as on the plain one."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest
from contracts.table import sign

from dragondune.bots.arena.registry import make_bot
from dragondune.engine.storage import state_to_dict
from dragondune.game import Game
from dragondune.model.refusal import Refusal

Ways = Callable[[Any], Any]
WAYS: tuple[Ways, ...] = (
    lambda thing: pickle.loads(pickle.dumps(thing)),
    copy.deepcopy,
    copy.copy,
    lambda game: game.copy(history=True),
)


def played(moves: int, edition: str = "r9") -> Game:
    """A game some way on, with a contract in force."""
    game = Game.new(edition, seed=3)
    sign(game, "The Elves pay the Orcs 1 gold in turn 6.")
    play_on(game, moves)
    return game


def play_on(game: Game, moves: int) -> None:
    rng = random.Random(moves)
    for _ in range(moves):
        seat = game.pending()[0].seat
        assert not isinstance(game.play(seat, rng.choice(game.legal(seat))), Refusal)


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "deepcopy", "copy", "with history"])
@pytest.mark.parametrize("edition", ["first", "r6", "r9"])
def test_a_game_goes_on_from_its_copy_with_its_whole_past(way: Ways, edition: str) -> None:
    game = played(60, edition)
    before = game.record()
    other = way(game)
    assert (other, other.record(), other.events()) == (game, before, game.events())
    assert other.state.contracts == game.state.contracts != ()
    play_on(other, 40)
    assert game.record() == before, "the copy's moves are its own"
    play_on(game, 40)
    assert other.record() == game.record(), "the same luck, the same game"
    assert Game.replay(other.record()).record() == game.record()


def test_a_copy_without_history_is_silent() -> None:
    game = played(20)
    assert game.copy().history == []
    with pytest.raises(ValueError, match="keeps no record"):
        game.copy().record()


@pytest.mark.parametrize("way", WAYS[:3], ids=["pickle", "deepcopy", "copy"])
def test_positions_and_views(way: Ways) -> None:
    game = played(80, "r6b")
    state = way(game.state)
    assert state_to_dict(state) == state_to_dict(game.state)
    assert state.rules == game.state.rules
    assert state.rules is way(game.state).rules, "equal rules are one object"
    assert state.up is not game.state.up
    for seat in (*game.seats, None):
        assert way(game.view(seat)) == game.view(seat)


@pytest.mark.parametrize("way", WAYS[:2], ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("name", ["random", "steward", "warlord:2", "beginner", "casual"])
def test_a_bot_chooses_on_as_its_copy_does(way: Ways, name: str) -> None:
    game, bot = played(40), make_bot(name, 5)
    for _ in range(3):
        seat = game.pending()[0].seat
        legal = [action.code for action in game.legal(seat)]
        twin = way(bot)
        chosen = bot.choose(game.view(seat), legal)
        assert twin.choose(game.view(seat), legal) == chosen
        play_on(game, 1)
