"""The report of a search: balance against the number of changes, and the best on fresh deals."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import polars as pl

from dragondune.lab.figures import tables
from dragondune.lab.figures.imbalance import Imbalance, imbalance_of
from dragondune.lab.figures.intervals import Interval
from dragondune.lab.figures.tables import Sample
from dragondune.lab.problems import LabError
from dragondune.lab.report import sentences, variation_charts
from dragondune.lab.report.briefs import Brief
from dragondune.lab.report.pictures import Picture, safe
from dragondune.lab.study.balance import BASE
from dragondune.lab.study.findings import Finding
from dragondune.lab.study.search import (
    CONFIRMED,
    FRESH,
    Quest,
    Record,
    played,
    quest_of,
    record_of,
)
from dragondune.model.factions import FACTION_NAMES

AS_IT_IS: Final = "the book as it is"
Row = dict[str, object]


class Found:
    """What a search has found so far."""

    def __init__(self, root: Path) -> None:
        self.root, self.quest = root, quest_of(root)
        self.record: Record = record_of(root, self.quest)
        self.best = self.record.front()
        if not self.record.known:
            raise LabError(f"No set of changes has been judged yet in {root}.")
        self.fresh = {
            (variant, judge.bots): sample
            for variant in self.best
            for judge in self.quest.judges
            if (sample := self._confirmed(judge.bots, variant)) is not None
        }

    def _confirmed(self, bots: str, variant: str) -> Sample | None:
        return played(self.root / CONFIRMED, self.quest.edition, bots, variant)

    def findings(self) -> list[Finding]:
        """The book and the best sets beside it, on fresh deals where these have been played."""
        found = []
        for judge in self.quest.judges:
            of = [self._sample(judge.bots, variant) for variant in (BASE, *self.best)]
            samples = {one.variant: one for one in of if one is not None}
            if BASE in samples:
                base = samples.pop(BASE)
                seed = self.quest.seed + (FRESH if (BASE, judge.bots) in self.fresh else 0)
                setting = self.quest.setting(judge.bots, BASE, seed)
                found.append(
                    Finding(self.quest.edition, judge.bots, base, tuple(samples.values()), setting)
                )
        if not found:
            raise LabError(f"The book itself has not been judged yet in {self.root}.")
        return found

    def _sample(self, bots: str, variant: str) -> Sample | None:
        fresh = self.fresh.get((variant, bots))
        return fresh or played(self.root, self.quest.edition, bots, variant)

    def table(self) -> pl.DataFrame:
        """Every set that was judged, at every strength."""
        rows: list[Row] = []
        for variant, judged in self.record.known.items():
            for bots, one in judged.items():
                rows.append(self._row(variant, bots, one, "search"))
        for (variant, bots), sample in self.fresh.items():
            rows.append(self._row(variant, bots, imbalance_of(sample), "fresh deals"))
        return pl.DataFrame(rows, infer_schema_length=None)

    def _row(self, variant: str, bots: str, one: Imbalance, deals: str) -> Row:
        return {
            "edition": self.quest.edition,
            "bots": bots,
            "changes": told(variant),
            "cost": self.quest.cost(variant),
            "deals": deals,
            "imbalance": one.value,
            "low": one.low,
            "high": one.high,
            "farthest": one.worst,
            "games": one.games,
        }


def told(variant: str) -> str:
    """A set of changes in words."""
    return variant.replace(",", ", ") or AS_IT_IS


def pareto(found: Found) -> Picture:
    """Balance against the number of changes."""
    rows: list[Row] = []
    for variant, judged in found.record.known.items():
        worst = max(judged.values(), key=lambda one: one.value)
        kind = "judged to the end" if found.record.is_whole(variant) else "left the race"
        kind = "the best so far" if variant in found.best else kind
        rows.append(_point(found.quest, variant, worst, kind))
    for variant in found.best:
        fresh = [imbalance_of(s) for (name, _), s in found.fresh.items() if name == variant]
        if fresh:
            worst = max(fresh, key=lambda one: one.value)
            rows.append(_point(found.quest, variant, worst, "the best, on fresh deals"))
    title = "Balance against the number of changes"
    caption = (
        "Each dot is a set of changes: how many there are, and how far the shares stay from a quarter "
        "among those bots where it is worst (root mean square, less what chance adds). The search "
        "picks the luckiest of many, so only fresh deals say how good the best really are."
    )
    return Picture("pareto", title, caption, variation_charts.pareto(title, rows), "half")


def across(found: Found) -> list[Picture]:
    """Whether what evens the game out among some bots does so among others, a picture for each pair."""
    made = []
    for pair in combinations((judge.bots for judge in found.quest.judges), 2):
        rows: list[Row] = [
            {"changes": told(variant), "cost": found.quest.cost(variant)}
            | {
                axis: round(judged[bots].value * 100, 2)
                for axis, bots in zip("xy", pair, strict=True)
            }
            for variant, judged in found.record.known.items()
            if all(bots in judged for bots in pair)
        ]
        if rows:
            named = sentences.listed(sentences.plural(bots) for bots in pair)
            title = f"Even among {named}?"
            caption = (
                "Each dot is a set of changes that both have judged: to the left it evens the game out "
                "among the ones, and at the bottom among the others."
            )
            chart = variation_charts.across(title, rows, (pair[0], pair[1]))
            made.append(Picture(f"across-{safe('-'.join(pair))}", title, caption, chart, "half"))
    return made


def _point(quest: Quest, variant: str, one: Imbalance, kind: str) -> Row:
    return {
        "cost": quest.cost(variant),
        "imbalance": one.value,
        "worst": f"{one.worst * 100:.1f} points at the farthest faction",
        "changes": told(variant),
        "kind": kind,
        "games": one.games,
    }


def proposals(found: Found) -> Brief:
    """The best for each number of changes, with every faction's share."""
    rows = []
    for variant in found.best:
        for judge in found.quest.judges:
            sample = found.fresh.get((variant, judge.bots)) or played(
                found.root, found.quest.edition, judge.bots, variant
            )
            if sample is not None:
                rows.append(_proposal(found, variant, sample))
    return Brief(
        "proposals",
        "Which changes even the game out?",
        "The best set found for each number of changes. Shares of the victories with simultaneous "
        "95 % intervals; a quarter is even.",
        ("cost", "changes", "bots", "deals", *(n.capitalize() for n in FACTION_NAMES), "verdict"),
        tuple(rows),
        tuple(_notes(found)),
    )


