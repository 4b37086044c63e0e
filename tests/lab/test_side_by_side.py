"""Games of networks played side by side are the games that each would be alone."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from dragondune.bots import Bot
from dragondune.bots.arena.match import seat_bots
from dragondune.bots.arena.table import course
from dragondune.bots.random_bot import RandomBot
from dragondune.game import Game
from dragondune.lab.problems import LabError
from dragondune.lab.study import game_row
from dragondune.lab.study.game_row import Job, Setting, gathers, play, play_job
from dragondune.lab.study.side_by_side import Round
from dragondune.learning import player
from dragondune.learning.network import Network
from dragondune.views.view import View

MIXED = ("random", "network", "random", "network")  # Dwarves, Elves, Goblins, Orcs


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many positions a network was asked about at once, question by question."""
    sizes: list[int] = []
    judge = Network.judge

    def counted(self: Network, rows: Any, codes: Any, of: Any) -> tuple[Any, Any]:
        sizes.append(len(rows))
        return judge(self, rows, codes, of)

    monkeypatch.setattr(Network, "judge", counted)
    return sizes


def test_the_rows_are_those_of_games_alone(asked: list[int]) -> None:
    setting = Setting("r9", ("turns=3",), (MIXED,), contracts=True, even_order=True)
    games = (0, 1, 2)
    together = play_job(Job(0, setting, games)).rows
    at_once = [size for size in asked if size > 1]
    assert at_once
    assert max(at_once) <= len(games)
    assert together == [play(setting, game)[1] for game in games]
    assert len({str(row) for row in together}) == len(games)


def test_what_is_close_is_asked_again_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of many rows may differ in their last digits, so that near ties could be broken otherwise."""
    monkeypatch.setattr(player, "CLOSE", 1e9)
    setting = Setting("r9", ("turns=2",), (MIXED,), even_order=True)
    calls: list[int] = []
    choose = player.NetworkBot.choose

    def watched(self: player.NetworkBot, view: View, legal: list[int]) -> int:
        calls.append(len(legal))
        return choose(self, view, legal)

    monkeypatch.setattr(player.NetworkBot, "choose", watched)
    rows = play_job(Job(0, setting, (0, 1))).rows
    close = len(calls)
    calls.clear()
    monkeypatch.setattr(player, "CLOSE", 0.0)
    assert play_job(Job(0, setting, (0, 1))).rows == rows
    assert len(calls) < close


class Oracle(RandomBot):
    """Asks one place about everything; it answers with the first action."""

    gathers = True
    place = "a mountain"
    together: ClassVar[list[int]] = []

    def asks(self, view: View) -> object:
        return self.place

    def choose_together(self, asked: list[tuple[Bot, View, list[int]]]) -> list[int]:
        assert all(bot.asks(view) is self.place for bot, view, _ in asked)
        self.together.append(len(asked))
        return [legal[0] for _, _, legal in asked]


class Elsewhere(Oracle):
    place = "a lake"
    together: ClassVar[list[int]] = []


def seated(seed: int, kind: type[Bot]) -> dict[str, Bot]:
    bots = seat_bots(["random"] * 4, seed)
    return bots | {"elves": kind(seed)}


def test_who_asks_elsewhere_is_asked_elsewhere() -> None:
    kinds = [Oracle, Elsewhere, Oracle, Oracle, Elsewhere]
    games = [Game.new("first", seed=seed) for seed in range(len(kinds))]
    together = Round(
        [
            course(game, seated(n, kind))
            for n, (game, kind) in enumerate(zip(games, kinds, strict=True))
        ]
    )
    together.play()
    assert sorted(together.outcomes) == list(range(len(kinds)))
    assert max(Oracle.together) == 3
    assert max(Elsewhere.together) == 2


class Broken(RandomBot):
    def choose(self, view: View, legal: list[int]) -> int:
        raise RuntimeError("nothing comes to mind")


def test_a_game_that_breaks_off_is_told_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    def seat(setting: Setting, game: int) -> tuple[Game, dict[str, Bot]]:
        kind = Broken if game == 7 else Oracle
        return Game.new("r2", seed=game), seated(game, kind)

    monkeypatch.setattr(game_row, "seat", seat)
    monkeypatch.setattr(game_row, "gathers", lambda setting: True)
    with pytest.raises(LabError, match=r"Game 7 broke off \(RuntimeError: nothing comes to mind\)"):
        play_job(Job(0, Setting("r2", (), (("random",) * 4,)), (3, 7)))


def test_only_networks_are_gathered() -> None:
    assert gathers(Setting("r9", (), (MIXED,)))
    assert not gathers(Setting("r9", (), (("random", "steward", "warlord:8", "steward"),)))
