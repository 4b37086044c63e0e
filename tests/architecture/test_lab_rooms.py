"""The rooms of the laboratory: figures know no studies, and studies know no report."""

from __future__ import annotations

import re
from pathlib import Path

LAB = Path(__file__).resolve().parents[2] / "src" / "dragondune" / "lab"
# What each room may import of the others; `problems.py` is free to all.
ROOMS: dict[str, set[str]] = {
    "figures": set(),
    "study": {"figures"},
    "report": {"figures", "study"},
}
IMPORTED = re.compile(r"^\s*from dragondune\.lab\.(\w+)", re.MULTILINE)


def test_every_file_has_a_room() -> None:
    assert {path.name for path in LAB.iterdir() if path.is_dir()} - {"__pycache__"} == set(ROOMS)
    loose = {path.name for path in LAB.glob("*.py")}
    assert loose == {"__init__.py", "command.py", "problems.py"}


def test_rooms_import_one_way() -> None:
    wrong = []
    for room, allowed in ROOMS.items():
        for path in (LAB / room).glob("*.py"):
            named = set(IMPORTED.findall(path.read_text(encoding="utf-8")))
            wrong += [f"{room}/{path.name}: {x}" for x in named - allowed - {room, "problems"}]
    assert not wrong
