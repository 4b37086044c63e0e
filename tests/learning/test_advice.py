"""The network hears what a steward would do: from the seat's own view, and as much as it has learned to."""

import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from bots.positions import at_step, decisions

from dragondune.bots import make_bot
from dragondune.editions.files import resolved
from dragondune.engine import agenda
from dragondune.engine.agenda import step_of
from dragondune.engine.steps import BID, PLANS, STEP_COUNT
from dragondune.learning import heed, journal, ship
from dragondune.learning.advice import advised, marked
from dragondune.learning.encoder import row_of
from dragondune.learning.features import ACTION_FEATURES, FIRST_ACTION_FEATURES
from dragondune.learning.layout import ADVISED
from dragondune.learning.network import Network, rows_array
from dragondune.learning.numpy_learner import NumpyLearner
from dragondune.learning.older import widened
from dragondune.learning.player import WEIGHTS, NetworkBot
from dragondune.learning.runner import Hall, Stock
from dragondune.learning.seats import BUSY, IMITATOR
from dragondune.learning.tables import Mix, draws, rules_of
from dragondune.views.sample import sample
from dragondune.views.view import view_of

SPEC = find_spec("dragondune.engine.agenda")
COMPILED = SPEC is not None and not str(SPEC.origin).endswith(".py")


@pytest.fixture(scope="module")
def shipped() -> dict[str, np.ndarray]:
    with np.load(WEIGHTS) as data:
        return {name: data[name] for name in data.files if name != "heed"}


def test_the_advice_is_a_stewards_and_comes_from_the_view_alone() -> None:
    rng = random.Random(2)
    for state, f in decisions(6, 5):
        view, legal = view_of(state, f), agenda.legal(state, f)
        best = advised(view, legal)
        assert best == advised(view_of(sample(view, rng), f), legal)
        if step_of(state.stack[-1]) not in (BID, PLANS):  # elsewhere a steward draws no lots
            assert best == make_bot("steward", 1).choose(view, legal)
        codes = marked(view, legal)
        assert [code % ADVISED for code in codes] == legal
        assert [code for code in codes if code >= ADVISED] == [best + ADVISED]


def test_weights_from_before_do_not_hear_it(shipped: dict[str, np.ndarray], tmp_path: Path) -> None:
    np.savez(tmp_path / "old.npz", **cast(Any, shipped))
    shape = (len(shipped["action.bias"]), ACTION_FEATURES)
    wide = {"action.weight": widened(shipped["action.weight"], shape)}
    np.savez(tmp_path / "wide.npz", **(shipped | wide))
    old, new = Network(tmp_path / "old.npz"), Network(tmp_path / "wide.npz")
    assert (old.hears, new.hears) == (shipped["action.weight"].shape[1] == ACTION_FEATURES, True)
    for state, f in decisions(6, 20):
        view, legal = view_of(state, f), agenda.legal(state, f)
        rows, of = rows_array([row_of(view)]), np.zeros(len(legal), np.int64)
        codes = np.array(marked(view, legal))
        scores = old.judge(rows, codes, of)[0]
        if not old.hears:
            assert (scores == old.judge(rows, codes % ADVISED, of)[0]).all()
            assert np.allclose(scores, new.judge(rows, codes, of)[0], atol=1e-4)


def test_columns_are_added_where_actions_have_them() -> None:
    old = np.ones((3, FIRST_ACTION_FEATURES), np.float32)
    new = widened(old, (3, ACTION_FEATURES))
    assert (new[:, :-1] == 1).all()
    assert not new[:, -1].any()


def test_who_heeds_a_steward_enough_plays_as_one(
    shipped: dict[str, np.ndarray], tmp_path: Path
) -> None:
    table = np.zeros((STEP_COUNT, 4), np.float16)
    table[:, 0], table[:, 1] = 1000, -1000
    np.savez(tmp_path / "heeding.npz", **cast(Any, shipped | {"heed": table}))
    bot = NetworkBot(1, Network(tmp_path / "heeding.npz"), mixes=False)
    for state, f in decisions(6, 7):
        view, legal = view_of(state, f), agenda.legal(state, f)
        if f < 2:
            assert (bot.choose(view, legal) == advised(view, legal)) == (f == 0)


@pytest.mark.parametrize("advice", [True, False])
def test_actors_mark_what_a_steward_would_do(advice: bool) -> None:
    mix = Mix(kinds=(0.4, 0.2, 0.1, 0.1, 0.2), advice=advice)
    hall = Hall(6, draws("learn", 0, "advice", mix, Stock(4)))
    for _ in range(25):
        _, _, actions, numbers = hall.ask()
        codes, at = np.frombuffer(actions, np.int64), 0
        for _, player, count, *_ in np.frombuffer(numbers, np.int64).reshape(-1, 8).tolist():
            marks = int((codes[at : at + count] >= ADVISED).sum())
            assert marks == (advice and player < BUSY and player != IMITATOR)
            at += count
        hall.answer([0] * 6)


