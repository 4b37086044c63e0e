"""What a bot cannot know does not change what it does."""

from __future__ import annotations

import random

import pytest

from dragondune.bots import make_bot
from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.rules import standing
from dragondune.views.sample import sample
from dragondune.views.view import view_of


def decisions(
    seed: int,
    every: int,
    edition: str = "r9",
    options: tuple[str, ...] = (),
    seats: tuple[str, ...] = FACTION_NAMES,
) -> list[tuple[State, int]]:
    """Positions of a game of stewards where somebody has a choice."""
    state = Game.new(edition, seats, options, seed).state
    state.log = None
    bots = [make_bot("steward", seed + f) for f in range(4)]
    found: list[tuple[State, int]] = []
    count = 0
    while state.stack:
        waiting: int = agenda.actors(state)
        f = (waiting & -waiting).bit_length() - 1
        legal = agenda.legal(state, f)
        if len(legal) > 1:
            count += 1
            if count % every == 0:
                found.append((state.copy(), f))
        choice = legal[0] if len(legal) == 1 else bots[f].choose(view_of(state, f), legal)
        agenda.apply(state, f, choice)
    return found


@pytest.mark.parametrize(("name", "every"), [("random", 3), ("steward", 3), ("warlord:3", 40)])
def test_hidden_cards_do_not_change_the_choice(name: str, every: int) -> None:
    check(name, decisions(6, every))


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
    check("steward", decisions(6, 5, edition, options, seats))


def check(name: str, found: list[tuple[State, int]]) -> None:
    rng = random.Random(11)
    differing = 0
    for state, f in found:
        view = view_of(state, f)
        legal = agenda.legal(state, f)
        other = sample(view, rng)
        assert view_of(other, f) == view
        assert agenda.legal(other, f) == legal
        differing += other.hand != state.hand
        free = standing.anytime(state, f)
        assert standing.anytime(other, f) == free
        looks = {make_bot(name, 5).anytime(view_of(s, f), list(free)) for s in (state, other)}
        assert len(looks) == 1
        choices = {make_bot(name, 5).choose(view_of(s, f), list(legal)) for s in (state, other)}
        assert len(choices) == 1
    assert differing, "the test has to shuffle something"


def test_a_choice_leaves_the_view_alone() -> None:
    for state, f in decisions(7, 5):
        view = view_of(state, f)
        make_bot("steward", 5).choose(view, agenda.legal(state, f))
        assert view == view_of(state, f)
