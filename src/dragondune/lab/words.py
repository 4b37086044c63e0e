"""What the figures allow to be said, in sentences, and what they do not."""

from collections.abc import Sequence
from typing import Final

from dragondune.bots.registry import BOT_NAMES
from dragondune.editions.options import OPTIONS
from dragondune.lab.balance import Finding
from dragondune.lab.figures import FACTIONS, Sample, paired, same_games, win_shares
from dragondune.lab.intervals import FEW, Interval
from dragondune.model.factions import FACTION_NAMES

FAIR: Final = 1 / FACTIONS
LITTLE: Final = 0.03  # points of a share that nobody would notice at a table
MUCH: Final = 0.10
# G1-G4: the faction that is too strong, and the option that is to help
REMEDY: Final = {
    "goblins": "more-conscripts",
    "orcs": "weaker-orc-graves",
    "dwarves": "cheaper-dwarves",
    "elves": "poorer-elves",
}

TOO_STRONG: Final = "too strong"
TOO_WEAK: Final = "too weak"
FAIR_ENOUGH: Final = "about even"
UNKNOWN: Final = "cannot be told"


def percent(value: float, sign: bool = False) -> str:
    """0.253 as ``25.3 %``."""
    return f"{value * 100:{'+' if sign else ''}.1f} %"


def points(value: float) -> str:
    """A difference of shares: ``+2.5``."""
    return f"{value * 100:+.1f}".replace("-", "−")


def among(bots: str) -> str:
    """``among stewards``, ``among warlord:8``."""
    return f"among {bots}s" if bots in BOT_NAMES else f"among {bots}"


def verdict(found: Interval) -> str:
    """Is a faction too strong? Only a whole interval away from a quarter, and by enough, counts."""
    if found.deals < FEW:
        return UNKNOWN
    if found.above(FAIR):
        return TOO_STRONG if found.value - FAIR >= LITTLE else FAIR_ENOUGH
    if found.below(FAIR):
        return TOO_WEAK if FAIR - found.value >= LITTLE else FAIR_ENOUGH
    return FAIR_ENOUGH if found.high - found.low <= 2 * LITTLE else UNKNOWN


def strength_sentence(faction: str, found: Interval, bots: str) -> str:
    """One faction at one strength of bots."""
    name = faction.capitalize()
    told = f"{percent(found.value)} ({percent(found.low)} to {percent(found.high)})"
    with_bots = among(bots).capitalize()
    outcome = verdict(found)
    if outcome == TOO_STRONG:
        far = "far " if found.value - FAIR >= MUCH else ""
        return f"{with_bots} the {name} win {told} of the games: {far}more than their quarter."
    if outcome == TOO_WEAK:
        far = "far " if FAIR - found.value >= MUCH else ""
        return f"{with_bots} the {name} win {told} of the games: {far}less than their quarter."
    if outcome == FAIR_ENOUGH:
        return f"{with_bots} the {name} win {told} of the games: a quarter, as near as matters."
    return (
        f"{with_bots} the {name} win {told} of the games: {found.deals} games are too few to tell "
        "this from a quarter."
    )


def _tried(finding: Finding, faction: str) -> Sample | None:
    wanted = REMEDY[faction]
    return next((one for one in finding.others if one.variant == wanted), None)


def remedy_change(finding: Finding, faction: str) -> Interval | None:
    """What the book's advice against a faction does to its share; None where it was not played."""
    sample = _tried(finding, faction)
    if sample is None:
        return None
    return paired(finding.base, sample, faction, len(finding.others) * FACTIONS)


def remedy_sentence(finding: Finding, faction: str) -> str:
    """Does the book's own advice against this faction help?"""
    option = OPTIONS[REMEDY[faction]]
    name = faction.capitalize()
    sample, change = _tried(finding, faction), remedy_change(finding, faction)
    if sample is None or change is None:
        if finding.edition in option.nonsense:
            return f"{option.rule} does not apply: {option.nonsense[finding.edition]}."
        return f"{option.rule} ({option.title}) was not played with {finding.bots}."
    return f"{option.rule} ({option.title}) {_change_words(finding, sample, name, change)}"


