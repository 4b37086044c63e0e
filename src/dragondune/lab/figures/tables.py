"""From games to figures: every number a picture or a sentence shows is one row of a table here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from dragondune.bots.arena.table import share_of
from dragondune.editions.build import build
from dragondune.lab.figures.counts import FLOWS
from dragondune.lab.figures.intervals import (
    Interval,
    difference_interval,
    share_interval,
    share_of_counts,
)
from dragondune.model.board import NAMES, TERRITORIES
from dragondune.model.codes import WAY_NAMES
from dragondune.model.factions import FACTION_NAMES

FACTIONS: Final = len(FACTION_NAMES)
WAYS: Final = tuple(name for name in WAY_NAMES if name)
# G1-G4: the faction that is too strong, and the option that is to help
REMEDY: Final = {
    "goblins": "more-conscripts",
    "orcs": "weaker-orc-graves",
    "dwarves": "cheaper-dwarves",
    "elves": "poorer-elves",
}


@dataclass(frozen=True)
class Sample:
    """The games of one study, with what they are called."""

    edition: str
    bots: str
    variant: str  # the option that differs from the base, or nothing
    games: pl.DataFrame

    @property
    def size(self) -> int:
        """How many games."""
        return self.games.height

    @property
    def seated(self) -> list[str]:
        """The factions that play, in the factions' order; not all of them need be in every game."""
        there = set(self.games["factions"].explode()) if self.size else FACTION_NAMES
        return [name for name in FACTION_NAMES if name in there]

    @property
    def players(self) -> int:
        """How many sit at each table."""
        return len(self.games["factions"][0]) if self.size else FACTIONS

    @property
    def even(self) -> float:
        """The share of each in an even game."""
        return 1 / self.players

    def of(self, faction: str) -> pl.DataFrame:
        """The games in which a faction plays."""
        return self.games.filter(pl.col("factions").list.contains(faction))

    def shares(self, faction: str) -> list[float]:
        """That faction's share of each game it plays: 1, 1/2 for one of two winners, 0."""
        won = pl.col("winners").list.contains(faction).cast(pl.Float64)
        return self.of(faction).select(won / pl.col("winners").list.len()).to_series().to_list()

    def by_seed(self, faction: str) -> dict[int, float]:
        """Its shares by deal."""
        return dict(zip(self.of(faction)["seed"].to_list(), self.shares(faction), strict=True))


Figures = pl.DataFrame


def _bounds(found: Interval) -> dict[str, float | int]:
    return {"share": found.value, "low": found.low, "high": found.high, "games": found.deals}


def _head(sample: Sample) -> dict[str, object]:
    return {"edition": sample.edition, "bots": sample.bots, "option": sample.variant}


def _frame(rows: Sequence[dict[str, object]]) -> Figures:
    return pl.DataFrame(list(rows), infer_schema_length=None)


# --- who wins, how and when ----------------------------------------------------------------


def win_shares(sample: Sample) -> dict[str, Interval]:
    """Each faction's share of the victories, all intervals together."""
    seated = sample.seated
    return {name: share_interval(sample.shares(name), len(seated)) for name in seated}


def wins(samples: Sequence[Sample]) -> Figures:
    """Win shares with simultaneous intervals."""
    rows = [
        _head(sample) | {"faction": name} | _bounds(found)
        for sample in samples
        for name, found in win_shares(sample).items()
    ]
    return _frame(rows)


def ways(samples: Sequence[Sample]) -> Figures:
    """Faction × way of winning; the intervals of all these hold together."""
    rows: list[dict[str, object]] = []
    for sample in samples:
        seated = sample.seated
        for name in seated:
            shares = sample.shares(name)
            told = sample.of(name)["way"].to_list()
            for way in WAYS:
                part = [s if w == way else 0.0 for s, w in zip(shares, told, strict=True)]
                found = share_interval(part, len(seated) * len(WAYS))
                if found.value:
                    rows.append(_head(sample) | {"faction": name, "way": way} | _bounds(found))
    return _frame(rows)


def ways_by_turn(samples: Sequence[Sample]) -> Figures:
    """Faction × way × turn: how many victories, as shares, and simultaneous intervals."""
    rows: list[dict[str, object]] = []
    for sample in samples:
        together = len(sample.seated) * len(WAYS) * turns_of(sample)
        games = sample.games.select("winners", "way", "turn").iter_rows()
        cells: dict[tuple[str, str, int], float] = {}
        for winners, way, turn in games:
            for name in winners:
                cell = (name, way, turn)
                cells[cell] = cells.get(cell, 0.0) + share_of(name, winners)
        games_of = {name: sample.of(name).height for name in sample.seated}
        for (name, way, turn), won in sorted(cells.items()):
            found = share_of_counts(won, games_of[name], together)
            head = _head(sample) | {"faction": name, "way": way, "turn": turn, "wins": won}
            rows.append(head | _bounds(found))
    return _frame(rows)


