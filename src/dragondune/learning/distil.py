"""Writes what a strong player chooses in games with itself, for a network to imitate.

    python -m dragondune.learning.distil --out shards --bot champion:800 --minutes 60 --workers 15

Each process writes one shard after the other and can be stopped at any time; with another ``--seed``
the next run adds to the same folder. A champion is kept with how its trials came out: actions it
tried get shares by their merit, and its own chance as the trials saw it. Of other bots the choice is
kept alone. Where ``--wander`` says so a decision is left to lots, so that the games go astray as those
of a beginner do; such a decision is kept as the player would have made it. What a steward would choose is
marked, for networks that hear it.
"""

import argparse
import random
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from dragondune.asking import add_workers
from dragondune.bots.arena.registry import make_bot
from dragondune.bots.base import Bot
from dragondune.editions.build import EDITIONS, NEWEST
from dragondune.game import Game
from dragondune.learning.advice import marked
from dragondune.learning.decisions import Decisions
from dragondune.learning.shards import UNTOLD
from dragondune.learning.walk import OVER, PLAYED, Walk
from dragondune.views.view import View

GAMES_A_SHARD = 20


class Work(NamedTuple):
    """What one process does."""

    out: str
    bot: str
    games: int
    seconds: float
    edition: str
    seed: int
    number: int
    wander: float
    advice: bool


def opinion(bot: Bot, legal: list[int], chosen: int) -> tuple[list[float], float]:
    """How much a bot wanted each action, and what it thought of its chance."""
    wanted: Any = getattr(bot, "wanted", None)
    if wanted is None:
        return [float(code == chosen) for code in legal], UNTOLD
    shares, judged = wanted()
    return [shares.get(int(code), 0.0) for code in legal], judged


def play(kept: Decisions, work: Work, seed: int) -> None:
    """One game, every real decision of it kept."""
    rng = random.Random(f"{work.seed} {work.number} {seed}")
    state = Game.new(work.edition, seed=f"distil {work.seed} {work.number} {seed}").state
    state.log = None
    bots = [make_bot(work.bot, rng.getrandbits(30)) for _ in range(4)]
    walk = Walk()
    while (found := walk.step(state)) != OVER:
        if found == PLAYED:
            continue
        f, legal = int(walk.faction), list(walk.legal)
        view = View(state, f)
        chosen = bots[f].choose(view, legal)
        shares, judged = opinion(bots[f], legal, chosen)
        seen = View(state, f)
        kept.add(state, seen, marked(seen, legal) if work.advice else legal, shares, judged)
        if rng.random() < work.wander:
            chosen = rng.choice(legal)
        walk.play(state, legal.index(chosen))
    kept.end(int(state.winners))


def work_on(work: Work) -> int:
    """Write shards until the games or the time are spent; how many decisions there are."""
    out, began, total, game = Path(work.out), time.monotonic(), 0, 0
    out.mkdir(parents=True, exist_ok=True)
    while game < work.games and time.monotonic() - began < work.seconds:
        kept, first = Decisions(), game
        while game < work.games and game - first < GAMES_A_SHARD:
            play(kept, work, game)
            game += 1
            if time.monotonic() - began >= work.seconds:
                break
        kept.write(out / f"{work.seed:04}-{work.number:03}-{first:06}.npz")
        total += len(kept.rows)
    return total


def parser() -> argparse.ArgumentParser:
    """The words of the command."""
    p = argparse.ArgumentParser(prog="dragondune.learning.distil", description=__doc__)
    p.add_argument("--out", required=True, help="the folder of the shards")
    p.add_argument("--bot", default="champion:800")
    p.add_argument("--games", type=int, default=10**9, help="of each process")
    p.add_argument("--minutes", type=float, default=60.0)
    p.add_argument("--edition", default=NEWEST, choices=list(EDITIONS))
    p.add_argument("--seed", type=int, default=0)
    add_workers(p, 1)
    p.add_argument("--no-advice", action="store_true", help="do not mark what a steward would do")
    p.add_argument("--wander", type=float, default=0.03, help="decisions that are left to lots")
    return p


def main(words: list[str] | None = None) -> None:
    """Write shards on as many cores as asked."""
    args = parser().parse_args(words)
    works = [
        Work(
            *(args.out, args.bot, args.games, 60 * args.minutes, args.edition, args.seed),
            *(number, args.wander, not args.no_advice),
        )
        for number in range(args.workers)
    ]
    if len(works) == 1:
        print(f"{work_on(works[0])} decisions")
        return
    with get_context("spawn").Pool(len(works)) as pool:
        print(f"{sum(pool.map(work_on, works))} decisions")


if __name__ == "__main__":
    main()
