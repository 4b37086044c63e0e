"""Leaves the record of a finished table, and what the table promised, in the current folder."""

import json
import random
from pathlib import Path

from dragondune.game import Game
from dragondune.server.fairness.deal import commitment, deal_factions, player_order


def main() -> None:
    """A game of random players, dealt as a server deals."""
    seed = "an example"
    wishes: list[str | None] = [None] * 4
    factions = deal_factions(seed, wishes)
    game = Game.new("r9", player_order(seed, factions), (), seed)
    rng = random.Random(1)
    while not game.over:
        seat = game.pending()[0].seat
        game.play(seat, rng.choice(game.legal(seat)))
    seats = [{"faction": faction, "wish": None} for faction in factions]
    table = {"seats": seats, "seed": seed, "commitment": commitment(seed)}
    Path("record.json").write_text(json.dumps(game.record() | {"table": table}), encoding="utf-8")
    Path("promised.txt").write_text(commitment(seed), encoding="utf-8")


if __name__ == "__main__":
    main()
