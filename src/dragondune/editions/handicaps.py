"""G5: numbers of one faction set by hand, within bounds that keep the game sound.

Written as ``<what>.<faction>=<number>``: ``gold.orcs=5``, ``units.elves=12``,
``conscripts.goblins=1``, ``graves.dwarves=4``, ``elites.goblins=2``.
"""

import re
from dataclasses import replace
from typing import Final

from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.ruleset import Four, Ruleset

# what may be set, between which bounds, and what it is called for players
BOUNDS: Final = {
    "gold": (0, 30, "starting gold"),
    "units": (5, 25, "units in all"),
    "conscripts": (0, 6, "conscripts a turn"),
    "graves": (0, 10, "units out of the graveyard a turn"),
    "elites": (0, 5, "elite units"),
}
_FORM: Final = re.compile(r"(\w+)\.(\w+)=(\d{1,3})")


def is_handicap(text: str) -> bool:
    """Does this option text set a number by hand?"""
    return "=" in text


def apply_handicap(rules: Ruleset, text: str) -> Ruleset:
    """The rules with one number changed; ValueError says what is wrong with the text."""
    found = _FORM.fullmatch(text)
    if found is None or found[1] not in BOUNDS or found[2] not in FACTION_OF_NAME:
        raise ValueError(
            f"G5: {text!r} is not of the form what.faction=number, "
            f"with one of {', '.join(BOUNDS)} and a faction."
        )
    what, faction, value = found[1], FACTION_OF_NAME[found[2]], int(found[3])
    least, most, title = BOUNDS[what]
    if what == "units":
        least = max(least, rules.placed[faction])
    if not least <= value <= most:
        raise ValueError(f"G5: {title} of the {found[2]} must be {least} to {most}, not {value}.")
    return _set(rules, what, faction, value)


def _put(values: Four, place: int, value: int) -> Four:
    return (*values[:place], value, *values[place + 1 :])


def _set(rules: Ruleset, what: str, faction: int, value: int) -> Ruleset:
    if what == "gold":
        return replace(rules, gold=_put(rules.gold, faction, value))
    if what == "units":
        return replace(rules, units=_put(rules.units, faction, value))
    if what == "conscripts":
        return replace(rules, conscripts=_put(rules.conscripts, faction, value))
    if what == "elites":
        return replace(rules, elites=_put(rules.elites, faction, value))
    free = rules.revive_free[faction]
    if free == rules.revive_limit[faction]:
        free = value  # where nobody pays for the graveyard, a larger one is free too [OR6]
    return replace(
        rules,
        revive_limit=_put(rules.revive_limit, faction, value),
        revive_free=_put(rules.revive_free, faction, min(free, value)),
    )
