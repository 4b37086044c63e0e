"""Contracts on and off, two, three and four players: what the table changes, side by side."""

from collections.abc import Sequence

from dragondune.lab.figures import tables
from dragondune.lab.figures.intervals import FEW, Interval
from dragondune.lab.report import sentences
from dragondune.lab.report.briefs import Brief
from dragondune.lab.study.findings import Finding
from dragondune.lab.study.seating import USUAL, Table
from dragondune.model.factions import FACTION_NAMES


def usual_table(findings: Sequence[Finding]) -> Table:
    """The table that strengths are compared at: the usual one, or the first there is."""
    there = [one.table for one in findings]
    return USUAL if USUAL in there else there[0]


def by_table(findings: Sequence[Finding]) -> Brief | None:
    """Each faction's share at every kind of table; None where there is but one."""
    if len({one.table for one in findings}) < 2:
        return None
    rows = [_line(findings, one) for one in findings]
    return Brief(
        "tables",
        "What do contracts and fewer players change?",
        "Share of the victories of the games that a faction plays, with simultaneous 95 % intervals; in "
        "an even game of two each wins 50 %, of three 33.3 %, of four 25 %. With contracts the second "
        "line is the change beside the same deals without them.",
        ("edition", "bots", "games", *(name.capitalize() for name in FACTION_NAMES)),
        tuple(rows),
    )


def _line(findings: Sequence[Finding], one: Finding) -> tuple[str, ...]:
    shares = tables.win_shares(one.base)
    silent = _without_contracts(findings, one)
    cells = []
    for name in FACTION_NAMES:
        told = _share(shares[name])
        cells.append(told if silent is None else f"{told}\n{_change(silent, one, name)}")
    return (one.edition, one.bots, f"{one.base.size:,}", *cells)


def _share(found: Interval) -> str:
    return f"{found.value * 100:.1f} % ({found.low * 100:.1f} to {found.high * 100:.1f})"


def _without_contracts(findings: Sequence[Finding], one: Finding) -> Finding | None:
    """The same bots and number of players at a table without contracts."""
    if not one.table.contracts:
        return None
    table = Table(one.table.players)
    kind = one.bots.partition(",")[0]
    wanted = (one.edition, table.label(kind))
    return next((f for f in findings if (f.edition, f.bots) == wanted), None)


def _change(silent: Finding, one: Finding, faction: str) -> str:
    found = tables.paired(silent.base, one.base, faction, len(FACTION_NAMES))
    if found.deals < FEW:
        return f"{found.deals} deals: too few"
    low, high = sentences.points(found.low), sentences.points(found.high)
    return f"{sentences.points(found.value)} ({low} to {high})"
