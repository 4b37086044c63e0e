"""Counts of legal actions: as stored, and as worked out by hand from the rulebook."""

from __future__ import annotations

import pytest
from perft.perft import Position, first_choice, leaves, positions, section, stored

POSITIONS = positions()


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_counts_are_as_stored(position: Position) -> None:
    """If a change of the rules is meant, `PYTHONPATH=src:tests python -m perft` writes them anew."""
    assert section(position) == stored()[position.name]


@pytest.mark.parametrize(
    ("position", "edition"),
    [(position, edition) for position in POSITIONS for edition in position.by_hand],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_counts_are_as_worked_out_by_hand(position: Position, edition: str) -> None:
    state = first_choice(position, edition)
    expected = position.by_hand[edition]
    found = [leaves(state, depth) for depth in range(1, len(expected) + 1)]
    assert found == expected, position.why


def test_a_third_is_worked_out_by_hand() -> None:
    by_hand = [position for position in POSITIONS if position.by_hand]
    assert 3 * len(by_hand) >= len(POSITIONS)


def test_nothing_stored_is_left_over() -> None:
    assert set(stored()) == {position.name for position in POSITIONS}
