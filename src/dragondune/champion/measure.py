"""Strength measured for as long as there is time, on all cores, with what is known so far at any moment.

    python -m dragondune.champion.measure --pair champion steward --pair champion warlord:40 \\
        --minutes 8 --workers 16 --out strength.json

Of each pair the first plays every faction in turn against copies of the second, on the same deals
as ``dragon-dune match``; a quarter is equal strength in games of four. Pairs take turns, so that all
of them have about as many games whenever it is stopped. The file is written anew every few seconds.
"""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from dragondune.asking import add_options, add_workers
from dragondune.bots.arena.match import Timed, deal_order
from dragondune.bots.arena.registry import make_bot
from dragondune.bots.arena.table import play_game
from dragondune.bots.base import Bot
from dragondune.champion.crew import Result, play_all
from dragondune.editions.build import NEWEST
from dragondune.model.factions import FACTION_NAMES
from dragondune.views.view import View

Z95: Final = 1.96
EVERY: Final = 5.0  # seconds between two writings
SAMPLE: Final = 20000  # thinking times that are kept of a pair


@dataclass(frozen=True)
class Job:
    """One game: which pair, which deal, in which faction the challenger sits."""

    pair: int
    challenger: str
    baseline: str
    deal: int
    faction: str
    edition: str
    options: tuple[str, ...]
    players: int
    contracts: bool


