"""The list of events in the docs, and the types of the page, say what the schema says."""

from __future__ import annotations

from pathlib import Path

from dragondune.model.events import CHAPTERS, Event
from dragondune.telling.kinds import page, script

ROOT = Path(__file__).resolve().parents[2]


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
