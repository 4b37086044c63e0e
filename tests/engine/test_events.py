"""The schema of events: what it promises to those who tell and to those who listen."""

from __future__ import annotations

import json
import pickle

import pytest

from dragondune.model import events
from dragondune.model.board import INDEX, NOWHERE
from dragondune.model.cards import CARD_OF_NAME, NO_CARD
from dragondune.model.codes import IN_BATTLE
from dragondune.model.event_base import Number
from dragondune.model.events import EVERYONE, Event
from dragondune.model.factions import DWARVES, ELVES, GOBLINS, NOBODY, ORCS
from dragondune.model.ruleset import ASK_COLOUR, ASK_VALUE

HIRED = events.Hired(faction=ELVES, place=INDEX["5★"], units=2, gold=3, card=NO_CARD)


def test_listeners_are_named_by_fields_that_hold_a_faction() -> None:
    for kind in Event.KINDS.values():
        for name in kind.HEARD_BY:
            assert kind.FIELDS[name].name == "faction", kind.kind


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (
            HIRED,
            {"faction": "elves", "place": "5★", "units": 2, "gold": 3, "card": None},
        ),
        (
            events.Betrayed(
                faction=ORCS,
                other=ELVES,
                usurper=CARD_OF_NAME["Q♥"],
                sabotage=CARD_OF_NAME["J♠"],
            ),
            {"faction": "orcs", "other": "elves", "usurper": "Q♥", "sabotage": "J♠"},
        ),
        (events.RedDragon(place=NOWHERE), {"place": None}),
        (
            events.Paid(faction=ORCS, means=0, gold=4),
            {"faction": "orcs", "means": "gold", "gold": 4, "card": None, "receiver": None},
        ),
        (
            events.GameWon(winners=1 << ELVES | 1 << ORCS, way=2),
            {"winners": ["elves", "orcs"], "way": "allied castles"},
        ),
        (
            events.Asked(faction=ELVES, other=DWARVES, topics=ASK_COLOUR | ASK_VALUE, card=NO_CARD),
            {"faction": "elves", "other": "dwarves", "topics": ["colour", "value"], "card": None},
        ),
        (
            events.UnitsLost(faction=GOBLINS, place=0, units=1, cause=IN_BATTLE),
            {"faction": "goblins", "place": "0•", "units": 1, "cause": "battle"},
        ),
        (events.Unsold(), {}),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_outside_everything_has_its_name(told: Event, said: dict[str, object]) -> None:
    assert told.to_dict() == {"kind": told.kind, **said}
    assert json.loads(json.dumps(told.to_dict())) == told.to_dict()


def test_an_event_is_printed_by_name() -> None:
    assert str(HIRED) == "hired faction=elves place=5★ units=2 gold=3 card=None"


def test_events_are_equal_if_all_is_the_same() -> None:
    same = events.Hired(faction=ELVES, place=INDEX["5★"], units=2, gold=3, card=NO_CARD)
    assert same == HIRED
    assert hash(same) == hash(HIRED)
    proposed: Event = events.Proposed(faction=ELVES, other=ORCS)
    refused: Event = events.Refused(faction=ELVES, other=ORCS)
    assert proposed != refused
    assert pickle.loads(pickle.dumps(HIRED)) == HIRED


def test_secrets_reach_those_they_name() -> None:
    seen = events.ShownCard(faction=ELVES, other=GOBLINS, card=3)
    assert [seat for seat in (-1, *range(4)) if seen.reaches(seat)] == [ELVES, GOBLINS]
    assert HIRED.audience == EVERYONE
    assert all(HIRED.reaches(seat) for seat in (-1, *range(4)))


def test_values_out_of_bounds_do_not_fit() -> None:
    fields = events.Hired.FIELDS
    assert not fields["faction"].fits(NOBODY)
    assert not fields["place"].fits(28)
    assert not fields["units"].fits(-1)
    assert not fields["units"].fits("2")
    assert fields["card"].fits(NO_CARD)
    assert not events.GotCard.FIELDS["card"].fits(NO_CARD)
    assert not events.Moved.FIELDS["hidden"].fits(1)


def test_a_number_is_in_the_schema_what_it_is_in_the_types() -> None:
    for kind in Event.KINDS.values():
        for name, meaning in kind.FIELDS.items():
            assert isinstance(meaning, Number) == (meaning.script == "number"), (kind.kind, name)
