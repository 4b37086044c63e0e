"""What the page gets of an event: names from the schema."""

from __future__ import annotations

import json

from dragondune.editions.build import EDITIONS
from dragondune.model import events
from dragondune.model.board import INDEX
from dragondune.model.events import Event
from dragondune.model.factions import ORCS
from dragondune.server.wire.events import ENVELOPE, Heard, event_body, numbered

MOVED = events.Moved(faction=ORCS, source=INDEX["10★"], target=INDEX["9•"], units=3, hidden=False)


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
