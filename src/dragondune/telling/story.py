"""An event as a sentence.

Each kind of event has one teller; ``rounds.py`` holds those of set-up, dragons, council, bidding,
gold and victory, ``warfare.py`` those of recruitment, hiding, special cards and battle,
``contracts.py`` those of contracts and of talk at the table. What only some may know is told to
them: "You receive 4♥ (Fire)."
"""

from typing import Final

from dragondune.model import events
from dragondune.model.events import EVERYONE, Event
from dragondune.model.ruleset import Ruleset
from dragondune.telling import contracts, rounds, warfare

TELLERS: Final = {**rounds.TELLERS, **warfare.TELLERS, **contracts.TELLERS}

_IMPORTANT: Final[frozenset[type[Event]]] = frozenset(
    (
        events.TurnBegan,
        events.DragonMoved,
        events.UnitsLost,
        events.RedDragon,
        events.Rode,
        events.Carried,
        events.Allied,
        events.AllianceBroken,
        events.Sold,
        events.Hired,
        events.Raised,
        events.Moved,
        events.Hid,
        events.Denied,
        events.WallsBroken,
        events.TrollLeft,
        events.DragonSteered,
        events.BattleBegan,
        events.Resigned,
        events.Replaced,
        events.Substituted,
        events.Betrayed,
        events.Chaos,
        events.BattleWon,
        events.BattleVoid,
        events.Plundered,
        events.Collected,
        events.DeciderBegan,
        events.GameWon,
    )
)


def sentence(event: Event, rules: Ruleset) -> str:
    """What happened, in one sentence; a secret is told to the one who may know it."""
    return TELLERS[type(event)](event, rules)


def important(event: Event) -> bool:
    """Would a short story of the game keep this?"""
    return type(event) in _IMPORTANT


def secret(event: Event) -> bool:
    """Is there anyone at the table who may not know this?"""
    return event.audience != EVERYONE
