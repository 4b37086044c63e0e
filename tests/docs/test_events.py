"""The list of events in the docs says what the schema says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from dragondune.model import events
from dragondune.model.events import CHAPTERS, Event

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool() -> ModuleType:
    found = importlib.util.spec_from_file_location("events_page", ROOT / "tools" / "events.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_page_of_the_docs_is_up_to_date(tool: ModuleType) -> None:
    assert not tool.is_stale(), "run python tools/events.py"


def test_a_changed_schema_is_noticed(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.Hired, "HEARD_BY", ("faction",))
    assert tool.is_stale()
    assert tool.main(["--check"]) == 1


def test_every_kind_is_listed_once_with_a_sentence(tool: ModuleType) -> None:
    rows = [line for line in tool.page().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(Event.KINDS)
    assert all((kind.__doc__ or "").endswith(".") for kind in Event.KINDS.values())
    assert next(iter(Event.KINDS.values())) in CHAPTERS
