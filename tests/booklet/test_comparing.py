"""What changed between two editions is shown, old beside new, and nothing else."""

from __future__ import annotations

import re

import pytest

from dragondune.booklet.comparing import compare
from dragondune.booklet.loading import load
from dragondune.booklet.searching import find, read_ids
from dragondune.editions.build import EDITIONS


def headings(text: str) -> list[str]:
    found = re.findall(r"^### ([+−] )?((?:Ruling |House )?\S+)", text, re.M)
    return [
        sign + rule.replace("Ruling", "ruling").replace("House", "house") for sign, rule in found
    ]


@pytest.mark.parametrize("one", EDITIONS)
@pytest.mark.parametrize("other", EDITIONS)
def test_exactly_the_rules_that_differ_are_shown(one: str, other: str) -> None:
    expected = []
    for rule in load():
        old, new = rule.text(one), rule.text(other)
        if old != new:
            expected.append(f"{'+ ' if old is None else '− ' if new is None else ''}{rule.id}")
    assert headings(compare(one, other)) == expected


def test_old_and_new_stand_side_by_side() -> None:
    text = compare("r2", "r9", 100)
    assert re.search(r"^The game lasts six turns .*│ The game lasts eight turns", text, re.M)
    assert "### + DW3 Battle bonus (new in `r9`)" in text
    assert "### + EL2 Looking into hands (new in `r9`)" in text
    assert "### − O9 The chaos monster (gone in `r9`)" in text
    assert re.search(r"^\d+ changed, \d+ added, \d+ removed", text, re.M)


def test_a_narrow_terminal_gets_one_below_the_other() -> None:
    text = compare("r2", "r9", 50)
    assert "│" not in text
    assert re.search(r"^`r2`: The game lasts six", text, re.M)
    assert re.search(r"^`r9`: The game lasts eight", text, re.M)


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(ValueError, match="no edition 'r7'; there are first, r2"):
        compare("r2", "r7")


def test_words_are_found_in_titles_and_texts() -> None:
    assert "B4" in [hit.rule.id for hit in find("griffins")]
    assert [hit.rule.id for hit in find("GRIFFINS title")] == []
    assert find("") == []


def test_a_search_in_one_edition_finds_its_texts_alone() -> None:
    (hit,) = [hit for hit in find("emperor random", "first") if hit.rule.id == "A7"]
    assert [block.editions for block in hit.blocks] == [("first",)]
    assert not [hit for hit in find("emperor random", "r9") if hit.rule.id == "A7"]


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["v4"], ["V4"]),
        (["V4", "ruling", "38"], ["V4", "ruling 38"]),
        (["Ruling-38,house1"], ["ruling 38", "house 1"]),
        (["12"], ["ruling 12"]),
        (["collection"], ["VI1", "VI2", "VI3"]),
    ],
)
def test_ids_are_read_as_people_type_them(words: list[str], ids: list[str]) -> None:
    assert [rule.id for rule in read_ids(words, load())] == ids


@pytest.mark.parametrize(
    ("word", "said"),
    [("V44", "Did you mean V4"), ("batle", "Did you mean battle"), ("ruling 99", "no rule")],
)
def test_an_unknown_id_gets_a_suggestion(word: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_ids([word], load())
