"""Writes what two listeners of a random game were told, for the tests of the page (web/tests).

PYTHONPATH=src:tests:. python tests/server/record_deltas.py
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from dragondune.action import Action
from dragondune.server.play.session import Session
from dragondune.server.tables.publisher import Publisher
from dragondune.server.tables.stream import Stream

FILE = Path(__file__).resolve().parents[2] / "web" / "tests" / "deltas.json"
SEATS = (-1, 3)
UPDATES = range(100, 130)


def record() -> list[dict[str, Any]]:
    """For each listener the update before, the changes after it, and the last update whole."""
    rng, session = random.Random(5), Session("r9", (), ["orcs", "elves", "dwarves", "goblins"], "5")
    stream, told = Stream(), [dict[str, Any](deltas=[]) for _ in SEATS]
    while session.n < UPDATES.stop:
        if session.n == UPDATES.start:
            for one, seat in zip(told, SEATS, strict=True):
                one["before"] = json.loads(Publisher(session).update(seat, session.n - 3, {}, None))
                stream.begin(Publisher(session), seat)
        mover = rng.choice(list(session.legal))
        session.act(mover, Action.of(rng.choice(session.legal[mover])))
        session.close_update()
        step = stream.go_on(Publisher(session), SEATS, None)
        for one, seat in zip(told, SEATS, strict=True):
            if step is not None:
                one["deltas"].append(json.loads(step.message(seat, None) or b"null"))
            one["after"] = json.loads(Publisher(session).update(seat, UPDATES.start, {}, None))
    return told


if __name__ == "__main__":
    FILE.write_text(json.dumps(record(), ensure_ascii=False) + "\n", encoding="utf-8")
