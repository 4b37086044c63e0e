"""What the figures allow to be said, in sentences, and what they do not."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from dragondune.bots.arena.registry import BOT_NAMES
from dragondune.editions.build import build
from dragondune.editions.options import OPTIONS
from dragondune.lab.figures import tables
from dragondune.lab.figures.intervals import FEW, Interval
from dragondune.lab.figures.tables import (
    FACTIONS,
    REMEDY,
    Sample,
    same_games,
    same_winners,
    win_shares,
)
from dragondune.lab.study.findings import Finding
from dragondune.lab.study.grid import varied
from dragondune.model.factions import FACTION_NAMES

FAIR: Final = 1 / FACTIONS
LITTLE: Final = 0.03  # points of a share that nobody would notice at a table
MUCH: Final = 0.10

TOO_STRONG: Final = "too strong"
TOO_WEAK: Final = "too weak"
FAIR_ENOUGH: Final = "about even"
UNKNOWN: Final = "cannot be told"
WITH: Final = " with "  # between bots and the options of a study of its own
DEFAULT: Final = "default"
# What a way of winning is called where its bare name would puzzle.
WAY_WORDS: Final = {DEFAULT: "default: time runs out"}


def percent(value: float, sign: bool = False) -> str:
    """0.253 as ``25.3 %``."""
    return f"{value * 100:{'+' if sign else ''}.1f} %"


def points(value: float) -> str:
    """A difference of shares: ``+2.5``."""
    return f"{value * 100:+.1f}".replace("-", "−")


def _bare(value: float) -> str:
    """A difference whose direction the sentence tells."""
    return f"{value * 100:.1f}".replace("-", "−")


def plural(bots: str) -> str:
    """``stewards``, ``warlord:8 (3 players)``, ``random bots and stewards with oracles``."""
    kinds, sep, options = bots.partition(WITH)
    kinds, comma, table = kinds.partition(", ")
    named = [_many(kind) for kind in kinds.split(" and ")]
    return " and ".join(named) + (f" ({table})" if comma else "") + sep + options


def _many(kind: str) -> str:
    if kind == "random":
        return "random bots"
    return f"{kind}s" if kind in BOT_NAMES else kind


def among(bots: str) -> str:
    """``among stewards``, ``among warlord:8``."""
    return f"among {plural(bots)}"


def listed(names: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


# --- is a faction too strong? --------------------------------------------------------------


def verdict(found: Interval) -> str:
    """Is a faction too strong? Only a whole interval away from a quarter, and by enough, counts;
    and only a whole interval near a quarter makes it even.
    """
    if found.deals < FEW:
        return UNKNOWN
    if found.above(FAIR) and found.value - FAIR >= LITTLE:
        return TOO_STRONG
    if found.below(FAIR) and FAIR - found.value >= LITTLE:
        return TOO_WEAK
    near = found.low >= FAIR - LITTLE and found.high <= FAIR + LITTLE
    return FAIR_ENOUGH if near else UNKNOWN


def strength_sentence(faction: str, found: Interval, bots: str) -> str:
    """One faction at one strength of bots."""
    told = f"{percent(found.value)} ({percent(found.low)} to {percent(found.high)})"
    head = f"{_upper(among(bots))} the {faction.capitalize()} win {told} of the games"
    far = "far " if abs(found.value - FAIR) >= MUCH else ""
    outcome = verdict(found)
    if outcome == TOO_STRONG:
        return f"{head}: {far}more than their quarter."
    if outcome == TOO_WEAK:
        return f"{head}: {far}less than their quarter."
    if outcome == FAIR_ENOUGH:
        return f"{head}: a quarter, as near as matters."
    games = f"{found.deals:,} games are too few to tell"
    if found.deals >= FEW and (found.above(FAIR) or found.below(FAIR)):
        side = "more" if found.above(FAIR) else "less"
        return f"{head}: {side} than their quarter, but {games} whether by enough to matter."
    return f"{head}: {games} this from a quarter."


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def headline(faction: str, outcomes: Mapping[str, str]) -> str:
    """Yes, no, or that it hangs on who plays; a verdict for each strength of bots."""
    name = faction.capitalize()
    known = {bots: outcome for bots, outcome in outcomes.items() if outcome != UNKNOWN}
    if not known:
        return f"It cannot be told: too few games to judge the {name}."
    missing = [among(bots) for bots in outcomes if bots not in known]
    rest = f"; too few games {listed(missing)} to tell" if missing else ""
    kinds = set(known.values())
    if len(kinds) == 1:
        outcome = kinds.pop()
        who = listed(among(bots) for bots in known) if missing else "with these bots"
        what = "win their quarter" if outcome == FAIR_ENOUGH else f"are {outcome}"
        return f"{'Yes' if outcome == TOO_STRONG else 'No'}: {who} the {name} {what}{rest}."
    each = ", ".join(f"{outcome} {among(bots)}" for bots, outcome in known.items())
    if kinds >= {TOO_STRONG, TOO_WEAK}:
        head = "It depends on who plays"
    else:
        head = "Partly" if TOO_STRONG in kinds else "No"
    return f"{head}: the {name} are {each}{rest}."


def answers(findings: Sequence[Finding]) -> dict[str, list[str]]:
    """The rulebook's own questions: is this faction too strong, and does the remedy help?"""
    return {faction: _answer(findings, faction) for faction in FACTION_NAMES}


