"""Why another choice was better, in sentences that a player can use at the next table."""

from typing import Final

from dragondune.review.costs import Weighed
from dragondune.review.timeline import Decision
from dragondune.review.wording import percent
from dragondune.telling.words import FACTIONS

A_CASTLE: Final = 0.12  # on average, where it is worth a sentence
A_UNIT: Final = 0.8
GOLD: Final = 1.5
WIN: Final = 0.03


def reasons(decision: Decision, found: Weighed) -> list[str]:
    """One to four sentences, the weightiest first."""
    told = [_wins(found), _castles(found), _units(found), _gold(found), _rival(decision, found)]
    said = [text for text in told if text]
    if not said:
        said = ["No single thing decides it: it was ahead a little in most of the games played on."]
    if found.reason:
        said.append(f"In the bot's own words: “{found.reason.rstrip('.')}.”")
    return said[:4]


def _wins(found: Weighed) -> str:
    if found.won_now < WIN:
        return ""
    return f"It wins the game within the turn {percent(found.won_now)} more often."


def _castles(found: Weighed) -> str:
    gap = found.ends[0] - found.played_ends[0]
    if abs(gap) < A_CASTLE:
        return ""
    now, then = f"{found.ends[0]:.1f}", f"{found.played_ends[0]:.1f}"
    if gap > 0:
        return f"It ends the turn with more castles: {now} on average instead of {then}."
    return (
        f"It ends the turn with fewer castles ({now} on average, not {then}), and that pays later."
    )


def _units(found: Weighed) -> str:
    gap = found.ends[1] - found.played_ends[1]
    if abs(gap) < A_UNIT:
        return ""
    number = f"{abs(gap):.0f}" if abs(gap) >= 1.5 else "one"
    unit = "unit" if number == "one" else "units"
    if gap > 0:
        return f"It leaves about {number} {unit} more standing when the turn is over."
    return f"It puts about {number} {unit} fewer at stake on the board."


def _gold(found: Weighed) -> str:
    gap = found.ends[2] - found.played_ends[2]
    if abs(gap) < GOLD:
        return ""
    if gap > 0:
        return f"It saves about {gap:.0f} gold for the turns to come."
    return f"It spends about {-gap:.0f} gold more, where gold does the most."


def _rival(decision: Decision, found: Weighed) -> str:
    """At whose expense the better choice would have been."""
    others = [f for f in decision.state.order if f != decision.faction]
    rival = min(others, key=lambda f: found.shares[f])
    if found.shares[rival] > -0.015:
        return ""
    return f"It would have been at the expense of the {FACTIONS[rival]} above all."
