"""The warlord's formula can be fitted anew by anyone, and the fit finds what is there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from lab.kit import lab

from dragondune.bots.warlord.evaluation import PORTRAIT
from dragondune.bots.warlord.fitted_weights import COEFFICIENTS, CONSTANTS
from dragondune.lab.study.fitting import chances, module_text, observe, softmax_fit, surprise

NUMBERS = 4 * len(PORTRAIT) + 4


def test_the_fit_finds_the_formula_that_made_the_data() -> None:
    rng = np.random.default_rng(1)
    truth = np.array([[0.5, 2.0, 0.0], [0.0, -1.0, 1.0], [-0.5, -1.0, -1.0]])
    wide = np.hstack([np.ones((4_000, 1)), rng.normal(size=(4_000, 2))])
    right = chances(wide, truth)
    drawn = (right.cumsum(axis=1) > rng.random((4_000, 1))).argmax(axis=1)
    won = np.eye(3)[drawn]
    constants, rows = softmax_fit(wide[:, 1:], won, penalty=0.1)
    found = np.hstack([constants[:, None], rows])
    assert np.abs(found - truth).max() < 0.2
    assert surprise(chances(wide, found), won) <= surprise(right, won) + 1e-4


def test_a_large_penalty_believes_nothing() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(500, 1))
    won = np.eye(2)[(x[:, 0] > 0).astype(int)]
    _, bold = softmax_fit(x, won, penalty=1.0)
    _, wary = softmax_fit(x, won, penalty=1e5)
    assert bold[1, 0] > 1.5
    assert abs(wary[1, 0]) < 0.05


def test_a_game_is_seen_at_the_beginning_of_each_turn_but_the_first() -> None:
    seen = [observe(("r9", ()), seed) for seed in range(4)]
    assert seen == [observe(("r9", ()), seed) for seed in range(4)]
    for game in seen:
        for numbers, shares, formula in game:
            assert len(numbers) == NUMBERS
            assert abs(sum(shares) - 1) < 1e-9
            assert abs(sum(formula) - 1) < 1e-9
    # The game's time is the last part of a position: later with each row.
    late = [numbers[-4] for numbers, _, _ in max(seen, key=len)]
    assert len(late) > 1
    assert late == sorted(set(late))


def test_the_tables_in_use_are_written_as_the_command_writes_them() -> None:
    made: dict[str, object] = {}
    text = "from typing import Final\n" + module_text(CONSTANTS, COEFFICIENTS)
    exec(text, made)
    for name, row in zip(("_DWARVES", "_ELVES", "_GOBLINS", "_ORCS"), COEFFICIENTS, strict=True):
        assert [float(word) for word in str(made[name]).split()] == row
    assert made["CONSTANTS"] == CONSTANTS


def test_fit_writes_tables_and_tells_how_well_they_foretell(tmp_path: Path) -> None:
    out = tmp_path / "tables.py"
    done = lab("fit", "--games", "20", "--workers", "1", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert "by the usual shares alone" in done.stdout
    numbers = out.read_text().split('"""')[1::2]
    assert [len(part.split()) for part in numbers] == [NUMBERS] * 4


def test_fit_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    few = lab("fit", "--games", "3", "--workers", "1")
    assert (few.returncode, few.stdout) == (2, "")
    assert "--games must be 20 or more" in few.stderr
    lost = lab(
        "fit", "--games", "20", "--workers", "1", "--out", str(tmp_path / "no" / "tables.py")
    )
    assert lost.returncode == 2
    assert "could not be written" in lost.stderr