def turns_of(sample: Sample) -> int:
    """The last turn by the rules of these games."""
    if not sample.size:
        return 0
    edition, options = sample.games.select("edition", "options").row(0)
    return int(build(edition, options).turns)


def last_turns(samples: Sequence[Sample]) -> Figures:
    """In which turn games end."""
    rows: list[dict[str, object]] = []
    for sample in samples:
        counts = dict(sample.games["turn"].value_counts().iter_rows())
        for turn in range(1, turns_of(sample) + 1):
            found = share_of_counts(counts.get(turn, 0), sample.size, turns_of(sample))
            rows.append(_head(sample) | {"turn": turn} | _bounds(found))
    return _frame(rows)


# --- along the way -------------------------------------------------------------------------


def _by_turn(sample: Sample, column: str) -> list[tuple[int, str, float, int]]:
    """turn, faction, mean, games that came so far."""
    out = []
    for name in sample.seated:
        long = (
            sample.of(name)
            .select(pl.col(column).list.eval(pl.element().list.get(FACTION_NAMES.index(name))))
            .with_columns(turn=pl.int_ranges(1, pl.col(column).list.len() + 1))
            .explode(column, "turn")
        )
        means = long.group_by("turn").agg(
            pl.col(column).cast(pl.Float64).mean().alias("mean"), pl.len().alias("n")
        )
        out += [(turn, name, mean, n) for turn, mean, n in means.sort("turn").iter_rows()]
    return out


def over_time(samples: Sequence[Sample]) -> Figures:
    """Castles held and gold in hand at the end of each turn, over the games that came so far."""
    rows: list[dict[str, object]] = []
    for sample in samples:
        castles = _by_turn(sample, "castles_by_turn")
        gold = _by_turn(sample, "gold_by_turn")
        for (turn, name, held, n), (_, _, purse, _) in zip(castles, gold, strict=True):
            rows.append(
                _head(sample)
                | {"turn": turn, "faction": name, "castles": held, "gold": purse}
                | {"games": n}
            )
    return _frame(rows)


def gold_flows(samples: Sequence[Sample]) -> Figures:
    """Gold per game into each faction's purse and out of it, by where it came from or went."""
    rows: list[dict[str, object]] = []
    for sample in samples:
        for name in sample.seated:
            f = FACTION_NAMES.index(name)
            games = sample.of(name)
            for k, kind in enumerate(FLOWS):
                gold = games.select(
                    pl.col("gold_flows").list.get(f).list.get(k).cast(pl.Float64).mean()
                ).item()
                rows.append(
                    _head(sample)
                    | {"faction": name, "flow": kind, "gold per game": gold, "games": games.height}
                )
    return _frame(rows)


def gold_left(samples: Sequence[Sample]) -> Figures:
    """Gold that each faction has left when the game ends, and how often it has none.

    Where much is left a remedy in gold says nothing: gold did not bind.
    """
    rows: list[dict[str, object]] = []
    for sample in samples:
        for name in sample.seated:
            held = sample.of(name).select(pl.col("gold").list.get(FACTION_NAMES.index(name)))
            left = held.to_series()
            rows.append(
                _head(sample)
                | {"faction": name, "gold left": left.cast(pl.Float64).mean()}
                | {"half have at most": left.cast(pl.Float64).median()}
                | {"nothing left": (left == 0).mean(), "games": len(left)}
            )
    return _frame(rows)


def seats(samples: Sequence[Sample]) -> Figures:
    """Victories by place in the player order, over all factions; intervals hold together."""
    rows: list[dict[str, object]] = []
    for sample in samples:
        count = sample.players
        shares: list[list[float]] = [[] for _ in range(count)]
        for order, winners in sample.games.select("factions", "winners").iter_rows():
            for place, name in enumerate(order):
                shares[place].append(share_of(name, winners))
        for place, values in enumerate(shares, 1):
            rows.append(_head(sample) | {"place": place} | _bounds(share_interval(values, count)))
    return _frame(rows)


