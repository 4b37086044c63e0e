"""Whole games as golden files: how they are recorded, stored and compared.

Each file holds the record of a game (every action, every die and shuffle as a result), and what
came of it: the final position, who won and how, and a digest of the events each seat was told.

When the rules change on purpose, RULES_VERSION in ``records.py`` rises and the files are made anew,
from the same seeds, by ``PYTHONPATH=src:tests python -m playthroughs``. Whoever does that looks at
what has changed: ``git diff --stat tests/playthroughs`` first, then the lines.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dragondune.game import Game
from dragondune.model.refusal import Refusal

FOLDER = Path(__file__).resolve().parent / "recorded"
COMMAND = "PYTHONPATH=src:tests python -m playthroughs"


@dataclass(frozen=True)
class Setting:
    """A game to record."""

    name: str
    edition: str
    factions: tuple[str, ...] | None = None
    options: tuple[str, ...] = ()
    seed: int = 1


SETTINGS = (
    Setting("first", "first"),
    Setting("r2", "r2"),
    Setting("r6", "r6"),
    Setting("r6b", "r6b"),
    Setting("r9", "r9"),
    Setting("two-players", "r9", ("elves", "orcs"), (), 2),
    Setting("three-players", "r6", ("goblins", "dwarves", "elves"), (), 3),
    Setting(
        "many-options",
        "r9",
        ("orcs", "elves", "dwarves", "goblins"),
        (
            "oracles",
            "weaknesses",
            "plunder",
            "elite-warriors",
            "blessing",
            "initiative",
            "extra-movement",
            "broken-walls",
            "steered-dragons",
            "empty-graves",
            "gold.orcs=6",
        ),
        4,
    ),
)


def play(setting: Setting) -> Game:
    """A game of random choices, the kind of action drawn first so that rare ones come up too."""
    game = Game.new(setting.edition, setting.factions, setting.options, setting.seed)
    rng = random.Random(setting.name)
    while not game.over:
        seat = rng.choice(game.pending()).seat
        choices = game.legal(seat)
        if rng.random() < 0.03:
            seat = rng.choice(game.seats)
            choices = game.anytime(seat) or game.legal(seat)
        if not choices:
            continue
        kind = rng.choice(sorted({action.kind for action in choices}))
        action = rng.choice([action for action in choices if action.kind == kind])
        answer = game.play(seat, action)
        assert not isinstance(answer, Refusal), answer
    return game


def outcome(game: Game) -> dict[str, Any]:
    """What came of a game, in words and digests."""
    return {
        "position": game.position(),
        "winners": list(game.winners),
        "way": game.way,
        "events": {seat: digest(game, seat) for seat in game.seats},
        "public events": digest(game, None),
    }


def digest(game: Game, seat: str | None) -> str:
    """A short fingerprint of all events that a seat, or everybody, was told."""
    told = "\n".join(str(event) for event in game.events(seat))
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def path_of(setting: Setting) -> Path:
    """Where its golden file lies."""
    return FOLDER / f"{setting.name}.json"


def write(setting: Setting) -> None:
    """Record the game and what came of it."""
    record = play(setting).record()
    # Dice and shuffles are results in a record, so what comes of it does not need the seed.
    stored = {"record": record, "outcome": outcome(Game.replay(record))}
    FOLDER.mkdir(exist_ok=True)
    path_of(setting).write_text(_lines(stored), encoding="utf-8")


def _lines(data: dict[str, Any]) -> str:
    """JSON with a line for each action and each result, so that changes can be read."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("],[", "],\n[").replace('":[[', '":[\n[').replace("]]", "]\n]") + "\n"


def read(setting: Setting) -> dict[str, Any]:
    """The golden file of a game."""
    found: dict[str, Any] = json.loads(path_of(setting).read_text(encoding="utf-8"))
    return found
