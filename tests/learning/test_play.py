"""Many games at once, and the network as a player."""

import random
from typing import Any

import numpy as np
import pytest

from dragondune.bots import make_bot, play_game
from dragondune.bots.arena.table import Outcome
from dragondune.game import Game
from dragondune.learning.encoder import row_of
from dragondune.learning.layout import ROW, SECRET_ROW
from dragondune.learning.network import rows_array
from dragondune.learning.player import NetworkBot, trained
from dragondune.learning.runner import Hall, Seating, Stock
from dragondune.learning.seats import BUSY, IDLE, LEARNER, TEACHER
from dragondune.learning.tables import MEASURES, Mix, draws, measured
from dragondune.model.factions import FACTION_NAMES
from dragondune.views.sample import sample
from dragondune.views.view import view_of

GAMES = 4


def asked(hall: Hall) -> tuple[Any, list[list[int]]]:
    """The questions of a hall, and the legal actions of each."""
    rows, secrets, actions, numbers = hall.ask()
    assert (len(rows), len(secrets)) == (GAMES * ROW, GAMES * SECRET_ROW)
    questions = np.frombuffer(numbers, np.int64).reshape(GAMES, 8)
    codes = np.frombuffer(actions, np.int64).tolist()
    legal, at = [], 0
    for count in questions[:, 2].tolist():
        legal.append(codes[at : at + count])
        at += count
    assert at == len(codes)
    return questions, legal


@pytest.mark.parametrize("mode", ["clone", "learn"])
def test_games_follow_each_other_and_tell_how_they_ended(mode: str) -> None:
    rng = random.Random(mode)
    hall = Hall(GAMES, draws(mode, 0, "test", Mix(newest=0.3), Stock(8)))
    ended = 0
    for _ in range(1200):
        questions, legal = asked(hall)
        for (seat, player, count, taught, over, winners, *_), choices in zip(
            questions.tolist(), legal, strict=True
        ):
            assert player in (LEARNER, 1, TEACHER, BUSY)
            assert 0 <= seat < 4
            assert len(choices) == count
            assert taught < count
            assert (taught >= 0) == (player == TEACHER) or player == BUSY
            assert not over or 0 < winners < 16
            ended += over
        hall.answer([rng.randrange(len(choices)) for choices in legal])
        if ended > GAMES:
            return
    pytest.fail("no game came to its end")


def test_a_measurement_is_seat_balanced_and_ends() -> None:
    measures = list(MEASURES)[:1]
    tables = [measured(number, 2, "r9", measures) for number in range(8)]
    odd = [[f for f, p in enumerate(t.players) if p != t.players[f - 1]] for t in tables if t]
    assert len(odd) == 8
    assert measured(8, 2, "r9", measures) is None
    numbers = iter(range(2))
    hall = Hall(GAMES, lambda: measured(next(numbers, 99), 1, "r9", measures))
    questions, _ = asked(hall)
    assert (questions[:, 1] == IDLE).sum() == GAMES - 2
    assert isinstance(measured(0, 1, "r9", measures), Seating)


@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b", "r9"])
def test_the_network_plays_every_edition_to_the_end(edition: str) -> None:
    def played() -> Outcome:
        return play_game({name: NetworkBot(1) for name in FACTION_NAMES}, 3, edition)

    outcome = played()
    assert outcome.winners
    if edition == "r9":
        assert played() == outcome


def test_the_network_chooses_the_same_whatever_it_cannot_know() -> None:
    game = Game.new(seed=5)
    bot = make_bot("network", 1)
    rng = random.Random(5)
    for number in range(120):
        seat = game.pending()[0].seat
        view, legal = game.view(seat), [action.code for action in game.legal(seat)]
        if len(legal) > 1 and number % 4 == 0:
            other = view_of(sample(view, random.Random(number)), view.seat)
            assert bot.choose(view, legal) == bot.choose(other, legal)
        game.play(seat, rng.choice(game.legal(seat)))


def test_chances_of_winning_are_chances() -> None:
    game = Game.new(seed=1)
    rows = rows_array([row_of(game.view(seat)) for seat in game.seats])
    chances = trained().chances(rows)
    assert np.allclose(chances.sum(1), 1, atol=1e-5)
    assert (chances > 0).all()


@pytest.mark.parametrize(
    "name", ["dragondune.learning.nowhere:Bot", "dragondune.game:Game", "json:loads", "no such:x"]
)
def test_a_bot_that_is_none_is_refused_in_words(name: str) -> None:
    with pytest.raises(ValueError, match="There is no bot"):
        make_bot(name)
