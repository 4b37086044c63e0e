"""Weights from before the row had a memory: they play as they did, and training can go on from them."""

import random
from pathlib import Path

import numpy as np
import pytest

from dragondune.game import Game
from dragondune.learning.encoder import row_of
from dragondune.learning.features import FIRST_FEATURES, SECRET_FEATURES, STATE_FEATURES
from dragondune.learning.network import Network, rows_array
from dragondune.learning.older import widened
from dragondune.learning.player import WEIGHTS, NetworkBot

# Which of its legal actions the network chose in random games before there was a memory.
CHOSEN = {
    "first": [
        3,
        2,
        0,
        1,
        0,
        1,
        0,
        1,
        0,
        0,
        2,
        35,
        61,
        0,
        0,
        2,
        165,
        42,
        4,
        12,
        194,
        20,
        1,
        0,
        0,
        0,
        1,
        0,
        0,
        1,
        1,
        0,
        0,
        7,
        4,
        134,
        31,
        380,
        2,
        0,
    ],
    "r2": [
        3,
        2,
        0,
        1,
        0,
        0,
        1,
        2,
        1,
        0,
        0,
        11,
        0,
        84,
        42,
        0,
        5,
        0,
        6,
        12,
        7,
        0,
        0,
        0,
        0,
        0,
        2,
        2,
        2,
        2,
        2,
        1,
        2,
        2,
        2,
        2,
        2,
        2,
        1,
        2,
    ],
    "r6": [
        3,
        2,
        0,
        1,
        0,
        0,
        1,
        2,
        1,
        0,
        0,
        11,
        0,
        84,
        42,
        0,
        5,
        0,
        0,
        15,
        43,
        0,
        0,
        0,
        0,
        0,
        2,
        2,
        2,
        2,
        2,
        2,
        2,
        2,
        2,
        1,
        1,
        1,
        1,
        0,
    ],
    "r6b": [
        3,
        2,
        0,
        0,
        0,
        1,
        0,
        1,
        2,
        1,
        0,
        2,
        0,
        5,
        64,
        0,
        5,
        0,
        111,
        0,
        0,
        0,
        15,
        98,
        0,
        0,
        0,
        0,
        1,
        1,
        1,
        0,
        1,
        1,
        0,
        2,
        115,
        20,
        5,
        3,
    ],
    "r9": [
        3,
        2,
        0,
        0,
        0,
        2,
        0,
        1,
        2,
        1,
        0,
        2,
        0,
        2,
        5,
        64,
        0,
        5,
        0,
        111,
        0,
        0,
        6,
        12,
        82,
        0,
        0,
        0,
        0,
        2,
        1,
        1,
        0,
        0,
        1,
        1,
        1,
        0,
        2,
        1,
    ],
}


@pytest.mark.parametrize("edition", CHOSEN)
def test_the_network_that_is_shipped_plays_as_it_did(edition: str) -> None:
    rng, game, bot = random.Random(3), Game.new(edition, seed=3), NetworkBot(1)
    chosen: list[int] = []
    while len(chosen) < len(CHOSEN[edition]):
        seat = game.pending()[0].seat
        legal = game.legal(seat)
        if len(legal) > 2:
            codes = [action.code for action in legal]
            chosen.append(codes.index(bot.choose(game.view(seat), codes)))
        game.play(seat, rng.choice(legal))
    assert chosen == CHOSEN[edition]


def test_columns_of_zeros_for_what_came_later_change_nothing(tmp_path: Path) -> None:
    with np.load(WEIGHTS) as data:
        weights = {name: data[name] for name in data.files}
    shape = (len(weights["first.bias"]), STATE_FEATURES)
    weights["first.weight"] = widened(weights["first.weight"], shape)
    np.savez(tmp_path / "wide.npz", **weights)
    rows = rows_array([row_of(Game.new("r9", seed=seed).view("elves")) for seed in range(8)])
    old, new = Network(WEIGHTS).chances(rows), Network(tmp_path / "wide.npz").chances(rows)
    assert np.abs(old - new).max() < 1e-5


def test_the_critics_secrets_stay_behind_what_the_seat_sees() -> None:
    old = np.arange(2 * (FIRST_FEATURES + SECRET_FEATURES), dtype=np.float32).reshape(2, -1)
    new = widened(old, (2, STATE_FEATURES + SECRET_FEATURES))
    assert (new[:, :FIRST_FEATURES] == old[:, :FIRST_FEATURES]).all()
    assert (new[:, STATE_FEATURES:] == old[:, FIRST_FEATURES:]).all()
    assert not new[:, FIRST_FEATURES:STATE_FEATURES].any()
    assert widened(old, (3, STATE_FEATURES)) is None
