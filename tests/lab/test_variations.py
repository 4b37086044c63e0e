"""Rules that are varied: sweeps, the worth of powers, and the search for an even game."""

from __future__ import annotations

import json
import random
from pathlib import Path

import polars as pl
import pytest
from lab.kit import sample

from dragondune.editions.build import build
from dragondune.lab.command import run_lab
from dragondune.lab.figures import variations
from dragondune.lab.figures.imbalance import Imbalance, imbalance
from dragondune.lab.problems import LabError
from dragondune.lab.report.contents import gather
from dragondune.lab.report.found import told
from dragondune.lab.study.balance import rules_named
from dragondune.lab.study.findings import load
from dragondune.lab.study.grid import grid, read_factor, read_factors, varied
from dragondune.lab.study.search import (
    FRESH,
    Judge,
    Quest,
    Record,
    quest_of,
    record_of,
    rungs,
    variant_of,
)
from dragondune.lab.study.worth import items

R9 = ("r9", ())
FAIR = dict.fromkeys(("dwarves", "elves", "goblins", "orcs"), 0.25)


# --- what is varied ------------------------------------------------------------------------


def test_a_factor_is_read_as_typed() -> None:
    income = read_factor("income=2..4", R9)
    assert income.values == ("1", "2", "3", "4")  # the book's own value is always among them
    assert income.book == "1"
    assert read_factor("turns=10,6", R9).values == ("6", "8", "10")
    hides = read_factor("power.hides.elves=off", R9)
    assert (hides.values, hides.book) == (("off", "on"), "on")
    assert read_factor("oracles", R9).change("on") == "oracles"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("incme=1..4", "Did you mean income"),
        ("income", "name 1 to 30 values"),
        ("income=", "name 1 to 30 values"),
        ("income=1..99", "must be 0 to 10"),
        ("income=x", "must be 0 to 10, not x"),
        ("gold=1..4", "nothing called 'gold' to vary. Did you mean gold.orcs"),
        ("gold.trolls=1", "nothing called 'gold.trolls'"),
        ("power.hides.elves=maybe", "must be one of off, on"),
    ],
)
def test_senseless_factors_are_refused(word: str, told: str) -> None:
    with pytest.raises(LabError, match=told.replace(".", r"\.")):
        read_factor(word, R9)


def test_a_grid_leaves_out_the_book_and_what_does_not_go_together() -> None:
    factors = read_factors(["turns=7", "power.default_winner.elves=on", "oracles"], R9)
    points = grid(factors, R9)
    assert "turns=7" in points
    assert "oracles,turns=7" in points
    # Two factions cannot both win by default.
    assert not [one for one in points if "default_winner" in one]
    assert len(points) == 3
    wide = read_factors([f"gold.{name}=0..20" for name in FAIR], R9)
    with pytest.raises(LabError, match="400 are the most"):
        grid(wide, R9)
    with pytest.raises(LabError, match="twice"):
        read_factors(["turns=7", "turns=8"], R9)


def test_a_variant_sets_or_takes_back() -> None:
    mine = ("r9", ("oracles", "gold.orcs=9", "title=Mine"))
    assert varied(mine, "gold.orcs=2,turns=9") == (
        "r9",
        ("oracles", "title=Mine", "gold.orcs=2", "turns=9"),
    )
    assert varied(mine, "-oracles,-gold.orcs") == ("r9", ("title=Mine",))


def test_a_sweep_from_the_command_to_its_figures(tmp_path: Path) -> None:
    words = ["sweep", "--study", str(tmp_path), "--edition", "r2", "--bots", "random"]
    words += ["--vary", "turns=2,3", "--vary", "more-conscripts", "--deals", "4", "--workers", "1"]
    assert run_lab(words) == 0
    table = pl.read_csv(tmp_path / "report" / "csv" / "sweeps.csv")
    assert set(table["point"]) >= {"turns 2, more-conscripts off", "turns 3, more-conscripts on"}
    assert table.height == 3 * 2 * 4  # the book has eight turns, with and without the option
    assert set(table["told together"]) == {24}
    assert (table["low"] <= table["share"]).all()
    (found,) = load(tmp_path)
    (sweep,) = found.sweeps
    assert not found.others
    two = next(one for one in sweep.samples if one.variant == "turns=2")
    assert two.games["turn"].max() == 2
    assert two.games["seed"].to_list() == found.base.games["seed"].to_list()
    pictures = {path.stem for path in (tmp_path / "report" / "svg").iterdir()}
    assert {"r2-random-sweep1-turns", "r2-random-sweep1-turns-more-conscripts-shares"} <= pictures
    assert run_lab(words[:7]) == 2  # nothing to vary


# --- what powers are worth -----------------------------------------------------------------


