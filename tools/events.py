"""Makes the page of the docs about events from their schema in ``dragondune.model.events``.

python tools/events.py            writes docs/events.md
python tools/events.py --check    writes nothing, and fails if it is stale

The page's types of events come with those of all messages: ``tools/protocol.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from dragondune.model.event_base import Meaning
from dragondune.model.events import CHAPTERS, Event

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs" / "events.md"
INTRODUCTION = """\
# Events

Every kind of event that a game tells of, with its fields. This page is made from
`src/dragondune/model/events.py` by `python tools/events.py`.

- `faction` is who did it, or whom it befell; `other` is the faction it was done to.
- In Python an event has these fields as attributes: `event.kind`, `event.faction`, `event.units`.
  There a faction, a territory and a card are numbers; `event.to_dict()` gives their names.
- In JSON a faction, a territory and a card have the names of the [notation](notation.md), a set of
  factions is a list of names, and what is not there is `null`.
- An event is heard by everyone, spectators too, or by the factions alone that the fields named hold.
"""
HEAD = "| kind | what happened | fields | heard by |\n| --- | --- | --- | --- |\n"


def page() -> str:
    """The list of all kinds."""
    return INTRODUCTION + "".join(lines())


def lines() -> Iterator[str]:
    for kind in Event.KINDS.values():
        if kind in CHAPTERS:
            yield f"\n## {CHAPTERS[kind]}\n\n{HEAD}"
        fields = ", ".join(described(name, meaning) for name, meaning in kind.FIELDS.items())
        heard = ", ".join(f"`{name}`" for name in kind.HEARD_BY) or "everyone"
        yield f"| `{kind.kind}` | {kind.__doc__} | {fields} | {heard} |\n"


def described(name: str, meaning: Meaning) -> str:
    return f"`{name}`" if name == meaning.name else f"`{name}` ({meaning.name})"


def is_stale() -> bool:
    """Does the file say anything else than the schema?"""
    return not DOCS.is_file() or DOCS.read_text(encoding="utf-8") != page()


def main(argv: list[str]) -> int:
    if "--check" not in argv:
        DOCS.write_text(page(), encoding="utf-8")
    elif is_stale():
        print(f"{DOCS.relative_to(ROOT)} is stale: run python tools/events.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
