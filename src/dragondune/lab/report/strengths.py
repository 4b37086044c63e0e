"""By strength of play: how each faction's share changes as better bots play."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from dragondune.lab.figures import tables
from dragondune.lab.figures.intervals import FEW, Interval
from dragondune.lab.report import charts, sentences
from dragondune.lab.report.briefs import Brief
from dragondune.lab.report.pictures import Picture
from dragondune.lab.report.seatings import usual_table
from dragondune.lab.study.findings import Finding
from dragondune.model.factions import FACTION_NAMES

# Weakest first, as measured (docs/opponents.md); behind a colon stands how long one thinks.
ORDER: Final = (
    *("random", "beginner", "casual", "steward", "skilled", "warlord", "network"),
    *("expert", "champion"),
)
FROM: Final = "steward"  # random play says nothing about good play


def is_known(bots: str) -> bool:
    """Is it one bot in all seats whose strength has a place in the order?"""
    return _kind(bots) in ORDER


def _kind(bots: str) -> str:
    """The bot without its table and without how long it thinks."""
    return bots.partition(",")[0].partition(":")[0]


def place(bots: str) -> int:
    """How far up in the order a bot stands."""
    return ORDER.index(_kind(bots))


def weakest_first(findings: Sequence[Finding]) -> list[Finding]:
    """Edition by edition, the bots of each in the order of their strength."""
    editions = list(dict.fromkeys(one.edition for one in findings))
    return sorted(
        findings,
        key=lambda one: (
            editions.index(one.edition),
            place(one.bots) if is_known(one.bots) else len(ORDER),
        ),
    )


def compared(findings: Sequence[Finding]) -> list[Finding]:
    """Those whose strengths can be put beside each other, of editions that several have played."""
    table = usual_table(findings)
    known = [one for one in findings if is_known(one.bots) and one.table == table]
    known = [one for one in known if one.base.players == len(FACTION_NAMES)]
    played = Counter(one.edition for one in known)
    return [one for one in known if played[one.edition] > 1]


def _names(known: Sequence[Finding]) -> list[str]:
    return sorted(dict.fromkeys(one.bots for one in known), key=place)


def picture(findings: Sequence[Finding]) -> list[Picture]:
    """The same as curves, a field for each edition."""
    known = compared(findings)
    if not known:
        return []
    names = _names(known)
    among = sentences.listed(map(sentences.plural, names))
    title = "Win shares as play gets better"
    caption = (
        "Share of the victories where four bots of one kind play, the weakest kind to the left, with "
        "simultaneous 95 % intervals; broken line: an even game."
    )
    wins = tables.wins([one.base for one in known])
    chart = charts.strengths(wins, f"{title}: {among}", names)
    return [Picture("glance-strength", title, caption, chart, "whole")]


def by_strength(findings: Sequence[Finding]) -> Brief | None:
    """Each faction's share from the weakest to the strongest; None where one strength played."""
    known = compared(findings)
    if not known:
        return None
    names = _names(known)
    rows = []
    for edition in dict.fromkeys(one.edition for one in known):
        shares = {one.bots: tables.win_shares(one.base) for one in known if one.edition == edition}
        for faction in FACTION_NAMES:
            found = {bots: shares[bots][faction] for bots in names if bots in shares}
            cells = [_cell(found[bots]) if bots in found else "–" for bots in names]
            rows.append((edition, faction.capitalize(), *cells, direction(found)))
    return Brief(
        "strength",
        "What changes as play gets better?",
        "Share of the victories where four bots of one kind play, the weakest kind first. The last "
        f"column compares {sentences.plural(FROM)}, or the weakest there is, with the strongest that "
        f"has {FEW} games or more.",
        ("edition", "faction", *names, "direction"),
        tuple(rows),
    )


def _cell(found: Interval) -> str:
    bounds = f"{found.low * 100:.0f} to {found.high * 100:.0f}"
    return f"{found.value * 100:.1f} % ({bounds})\nof {found.deals:,}"


def direction(found: dict[str, Interval]) -> str:
    """Where a faction's share goes, the weakest first, if that can be told from chance."""
    enough = [bots for bots, one in found.items() if one.deals >= FEW]
    better = [bots for bots in enough if place(bots) >= ORDER.index(FROM)] or enough
    if len(better) < 2:
        return "too few games"
    change = difference(found[better[0]], found[better[-1]])
    bounds = f"{sentences.points(change.low)} to {sentences.points(change.high)}"
    told = f"{sentences.points(change.value)} ({bounds})"
    if change.above(0):
        return f"rises: {told}"
    return f"falls: {told}" if change.below(0) else f"cannot be told: {told}"


def difference(one: Interval, other: Interval) -> Interval:
    """By how much another share is higher: Newcombe's interval, out of those of the two."""
    value = other.value - one.value
    low = value - math.hypot(other.value - other.low, one.high - one.value)
    high = value + math.hypot(other.high - other.value, one.value - one.low)
    return Interval(value, low, high, min(one.deals, other.deals))
