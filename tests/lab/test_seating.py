"""Nobody is favoured by the draw: every order, and every choice of players, comes equally often."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import polars as pl
import pytest
from lab.kit import lab

from dragondune.lab.figures import tables
from dragondune.lab.figures.imbalance import imbalance_of
from dragondune.lab.figures.tables import Sample
from dragondune.lab.problems import LabError
from dragondune.lab.report.contents import gather
from dragondune.lab.study.balance import Plan
from dragondune.lab.study.findings import load
from dragondune.lab.study.game_row import Setting
from dragondune.lab.study.seating import Table, seats_of
from dragondune.model.factions import FACTION_NAMES

ALL = tuple(FACTION_NAMES)
STEWARDS = (("steward",) * 4,)


@pytest.mark.parametrize(("players", "block"), [(4, 24), (3, 24), (2, 12)])
def test_a_block_of_deals_holds_every_seating_once(players: int, block: int) -> None:
    for start in (0, 5 * block):
        seated = [seats_of(seed, ALL, players) for seed in range(start, start + block)]
        assert sorted(seated) == sorted(permutations(ALL, players))


def test_blocks_come_in_orders_of_their_own() -> None:
    blocks = {tuple(seats_of(24 * n + k, ALL, 4) for k in range(24)) for n in range(20)}
    assert len(blocks) == 20


@pytest.mark.parametrize("first", [0, 7, 5_000_000])
def test_every_faction_sits_everywhere_equally_often(first: int) -> None:
    """In whatever deals a study begins, the count in a place differs by a block's worth at most."""
    setting = Setting("r9", (), STEWARDS, first_seed=first, even_order=True)
    orders = [setting.order_of(setting.seed_of(game)) for game in range(240)]
    for place in range(4):
        counts = Counter(order[place] for order in orders)
        assert max(counts.values()) - min(counts.values()) <= 6
    drawn = Setting("r9", (), STEWARDS, first_seed=first)
    assert [drawn.order_of(seed) for seed in range(9)] != orders[:9]


def test_players_are_drawn_out_of_the_factions_named() -> None:
    setting = Setting("r9", (), STEWARDS, ("orcs", "elves", "dwarves"), even_order=True, players=2)
    assert setting.seated == 2
    orders = {tuple(setting.order_of(seed)) for seed in range(6)}
    assert orders == set(permutations(("orcs", "elves", "dwarves"), 2))
    with pytest.raises(LabError, match="From 2 to 3"):
        Setting("r9", (), STEWARDS, ("orcs", "elves", "dwarves"), players=4).check()


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Contracts on and off, two, three and four players."""
    folder = tmp_path_factory.mktemp("tables") / "study"
    done = lab(
        *("balance", "--study", str(folder), "--edition", "r2", "--bots", "random"),
        *("--games", "12", "--deals", "0", "--players", "2,3,4", "--contracts", "both"),
        *("--workers", "1"),
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_every_table_is_a_finding(study: Path) -> None:
    found = {one.bots: one for one in load(study)}
    assert list(found) == [
        *("random, 2 players", "random, 2 players, contracts"),
        *("random, 3 players", "random, 3 players, contracts"),
        *("random", "random, contracts"),
    ]
    assert {(one.base.players, one.base.size) for one in found.values()} == {
        (2, 12),
        (3, 12),
        (4, 12),
    }
    assert found["random, contracts"].setting.contracts  # type: ignore[union-attr]
    assert not found["random"].setting.contracts  # type: ignore[union-attr]


def test_a_share_is_one_of_the_games_a_faction_plays(study: Path) -> None:
    two = next(one.base for one in load(study) if one.bots == "random, 2 players")
    assert two.even == 0.5
    assert {name: two.of(name).height for name in two.seated} == dict.fromkeys(FACTION_NAMES, 6)
    shares = tables.wins([two])
    assert shares["games"].to_list() == [6] * 4
    assert sum(shares["share"]) == pytest.approx(2)  # six pairs of opponents, one victory in each
    for frame in (tables.gold_left([two]), tables.gold_flows([two])):
        assert set(frame["games"]) == {6}


def test_gold_is_that_of_the_games_a_faction_plays() -> None:
    games = pl.DataFrame(
        {
            "factions": [["elves", "orcs"], ["orcs", "goblins"]],
            "winners": [["elves"], ["orcs"]],
            "gold": [[0, 7, 0, 3], [0, 0, 4, 5]],
            "seed": [0, 1],
        }
    )
    left = tables.gold_left([Sample("r9", "steward", "", games)])
    assert dict(left.select("faction", "gold left").iter_rows()) == {
        "elves": 7.0,
        "goblins": 4.0,
        "orcs": 4.0,
    }
    assert imbalance_of(Sample("r9", "steward", "", games)).worst == pytest.approx(0.5)


def test_the_report_tells_tables_side_by_side(study: Path) -> None:
    report = gather(study)
    brief = next(one for one in report.briefs if one.name == "tables")
    assert [row[1] for row in brief.rows] == [one.bots for one in load(study)]
    silent, talking = brief.rows[0], brief.rows[1]
    assert "\n" not in silent[3]
    assert "too few" in talking[3]
    pictures = {one.name: one.title for one in report.chapters[0].pictures}
    assert pictures["r2-wins"] == "Who wins among 2"
    assert {"r2-4-wins", "r2-3-wins"} <= set(pictures)
    # The book's questions are about four players.
    verdicts = next(one for one in report.briefs if one.name == "strong")
    assert [row[1] for row in verdicts.rows] == ["random", "random, contracts"]
    assert "Two, three or four bots" in " ".join(report.method)
    assert "every player order comes exactly once" in " ".join(report.method)


def test_tables_that_cannot_be_are_refused(tmp_path: Path) -> None:
    done = lab("balance", "--study", str(tmp_path / "study"), "--players", "4,5")
    assert (done.returncode, "it takes 2, 3, 4" in done.stderr) == (2, True)


def test_a_plan_names_its_tables() -> None:
    plan = Plan.of("r9", ["steward"], 10, 0, (), 0, [Table(), Table(3, True)])
    assert [table for table, _ in plan.parts("r9", "steward")] == [Table(), Table(3, True)]
    setting = plan.setting("r9", "steward", Table(3, True), "")
    assert (setting.players, setting.contracts, setting.even_order) == (3, True, True)
    assert Table(3, True).folder("warlord:8") == "warlord-8-3-players-contracts"
