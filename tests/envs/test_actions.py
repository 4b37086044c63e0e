"""The numbers of the action space: fixed for good, complete, and told by a mask."""

import random
from collections.abc import Iterator

import pytest
from properties.tables import EDITION_NAMES

from dragondune.action import Action
from dragondune.envs.parts import ACTIONS, FIELDS, FIRST, SIZES, Question, describe, parts_of
from dragondune.game import Game


def decisions(edition: str, seed: int, most: int = 250) -> Iterator[list[int]]:
    """The legal actions at the questions of a random game."""
    game, rng = Game.new(edition, seed=seed), random.Random(seed)
    for _ in range(most):
        if game.over:
            return
        seat = game.pending()[0].seat
        legal = game.legal(seat)
        yield [action.code for action in legal]
        game.play(seat, rng.choice(legal))


def test_the_numbers_are_those_of_every_release() -> None:
    """Whoever trained an agent relies on them: they are never changed, only added to."""
    assert ACTIONS == 264 == sum(SIZES)
    assert dict(zip(FIELDS, FIRST, strict=True)) == {
        "kind": 0,
        "who": 64,
        "from": 72,
        "card": 104,
        "to": 168,
        "elites": 200,
        "count": 232,
    }
    pinned = {0: "kind pass", 10: "kind bid", 18: "kind hire", 23: "kind move", 37: "kind plan"}
    pinned |= {47: "kind spend", 64: "who dwarves", 67: "who orcs", 72: "from 0•", 99: "from 18"}
    pinned |= {104: "card A♣", 155: "card K♠", 168: "to 0•", 232: "count 0", 263: "count 31"}
    assert {number: describe(number) for number in pinned} == pinned


def test_an_action_is_chosen_by_its_fields() -> None:
    moves = [Action.parse(f"move {n} 10★ {to}").code for n in (1, 2, 3) for to in ("9•", "10")]
    bids = [Action.parse(f"bid {n}").code for n in (30, 31, 32, 33)]
    told = [describe(number) for number in parts_of([*moves, *bids], moves[2])]
    assert told == ["kind move", "to 9•", "count 2"], "the origin is the same: it is not asked"
    told = [describe(number) for number in parts_of([*moves, *bids], bids[3])]
    assert told == ["kind bid", "elites 1", "count 1"], "33 is 32 and 1"


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_the_parts_lead_to_every_legal_action_and_to_no_other(edition: str) -> None:
    rng = random.Random(edition)
    for legal in decisions(edition, 4):
        for code in rng.sample(legal, min(len(legal), 5)):
            question = Question()
            asked = question.begin([*legal])
            for number in parts_of(legal, code):
                allowed = question.numbers()
                assert asked
                assert len(allowed) > 1, "what has one answer is not asked"
                assert [n for n in range(ACTIONS) if question.allows(n)] == allowed
                assert number in allowed
                asked = question.answer(number)
            assert not asked
            assert question.left == [code]


def test_a_number_that_does_not_exist_is_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="There is no action 264; they are 0 to 263"):
        describe(264)


def test_the_page_names_every_field_of_an_observation() -> None:
    from tools import rows

    assert rows.page() == rows.PAGE.read_text(encoding="utf-8"), "run python tools/rows.py"
