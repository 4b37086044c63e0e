"""Strength, measured: a challenger in each faction in turn against copies of a baseline.

On every deal (seed and player order) the challenger plays once in each faction while all others
are the baseline, and the baseline plays that deal once alone, in all four seats. A challenger as
strong as the baseline wins exactly a quarter, however unbalanced the factions are. Games of one
deal hang together, so the interval is taken over deals, not over games.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final

from dragondune.asking import add_options, add_workers, ignore_interrupts, on_a_screen, whole
from dragondune.bots.arena.registry import make_bot
from dragondune.bots.arena.table import Outcome, play_game
from dragondune.bots.base import Bot
from dragondune.editions.build import NEWEST, build
from dragondune.editions.files import game_of
from dragondune.model.factions import FACTION_NAMES
from dragondune.views.view import View

FACTIONS: Final = 4
Z95: Final = 1.96
DealResult = tuple[tuple[float, ...], tuple[float, ...], list[float]]


@dataclass(frozen=True)
class Pairing:
    """Who meets whom, under which rules."""

    challenger: str
    baseline: str
    edition: str = NEWEST
    options: tuple[str, ...] = ()
    seed: int = 0


@dataclass(frozen=True)
class MatchResult:
    """Shares of victory by deal and faction: the challenger's, and the baseline's own."""

    pairing: Pairing
    won: tuple[tuple[float, ...], ...]  # deal × faction: the challenger sits there
    usual: tuple[tuple[float, ...], ...]  # deal × faction: the baseline sits everywhere
    thinking: tuple[float, ...] = ()  # seconds of each decision of the challenger, sorted

    @property
    def games(self) -> int:
        """How many games the challenger played."""
        return len(self.won) * FACTIONS

    @property
    def share(self) -> float:
        """The challenger's share of victories; a quarter is equal strength."""
        return _mean([_mean(deal) for deal in self.won])

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval, clustered by deal."""
        return _margin([_mean(deal) for deal in self.won], 0.0)

    def in_faction(self, f: int) -> float:
        """The challenger's rate in one faction."""
        return _mean([deal[f] for deal in self.won])

    def usual_in(self, f: int) -> float:
        """The baseline's own rate in that faction on the same deals."""
        return _mean([deal[f] for deal in self.usual])

    def gain_margin(self, f: int) -> float:
        """Half the 95 % interval of the difference between the two in a faction."""
        pairs = zip(self.won, self.usual, strict=True)
        return _margin([mine[f] - theirs[f] for mine, theirs in pairs])

    def __str__(self) -> str:
        pair = self.pairing
        lines = [
            f"{pair.challenger} against three {pair.baseline}, {pair.edition}"
            f"{' with ' + ', '.join(pair.options) if pair.options else ''}: "
            f"{self.share:.1%} ± {self.margin:.1%} of {self.games} games "
            f"({len(self.won)} deals; equal strength: 25 %)"
        ]
        for f, name in enumerate(FACTION_NAMES):
            lines.append(
                f"  {name:8} {self.in_faction(f):6.1%}   {pair.baseline} there "
                f"{self.usual_in(f):6.1%}   difference ± {self.gain_margin(f):.1%}"
            )
        if self.thinking:
            half, most = (self.thinking[int(part * len(self.thinking))] for part in (0.5, 0.95))
            lines.append(
                f"  {len(self.thinking)} decisions of {pair.challenger}: half took less than "
                f"{half:.3f} s, 95 % less than {most:.3f} s, the longest {self.thinking[-1]:.3f} s"
            )
        return "\n".join(lines)


