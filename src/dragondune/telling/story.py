"""An event as a sentence.

Each kind of event has one teller; ``rounds.py`` holds those of set-up, dragons, council, bidding,
gold and victory, ``warfare.py`` those of recruitment, hiding, special cards and battle,
``dealings.py`` those of agreements. What only
some may know is told to them: "You receive 4♥ (Fire)."
"""

from typing import Final

from dragondune.model.events import EVERYONE, Event
from dragondune.model.ruleset import Ruleset
from dragondune.telling import dealings, rounds, warfare

TELLERS: Final = {**rounds.TELLERS, **warfare.TELLERS, **dealings.TELLERS}

_IMPORTANT: Final = frozenset(
    (
        *("turn_began", "dragon_moved", "units_lost", "red_dragon", "rode", "leapt"),
        *("allied", "alliance_broken", "sold", "hired", "raised", "moved", "hid"),
        *("denied", "walls_broken", "troll_left", "dragon_steered"),
        *("battle_began", "betrayed", "chaos", "battle_won", "battle_void", "plundered"),
        *("collected", "decider_began", "game_won"),
    )
)


def sentence(event: Event, rules: Ruleset) -> str:
    """What happened, in one sentence; a secret is told to the one who may know it."""
    return TELLERS[event.kind](event, rules)


def important(event: Event) -> bool:
    """Would a short story of the game keep this?"""
    return event.kind in _IMPORTANT


def secret(event: Event) -> bool:
    """Is there anyone at the table who may not know this?"""
    return event.audience != EVERYONE
