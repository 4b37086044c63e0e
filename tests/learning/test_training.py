"""A network learns, with numpy alone: games of a teacher, imitation, and strength above chance."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from dragondune.champion.player import Champion
from dragondune.champion.search import Effort
from dragondune.learning import distil, journal, tiny
from dragondune.learning.decisions import Decisions
from dragondune.learning.layout import ROW, SECRET_ROW
from dragondune.learning.numpy_learner import NumpyLearner
from dragondune.learning.shards import UNTOLD, Shards

SPEC = find_spec("dragondune.engine.agenda")
COMPILED = SPEC is not None and not str(SPEC.origin).endswith(".py")
GAMES = 40 if COMPILED else 8


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One command: play, learn, measure."""
    out = tmp_path_factory.mktemp("tiny")
    steps = ["--steps", "300" if COMPILED else "150", "--deals", "5" if COMPILED else "2"]
    tiny.main(["--out", str(out), "--games", str(GAMES), "--batch", "128", *steps])
    return out


def test_a_small_network_learns_to_beat_chance(run: Path) -> None:
    lines = journal.read(run / journal.LINES)
    taught = [line for line in lines if line["mode"] == "imitate"]
    assert taught[-1]["choice"] < 0.8 * taught[0]["choice"]
    assert taught[-1]["agreed"] > taught[0]["agreed"] + 0.1
    assert lines[-1]["mode"] == "measure"
    if COMPILED:  # the plain source is too slow for as many games as that takes
        assert lines[-1]["share"] > 0.3, "a quarter is chance, as the Orcs win by default"


def test_the_log_is_a_table_with_a_picture(run: Path) -> None:
    polars = pytest.importorskip("polars", reason="the table of a log needs the extra lab")
    table = polars.read_parquet(run / "log.parquet")
    assert {"mode", "step", "choice", "ending", "agreed", "share"} <= set(table.columns)
    assert (run / "log.svg").read_text(encoding="utf-8").startswith("<svg")


def test_shards_hold_every_decision_with_its_choice(run: Path) -> None:
    shards = Shards(run / "shards")
    assert shards.rows.shape == (len(shards), ROW)
    assert shards.secrets.shape == (len(shards), SECRET_ROW)
    assert len(shards.codes) == shards.counts.sum()
    assert (shards.counts > 1).all()
    batch = next(shards.batches(32, 1))
    assert np.allclose(np.bincount(batch.of, batch.shares), 1, atol=1e-2)
    assert np.allclose(batch.outcome.sum(1), 1, atol=1e-2)
    assert (batch.judged == UNTOLD).all(), "a steward has no opinion of its chances"


def test_gradients_are_those_of_the_loss(run: Path) -> None:
    """Weights moved a little along their gradient change the loss by what the gradient says."""
    learner = NumpyLearner(3, (8, 0, 8, 8))
    for name in ("score.weight", "win_out.weight"):
        learner.weights[name] *= 30  # they begin near nothing, and so would all gradients
    # Biases of nothing would leave silent units just where they bend, and have no slope.
    luck = np.random.default_rng(5)
    learner.weights = {
        name: weights + luck.normal(0, 0.1 if name.endswith("bias") else 0, weights.shape)
        for name, weights in learner.weights.items()
    }
    batch = next(Shards(run / "shards").batches(16, 2))

    def loss() -> float:
        found = learner.gradients(batch)[0]
        return found.choice + 0.5 * found.ending

    _, gradients = learner.gradients(batch)
    for name, gradient in gradients.items():
        if not (length := float(np.linalg.norm(gradient))):
            continue
        move = gradient / length * 1e-4
        learner.weights[name] += move
        higher = loss()
        learner.weights[name] -= 2 * move
        change = (higher - loss()) / 2
        learner.weights[name] += move
        assert change == pytest.approx(float((gradient * move).sum()), rel=0.03, abs=1e-6), name


def test_a_champions_choices_are_kept_with_its_trials(tmp_path: Path) -> None:
    from dragondune.game import Game

    champion = Champion(3, Effort(rows=120))
    game, kept = Game.new(seed=5), Decisions()
    while len(kept.rows) < 4:
        seat = game.pending()[0].seat
        legal = [action.code for action in game.legal(seat)]
        view = game.view(seat)
        chosen = legal[0] if len(legal) == 1 else champion.choose(view, legal)
        if len(legal) > 1:
            shares, judged = distil.opinion(champion, legal, chosen)
            assert sum(shares) == pytest.approx(1)
            assert shares[legal.index(chosen)] == max(shares) or judged >= 0
            assert judged == UNTOLD or 0 <= judged <= 1
            kept.add(game.state, view, legal, shares, judged)
        game.play(seat, game.legal(seat)[legal.index(chosen)])
    kept.end(0b0010)
    kept.write(tmp_path / "one.npz")
    assert len(Shards(tmp_path)) == 4


def test_torch_imitates_the_same_shards(run: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is there where somebody trains, and nowhere else")
    from dragondune.learning.learner import Learner, parser

    words = [
        "--out",
        str(tmp_path),
        "--shards",
        str(run / "shards"),
        "--batch",
        "64",
        "--memory",
        "64",
    ]
    learner = Learner(parser().parse_args(words))
    learner.distil(run / "shards", 3.0)
    assert (tmp_path / "distil.npz").is_file()