def _answer(findings: Sequence[Finding], faction: str) -> list[str]:
    found = [(one, win_shares(one.base)[faction]) for one in findings]
    lines = [headline(faction, {one.bots: verdict(interval) for one, interval in found})]
    for finding, interval in found:
        lines.append(strength_sentence(faction, interval, finding.bots))
        if finding.others:
            lines.append(remedy_sentence(finding, faction))
    return lines


# --- does the remedy help? -----------------------------------------------------------------


def _tried(finding: Finding, faction: str) -> Sample | None:
    wanted = REMEDY[faction]
    return next((one for one in finding.others if one.variant == wanted), None)


def remedy_change(finding: Finding, faction: str) -> Interval | None:
    """What the book's advice against a faction does to its share; None where it was not played."""
    sample = _tried(finding, faction)
    if sample is None:
        return None
    return tables.change(finding.base, finding.others, sample, faction)


def remedy_sentence(finding: Finding, faction: str) -> str:
    """Does the book's own advice against this faction help?"""
    option = OPTIONS[REMEDY[faction]]
    name = faction.capitalize()
    sample, change = _tried(finding, faction), remedy_change(finding, faction)
    if sample is None or change is None:
        if finding.rules[0] in option.nonsense:
            return f"{option.rule} does not apply: {option.nonsense[finding.rules[0]]}."
        return f"{option.rule} ({option.title}) was not played {among(finding.bots)}."
    if changes_nothing(finding, sample.variant):
        return f"{option.rule} ({option.title}) changes nothing: this edition says the same without it."
    told = _change_words(finding, sample, name, change)
    return f"{_upper(among(finding.bots))} {option.rule} ({option.title}) {told}"


def changes_nothing(finding: Finding, option: str) -> bool:
    """Do the rules say anyway what the option would make them say?"""
    return build(*varied(finding.rules, option)) == build(*finding.rules)


def _change_words(finding: Finding, sample: Sample, name: str, change: Interval) -> str:
    if change.deals < FEW:
        return f"was played on {change.deals} deals only: fewer than {FEW} say nothing."
    if same_games(finding.base, sample) == 1:
        return f"changed nothing: all {change.deals:,} games went exactly alike."
    if same_winners(finding.base, sample) == 1:
        return (
            f"never changed a winner in {change.deals:,} games: these bots make no use of it that "
            "matters."
        )
    before = win_shares(finding.base)[name.lower()].value
    if change.below(0):
        after = before + change.value
        nearer = abs(after - FAIR) < abs(before - FAIR)
        close = "nearer to a quarter" if nearer else "further from a quarter"
        told = f"{_bare(-change.value)} points ({_bare(-change.high)} to {_bare(-change.low)})"
        return f"takes {told} from the {name}: it works, and leaves them {close}."
    if change.above(0):
        told = f"{_bare(change.value)} points ({_bare(change.low)} to {_bare(change.high)})"
        return f"gives the {name} {told} more: the opposite of what it is for."
    told = f"{points(change.value)} points ({points(change.low)} to {points(change.high)})"
    if change.low > -LITTLE and change.high < LITTLE:
        return (
            f"moves the {name} by {told}: if it does anything, it is less than "
            f"{LITTLE * 100:.0f} points, which nobody would notice at a table."
        )
    return f"moves the {name} by {told}: no effect can be told from chance."


# --- how they win --------------------------------------------------------------------------


def way_parts(sample: Sample) -> dict[str, float]:
    """The part of all games that each way ended."""
    found = dict.fromkeys(tables.WAYS, 0.0)
    for way, games in sample.games["way"].value_counts().iter_rows():
        found[way] += games / sample.size
    return {way: part for way, part in found.items() if part}


