"""The answers in short: a few tables of words that open a report, whatever it is written in."""

from collections.abc import Sequence

from dragondune.editions.options import OPTIONS
from dragondune.lab.figures import tables
from dragondune.lab.figures.intervals import FEW
from dragondune.lab.report import sentences
from dragondune.lab.report.briefs import Brief
from dragondune.lab.report.seatings import by_table
from dragondune.lab.report.strengths import by_strength
from dragondune.lab.report.variations import worth_brief
from dragondune.lab.study.findings import Finding
from dragondune.model.factions import FACTION_NAMES


def briefs(findings: Sequence[Finding], answered: bool) -> tuple[Brief, ...]:
    """What a reader wants to know first."""
    of_four = [one for one in findings if one.base.players == len(FACTION_NAMES)]
    found = [verdicts(of_four)] if answered and of_four else []
    better = by_strength(findings) if answered else None
    seated = by_table(findings)
    found += [one for one in (better, seated) if one is not None]
    if any(one.others for one in findings):
        found.append(remedies(findings))
    worth = worth_brief(findings)
    return (*found, *([worth] if worth else []), ways(findings), purses(findings))


def verdicts(findings: Sequence[Finding]) -> Brief:
    """The rulebook's own questions in one table."""
    rows = []
    for one in findings:
        cells = [
            f"{found.value * 100:.1f} % ({found.low * 100:.1f} to {found.high * 100:.1f}):\n"
            f"{sentences.verdict(found)}"
            for found in tables.win_shares(one.base).values()
        ]
        rows.append((one.edition, one.bots, f"{one.base.size:,}", *cells))
    return Brief(
        "strong",
        "Is a faction too strong?",
        "Share of the victories; a quarter is even. All four intervals of a line hold at once.",
        ("edition", "bots", "games", *(name.capitalize() for name in FACTION_NAMES)),
        tuple(rows),
    )


def remedies(findings: Sequence[Finding]) -> Brief:
    """What G1-G4 do to the faction each is meant for."""
    played = [one for one in findings if one.others]
    rows = [
        (one.edition, one.bots, *(_remedy(one, faction) for faction in tables.REMEDY))
        for one in played
    ]
    heads = [
        f"{OPTIONS[option].rule} on the {faction.capitalize()}"
        for faction, option in tables.REMEDY.items()
    ]
    return Brief(
        "remedies",
        "Does the book's remedy help?",
        "Change of that faction's share in points on the same deals. The rulebook aims each remedy "
        "at one faction: the four 95 % intervals of a line hold at once.",
        ("edition", "bots", *heads),
        tuple(rows),
        tuple(_few(played)),
    )


def _remedy(finding: Finding, faction: str) -> str:
    change = sentences.remedy_change(finding, faction)
    if change is None:
        option = OPTIONS[tables.REMEDY[faction]]
        return "does not apply" if finding.rules[0] in option.nonsense else "not played"
    if sentences.changes_nothing(finding, tables.REMEDY[faction]):
        return "changes nothing"
    if change.deals < FEW:
        return f"{change.deals} deals: too few"
    bounds = f"({sentences.points(change.low)} to {sentences.points(change.high)})"
    return f"{sentences.points(change.value)} {bounds},\n{change.deals:,} deals"


def _few(played: Sequence[Finding]) -> list[str]:
    """Where the remedies were hardly tried, in words."""
    lines = []
    for bots in dict.fromkeys(one.bots for one in played):
        tried = [one for one in played if one.bots == bots]
        changes = [
            sentences.remedy_change(one, faction) for one in tried for faction in tables.REMEDY
        ]
        found = [change for change in changes if change is not None]
        low = min((change.deals for change in found), default=FEW)
        high = max((change.deals for change in found), default=FEW)
        deals = f"{low} to {high}" if low < high else f"{low}"
        head = (
            f"{sentences.among(bots).capitalize()} the remedies were played on {deals} deals each"
        )
        widest = max((change.high - change.value for change in found), default=0.0)
        if low < FEW:
            where = " where the table says so" if high >= FEW else ""
            lines.append(
                f"{head}, and fewer than {FEW} say nothing: whether they help at this strength is "
                f"not known{where}."
            )
        elif widest > sentences.MUCH:
            lines.append(
                f"{head}: too few to tell effects from chance that are smaller than up to "
                f"{widest * 100:.0f} points."
            )
    return lines


def ways(findings: Sequence[Finding]) -> Brief:
    """How games end: parts of all games."""
    parts = [sentences.way_parts(one.base) for one in findings]
    shown = [way for way in tables.WAYS if any(way in part for part in parts)]
    rows = []
    for one, part in zip(findings, parts, strict=True):
        cells = [sentences.percent(part[way]) if way in part else "–" for way in shown]
        last = sentences.percent(sentences.last_turn_part(one.base))
        rows.append((one.edition, one.bots, f"{one.base.size:,}", *cells, last))
    caution = (sentences.DEFAULT_CAUTION,) if sentences.DEFAULT in shown else ()
    return Brief(
        "how",
        "How do they win?",
        "Parts of all games.",
        (
            "edition",
            "bots",
            "games",
            *(sentences.WAY_WORDS.get(way, way) for way in shown),
            "reach the last turn",
        ),
        tuple(rows),
        caution,
    )


def purses(findings: Sequence[Finding]) -> Brief:
    """Gold left unspent at the end."""
    seated = [name for name in FACTION_NAMES if any(name in one.base.seated for one in findings)]
    rows = []
    for one in findings:
        left = tables.gold_left([one.base])
        told = {
            name: f"{gold:.1f}" + (f"\n{sentences.percent(none)} have none" if none else "")
            for name, gold, none in left.select("faction", "gold left", "nothing left").iter_rows()
        }
        cells = [told.get(name, "–") for name in seated]
        rows.append((one.edition, one.bots, f"{one.base.size:,}", *cells))
    return Brief(
        "purses",
        "Does gold bind?",
        "Gold left unspent when the game ends, the mean, and how often nothing is left. A change of a "
        "faction's gold says little where much is left over.",
        ("edition", "bots", "games", *(name.capitalize() for name in seated)),
        tuple(rows),
    )
