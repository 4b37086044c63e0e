"""Actions as lines: one line per action, and the same action back."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragondune.engine import agenda
from dragondune.model import actions as act
from dragondune.model.action_text import FIELDS, action_text, parse_action, read_units
from dragondune.model.board import INDEX
from dragondune.model.cards import CARD_OF_NAME
from dragondune.model.factions import ELVES, ORCS
from dragondune.model.state import State
from dragondune.rules.standing import anytime

T10, F9, T3, T5 = INDEX["10★"], INDEX["9•"], INDEX["3★"], INDEX["5★"]
ACE = CARD_OF_NAME["A♥"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pass", act.PASS),
        ("bid 3", act.BID * act.KIND + 3),
        ("bid 1023", act.BID * act.KIND + 1023),
        ("move 3 10★ 9•", act.MOVE * act.KIND + T10 * act.FROM + F9 * act.TO + 3),
        (
            "move 2+1e 10★ 9• hidden",
            act.MOVE * act.KIND + T10 * act.FROM + F9 * act.TO + 3 + act.ELITE + act.WHO,
        ),
        ("hire 2 10★", act.HIRE * act.KIND + T10 * act.TO + 2 + act.NO_CARD_FIELD),
        ("hire 2 10★ A♥", act.HIRE * act.KIND + T10 * act.TO + 2 + ACE * act.CARD),
        ("plan 0 none", act.PLAN * act.KIND + act.NO_CARD_FIELD),
        ("plan 0+2e A♥", act.PLAN * act.KIND + ACE * act.CARD + 2 + 2 * act.ELITE),
        (
            "betray Q♠ J♥",
            act.BETRAY * act.KIND + CARD_OF_NAME["Q♠"] * act.CARD + CARD_OF_NAME["J♥"],
        ),
        ("fight 3★ orcs", act.FIGHT * act.KIND + T3 * act.FROM + ORCS * act.WHO),
        ("ask colour", act.ASK * act.KIND + 1),
        ("ask value", act.ASK * act.KIND + 4),
        ("answer-colour none", act.ANSWER_COLOUR * act.KIND),
        ("answer-colour black", act.ANSWER_COLOUR * act.KIND + 2),
        ("answer-value none", act.ANSWER_VALUE * act.KIND),
        ("answer-value 6", act.ANSWER_VALUE * act.KIND + 6),
        ("place 3 1", act.PLACE * act.KIND + 3 + act.ELITE),
        (
            "predict elves 5★ 4",
            act.PREDICT * act.KIND + ELVES * act.WHO + T5 * act.FROM + 4,
        ),
        ("question elves 24", act.QUESTION * act.KIND + ELVES * act.WHO + 24),
        ("give elves 2", act.GIVE * act.KIND + ELVES * act.WHO + 2),
        ("hide", act.HIDE * act.KIND + act.NO_CARD_FIELD),
        ("hide A♥", act.HIDE * act.KIND + ACE * act.CARD),
    ],
)
def test_the_canonical_line(text: str, code: int) -> None:
    assert action_text(code) == text
    assert parse_action(text) == code


@pytest.mark.parametrize(
    ("loose", "text"),
    [
        ("  MOVE   3 10*  9. ", "move 3 10★ 9•"),
        ("move 3 10c 9F HIDDEN", "move 3 10★ 9• hidden"),
        ("hire 2 10* ah", "hire 2 10★ A♥"),
        ("hire 2 10★ none", "hire 2 10★"),
        ("plan 1e 4H", "plan 0+1e 4♥"),
        ("plan 2 4♥\ufe0f", "plan 2 4♥"),
        ("give E 2", "give elves 2"),
        ("PLACE 3 01 1", "place 3 1 1"),
        ("Answer-Colour RED", "answer-colour red"),
    ],
)
def test_reading_is_lenient(loose: str, text: str) -> None:
    assert action_text(parse_action(loose)) == text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "pass"),
        ("jump 3", "move"),
        ("move 3 10★", "move <units> <from> <to> [hidden]"),
        ("move 3 19★ 9•", "territory"),
        ("move 3 10★ 9• 8•", "hidden"),
        ("move 32 10★ 9•", "0 to 31"),
        ("move 31+1e 10★ 9•", "0 to 30"),
        ("move 2+1 10★ 9•", "2+1e"),
        ("move -1 10★ 9•", "number"),
        ("plan 2 11♥", "card"),
        ("fight 3★ trolls", "faction"),
        ("bid 1024", "1023"),
        ("bid ³", "number"),
        ("ask size", "colour"),
        ("pass 1", "pass"),
    ],
)
def test_a_wrong_line_is_answered_with_help(text: str, hint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(hint)):
        parse_action(text)


def test_elites_are_part_of_the_whole() -> None:
    assert read_units("2+1e") == (3, 1)
    code = parse_action("lose 2+1e")
    assert (act.count_of(code), act.elites_of(code)) == (3, 1)


def test_every_kind_of_action_has_its_line() -> None:
    names = [act.KIND_NAMES[kind] for kind in FIELDS]
    assert len(names) == len(set(names))
    for kind, name in enumerate(act.KIND_NAMES):
        if kind not in FIELDS:
            assert action_text(parse_action(name)) == name


def test_every_legal_action_comes_back(positions: list[State]) -> None:
    lines: dict[int, str] = {}
    for s in positions:
        for f in range(4):
            for code in agenda.legal(s, f) + anytime(s, f):
                if code not in lines:
                    lines[code] = action_text(code)
    assert len(set(lines.values())) == len(lines) > 4_000
    assert len({code >> 29 for code in lines}) > 35, "too few kinds came up to tell"
    assert [line for code, line in lines.items() if parse_action(line) != code] == []


@settings(deadline=None)
@given(
    st.text() | st.lists(st.sampled_from([*act.KIND_NAMES, "3", "2+1e", "10★", "A♥", "orcs", "e"]))
)
def test_any_text_is_an_action_or_refused(text: str | list[str]) -> None:
    line = text if isinstance(text, str) else " ".join(text)
    try:
        code = parse_action(line)
    except ValueError:
        return
    assert parse_action(action_text(code)) == code


@settings(deadline=None)
@given(st.integers() | st.integers(0, 1 << 35))
def test_any_number_has_a_line_or_is_refused(code: int) -> None:
    try:
        line = action_text(code)
    except ValueError:
        return
    assert line.split()[0] in act.KIND_NAMES


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("move 3+2h 5★ 9•", (5, 0, 2, 0)),
        ("move 0+1e+2h 5★ 9•", (3, 1, 2, 0)),
        ("move 2+1e+1h+1eh 5★ 9•", (5, 2, 2, 1)),
        ("disband 1+5eh 5★", (6, 5, 5, 5)),
        ("disband 2 5★ hidden", (2, 0, 2, 0)),
        ("disband 2+1e 5★", (3, 1, 0, 0)),
    ],
)
def test_open_and_hidden_units_of_one_stack(text: str, parts: tuple[int, int, int, int]) -> None:
    code = parse_action(text)
    assert action_text(code) == text
    assert parts == (
        act.count_of(code),
        act.elites_of(code),
        act.hidden_units_of(code),
        act.hidden_elites_of(code),
    )


@pytest.mark.parametrize(
    ("loose", "text"),
    [("move 2h 5★ 9•", "move 2 5★ 9• hidden"), ("MOVE 3+1EH 5* 9.", "move 3+1eh 5★ 9•")],
)
def test_hidden_units_are_read_leniently(loose: str, text: str) -> None:
    assert action_text(parse_action(loose)) == text


@pytest.mark.parametrize(
    "text",
    [
        "move 3+2h 5★ 9• hidden",
        "hire 1+1h 5★",
        "move 20+20h 5★ 9•",
        "move 1+6eh 5★ 9•",
        "move 1+h 5★ 9•",
    ],
)
def test_what_no_stack_can_be_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Write it like this"):
        parse_action(text)
