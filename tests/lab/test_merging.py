"""Games played on another machine: without polars there, and taken into a study here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from lab.kit import environment

from dragondune.lab.command import run_lab
from dragondune.lab.study.balance import told
from dragondune.lab.study.findings import load
from dragondune.lab.study.storage import MANIFEST, Study

BASE = Path("r2", "random", "base")


def played(root: Path, games: int, *more: str) -> Path:
    words = ["balance", "--study", str(root), "--edition", "r2", "--bots", "random"]
    words += ["--games", str(games), "--deals", "0", "--workers", "1"]
    assert run_lab([*words, *more]) == 0
    return root


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study as a machine without polars leaves it."""
    folder = tmp_path_factory.mktemp("far")
    (folder / "polars.py").write_text("raise ModuleNotFoundError(name='polars')")
    variables = environment()
    variables["PYTHONPATH"] = f"{folder}{os.pathsep}{variables['PYTHONPATH']}"
    words = [sys.executable, "-m", "dragondune", "lab", "balance", "--study", "there"]
    words += ["--edition", "r2", "--bots", "random", "--games", "50", "--workers", "2"]
    words += ["--deals", "3", "--options", "more-conscripts"]
    done = subprocess.run(
        words, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "needs the package polars" in done.stdout
    assert not list(folder.rglob("*.parquet"))
    parts = {path: path.stat().st_mtime_ns for path in folder.rglob("part-*")}
    again = subprocess.run(
        words, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    assert again.returncode == 0, again.stderr
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("part-*")} == parts
    return folder / "there"


def test_games_played_without_polars_are_the_same(far: Path, tmp_path: Path) -> None:
    here = played(tmp_path / "here", 50)
    assert Study.open(far / BASE).table().equals(Study.open(here / BASE).table())


def test_a_study_takes_what_it_lacks(
    far: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = played(tmp_path / "here", 20)
    capsys.readouterr()
    assert run_lab(["merge", str(here), str(far)]) == 0
    assert "there: 33 games taken over; 20 were in" in capsys.readouterr().out
    found = {
        (one.base.size, other.variant, other.size) for one in load(here) for other in one.others
    }
    assert found == {(50, "more-conscripts", 3)}
    assert len(told(here)["runs"]) == 2
    assert not list(here.rglob("*.jsonl"))
    assert run_lab(["merge", str(here), str(far)]) == 0
    assert "there: 0 games taken over; 53 were in" in capsys.readouterr().out
    assert len(told(here)["runs"]) == 2
    assert played(here, 60).exists()  # the study goes on from there
    assert Study.open(here / BASE).table()["game"].to_list() == list(range(60))


def test_an_empty_folder_becomes_the_study(far: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert run_lab(["merge", str(new), str(far)]) == 0
    assert [one.base.size for one in load(new)] == [50]
    single = tmp_path / "single"
    assert run_lab(["merge", str(single), str(far / BASE)]) == 0
    assert Study.open(single).table().height == 50


def test_a_game_that_came_out_otherwise_is_noticed(
    far: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = played(tmp_path / "here", 2)
    part = next((here / BASE).glob("part-*.parquet"))
    pl.read_parquet(part).with_columns(turn=pl.col("turn") + 1).write_parquet(part)
    assert run_lab(["merge", str(here), str(far)]) == 2
    assert "Game 0 of" in capsys.readouterr().err


def test_only_what_belongs_together_is_merged(
    far: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(study: Path, other: Path) -> str:
        assert run_lab(["merge", str(study), str(other)]) == 2
        return capsys.readouterr().err

    elsewhere = played(tmp_path / "elsewhere", 2, "--seed", "7")
    assert "first seed is 7 there and 0 here" in refused(elsewhere, far)
    older = tmp_path / "older"
    shutil.copytree(far, older)
    manifest = older / BASE / MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"program": "older"}))
    assert "another version of the program" in refused(played(tmp_path / "here", 2), older)
    assert "There is no study in" in refused(tmp_path / "new", tmp_path / "nothing")
    assert "study of another kind" in refused(far / BASE, far)
    search = tmp_path / "search"
    search.mkdir()
    (search / "search.json").write_text("{}")
    assert "holds a search" in refused(tmp_path / "new", search)


def test_a_damaged_line_is_named(far: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    shutil.copytree(far, there)
    part = next((there / BASE).glob("part-*.jsonl"))
    part.write_text(part.read_text()[:-40])
    done = subprocess.run(
        [sys.executable, "-m", "dragondune", "lab", "merge", str(tmp_path / "new"), str(there)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert part.name in done.stderr
    assert "Delete this one file" in done.stderr
