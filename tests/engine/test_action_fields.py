"""Actions told by name: every field is what the notation writes, and leads back to the action."""

import random
from typing import Any

import pytest

from dragondune import Action, Game
from dragondune.editions.build import EDITIONS


def test_fields_have_the_words_of_the_line() -> None:
    action = Action.parse("move 2+1e 10★ 9• hidden")
    assert (action.kind, action.units, action.elites) == ("move", 3, 1)
    assert (action.source, action.target, action.hidden) == ("10★", "9•", True)
    assert (action.card, action.faction, action.amount) == (None, None, None)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("bid 3", {"amount": 3}),
        ("give elves 2", {"faction": "elves", "amount": 2}),
        ("steer 4", {"amount": 4}),
        ("fight 3★ orcs", {"target": "3★", "faction": "orcs"}),
        ("predict elves 5★ 4", {"faction": "elves", "target": "5★", "turn": 4}),
        ("plan 1 4♥", {"units": 1, "elites": 0, "card": "4♥"}),
        ("plan 1 none", {"units": 1, "elites": 0}),
        ("hire 2 10★", {"units": 2, "elites": 0, "target": "10★"}),
        ("hire 2 10★ A♥", {"units": 2, "elites": 0, "target": "10★", "card": "A♥"}),
        ("emerge 2 9•", {"units": 2, "elites": 0, "source": "9•"}),
        ("ask value", {"topic": "value"}),
        ("answer-colour none", {"colour": "none"}),
        ("answer-value none", {}),
        ("answer-value 6", {"value": 6}),
        ("betray Q♠ J♥", {"card": "Q♠", "sabotage": "J♥"}),
        ("place 3 1", {"amount": 3, "second": 1}),
        (
            "disband 2+1e+3h 9•",
            {
                "units": 6,
                "elites": 1,
                "source": "9•",
                "hidden": False,
                "hidden_units": 3,
                "hidden_elites": 0,
            },
        ),
        ("pass", {}),
    ],
)
def test_each_kind_says_what_it_has_and_nothing_else(line: str, fields: dict[str, Any]) -> None:
    told = Action.parse(line).fields
    has = {name: getattr(told, name) for name in told.__slots__ if name != "kind"}
    assert {name: value for name, value in has.items() if value is not None} == fields
    assert Action.make(told.kind, **fields) is Action.parse(line)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_legal_action_can_be_made_of_its_fields(edition: str) -> None:
    game, rng = Game.new(edition, seed=3), random.Random(3)
    while not game.over:
        seat = game.pending()[0].seat
        choices = game.legal(seat)
        for action in choices:
            told = action.fields
            has = {name: getattr(told, name) for name in told.__slots__ if name != "kind"}
            given: dict[str, Any] = {
                name: value for name, value in has.items() if value is not None
            }
            assert Action.make(action.kind, **given) is action
        game.play(seat, rng.choice(choices))


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("bid", {"units": 3}, "has no field 'units'; it has amount"),
        ("bid", {}, "needs the field 'amount'"),
        ("bidd", {"amount": 3}, "nothing one can do"),
        ("move", {"units": 3, "source": "10★", "target": "99"}, "'99' is no territory"),
    ],
)
def test_what_cannot_be_said_is_refused(kind: str, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Action.make(kind, **fields)


def test_open_and_hidden_units_that_go_together_are_told_apart() -> None:
    action = Action.parse("move 3+2h 10★ 9•")
    assert (action.units, action.hidden_units, action.hidden) == (5, 2, False)
    made = Action.make("move", units=5, hidden_units=2, source="10★", target="9•")
    assert made is action
    all_hidden = Action.parse("move 2 10★ 9• hidden")
    assert (all_hidden.units, all_hidden.hidden_units, all_hidden.hidden) == (2, 2, True)
