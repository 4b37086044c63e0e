"""Events as the page shows them: a sentence, and what lights up on the board."""

from typing import Final, NamedTuple

import msgspec

from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_NAMES
from dragondune.model.events import EVERYONE, Event
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.ruleset import Ruleset
from dragondune.telling.scenes import OPENINGS
from dragondune.telling.story import TELLERS, important
from dragondune.telling.words import The

# What the numbers of each kind mean, in order: f faction, t territory, c card, - anything else.
_MEANING: Final = {
    "placed": "ft-",
    "troll_placed": "t",
    "predicted": "f-",
    "oracle": "f-",
    "dealt": "fcc",
    "got_card": "fc",
    "turn_began": "-f",
    "dragon_steered": "f-",
    "leapt": "ftt-c",
    "dragon_card": "c",
    "gold_burnt": "t-",
    "units_lost": "ft--",
    "event_turned": "c",
    "omen_turned": "c",
    "red_dragon": "t",
    "rode": "ftt-",
    "gold_placed": "t-",
    "no_gold": "t",
    "shown_event": "fc",
    "proposed": "ff",
    "refused": "ff",
    "allied": "ff",
    "alliance_broken": "ff",
    "shown_sale": "fc",
    "bid": "f-",
    "bid_passed": "f",
    "paid": "f--cf",
    "sold": "f-",
    "second_card": "f",
    "income": "f-",
    "collected": "ft-",
    "gave": "ff-",
    "discarded": "fc",
    "recruiting": "f",
    "revived": "f--c",
    "disbanded": "ft---",
    "conscripted": "ft-",
    "hire_announced": "ft-",
    "hired": "ft--c",
    "hire_stopped": "f",
    "raised": "ft-c",
    "extended": "fc",
    "extra_move": "fc",
    "moved": "ftt--",
    "hid": "ft-c",
    "came_out": "ft-",
    "stayed_hidden": "ft-",
    "troll_left": "t",
    "walls_broken": "ft",
    "honest_question": "ff-",
    "honest_answer": "f--",
    "special_paid": "f-c",
    "denied": "f-fc",
    "looked": "ff",
    "hand_shown": "ff-",
    "shown_card": "ffc",
    "battle_began": "fft",
    "blessed": "f",
    "asked": "ff-c",
    "answered": "f--",
    "planned": "f",
    "plan_made": "f-c",
    "plan_shown": "f-c-",
    "chaos": "ft",
    "lent": "fcc",
    "betrayed": "ffcc",
    "strength": "f-f-",
    "battle_won": "fft-",
    "battle_void": "fft",
    "plundered": "ff",
    "plundered_card": "ffc",
    "plunder_kept": "f",
    "plunder_sold": "fc-",
    "hinted": "f",
}
UNDONE: Final = "undone"
HINTED: Final = "hinted"
RULES_CHANGED: Final = "rules_changed"
Encoder: Final = msgspec.json.Encoder()


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
        if event.kind == "turn_began":
            self.turn = event.a
        # What only some heard must not show in what the others are told.
        if event.kind in OPENINGS and event.audience == EVERYONE:
            self.round = OPENINGS[event.kind][1]
        return Heard(event, update, self.turn, self.round)


def undone(seat: int) -> Event:
    """The event that tells of an action taken back; the page strikes what came before it."""
    return Event(UNDONE, EVERYONE, seat)


def hinted(seat: int) -> Event:
    """The event that tells of a hint: everyone may know that it was asked for, not what it said."""
    return Event(HINTED, EVERYONE, seat)


def rules_changed(text: str) -> Event:
    """The event that tells at a table that its rules are others from here on."""
    return Event(RULES_CHANGED, EVERYONE, text=text)


def sentence(event: Event, rules: Ruleset) -> str:
    """What happened, in words."""
    if event.kind == UNDONE:
        return f"{The(event.a)} take that back."
    if event.kind == HINTED:
        return f"{The(event.a)} ask for a hint."
    teller = TELLERS.get(event.kind)
    if teller is not None:
        return teller(event, rules)
    return event.text or f"{event.kind.replace('_', ' ').capitalize()}."


def event_body(heard: Heard, rules: Ruleset) -> bytes:
    """The event as JSON but for its opening, which numbers it for each listener."""
    event = heard.event
    numbers = event[2:7]
    meaning = _MEANING.get(event.kind, "")
    named = list(zip(meaning, numbers, strict=False))
    factions = [FACTION_NAMES[n] for sign, n in named if sign == "f" and 0 <= n < 4]
    body = {
        "kind": event.kind,
        "text": sentence(event, rules),
        "faction": factions[0] if factions else None,
        "factions": factions,
        "places": [NAMES[n] for sign, n in named if sign == "t" and 0 <= n < 28],
        "cards": [CARD_NAMES[n] for sign, n in named if sign == "c" and 0 <= n < 52],
        "numbers": list(numbers),
        "update": heard.update,
        "turn": heard.turn,
        "round": heard.round,
        "important": important(event),
        "secret": event.audience != EVERYONE,
    }
    return Encoder.encode(body)[1:]


def numbered(number: int, body: bytes) -> bytes:
    """The event as this listener's number so-and-so."""
    return b'{"n":%d,%b' % (number, body)
