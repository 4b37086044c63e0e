"""Learning in small on any machine: a few games of a teacher, a small network, its strength.

    python -m dragondune.learning.tiny --out run --games 60 --steps 600 --deals 10

The teacher plays games with itself, a small network imitates it with numpy alone, and what it learned
plays against three random players in every seat, where a quarter would be no better than they are.
Weights are in ``tiny.npz``, the log in ``log.jsonl``, and with the extra ``lab`` also in ``log.parquet`` and
as a picture. ``--shards`` learns from shards that are there already, of a champion say.
"""

import argparse
import math
import time
from pathlib import Path
from typing import Any

from dragondune.bots.arena.match import deal_order
from dragondune.bots.arena.table import play_game
from dragondune.bots.random_bot import RandomBot
from dragondune.learning.distil import main as distil
from dragondune.learning.journal import Journal
from dragondune.learning.network import Network
from dragondune.learning.numpy_learner import NumpyLearner
from dragondune.learning.player import NetworkBot
from dragondune.learning.shards import Shards
from dragondune.model.factions import FACTION_NAMES

TOLD = 50  # steps between two lines of the log


def parser() -> argparse.ArgumentParser:
    """The words of the command."""
    p = argparse.ArgumentParser(prog="dragondune.learning.tiny", description=__doc__)
    p.add_argument("--out", default="tiny-run")
    p.add_argument("--shards", default="", help="learn from these instead of games of its own")
    p.add_argument("--teacher", default="steward")
    p.add_argument("--games", type=int, default=60, help="of the teacher with itself")
    p.add_argument("--steps", type=int, default=600)
    p.add_argument("--batch", type=int, default=256)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--deals", type=int, default=10, help="each played in all four seats")
    p.add_argument("--seed", type=int, default=0)
    return p


def learn(args: argparse.Namespace, shards: Shards, journal: Journal) -> Path:
    """Imitate what the shards hold; where the weights are."""
    learner = NumpyLearner(args.seed)
    batches, began = shards.batches(args.batch, args.seed), time.monotonic()
    for step in range(args.steps):
        loss = learner.step(next(batches), args.rate * (1 - 0.9 * step / args.steps))
        if step % TOLD == 0 or step == args.steps - 1:
            seconds = round(time.monotonic() - began, 1)
            journal.write({"mode": "imitate", "step": step, "seconds": seconds} | loss._asdict())
    path = Path(args.out) / "tiny.npz"
    learner.save(path)
    return path


def strength(weights: Path, deals: int, seed: int) -> dict[str, Any]:
    """Its share against three random players, each faction in turn on the same deals."""
    network, won = Network(weights), []
    for deal in range(deals):
        share = 0.0
        for faction in FACTION_NAMES:
            bots = {name: RandomBot(deal * 4 + f) for f, name in enumerate(FACTION_NAMES)}
            seats = bots | {faction: NetworkBot(deal, network, mixes=False)}
            share += play_game(seats, f"tiny {seed} {deal}", factions=deal_order(deal)).share(
                faction
            )
        won.append(share / 4)
    mean = sum(won) / deals
    spread = math.sqrt(sum((x - mean) ** 2 for x in won) / max(1, deals - 1) / deals)
    return {"mode": "measure", "games": 4 * deals, "share": mean, "±": 1.96 * spread}


def main(words: list[str] | None = None) -> dict[str, Any]:
    """Play, learn, measure; the last line of the log."""
    args = parser().parse_args(words)
    out = Path(args.out)
    journal = Journal(out)
    folder = Path(args.shards) if args.shards else out / "shards"
    if not args.shards:
        games = ["--games", str(args.games), "--seed", str(args.seed), "--wander", "0.15"]
        # Were the steward's choice marked, who imitates a steward would learn to read the mark.
        silent = ["--no-advice"] if args.teacher == "steward" else []
        distil(["--out", str(folder), "--bot", args.teacher, *games, *silent])
    weights = learn(args, Shards(folder), journal)
    found = strength(weights, args.deals, args.seed)
    journal.write(found)
    journal.close()
    return found


if __name__ == "__main__":
    main()