def test_what_can_be_taken_away() -> None:
    known = {item.variant: item for item in items(R9)}
    assert known["power.default_winner.orcs=off"].owner == "orcs"
    assert known["battle_bonus.dwarves=0"].title == "Battle bonus: 2 instead of 0"
    assert known["ally.moves_three.orcs=off"].kind == "for an ally"
    assert known["denials.question=off"].kind == "ace"
    assert known["oracles"].adds
    for variant in known:
        assert build(*varied(R9, variant)) != build(*R9), variant
    house = items(("r9", ("title=Mine", "gold.elves=9", "oracles")))
    changes = {item.variant: item.owner for item in house if item.kind == "change of the book"}
    assert changes == {"-gold.elves": "elves", "-oracles": ""}


def test_a_power_is_worth_what_its_loss_costs() -> None:
    base = sample(FAIR, 600)
    without = sample(FAIR | {"orcs": 0.0}, 600, variant="power.rides.orcs=off")
    option = sample(FAIR | {"orcs": 0.0}, 600, variant="oracles")
    taken, added = variations.worth(base, [without, option], ["oracles"], "orcs")
    lost = sum(base.shares("orcs")) / 600
    assert taken[1].value == pytest.approx(lost)
    assert taken[1].low < lost < taken[1].high
    assert added[1].value == pytest.approx(-lost)
    assert (added[1].low, added[1].high) == pytest.approx((-taken[1].high, -taken[1].low))


# --- how uneven a game is ------------------------------------------------------------------


def test_imbalance_without_what_chance_adds() -> None:
    even = imbalance([0.25] * 4, 100)
    assert (even.value, even.low, even.worst) == (0, 0, 0)
    assert even.high == pytest.approx(0.07, abs=0.02)
    far = imbalance([0.0, 0.0, 0.0, 1.0], 10_000)
    assert far.value == pytest.approx(0.433, abs=1e-3)
    assert far.worst == 0.75


def test_the_imbalance_of_a_fair_game_is_none_on_average() -> None:
    """Chance alone makes 60 fair games uneven by 5.6 points; that must be taken off."""
    rng = random.Random(1)
    squares = []
    for _ in range(400):
        wins = rng.choices(range(4), k=60)
        found = imbalance([wins.count(f) / 60 for f in range(4)], 60)
        squares.append(found.value)
    assert sum(squares) / 400 < 0.03
    assert sum(value == 0 for value in squares) > 150


# --- the search ----------------------------------------------------------------------------


def quest() -> Quest:
    factors = read_factors(["turns=7", "gold.elves=8,9", "oracles"], R9)
    return Quest("r9", R9, factors, (Judge("steward", 100),), 2, (("oracles", 3.0),))


def test_places_of_a_set_hold_few_changes_and_none_twice() -> None:
    wanted = quest()
    chosen = {"change 1": "turns=7", "change 2": "gold.elves=9"}
    assert variant_of(wanted, chosen) == "gold.elves=9,turns=7"
    assert variant_of(wanted, {"change 1": "gold.elves=8", "change 2": "gold.elves=9"}) == (
        "gold.elves=8"
    )
    assert wanted.cost("gold.elves=8,oracles") == 4.0
    assert rungs(540) == [60, 180, 540]
    assert rungs(40) == [40]


def test_only_what_may_become_the_best_stays_in_the_race() -> None:
    record = Record(quest())
    record.enter("", "steward", Imbalance(0.20, 0.18, 0.22, 0.4, 100))
    record.enter("turns=7", "steward", Imbalance(0.05, 0.03, 0.07, 0.1, 100))
    record.enter("gold.elves=8", "steward", Imbalance(0.12, 0.09, 0.15, 0.2, 60))
    record.enter("gold.elves=9", "steward", Imbalance(0.08, 0.04, 0.12, 0.2, 60))
    assert not record.is_open("gold.elves=8")
    assert record.is_open("gold.elves=9")
    assert not record.is_whole("gold.elves=9")
    assert record.front() == ["", "turns=7"]


def test_a_file_called_as_an_edition_is_not_taken_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "r9.toml"
    rules.write_text("[changes]\nturns = 2\n", encoding="utf-8")
    assert rules_named(str(rules))[0] == "r9.toml"
    assert rules_named("r9") == ("r9", ("r9", ()))
    root = tmp_path / "study"
    words = ["balance", "--study", str(root), "--edition", f"r9,{rules}", "--bots", "random"]
    assert run_lab([*words, "--games", "3", "--deals", "0", "--workers", "1"]) == 0
    told = pl.read_csv(root / "report" / "csv" / "overview.csv")
    assert told["edition"].to_list() == ["r9", "r9.toml"]
    assert told["turn"][1] <= 2
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "r9.toml").write_text(rules.read_text(encoding="utf-8"), encoding="utf-8")
    words[4] = f"{rules},{tmp_path / 'more' / 'r9.toml'}"
    assert run_lab([*words, "--games", "3", "--deals", "0"]) == 2
    assert "have one name" in capsys.readouterr().err