def places(samples: Sequence[Sample]) -> Figures:
    """Battles and units killed by dragons per game in each territory."""
    rows: list[dict[str, object]] = []
    columns = {"battles": "battles_at", "dragon": "dragon_kills_at", "red dragon": "red_kills_at"}
    for sample in samples:
        means = {
            name: [
                sample.games.select(pl.col(column).list.get(t).cast(pl.Float64).mean()).item()
                for t in range(TERRITORIES)
            ]
            for name, column in columns.items()
        }
        for t in range(TERRITORIES):
            found = {
                "battles per game": means["battles"][t],
                "killed by wild dragons per game": means["dragon"][t],
                "killed by the Red Dragon per game": means["red dragon"][t],
            }
            rows.append(_head(sample) | {"territory": NAMES[t]} | found | {"games": sample.size})
    return _frame(rows)


MEASURES: Final = ("turn", "battles", "treacheries", "alliances", "contracts", "decisions")


def overview(samples: Sequence[Sample]) -> Figures:
    """How long and how fierce: means per game."""
    rows: list[dict[str, object]] = []
    for sample in samples:
        means = {name: sample.games[name].cast(pl.Float64).mean() for name in MEASURES}
        shared = sample.games.select((pl.col("winners").list.len() > 1).mean()).item()
        rows.append(_head(sample) | {"games": sample.size} | means | {"shared victories": shared})
    return _frame(rows)


# --- options beside the base ---------------------------------------------------------------


def paired(base: Sample, other: Sample, faction: str, together: int) -> Interval:
    """How much more a faction wins with the option than without it, on the same deals."""
    before, after = base.by_seed(faction), other.by_seed(faction)
    changes = [after[seed] - before[seed] for seed in sorted(before.keys() & after.keys())]
    return difference_interval(changes, together)


def same_games(base: Sample, other: Sample) -> float:
    """The part of the deals that went exactly alike with and without the option."""
    columns = ["seed", "winners", "way", "turn", "decisions", "gold", "units"]
    both = base.games.select(columns).join(other.games.select(columns), on="seed", suffix=" then")
    alike = [pl.col(name) == pl.col(f"{name} then") for name in columns[1:]]
    found = both.select(pl.all_horizontal(alike).mean()).item()
    return float(found or 0.0)


def same_winners(base: Sample, other: Sample) -> float:
    """The part of the deals that the same players won with and without the option."""
    columns = ["seed", "winners"]
    both = base.games.select(columns).join(other.games.select(columns), on="seed", suffix=" then")
    alike = pl.col("winners").list.sort() == pl.col("winners then").list.sort()
    return float(both.select(alike.mean()).item() or 0.0)


def is_planned(option: str, faction: str) -> bool:
    """Is this what the option is for? The book aims each of G1-G4 at one faction."""
    return REMEDY.get(faction) == option


def family(others: Sequence[Sample], option: str, faction: str) -> int:
    """How many comparisons are told together with this one.

    The rulebook asks four questions beforehand (does each remedy help against its faction?), and
    these are told together; everything else is a search among all options and factions.
    """
    everything = [(other.variant, name) for other in others for name in FACTION_NAMES]
    searched = sum(not is_planned(*one) for one in everything)
    return len(REMEDY) if is_planned(option, faction) else searched


def change(base: Sample, others: Sequence[Sample], other: Sample, faction: str) -> Interval:
    """What an option does to a faction's share, with the bounds its family of questions asks for."""
    return paired(base, other, faction, family(others, other.variant, faction))


def effects(base: Sample, others: Sequence[Sample]) -> Figures:
    """Paired differences of every option and faction, each told together with its family."""
    rows: list[dict[str, object]] = []
    for other in others:
        alike, winners = same_games(base, other), same_winners(base, other)
        for name in base.seated:
            found = change(base, others, other, name)
            head = _head(other) | {"faction": name, "difference": found.value}
            bounds = {"low": found.low, "high": found.high, "deals": found.deals}
            family_of = {"told together": family(others, other.variant, name)}
            same = {"unchanged games": alike, "unchanged winners": winners}
            rows.append(head | bounds | family_of | same)
    return _frame(rows)


def remedies(base: Sample, others: Sequence[Sample]) -> Figures:
    """G1-G4 on the faction each is meant for: its share before and after on the same deals."""
    rows: list[dict[str, object]] = []
    for faction, option in REMEDY.items():
        for other in others:
            if other.variant == option:
                found = change(base, others, other, faction)
                before, after = base.by_seed(faction), other.by_seed(faction)
                both = before.keys() & after.keys()
                means = [
                    sum(book[seed] for seed in both) / max(1, len(both)) for book in (before, after)
                ]
                rows.append(
                    _head(other)
                    | {"faction": faction, "share before": means[0], "share after": means[1]}
                    | {"difference": found.value, "low": found.low, "high": found.high}
                    | {"deals": found.deals, "told together": len(REMEDY)}
                )
    return _frame(rows)