@dataclass
class Tally:
    """What the games of one pair add up to."""

    won: dict[str, list[float]] = field(default_factory=dict)
    deals: dict[int, list[float]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)

    def note(self, job: Job, share: float, turn: int, seconds: list[float]) -> None:
        """One more game."""
        self.won.setdefault(job.faction, []).append(share)
        self.deals.setdefault(job.deal, []).append(share)
        self.turns.append(turn)
        if len(self.seconds) < SAMPLE:
            self.seconds += seconds

    def report(self) -> dict[str, Any]:
        """Shares with 95 % bounds, every faction counting the same, and thinking times."""
        times = sorted(self.seconds) or [0.0]
        share = _mean([_mean(games) for games in self.won.values()])
        error = math.sqrt(sum(_error(games) ** 2 for games in self.won.values())) / len(self.won)
        return {
            "games": sum(len(games) for games in self.won.values()),
            "share": round(share, 4),
            "margin": round(Z95 * error, 4),
            "by_faction": {
                name: {
                    "games": len(self.won[name]),
                    "share": round(_mean(self.won[name]), 4),
                    "margin": round(Z95 * _error(self.won[name]), 4),
                }
                for name in FACTION_NAMES
                if name in self.won
            },
            "last_turn": round(_mean(self.turns), 2),
            "seconds": {
                "decisions": len(self.seconds),
                "mean": round(_mean(times), 4),
                "median": round(times[len(times) // 2], 4),
                "p95": round(times[int(0.95 * len(times))], 4),
                "longest": round(times[-1], 4),
            },
        }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean; of few games it is taken to be large."""
    if len(values) < 2:
        return 0.5
    middle = _mean(values)
    spread = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    return math.sqrt(max(spread, 0.25 / len(values)) / len(values))


class Watched(Timed):
    """A bot with a watch beside it that also bargains."""

    def answer_offer(self, view: View, offer: Any, mood: Any) -> Any:
        return self.bot.answer_offer(view, offer, mood)

    def make_offer(self, view: View, mood: Any) -> Any:
        return self.bot.make_offer(view, mood)


def play(job: Job) -> tuple[float, int, list[float]]:
    """The challenger's share of victory, the last turn, and its thinking times."""
    order = _order(job)
    bots: dict[str, Bot] = {}
    for f, name in enumerate(FACTION_NAMES):
        if name in order and name != job.faction:
            bots[name] = make_bot(job.baseline, job.deal * 4 + f)
    seed = job.deal * 4 + FACTION_NAMES.index(job.faction)
    watched = bots[job.faction] = Watched(make_bot(job.challenger, seed))
    end = play_game(bots, job.deal, job.edition, job.options, order, job.contracts)
    return end.share(job.faction), end.turn, watched.seconds


def _order(job: Job) -> list[str]:
    """The deal's player order; with fewer players the challenger and the first of the others."""
    order = deal_order(job.deal)
    others = [name for name in order if name != job.faction][: job.players - 1]
    return [name for name in order if name == job.faction or name in others]


def jobs(pairs: Sequence[Sequence[str]], chosen: argparse.Namespace) -> Iterator[Job]:
    """Deal by deal, faction by faction, pair by pair, without an end."""
    deal = chosen.seed
    while True:
        for faction in FACTION_NAMES:
            for number, (challenger, baseline) in enumerate(pairs):
                yield Job(
                    number,
                    challenger,
                    baseline,
                    deal,
                    faction,
                    chosen.edition,
                    tuple(chosen.options),
                    chosen.players,
                    chosen.contracts,
                )
        deal += 1


class Measurement:
    """All pairs, their games so far, and the file that tells of them."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.chosen = chosen
        self.tallies = [Tally() for _ in chosen.pair]
        self.faults: dict[str, int] = {}
        self.began = self.written = time.monotonic()

    def run(self) -> None:
        """Until the time is over, or all games are played."""
        chosen = self.chosen
        most = chosen.games * len(chosen.pair) if chosen.games else 1 << 60
        source = jobs(chosen.pair, chosen)
        try:
            for result in play_all(source, play, chosen.workers, chosen.minutes, most):
                if result is not None:
                    self._note(result)
                if time.monotonic() - self.written > EVERY:
                    self.write()
        except KeyboardInterrupt:
            pass
        finally:
            self.write()

    def _note(self, result: Result) -> None:
        if result.fault:
            self.faults[result.fault] = self.faults.get(result.fault, 0) + 1
        else:
            self.tallies[result.job.pair].note(result.job, *result.played)

    def _seconds(self) -> float:
        return time.monotonic() - self.began

    def write(self) -> None:
        """Tell what is known, all at once, so that no reader ever finds half a file."""
        self.written = time.monotonic()
        report = self.report()
        if self.chosen.out:
            part = Path(f"{self.chosen.out}.part")
            part.write_text(json.dumps(report, indent=1), encoding="utf-8")
            part.replace(self.chosen.out)

    def report(self) -> dict[str, Any]:
        """Everything that was asked for, and what came out so far."""
        chosen = self.chosen
        return {
            "edition": chosen.edition,
            "options": chosen.options,
            "players": chosen.players,
            "contracts": chosen.contracts,
            "workers": chosen.workers,
            "elapsed": round(self._seconds(), 1),
            "pairs": [
                {"challenger": one, "baseline": other} | (tally.report() if tally.won else {})
                for (one, other), tally in zip(chosen.pair, self.tallies, strict=True)
            ],
            "faults": self.faults,
        }


def line(pair: dict[str, Any]) -> str:
    """One pair in a sentence."""
    if "share" not in pair:
        return f"{pair['challenger']} against {pair['baseline']}: no game has ended yet"
    factions = ", ".join(
        f"{name} {100 * one['share']:.0f}" for name, one in pair["by_faction"].items()
    )
    times = pair["seconds"]
    return (
        f"{pair['challenger']} against {pair['baseline']}: {100 * pair['share']:.1f} % "
        f"± {100 * pair['margin']:.1f} of {pair['games']} games ({factions}); a decision took "
        f"{times['median']:.3f} s in the middle, {times['p95']:.3f} s at 95 %"
    )


def parser() -> argparse.ArgumentParser:
    """What can be typed."""
    made = argparse.ArgumentParser(prog="python -m dragondune.champion.measure")
    made.add_argument("--pair", nargs=2, action="append", required=True, metavar="BOT")
    made.add_argument("--minutes", type=float, default=8.0)
    made.add_argument("--games", type=int, default=0, help="of each pair; 0: as time allows")
    add_workers(made)
    made.add_argument("--out", default="")
    made.add_argument("--edition", default=NEWEST)
    add_options(made)
    made.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    made.add_argument("--contracts", action="store_true")
    made.add_argument("--seed", type=int, default=0, help="number of the first deal")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    chosen = parser().parse_args(argv)
    for pair in chosen.pair:
        for name in pair:
            make_bot(name)  # what is misspelt is told at once
    measurement = Measurement(chosen)
    measurement.run()
    for pair in measurement.report()["pairs"]:
        print(line(pair))
    for fault, times in measurement.faults.items():
        print(f"{times} × {fault}", file=sys.stderr)
    return 1 if measurement.faults else 0


if __name__ == "__main__":
    sys.exit(main())