def _change_words(finding: Finding, sample: Sample, name: str, change: Interval) -> str:
    told = f"{points(change.value)} points ({points(change.low)} to {points(change.high)})"
    if same_games(finding.base, sample) == 1:
        return f"changes nothing in this edition: all {change.deals} games went exactly alike."
    if change.deals < FEW:
        return f"was played on {change.deals} deals only, which says nothing."
    before = win_shares(finding.base)[name.lower()].value
    if change.below(0):
        after = before + change.value
        nearer = abs(after - FAIR) < abs(before - FAIR)
        close = "nearer to a quarter" if nearer else "further from a quarter"
        return f"takes {told} from the {name}: it works, and leaves them {close}."
    if change.above(0):
        return f"gives the {name} {told} more: the opposite of what it is for."
    return f"moves the {name} by {told}: no effect can be told from chance."


def answers(findings: Sequence[Finding]) -> dict[str, list[str]]:
    """The rulebook's own questions: is this faction too strong, and does the remedy help?"""
    return {faction: _answer(findings, faction) for faction in FACTION_NAMES}


def _answer(findings: Sequence[Finding], faction: str) -> list[str]:
    found = [(one, win_shares(one.base)[faction]) for one in findings]
    outcomes = {verdict(interval) for _, interval in found}
    lines = [headline(faction, outcomes)]
    for finding, interval in found:
        lines.append(strength_sentence(faction, interval, finding.bots))
        lines.append(remedy_sentence(finding, faction))
    return lines


def headline(faction: str, outcomes: set[str]) -> str:
    """Yes, no, or that it hangs on who plays."""
    name = faction.capitalize()
    known = outcomes - {UNKNOWN}
    if not known:
        return f"It cannot be told: too few games to judge the {name}."
    far = "" if known == outcomes else " so far (at another strength the games are too few)"
    if known == {TOO_STRONG}:
        return f"Yes: with these bots the {name} are too strong{far}."
    if known == {TOO_WEAK}:
        return f"No: with these bots the {name} are too weak{far}."
    if known == {FAIR_ENOUGH}:
        return f"No: with these bots the {name} win their quarter{far}."
    if known >= {TOO_STRONG, TOO_WEAK}:
        return f"It depends on who plays: some of these bots win too much with the {name}, others too little."
    if TOO_STRONG in known:
        return f"Partly: with some of these bots the {name} are too strong, with others even."
    return f"No: with some of these bots the {name} are too weak, with others even."


def spread(finding: Finding) -> float:
    """How uneven an edition is: the distance between the strongest and the weakest faction."""
    shares = [found.value for found in win_shares(finding.base).values()]
    return max(shares) - min(shares)


def effect_sentences(finding: Finding) -> list[str]:
    """The options whose effect on some faction stands out from chance."""
    together = len(finding.others) * FACTIONS
    lines = []
    for sample in finding.others:
        option = OPTIONS[sample.variant]
        told = []
        for faction in FACTION_NAMES:
            change = paired(finding.base, sample, faction, together)
            if change.deals >= FEW and (change.above(0) or change.below(0)):
                told.append(f"{faction.capitalize()} {points(change.value)}")
        if told:
            lines.append(f"{option.rule} {option.title}: {', '.join(told)} points.")
    return lines


METHOD: Final = (
    "Every figure is about games among these bots and says nothing certain about people: a faction "
    "that needs talk, memory or bluff may do better or worse at a table.",
    "Four bots of the same kind sit at the table; the player order is drawn anew for each deal. "
    "Intervals are simultaneous at 95 %: all bounds of one table hold together. Win shares have "
    "Goodman's intervals; a shared victory counts as a half for each winner, and the games then "
    "count as many as would give the spread that was seen over the deals.",
    "Options are compared on the same deals as the base, game by game, and the bounds of all "
    "options and factions of an edition are widened together (Bonferroni). "
    f"Below {FEW} deals nothing is said, and a share within {LITTLE * 100:.0f} points of a quarter "
    "counts as even.",
    "A bot plays an option with the same rules of thumb as ever: that an option changes little here "
    "may also mean that these bots do not know how to use it.",
)
