"""The guides to the factions: true to each edition, number by number."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from dragondune.booklet.command import run_rules
from dragondune.booklet.guides import COMMON, FOLDER, SUIT, Guide, guide, holds
from dragondune.booklet.loading import load
from dragondune.editions.build import EDITIONS
from dragondune.model import constants
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME

EVERY = [(faction, edition) for faction in FACTION_NAMES for edition in EDITIONS]
EACH = pytest.mark.parametrize(("faction", "edition"), EVERY)
PLACE_OR_CARD = re.compile(r"\b\d+[★•♣♦♥♠]")


def text_of(page: Guide) -> str:
    return "\n".join(item.text for section in page.sections for item in section.items)


def rules_of(page: Guide) -> set[str]:
    return {rule for section in page.sections for item in section.items for rule in item.rules}


@EACH
def test_four_parts_and_three_things_to_watch(faction: str, edition: str) -> None:
    page = guide(faction, edition)
    titles = [section.title for section in page.sections]
    assert titles == [
        "What you have",
        "What your ally gets",
        "How you win",
        "Three things to watch",
    ]
    assert len(page.sections[3].items) == 3
    assert len(page.sections[0].items) >= 5
    assert len(page.sections[2].items) >= 3


@EACH
def test_what_an_ally_gets_reads_the_same_for_both(faction: str, edition: str) -> None:
    """It is shown to whoever is asked for an alliance, too, to whom nothing of it is "yours"."""
    for item in guide(faction, edition).sections[1].items:
        assert not re.search(r"\byours?\b|\byou\b", item.text, re.IGNORECASE), item.text


@EACH
def test_every_rule_cited_is_a_rule_of_that_edition(faction: str, edition: str) -> None:
    book = {rule.id for rule in load() if edition in rule.editions}
    assert rules_of(guide(faction, edition)) <= book


@EACH
def test_what_a_faction_begins_with(faction: str, edition: str) -> None:
    """A2, A3, A4, A5: the first line has the numbers of the edition's ruleset, and no others."""
    rules, f = EDITIONS[edition], FACTION_OF_NAME[faction]
    line = guide(faction, edition).sections[0].items[0].text
    found = [int(n) for n in re.findall(r"\d+", PLACE_OR_CARD.sub("", line))]
    wanted = [rules.gold[f], rules.artifacts[f], rules.placed[f], rules.units[f]]
    assert found[:4] == [n for n in wanted if n]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda one: one.stem)
def test_no_number_is_written_by_hand(path: Path) -> None:
    """Every number is asked of the ruleset; only names of places and cards may stand in the text."""
    text = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = [entry for part in ("have", "ally", "win", "watch") for entry in text[part]]
    for entry in [*entries, SUIT, *COMMON]:
        plain = PLACE_OR_CARD.sub("", re.sub(r"\{\w+\}", "", entry["text"]))
        assert not re.search(r"\d", plain), entry["text"]


def test_every_faction_has_a_guide_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(FACTION_NAMES)