def _proposal(found: Found, variant: str, sample: Sample) -> tuple[str, ...]:
    shares = tables.win_shares(sample)
    fresh = (variant, sample.bots) in found.fresh
    cells = [
        f"{one.value * 100:.1f} %\n({one.low * 100:.1f} to {one.high * 100:.1f})"
        for one in shares.values()
    ]
    return (
        *(f"{found.quest.cost(variant):g}", told(variant), sample.bots),
        f"{sample.size:,} {'fresh' if fresh else 'of the search'}",
        *cells,
        judged(list(shares.values())),
    )


def judged(shares: Sequence[Interval]) -> str:
    """Are all four a quarter, as near as matters?"""
    outcomes = [sentences.verdict(one) for one in shares]
    if all(one == sentences.FAIR_ENOUGH for one in outcomes):
        return "all even"
    if sentences.TOO_STRONG in outcomes or sentences.TOO_WEAK in outcomes:
        return "not even"
    near = max(abs(one.value - sentences.FAIR) for one in shares)
    return f"cannot be told; {near * 100:.1f} points off at most"


def _notes(found: Found) -> list[str]:
    whole = sum(found.record.is_whole(one) for one in found.record.known)
    games = sum(one.games for judged in found.record.known.values() for one in judged.values())
    return [
        f"{len(found.record.known):,} sets of changes were judged, {whole:,} of them to the end of "
        f"the race, in {games:,} games."
    ]
