"""What a better choice brings, in sentences that a player can use at the next table."""

from typing import Final

from dragondune.advice.phrases import percent
from dragondune.advice.scales import Weighed
from dragondune.telling.words import in_words, the, units
from dragondune.views.view import View

A_CASTLE: Final = 0.12  # on average, where it is worth a sentence
A_UNIT: Final = 0.8
GOLD: Final = 1.5
WIN: Final = 0.03
RIVAL: Final = 0.015


def gains(view: View, found: Weighed) -> list[str]:
    """What the better choice does, each as "it …", the weightiest first; none where nothing stands out."""
    told = [_wins(found), _castles(found), _units(found), _gold(found), _rival(view, found)]
    return [text for text in told if text]


def _wins(found: Weighed) -> str:
    if found.won_now < WIN:
        return ""
    return f"wins the game within the turn {percent(found.won_now)} more often"


def _castles(found: Weighed) -> str:
    gap = found.ends[0] - found.played_ends[0]
    if abs(gap) < A_CASTLE:
        return ""
    now, then = f"{found.ends[0]:.1f}", f"{found.played_ends[0]:.1f}"
    if gap > 0:
        return f"leaves more castles in hand when the turn ends: {now} on average, not {then}"
    return f"gives up a castle for now ({now} on average, not {then}) and gains by it later"


def _units(found: Weighed) -> str:
    gap = found.ends[1] - found.played_ends[1]
    if abs(gap) < A_UNIT:
        return ""
    number = max(1, round(abs(gap)))
    if gap > 0:
        return f"leaves about {in_words(number)} more {_noun(number)} standing when the turn ends"
    return f"risks about {in_words(number)} fewer {_noun(number)} on the board"


def _noun(number: int) -> str:
    return units(number).split()[1]


def _gold(found: Weighed) -> str:
    gap = found.ends[2] - found.played_ends[2]
    if abs(gap) < GOLD:
        return ""
    if gap > 0:
        return f"keeps about {gap:.0f} gold for later turns"
    return f"spends about {-gap:.0f} gold more, where it counts most"


def _rival(view: View, found: Weighed) -> str:
    """At whose expense the better choice is."""
    rival = min((f for f in view.order if f != view.seat), key=lambda f: found.shares[f])
    if found.shares[rival] > -RIVAL:
        return ""
    return f"hurts {the(rival)} most"