@pytest.mark.parametrize(
    ("faction", "edition", "says", "not_so"),
    [
        ("dwarves", "first", "2 of your units are elite: each counts 2", "second pair"),
        ("dwarves", "r2", "second pair for treachery", "in every battle"),
        ("dwarves", "r6", "You add 1 battle point in every battle.", "against the Orcs"),
        ("dwarves", "r6b", "You add 2 battle points in every battle, but not against", "elite"),
        ("dwarves", "r9", "1 gold in every collection round", "elite"),
        ("elves", "first", "its value, or how many", "look at other"),
        ("elves", "r2", "the colour of their artifact, or how many", "meet a troll"),
        ("elves", "r6", "meet a troll", "look at other"),
        ("elves", "r9", "look at other players' artifacts", "its value"),
        ("goblins", "first", "rounded up", "free of charge"),
        ("goblins", "r6", "a single unit into a castle costs nothing", "rounded up"),
        ("goblins", "r9", "Your suit is ♠", "Your suit is ♣"),
        ("goblins", "r6b", "Your suit is ♣", "Your suit is ♠"),
        ("orcs", "first", "Those who stay are lost", "The Red Dragon does you no harm"),
        ("orcs", "first", "when turn 6 ends", "battle point"),
        ("orcs", "r2", "conscripts are up to 2", "Safety from the Red Dragon"),
        ("orcs", "r6", "conscripts are up to 1", "A movement of 3"),
        ("orcs", "r6b", "a single one is lost", "a single one survives"),
        ("orcs", "r9", "a single one survives", "Those who stay"),
        ("orcs", "r9", "Up to 3 units out of the graveyard, all of them free", "2 of them"),
        ("orcs", "r6b", "Up to 3 units out of the graveyard, 2 of them free", "A movement of 3"),
    ],
)
def test_where_editions_differ_the_guides_differ(
    faction: str, edition: str, says: str, not_so: str
) -> None:
    text = text_of(guide(faction, edition))
    assert says in text
    assert not_so not in text


def test_options_change_the_guide_too() -> None:
    assert "3 gold, 1 artifact" in text_of(guide("elves", "r9", ["poorer-elves"]))
    assert "2 of your units are elite: each counts 3" in text_of(
        guide("dwarves", "r9", ["elite-warriors"])
    )
    assert "12 wait in your bank" in text_of(guide("dwarves", "r9", ["units.dwarves=12"]))


WORDS = ("no", "one", "two", "three", "four", "five")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("VII1", f"{WORDS[EDITIONS['first'].castles]} castles"),
        ("VII1", f"{WORDS[EDITIONS['first'].allied_castles]} castles"),
        ("IV4", f"{constants.CASTLE_PRICE} gold in a castle and {constants.LAND_PRICE} gold"),
        ("IV5", f"up to {WORDS[constants.MOVEMENT]} territories"),
        ("OR2", f"{WORDS[constants.LONG_MOVEMENT]} territories"),
        ("B4", f"{WORDS[constants.GRIFFIN_MOVEMENT]} territories"),
        ("DW5", f"{WORDS[constants.RAISED_BY_CARD]} units"),
        ("EL6", f"up to {WORDS[constants.PLACED_BY_ACE]} units"),
    ],
)
def test_what_all_editions_share_is_what_the_rulebook_says(rule: str, said: str) -> None:
    book = load().rule(rule)
    assert any(said in (book.text(edition) or "") for edition in EDITIONS), rule


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_rules(["--guide", "dwarves", "--edition", "r6"]) == 0
    out = capsys.readouterr().out
    assert "# The Dwarves: 6th Revision" in out
    assert "## Three things to watch" in out
    assert run_rules(["--guide", "trolls"]) == 2
    assert "There is no faction 'trolls'" in capsys.readouterr().err


def test_a_condition_that_means_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="is no condition"):
        holds("power FLIES", EDITIONS["r9"], 0)


def test_options_change_the_guide() -> None:
    """O3 pays one gold for plunder, where OR11 pays the artifact's number; G3 takes a gold a sale."""
    assert "its number in gold" in text_of(guide("orcs", "first"))
    plundering = text_of(guide("orcs", "r9", ["plunder"]))
    assert "a single piece of gold" in plundering
    assert "its number" not in plundering
    assert "less 1 gold for each" in text_of(guide("dwarves", "r9", ["cheaper-dwarves"]))
    assert "less" not in text_of(guide("dwarves", "r9")).split("artifacts is paid to you")[1][:20]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_the_elves_see_of_events(edition: str) -> None:
    """Ruling 33: in two editions the card they see decides about the Red Dragon and brings no gold."""
    omen = edition in ("r2", "r6")
    text = text_of(guide("elves", edition))
    assert ("you know where gold will lie" in text) is not omen
    assert ("brings no gold" in text) is omen
