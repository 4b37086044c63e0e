"""The schema of events: what it promises to those who tell and to those who listen."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from dragondune.editions.build import EDITIONS
from dragondune.model import events
from dragondune.model.board import INDEX, NOWHERE
from dragondune.model.cards import CARD_OF_NAME, NO_CARD
from dragondune.model.codes import IN_BATTLE
from dragondune.model.event_base import Number
from dragondune.model.events import CHAPTERS, EVERYONE, Event
from dragondune.model.factions import DWARVES, ELVES, GOBLINS, NOBODY, ORCS
from dragondune.model.ruleset import ASK_COLOUR, ASK_VALUE
from dragondune.server.wire.events import ENVELOPE, Heard, event_body, numbered
from dragondune.telling.kinds import page, script

ROOT = Path(__file__).resolve().parents[2]
HIRED = events.Hired(faction=ELVES, place=INDEX["5★"], units=2, gold=3, card=NO_CARD)
MOVED = events.Moved(faction=ORCS, source=INDEX["10★"], target=INDEX["9•"], units=3, hidden=False)


def test_the_page_of_the_docs_is_up_to_date() -> None:
    written = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
    assert written == page(), "write it anew: dragon-dune events > docs/events.md"


def test_the_types_of_the_page_are_up_to_date() -> None:
    written = (ROOT / "web" / "src" / "events.ts").read_text(encoding="utf-8")
    assert written == script(), "write them anew: dragon-dune events --types > web/src/events.ts"


def test_every_kind_is_listed_once_with_a_sentence() -> None:
    rows = [line for line in page().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(Event.KINDS)
    assert all((kind.__doc__ or "").endswith(".") for kind in Event.KINDS.values())
    assert next(iter(Event.KINDS.values())) in CHAPTERS


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
            {"faction": "goblins", "place": "0★", "units": 1, "cause": "battle"},
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
    assert events.Proposed(faction=ELVES, other=ORCS) != events.Refused(faction=ELVES, other=ORCS)
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


def test_the_page_gets_names_and_no_number_of_anything_that_has_one() -> None:
    heard = Heard(MOVED, update=41, turn=3, round=4)
    told = json.loads(numbered(112, event_body(heard, EDITIONS["r9"])))
    assert told == {
        "n": 112,
        "kind": "moved",
        "faction": "orcs",
        "source": "10★",
        "target": "9•",
        "units": 3,
        "hidden": False,
        "text": "The Orcs move 3 units from 10★ to 9•.",
        "places": ["10★", "9•"],
        "update": 41,
        "turn": 3,
        "round": 4,
        "important": True,
        "secret": False,
    }
    assert set(told) == {"kind", *events.Moved.FIELDS, *ENVELOPE}


def test_no_field_is_hidden_by_what_every_event_says() -> None:
    for kind in Event.KINDS.values():
        assert not {"kind", *ENVELOPE} & set(kind.FIELDS), kind.kind


def test_a_number_is_in_the_schema_what_it_is_in_the_types() -> None:
    for kind in Event.KINDS.values():
        for name, meaning in kind.FIELDS.items():
            assert isinstance(meaning, Number) == (meaning.script == "number"), (kind.kind, name)
