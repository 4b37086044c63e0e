"""``dragon-dune events``: every kind of event, as a page of the docs and as types for the page.

Both are made from ``model/events.py``; a test fails when the files in the repository are stale.
"""

import argparse
from collections.abc import Iterator
from typing import Final

from dragondune.model.event_base import Meaning
from dragondune.model.events import CHAPTERS, Event

INTRODUCTION: Final = """\
# Events

Every kind of event that a game tells of, with its fields. This page is made from
`src/dragondune/model/events.py` by `dragon-dune events > docs/events.md`.

- `faction` is who did it, or whom it befell; `other` is the faction it was done to.
- In Python an event has these fields as attributes: `event.kind`, `event.faction`, `event.units`.
  There a faction, a territory and a card are numbers; `event.to_dict()` gives their names.
- In JSON a faction, a territory and a card have the names of the [notation](notation.md), a set of
  factions is a list of names, and what is not there is `null`.
- An event that does not say who hears it is for everyone, spectators too.
"""
SCRIPT: Final = """\
// Made from src/dragondune/model/events.py by `dragon-dune events --types > web/src/events.ts`.
import type { FactionName } from "./types";

/** What happened, by kind: the fields of an event. */
export type Told =
"""


def run_events(argv: list[str]) -> int:
    """Print the list."""
    parser = argparse.ArgumentParser("dragon-dune events", description="Every kind of event.")
    parser.add_argument("--types", action="store_true", help="as TypeScript, for the page")
    print(script() if parser.parse_args(argv).types else page(), end="")
    return 0


def page() -> str:
    """The list as a page of the docs."""
    return INTRODUCTION + "".join(_lines())


def _lines() -> Iterator[str]:
    for kind in Event.KINDS.values():
        if kind in CHAPTERS:
            yield f"\n## {CHAPTERS[kind]}\n\n| kind | what happened | fields | heard by |\n"
            yield "| --- | --- | --- | --- |\n"
        fields = ", ".join(_field(name, meaning) for name, meaning in kind.FIELDS.items())
        heard = ", ".join(f"`{name}`" for name in kind.HEARD_BY) or "everyone"
        yield f"| `{kind.kind}` | {kind.__doc__} | {fields} | {heard} |\n"


def _field(name: str, meaning: Meaning) -> str:
    return f"`{name}`" if name == meaning.name else f"`{name}` ({meaning.name})"


def script() -> str:
    """The list as types for the page."""
    return SCRIPT + "\n".join(_type(kind) for kind in Event.KINDS.values()) + ";\n"


def _type(kind: type[Event]) -> str:
    fields = [f"{name}: {meaning.script}" for name, meaning in kind.FIELDS.items()]
    return "  | { " + "; ".join([f'kind: "{kind.kind}"', *fields]) + " }"
