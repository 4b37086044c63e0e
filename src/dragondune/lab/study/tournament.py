"""``lab tournament``: every bot in every faction against three of every other, on the same deals.

The comparison of two bots is that of ``dragon-dune match``; here all pairs are played in one
resumable study and every game also counts for ratings (openskill, Plackett-Luce).
"""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import polars as pl

from dragondune.bots.arena.match import MatchResult, Pairing
from dragondune.bots.arena.table import share_of
from dragondune.lab.figures.intervals import difference_interval, share_interval
from dragondune.lab.problems import LabError
from dragondune.lab.study.disk import disk_problem, locked
from dragondune.lab.study.game_row import LARGEST_SEED, Setting
from dragondune.lab.study.storage import Study
from dragondune.lab.study.workers import How, Share, run
from dragondune.model.factions import FACTION_NAMES

FACTIONS: Final = len(FACTION_NAMES)
TABLES: Final = ("matches.csv", "ratings.csv")
Lineup = tuple[str, ...]
# deal, who played (in the factions' order), each faction's share of the victory
Result = tuple[int, Lineup, tuple[float, ...]]


def lineups(bots: Sequence[str]) -> tuple[Lineup, ...]:
    """Each bot alone with itself, then each in each faction against three of each other."""
    found = [(name,) * FACTIONS for name in bots]
    for challenger, baseline in permutations(bots, 2):
        for f in range(FACTIONS):
            found.append(tuple(challenger if g == f else baseline for g in range(FACTIONS)))
    return tuple(found)


def results(games: pl.DataFrame) -> Iterator[Result]:
    """The games as who played and who won."""
    columns = games.select("seed", "factions", "bots", "winners").iter_rows()
    for seed, factions, bots, winners in columns:
        seated = dict(zip(factions, bots, strict=True))
        lineup = tuple(seated[name] for name in FACTION_NAMES)
        shares = tuple(share_of(name, winners) for name in FACTION_NAMES)
        yield seed, lineup, shares


def matches(setting: Setting, played: Sequence[Result]) -> list[MatchResult]:
    """Every pair of bots as ``dragon-dune match`` would measure it."""
    shares = {(seed, lineup): share for seed, lineup, share in played}
    bots = [lineup[0] for lineup in setting.lineups if len(set(lineup)) == 1]
    # A deal counts when all of it was played.
    deals = [
        seed
        for seed in sorted({seed for seed, _, _ in played})
        if all((seed, lineup) in shares for lineup in setting.lineups)
    ]
    found = []
    for challenger, baseline in permutations(bots, 2):
        won = tuple(
            tuple(shares[seed, _seated(challenger, baseline, f)][f] for f in range(FACTIONS))
            for seed in deals
        )
        usual = tuple(shares[seed, (baseline,) * FACTIONS] for seed in deals)
        pairing = Pairing(
            challenger, baseline, setting.edition, setting.options, setting.first_seed
        )
        found.append(MatchResult(pairing, won, usual))
    return found


def _seated(challenger: str, baseline: str, f: int) -> Lineup:
    return tuple(challenger if g == f else baseline for g in range(FACTIONS))


# --- ratings -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """Skill and doubt. ``ordinal`` is what one may be quite sure of."""

    bot: str
    faction: str  # empty: the bot as a whole
    mu: float
    sigma: float
    games: int

    @property
    def ordinal(self) -> float:
        """Three times the doubt below the skill."""
        return self.mu - 3 * self.sigma


def ratings(played: Sequence[Result]) -> list[Rating]:
    """Per bot, and per bot and faction; games in a shuffled order that is always the same."""
    order = list(played)
    random.Random(0).shuffle(order)
    return _rate(order, whole=True) + _rate(order, whole=False)


def _rate(played: Sequence[Result], whole: bool) -> list[Rating]:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[tuple[str, str], Any] = {}
    games: dict[tuple[str, str], int] = {}
    for _, lineup, shares in played:
        keys = [(name, "" if whole else FACTION_NAMES[f]) for f, name in enumerate(lineup)]
        if len(set(keys)) == 1:
            continue  # a bot among its like proves nothing about it
        for key in keys:
            known.setdefault(key, model.rating())
        teams = [[known[key]] for key in keys]
        rated = model.rate(teams, ranks=[0 if share else 1 for share in shares])
        for key in set(keys):
            _take_over(known[key], [rated[i][0] for i, k in enumerate(keys) if k == key])
            games[key] = games.get(key, 0) + 1
    found = [
        Rating(bot, faction, float(r.mu), float(r.sigma), games[bot, faction])
        for (bot, faction), r in known.items()
    ]
    return sorted(found, key=lambda rating: -rating.mu)


