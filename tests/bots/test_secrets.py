"""What a bot cannot know does not change what it does."""

from __future__ import annotations

import pytest
from bots.positions import decisions, keeps_to_its_view

from dragondune.bots import make_bot
from dragondune.engine import agenda
from dragondune.model.factions import FACTION_NAMES
from dragondune.views.view import view_of


@pytest.mark.parametrize(("name", "every"), [("random", 3), ("steward", 3), ("warlord:3", 40)])
def test_hidden_cards_do_not_change_the_choice(name: str, every: int) -> None:
    keeps_to_its_view(lambda: make_bot(name, 5), decisions(6, every))


@pytest.mark.parametrize(
    ("edition", "options", "seats"),
    [
        ("first", (), FACTION_NAMES),
        ("r2", (), FACTION_NAMES),
        ("r6", ("honest-question", "broken-walls"), FACTION_NAMES),
        ("r6b", (), ("goblins", "elves", "orcs")),
        ("r9", ("oracles", "empty-graves"), FACTION_NAMES),
        ("r9", (), ("elves", "orcs")),
    ],
)
def test_nor_under_other_rules(
    edition: str, options: tuple[str, ...], seats: tuple[str, ...]
) -> None:
    keeps_to_its_view(lambda: make_bot("steward", 5), decisions(6, 5, edition, options, seats))


def test_a_choice_leaves_the_view_alone() -> None:
    for state, f in decisions(7, 5):
        view = view_of(state, f)
        make_bot("steward", 5).choose(view, agenda.legal(state, f))
        assert view == view_of(state, f)
