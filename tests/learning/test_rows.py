"""Rows hold what the layout says they hold, and nothing that their seat may not know."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from librt.strings import BytesWriter
from properties.tables import EDITION_NAMES, possible, single_options

from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.learning.encoder import legal_into, row_of, rules_row
from dragondune.learning.layout import (
    ALL_FIELDS,
    BYTE_AT,
    LATER_BYTE_FIELDS,
    ROW,
    RULE_FIELDS,
    SIZE_OF,
    WORD_AT,
    WORDS,
)
from dragondune.views.sample import sample
from dragondune.views.view import View, view_of

AS_IN_THE_VIEW = (
    *("up", "hid", "board_gold", "gold", "grave", "bank", "elite_grave", "elite_bank"),
    *("hand_sizes", "ally", "usurper", "sabotage", "turn", "round", "dragon", "cards_left"),
    *("high_bid", "high_bidder", "sale", "event_first", "attacker", "defender", "place", "seat"),
)
SETS_AS_IN_THE_VIEW = (
    *("hands", "seen_by", "kept", "knows", "public", "powers", "trolls", "broken", "lacks"),
)


def seen_in_a_game(edition: str, seed: int, most: int = 150) -> Iterator[View]:
    """What the deciding seats see in the course of a random game with some options."""
    rng = random.Random(f"{edition} {seed}")
    options: tuple[str, ...] = ()
    for (name,) in rng.sample(single_options(edition), 3):
        if possible(edition, (*options, name)):
            options = (*options, name)
    game = Game.new(edition, options=options, seed=seed)
    for _ in range(most):
        if game.over:
            return
        seat = game.pending()[0].seat
        yield game.view(seat)
        game.play(seat, rng.choice(game.legal(seat)))


def numbers(row: bytes, name: str) -> list[int]:
    """A field of a row, by its name."""
    if name in WORD_AT:
        words = np.frombuffer(row, np.int64)
        return [int(word) for word in words[WORD_AT[name] : WORD_AT[name] + SIZE_OF[name]]]
    at = 8 * WORDS + BYTE_AT[name]
    return list(row[at : at + SIZE_OF[name]])


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_a_row_repeats_the_view(edition: str) -> None:
    for view in seen_in_a_game(edition, 1):
        row = row_of(view)
        assert len(row) == ROW
        for name in (*AS_IN_THE_VIEW, *SETS_AS_IN_THE_VIEW):
            value = getattr(view, name)
            assert numbers(row, name) == (value if isinstance(value, list) else [value]), name
        remembered = [n for field in LATER_BYTE_FIELDS for n in numbers(row, field.name)]
        assert remembered == view.memory


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_a_row_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(edition: str) -> None:
    for number, view in enumerate(seen_in_a_game(edition, 2)):
        if number % 5:
            continue
        world = sample(view, random.Random(number))
        assert row_of(view_of(world, view.seat)) == row_of(view)


def test_rules_differ_where_editions_do() -> None:
    rows = {rules_row(Game.new(edition, seed=1).state.rules) for edition in EDITION_NAMES}
    assert len(rows) == len(EDITION_NAMES)


def test_every_number_of_the_rules_has_its_place() -> None:
    rules = Game.new(seed=1).state.rules
    values = [getattr(rules, name) for name in RULE_FIELDS]
    size = sum(len(value) if isinstance(value, tuple) else 1 for value in values)
    assert size <= SIZE_OF["rules"]


def test_every_field_says_what_it_means() -> None:
    names = [field.name for field in ALL_FIELDS]
    assert len(set(names)) == len(names)
    assert all(field.meaning for field in ALL_FIELDS)


def test_what_may_be_chosen_is_written_as_it_is_listed() -> None:
    s = Game.new(seed=3).state
    f = next(f for f in range(4) if agenda.actors(s) >> f & 1)
    out = BytesWriter()
    number = legal_into(s, f, out)
    assert np.frombuffer(out.getvalue(), np.int64).tolist() == agenda.legal(s, f)
    assert number == len(agenda.legal(s, f)) > 1
