"""How the figures were made, for what was really played: who sat where, and how to read the bounds."""

from collections.abc import Sequence
from typing import Final

from dragondune.lab.figures.intervals import FEW
from dragondune.lab.figures.tables import FACTIONS
from dragondune.lab.report.sentences import LITTLE, listed
from dragondune.lab.study.findings import Finding
from dragondune.lab.study.game_row import Setting
from dragondune.model.factions import FACTION_NAMES

COUNTED: Final = {2: "two", 3: "three", 4: "four"}


def method(findings: Sequence[Finding], answered: bool = True) -> list[str]:
    """How the figures were made and what they do not say, for what was really played."""
    settings = [one.setting for one in findings if one.setting is not None]
    lines = [
        "Every figure is about games among these bots and says nothing certain about people: a "
        "faction that needs talk, memory or bluff may do better or worse at a table.",
        *_table_words(settings),
        *_contract_words(settings),
        "Intervals are simultaneous at 95 %: all bounds of one table hold together. Win shares have "
        "Goodman's intervals; a shared victory counts as a half for each winner, and the games then "
        "count as many as would give the spread that was seen over the deals.",
    ]
    if answered:
        lines.append(
            f"A faction counts as even when its whole interval lies within {LITTLE * 100:.0f} points "
            f"of a quarter, as too strong or too weak when its whole interval lies on one side and "
            f"its share at least {LITTLE * 100:.0f} points away. Below {FEW} games nothing is said."
        )
    if any(one.others for one in findings):
        lines += [
            "Options are compared on the same deals as the base, game by game (Tango's score "
            "intervals). Each remedy G1–G4 is "
            "aimed at one faction by the rulebook: these four questions of an edition were asked "
            "beforehand, so their bounds are widened for four (Bonferroni). All other effects are "
            "searched for among every option and faction of the edition, and their bounds are "
            f"widened for all of these together. Below {FEW} deals nothing is said.",
            "A bot plays an option with the same rules of thumb as ever: that an option changes "
            "little here may also mean that these bots do not know how to use it.",
        ]
    return lines


def _table_words(settings: Sequence[Setting]) -> list[str]:
    """Who sat at the table, and in which order they played."""
    if not settings:
        return []
    one = settings[0]
    factions = listed(name.capitalize() for name in one.factions)
    if is_mixed(one):
        sat = "Different bots sit in different factions: a share says as much of the bot as of the faction"
    else:
        seated = sorted({each.seated for each in settings})
        count = listed(COUNTED[number] for number in seated).replace(" and ", " or ").capitalize()
        sat = f"{count} bots of the same kind sit at the table"
    if len(one.factions) < FACTIONS:
        sat += f"; only the {factions} play, which says nothing about a game of four"
    return [f"{sat}. {_order_words(one)}"]


def _order_words(one: Setting) -> str:
    if not one.drawn_order:
        always = ", ".join(name.capitalize() for name in one.factions)
        return f"The player order is always {always}."
    if not one.even_order:
        return "The player order is drawn anew for each deal."
    return (
        "In each block of 24 deals (12 for two players) every player order comes exactly once, and where "
        "fewer than all play every choice of them, in an order drawn for the block. So no faction is "
        "favoured by where it sat; the intervals do not count on this, and are a little wide."
    )


def is_mixed(setting: Setting) -> bool:
    """Do different bots play?"""
    return len(set(seats(setting).values())) > 1


def seats(setting: Setting) -> dict[str, str]:
    """Which bot plays which faction, in the factions' order; the empty seats left out."""
    lineup = dict(zip(FACTION_NAMES, setting.lineups[0], strict=True))
    return {name: lineup[name] for name in FACTION_NAMES if name in setting.factions}


def seat_sentence(setting: Setting) -> str:
    """Who sits where, where that does not go without saying."""
    if not is_mixed(setting) and len(setting.factions) == FACTIONS:
        return ""
    told = (f"{name.capitalize()} ({bot})" for name, bot in seats(setting).items())
    return f"Seats: {', '.join(told)}."


def _contract_words(settings: Sequence[Setting]) -> list[str]:
    kinds = {setting.contracts for setting in settings}
    if kinds == {True}:
        return ["The bots could make binding contracts with each other (--contracts)."]
    if kinds == {False}:
        return [
            "The bots made no contracts: the games were played without them. Alliances are part of "
            "the rules and were there."
        ]
    return ["Some of the games were played with contracts, others without."] if kinds else []
