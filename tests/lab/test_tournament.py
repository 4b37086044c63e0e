"""Tournaments: the same measure as ``match``, and ratings that find the better bot."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from dragondune.bots.arena.match import run_match
from dragondune.lab.problems import LabError
from dragondune.lab.report.contents import gather
from dragondune.lab.study.game_row import Setting
from dragondune.lab.study.storage import Study
from dragondune.lab.study.tournament import lineups, matches, ratings, results, tournament
from dragondune.lab.study.workers import How


def test_every_bot_sits_in_every_faction_against_every_other() -> None:
    found = lineups(["a", "b", "c"])
    assert len(found) == len(set(found)) == 3 + 6 * 4
    assert found[0] == ("a",) * 4
    assert ("b", "a", "a", "a") in found
    assert ("c", "c", "c", "b") in found


def test_it_measures_what_match_measures(tmp_path: Path) -> None:
    bots = ["random", "steward"]
    assert tournament(tmp_path, "r2", [], bots, 2, 7, How(workers=1)) == 0
    setting = Setting("r2", (), lineups(bots), first_seed=7)
    played = list(results(Study.open(tmp_path).table()))
    first = matches(setting, played)[1]
    same = run_match("steward", "random", 2, "r2", seed=7)
    assert first.won == same.won
    assert first.usual == same.usual
    rated = {(r.bot, r.faction): r for r in ratings(played)}
    assert rated["steward", ""].mu > rated["random", ""].mu
    # as the challenger, in three teams of the baseline, and among its like
    assert rated["steward", "elves"].games == 2 * (1 + 3 + 1)
    table = pl.read_csv(tmp_path / "matches.csv")
    assert table.filter(pl.col("faction") == "all")["deals"].to_list() == [2, 2]
    assert (tmp_path / "ratings.csv").exists()


def test_a_tournament_of_one_is_none(tmp_path: Path) -> None:
    for bots in (["steward"], ["steward", "steward"]):
        with pytest.raises(LabError, match="two or more different bots"):
            tournament(tmp_path, "r9", [], bots, 1, 0, How(workers=1))


def test_its_tables_are_its_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report would take the first line-up for all of them."""
    assert tournament(tmp_path, "r2", [], ["random", "steward"], 500, 0, How(1, seconds=0.2)) == 1
    said = capsys.readouterr().err
    assert "The time is up after " in said
    assert " of 5000 games" in said
    with pytest.raises(LabError, match=r"holds a tournament.*matches\.csv and .*ratings\.csv"):
        gather(tmp_path)
