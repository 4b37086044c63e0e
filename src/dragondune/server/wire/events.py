"""Events as the page shows them: by name, with a sentence and what lights up on the board."""

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from dragondune.model import events
from dragondune.model.events import Event
from dragondune.model.ruleset import Ruleset
from dragondune.server.audience.rights import is_public
from dragondune.telling.scenes import OPENINGS
from dragondune.telling.story import important, secret, sentence

Encoder: Final = msgspec.json.Encoder()
# What every event says besides the fields of its kind; none of them may have such a name.
ENVELOPE: Final = ("n", "text", "places", "update", "turn", "round", "important", "secret")


class Heard(NamedTuple):
    """An event with the moment it happened in."""

    event: Event
    update: int
    turn: int
    round: int


class Moment:
    """Follows turn and round through the events, as a reader of the log does."""

    def __init__(self) -> None:
        self.turn = self.round = 0

    def hear(self, event: Event, update: int) -> Heard:
        """Say when this happened."""
        if isinstance(event, events.TurnBegan):
            self.turn = event.number
        # What only some heard must not show in what the others are told.
        if type(event) in OPENINGS and is_public(event):
            self.round = OPENINGS[type(event)][1]
        return Heard(event, update, self.turn, self.round)


def event_body(heard: Heard, rules: Ruleset) -> bytes:
    """The event as JSON but for its opening, which numbers it for each listener."""
    return bodies(rules).of(heard)


class Bodies:
    """Events as JSON, by the rules of a game: most of what happens has happened before."""

    MOST: Final = 4096

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._known: dict[tuple[type[Event], object], bytes] = {}

    def of(self, heard: Heard) -> bytes:
        """An event but for its opening."""
        when = (heard.update, heard.turn, heard.round)
        return b'%b,"update":%d,"turn":%d,"round":%d}' % (self._what(heard.event), *when)

    def _what(self, event: Event) -> bytes:
        # What it is told by, and not itself: to compare two events takes several times as long.
        key = (type(event), type(event).HOLDS(event))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= self.MOST:
                self._known.clear()
            known = self._known[key] = _what(event, self.rules)
        return known


@lru_cache(maxsize=16)
def bodies(rules: Ruleset) -> Bodies:
    """Those of all games by the same rules."""
    return Bodies(rules)


def _what(event: Event, rules: Ruleset) -> bytes:
    body = {
        **event.to_dict(),
        "text": sentence(event, rules),
        "places": event.places(),
        "important": important(event),
        "secret": secret(event),
    }
    return Encoder.encode(body)[1:-1]


def numbered(number: int, body: bytes) -> bytes:
    """The event as this listener's number so-and-so."""
    return b'{"n":%d,%b' % (number, body)
