"""Games for the tests of the laboratory: quick ones, and ones made up with a known truth."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

import dragondune
from dragondune.lab.figures.tables import Sample
from dragondune.lab.study.balance import folder_of
from dragondune.lab.study.game_row import Row, Setting
from dragondune.lab.study.parts import frame_of
from dragondune.lab.study.storage import PLAN, Study
from dragondune.model.factions import FACTION_NAMES


def environment() -> dict[str, str]:
    """A program started from a test finds the package under test."""
    source = str(Path(dragondune.__path__[0]).parent)
    return {**os.environ, "PYTHONPATH": source}


def lab(*words: str) -> subprocess.CompletedProcess[str]:
    """``dragon-dune lab …`` as typed."""
    command = [sys.executable, "-m", "dragondune", "lab", *words]
    return subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=900, check=False
    )


def row(game: int, winners: Sequence[str], way: str = "three castles", turn: int = 4) -> Row:
    """A game of which only the end matters."""
    return Row(
        game=game,
        seed=game,
        edition="r9",
        options=[],
        factions=list(FACTION_NAMES),
        bots=["steward"] * 4,
        winners=list(winners),
        way=way,
        turn=turn,
        castles=[1, 1, 1, 2],
        gold=[5, 5, 5, 5],
        units=[9, 9, 9, 9],
        battles=3,
        treacheries=1,
        alliances=0,
        contracts=0,
        decisions=100 + game,
        castles_by_turn=[[1, 1, 1, 1]] * turn,
        gold_by_turn=[[2, 3, 4, 5]] * turn,
        gold_flows=[[4, 3, 0, -2, 0, -1, 0, 0, 0, 0, 0]] * 4,
        battles_at=[0] * 27 + [3],
        dragon_kills_at=[1] + [0] * 27,
        red_kills_at=[0] * 28,
    )


def sample(
    shares: Mapping[str, float],
    games: int,
    bots: str = "steward",
    variant: str = "",
    luck: int = 0,
    like: Sample | None = None,
    moved: float = 0.0,
) -> Sample:
    """Games won with these chances; ``like`` another sample, but with that part drawn anew."""
    rng = random.Random(luck)
    names, weights = list(shares), list(shares.values())
    before = like.games["winners"].to_list() if like else []
    won = []
    for game in range(games):
        winners = rng.choices(names, weights)
        won.append(before[game] if like is not None and rng.random() >= moved else winners)
    same = frame_of([row(0, names[:1])])[[0] * games]  # far quicker than row by row
    numbers = pl.Series(range(games), dtype=pl.Int64)
    frame = same.with_columns(
        game=numbers,
        seed=numbers,
        winners=pl.Series(won),
        decisions=(numbers + 100).cast(pl.Int32),
    )
    return Sample("r9", bots, variant, frame)


def made_up_balance(root: Path, sizes: Mapping[str, int], edition: str = "r9") -> None:
    """A study of the balance that nobody played: so many games of the base and each option."""
    rng = random.Random(3)
    for variant, games in sizes.items():
        options = (variant,) if variant else ()
        setting = Setting(edition, options, (("steward",) * 4,))
        study = Study.prepare(folder_of(root, edition, "steward", variant), setting, games)
        ends = [rng.choice(FACTION_NAMES) for _ in range(games)]
        ways = [
            "default" if who == "orcs" and i % 2 else "three castles" for i, who in enumerate(ends)
        ]
        turns = [8 if way == "default" else 2 + i % 7 for i, way in enumerate(ways)]
        rows = zip(range(games), ends, ways, turns, strict=True)
        study.add(
            [
                replace(row(game, [who], way, turn), edition=edition, options=list(options))
                for game, who, way, turn in rows
            ]
        )
    told = {"format": "dragon-dune balance", "editions": [edition], "bots": ["steward"], "runs": []}
    (root / PLAN).write_text(json.dumps(told))