def test_a_search_finds_the_cure_goes_on_and_confirms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Among random bots of a short game time runs out, and whoever wins by default wins all."""
    rules = tmp_path / "short.toml"
    rules.write_text("[changes]\nturns = 2\n", encoding="utf-8")
    root = tmp_path / "search"
    words = ["search", "--study", str(root), "--edition", str(rules), "--bots", "random"]
    words += ["--vary", "power.default_winner.orcs=off", "--vary", "gold.elves=8", "--deals", "40"]
    words += ["--changes", "2", "--confirm", "40", "--workers", "1", "--trials"]
    assert run_lab([*words, "4"]) == 0
    kept = {path: path.stat().st_mtime_ns for path in root.rglob("part-*.parquet")}
    assert run_lab([*words, "6"]) == 0
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    table = pl.read_csv(root / "report" / "csv" / "search.csv")
    fresh = table.filter(pl.col("deals") == "fresh deals").sort("cost")
    assert fresh["changes"].to_list()[:2] == ["the book as it is", "power.default_winner.orcs=off"]
    assert fresh["imbalance"][0] > 0.3 > 2 * fresh["imbalance"][1]
    seeds = pl.read_parquet(root / "confirmed" / "short" / "random" / "base" / "part-*.parquet")
    assert seeds["seed"].min() == FRESH
    assert quest_of(root).judges == (Judge("random", 40),)
    assert run_lab([*words, "4", "--seed", "3"]) == 2
    assert "other settings" in capsys.readouterr().err


def test_several_strengths_judge_together(tmp_path: Path) -> None:
    root = tmp_path / "search"
    words = ["search", "--study", str(root), "--edition", "r2", "--bots", "random,steward"]
    words += ["--deals", "6,4", "--vary", "turns=2", "--changes", "1", "--confirm", "0"]
    assert run_lab([*words, "--trials", "2", "--workers", "1"]) == 0
    record = record_of(root, quest_of(root))
    assert {name: sorted(judged) for name, judged in record.known.items()} == {
        name: ["random", "steward"] for name in ("", "turns=2")
    }
    for judged in record.known.values():
        assert record.value("") == max(one.value for one in record.known[""].values())
        assert (judged["random"].games, judged["steward"].games) == (6, 4)
    report = gather(root)
    shown = {one.name: one for one in report.glance}
    dots = shown["across-random-steward"].chart.spec["data"]["values"]
    assert {dot["changes"]: (dot["x"], dot["y"]) for dot in dots} == {
        told(name): tuple(round(judged[bots].value * 100, 2) for bots in ("random", "steward"))
        for name, judged in record.known.items()
    }


def test_what_a_person_thinks_of_is_judged_first(tmp_path: Path) -> None:
    root = tmp_path / "search"
    words = ["search", "--study", str(root), "--edition", "r2", "--bots", "random", "--deals", "4"]
    words += ["--vary", "turns=2,3", "--vary", "gold.elves=8", "--changes", "2", "--confirm", "0"]
    words += ["--workers", "1", "--trials"]
    assert run_lab([*words, "2", "--try", "turns=3,gold.elves=8"]) == 0
    quest = quest_of(root)
    assert set(record_of(root, quest).known) == {"", "gold.elves=8,turns=3"}
    assert run_lab([*words, "6", "--try", "turns=2,gold.elves=8"]) == 0
    assert {"gold.elves=8,turns=2", "turns=2", "turns=3"} <= set(record_of(root, quest).known)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--try", "turns=9"], "--try turns=9: turns=9 is not among what is varied"),
        (["--vary", "income=2", "--changes", "1", "--try", "turns=7,income=2"], "1 to 1 changes"),
        (["--deals", "x"], "--deals takes one whole number"),
        (["--deals", "4,5"], "--deals takes one whole number"),
        (["--deals", "0"], "one deal at least"),
        (["--cost", "turns"], "a name and a number above 0"),
        (["--cost", "income=2"], "this is not varied"),
        (["--bots", "nobody"], "There is no bot 'nobody'"),
    ],
)
def test_a_senseless_search_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], told: str
) -> None:
    assert run_lab(["search", "--study", str(tmp_path / "s"), "--vary", "turns=7", *more]) == 2
    assert told in capsys.readouterr().err


def test_a_folder_of_another_kind_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "search.json").write_text(json.dumps({"format": "else"}))
    assert run_lab(["report", str(tmp_path)]) == 2
    assert "does not describe a search" in capsys.readouterr().err
