"""Stored positions: exact, plain JSON, and nothing is trusted on the way back."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragondune.editions.r9 import R9
from dragondune.engine.notation import position_text, read_position
from dragondune.engine.storage import INT_RANGES, LIST_RANGES, state_from_dict, state_to_dict
from dragondune.model.cards import CARD_OF_NAME
from dragondune.model.state import INT_FIELDS, LIST_FIELDS, State

FIELDS = (*INT_FIELDS, *LIST_FIELDS, "order", "usurper", "sabotage", "seed")
LINE = "order=OEG O=1★5,9•2h,grave:1 E=5★5 gold=O3 hand=O:A♣4♥,E:6♦ discard=2♣ seed=x at=orcs.move"


def stored(line: str = LINE) -> dict[str, object]:
    found = json.loads(json.dumps(state_to_dict(read_position(line, R9))))
    assert isinstance(found, dict)
    return found


def test_every_position_comes_back_exactly(positions: list[State]) -> None:
    for s in positions:
        data = state_to_dict(s)
        found = state_from_dict(json.loads(json.dumps(data)), s.rules)
        assert [name for name in FIELDS if getattr(s, name) != getattr(found, name)] == []


def test_numbers_fit_into_any_json_reader(positions: list[State]) -> None:
    for s in positions:
        for value in state_to_dict(s).values():
            for number in value if isinstance(value, list) else [value]:
                assert isinstance(number, str) or (
                    isinstance(number, int) and abs(number) < 1 << 53
                )


def test_every_field_is_stored_or_computed() -> None:
    assert set(INT_RANGES) == set(INT_FIELDS)
    assert set(LIST_RANGES) == {*LIST_FIELDS, "order", "usurper", "sabotage"} - {
        "powers",
        "vis",
        "hidm",
    }


def card(name: str) -> int:
    return CARD_OF_NAME[name]


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("turn", "2", "turn: a whole number"),
        ("turn", True, "turn: a whole number"),
        ("turn", 1.0, "turn: a whole number"),
        ("turn", None, "turn: a whole number"),
        ("turn", -1, "turn: -1 is not between"),
        ("turn", 9, "turn: this game has 8 turns"),
        ("dragon", 0, "dragon: 0 is not between 1 and 18"),
        ("draws", 10**30, "draws: "),
        ("seed", 7, "seed: a text"),
        ("first", 3, "first: nobody"),
        ("order", [3, 1, 1], "order: "),
        ("order", [3], "order: "),
        ("order", "OEG", "order: a list"),
        ("gold", [1, 2, 3], "gold: 4 numbers are needed, not 3"),
        ("gold", [0, 1, 2, "3"], "gold: a whole number"),
        ("gold", [5, 0, 0, 0], "order: the Dwarves have no seat"),
        ("up", [0] * 111 + [32], "up: 32 is not between"),
        ("up", [0] * 84 + [9] + [0] * 27, "units: the Orcs have only 10 units"),
        ("up", [1] + [0] * 111, "units: the Dwarves have no seat"),
        ("elite_up", [0] * 84 + [1] + [0] * 27, "units: more elite units"),
        ("grave", [0, 0, 0, 9], "units: the Orcs have only 10 units"),
        ("ally", [7, 3, 7, 7], "ally: alliances are pairs"),
        ("proposed", 1 << 5, "proposed: nobody proposes to themselves"),
        ("deck", [card("A♣")], "cards: A♣ is in two places"),
        ("deck", [card("5♣"), card("5♣")], "cards: 5♣ is in two places"),
        ("deck", [card("7♣")], "cards: 7♣ does not belong there"),
        ("sale", card("2♣"), "cards: 2♣ is in two places"),
        ("sale", 60, "cards: there is no card"),
        ("usurper", [63, 11, 11, 24], "cards: Q♣ is in two places"),
        ("attacker", 0, "attacker: faction 0 has no seat"),
        ("plans", [5, -1], "plans: 5 is no battle plan"),
        ("betrayals", [63, -1], "betrayals: there is no card"),
        ("place", 29, "places: there is no territory"),
        ("stack", [100], "stack: there is no step 100"),
        ("stack", [27 | 5 << 7], "stack: faction 5 has no seat"),
        ("stack", [7 << 7 | 16 << 22], "stack: there is no such place"),
        ("stack", [1 << 60], "stack: "),
        ("kept", [0, 0, 0, 1 << 20], "kept: "),
    ],
)
def test_a_broken_field_is_refused_by_name(name: str, value: object, reason: str) -> None:
    data = stored()
    data[name] = value
    with pytest.raises(ValueError, match=f"^{reason}"):
        state_from_dict(data, R9)


@pytest.mark.parametrize("data", [None, [], "x", 3])
def test_something_else_is_no_position(data: object) -> None:
    with pytest.raises(ValueError, match="object"):
        state_from_dict(data, R9)


def test_missing_and_unknown_fields_are_refused() -> None:
    data = stored()
    del data["gold"]
    with pytest.raises(ValueError, match="gold: this field is missing"):
        state_from_dict(data, R9)
    with pytest.raises(ValueError, match="'mood': there is no such field"):
        state_from_dict({**stored(), "mood": 1}, R9)


def test_a_stored_position_keeps_no_hold_on_the_data() -> None:
    data = stored()
    s = state_from_dict(data, R9)
    gold = data["gold"]
    assert isinstance(gold, list)
    gold[3] = 99
    assert s.gold[3] == 3


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@settings(deadline=None)
@given(
    st.sampled_from(sorted(stored())),
    JUNK | st.integers(-2, 70),
    st.integers(0, 111),
    st.booleans(),
)
def test_any_data_is_a_position_or_refused(name: str, junk: object, at: int, inside: bool) -> None:
    data = stored()
    value = data[name]
    if inside and isinstance(value, list) and value:
        value[at % len(value)] = junk
    else:
        data[name] = junk
    try:
        s = state_from_dict(data, R9)
    except ValueError:
        return
    assert read_position(position_text(s), R9).order == s.order