def test_a_network_that_knows_nothing_learns_to_heed(tmp_path: Path) -> None:
    """A tiny training: games with stewards, and a policy gradient in numpy."""
    NumpyLearner(1).save(tmp_path / "blank.npz")
    words = ["--weights", str(tmp_path / "blank.npz"), "--out", str(tmp_path / "h.npz")]
    games = 400 if COMPILED else 4  # the plain source is too slow for more
    words += ["--games", str(games), "--batch", str(games // 4), "--side-by-side", "16"]
    heed.main([*words, "--deals", "6" if COMPILED else "0", "--rate", "0.5", "--warmth", "1"])
    assert Network(tmp_path / "blank.npz", tmp_path / "h.npz").hears
    with np.load(tmp_path / "h.npz") as data:
        assert data["heed"].shape == (STEP_COUNT, 4)
        assert np.abs(data["heed"]).max() > 0
        assert not COMPILED or data["heed"].sum() > 0
    measured = [line for line in journal.read(tmp_path / "log.jsonl") if "share" in line]
    assert [line["games"] for line in measured] == ([24, 24] if COMPILED else [])


def test_some_steps_can_be_left_to_stewards(shipped: dict[str, np.ndarray], tmp_path: Path) -> None:
    np.savez(tmp_path / "old.npz", **cast(Any, shipped))
    words = ["--weights", str(tmp_path / "old.npz"), "--out", str(tmp_path / "firm.npz")]
    heed.main([*words, "--games", "0", "--firm", "plans"])
    network = Network(tmp_path / "old.npz", tmp_path / "firm.npz")
    assert [step for step in range(STEP_COUNT) if network.heeds(step)] == [PLANS]
    mine = NetworkBot(1, network, mixes=False)
    silent = NetworkBot(1, Network(tmp_path / "old.npz"), mixes=False)
    for state, f in [*decisions(6, 5), (at_step(PLANS, "elves"), 1)]:
        view, legal = view_of(state, f), agenda.legal(state, f)
        plans = step_of(state.stack[-1]) == PLANS
        wanted = advised(view, legal) if plans else silent.choose(view, legal)
        assert mine.choose(view, legal) == wanted


def test_weights_are_shipped_without_the_critic(tmp_path: Path) -> None:
    NumpyLearner(1).save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as data:
        parts = {name: data[name] for name in data.files}
    np.savez(tmp_path / "run.npz", **cast(Any, parts | {"critic.first.weight": np.ones(9)}))
    size = ship.ship(tmp_path / "run.npz", tmp_path / "out.npz")
    assert size == (tmp_path / "out.npz").stat().st_size < ship.MOST
    with np.load(tmp_path / "out.npz") as data:
        assert set(data.files) == set(parts)


def test_the_learner_runs_where_the_rules_are_not_installed() -> None:
    """Under a Python of its own, with PyTorch: actors alone need what is compiled, and librt."""
    names = ("exchange", "features", "layout", "network", "older", "seats", "shards", "ship")
    code = "import sys; sys.modules['librt'] = None; sys.modules['librt.strings'] = None\n"
    code += "".join(f"import dragondune.learning.{name}\n" for name in names)
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("wrong", ["none.npz", "text.npz", "table.npy", "heed.npz", "small.npz"])
def test_wrong_weights_are_refused_in_one_sentence(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.npz").write_text("no weights", encoding="utf-8")
    np.save(tmp_path / "table.npy", np.zeros(3))
    np.savez(tmp_path / "heed.npz", heed=np.zeros((STEP_COUNT, 4)))
    NumpyLearner(1).save(tmp_path / "small.npz")
    with np.load(tmp_path / "small.npz") as data:
        parts = {name: data[name] for name in data.files}
    parts["first.weight"] = parts["first.weight"][:, :9]
    np.savez(tmp_path / "small.npz", **cast(Any, parts))
    words = ["--weights", str(tmp_path / wrong), "--out", str(tmp_path / "out" / "h.npz")]
    with pytest.raises(SystemExit) as end:
        heed.main([*words, "--games", "0", "--firm", "plans"])
    assert end.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert wrong in said.err
    assert not (tmp_path / "out").exists()


def test_games_under_the_proposed_rules_are_learned_from_as_often_as_asked() -> None:
    draw = draws("learn", 0, "test", Mix(newest=0.4, proposed=0.3, late_start=0.0), Stock(8))
    proposed = rules_of(*resolved("r10-proposal", ()))
    rules = [seating.state.rules for _ in range(400) if (seating := draw())]
    assert 90 < sum(one is proposed for one in rules) < 150
    assert 130 < sum(one is rules_of("r9", ()) for one in rules) < 210
