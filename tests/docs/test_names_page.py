"""The list of names in the docs says what the source says."""

import importlib.util
import re
from dataclasses import replace
from types import ModuleType

import pytest
from docs.blocks import ROOT

from dragondune import Game
from dragondune.editions.house import KNOBS
from dragondune.editions.options import OPTIONS

PAGE = (ROOT / "docs" / "names.md").read_text(encoding="utf-8")


@pytest.fixture
def tool() -> ModuleType:
    found = importlib.util.spec_from_file_location("names_page", ROOT / "tools" / "names.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def rows(chapter: str) -> list[str]:
    (text,) = re.findall(rf"^## {chapter}$(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return [line for line in text.splitlines() if re.match(r"\| [`\d]", line)]


def test_the_page_of_the_docs_is_up_to_date(tool: ModuleType) -> None:
    assert not tool.is_stale(), "run python tools/names.py"


def test_a_changed_option_is_noticed(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPTIONS, "oracles", replace(OPTIONS["oracles"], sentence="Something else."))
    assert tool.is_stale()
    assert tool.main(["--check"]) == 1


def test_every_name_is_listed_and_works() -> None:
    names = [row.split("`")[1] for row in rows("Options")]
    assert names == list(OPTIONS)
    for row in rows("Options"):
        edition = row.split(" | ")[3].split("`")[1]
        assert Game.new(edition, options=[row.split("`")[1]], seed=1).header.options


def test_every_setting_is_listed_and_takes_its_bounds_and_no_more() -> None:
    assert [row.split("`")[1] for row in rows("Settings")] == list(KNOBS)
    for row in rows("Settings"):
        what, whose, values = (
            row.split("`")[1],
            row.split(" | ")[1],
            row.strip("| ").split(" | ")[-1],
        )
        left = f"{what}.orcs" if whose == "a faction" else what
        if what.split(".")[0] not in ("power", "ally"):
            last = values.split("`")[-2] if "`" in values else values.split(" to ")[1]
            assert Game.new("first", options=[f"{left}={last}"], seed=1).header.options
        with pytest.raises(ValueError, match="G5"):
            Game.new("first", options=[f"{left}=99"], seed=1)


def test_questions_have_the_numbers_that_can_be_asked() -> None:
    assert [int(row.split()[1]) for row in rows("Honest questions")] == list(range(40))
    game = Game.at("O=1★2 hand=O:A♣A♦,E:A♥ at=orcs.move", "r6", options=["honest-question"])
    asked = [str(action) for action in game.legal("orcs") if action.kind == "question"]
    assert [line for line in asked if line.startswith("question elves ")] == [
        f"question elves {number}" for number in range(40)
    ]