def last_turn_part(sample: Sample) -> float:
    """The part of the games that come to the edition's last turn."""
    return float(tables.last_turns([sample])["share"].to_list()[-1])


def way_sentence(finding: Finding) -> str:
    """How the faction that wins most does it, and how many games use up the time."""
    sample = finding.base
    shares = win_shares(sample)
    leader = max(shares, key=lambda name: shares[name].value)
    rows = [row for row in tables.ways([sample]).to_dicts() if row["faction"] == leader]
    rows.sort(key=lambda row: -row["share"])
    told = [f"{percent(row['share'])} {_by(row['way'])}" for row in rows]
    if len(rows) == 1:
        told = [f"all of them {_by(rows[0]['way'])}"]
    by_default = way_parts(sample).get(DEFAULT, 0.0)
    ending = ""
    if by_default and all(row["way"] != DEFAULT for row in rows):
        ending = f", and {percent(by_default)} end by default because time runs out [OR9]"
    return (
        f"{_upper(among(finding.bots))} the {leader.capitalize()} win most, "
        f"{percent(shares[leader].value)} of the games: {listed(told)}. "
        f"{percent(last_turn_part(sample))} of all games reach the last turn{ending}."
    )


def _by(way: str) -> str:
    if way == DEFAULT:
        return "by default because time runs out [OR9]"
    return f"as {way}" if way.startswith("first") else f"by {way}"


DEFAULT_CAUTION: Final = (
    "Default means that the last turn ends and nobody has won: then the Orcs win [OR9]. Where many "
    "games end that way, it may be a weakness of these bots rather than of the game: people who see "
    "time running out may hurry, or unite against the Orcs."
)


# --- what options change -------------------------------------------------------------------


def effect_sentences(finding: Finding) -> list[str]:
    """The options whose effect on some faction stands out from chance."""
    lines = []
    for sample in finding.others:
        told = []
        for faction in FACTION_NAMES:
            change = tables.change(finding.base, finding.others, sample, faction)
            if change.deals >= FEW and (change.above(0) or change.below(0)):
                told.append(f"{faction.capitalize()} {points(change.value)}")
        if told:
            lines.append(f"{_called(sample)}: {', '.join(told)} points.")
    return lines


def _called(sample: Sample) -> str:
    return " ".join(option_name(sample.variant))


def option_name(name: str) -> tuple[str, str]:
    """The number of its rule and its title; a number set by hand [G5] is called as it is typed."""
    option = OPTIONS.get(name)
    return (option.rule, option.title) if option else ("G5", name)


def idle(finding: Finding) -> list[Sample]:
    """Options played often enough that never made another player win."""
    return [
        sample
        for sample in finding.others
        if sample.size >= FEW and same_winners(finding.base, sample) == 1
    ]


def option_words(finding: Finding) -> tuple[str, list[str], list[str]]:
    """What can be said of the options at one strength: a head, a list below it, and the rest."""
    sizes = [sample.size for sample in finding.others]
    head = f"Options {among(finding.bots)}, {_each(sizes, 'deals')}, beside the base on the same deals: "
    if max(sizes) < FEW:
        return head + f"fewer than {FEW} deals say nothing.", [], []
    found = effect_sentences(finding)
    stand = "these stand out from chance." if found else "none stands out from chance."
    rest = []
    empty = [one for one in finding.others if changes_nothing(finding, one.variant)]
    same = {one.variant for one in empty}
    unused = [one for one in idle(finding) if one.variant not in same]
    few = [one for one in finding.others if one.size < FEW and one.variant not in same]
    if empty:
        rest.append(f"This edition says the same without {listed(map(_called, empty))}.")
    if unused:
        one = len(unused) == 1
        rest.append(
            f"{'This option' if one else 'These options'} never changed a winner in "
            f"{_each([sample.size for sample in unused], 'games')}: "
            f"{listed(map(_called, unused))}. These bots make no use of {'it' if one else 'them'} "
            f"that matters, so nothing is known of what {'it does' if one else 'they do'} among "
            "people."
        )
    if few:
        rest.append(f"Fewer than {FEW} deals, which say nothing: {listed(map(_called, few))}.")
    return head + stand, found, rest


def _each(sizes: Sequence[int], what: str) -> str:
    """``500 games``, ``500 games each``, ``500 to 2,000 games each``."""
    low, high = min(sizes), max(sizes)
    count = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return f"{count} {what}" + (" each" if len(sizes) > 1 else "")
