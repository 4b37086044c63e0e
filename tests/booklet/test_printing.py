"""The rulebook of one game holds that game's texts and no others."""

from __future__ import annotations

import re

import pytest

from dragondune.booklet.book import is_ruling
from dragondune.booklet.choices import ADDS, BY_HAND, CHANGES, choices
from dragondune.booklet.loading import load
from dragondune.booklet.printing import print_rules
from dragondune.editions.build import EDITIONS
from dragondune.editions.house import BALANCING
from dragondune.editions.options import OPTIONS

WIDE = 10_000
CHOSEN = re.compile(r"[OG]\d+")


def section(text: str, rule: str) -> str:
    """What is printed under a rule's heading."""
    _, found, rest = text.partition(f"\n### {rule} ")
    assert found, f"{rule} is not printed"
    return re.split(r"\n##+ ", rest)[0]


def printed_ids(text: str) -> set[str]:
    found = re.findall(r"^### ((?:Ruling |House )?\S*\d+) ", text, re.M)
    return {rule.replace("R", "r", 1) if rule.startswith("Rul") else rule for rule in found}


@pytest.mark.parametrize("edition", EDITIONS)
def test_exactly_the_texts_of_the_edition_are_printed(edition: str) -> None:
    text = print_rules(edition, width=WIDE)
    for rule in load():
        if is_ruling(rule.id) or CHOSEN.fullmatch(rule.id):
            continue
        own = rule.text(edition)
        if own is None:
            assert rule.id not in printed_ids(text)
            continue
        assert section(text, rule.id).split("\n→")[0].split("\n", 1)[1].strip() == own


def test_options_not_chosen_are_not_printed() -> None:
    text = print_rules("r9", width=WIDE)
    assert not [rule for rule in printed_ids(text) if CHOSEN.fullmatch(rule)]
    assert "◆" not in text
    pointers = " ".join(line for line in text.splitlines() if line.startswith("→"))
    assert not CHOSEN.search(re.sub(r"[A-Z]O\d+", "", pointers))


def test_chapters_come_in_play_order() -> None:
    titles = re.findall(r"^## (.*)$", print_rules("r9"), re.M)
    rounds = [title.split(".")[0] for title in titles if "round" in title]
    assert rounds == ["I", "II", "III", "IV", "V", "VI", "VII"]
    assert (titles[0], titles[-1]) == ("Setting up", "Rulings")


def test_an_option_stands_with_the_rule_it_changes() -> None:
    text = print_rules("r6b", ["weaknesses"], width=WIDE)
    option = load().rule("O2").text("r6b")
    assert f"◆ changed by option Weaknesses (O2): {option}" in section(text, "V5")
    assert "◆" not in section(text, "V4")
    assert "Weaknesses (O2)" in text.split("\n## ")[0]


def test_an_option_that_changes_no_rule_is_added_to_its_chapter() -> None:
    text = print_rules("r2", ["honest-question"], width=WIDE)
    assert "◆ added by option An honest answer (O8)" in section(text, "O8")
    assert text.index("### IV7 ") < text.index("### O8 ") < text.index("### V1 ")


def test_an_option_of_other_editions_is_a_house_rule_in_their_words() -> None:
    text = print_rules("r2", ["weaknesses"], width=WIDE)
    # Played as in r6b and r9, although r6 is nearer.
    told = f"Weaknesses (O2, a house rule): {load().rule('O2').text('r9')}"
    assert told in section(text, "V5")
    assert "Red artifacts (♥ and ♦) are Fire" in section(text, "A12")


def test_rulings_on_a_house_rule_come_with_it() -> None:
    ruling = "ruling 46"
    assert ruling not in printed_ids(print_rules("r9"))
    text = print_rules("r9", ["honest-question"], width=WIDE)
    assert "as in `r6b`" in section(text, "Ruling 46")


def test_a_ruling_lent_to_the_first_edition_speaks_of_no_ace_that_it_does_not_have() -> None:
    """first lines 63 and 206: aces buy a second movement, and one of the Dwarves is a Jack."""
    text = print_rules("first", ["extra-movement", "empty-graves"], width=WIDE)
    assert "Each ace" not in section(text, "Ruling 71")
    assert "griffins are read again" in section(text, "Ruling 71")
    assert "Dwarves" not in section(text, "Ruling 69")


def test_a_house_rule_that_no_text_fits_is_told_by_its_answers() -> None:
    text = print_rules("first", ["poorer-elves"], width=WIDE)
    assert "a house rule): Starting gold: Dwarves 10, others 5." in section(text, "A3")


def test_a_setting_says_which_value_is_played() -> None:
    text = print_rules("r9", ["dragon-losses-exiled"], width=WIDE)
    said = OPTIONS["dragon-losses-exiled"].sentence
    assert said in section(text, "I3")
    assert said in section(text, "Ruling 3")


def test_numbers_set_by_hand_are_told() -> None:
    text = print_rules("r9", ["gold.orcs=7"], width=WIDE)
    assert "◆ changed by option Set by hand (G5): Orcs: starting gold 7." in section(text, "A3")
    first = choices(load(), "first", ["gold.orcs=7", "graves.orcs=2"])
    assert [choice.house for choice in first] == [False, True]


def test_rulings_that_say_nothing_of_this_game_are_left_out() -> None:
    plain = printed_ids(print_rules("r9"))
    assert not plain & {"ruling 14", "ruling 44", "ruling 45", "ruling 47", "ruling 75"}
    assert {"ruling 47", "ruling 44"} <= printed_ids(
        print_rules("r9", ["oracles", "elite-warriors"])
    )
    assert {"ruling 14", "ruling 44", "ruling 75"} <= printed_ids(print_rules("first"))
    assert "ruling 44" in printed_ids(print_rules("r9", ["elites.dwarves=3"]))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_has_its_place(edition: str, name: str) -> None:
    if edition in OPTIONS[name].nonsense:
        with pytest.raises(ValueError, match="makes no sense"):
            print_rules(edition, [name])
    else:
        # An option that changes nothing in an edition says so in its text.
        assert "◆ " in print_rules(edition, [name]).split("\n## ", 1)[1]


def test_every_place_is_a_rule_or_a_chapter() -> None:
    book = load()
    assert {option.rule for option in OPTIONS.values()} == set(CHANGES) | set(ADDS)
    assert set(BY_HAND) == set(BALANCING)
    places = [rule for rules in (*CHANGES.values(), *BY_HAND.values()) for rule in rules]
    assert set(places) <= set(book.by_id)
    assert set(ADDS.values()) <= {chapter.name for chapter in book.chapters}


def test_lines_keep_to_the_width() -> None:
    text = print_rules("r9", ["weaknesses", "oracles"], width=60)
    assert max(len(line) for line in text.splitlines() if not line.startswith("#")) <= 60


@pytest.mark.parametrize(
    ("edition", "options", "said"),
    [
        ("r7", [], "no edition 'r7'"),
        ("r9", ["oracle"], "no option 'oracle'"),
        ("r9", ["gold.orcs=99"], "must be 0 to 30"),
    ],
)
def test_a_game_that_cannot_be_is_refused(edition: str, options: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        print_rules(edition, options)
