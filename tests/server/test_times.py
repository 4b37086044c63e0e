"""What ``python3 run.py trial times`` goes by: it takes too long to be run here."""

from __future__ import annotations

import random
from itertools import islice

from dragondune.game import Game
from tools.trials.times import Finding, windows


def test_what_takes_longer_is_told_and_what_does_not_is_not() -> None:
    rng = random.Random(1)
    quick, same = ([rng.lognormvariate(0, 0.5) for _ in range(200)] for _ in range(2))
    slow = [1.6 * taken for taken in same]
    assert not Finding("alike", quick, same).is_told
    assert Finding("slower", quick, slow).is_told
    assert Finding("at once", quick, [0.0] * 50).is_told


def test_a_window_shows_who_hires_the_same_twice() -> None:
    for window in islice(windows(3), 3):
        games = [Game.at(position) for position in (window.without, window.holding)]
        assert games[0].view(window.hirer) == games[1].view(window.hirer)
        assert [len(game.legal(window.asked)) == 1 for game in games] == [True, False]