def _take_over(rating: Any, after: Sequence[Any]) -> None:
    """Several copies of a bot at one table learn what they learn on average."""
    rating.mu = sum(r.mu for r in after) / len(after)
    rating.sigma = sum(r.sigma for r in after) / len(after)


# --- the command ---------------------------------------------------------------------------


def tournament(
    folder: Path,
    edition: str,
    options: Sequence[str],
    bots: Sequence[str],
    deals: int,
    first_seed: int,
    how: How,
    out: Path | None = None,
    contracts: bool = False,
) -> int:
    """Play what is missing, print the tables and keep them as CSV."""
    if len(bots) < 2 or len(set(bots)) != len(bots):
        raise LabError("A tournament needs two or more different bots.")
    if not 1 <= deals <= LARGEST_SEED:
        raise LabError("A tournament needs one deal at least.")
    setting = Setting(
        edition, tuple(options), lineups(bots), first_seed=first_seed, contracts=contracts
    )
    setting.check()
    with locked(folder):
        study = Study.prepare(folder, setting, deals * len(setting.lineups))
        done = run([Share(study)], how, f"{edition}, tournament")
    played = list(results(study.table()))
    compared, rated = matches(setting, played), ratings(played)
    table = match_table(compared)
    print(match_text(table))
    print(ratings_text(rated))
    _write(out or folder, table, rating_table(rated))
    if not done:
        print(
            f"The time is up after {len(played)} of {study.games} games, and the win rates count "
            "only deals that were played in full; the same command goes on from here.",
            file=sys.stderr,
        )
    return 0 if done else 1


def match_table(compared: Sequence[MatchResult]) -> pl.DataFrame:
    """Win rates with 95 % intervals by deal, in all and per faction, and the gain there."""
    rows: list[dict[str, object]] = []
    for match in compared:
        head: dict[str, object] = {"bot": match.pairing.challenger}
        head["against three"] = match.pairing.baseline
        means = [sum(deal) / FACTIONS for deal in match.won]
        rows.append(head | _rates("all", means, [1 / FACTIONS] * len(means)))
        for f, name in enumerate(FACTION_NAMES):
            mine, theirs = [deal[f] for deal in match.won], [deal[f] for deal in match.usual]
            rows.append(head | _rates(name, mine, theirs))
    return pl.DataFrame(rows)


def _rates(faction: str, mine: list[float], theirs: list[float]) -> dict[str, object]:
    rate = share_interval(mine, 1)
    gain = difference_interval([a - b for a, b in zip(mine, theirs, strict=True)], 1)
    usual = sum(theirs) / len(theirs) if theirs else 0.0
    return {
        "faction": faction,
        "share": rate.value,
        "low": rate.low,
        "high": rate.high,
        "baseline there": usual,
        "gain": gain.value,
        "gain low": gain.low,
        "gain high": gain.high,
        "deals": rate.deals,
    }


def match_text(table: pl.DataFrame) -> str:
    """The win rates for the terminal; an equal bot wins a quarter in all."""
    lines = []
    for row in table.iter_rows(named=True):
        if row["faction"] == "all":
            lines.append(f"{row['bot']} against three {row['against three']}, {row['deals']} deals")
        lines.append(
            f"  {row['faction']:8} {row['share']:6.1%}  ({row['low']:.1%} to {row['high']:.1%})"
            f"   {row['against three']} there {row['baseline there']:6.1%}"
        )
    return "\n".join(lines)


def rating_table(rated: Sequence[Rating]) -> pl.DataFrame:
    """The ratings as figures."""
    rows = [
        {"bot": r.bot, "faction": r.faction or "all", "mu": r.mu, "sigma": r.sigma}
        | {"ordinal": r.ordinal, "games": r.games}
        for r in rated
    ]
    return pl.DataFrame(rows)


def ratings_text(rated: Sequence[Rating]) -> str:
    """The ratings for the terminal."""
    lines = ["", "Ratings (openskill, Plackett-Luce: skill ± doubt)"]
    for r in rated:
        lines.append(f"  {r.bot:14} {r.faction or 'all':8} {r.mu:6.2f} ± {r.sigma:.2f}")
    return "\n".join(lines)


def _write(folder: Path, compared: pl.DataFrame, rated: pl.DataFrame) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        compared.write_csv(folder / TABLES[0])
        rated.write_csv(folder / TABLES[1])
    except OSError as error:
        raise disk_problem(folder, error) from None
    print(f"\nThe tables are in {folder / TABLES[0]} and {folder / TABLES[1]}.")
