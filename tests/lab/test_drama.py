"""Is it exciting? Figures of made-up games with a known story, and a study looked at again."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from dragondune import Game
from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.base import Bot
from dragondune.lab.command import run_lab
from dragondune.lab.figures import drama
from dragondune.lab.figures.drama import EVENTS, WaitClock, happening
from dragondune.lab.study.drama import Careless, Watched
from dragondune.views.view import View

# Dwarves, Elves, Goblins, Orcs at the start of turns 2 to 5
STORY = [[0.4, 0.1, 0.2, 0.3], [0.2, 0.05, 0.25, 0.5], [0.1, 0.2, 0.2, 0.5], [0.1, 0.6, 0.1, 0.2]]


def test_the_lead_passes_and_the_last_turn_counts() -> None:
    assert drama.leaders(STORY) == [0, 3, 3, 1]
    assert drama.lead_changes(STORY, [1]) == 2
    assert drama.lead_changes(STORY, [0]) == 3  # the Elves led at last and did not win
    assert drama.lead_changes([], [0]) == 0


def test_how_long_the_winner_is_in_doubt() -> None:
    assert drama.doubtful_part(STORY, [1]) == pytest.approx(4 / 5)  # sure in the last of five
    assert drama.doubtful_part(STORY, [0]) == 1.0
    assert drama.doubtful_part([[0.9, 0.1, 0, 0]] * 4, [0]) == pytest.approx(1 / 5)
    assert drama.doubtful_part(STORY, [1, 3]) == pytest.approx(2 / 5)  # two win together
    assert drama.was_last(STORY, [1])
    assert not drama.was_last(STORY, [3])


def test_whoever_does_not_decide_waits() -> None:
    clock = WaitClock(3)
    for seat, seconds in ((0, 10.0), (0, 5.0), (1, 20.0), (2, 4.0), (0, 1.0)):
        clock.decided(seat, seconds)
    clock.end()
    assert clock.decisions == [3, 1, 1]
    assert clock.seconds == [16.0, 20.0, 4.0]
    assert clock.longest == [24.0, 15.0, 35.0]


def test_what_is_counted_are_things_that_happen() -> None:
    assert happening("Rode") == "Units ride the Red Dragon"
    assert not {"ContractSigned", "Said", "Replaced", "Substituted"} & set(EVENTS)
    assert {"Denied", "Betrayed", "DeciderBegan"} <= set(EVENTS)


class Peddler(Bot):
    """Wants the same contract at all times."""

    talks_always = True
    wish = Reply("offer", "Sign here.")

    def anytime(self, view: View, legal: list[int]) -> int | None:
        return legal[-1]

    def make_offer(self, view: View, mood: Mood) -> Reply | None:
        return self.wish


def test_a_bot_that_is_watched_or_careless_bargains_as_ever() -> None:
    view = Game.new(seed=1).view("orcs")
    for bot in (Watched(Peddler(), 3, WaitClock(4)), Careless(Peddler())):
        assert bot.talks_always
        assert bot.make_offer(view, Mood()) is Peddler.wish
        assert bot.anytime(view, [1, 2]) == 2


def test_a_study_is_looked_at_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = tmp_path / "study"
    words = ["--edition", "r2", "--bots", "random", "--workers", "1"]
    assert run_lab(["simulate", "--study", str(study), "--games", "24", *words]) == 0
    look = ["drama", str(study), "--games", "22", "--deals", "2", "--workers", "1"]
    assert run_lab(look) == 0
    seen = pl.read_parquet(study / "drama.parquet")
    games = pl.read_parquet(study / "part-*.parquet").sort("game").head(22)
    assert seen["winners"].to_list() == games["winners"].to_list()
    assert [sum(row) for row in seen["decisions"].to_list()] == games["decisions"].to_list()
    for chances, turn in seen.select("chances", "turn").iter_rows():
        assert len(chances) == turn - 1
        assert all(sum(row) == pytest.approx(1, abs=1e-3) for row in chances)
    report = study / "report"
    told = pl.read_csv(report / "csv" / "drama.csv")
    assert set(told["figure"]) >= {"lead changes", "in doubt", "careless play wins"}
    never = pl.read_csv(report / "csv" / "rule-use.csv").filter(pl.col("event") == "GameWon")
    assert never["times a game"].item() == 1.0
    assert "Is it exciting?" in (report / "index.html").read_text(encoding="utf-8")
    kept = (study / "drama.parquet").stat().st_mtime_ns
    assert run_lab(look) == 0
    assert (study / "drama.parquet").stat().st_mtime_ns == kept
    assert run_lab([*look[:3], "5"]) == 2
    assert "fewer than 20 games" in capsys.readouterr().err
    assert run_lab(["drama", str(tmp_path / "nowhere")]) == 2
