"""What happened, in a few sentences."""

from dragondune.model.events import EVERYONE, Event
from dragondune.model.ruleset import Ruleset
from dragondune.telling.story import sentence


def what_happened(events: tuple[Event, ...], rules: Ruleset) -> str:
    """The public side of it in a few sentences, and a card on sale, which lies open now."""
    said = [sentence(event, rules) for event in events]
    heard = [
        text
        for event, text in zip(events, said, strict=True)
        if event.audience == EVERYONE or not text.startswith("You")
    ]
    return " ".join(heard[-3:])
