"""What a sweep and the worth of powers look like: their tables, pictures and sentences."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import polars as pl

from dragondune.lab.figures import variations
from dragondune.lab.figures.intervals import FEW
from dragondune.lab.report import sentences, variation_charts
from dragondune.lab.report.briefs import Brief
from dragondune.lab.report.pictures import Picture, safe
from dragondune.lab.study.findings import Finding, Sweep
from dragondune.lab.study.grid import Factor
from dragondune.lab.study.worth import Item, items
from dragondune.model.factions import FACTION_NAMES

MOST_SHOWN: Final = 12  # of the worths told in the table that opens a report


# --- sweeps --------------------------------------------------------------------------------


def points(finding: Finding, sweep: Sweep) -> pl.DataFrame:
    """The figures of a sweep."""
    names = [factor.name for factor in sweep.factors]
    at = {
        sample.variant: tuple(factor.value_in(sample.variant) for factor in sweep.factors)
        for sample in (finding.base, *sweep.samples)
    }
    return variations.swept(finding.base, sweep.samples, names, at)


def sweep_tables(findings: Sequence[Finding]) -> list[pl.DataFrame]:
    """Of all sweeps."""
    return [points(one, sweep) for one in findings for sweep in one.sweeps]


def sweep_pictures(finding: Finding) -> list[Picture]:
    """A curve for each thing that was varied, and a map for each pair, the rest as in the book."""
    found: list[Picture] = []
    for number, sweep in enumerate(finding.sweeps, 1):
        rows = _with_values(points(finding, sweep), sweep.factors)
        stem = f"{finding.edition}-{safe(finding.bots)}-sweep{number}"
        for factor in sweep.factors:
            found.append(_curve(stem, finding, sweep.factors, factor, rows))
        for pair in combinations(sweep.factors, 2):
            found += _maps(stem, finding, sweep.factors, pair, rows)
    return found


def _with_values(table: pl.DataFrame, factors: Sequence[Factor]) -> list[dict[str, object]]:
    return [
        row | {factor.name: factor.value_in(str(row["option"])) for factor in factors}
        for row in table.to_dicts()
    ]


def _at_book(
    rows: Sequence[dict[str, object]], factors: Sequence[Factor], free: Sequence[Factor]
) -> list[dict[str, object]]:
    """Where all that is not looked at is as in the book."""
    fixed = [factor for factor in factors if factor not in free]
    return [row for row in rows if all(row[factor.name] == factor.book for factor in fixed)]


def _rest(factors: Sequence[Factor], free: Sequence[Factor]) -> str:
    fixed = [f"{one.name} {one.book}" for one in factors if one not in free]
    return f" The rest as in the book: {', '.join(fixed)}." if fixed else ""


def _curve(
    stem: str,
    finding: Finding,
    factors: Sequence[Factor],
    factor: Factor,
    rows: Sequence[dict[str, object]],
) -> Picture:
    title = f"{finding.edition}: {factor.name}, {sentences.among(finding.bots)}"
    caption = (
        "Share of the victories, all 95 % intervals of the sweep at once; broken line: a quarter; "
        f"the book says {factor.book}.{_rest(factors, [factor])}"
    )
    chart = variation_charts.curve(title, _at_book(rows, factors, [factor]), factor)
    head = f"As {factor.name} varies, {sentences.among(finding.bots)}"
    return Picture(f"{stem}-{safe(factor.name)}", head, caption, chart, "half", finding.bots)


def _maps(
    stem: str,
    finding: Finding,
    factors: Sequence[Factor],
    pair: tuple[Factor, Factor],
    rows: Sequence[dict[str, object]],
) -> list[Picture]:
    shown = _at_book(rows, factors, pair)
    among = sentences.among(finding.bots)
    named = f"{pair[0].name} and {pair[1].name}"
    name = f"{stem}-{safe(pair[0].name)}-{safe(pair[1].name)}"
    rest = _rest(factors, pair)
    return [
        Picture(
            f"{name}-shares",
            f"{named}, {among}",
            f"Share of the victories in percent: red above a quarter, blue below.{rest}",
            variation_charts.share_maps(f"{finding.edition}: {named}, {among}", shown, pair),
            "half",
            finding.bots,
        ),
        Picture(
            f"{name}-imbalance",
            f"Imbalance by {named}, {among}",
            "How far the shares are from a quarter, in points (root mean square, less what chance "
            f"adds).{rest}",
            variation_charts.imbalance_map(
                f"{finding.edition}: imbalance by {named}, {among}", shown, pair
            ),
            "half",
            finding.bots,
        ),
    ]


# --- worth ---------------------------------------------------------------------------------


def worth_rows(finding: Finding) -> list[dict[str, object]]:
    """Each thing and faction: what it is worth to that faction."""
    known = {item.variant: item for item in items(finding.rules)}
    added = [variant for variant, item in known.items() if item.adds]
    rows: list[dict[str, object]] = []
    for faction in finding.base.seated:
        for variant, found, same in variations.worth(finding.base, finding.lacking, added, faction):
            item = known[variant]
            rows.append(
                {"edition": finding.edition, "bots": finding.bots, "option": variant}
                | {"thing": item.title, "kind": item.kind, "owner": item.owner}
                | {"faction": faction, "worth": found.value, "low": found.low}
                | {"high": found.high, "deals": found.deals}
                | {"told together": len(finding.lacking) * len(finding.base.seated)}
                | {"unchanged winners": same}
            )
    order = {variant: at for at, variant in enumerate(known)}
    return sorted(rows, key=lambda row: order[str(row["option"])])


def worth_table(findings: Sequence[Finding]) -> pl.DataFrame | None:
    """All worths; None where none was measured."""
    rows = [row for one in findings if one.lacking for row in worth_rows(one)]
    return pl.DataFrame(rows, infer_schema_length=None) if rows else None


def worth_pictures(finding: Finding) -> list[Picture]:
    """One picture of everything that was taken away."""
    if not finding.lacking or finding.lacking[0].size < FEW:
        return []
    among = sentences.among(finding.bots)
    caption = (
        "Points of the share of victories that each thing is worth: large and with its interval for "
        "whoever it belongs to, small for the others. All 95 % intervals hold at once; full: more "
        "than chance. What belongs to nobody alone is shown for all four."
    )
    title = f"{finding.edition}: what powers are worth, {among}"
    chart = variation_charts.worth(title, worth_rows(finding))
    name = f"{finding.edition}-{safe(finding.bots)}-worth"
    head = f"What powers are worth, {among}"
    return [Picture(name, head, caption, chart, "whole", finding.bots)]


def worth_brief(findings: Sequence[Finding]) -> Brief | None:
    """What is worth most to its owner, and what is worth nothing to anybody."""
    measured = [one for one in findings if one.lacking and one.lacking[0].size >= FEW]
    if not measured:
        return None
    rows, notes = [], []
    for one in measured:
        known = {item.variant: item for item in items(one.rules)}
        own = [row for row in worth_rows(one) if row["owner"] in ("", row["faction"])]
        sure = [row for row in own if _number(row["low"]) > 0 or _number(row["high"]) < 0]
        sure.sort(key=lambda row: -abs(_number(row["worth"])))
        rows += [_worth_line(one, known[str(row["option"])], row) for row in sure[:MOST_SHOWN]]
        notes += _idle_note(one, known)
    return Brief(
        "worth",
        "What is each power worth?",
        "Points of the share of victories that its owner would lose without it (an option: would win "
        "by it), on the same deals; a minus sign means that it does harm. Those that stand out from "
        "chance, the largest first; all intervals of an edition and its bots hold at once.",
        ("edition", "bots", "what", "kind", "to", "worth"),
        tuple(rows),
        tuple(notes),
    )


def _number(value: object) -> float:
    return float(str(value))


def _worth_line(finding: Finding, item: Item, row: dict[str, object]) -> tuple[str, ...]:
    value, low, high = (sentences.points(_number(row[key])) for key in ("worth", "low", "high"))
    whose = str(row["faction"]).capitalize()
    return (
        *(finding.edition, finding.bots, item.title, item.kind, whose),
        f"{value} ({low} to {high})",
    )


def _idle_note(finding: Finding, known: dict[str, Item]) -> list[str]:
    """What never changed a winner."""
    idle = sorted(
        {
            f"{known[str(row['option'])].title}{_whose(str(row['owner']))}"
            for row in worth_rows(finding)
            if row["unchanged winners"] == 1.0
        }
    )
    if not idle:
        return []
    deals = finding.lacking[0].size
    return [
        f"{finding.edition}, {sentences.among(finding.bots)}: never changed a winner in {deals:,} "
        f"deals: {sentences.listed(idle)}. These bots make no use of it that matters."
    ]


def _whose(owner: str) -> str:
    return f" ({owner.capitalize()})" if owner in FACTION_NAMES else ""