class Timed(Bot):
    """Another bot, with a watch beside it."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self.bot = bot
        self.name = bot.name
        self.seconds: list[float] = []

    def choose(self, view: View, legal: list[int]) -> int:
        began = time.perf_counter()
        choice = self.bot.choose(view, legal)
        self.seconds.append(time.perf_counter() - began)
        self.failed = self.bot.failed
        return choice

    def anytime(self, view: View, legal: list[int]) -> int | None:
        return self.bot.anytime(view, legal)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _margin(values: Sequence[float], least: float = -1.0) -> float:
    """Half the 95 % interval of a mean of shares, or of differences, which lie between least and 1.

    As if one deal more had gone as badly as can be, and one as well: a few deals that all went alike
    prove little, and many are hardly changed by it.
    """
    known = [*values, least, 1.0]
    middle = _mean(known)
    spread = sum((value - middle) ** 2 for value in known) / (len(known) - 1)
    return Z95 * math.sqrt(spread / len(known))


def deal_order(seed: int) -> list[str]:
    """The player order of a deal: the same whoever sits where."""
    order = list(FACTION_NAMES)
    random.Random(f"order {seed}").shuffle(order)
    return order


def play_deal(pairing: Pairing, seed: int) -> DealResult:
    """One deal: the challenger's share in each faction, the baseline's own, and thinking times."""
    won = []
    thinking: list[float] = []
    for seat, faction in enumerate(FACTION_NAMES):
        names = [pairing.baseline] * FACTIONS
        names[seat] = pairing.challenger
        bots = seat_bots(names, seed)
        watch = Timed(bots[faction])
        bots[faction] = watch
        won.append(_play(pairing, bots, seed).share(faction))
        thinking += watch.seconds
    alone = _play(pairing, seat_bots([pairing.baseline] * FACTIONS, seed), seed)
    return tuple(won), tuple(alone.share(name) for name in FACTION_NAMES), thinking


def seat_bots(names: Sequence[str], seed: int) -> dict[str, Bot]:
    """A bot at each faction, in the factions' own order; a seat's luck hangs on deal and faction."""
    return {
        faction: make_bot(names[f], seed * FACTIONS + f) for f, faction in enumerate(FACTION_NAMES)
    }


def _play(pairing: Pairing, bots: dict[str, Bot], seed: int) -> Outcome:
    return play_game(bots, seed, pairing.edition, pairing.options, deal_order(seed))


def _task(job: tuple[Pairing, int]) -> DealResult:
    return play_deal(*job)


def run_match(
    challenger: str,
    baseline: str,
    deals: int,
    edition: str = NEWEST,
    options: Sequence[str] = (),
    processes: int = 1,
    seed: int = 0,
) -> MatchResult:
    """Play ``deals`` deals: four games each for the challenger, and one of the baseline alone."""
    pairing = Pairing(challenger, baseline, edition, tuple(options), seed)
    return match_result(pairing, list(played_deals(pairing, deals, processes)))


def match_result(pairing: Pairing, results: list[DealResult]) -> MatchResult:
    """What some deals add up to."""
    won = tuple([one[0] for one in results])
    usual = tuple([one[1] for one in results])
    times = [time for one in results for time in one[2]]
    return MatchResult(pairing, won, usual, tuple(sorted(times)))


def played_deals(pairing: Pairing, deals: int, processes: int) -> Iterator[DealResult]:
    """The results of one deal after the other, in their order."""
    jobs = [(pairing, pairing.seed + deal) for deal in range(deals)]
    workers = min(processes, deals)
    if workers <= 1:
        for job in jobs:
            yield _task(job)
        return
    with get_context("spawn").Pool(workers, ignore_interrupts) as pool:
        yield from pool.imap(_task, jobs)


def run_match_command(argv: Sequence[str]) -> int:
    """``match warlord steward --games 1600``: measure how strong one bot is against another."""
    chosen = _words(argv)
    try:
        make_bot(chosen.challenger), make_bot(chosen.baseline)
        edition, options = game_of(chosen.edition, chosen.options)
        build(edition, options)
    except ValueError as wrong:
        print(f"dragon-dune match: {wrong}", file=sys.stderr)
        return 2
    pairing = Pairing(chosen.challenger, chosen.baseline, edition, tuple(options), chosen.seed)
    return _played_and_told(pairing, -(-chosen.games // FACTIONS), chosen.workers)


def _words(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="dragon-dune match",
        description="Measure how strong one bot is against three of another.",
    )
    parser.add_argument("challenger", help="random, steward, warlord, champion or module:Class")
    parser.add_argument("baseline", help="who sits in the three other seats")
    parser.add_argument("--games", type=whole(), default=400, help="games of the challenger (400)")
    parser.add_argument(
        "--edition",
        default=NEWEST,
        help=f"which rulebook ({NEWEST}), or a file of house rules (.toml)",
    )
    add_options(parser)
    add_workers(parser)
    parser.add_argument("--seed", type=int, default=0, help="number of the first deal (0)")
    return parser.parse_args(argv)


def _played_and_told(pairing: Pairing, deals: int, workers: int) -> int:
    """Ctrl-C ends it early, with what was played until then."""
    results: list[DealResult] = []
    status = 0
    try:
        for result in played_deals(pairing, deals, workers):
            results.append(result)
            _progress(len(results), deals)
    except KeyboardInterrupt:
        print(f"\nStopped after {len(results)} of {deals} deals.", file=sys.stderr)
        status = 130
    if results:
        print(match_result(pairing, results))
    return status


def _progress(done: int, deals: int) -> None:
    if on_a_screen(sys.stderr):
        end = "\r" if done < deals else "\r\033[K"
        print(f"{done} of {deals} deals", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(run_match_command(sys.argv[1:]))
