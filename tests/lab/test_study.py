"""A study on disk: what is finished stays, whatever happens, and the rest is played once."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from lab.kit import environment, lab, row

import dragondune
from dragondune.game import Game
from dragondune.lab.command import run_lab
from dragondune.lab.problems import LabError
from dragondune.lab.study.balance import Plan
from dragondune.lab.study.balance import play as play_balance
from dragondune.lab.study.disk import locked
from dragondune.lab.study.game_row import Setting
from dragondune.lab.study.runs import pace
from dragondune.lab.study.simulation import replay, setting, simulate
from dragondune.lab.study.storage import MANIFEST, Study, program_print
from dragondune.lab.study.workers import How, Share, run

RANDOM = setting("r2", (), ("random",))
ALONE = How(workers=1)


def table(folder: Path) -> pl.DataFrame:
    return Study.open(folder).table()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert simulate(folder, RANDOM, 200, ALONE)
    return folder


def test_a_run_killed_at_any_moment_goes_on_as_if_nothing_had_been(
    tmp_path: Path, undisturbed: Path
) -> None:
    words = ["simulate", "--study", str(tmp_path), "--edition", "r2", "--bots", "random"]
    words += ["--games", "200", "--workers", "2"]
    command = [sys.executable, "-m", "dragondune", "lab", *words]
    running = subprocess.Popen(
        command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + 60
    while not list(tmp_path.glob("part-*.parquet")) and time.monotonic() < until:
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait(30)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("part-*.parquet")}
    assert kept, "it was killed before the first part"
    assert len(Study.open(tmp_path).table()) < 200, "it was killed too late to show anything"
    (tmp_path / ".part-000000999.parquet.tmp").write_bytes(b"half a part")
    again = lab(*words)
    assert again.returncode == 0, again.stderr
    assert "games are there already" in again.stderr
    assert table(tmp_path).equals(table(undisturbed))
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert not list(tmp_path.glob(".part-*"))


def test_workers_leave_when_their_parent_is_killed(tmp_path: Path) -> None:
    words = ["simulate", "--study", str(tmp_path), "--games", "4000", "--workers", "2"]
    command = [sys.executable, "-m", "dragondune", "lab", *words, "--bots", "random"]
    running = subprocess.Popen(
        command,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while not list(tmp_path.glob("part-*.parquet")) and time.monotonic() < until:
        time.sleep(0.05)
    running.kill()
    assert running.stderr is not None
    # The pipe ends when the last process that holds it is gone.
    running.stderr.read()
    running.wait(30)


def test_more_games_can_be_asked_for_later(tmp_path: Path, undisturbed: Path) -> None:
    assert simulate(tmp_path, RANDOM, 70, ALONE)
    assert simulate(tmp_path, RANDOM, 130, ALONE)
    assert table(tmp_path).equals(table(undisturbed).head(130))


def test_time_runs_out_cleanly(tmp_path: Path, undisturbed: Path) -> None:
    assert not simulate(tmp_path, RANDOM, 200, How(workers=1, seconds=0.2))
    assert 0 < len(table(tmp_path)) < 200
    assert simulate(tmp_path, RANDOM, 200, ALONE)
    assert table(tmp_path).equals(table(undisturbed))


def test_studies_side_by_side_get_their_due(tmp_path: Path) -> None:
    shares = [
        Share(Study.prepare(tmp_path / "base", RANDOM, 10_000), 3),
        Share(Study.prepare(tmp_path / "option", setting("r2", ("oracles",), ("random",)), 10_000)),
    ]
    assert not run(shares, How(workers=1, seconds=3), "two")
    base, option = (len(share.study.done) for share in shares)
    assert base == pytest.approx(3 * option, abs=160)


def test_other_settings_are_refused(undisturbed: Path) -> None:
    before = sorted(path.name for path in undisturbed.iterdir())
    for other, told in (
        (setting("r9", (), ("random",)), 'edition is "r2" there and "r9" here'),
        (setting("r2", (), ("steward",)), "lineups"),
        (setting("r2", (), ("random",), first_seed=1), "first seed is 0 there and 1 here"),
        (setting("r2", ("oracles",), ("random",)), "options"),
    ):
        with pytest.raises(LabError, match=told):
            simulate(undisturbed, other, 300, ALONE)
    assert sorted(path.name for path in undisturbed.iterdir()) == before


def test_another_program_is_refused(tmp_path: Path) -> None:
    simulate(tmp_path, RANDOM, 5, ALONE)
    told = json.loads((tmp_path / MANIFEST).read_text())
    (tmp_path / MANIFEST).write_text(json.dumps(told | {"program": "older"}))
    with pytest.raises(LabError, match="another version of the program"):
        simulate(tmp_path, RANDOM, 10, ALONE)


def test_a_damaged_part_is_named_and_only_its_games_are_played_again(
    tmp_path: Path, undisturbed: Path
) -> None:
    simulate(tmp_path, RANDOM, 120, ALONE)
    victim = sorted(tmp_path.glob("part-*.parquet"))[1]
    for damage in (b"", b"PAR1" + b"\0" * 60 + b"PAR1", victim.read_bytes()[:-900]):
        victim.write_bytes(damage)
        with pytest.raises(LabError, match=victim.name):
            simulate(tmp_path, RANDOM, 120, ALONE)
    found = lab(
        "simulate",
        "--study",
        str(tmp_path),
        "--edition",
        "r2",
        "--bots",
        "random",
        "--games",
        "120",
    )
    assert found.returncode == 2
    assert victim.name in found.stderr
    assert "Delete this one file" in found.stderr
    assert "Traceback" not in found.stderr
    victim.unlink()
    assert simulate(tmp_path, RANDOM, 120, ALONE)
    assert table(tmp_path).equals(table(undisturbed).head(120))


def test_a_part_from_elsewhere_is_not_counted(tmp_path: Path) -> None:
    chosen = setting("r2", (), ("random",), first_seed=5)
    mine = tmp_path / "mine"
    simulate(mine, chosen, 6, ALONE)
    part = next(mine.glob("part-*.parquet"))
    games = pl.read_parquet(part)
    more = pl.col("game") + 6
    for foreign, why in (
        (
            games.with_columns(more, pl.col("seed") + 6),
            "this study has no game 6, only 6 from 0 on",
        ),
        (games, "its game 0 is in another part too"),
        (games.with_columns(seed=pl.col("seed") + 1), "its game 0 has another deal"),
        (games.with_columns(bots=["steward"] * 4), "its game 0 has another deal, other rules"),
    ):
        other = mine / "part-000000900-000000905.parquet"
        foreign.cast(dict(games.schema)).write_parquet(other)  # type: ignore[arg-type]
        with pytest.raises(LabError, match=why):
            table(mine)
        with pytest.raises(LabError, match=other.name):
            simulate(mine, chosen, 6, ALONE)
        other.unlink()
    pl.concat([games, games.head(1)]).write_parquet(part)
    with pytest.raises(LabError, match="holds a game twice"):
        table(mine)


def test_a_study_of_the_balance_says_where_its_games_are(tmp_path: Path) -> None:
    plan = Plan.of("r2", ["random"], 2, 0, None, 0)
    play_balance(tmp_path / "fair", plan, ALONE)
    below = re.escape(str(tmp_path / "fair" / "r2" / "random" / "base"))
    with pytest.raises(LabError, match=below):
        replay(tmp_path / "fair", 1)
    with pytest.raises(LabError, match=below):
        simulate(tmp_path / "fair", RANDOM, 2, ALONE)
    assert replay(tmp_path / "fair" / "r2" / "random" / "base", 1)[1].game == 1
    simulate(tmp_path / "plain", RANDOM, 2, ALONE)
    with pytest.raises(LabError, match="a study of another kind"):
        play_balance(tmp_path / "plain", plan, ALONE)


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate(tmp_path, RANDOM, 40, ALONE)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    study = Study.prepare(tmp_path, RANDOM, 80)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LabError, match=r"The disk is full .* is kept"):
        study.add([row(40, ["orcs"])])
    monkeypatch.undo()
    assert len(table(tmp_path)) == 40
    assert not list(tmp_path.glob(".part-*"))
    assert simulate(tmp_path, RANDOM, 80, ALONE)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(LabError, match="Another run is at work"):
        simulate(tmp_path, RANDOM, 5, ALONE)


@pytest.mark.parametrize("games", [0, -3, 10**12])
def test_a_senseless_number_of_games_is_refused(tmp_path: Path, games: int) -> None:
    with pytest.raises(LabError, match="The number of games must be from 1"):
        simulate(tmp_path / "new", RANDOM, games, ALONE)


def test_a_folder_without_a_study(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="There is no study"):
        Study.open(tmp_path)
    (tmp_path / MANIFEST).write_text("{}")
    with pytest.raises(LabError, match="does not describe a study"):
        Study.open(tmp_path)


# --- one game again ------------------------------------------------------------------------


def test_each_game_comes_out_again_from_its_row(tmp_path: Path) -> None:
    chosen = setting("r9", ("weaknesses",), ("steward", "random", "steward", "random"))
    simulate(tmp_path / "study", chosen, 4, ALONE)
    kept = table(tmp_path / "study").row(3, named=True)
    game, again = replay(tmp_path / "study", 3)
    assert [again.winners, again.turn, again.decisions] == [
        *(kept["winners"], kept["turn"], kept["decisions"]),
    ]
    record = tmp_path / "game.json"
    done = lab("replay", str(tmp_path / "study"), "--game", "3", "--record", str(record))
    assert done.returncode == 0, done.stderr
    read = Game.replay(json.loads(record.read_text(encoding="utf-8")))
    assert list(read.winners) == kept["winners"]
    assert read.state.up == game.state.up
    assert read.state.hand == game.state.hand
    assert lab("replay", str(tmp_path / "study"), "--game", "9").returncode == 2


def test_a_row_that_was_changed_is_noticed(tmp_path: Path) -> None:
    simulate(tmp_path, RANDOM, 2, ALONE)
    part = next(tmp_path.glob("part-*.parquet"))
    pl.read_parquet(part).with_columns(turn=pl.col("turn") + 1).write_parquet(part)
    with pytest.raises(LabError, match="does not come out as its row says"):
        replay(tmp_path, 1)


def test_new_weights_of_a_network_are_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network plays otherwise as soon as its weights are others, whatever the source says."""
    for name in ("learning/player.py", "learning/weights.npz", "champion/search.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"one")
    monkeypatch.setattr(dragondune, "__path__", [str(tmp_path)])
    prints = {program_print.__wrapped__()}
    for path in tmp_path.rglob("*.*"):
        path.write_bytes(b"another")
        prints.add(program_print.__wrapped__())
    assert len(prints) == 4


def test_a_cluster_plays_the_same_games(tmp_path: Path, undisturbed: Path) -> None:
    words = ["simulate", "--study", str(tmp_path), "--edition", "r2", "--bots", "random"]
    words += ["--report", str(tmp_path / "report")]
    done = lab(*words, "--games", "90", "--on", "ray", "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert table(tmp_path).equals(table(undisturbed).head(90))
    (line,) = Study.open(tmp_path).runs
    together, alone = pace(line) or (0, 0)
    assert (line["games"], line["cores"], line["on"]) == (90, 2, "Ray")
    told = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert f"({together:,.1f} a second by the clock on 2 processes of Ray; one process" in told
    assert f"plays {alone:,.1f} in a second of its own)" in told


def test_a_study_remembers_each_time_it_was_played(tmp_path: Path) -> None:
    simulate(tmp_path, RANDOM, 5, ALONE)
    simulate(tmp_path, RANDOM, 5, ALONE)
    simulate(tmp_path, RANDOM, 8, ALONE)
    runs = Study.open(tmp_path).runs
    assert [line["games"] for line in runs] == [5, 3]
    assert all(line["cores"] == 1 and line["on"] == "cores" for line in runs)


def test_numpy_starts_no_threads_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """They took four times the time of the games when one process asked a network."""
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    assert run_lab(["report", "nowhere"]) == 2
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    """Without the extra the command says which one it needs."""
    (tmp_path / "polars.py").write_text("raise ModuleNotFoundError(name='polars')")
    variables = environment()
    variables["PYTHONPATH"] = f"{tmp_path}{os.pathsep}{variables['PYTHONPATH']}"
    words = [sys.executable, "-m", "dragondune", "lab", "report", str(tmp_path)]
    done = subprocess.run(words, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'dragon-dune[lab]'" in done.stderr


def test_a_setting_survives_the_disk(tmp_path: Path) -> None:
    chosen = Setting("r6", ("plunder",), (("random",) * 4,), ("orcs", "elves"), False, 12)
    Study.prepare(tmp_path, chosen, 3)
    assert Study.open(tmp_path).setting == chosen
